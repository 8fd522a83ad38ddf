import { describe, expect, it } from 'vitest'
import { tableRows, webViewRows } from '../../../test/example-rows.ts'
import { compareSearches } from './comparison.ts'
import { testSearches } from './significance.ts'
import type { StudyRow } from './study-row.ts'

/** `values[search][k]`, one seed. */
function makeRows(
  values: Readonly<Record<string, Readonly<Record<number, number>>>>,
  seed = 1,
  data = 'a.csv',
): StudyRow[] {
  return Object.entries(values).flatMap(([algorithm, byK], search) =>
    Object.entries(byK).map(([k, LM], place) => ({
      run: `${data === 'a.csv' ? 1 : 2}${seed}${search}${place}`,
      settings: { algorithm, 'privacy.k': Number(k) },
      data,
      kind: 'columns' as const,
      algorithm,
      k: Number(k),
      seed,
      outcome: 'found' as const,
      metrics: { LM },
      risks: {},
    })),
  )
}

describe('compareSearches(rows)', () => {
  it('names the winner of each contiguous range of k, and ties', () => {
    const rows = makeRows({
      left: { 2: 0.1, 5: 0.2, 10: 0.4, 20: 0.5, 50: 0.6 },
      right: { 2: 0.3, 5: 0.3, 10: 0.3, 20: 0.5, 50: 0.5 },
    })
    const [{ metrics }] = compareSearches(rows)
    expect(metrics[0].regions).toEqual([
      { from: 2, to: 5, winners: ['left'], compared: 2 },
      { from: 10, to: 10, winners: ['right'], compared: 2 },
      { from: 20, to: 20, winners: ['left', 'right'], compared: 2 },
      { from: 50, to: 50, winners: ['right'], compared: 2 },
    ])
  })

  it('takes higher figures for better where they are', () => {
    const [{ metrics }] = compareSearches(tableRows)
    const accuracy = metrics.find(({ axis }) => axis.name === 'accuracy C4.5')
    expect(accuracy?.regions[0]).toMatchObject({ from: 5, to: 5, winners: ['pareto'] })
    expect(accuracy?.regions[1]).toMatchObject({ from: 10, winners: ['genetic'] })
    expect(accuracy?.regions.at(-1)).toMatchObject({ to: 50, winners: ['bottom-up'] })
  })

  it('takes areas by trapezoids over the k that all searches have', () => {
    const rows = makeRows({ one: { 2: 0.1, 4: 0.3, 8: 0.5 }, other: { 2: 0.2, 4: 0.2 } })
    const [{ metrics }] = compareSearches(rows)
    expect(metrics[0].shared).toEqual([2, 4])
    expect(metrics[0].curves.map(({ area }) => area)).toEqual([expect.closeTo(0.4, 12), expect.closeTo(0.4, 12)])
    expect(metrics[0].curves[0].meanOverK).toBeCloseTo(0.2, 12)
    expect(metrics[0].regions.at(-1)).toMatchObject({ from: 8, winners: ['one'], compared: 1 })
  })

  it('does not let a search with few k take the areas of the others', () => {
    const [{ metrics }] = compareSearches(tableRows)
    expect(metrics[0].shared).toEqual([5, 10, 25, 50])
    expect(metrics[0].curves.map(({ area }) => area !== undefined)).toEqual([true, true, false, false])
  })

  it('gives mean and range over seeds, and of a front its best point', () => {
    const [{ metrics, searches }] = compareSearches(tableRows)
    expect(searches).toEqual(['genetic', 'bottom-up', 'pareto', 'lattice'])
    const loss = metrics[0].curves
    const values = tableRows.slice(0, 3).map((row) => row.metrics['LM'])
    expect(loss[0].points[0]).toEqual({
      k: 5,
      mean: expect.closeTo((values[0] + values[1] + values[2]) / 3, 12),
      low: values[0],
      high: values[2],
      repeats: 3,
    })
    expect(loss[2].points).toEqual([{ k: 5, mean: 0.19, low: 0.19, high: 0.19, repeats: 1 }])
    expect(loss[3].points).toEqual([])
  })

  it('spreads a front that was asked for no k over the k of the others', () => {
    const rows = tableRows.map(({ k, ...row }) => (row.point === undefined ? { ...row, k } : row))
    const pareto = compareSearches(rows)[0].metrics[0].curves[2]
    expect(pareto.points.map(({ k, mean }) => [k, mean])).toEqual([
      [5, 0.19],
      [10, 0.28],
    ])
  })
})

describe('testSearches(rows)', () => {
  const steady = {
    good: { 2: 0.1, 5: 0.2, 10: 0.3 },
    middle: { 2: 0.2, 5: 0.3, 10: 0.4 },
    bad: { 2: 0.3, 5: 0.4, 10: 0.5 },
  }
  const shifted = (by: number) =>
    Object.fromEntries(
      Object.entries(steady).map(([name, byK]) => [
        name,
        Object.fromEntries(Object.entries(byK).map(([k, value]) => [k, value + by])),
      ]),
    )

  it('says nothing of studies without repeats, nor where seeds change nothing', () => {
    expect(testSearches(webViewRows)).toMatchObject({
      tests: [],
      note: expect.stringContaining('nothing was repeated'),
    })
    const copies = [1, 2, 3].flatMap((seed) => makeRows(steady, seed))
    expect(testSearches(copies)).toMatchObject({ tests: [], note: expect.stringContaining('blocks that differ') })
  })

  it('finds searches that always come in the same order', () => {
    const rows = [1, 2, 3, 4].flatMap((seed) => makeRows(shifted(seed / 100), seed))
    const { tests } = testSearches(rows)
    expect(tests).toHaveLength(1)
    expect(tests[0]).toMatchObject({ metric: 'LM', blocks: 12, differ: true })
    expect(tests[0].diagram.methods.map(({ name, rank, differs }) => [name, rank, differs])).toEqual([
      ['good', expect.closeTo(1, 9), false],
      ['middle', expect.closeTo(2, 9), true],
      ['bad', expect.closeTo(3, 9), true],
    ])
    expect(tests[0].words).toContain('better than middle and bad beyond chance')
  })

  it('finds none where the order changes from block to block', () => {
    const turns = [steady, { good: steady.bad, middle: steady.good, bad: steady.middle }]
    const rows = [1, 2, 3, 4].flatMap((seed) => {
      const { good, middle, bad } = turns[seed % 2] as typeof steady
      const swapped = seed > 2 ? { good: bad, middle, bad: good } : { good, middle, bad }
      const noise = Object.fromEntries(
        Object.entries(swapped).map(([name, byK]) => [
          name,
          Object.fromEntries(Object.entries(byK).map(([k, value]) => [k, value + seed / 1000])),
        ]),
      )
      return makeRows(noise, seed)
    })
    const { tests } = testSearches(rows)
    expect(tests[0].differ).toBe(false)
    expect(tests[0].words).toContain('no difference between the searches can be seen')
  })

  it('leaves out searches with few figures instead of giving up the others', () => {
    const { tests } = testSearches(tableRows)
    const loss = tests.find(({ metric }) => metric === 'LM')
    expect(loss).toMatchObject({ blocks: 12 })
    expect(loss?.diagram.methods.map(({ name }) => name).sort()).toEqual(['bottom-up', 'genetic'])
  })

  it('takes data sets as repeats too', () => {
    const rows = [...makeRows(steady), ...makeRows(shifted(0.1), 1, 'b.csv')]
    expect(testSearches(rows).tests[0]).toMatchObject({ blocks: 6, differ: true })
  })
})
