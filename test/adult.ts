/**
 * Adult (census income, UCI) for tests: the complete rows of `adult.data` or `adult.test`, the eight quasi-identifiers of Iyengar 2002
 * with their hierarchies, and the frequency table, all in plain TypeScript and without an engine. The files are not part of the
 * repository; a test asks `adultIsThere()` first, which says loudly what is skipped.
 */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FrequencyTable } from '../src/frequency/frequency-table.ts'
import { finestGrouping } from '../src/hierarchy/grouping.ts'
import type { Hierarchy, Level } from '../src/hierarchy/hierarchy.ts'
import { groupingOfLabels, type Nested, numberHierarchy, tableFromRows, treeHierarchy } from './small-tables.ts'

export const adultFolder = fileURLToPath(new URL('../../shared/data/adult/', import.meta.url))

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

/** Whether the data lie beside the repository; warns when not, so that nobody takes a skipped test for a passed one. */
export function adultIsThere(): boolean {
  const there = existsSync(`${adultFolder}adult.data`)
  if (!there) console.warn(`SKIPPED: tests on Adult need ${adultFolder}adult.data, which is not there`)
  return there
}

/** The rows without a missing value: 30,162 of `adult.data`, 15,060 of `adult.test`. */
export function readAdult(file: 'adult.data' | 'adult.test' = 'adult.data'): AdultRow[] {
  const rows: AdultRow[] = []
  for (const line of readFileSync(adultFolder + file, 'utf8').split('\n')) {
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
  return JSON.parse(readFileSync(`${adultFolder}taxonomies/education-order-iyengar.json`, 'utf8'))
}

/**
 * The hierarchies of the eight quasi-identifiers: ages 17 to 90 that occur and education 1 to 16 as numbers with ladders of widths,
 * the others as trees. 6 · 3 · 4 · 3 · 3 · 2 · 2 · 4 = 10,368 lattice nodes.
 */
export function adultHierarchies(rows: readonly AdultRow[]): Hierarchy[] {
  const ages = [...new Set(rows.map((row) => Number(row.age)))].sort((a, b) => a - b)
  const ranks = Array.from({ length: 16 }, (_, i) => i + 1)
  return adultQuasiIdentifiers.map((column) => {
    if (column === 'age') return withLadder(numberHierarchy(column, ages), ages, [5, 10, 20, 40])
    if (column === 'education') return withLadder(numberHierarchy(column, ranks), ranks, [5, 10])
    return treeHierarchy(column, readTaxonomy(column))
  })
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

function readTaxonomy(column: string): Nested {
  type Node = { readonly name: string; readonly children?: readonly Node[] }
  const simplify = (node: Node): Nested =>
    node.children === undefined ? node.name : { name: node.name, children: node.children.map(simplify) }
  return simplify(JSON.parse(readFileSync(`${adultFolder}taxonomies/${column}.json`, 'utf8')))
}

/** Exact values, then intervals of each width that start at multiples of it (each width divides the next), then all. */
function withLadder(hierarchy: Hierarchy, values: readonly number[], widths: readonly number[]): Hierarchy {
  const levels: Level[] = [
    { name: 'exact', grouping: finestGrouping(values.length) },
    ...widths.map((width) => ({
      name: `width ${width}`,
      grouping: groupingOfLabels(values.map((value) => Math.floor(value / width))),
    })),
    { name: 'all', grouping: groupingOfLabels(values.map(() => 0)) },
  ]
  return { ...hierarchy, levels }
}
