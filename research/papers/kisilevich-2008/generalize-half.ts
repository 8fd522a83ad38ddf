/**
 * Methods that find a grouping per column: top-down specialization (TDS) and refinement (TDR). Numbers have the
 * intervals of the tree methods, so that all methods see the same table; categories have their taxonomy. Suppressed
 * rows are learned from with all cells missing; test rows are generalized, never suppressed.
 */
import { readFileSync } from 'node:fs'
import { buildFrequencyTable } from '../../../src/frequency/build-frequency-table.ts'
import type { OptionValues } from '../../../src/ground/options.ts'
import type { Grouping } from '../../../src/hierarchy/grouping.ts'
import type { Hierarchy } from '../../../src/hierarchy/hierarchy.ts'
import { numberHierarchyFromBins } from '../../../src/hierarchy/number.ts'
import type { TaxonomyNode } from '../../../src/hierarchy/taxonomy/taxonomy.ts'
import { treeHierarchy } from '../../../src/hierarchy/tree.ts'
import type { CategoryColumn, CodedTable, NumberColumn } from '../../../src/learn/coded-table.ts'
import { type Cuts, findCuts, intervalNames } from '../../../src/learn/discretize.ts'
import { findSearch } from '../../../src/search/index.ts'
import type { SearchProblem } from '../../../src/search/search.ts'
import { dataPath } from '../../../test/data.ts'
import { applyCuts, selectColumns } from '../../../test/learn-tables.ts'
import { searched } from '../paper.ts'
import { paperProblem, rowsSuppressed } from '../search-problem.ts'
import { type AnonymizedHalf, type MethodSettings, missingCells } from './anonymize-half.ts'

/** Flat below the root, split in order where it gains most, or a binary tree. */
type Intervals = 'values' | 'in order' | 'binary tree'

export interface ColumnsMethod {
  readonly search: string
  /** Options, given the names of the categorical columns. */
  readonly options: (categories: readonly string[]) => OptionValues
  /** Defaults to `in order`. */
  readonly intervals?: Intervals
  /** Folder of Adult's taxonomies. */
  readonly trees?: string
  /**
   * Test rows keep their values, so that a value absent from the release is unknown; by default they are generalized.
   */
  readonly testRowsAsTheyAre?: true
}

const tdr: ColumnsMethod = {
  search: 'top-down',
  options: (categories) => ({
    preset: 'paper',
    refinement: 'tdr',
    'suppress-columns': categories,
    disclose: 'any',
  }),
}
/** Taxonomies: ours, and those of the authors of TDS, used by the paper. */
export const treeFolders = { ours: 'adult/taxonomies', fung: 'adult/hierarchies/reference-only/fung/json' } as const
const tds: ColumnsMethod = { search: 'top-down', options: () => ({ preset: 'paper' }) }

export const columnsMethods: Readonly<Record<string, ColumnsMethod>> = {
  tds,
  'tds, intervals without an order': { ...tds, intervals: 'values' },
  'tds, binary trees of intervals': { ...tds, intervals: 'binary tree' },
  'tds, trees of Fung, Wang, Yu': { ...tds, trees: treeFolders.fung },
  'tds, gain by loss': { ...tds, options: () => ({ preset: 'paper', score: 'ratio' }) },
  'tds, as the program': { ...tds, options: () => ({ preset: 'paper', rule: 'program' }) },
  'tds, test rows as they are': { ...tds, testRowsAsTheyAre: true },
  tdr,
  'tdr, trees of Fung, Wang, Yu': { ...tdr, trees: treeFolders.fung },
  'tdr, test rows as they are': { ...tdr, testRowsAsTheyAre: true },
  'tdr, intervals too': { ...tdr, intervals: 'values' },
  'tdr, intervals too, test rows as they are': { ...tdr, intervals: 'values', testRowsAsTheyAre: true },
  'tdr, gain by loss, test rows as they are': {
    ...tdr,
    options: (categories) => ({ ...tdr.options(categories), score: 'ratio' }),
    testRowsAsTheyAre: true,
  },
}

