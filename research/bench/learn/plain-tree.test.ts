import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomFrom } from '../../../src/ground/random.ts'
import type { CodedTable } from '../../../src/learn/coded-table.ts'
import { trainDecisionTree } from '../../../src/learn/decision-tree/decision-tree.ts'
import type { TreeNode } from '../../../src/learn/decision-tree/tree.ts'
import { growPlainTree, type PlainNode } from './plain-tree.ts'

describe('trainDecisionTree against the plain tree', () => {
  for (const prune of [true, false]) {
    it(`gives the same tree on random tables with missing cells and weights, ${prune ? 'pruned' : 'grown'}`, () => {
      let splits = 0
      fc.assert(
        fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 4, max: 100 }), (seed, rows) => {
          const table = randomTable(seed, rows)
          const { root } = trainDecisionTree(table, { prune })
          if (root.kind !== 'leaf') splits++
          expectSame(root, growPlainTree(table, { prune }))
        }),
        { numRuns: 120, seed: 11 },
      )
      expect(splits).toBeGreaterThan(30)
    })
  }
})

function expectSame(node: TreeNode, plain: PlainNode): void {
  expect(Array.from(node.classWeights, (weight) => weight.toFixed(6))).toEqual(
    plain.classes.map((weight) => weight.toFixed(6)),
  )
  if (node.kind === 'leaf') {
    expect(plain.branches).toHaveLength(0)
    return
  }
  expect(node.column).toBe(plain.column)
  expect(node.kind === 'threshold' ? node.threshold : undefined).toBe(plain.threshold)
  expect(node.branches).toHaveLength(plain.branches.length)
  for (const [place, branch] of node.branches.entries()) expectSame(branch, plain.branches[place])
}

function randomTable(seed: number, rows: number): CodedTable {
  const random = randomFrom(seed)
  const missing = random.integer(3) * 0.15
  const classes = 2 + random.integer(2)
  const sizes = [2, 3, 5]
  const labels = Int32Array.from({ length: rows }, () => random.integer(classes))
  // Cells follow the class part of the time, so that there is something to learn.
  const cell = (row: number, size: number) =>
    random.uniform() < missing ? -1 : random.uniform() < 0.4 ? labels[row] % size : random.integer(size)
  const numbers = (distinct: number) =>
    Float64Array.from(labels, (_, row) => {
      const value = cell(row, distinct)
      return value < 0 ? Number.NaN : value / 4
    })
  return {
    rows,
    columns: [
      ...sizes.map((size) => ({
        kind: 'categories' as const,
        name: `c${size}`,
        values: Array.from({ length: size }, (_, code) => String(code)),
        codes: Int32Array.from(labels, (_, row) => cell(row, size)),
      })),
      { kind: 'numbers', name: 'few', values: numbers(6) },
      { kind: 'numbers', name: 'many', values: numbers(4000) },
    ],
    target: { kind: 'categories', name: 'class', values: ['a', 'b', 'c'].slice(0, classes), codes: labels },
    weights: random.integer(2) === 1 ? Float64Array.from(labels, () => random.integer(4)) : undefined,
  }
}
