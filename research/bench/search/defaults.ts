/**
 * Compares each search with default options to lattice, the proven optimum of its space: Adult and the sample census
 * with eight and seven quasi-identifiers, German credit with nine, the census with 5 % suppression. The plain counter
 * checks every value.
 */

import type { CategoryTarget } from '../../../src/frequency/frequency-table.ts'
import type { OptionValues } from '../../../src/ground/options.ts'
import { reorderValues } from '../../../src/hierarchy/tree.ts'
import { findSearch } from '../../../src/search/index.ts'
import type { SearchProblem } from '../../../src/search/search.ts'
import { searchOrders } from '../../../src/search/start/value-orders.ts'
import { adultProblem, type TableProblem } from '../../../test/adult.ts'
import { censusProblem } from '../../../test/census.ts'
import { haveData } from '../../../test/data.ts'
import { searchProblem } from '../../../test/promises/search.ts'
import { countedAgain, plainRun, tableText, timed } from '../measure.ts'
import type { Measured, Ratio } from '../ratios.ts'
import { GERMAN_NINE, german } from './real-tables.ts'

type Metric = 'LM' | 'CM'

interface Table {
  readonly ks: readonly number[]
  readonly suppressionLimit: number
  /** Undefined without the data. */
  read(): TableProblem | undefined
}

const TABLES: Readonly<Record<string, Table>> = {
  Adult: {
    ks: [10, 100, 500],
    suppressionLimit: 1,
    read: () => (haveData('adult') ? adultProblem() : undefined),
  },
  'sample census': { ks: [5, 10, 50], suppressionLimit: 0.05, read: censusProblem },
  'German credit': { ks: [5, 10, 50], suppressionLimit: 1, read: () => german(GERMAN_NINE) },
}

interface Entrant {
  readonly search: string
  readonly options: OptionValues
  /** Only this goal: without trees, the job's loss is undefined. */
  readonly only?: Metric
}

const ENTRANTS: readonly Entrant[] = [
  { search: 'lattice', options: {} },
  { search: 'genetic', options: {} },
  { search: 'bottom-up', options: {} },
  { search: 'top-down', options: {} },
  { search: 'pareto', options: {} },
  { search: 'genetic', options: { partitions: 'ordered' }, only: 'CM' },
  { search: 'genetic', options: { partitions: 'by-target' }, only: 'CM' },
]

interface DefaultsRow {
  readonly table: string
  readonly search: string
  readonly options: OptionValues
  readonly metric: Metric
  readonly k: number
  readonly value: number
  readonly toLattice: number
  readonly cpuSeconds: number
}

/** `npm run bench -- defaults 'German credit'`: selected tables. */
export async function benchDefaults(words: readonly string[]): Promise<Measured> {
  const rows: DefaultsRow[] = []
  for (const table of words.length > 0 ? words : Object.keys(TABLES)) {
    const { ks, suppressionLimit, read } = TABLES[table]
    const data = read()
    if (data === undefined) continue
    for (const metric of ['LM', 'CM'] as const) {
      for (const k of ks) {
        const problem = { ...searchProblem(data, metric, k), suppressionLimit }
        let lattice = Number.NaN
        for (const { search, options, only } of ENTRANTS) {
          if (only !== undefined && only !== metric) continue
          const { result: value, cpuSeconds } = await timed(() => valueFoundBy(search, options, problem))
          if (search === 'lattice') lattice = value
          rows.push({ table, search, options, metric, k, value, toLattice: value / lattice, cpuSeconds })
          console.error(`${table} ${metric} k = ${k} ${search} ${JSON.stringify(options)} ${value.toFixed(4)}`)
        }
      }
    }
  }
  return { figures: { rows }, text: defaultsText(rows), ratios: defaultsRatios(rows) }
}

async function valueFoundBy(search: string, options: OptionValues, asked: SearchProblem): Promise<number> {
  const problem = options['partitions'] === 'by-target' ? await orderedByTarget(asked) : asked
  const result = await findSearch(search).search(problem, options, plainRun())
  if (result.outcome !== 'found') throw new Error(`${search} ended as ${result.outcome}`)
  return countedAgain(problem, result)
}

/** As a run poses it: tree values ordered by what they say about the target. */
async function orderedByTarget(problem: SearchProblem): Promise<SearchProblem> {
  const { frequencies, hierarchies, goal } = problem
  const { orders, groupings } = await searchOrders(problem, frequencies.targets[0] as CategoryTarget, {}, plainRun())
  const reordered = hierarchies.map((hierarchy, i) =>
    hierarchy.kind === 'tree' ? reorderValues(hierarchy, orders[i]) : hierarchy,
  )
  const columns = frequencies.columns.map((column, i) => {
    if (hierarchies[i].kind !== 'tree') return column
    const places = new Int32Array(column.size)
    for (const [at, code] of orders[i].entries()) places[code] = at
    return { ...column, codes: column.codes.map((code) => places[code]) }
  })
  const terms = goal.terms.map((term) => ({ ...term, settings: { ...term.settings, hierarchies: reordered } }))
  const counted = { ...frequencies, columns }
  return { ...problem, hierarchies: reordered, frequencies: counted, goal: { ...goal, terms }, start: groupings }
}

/** One line per table and search: values at each k, and their ratio to lattice's. */
function defaultsText(rows: readonly DefaultsRow[]): string {
  const tables = [...new Set(rows.map(({ table }) => table))]
  return tables
    .map((table) => {
      const { ks, suppressionLimit } = TABLES[table]
      const limit =
        suppressionLimit < 1 ? `at most ${100 * suppressionLimit} % of the rows suppressed` : 'no limit to suppression'
      const tableRows = rows.filter((row) => row.table === table)
      return `${table}, k = ${ks.join(' / ')}, ${limit}\n\n${toText(tableRows)}`
    })
    .join('\n\n')
}

/** The worst of each table and goal. */
function defaultsRatios(rows: readonly DefaultsRow[]): Ratio[] {
  const worst = new Map<string, DefaultsRow>()
  for (const row of rows) {
    if (row.search === 'lattice') continue
    const key = `${row.table}, ${row.metric}`
    const before = worst.get(key)
    if (before === undefined || row.toLattice > before.toLattice) worst.set(key, row)
  }
  return [...worst].map(([key, { search, k, value, toLattice }]) => ({
    figure: `defaults, ${key}, the worst: ${search} at k = ${k}`,
    measured: value.toFixed(4),
    beside: 'lattice',
    ratio: toLattice,
    goal: 1,
  }))
}

function toText(rows: readonly DefaultsRow[]): string {
  const ofGoal = (goal: string) => [goal, '× lattice', 'CPU s']
  return tableText(
    ['search, default options', ...ofGoal('LM, goal general'), ...ofGoal('CM, goal classification')],
    ENTRANTS.map(({ search, options }) => [
      Object.entries(options).reduce((text, [key, value]) => `${text}, ${key}: ${String(value)}`, search),
      ...(['LM', 'CM'] as const).flatMap((metric) => {
        const searchRows = rows.filter(
          (row) => row.search === search && row.options === options && row.metric === metric,
        )
        const list = (figure: (row: DefaultsRow) => string) => searchRows.map(figure).join(' / ') || '–'
        return [
          list(({ value }) => value.toFixed(4)),
          list(({ toLattice }) => toLattice.toFixed(2)),
          list(({ cpuSeconds }) => cpuSeconds.toFixed(1)),
        ]
      }),
    ]),
  )
}