export async function generalizeHalf(
  { search, options, intervals = 'in order', testRowsAsTheyAre, trees = treeFolders.ours }: ColumnsMethod,
  whole: CodedTable,
  { k, seed, quasiIdentifiers, cutter = findCuts }: MethodSettings,
): Promise<AnonymizedHalf> {
  const train = selectColumns(whole, quasiIdentifiers)
  const cuts = cutter(whole)
  const hierarchies = train.columns.map((column) => {
    if (column.kind === 'categories') return readTaxonomy(column, trees)
    if (intervals === 'in order') return intervalHierarchy(column, cuts[column.name])
    const names = intervalNames(cuts[column.name])
    return intervals === 'values' ? flatTree(column.name, names) : binaryTree(column.name, names)
  })
  const codes = encodeTable(train, cuts, hierarchies)
  const problem = poseProblem(train, hierarchies, codes, k)
  const categories = hierarchies.flatMap(({ kind, column }) => (kind === 'number' ? [] : [column]))
  const { groupings } = await searched(findSearch(search), problem, options(categories), { seed })
  const suppressed = rowsSuppressed(train.rows, (row, column) => codes[column][row], groupings, k)
  const table = grouped(train, codes, groupings)
  const others = (applyCuts(whole, cuts).columns as readonly CategoryColumn[]).filter(
    ({ name }) => !quasiIdentifiers.includes(name),
  )
  const released = (table.columns as readonly CategoryColumn[]).map((column) => ({
    ...column,
    codes: column.codes.map((code, row) => (suppressed[row] ? -1 : code)),
  }))
  // Cells at the root or at ⊥ carry no information: the paper can count them as missing.
  const counted = released.map((column, i) => ({
    ...column,
    values: hierarchies[i].values,
    codes: column.codes.map((code) => (code >= 0 && saysNothing(hierarchies[i], groupings[i], code) ? -1 : code)),
  }))
  return {
    train: { ...table, columns: [...released, ...others] },
    recode(test) {
      const rows = selectColumns(test, quasiIdentifiers)
      const generalized = grouped(
        rows,
        encodeTable(rows, cuts, hierarchies),
        testRowsAsTheyAre ? groupings.map(alone) : groupings,
      )
      const kept = applyCuts(test, cuts).columns.filter(({ name }) => !quasiIdentifiers.includes(name))
      return { ...generalized, columns: [...generalized.columns, ...kept] }
    },
    figures: missingCells(counted, others.length),
  }
}

/** Values alone in their group keep its number; the others get none. */
function alone({ codeGroups, groups }: Grouping): Grouping {
  const single = (group: number) => codeGroups.indexOf(group) === codeGroups.lastIndexOf(group)
  return { codeGroups: codeGroups.map((group) => (single(group) ? group : -1)), groups }
}

/** The whole domain; in a flat tree, every group of several values, since values are disclosed one by one. */
function saysNothing({ tree }: Hierarchy, { codeGroups, groups }: Grouping, group: number): boolean {
  if (groups === 1) return true
  const flat = tree?.children[0].every((child) => tree.children[child].length === 0) === true
  return flat && codeGroups.indexOf(group) !== codeGroups.lastIndexOf(group)
}

/** A code per interval, named by its training values. */
function intervalHierarchy(column: NumberColumn, cuts: readonly number[]): Hierarchy {
  const low = new Float64Array(cuts.length + 1).fill(Number.POSITIVE_INFINITY)
  const high = new Float64Array(cuts.length + 1).fill(Number.NEGATIVE_INFINITY)
  for (const value of column.values) {
    const place = cuts.filter((cut) => cut < value).length
    low[place] = Math.min(low[place], value)
    high[place] = Math.max(high[place], value)
  }
  // An interval without training rows is represented by its end.
  low.forEach((value, place) => {
    if (value === Number.POSITIVE_INFINITY) low[place] = high[place] = cuts[place] ?? cuts[place - 1] + 1
  })
  return numberHierarchyFromBins(column.name, low, high)
}

function readTaxonomy({ name, values }: CategoryColumn, folder: string): Hierarchy {
  const file = dataPath(`${folder}/${name}.json`)
  try {
    return treeHierarchy(name, JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return flatTree(name, values)
  }
}

function flatTree(name: string, values: readonly string[]): Hierarchy {
  return treeHierarchy(name, { name: 'any', children: values.map((value) => ({ name: value })) })
}

/** Halves of halves, in order. */
function binaryTree(name: string, values: readonly string[]): Hierarchy {
  const node = (part: readonly string[], label: string): TaxonomyNode => {
    if (part.length === 1) return { name: part[0] }
    const half = Math.ceil(part.length / 2)
    return { name: label, children: [node(part.slice(0, half), `${label}<`), node(part.slice(half), `${label}>`)] }
  }
  return values.length === 1 ? flatTree(name, values) : treeHierarchy(name, node(values, 'any'))
}

function encodeTable(table: CodedTable, cuts: Cuts, hierarchies: readonly Hierarchy[]): Int32Array[] {
  return (applyCuts(table, cuts).columns as readonly CategoryColumn[]).map((column, i) => {
    if (hierarchies[i].kind === 'number') return column.codes
    const places = new Map(hierarchies[i].values.map((value, code) => [value, code]))
    return column.codes.map((code) => places.get(column.values[code]) ?? -1)
  })
}

function poseProblem(
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
  return paperProblem(frequencies, hierarchies, k)
}

function grouped(table: CodedTable, codes: readonly Int32Array[], groupings: readonly Grouping[]): CodedTable {
  return {
    ...table,
    columns: table.columns.map(({ name }, i) => ({
      kind: 'categories',
      name,
      values: Array.from({ length: groupings[i].groups }, (_, group) => `group ${group + 1}`),
      codes: codes[i].map((code) => (code < 0 ? -1 : groupings[i].codeGroups[code])),
    })),
  }
}
