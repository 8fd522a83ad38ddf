/**
 * Shared by the experiments on Adult: its rows, a search problem over them, and the generalized tables that learners
 * see.
 */
import { readFileSync } from 'node:fs'
import type { Grouping } from '../../../src/hierarchy/grouping.ts'
import { groupLabel, type Hierarchy } from '../../../src/hierarchy/hierarchy.ts'
import { readTaxonomy } from '../../../src/hierarchy/taxonomy/read-taxonomy.ts'
import { treeHierarchy } from '../../../src/hierarchy/tree.ts'
import type { CategoryColumn, CodedTable } from '../../../src/learn/coded-table.ts'
import { trainDecisionTree } from '../../../src/learn/decision-tree/decision-tree.ts'
import { evaluateModel } from '../../../src/learn/evaluation/measures.ts'
import { findMetric } from '../../../src/metrics/index.ts'
import { createEvaluator } from '../../../src/search/evaluation.ts'
import type { SearchProblem } from '../../../src/search/search.ts'
import { type AdultRow, adultEducationRanks, adultFile } from '../../../test/adult.ts'
import { tableFromRows } from '../../../test/small-tables.ts'
import { paperProblem, rowsSuppressed } from '../search-problem.ts'

const incomes = ['<=50K', '>50K']

export type TreeFile = (column: string) => string

/** Trees of Adult: ours, and those of others. */
export const treeFiles = {
  ours: (column) => `taxonomies/${column}.json`,
  fung: (column) => `hierarchies/reference-only/fung/json/${column}.json`,
  arx: (column) => `hierarchies/arx/adult_hierarchy_${column}.csv`,
  diffTesting: (column) => `hierarchies/difftesting/adult_${column.replace('-', '_')}.txt`,
} satisfies Readonly<Record<string, TreeFile>>

export function adultTree(column: string, file: TreeFile): Hierarchy {
  const path = file(column)
  return treeHierarchy(column, readTaxonomy(readFileSync(adultFile(path), 'utf8'), path))
}

export interface Rows {
  readonly codes: readonly (readonly number[])[]
  readonly incomes: readonly number[]
}

/** Encodes rows; a number outside the hierarchy gets the nearest code, as in `halftone apply`. */
export function codedRows(hierarchies: readonly Hierarchy[], rows: readonly AdultRow[]): Rows {
  const ranks = adultEducationRanks()
  const places = hierarchies.map(({ values }) => new Map(values.map((value, code) => [value, code])))
  const encode = ({ kind, low }: Hierarchy, column: number, text: string): number => {
    const value = kind === 'number' && text in ranks ? String(ranks[text]) : text
    const code = places[column].get(value)
    if (code !== undefined) return code
    if (low === undefined) throw new Error(`${hierarchies[column].column} "${value}" is not in its hierarchy`)
    const distances = low.map((number) => Math.abs(number - Number(value)))
    return distances.indexOf(Math.min(...distances))
  }
  return {
    codes: rows.map((row) =>
      hierarchies.map((hierarchy, i) => encode(hierarchy, i, row[hierarchy.column as keyof AdultRow])),
    ),
    incomes: rows.map((row) => incomes.indexOf(row.income)),
  }
}

export function poseProblem(
  hierarchies: readonly Hierarchy[],
  rows: Rows,
  k: number,
  goal: 'classification' | 'general' = 'classification',
): SearchProblem {
  const frequencies = tableFromRows(
    hierarchies.map(({ column, values }) => ({ name: column, size: values.length })),
    rows.codes.map((codes, row) => ({ codes, categories: [rows.incomes[row]] })),
    { categories: [{ name: 'income', values: incomes }] },
  )
  return paperProblem(frequencies, hierarchies, k, goal)
}

export interface Figures {
  readonly CM: number
  readonly LM: number
  readonly suppressed: number
  readonly classes: number
  readonly smallestClass: number
}

/** Figures of groupings, found here or elsewhere, on the rows of a problem. */
export function findFigures(problem: SearchProblem, groupings: readonly Grouping[]): Figures {
  const { partition } = createEvaluator(problem).evaluate(groupings)
  const { settings } = problem.goal.terms[0]
  return {
    CM: findMetric('CM').compute(partition, settings),
    LM: findMetric('LM').compute(partition, settings),
    suppressed: partition.suppressedRows,
    classes: partition.keptClasses,
    smallestClass: partition.smallestClass,
  }
}

export function rootGroupings(hierarchies: readonly Hierarchy[]): Grouping[] {
  return hierarchies.map(({ values }) => ({ codeGroups: new Int32Array(values.length), groups: 1 }))
}

export function leafGroupings(hierarchies: readonly Hierarchy[]): Grouping[] {
  return hierarchies.map(({ values }) => ({ codeGroups: Int32Array.from(values.keys()), groups: values.length }))
}

/** Rows whose class has fewer than k rows. */
export function suppressedRows({ codes }: Rows, groupings: readonly Grouping[], k: number): boolean[] {
  return rowsSuppressed(codes.length, (row, column) => codes[row][column], groupings, k)
}

export interface LearnSettings {
  /** Numbers as numbers, for rows that are not generalized. */
  readonly numbers?: boolean
  readonly suppressed?: readonly boolean[]
  /** Cells of a suppressed row: missing, or one extra value. */
  readonly suppressedAs?: 'missing' | 'value'
}

export function learnTable(
  hierarchies: readonly Hierarchy[],
  { codes, incomes: classes }: Rows,
  groupings: readonly Grouping[],
  { numbers = false, suppressed, suppressedAs = 'missing' }: LearnSettings = {},
): CodedTable {
  const target: CategoryColumn = {
    kind: 'categories',
    name: 'income',
    values: incomes,
    codes: Int32Array.from(classes),
  }
  return {
    rows: codes.length,
    target,
    columns: hierarchies.map((hierarchy, column) => {
      const { column: name, kind, low } = hierarchy
      if (numbers && kind === 'number') {
        return { kind: 'numbers', name, values: Float64Array.from(codes, (row) => low![row[column]]) }
      }
      const { codeGroups, groups } = groupings[column]
      const labels = Array.from({ length: groups }, (_, group) =>
        groupLabel(hierarchy, codeGroups.indexOf(group), codeGroups.lastIndexOf(group)),
      )
      const hidden = suppressedAs === 'missing' ? -1 : groups
      const cells = Int32Array.from(codes, (row, i) => (suppressed?.[i] ? hidden : codeGroups[row[column]]))
      return { kind: 'categories', name, values: hidden === -1 ? labels : [...labels, '*'], codes: cells }
    }),
  }
}

/** Error of a C4.5 tree on the test rows; both sides are generalized, and suppressed training cells are missing. */
export function testError(
  hierarchies: readonly Hierarchy[],
  { train, test }: { readonly train: Rows; readonly test: Rows },
  groupings: readonly Grouping[],
  { k = 1, numbers = false }: { readonly k?: number; readonly numbers?: boolean } = {},
): number {
  const suppressed = suppressedRows(train, groupings, k)
  const model = trainDecisionTree(learnTable(hierarchies, train, groupings, { numbers, suppressed }))
  return evaluateModel(model, learnTable(hierarchies, test, groupings, { numbers })).error
}
