/** Small tables with baskets for tests of their search: an age, a sex, and items of a tree with four leaves. */
import type { FrequencyTable } from '../src/frequency/frequency-table.ts'
import type { Hierarchy } from '../src/hierarchy/hierarchy.ts'
import { treeHierarchy } from '../src/hierarchy/tree.ts'
import { makeRequirement } from '../src/requirements/index.ts'
import { makeGoal } from '../src/search/goal.ts'
import type { MixedProblem } from '../src/search/methods/mixed/mixed.ts'

export interface Row {
  readonly age: number
  readonly sex: 'F' | 'M'
  readonly items: readonly string[]
}

const sexes = treeHierarchy('sex', { name: 'any', children: [{ name: 'F' }, { name: 'M' }] })
const codes = treeHierarchy('codes', {
  name: 'ANY',
  children: [
    { name: 'A', children: [{ name: 'a1' }, { name: 'a2' }] },
    { name: 'B', children: [{ name: 'b1' }, { name: 'b2' }] },
  ],
})

export function problemOf(rows: readonly Row[], k: number, m: number): MixedProblem {
  const ages = [...new Set(rows.map(({ age }) => age))].sort((a, b) => a - b)
  const age: Hierarchy = {
    ...sexes,
    kind: 'number',
    column: 'age',
    values: ages.map(String),
    low: Float64Array.from(ages),
    high: Float64Array.from(ages),
    tree: undefined,
  }
  const hierarchies = [age, sexes]
  const keys = [...new Set(rows.map((row) => `${row.age} ${row.sex}`))]
  const codesOf = (key: string) => [ages.indexOf(Number(key.split(' ')[0])), sexes.values.indexOf(key.split(' ')[1])]
  const combinationOf = Int32Array.from(rows, (row) => keys.indexOf(`${row.age} ${row.sex}`))
  const frequencies: FrequencyTable = {
    combinations: keys.length,
    rows: rows.length,
    counts: Int32Array.from(keys, (_, i) => combinationOf.filter((combination) => combination === i).length),
    columns: hierarchies.map(({ column, values }, c) => ({
      name: column,
      size: values.length,
      codes: Int32Array.from(keys, (key) => codesOf(key)[c]),
    })),
    targets: [],
  }
  const goal = makeGoal('general', { frequencies, hierarchies, weights: [1, 1], k })
  const offsets = [0]
  for (const { items } of rows) offsets.push((offsets.at(-1) as number) + items.length)
  const baskets = {
    count: rows.length,
    offsets: Int32Array.from(offsets),
    codes: Int32Array.from(rows.flatMap(({ items }) => items.map((item) => codes.values.indexOf(item)))),
  }
  return {
    frequencies,
    hierarchies,
    requirements: [makeRequirement('k-anonymity', k, [])],
    suppressionLimit: 1,
    suppressedGroup: 'exempt',
    goal,
    items: { baskets, combinationOf, tree: codes.tree, m },
  }
}

export const { tree: itemTree } = codes
export const leavesOf = ({ items }: Row) => items.map((item) => codes.values.indexOf(item))

/** Every set of 1 to m of the values. */
export function setsUpTo(values: readonly (number | string)[], m: number): string[] {
  const sets: (number | string)[][] = [[]]
  for (const value of values) for (const set of [...sets]) if (set.length < m) sets.push([...set, value])
  return sets.filter(({ length }) => length > 0).map((set) => set.join(' '))
}
