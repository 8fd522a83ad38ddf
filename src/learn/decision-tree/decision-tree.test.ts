import { describe, expect, it } from 'vitest'
import { makeRows } from '../../../test/learn-tables.ts'
import { tableFromRows } from '../read-rows.ts'
import { findBranch, type TreeSettings, trainDecisionTree } from './decision-tree.ts'
import { rankAtMost, rankValues } from './training-data.ts'
import { branchShares, type TreeNode } from './tree.ts'

describe('trainDecisionTree', () => {
  it('is a tree that can be walked: the rows sent down give the weights of the nodes', () => {
    const table = makeRows(3000, 4)
    const { root, columns } = trainDecisionTree(table)
    expect(root.kind).not.toBe('leaf')
    const reached = new Map<TreeNode, number[]>()
    for (let row = 0; row < table.rows; row++) {
      for (let node: TreeNode = root; ; ) {
        const counts = reached.get(node) ?? [0, 0]
        counts[table.target.codes[row]]++
        reached.set(node, counts)
        if (node.kind === 'leaf') break
        const column = table.columns[node.column]
        expect(column.name).toBe(columns[node.column].name)
        node = node.branches[findBranch(node, column.kind === 'categories' ? column.codes[row] : column.values[row])]
      }
    }
    for (const [node, counts] of reached) expect([...node.classWeights]).toEqual(counts)
    expect(reached.size).toBeGreaterThan(10)
  })

  it('takes as threshold a value that occurs, with rows on both sides', () => {
    const rows = [1, 2, 3, 4, 10, 11, 12, 13].map((x) => [String(x), x < 5 ? 'low' : 'high'])
    const { root } = trainDecisionTree(
      tableFromRows(rows, { header: ['x', 'y'], columns: [{ name: 'x', type: 'numbers' }], target: 'y' }),
    )
    expect(root).toMatchObject({ kind: 'threshold', threshold: 4 })
  })

  it('divides a row whose tested value is missing by the shares of the branches', () => {
    const rows = [
      ...Array.from({ length: 6 }, () => ['p', 'yes']),
      ...Array.from({ length: 3 }, () => ['q', 'no']),
      ['?', 'no'],
    ]
    const model = trainDecisionTree(tableFromRows(rows, { header: ['x', 'y'], columns: [{ name: 'x' }], target: 'y' }))
    const { root } = model
    if (root.kind === 'leaf') throw new Error('expected a split')
    expect(root.branches.map((branch) => branch.weight)).toEqual([6 + 6 / 9, 3 + 3 / 9])
    expect([...branchShares(root)].map((share) => share.toFixed(9))).toEqual([(6 / 9).toFixed(9), (3 / 9).toFixed(9)])
    // Classes are no, yes: down both branches by their shares.
    const asked = tableFromRows([['?', 'no']], { header: ['x', 'y'], columns: [{ name: 'x' }], target: 'y' })
    const [no] = model.predict(asked)
    expect(no).toBeCloseTo((6 / 9) * (6 / 9 / (6 + 6 / 9)) + 3 / 9, 12)
  })

  it('answers with the node itself where no training row had the value', () => {
    const values = ['p', 'q', 'never']
    const plan = { header: ['x', 'y'], columns: [{ name: 'x', values }], target: 'y', targetValues: ['no', 'yes'] }
    const rows = [...Array.from({ length: 8 }, () => ['p', 'yes']), ...Array.from({ length: 4 }, () => ['q', 'no'])]
    const model = trainDecisionTree(tableFromRows(rows, plan))
    expect(model.size).toEqual({ leaves: 3, nodes: 4 })
    expect([...model.predict(tableFromRows([['never', 'no']], plan))]).toEqual([4 / 12, 8 / 12])
  })

  it('prunes more with less confidence, and splits less with a larger minimum', () => {
    const table = makeRows(4000, 9)
    const nodes = (settings: Partial<TreeSettings>) => trainDecisionTree(table, settings).size.nodes
    const grown = nodes({ prune: false })
    expect(nodes({})).toBeLessThan(grown)
    expect(nodes({ confidence: 0.01 })).toBeLessThan(nodes({ confidence: 0.5 }))
    expect(nodes({ prune: false, minimum: 50 })).toBeLessThan(grown / 2)
  })
})

describe('rankValues', () => {
  it('ranks distinct values, missing ones as -1', () => {
    const { codes, size, values } = rankValues(Float64Array.of(3, Number.NaN, -1, 3, 0.5))
    expect([...codes]).toEqual([2, -1, 0, 2, 1])
    expect(size).toBe(3)
    expect([...values]).toEqual([-1, 0.5, 3])
    expect([-2, -1, 0, 3, 9].map((limit) => rankAtMost(values, limit))).toEqual([-1, 0, 0, 2, 2])
  })
})
