/**
 * Generates random queries on some quasi-identifiers, so that the parts of their domains multiply to the requested
 * share: neighbouring values of numbers, orders and long trees (dates, postcodes), any values of others. Repeats and
 * queries without rows are drawn again.
 */
import type { FrequencyTable } from '../../frequency/frequency-table.ts'
import { userError } from '../../ground/errors.ts'
import { type Random, randomFrom, seedFor, shuffle } from '../../ground/random.ts'
import { createQueryCounter, type QueryCondition, type Rest, saidAsItIs, type TableQuery } from './table-counts.ts'
import type { QueryDomain } from './table-domain.ts'
import { codeRuns, type QueryColumns, queryInWords, type TableWorkload } from './table-workload.ts'

const wrongData = userError('data', 'utility.workload')

export interface TableWorkloadOptions {
  readonly count: number
  readonly columns: number
  /** Share of rows that a query would match if values were uniform; above 0, at most 1. */
  readonly share: number
  readonly target: boolean
  readonly seed: number
}

const PATIENCE = 1000

/** In trees with more leaves, only neighbouring values make a sensible query. */
const MOST_LEAVES = 100

export async function generateTableWorkload(
  { count, columns, share, target, seed }: TableWorkloadOptions,
  domains: QueryColumns,
  table: FrequencyTable,
  rest?: Rest,
): Promise<TableWorkload> {
  const random = randomFrom(seedFor(seed, 'workload'))
  const countRows = createQueryCounter(saidAsItIs(table))
  const targets = target ? categoryTargets(table) : []
  const queries: TableQuery[] = []
  const answers: number[] = []
  const seen = new Set<string>()
  for (let vain = 0; queries.length < count && vain < PATIENCE; vain++) {
    const query = {
      conditions: drawConditions(domains.quasiIdentifiers, columns, share, random),
      target: target ? drawTarget(targets, table, random) : undefined,
    }
    const key = queryInWords(query, domains)
    const rows = seen.has(key) ? 0 : countRows(query)
    const resting = rest?.()
    if (resting !== undefined) await resting
    if (rows === 0) continue
    seen.add(key)
    queries.push(query)
    answers.push(rows)
    vain = -1
  }
  if (queries.length === 0)
    throw wrongData`no query of ${columns} columns and a share of ${share} has any row of the data; ask for fewer
      columns or a larger share`
  const of = columns === 1 ? 'one quasi-identifier' : `${columns} quasi-identifiers each`
  const also = target ? ` and a value of ${targets.map((place) => table.targets[place].name).join(' or ')}` : ''
  const fewer = queries.length < count ? ` (${count} were asked for, there are no more)` : ''
  const drawn = `drawn to have ${Number((100 * share).toPrecision(3))} % of evenly spread rows`
  const description = `${queries.length} queries on ${of}${also}, ${drawn}, seed ${seed}${fewer}`
  return { description, queries, answers: Int32Array.from(answers) }
}

function drawConditions(domains: readonly QueryDomain[], columns: number, share: number, random: Random) {
  const drawn = shuffle([...domains.keys()], random).slice(0, columns)
  const chosen = drawn.sort((a, b) => domains[a].size - domains[b].size || a - b)
  let left = share
  return chosen
    .map((column, i) => {
      // Ranges exclude missing values.
      const size = domains[column].size - (domains[column].missing === undefined ? 0 : 1)
      const wanted = left ** (1 / (columns - i))
      const taken = Math.min(size, Math.max(1, Math.round(wanted * size)))
      left = Math.min(1, (left * size) / taken)
      return { column, runs: drawCodes(domains[column], size, taken, random) }
    })
    .sort((a, b) => a.column - b.column)
}

function drawCodes({ tree }: QueryDomain, size: number, taken: number, random: Random): Int32Array {
  if (tree === undefined || size > MOST_LEAVES) {
    const from = random.integer(size - taken + 1)
    return Int32Array.of(from, from + taken - 1)
  }
  const marked = new Uint8Array(size)
  const codes = shuffle([...marked.keys()], random)
  for (let i = 0; i < taken; i++) marked[codes[i]] = 1
  return codeRuns(marked)
}

function categoryTargets({ targets }: FrequencyTable): number[] {
  const places = targets.flatMap(({ kind }, place) => (kind === 'categories' ? [place] : []))
  if (places.length > 0) return places
  throw wrongData`utility.workload.target asks for a value of a target or sensitive column, and the job has none with
    categories; give a column one of these roles, or set target: false`
}

function drawTarget(places: readonly number[], { targets }: FrequencyTable, random: Random): QueryCondition {
  const column = places[random.integer(places.length)]
  const value = random.integer(targets[column].values.length)
  return { column, runs: Int32Array.of(value, value) }
}
