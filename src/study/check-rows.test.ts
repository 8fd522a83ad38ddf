import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tableRows, webViewRows } from '../../test/example-rows.ts'
import type { StudyRow } from '../report/study/study-row.ts'
import { checkRows } from './check-rows.ts'

const row: StudyRow = {
  run: '1',
  settings: {},
  data: 'people.csv',
  kind: 'columns',
  algorithm: 'lattice',
  k: 5,
  seed: 1,
  outcome: 'found',
  smallestClass: 5,
  metrics: { LM: 0.4, CM: 0.1, DM: 40_000, 'accuracy C4.5': 0.8, 'ROC area C4.5': Number.NaN },
  risks: { prosecutor: 0.2, uniques: 3 },
}
const check = (change: Partial<StudyRow>) => () => checkRows([{ ...row, ...change }], 'x.csv')

describe('checkRows(rows, file)', () => {
  it.each([tableRows, webViewRows, [row]])('takes rows that studies write', (...rows) => {
    expect(() => checkRows(rows.flat(), 'x.csv')).not.toThrow()
  })

  it.each([
    [{ risks: { prosecutor: -3 } }, 'risk prosecutor must be a number from 0 to 1; got -3'],
    [{ risks: { prosecutor: 1.5 } }, 'risk prosecutor must be a number from 0 to 1; got 1.5'],
    [{ risks: { prosecutor: Number.NaN } }, 'risk prosecutor must be a number from 0 to 1; got NaN'],
    [{ risks: { uniques: -1 } }, 'risk uniques must be a number of at least 0; got -1'],
    [{ metrics: { LM: 7 } }, 'utility LM must be a number from 0 to 1; got 7'],
    [{ metrics: { DM: -4 } }, 'utility DM must be a number of at least 0; got -4'],
    [{ metrics: { 'accuracy C4.5': 80 } }, 'utility accuracy C4.5 must be a number from 0 to 1; got 80'],
    [{ k: 2.5 }, 'k must be a whole number of at least 1; got 2.5'],
    [{ smallestClass: -5 }, 'smallestClass must be a whole number of at least 0; got -5'],
    [{ point: 0 }, 'point must be a whole number of at least 1; got 0'],
  ])('refuses %j', (change: Partial<StudyRow>, told) => {
    expect(check(change)).toThrow(`${told}: correct the cell, or leave it empty`)
    expect(check(change)).toThrow(/^x\.csv, row 1 \(run 1/)
  })

  it('takes costs above 1, which a cost matrix makes of CM, and a rounding error', () => {
    expect(check({ metrics: { CM: 3, LM: 1 + 1e-12 } })).not.toThrow()
  })

  it('takes exactly the risks from 0 to 1', () => {
    fc.assert(
      fc.property(fc.double(), (prosecutor) => {
        const holds = prosecutor >= -1e-9 && prosecutor <= 1 + 1e-9
        if (holds) expect(check({ risks: { prosecutor } })).not.toThrow()
        else expect(check({ risks: { prosecutor } })).toThrow('risk prosecutor')
      }),
    )
  })
})
