/**
 * What each search comes to when it is called as the docs show it, default options, beside lattice, which is proven to be the best of its
 * space: Adult and the sample census with eight and seven quasi-identifiers, German credit with nine, the census with the 5 % of suppressed rows
 * that its job allows. Every value is evaluated again by the plain counter.
 */

import type { CategoryTarget } from '../../src/frequency/frequency-table.ts'
import { plainCounter } from '../../src/frequency/plain-counter.ts'
import { reorderValues } from '../../src/hierarchy/reorder.ts'
import type { OptionValues } from '../../src/options.ts'
import { createEvaluator } from '../../src/search/evaluation.ts'
import { searchOrders } from '../../src/search/genetic/search-orders.ts'
import { findSearch } from '../../src/search/index.ts'
import type { SearchProblem } from '../../src/search/search.ts'
import { adultProblem, type TableProblem } from '../../test/adult.ts'
import { censusProblem } from '../../test/census.ts'
import { haveData } from '../../test/data.ts'
import { searchProblem } from '../../test/promises/search.ts'
import type { Metric } from '../genetic/task.ts'
import type { Ratio } from '../ratios.ts'
import { GERMAN_NINE, german } from './real-tables.ts'

interface Table {
  readonly ks: readonly number[]
  readonly suppressionLimit: number
  /** Undefined where the data are not there. */
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
  /** For this goal alone: where trees are put aside their loss is none of the job's. */
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

export interface DefaultsRow {
  readonly table: string
  readonly search: string
  readonly options: OptionValues
  readonly metric: Metric
  readonly k: number
  readonly value: number
  readonly toLattice: number
  readonly cpuSeconds: number
}

export async function benchDefaults(tables: readonly string[] = Object.keys(TABLES)): Promise<DefaultsRow[]> {
  const rows: DefaultsRow[] = []
  for (const table of tables) {
    const { ks, suppressionLimit, read } = TABLES[table]
    const data = read()
    if (data === undefined) continue
    for (const metric of ['LM', 'CM'] as const) {
      for (const k of ks) {
        const problem = { ...searchProblem(data, metric, k), suppressionLimit }
        let lattice = Number.NaN
        for (const { search, options, only } of ENTRANTS) {
          if (only !== undefined && only !== metric) continue
          const { value, cpuSeconds } = await measure(search, options, problem)
          if (search === 'lattice') lattice = value
          rows.push({ table, search, options, metric, k, value, toLattice: value / lattice, cpuSeconds })
          console.error(`${table} ${metric} k = ${k} ${search} ${JSON.stringify(options)} ${value.toFixed(4)}`)
        }
      }
    }
  }
  return rows
}

async function measure(search: string, options: OptionValues, asked: SearchProblem) {
  const before = process.cpuUsage()
  const problem = options['partitions'] === 'by-target' ? await orderedByTarget(asked) : asked
  const result = await findSearch(search).search(problem, options, {
    seed: 1,
    threads: 2,
    now: () => performance.now(),
  })
  const { user, system } = process.cpuUsage(before)
  if (result.outcome !== 'found') throw new Error(`${search} ended as ${result.outcome}`)
  const again = createEvaluator(problem, plainCounter(problem.frequencies)).evaluate(result.groupings)
  if (again.value !== result.value || !again.acceptable)
    throw new Error(`${search}: counted again it is ${again.value}`)
  return { value: result.value, cpuSeconds: (user + system) / 1e6 }
}

/** As a run poses it: the values of trees in the order of what they say about the target. */
async function orderedByTarget(problem: SearchProblem): Promise<SearchProblem> {
  const { frequencies, hierarchies, goal } = problem
  const run = { seed: 1, threads: 2, now: () => performance.now() }
  const { orders, groupings } = await searchOrders(problem, frequencies.targets[0] as CategoryTarget, {}, run)
  const reordered = hierarchies.map((own, i) => (own.kind === 'tree' ? reorderValues(own, orders[i]) : own))
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

/** Of each table a line per search: values at each k, and what they are to lattice's. */
export function defaultsText(rows: readonly DefaultsRow[]): string {
  const tables = [...new Set(rows.map(({ table }) => table))]
  return tables
    .map((table) => {
      const { ks, suppressionLimit } = TABLES[table]
      const limit =
        suppressionLimit < 1 ? `at most ${100 * suppressionLimit} % of the rows suppressed` : 'no limit to suppression'
      const own = rows.filter((row) => row.table === table)
      return `${table}, k = ${ks.join(' / ')}, ${limit}\n\n${tableText(own)}`
    })
    .join('\n\n')
}

/** The worst of each table and goal. */
export function defaultsRatios(rows: readonly DefaultsRow[]): Ratio[] {
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

function tableText(rows: readonly DefaultsRow[]): string {
  const lines = ENTRANTS.map(({ search, options }) => {
    const cells = (['LM', 'CM'] as const).map((metric) => {
      const own = rows.filter((row) => row.search === search && row.options === options && row.metric === metric)
      const list = (figure: (row: DefaultsRow) => string) => own.map(figure).join(' / ') || '–'
      return `${list(({ value }) => value.toFixed(4))} | ${list(({ toLattice }) => toLattice.toFixed(2))} | ${list(({ cpuSeconds }) => cpuSeconds.toFixed(1))}`
    })
    const name = Object.entries(options).reduce((text, [key, value]) => `${text}, ${key}: ${String(value)}`, search)
    return `| ${name} | ${cells.join(' | ')} |`
  })
  const head = [
    'search, default options',
    'LM, goal general',
    '× lattice',
    'CPU s',
    'CM, goal classification',
    '× lattice',
    'CPU s',
  ]
  return [`| ${head.join(' | ')} |`, `|${' --- |'.repeat(head.length)}`, ...lines].join('\n')
}
