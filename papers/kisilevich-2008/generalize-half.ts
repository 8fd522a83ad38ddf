/**
 * The methods of the comparison that find a grouping per column: top-down specialization (TDS) and refinement (TDR), bottom-up and
 * genetic search. Numbers are the same intervals that the tree methods start from, so that all methods see the same table; categories
 * have their taxonomy. Suppressed rows are learned from with every cell missing; test rows are generalized alike, none suppressed.
 */
import { readFileSync } from 'node:fs'
import { numberHierarchyFromBins } from '../../src/hierarchy/number.ts'
import { treeHierarchy } from '../../src/hierarchy/tree.ts'
import type { CategoryColumn, CodedTable, NumberColumn } from '../../src/learn/coded-table.ts'
import { applyCuts, type Cuts, findCuts } from '../../src/learn/discretize.ts'
import {
  buildFrequencyTable,
  createEvaluator,
  findSearch,
  type Grouping,
  type Hierarchy,
  makeGoal,
  makeRequirement,
  type OptionValues,
  type SearchProblem,
} from '../../src/workbench.ts'
import { dataPath } from '../../test/data.ts'
import type { AnonymizedHalf, MethodSettings } from './anonymize-half.ts'

interface ColumnsMethod {
  readonly search: string
  readonly options: (categories: readonly string[]) => OptionValues
}

const columnsMethods: Readonly<Record<string, ColumnsMethod>> = {
  tds: { search: 'top-down', options: () => ({}) },
  tdr: {
    search: 'top-down',
    options: (categories) => ({ refinement: 'tdr', 'suppress-columns': categories, disclose: 'any' }),
  },
  'bottom-up': { search: 'bottom-up', options: () => ({}) },
  genetic: { search: 'genetic', options: () => ({ population: 500, iterations: 10_000 }) },
}

export const generalizingMethods = Object.keys(columnsMethods)

export async function generalizeHalf(
  method: string,
  train: CodedTable,
  { k, seed }: MethodSettings,
): Promise<AnonymizedHalf> {
  const { search, options } = columnsMethods[method]
  const cuts = findCuts(train)
  const hierarchies = train.columns.map((column) =>
    column.kind === 'numbers' ? intervalHierarchy(column, cuts[column.name]) : taxonomyOf(column),
  )
  const codes = codesOf(train, cuts, hierarchies)
  const problem = problemOf(train, hierarchies, codes, k)
  const categories = train.columns.flatMap((column) => (column.kind === 'categories' ? [column.name] : []))
  const result = await findSearch(search).search(problem, options(categories), {
    seed,
    threads: 1,
    now: () => performance.now(),
  })
  if (result.outcome !== 'found') throw new Error(`${method}, k = ${k}: ${result.outcome}`)
  const { groupings } = result
  const suppressed = suppressedRows(problem, groupings, codes)
  const table = grouped(train, codes, groupings)
  let missing = 0
  for (const flag of suppressed) if (flag) missing++
  return {
    train: {
      ...table,
      columns: (table.columns as readonly CategoryColumn[]).map((column) => ({
        ...column,
        codes: column.codes.map((code, row) => (suppressed[row] ? -1 : code)),
      })),
    },
    recode: (test) => grouped(test, codesOf(test, cuts, hierarchies), groupings),
    figures: {
      missing: (missing / train.rows) * (codes.length / (codes.length + 1)),
      swapped: 0,
      borrowed: 0,
      lost: missing,
    },
  }
}

/** A code for each interval, named by its own training values. */
function intervalHierarchy(column: NumberColumn, cuts: readonly number[]): Hierarchy {
  const low = new Float64Array(cuts.length + 1).fill(Number.POSITIVE_INFINITY)
  const high = new Float64Array(cuts.length + 1).fill(Number.NEGATIVE_INFINITY)
  for (const value of column.values) {
    const place = cuts.filter((cut) => cut < value).length
    low[place] = Math.min(low[place], value)
    high[place] = Math.max(high[place], value)
  }
  return numberHierarchyFromBins(column.name, low, high)
}

function taxonomyOf({ name, values }: CategoryColumn): Hierarchy {
  const file = dataPath(`adult/taxonomies/${name}.json`)
  try {
    return treeHierarchy(name, JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return treeHierarchy(name, { name: 'any', children: values.map((value) => ({ name: value })) })
  }
}

function codesOf(table: CodedTable, cuts: Cuts, hierarchies: readonly Hierarchy[]): Int32Array[] {
  return (applyCuts(table, cuts).columns as readonly CategoryColumn[]).map((column, i) => {
    if (hierarchies[i].kind === 'number') return column.codes
    const places = new Map(hierarchies[i].values.map((value, code) => [value, code]))
    return column.codes.map((code) => places.get(column.values[code]) ?? -1)
  })
}

function problemOf(
  { target }: CodedTable,
  hierarchies: readonly Hierarchy[],
  codes: readonly Int32Array[],
  k: number,
): SearchProblem {
  const frequencies = buildFrequencyTable({
    columns: hierarchies.map(({ column, values }, i) => ({ name: column, size: values.length, codes: codes[i] })),
    counts: new Int32Array(target.codes.length).fill(1),
    targets: [{ kind: 'categories', name: target.name, values: target.values, codes: target.codes }],
  })
  return {
    frequencies,
    hierarchies,
    requirements: [makeRequirement('k-anonymity', k)],
    suppressionLimit: 1,
    suppressedGroup: 'exempt',
    goal: makeGoal('classification', { frequencies, hierarchies, weights: hierarchies.map(() => 1), k }),
  }
}

/** 1 for each row whose class is suppressed. */
function suppressedRows(
  problem: SearchProblem,
  groupings: readonly Grouping[],
  codes: readonly Int32Array[],
): Uint8Array {
  const { partition } = createEvaluator(problem).evaluate(groupings)
  const { classes, suppressed, frequencies } = partition
  const key = (at: number, columns: readonly ArrayLike<number>[]) =>
    columns.map((own, i) => groupings[i].groupOf[own[at]]).join()
  const small = new Set<string>()
  for (let c = 0; c < classes.count; c++) {
    const columns = frequencies.columns.map((column) => column.codes)
    if (suppressed[c]) small.add(key(classes.representatives[c], columns))
  }
  return Uint8Array.from(codes[0], (_, row) => (small.has(key(row, codes)) ? 1 : 0))
}

function grouped(table: CodedTable, codes: readonly Int32Array[], groupings: readonly Grouping[]): CodedTable {
  return {
    ...table,
    columns: table.columns.map(({ name }, i) => ({
      kind: 'categories',
      name,
      values: Array.from({ length: groupings[i].groups }, (_, group) => `group ${group + 1}`),
      codes: codes[i].map((code) => (code < 0 ? -1 : groupings[i].groupOf[code])),
    })),
  }
}
