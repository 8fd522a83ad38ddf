/**
 * The enlarged Adult of Wang, Yu, Chakraborty 2004, §6.2: to each of the 45,222 complete records σ − 1 variations with random leaf values
 * in ρ random columns of the seven. Read from the files beside the repository; nothing of it is kept. Class of a variation: its record's.
 */
import { readFileSync } from 'node:fs'
import type { FrequencyTable } from '../src/frequency/frequency-table.ts'
import { randomFrom, shuffle } from '../src/ground/random.ts'
import type { Hierarchy } from '../src/hierarchy/hierarchy.ts'
import { type AdultColumn, adultFile, readAdult } from './adult.ts'
import { type Nested, treeHierarchy } from './small-tables.ts'

/** The seven categorical quasi-identifiers, in the order of the paper's Table 1. */
export const sevenColumns = [
  'occupation',
  'education',
  'native-country',
  'marital-status',
  'sex',
  'race',
  'workclass',
] as const satisfies readonly AdultColumn[]

export const incomes = ['<=50K', '>50K']

export function sevenHierarchies(): Hierarchy[] {
  type Node = { readonly name: string; readonly children?: readonly Node[] }
  const nested = (node: Node): Nested =>
    node.children === undefined ? node.name : { name: node.name, children: node.children.map(nested) }
  return sevenColumns.map((column) =>
    treeHierarchy(column, nested(JSON.parse(readFileSync(adultFile(`taxonomies/${column}.json`), 'utf8')))),
  )
}

export interface Enlargement {
  /** σ: rows per record. */
  readonly scale: number
  /** ρ: columns that take random values, drawn anew for each variation. */
  readonly novelty: number
  /** The columns themselves, by their places, the same for all variations: none are drawn. */
  readonly columns?: readonly number[]
  readonly seed: number
  /** Where random values come from: evenly from the leaves of the tree (default), or from a record drawn at random. */
  readonly draw?: 'leaves' | 'records'
}

/** Makes the rows one after the other: one code per column, and the place of the income. */
export function forEachRow(
  hierarchies: readonly Hierarchy[],
  { scale, novelty, columns, seed, draw = 'leaves' }: Enlargement,
  visit: (row: readonly number[], income: number) => void,
): void {
  const random = randomFrom(seed)
  const sizes = hierarchies.map((hierarchy) => hierarchy.values.length)
  const codes = hierarchies.map((hierarchy) => new Map(hierarchy.values.map((value, code) => [value, code])))
  const order = sizes.map((_, column) => column)
  const records = [...readAdult('adult.data'), ...readAdult('adult.test')]
  const rows = records.map((record) => sevenColumns.map((column, i) => codes[i].get(record[column])!))
  const drawn = (column: number) =>
    draw === 'leaves' ? random.integer(sizes[column]) : rows[random.integer(rows.length)][column]
  rows.forEach((row, at) => {
    const income = incomes.indexOf(records[at].income)
    visit(row, income)
    for (let i = 1; i < scale; i++) {
      const variation = [...row]
      for (const column of columns ?? shuffle(order, random).slice(0, novelty)) variation[column] = drawn(column)
      visit(variation, income)
    }
  })
}

/** Counted as it is made: all combinations of the seven columns number 5.1 million, few enough for an array of counters. */
export function enlargedAdult(hierarchies: readonly Hierarchy[], enlargement: Enlargement): FrequencyTable {
  const sizes = hierarchies.map((hierarchy) => hierarchy.values.length)
  const counters = new Int32Array(2 * sizes.reduce((product, size) => product * size, 1))
  let rows = 0
  forEachRow(hierarchies, enlargement, (row, income) => {
    let place = 0
    for (let column = 0; column < sizes.length; column++) place = place * sizes[column] + row[column]
    counters[2 * place + income]++
    rows++
  })
  return tableOf(hierarchies, sizes, counters, rows)
}

function tableOf(
  hierarchies: readonly Hierarchy[],
  sizes: readonly number[],
  counters: Int32Array,
  rows: number,
): FrequencyTable {
  let combinations = 0
  for (let i = 0; i < counters.length; i += 2) if (counters[i] + counters[i + 1] > 0) combinations++
  const columns = hierarchies.map(({ column }, i) => ({
    name: column,
    size: sizes[i],
    codes: new Uint8Array(combinations),
  }))
  const counts = new Int32Array(combinations)
  const classes = new Int32Array(2 * combinations)
  let next = 0
  for (let i = 0; i < counters.length; i += 2) {
    if (counters[i] + counters[i + 1] === 0) continue
    for (let column = sizes.length - 1, rest = i / 2; column >= 0; column--) {
      columns[column].codes[next] = rest % sizes[column]
      rest = Math.floor(rest / sizes[column])
    }
    counts[next] = counters[i] + counters[i + 1]
    classes[2 * next] = counters[i]
    classes[2 * next + 1] = counters[i + 1]
    next++
  }
  return {
    columns,
    combinations,
    rows,
    counts,
    targets: [{ kind: 'categories', name: 'income', values: incomes, counts: classes }],
  }
}
