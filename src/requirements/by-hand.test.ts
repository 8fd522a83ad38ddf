/** The hand-computed examples of the requirements' READMEs. */
import { describe, expect, it } from 'vitest'
import { tableFromRows } from '../../test/small-tables.ts'
import { buildFrequencyTable } from '../frequency/build-frequency-table.ts'
import { plainCounter } from '../frequency/kernel/plain-counter.ts'
import { finestGrouping } from '../hierarchy/grouping.ts'
import { makeRequirement } from './index.ts'
import { fewestRows } from './k-map/k-map.ts'
import type { RequirementColumn } from './requirement.ts'

function holds(
  name: string,
  options: object,
  counts: Readonly<Record<string, number>>,
  others: Readonly<Record<string, number>> = {},
  column: Partial<RequirementColumn> = {},
): boolean {
  const values = [...new Set([...Object.keys(counts), ...Object.keys(others)])]
  const rowsOf = (code: number, counts: Readonly<Record<string, number>>) =>
    Object.entries(counts).flatMap(([value, count]) =>
      Array.from({ length: count }, () => ({ codes: [code], categories: [values.indexOf(value)] })),
    )
  const table = tableFromRows([{ name: 'a', size: 2 }], [...rowsOf(0, counts), ...rowsOf(1, others)], {
    categories: [{ name: 's', values }],
    sensitive: ['s'],
  })
  const requirement = makeRequirement(name, { column: 's', ...options }, [{ name: 's', role: 'sensitive', ...column }])
  const classes = plainCounter(table).count([finestGrouping(2)])
  const broken = new Uint8Array(2)
  requirement.mark(classes, table, broken)
  return broken[classes.classIds[0]] === 0
}

describe('examples by hand', () => {
  it('k-anonymity: classes of 5, 3 and 2 rows; ten rows of three people', () => {
    const rows = [5, 3, 2].flatMap((size, code) => Array.from({ length: size }, () => code))
    const ofRows = (codes: readonly number[], persons: readonly number[] | undefined, k: number) => {
      const frequencies = buildFrequencyTable({
        columns: [{ name: 'a', size: 3, codes }],
        counts: codes.map(() => 1),
        targets: [],
        persons: persons && { count: 3, codes: persons },
      })
      const classes = plainCounter(frequencies).count([finestGrouping(3)])
      const broken = new Uint8Array(classes.count)
      makeRequirement('k-anonymity', k, [], persons && 'who').mark(classes, frequencies, broken)
      return [...broken].filter((mark) => mark === 1).length
    }
    expect([2, 3, 4].map((k) => ofRows(rows, undefined, k))).toEqual([0, 1, 2])
    const people = rows.map((_, i) => i % 3)
    const together = rows.map(() => 0)
    expect([ofRows(together, undefined, 4), ofRows(together, people, 4), ofRows(together, people, 3)]).toEqual([
      0, 1, 0,
    ])
  })

  const ill = { flu: 3, cold: 2, ulcer: 1 }

  it('l-diversity: flu 3, cold 2, ulcer 1', () => {
    expect(holds('l-diversity', { l: 3 }, ill)).toBe(true)
    expect(holds('l-diversity', { l: 4 }, ill)).toBe(false)
    expect(holds('l-diversity', { l: 2.74, kind: 'entropy' }, ill)).toBe(true)
    expect(holds('l-diversity', { l: 2.75, kind: 'entropy' }, ill)).toBe(false)
    expect(holds('l-diversity', { l: 2, kind: 'recursive', c: 1.01 }, ill)).toBe(true)
    expect(holds('l-diversity', { l: 2, kind: 'recursive', c: 1 }, ill)).toBe(false)
    expect(holds('l-diversity', { l: 3, kind: 'recursive', c: 3.01 }, ill)).toBe(true)
    expect(holds('l-diversity', { l: 3, kind: 'recursive', c: 3 }, ill)).toBe(false)
  })

  it('t-closeness: a, a, b, c among a 50 %, b 30 %, c 20 %', () => {
    // 40 rows in all: 20, 12, 8.
    const [inside, others] = [
      { a: 2, b: 1, c: 1 },
      { a: 18, b: 11, c: 7 },
    ]
    const near = (options: object, column: object, distance: number) => {
      expect(holds('t-closeness', { ...options, t: distance + 1e-6 }, inside, others, column)).toBe(true)
      expect(holds('t-closeness', { ...options, t: distance - 1e-6 }, inside, others, column)).toBe(false)
    }
    near({ distance: 'equal' }, {}, 0.05)
    near({ distance: 'ordered' }, { order: ['a', 'b', 'c'] }, 0.025)
    const taxonomy = { name: 'any', children: [{ name: 'x', children: [{ name: 'a' }, { name: 'b' }] }, { name: 'c' }] }
    near({ distance: 'tree' }, { taxonomy }, 0.05)
  })

  it('β-likeness: ulcer from 10 % to 30 %; flu at 60 % may become 90.6 %', () => {
    const [inside, others] = [
      { ulcer: 3, flu: 7 },
      { ulcer: 7, flu: 83 },
    ]
    expect(holds('beta-likeness', { beta: 2, kind: 'basic' }, inside, others)).toBe(true)
    expect(holds('beta-likeness', { beta: 1.9, kind: 'basic' }, inside, others)).toBe(false)
    const frequent = (flu: number) =>
      holds('beta-likeness', { beta: 9 }, { flu, cold: 1000 - flu }, { flu: 6000 - flu, cold: 3000 + flu })
    expect(frequent(906)).toBe(true)
    expect(frequent(907)).toBe(false)
  })

  it('δ-disclosure: flu at 50 % in all rows, at 25 % in the class', () => {
    const [inside, others] = [
      { flu: 2, cold: 6 },
      { flu: 6, cold: 2 },
    ]
    expect(holds('delta-disclosure', { delta: 0.7 }, inside, others)).toBe(true)
    expect(holds('delta-disclosure', { delta: 0.69 }, inside, others)).toBe(false)
    expect(holds('delta-disclosure', { delta: 1.001, values: 'occurring' }, inside, others)).toBe(true)
    expect(holds('delta-disclosure', { delta: 0.999, values: 'occurring' }, inside, others)).toBe(false)
    expect(holds('delta-disclosure', { delta: 9 }, { flu: 4 }, others)).toBe(false)
  })

  it('(α,k): flu 3, cold 2', () => {
    const five = { flu: 3, cold: 2 }
    expect(holds('alpha-k', { alpha: 0.6, k: 5 }, five)).toBe(true)
    expect(holds('alpha-k', { alpha: 0.6, k: 6 }, five)).toBe(false)
    expect(holds('alpha-k', { alpha: 0.5, k: 5 }, five)).toBe(false)
    expect(holds('alpha-k', { alpha: 0.5, k: 5, values: ['cold'] }, five)).toBe(true)
  })
})

