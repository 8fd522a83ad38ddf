/**
 * The sample census as a search problem of Adult's kind, for machines without Adult: 3,000 rows, seven quasi-identifiers, the same ladder of
 * ages and a tree for each other column, income as target. Nothing of it is a file: it is drawn anew, always the same.
 */
import { numberHierarchyFromBins } from '../src/hierarchy/number.ts'
import { treeHierarchy } from '../src/hierarchy/tree.ts'
import { censusTrees, sampleCensus } from '../src/sample/census.ts'
import type { TableProblem } from './adult.ts'
import { tableFromRows } from './small-tables.ts'

const columns = ['age', 'sex', 'race', 'marital-status', 'education', 'workclass', 'occupation'] as const

let problem: TableProblem | undefined

export function censusProblem(): TableProblem {
  problem ??= readCensus()
  return problem
}

function readCensus(): TableProblem {
  const text = [...sampleCensus({ rows: 3000, seed: 7 })].join('')
  const [header, ...lines] = text
    .trim()
    .split('\n')
    .map((line) => line.split(','))
  const cell = (line: readonly string[], column: string) => line[header.indexOf(column)]
  const ages = Float64Array.from(new Set(lines.map((line) => Number(cell(line, 'age'))))).sort()
  const hierarchies = columns.map((column) =>
    column === 'age' ? numberHierarchyFromBins(column, ages, ages) : treeHierarchy(column, censusTrees[column]),
  )
  const incomes = [...new Set(lines.map((line) => cell(line, 'income')))].sort()
  const rows = lines.map((line) => columns.map((column) => cell(line, column)))
  const codes = hierarchies.map(({ values }) => new Map(values.map((value, code) => [value, code])))
  const frequencies = tableFromRows(
    hierarchies.map(({ column, values }) => ({ name: column, size: values.length })),
    rows.map((row, i) => ({
      codes: row.map((value, c) => codes[c].get(value) as number),
      categories: [incomes.indexOf(cell(lines[i], 'income'))],
    })),
    { categories: [{ name: 'income', values: incomes }] },
  )
  return { rows, hierarchies, frequencies }
}
