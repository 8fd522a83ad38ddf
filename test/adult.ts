/**
 * Adult (census income, UCI) for tests: the complete rows of `adult.data` or `adult.test`, the eight quasi-identifiers of Iyengar 2002
 * with their hierarchies, and the frequency table, all in plain TypeScript and without an engine. The files are not part of the
 * repository: see data.ts.
 */
import { readFileSync } from 'node:fs'
import type { FrequencyTable } from '../src/frequency/frequency-table.ts'
import type { Hierarchy } from '../src/hierarchy/hierarchy.ts'
import { numberHierarchyFromBins } from '../src/hierarchy/number.ts'
import { treeHierarchy } from '../src/hierarchy/tree.ts'
import { data, dataPath } from './data.ts'
import { tableFromRows } from './small-tables.ts'

export const adult = data('adult')

/** A file of Adult: `adult.data`, `taxonomies/race.json`. */
export const adultFile = (path: string): string => dataPath(`adult/${path}`)

/** Columns of the file, in its order. */
export const adultColumns = [
  'age',
  'workclass',
  'fnlwgt',
  'education',
  'education-num',
  'marital-status',
  'occupation',
  'relationship',
  'race',
  'sex',
  'capital-gain',
  'capital-loss',
  'hours-per-week',
  'native-country',
  'income',
] as const

export type AdultColumn = (typeof adultColumns)[number]
export type AdultRow = Readonly<Record<AdultColumn, string>>

/** The eight quasi-identifiers: 18,109 combinations in the 30,162 complete training rows. */
export const adultQuasiIdentifiers = [
  'age',
  'workclass',
  'education',
  'marital-status',
  'occupation',
  'race',
  'sex',
  'native-country',
] as const satisfies readonly AdultColumn[]

/** The rows without a missing value: 30,162 of `adult.data`, 15,060 of `adult.test`. */
export function readAdult(file: 'adult.data' | 'adult.test' = 'adult.data'): AdultRow[] {
  const rows: AdultRow[] = []
  for (const line of readFileSync(adultFile(file), 'utf8').split('\n')) {
    const fields = line.split(', ')
    if (fields.length !== adultColumns.length || fields.includes('?')) continue
    const row = Object.fromEntries(adultColumns.map((name, i) => [name, fields[i]])) as Record<AdultColumn, string>
    // The labels of adult.test carry a full stop.
    row.income = row.income.replace(/\.$/, '')
    rows.push(row)
  }
  return rows
}

/** Iyengar's number of an education: 1 Doctorate … 16 Preschool. */
export function adultEducationRanks(): Readonly<Record<string, number>> {
  return JSON.parse(readFileSync(adultFile('taxonomies/education-order-iyengar.json'), 'utf8'))
}

/**
 * The hierarchies of the eight quasi-identifiers: the ages that occur, 17 to 90, and education 1 to 16 as numbers with the usual ladder
 * of widths (5, 10, 20, all; 5, 10, all), the others as trees. 5 · 3 · 4 · 3 · 3 · 2 · 2 · 4 = 8,640 lattice nodes.
 */
export function adultHierarchies(rows: readonly AdultRow[]): Hierarchy[] {
  const ages = Float64Array.from(new Set(rows.map((row) => Number(row.age)))).sort()
  const ranks = Float64Array.from({ length: 16 }, (_, i) => i + 1)
  return adultQuasiIdentifiers.map((column) => {
    if (column === 'age') return numberHierarchyFromBins(column, ages, ages)
    if (column === 'education') return numberHierarchyFromBins(column, ranks, ranks)
    return treeHierarchy(column, JSON.parse(readFileSync(adultFile(`taxonomies/${column}.json`), 'utf8')))
  })
}

/** A table to search: its rows as texts of the hierarchies' columns, in their order, and their frequencies. */
export interface TableProblem {
  readonly rows: readonly (readonly string[])[]
  readonly hierarchies: readonly Hierarchy[]
  readonly frequencies: FrequencyTable
}

let problem: TableProblem | undefined

/** The complete rows of `adult.data`, their hierarchies and frequencies: read when first asked for. */
export function adultProblem(): TableProblem {
  if (problem !== undefined) return problem
  const rows = readAdult()
  const hierarchies = adultHierarchies(rows)
  const ranks = adultEducationRanks()
  const cells = rows.map((row) =>
    adultQuasiIdentifiers.map((column) => (column === 'education' ? String(ranks[row[column]]) : row[column])),
  )
  return (problem = { rows: cells, hierarchies, frequencies: adultFrequencies(rows, hierarchies) })
}

/** The frequency table of the quasi-identifiers, with income as target. */
export function adultFrequencies(rows: readonly AdultRow[], hierarchies: readonly Hierarchy[]): FrequencyTable {
  const ranks = adultEducationRanks()
  const codes = hierarchies.map((hierarchy) => new Map(hierarchy.values.map((value, code) => [value, code])))
  const incomes = ['<=50K', '>50K']
  return tableFromRows(
    hierarchies.map((hierarchy) => ({ name: hierarchy.column, size: hierarchy.values.length })),
    rows.map((row) => ({
      codes: hierarchies.map(({ column }, i) => {
        const value = row[column as AdultColumn]
        const code = codes[i].get(column === 'education' ? String(ranks[value]) : value)
        if (code === undefined) throw new Error(`${column} "${value}" is not in its hierarchy`)
        return code
      }),
      categories: [incomes.indexOf(row.income)],
    })),
    { categories: [{ name: 'income', values: incomes }] },
  )
}