describe('fewestRows(mean, α)', () => {
  it('is 3 for k = 5 and 100 rows of 1,000 people', () => {
    expect(fewestRows(0.5, 0.05, false)).toBe(3)
    expect(fewestRows(0.5, 0.1, false)).toBe(2)
    // Given at least one row: P(X < 2) = 0.771, P(X < 3) = 0.963.
    expect(fewestRows(0.5, 0.05, true)).toBe(3)
    expect(fewestRows(0.5, 0.3, true)).toBe(2)
    expect(fewestRows(900, 0.5, false)).toBeGreaterThan(890)
  })
})

describe('makeRequirement refuses', () => {
  const columns = [
    { name: 'diagnosis', role: 'sensitive' },
    { name: 'age', role: 'quasi-identifier' },
  ] as const
  it.each([
    ['l-diversity', { column: 'age', l: 3 }, 'whose role is quasi-identifier'],
    ['l-diversity', { column: 'diagnose', l: 3 }, 'did you mean "diagnosis"?'],
    ['l-diversity', { column: 'diagnosis' }, 'needs l'],
    ['l-diversity', { column: 'diagnosis', l: 2.5 }, 'l must be a whole number unless kind is entropy; got 2.5'],
    ['l-diversity', { column: 'diagnosis', l: 2, kind: 'recursive' }, 'c is for kind: recursive'],
    ['t-closeness', { column: 'diagnosis', t: 2 }, 't must be a number from 0 to 1; got 2'],
    ['t-closeness', { column: 'diagnosis', t: 0.2, distance: 'ordered' }, 'needs to know the order of "diagnosis"'],
    ['t-closeness', { column: 'diagnosis', t: 0.2, distance: 'tree' }, 'needs the tree of "diagnosis"'],
    ['alpha-k', { column: 'diagnosis', alpha: 0.5, k: 2, values: [] }, 'values must be a list of values; got []'],
  ])('%s %j', (name, options, message) => {
    expect(() => makeRequirement(name, options, columns)).toThrow(message)
  })
})
