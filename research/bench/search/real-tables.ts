/** Real tables as search problems without an engine: numeric columns as numbers, others with their tree, or flat. */
import { readFileSync } from 'node:fs'
import type { Hierarchy } from '../../../src/hierarchy/hierarchy.ts'
import { numberHierarchyFromBins } from '../../../src/hierarchy/number.ts'
import { treeHierarchy } from '../../../src/hierarchy/tree.ts'
import { adultColumns, adultFile, readAdult, type TableProblem } from '../../../test/adult.ts'
import { dataPath, haveData } from '../../../test/data.ts'
import { tableFromRows } from '../../../test/small-tables.ts'

type Node = Parameters<typeof treeHierarchy>[1]
type TreeFor = (column: string) => Node | undefined

/** All fifteen columns of Adult, with the income: eight trees, six numbers, one flat. Undefined without the data. */
export function wholeAdult(): TableProblem | undefined {
  if (!haveData('adult')) return undefined
  const rows = readAdult()
  const numeric = ['age', 'fnlwgt', 'education-num', 'capital-gain', 'capital-loss', 'hours-per-week', 'income']
  return poseTable(
    rows.map((row) => adultColumns.map((column) => row[column])),
    adultColumns,
    (column) =>
      numeric.includes(column)
        ? undefined
        : (JSON.parse(readFileSync(adultFile(`taxonomies/${column}.json`), 'utf8')) as Node),
  )
}

/** The nine fields of German credit that are quasi-identifiers in kACTUS-2; the class is the target. */
export const GERMAN_NINE = [3, 6, 2, 1, 5, 4, 12, 8, 10]

/** German credit, 1,000 rows, with the given fields (from 1) as quasi-identifiers; by default all 21. */
export function german(fields = Array.from({ length: 21 }, (_, i) => i + 1)): TableProblem | undefined {
  if (!haveData('german')) return undefined
  const lines = readFileSync(dataPath('german/german.data'), 'utf8').split('\n')
  const cells = lines.filter((line) => line !== '').map((line) => line.trim().split(' '))
  return poseTable(
    cells.map((row) => fields.map((field) => row[field - 1])),
    fields.map((field) => `field ${field}`),
    () => undefined,
    cells.map((row) => row[20]),
  )
}

function poseTable(
  cells: readonly (readonly string[])[],
  columns: readonly string[],
  treeFor: TreeFor,
  target: readonly string[] = cells.map(() => 'any'),
): TableProblem {
  const hierarchies = columns.map((column, i) =>
    makeHierarchy(column, [...new Set(cells.map((row) => row[i]))], treeFor),
  )
  const codes = hierarchies.map(({ values }) => new Map(values.map((value, code) => [value, code])))
  const targets = [...new Set(target)].sort()
  const frequencies = tableFromRows(
    hierarchies.map(({ column, values }) => ({ name: column, size: values.length })),
    cells.map((row, i) => ({
      codes: row.map((cell, c) => codes[c].get(cell) as number),
      categories: [targets.indexOf(target[i])],
    })),
    { categories: [{ name: 'target', values: targets }] },
  )
  return { rows: cells, hierarchies, frequencies }
}

function makeHierarchy(column: string, values: readonly string[], treeFor: TreeFor): Hierarchy {
  if (values.every((value) => /^\d+$/.test(value))) {
    const sorted = Float64Array.from(values, Number).sort()
    return numberHierarchyFromBins(column, sorted, sorted)
  }
  const flat = { name: `any ${column}`, children: values.toSorted().map((name) => ({ name })) }
  return treeHierarchy(column, treeFor(column) ?? flat)
}
