import { describe, expect, it } from 'vitest'
import { tableRows, webViewRows } from '../../../test/example-rows.ts'
import { allMetrics } from '../../metrics/index.ts'
import { itemMetrics } from '../../metrics/items/index.ts'
import { axisValue, chooseAxis, listAxes } from './axes.ts'
import type { StudyRow } from './study-row.ts'

const makeRow = (kind: StudyRow['kind'], metrics: Record<string, number>): StudyRow => ({
  ...(kind === 'columns' ? tableRows : webViewRows)[0],
  metrics,
})

describe('chooseAxis(rows, family, name)', () => {
  it('takes 1/smallest class and 1 − LM for columns, 1/smallest support and 1/ARE for items', () => {
    expect(chooseAxis(tableRows, 'risk', undefined)).toMatchObject({ name: 'prosecutor', label: 'prosecutor' })
    expect(chooseAxis(tableRows, 'utility', undefined)).toMatchObject({ name: 'LM', label: '1 − LM' })
    expect(chooseAxis(webViewRows, 'risk', undefined)).toMatchObject({ name: 'smallest-support' })
    expect(chooseAxis(webViewRows, 'utility', undefined)).toMatchObject({ name: 'ARE', label: '1/ARE' })
    expect(allMetrics.find(({ name }) => name === 'prosecutor')?.formula).toContain('1 / smallest released class')
  })

  it('knows learners’ figures, by their name or by accuracy alone', () => {
    const axis = chooseAxis(tableRows, 'utility', 'accuracy')
    expect(axis).toMatchObject({ name: 'accuracy C4.5', turned: 'as it is', better: 'higher', share: true })
    expect(chooseAxis(tableRows, 'utility', 'accuracy C4.5')).toEqual(axis)
  })

  it('knows what attackers achieved', () => {
    const rows = tableRows.map((row) => ({ ...row, risks: { ...row.risks, 'attack inference': 0.2 } }))
    const axis = chooseAxis(rows, 'risk', 'attack inference')
    expect(axis).toMatchObject({ label: 'attack inference', better: 'lower', turned: 'as it is', share: true })
    expect(axisValue(axis, rows[0])).toBe(0.2)
  })

  it('falls back to the first figure there is, and says when there is none', () => {
    const rows = webViewRows.map((row) => ({ ...row, metrics: { NCP: 0.5 } }))
    expect(chooseAxis(rows, 'utility', undefined).name).toBe('NCP')
    expect(() => chooseAxis([{ ...webViewRows[0], metrics: {} }], 'utility', undefined)).toThrow(/nothing to draw/)
  })

  it('refuses a wrong name with the nearest, or with what there is', () => {
    expect(() => chooseAxis(webViewRows, 'utility', 'AER')).toThrow('did you mean "ARE"?')
    expect(() => chooseAxis(webViewRows, 'risk', 'weather')).toThrow('the rows have smallest-support, attacker')
  })
})

describe('axisValue(axis, row)', () => {
  const value = (kind: StudyRow['kind'], name: string, figure: number) => {
    const row = makeRow(kind, { [name]: figure })
    return axisValue(chooseAxis([row], 'utility', name), row)
  }

  it('turns losses so that more is better', () => {
    expect(value('columns', 'LM', 0.25)).toBe(0.75)
    expect(value('columns', 'DM', 4)).toBe(0.25)
    expect(value('items', 'ARE', 8)).toBe(0.125)
    expect(value('items', 'UL', -3285)).toBe(3285)
    expect(value('columns', 'accuracy C4.5', 0.8)).toBe(0.8)
    expect(value('columns', 'ARE', 2)).toBe(0.5)
  })

  it('has no value for 1/0, for figures that are not finite, and for those that are not there', () => {
    expect(value('items', 'ARE', 0)).toBeUndefined()
    expect(value('columns', 'LM', Number.NaN)).toBeUndefined()
    expect(axisValue(chooseAxis(tableRows, 'utility', 'LM'), makeRow('columns', {}))).toBeUndefined()
  })

  it('is better the larger it is, for every registered utility', () => {
    for (const { name, family, range } of [...allMetrics, ...itemMetrics]) {
      if (family !== 'utility') continue
      const low = range[0] < 0 ? -5 : 0.2
      const [less, more] = [value('columns', name, low), value('columns', name, 0.9)]
      expect(less, name).toBeGreaterThan(more as number)
    }
  })
})

describe('listAxes(rows, family)', () => {
  it('lists what the rows have in the registered order, learners last', () => {
    expect(listAxes(tableRows, 'utility').map(({ name }) => name)).toEqual(['LM', 'CM', 'DM', 'accuracy C4.5'])
    expect(listAxes(tableRows, 'risk').map(({ name }) => name)).toEqual(['prosecutor', 'marketer', 'uniques'])
    expect(listAxes([], 'risk')).toEqual([])
  })
})
