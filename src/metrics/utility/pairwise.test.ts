import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { partitionOf } from '../../../test/partitions.ts'
import { equalSettings, tableFromRows } from '../../../test/small-tables.ts'
import { groupingFromStarts } from '../../hierarchy/grouping.ts'
import { type Hierarchy, knownValues, smallestNode } from '../../hierarchy/hierarchy.ts'
import { numberHierarchyFromBins } from '../../hierarchy/number.ts'
import { orderHierarchy } from '../../hierarchy/order.ts'
import type { TaxonomyNode } from '../../hierarchy/taxonomy/taxonomy.ts'
import { treeHierarchy } from '../../hierarchy/tree.ts'
import { utilityLoss } from './loss.ts'
import { utilityPairwise } from './pairwise.ts'

const leaves = (...names: string[]) => names.map((name) => ({ name }))

/** The tree of Iyengar's Figure 1. */
const work = treeHierarchy('work', {
  name: 'Any',
  children: [
    { name: 'Self-employed', children: leaves('Self-inc', 'Self-not-inc') },
    { name: 'Government', children: leaves('Federal', 'State', 'Local') },
    { name: 'Private' },
    { name: 'Unemployed', children: leaves('Without-pay', 'Never-worked') },
  ],
})

function priceOf(hierarchy: Hierarchy, from: number, to: number): number {
  const settings = equalSettings([hierarchy])
  const frequencies = tableFromRows([{ name: hierarchy.column, size: hierarchy.values.length }], [{ codes: [from] }])
  return utilityPairwise.prices(frequencies, settings).columns[0].shown(from, to)
}

function slowPrice(values: number, from: number, to: number, distance: (v: number, u: number) => number): number {
  const sum = (first: number, last: number) => {
    let all = 0
    for (let v = first; v <= last; v++) for (let u = first; u <= last; u++) if (u !== v) all += distance(v, u)
    return all / (last - first + 1)
  }
  const whole = sum(0, values - 1)
  return whole === 0 ? 0 : sum(from, to) / whole
}

describe('pairwise', () => {
  it('of State-gov as Government in the tree of eight work classes is 16/169, where LM has 2/7', () => {
    // Three values, two others each at 2/7: 4/7. Of all eight: 46 pairs meet at the root, 2, 6 and 2 below: (46 + 2/7 +
    // 12/7 + 2/7)/8.
    expect(priceOf(work, 2, 4)).toBeCloseTo(16 / 169, 14)
    expect(priceOf(work, 0, 7)).toBe(1)
    expect(priceOf(work, 3, 3)).toBe(0)
  })

  it('is LM where every pair loses alike', () => {
    const flat = treeHierarchy('a', { name: 'Any', children: leaves('p', 'q', 'r', 's', 't') })
    const rows = Array.from({ length: 10 }, (_, i) => ({ codes: [i % 5] }))
    const frequencies = tableFromRows([{ name: 'a', size: 5 }], rows)
    const partition = partitionOf(frequencies, [groupingFromStarts([0, 2, 3], 5)], (size) => size < 3)
    const settings = equalSettings([flat])
    expect(utilityPairwise.compute(partition, settings)).toBeCloseTo(utilityLoss.compute(partition, settings), 14)
  })

  it('agrees with the sum over all pairs, and never falls when a group grows', () => {
    const trees: fc.Arbitrary<TaxonomyNode> = fc.letrec<{ node: TaxonomyNode }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 3, depthSize: 'small' },
        fc.constant({ name: '' }),
        fc.record({ name: fc.constant(''), children: fc.array(tie('node'), { minLength: 2, maxLength: 3 }) }),
      ),
    })).node
    const named = (node: TaxonomyNode, path = 'n'): TaxonomyNode => ({
      name: path,
      children: node.children?.map((child, i) => named(child, `${path}${i}`)),
    })
    const hierarchies = fc.oneof(
      fc
        .array(trees, { minLength: 2, maxLength: 4 })
        .map((children) => treeHierarchy('a', named({ name: '', children }))),
      fc.integer({ min: 2, max: 9 }).map((size) =>
        orderHierarchy(
          'a',
          Array.from({ length: size }, (_, i) => `v${i}`),
        ),
      ),
      fc.uniqueArray(fc.integer({ min: 0, max: 50 }), { minLength: 2, maxLength: 9 }).map((numbers) => {
        const low = Float64Array.from(numbers).sort()
        return numberHierarchyFromBins('a', low, low)
      }),
    )
    fc.assert(
      fc.property(hierarchies, (hierarchy) => {
        const size = knownValues(hierarchy)
        const distance = (v: number, u: number) => {
          if (hierarchy.kind === 'number') return Math.abs(hierarchy.low[v] - hierarchy.low[u])
          if (hierarchy.kind === 'order') return Math.abs(v - u)
          const [first, last] = smallestNode(hierarchy.tree, Math.min(v, u), Math.max(v, u))
          return last - first
        }
        for (let from = 0; from < size; from++) {
          for (let to = from; to < size; to++) {
            const price = priceOf(hierarchy, from, to)
            expect(price).toBeCloseTo(slowPrice(size, from, to, distance), 10)
            if (to > from) expect(price).toBeGreaterThanOrEqual(priceOf(hierarchy, from, to - 1) - 1e-12)
          }
        }
      }),
      { numRuns: 60 },
    )
  })
})
