import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomFrom } from '../../../ground/random.ts'
import type { CodedTable } from '../../../learn/coded-table.ts'
import { fullyGrown } from '../../../learn/decision-tree/grow.ts'
import type { TreeNode } from '../../../learn/decision-tree/tree.ts'
import { growAnonymousTree } from './anonymous-tree.ts'

function makeTable(
  columns: readonly (readonly number[])[],
  target: readonly number[],
  sizes: readonly number[],
): CodedTable {
  return {
    rows: target.length,
    columns: columns.map((codes, i) => ({
      kind: 'categories',
      name: `c${i}`,
      values: Array.from({ length: sizes[i] }, (_, code) => `v${code}`),
      codes: Int32Array.from(codes),
    })),
    target: { kind: 'categories', name: 'class', values: ['no', 'yes'], codes: Int32Array.from(target) },
  }
}

/** Rows at each leaf, sent down again by their codes. */
function leafSizes(root: TreeNode, table: CodedTable): number[] {
  const sizes = new Map<TreeNode, number>()
  for (let row = 0; row < table.rows; row++) {
    let node = root
    while (node.kind !== 'leaf') node = node.branches[(table.columns[node.column] as { codes: Int32Array }).codes[row]]
    sizes.set(node, (sizes.get(node) ?? 0) + 1)
  }
  return [...sizes.values()]
}

describe('growAnonymousTree', () => {
  // Quinlan's 14 rows: outlook (sunny, overcast, rain), temperature, humidity (high, normal), windy.
  const outlook = [0, 0, 1, 2, 2, 2, 1, 0, 0, 2, 0, 1, 1, 2]
  const temperature = [0, 0, 0, 1, 2, 2, 2, 1, 2, 1, 1, 1, 0, 1]
  const humidity = [0, 0, 0, 0, 1, 1, 1, 0, 1, 1, 1, 0, 1, 0]
  const windy = [0, 1, 0, 0, 0, 1, 1, 0, 0, 0, 1, 1, 0, 1]
  const play = [0, 0, 1, 1, 1, 0, 1, 0, 1, 1, 1, 1, 1, 0]
  const weather = makeTable([outlook, temperature, humidity, windy], play, [3, 3, 2, 2])

  it('without a bound tests outlook first, then humidity and wind, and errs nowhere', () => {
    const root = fullyGrown(growAnonymousTree(weather, { k: 1, confidence: 0.25, prune: false }))
    expect(root).toMatchObject({ kind: 'categories', column: 0 })
    const below =
      root.kind === 'leaf' ? [] : root.branches.map((branch) => (branch.kind === 'leaf' ? -1 : branch.column))
    expect(below).toEqual([2, -1, 3])
    expect(leafSizes(root, weather).sort()).toEqual([2, 2, 3, 3, 4])
  })

  it('with k = 5 gives outlook up, which has a branch of 4, and takes the next best', () => {
    const root = fullyGrown(growAnonymousTree(weather, { k: 5, confidence: 0.25, prune: false }))
    expect(root).toMatchObject({ kind: 'categories', column: 2 })
    expect(leafSizes(root, weather)).toEqual([7, 7])
  })

  it('has no leaf with 1 to k − 1 rows, pruned or not', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e6 }),
        fc.integer({ min: 2, max: 9 }),
        fc.boolean(),
        fc.integer({ min: 5, max: 150 }),
        (seed, k, prune, rows) => {
          const random = randomFrom(seed)
          const sizes = [2, 3, 4]
          const columns = sizes.map((size) =>
            Array.from({ length: rows }, () => Math.floor(size * random.uniform() ** 2)),
          )
          const target = columns[0].map((code, row) => (code + columns[1][row] + random.uniform() > 1.3 ? 1 : 0))
          const table = makeTable(columns, target, sizes)
          const root = fullyGrown(growAnonymousTree(table, { k, confidence: 0.25, prune }))
          const leaves = leafSizes(root, table)
          if (leaves.length > 1) for (const size of leaves) expect(size).toBeGreaterThanOrEqual(k)
        },
      ),
      { numRuns: 400 },
    )
  })
})
