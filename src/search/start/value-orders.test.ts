import fc from 'fast-check'
import { expect, test } from 'vitest'
import { quietRun, searchProblem } from '../../../test/promises/search.ts'
import { tableFromRows } from '../../../test/small-tables.ts'
import type { CategoryTarget } from '../../frequency/frequency-table.ts'
import type { Grouping } from '../../hierarchy/grouping.ts'
import { reorderValues, treeHierarchy } from '../../hierarchy/tree.ts'
import { createEvaluator } from '../evaluation.ts'
import type { SearchProblem } from '../search.ts'
import { searchValueOrders } from './value-orders.ts'

const sizes = [4, 3]
const row = fc.record({
  codes: fc.tuple(fc.nat(3), fc.nat(2)),
  category: fc.nat(1),
  times: fc.integer({ min: 1, max: 6 }),
})

function makeProblem(
  rows: readonly { codes: [number, number]; category: number; times: number }[],
  k: number,
): SearchProblem {
  const hierarchies = sizes.map((size, i) =>
    treeHierarchy(`column${i}`, {
      name: `any column${i}`,
      children: Array.from({ length: size }, (_, code) => ({ name: `${i}:${code}` })),
    }),
  )
  const frequencies = tableFromRows(
    hierarchies.map(({ column, values }) => ({ name: column, size: values.length })),
    rows.flatMap(({ codes, category, times }) =>
      Array.from({ length: times }, () => ({ codes, categories: [category] })),
    ),
    { categories: [{ name: 'target', values: ['no', 'yes'] }] },
  )
  return searchProblem({ frequencies, hierarchies }, 'CM', k)
}

function partitions(size: number): Grouping[] {
  let all: number[][] = [[0]]
  for (let code = 1; code < size; code++)
    all = all.flatMap((groups) => Array.from({ length: Math.max(...groups) + 2 }, (_, group) => [...groups, group]))
  return all.map((groups) => ({ codeGroups: Int32Array.from(groups), groups: Math.max(...groups) + 1 }))
}

test(
  'searchValueOrders(small tables): the groups are as good as the best of all sets, and neighbours in the ' + 'order',
  () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 4, maxLength: 14 }),
        fc.integer({ min: 1, max: 6 }),
        async (rows, k) => {
          const problem = makeProblem(rows, k)
          const { frequencies, hierarchies } = problem
          const target = frequencies.targets[0] as CategoryTarget
          const { orders, groupings } = await searchValueOrders(problem, target, undefined, quietRun)
          const reordered = hierarchies.map((hierarchy, i) =>
            hierarchy.kind === 'tree' ? reorderValues(hierarchy, orders[i]) : hierarchy,
          )
          const columns = frequencies.columns.map((column, i) => ({
            ...column,
            codes: column.codes.map((code) => orders[i].indexOf(code)),
          }))
          const value = createEvaluator({
            ...problem,
            hierarchies: reordered,
            frequencies: { ...frequencies, columns },
          }).evaluate(groupings as readonly Grouping[]).value
          for (const { codeGroups } of groupings as readonly Grouping[])
            expect([...codeGroups]).toEqual([...codeGroups].sort())
          const evaluator = createEvaluator(problem)
          const all = partitions(sizes[0]).flatMap((a) =>
            partitions(sizes[1]).map((b) => evaluator.evaluate([a, b]).value),
          )
          expect(value).toBe(Math.min(...all))
        },
      ),
      { numRuns: 12 },
    ),
)

test(
  'searchValueOrders(goal LM) takes the order of the additive model: what a group loses depends on the ' + 'order',
  async () => {
    const rows = [0, 1, 2, 3].map((code) => ({ codes: [code, 0] as [number, number], category: code % 2, times: 3 }))
    const problem = { ...makeProblem(rows, 2), goal: searchProblem(makeProblem(rows, 2), 'LM', 2).goal }
    const found = await searchValueOrders(
      problem,
      problem.frequencies.targets[0] as CategoryTarget,
      undefined,
      quietRun,
    )
    expect(found.groupings).toBeUndefined()
    expect(found.orders.map((order) => [...order].sort())).toEqual(sizes.map((size) => [...Array(size).keys()]))
  },
)

test('searchValueOrders(cancelled) ends with what it has', async () => {
  const problem = makeProblem([{ codes: [0, 0], category: 0, times: 5 }], 2)
  const controller = new AbortController()
  controller.abort()
  let time = 0
  const run = { ...quietRun, now: () => (time += 1000), signal: controller.signal }
  const { orders } = await searchValueOrders(problem, problem.frequencies.targets[0] as CategoryTarget, undefined, run)
  expect(orders.map(({ length }) => length)).toEqual(sizes)
})
