import { expect, test } from 'vitest'
import { examineHierarchy } from '../../../src/hierarchy/resolve.ts'
import { type HierarchySettings, hierarchySpecification } from '../../../src/hierarchy/specification.ts'
import type { TaxonomyNode } from '../../../src/hierarchy/taxonomy/taxonomy.ts'
import { keptAlone } from './kept-alone.ts'

const made = (rows: Readonly<Record<string, number>>, settings: HierarchySettings, tree?: TaxonomyNode) => {
  const profile = { values: Object.keys(rows), counts: Object.values(rows), missingCount: 0 }
  const { hierarchy } = examineHierarchy('c', hierarchySpecification('c', settings, tree), profile, { missing: 'none' })
  if (hierarchy === undefined) throw new Error('no hierarchy')
  const codeRows = hierarchy.values.map((value) => rows[value] ?? 0)
  return (k: number) => keptAlone(hierarchy, codeRows, k)
}
const leaves = (...names: string[]): TaxonomyNode[] => names.map((name) => ({ name }))

test('keptAlone: a flat tree keeps all or nothing, groups keep a part', () => {
  const rows = { a: 6, b: 6, c: 1, d: 1, e: 6 }
  const flat = made(rows, { taxonomy: 't.json' }, { name: 'ANY', children: leaves('a', 'b', 'c', 'd', 'e') })
  expect([flat(1), flat(2), flat(21)]).toEqual([1, 0, undefined])
  const nested = made(
    rows,
    { taxonomy: 't.json' },
    { name: 'ANY', children: [...leaves('a', 'b', 'e'), { name: 'rare', children: leaves('c', 'd') }] },
  )
  // Two rows lose 1/4 each.
  expect(nested(2)).toBeCloseTo(1 - (2 * 0.25) / 20)
})

test('keptAlone: numbers in the best runs of at least k rows, as trying all runs finds them', () => {
  const rows = { 1: 2, 2: 1, 4: 3, 7: 1, 8: 2, 10: 4 }
  const numbers = made(rows, { type: 'numeric' })
  const values = Object.keys(rows).map(Number)
  const counts = Object.values(rows)
  const total = counts.reduce((sum, count) => sum + count, 0)
  const all = (from: number, k: number): number => {
    if (from === values.length) return 0
    let least = Infinity
    for (let to = from, inside = 0; to < values.length; to++) {
      inside += counts[to]
      if (inside >= k) least = Math.min(least, (inside * (values[to] - values[from])) / 9 + all(to + 1, k))
    }
    return least
  }
  for (const k of [1, 2, 3, 4, 5, 6, 7, 13]) expect(numbers(k), `k = ${k}`).toBeCloseTo(1 - all(0, k) / total, 9)
})
