/**
 * How soon searches stop on wide tables: the longest that the thread of a search works without letting events in (a cancel or a time limit is heard in
 * between), and how long a search goes on after its signal has fired. The first in seconds of the processor, so that other work on the machine counts little.
 *
 *     npm run bench -- stop
 *     npx tsx bench/search/stop.ts 60 10000 lattice,genetic
 *     npx tsx bench/search/stop.ts items
 */
import { existsSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { balancedTree } from '../../src/hierarchy/balanced-tree.ts'
import { utilityLoss } from '../../src/metrics/utility/loss.ts'
import { requireKmAnonymity } from '../../src/requirements/items/km-anonymity.ts'
import type { TableSearchRecord } from '../../src/search/classes-search.ts'
import { decidedPartition } from '../../src/search/decided-partition.ts'
import { createEvaluator } from '../../src/search/evaluation.ts'
import { allSearches, findTableSearch } from '../../src/search/index.ts'
import { itemSearches } from '../../src/search/items-index.ts'
import type { ItemSearchProblem } from '../../src/search/items-search.ts'
import type { SearchProblem, SearchRun } from '../../src/search/search.ts'
import { longestStretch } from '../../test/longest-stretch.ts'
import { sampleBaskets } from '../transactions/sample-baskets.ts'
import { wideProblem } from './wide-table.ts'

const TABLES = [
  { columns: 24, rows: 30_000 },
  { columns: 60, rows: 10_000 },
] as const
const BASKETS = { items: 5000, baskets: 100_000 }
const K = 5
const WIDEST = 500
/** Milliseconds after which it is stopped. */
const STOP_AFTER = 4000
/** These try all there is, and say before they begin that this is too much. */
const LEFT_OUT = ['exhaustive', 'k-optimize']

export interface StopRow {
  readonly columns: number
  readonly rows: number
  readonly search: string
  readonly outcome: string
  /** LM of what it has, 1 being everything generalized. */
  readonly loss: number | undefined
  /** Milliseconds of the processor without a look, and by the clock from the signal to the end; absent where it ended before. */
  readonly stretch: number
  readonly stopping: number | undefined
}

export async function benchStop(
  tables: readonly { readonly columns: number; readonly rows: number }[] = TABLES,
  searches: readonly string[] = allSearches.map(({ name }) => name).filter((name) => !LEFT_OUT.includes(name)),
): Promise<StopRow[]> {
  const results: StopRow[] = []
  for (const { columns, rows } of tables) {
    const problems = new Map(
      ['LM', 'CM'].map((metric) => [metric, wideProblem({ rows, columns, widest: WIDEST, seed: columns }, metric, K)]),
    )
    for (const search of searches) {
      const metric = search.startsWith('ka') ? 'CM' : 'LM'
      results.push({ columns, rows, search, ...(await stop(search, problems.get(metric) as SearchProblem)) })
      console.error(stopLine(results[results.length - 1]))
    }
  }
  return results
}

/** The same of searches on baskets: `columns` are items then, and `rows` baskets. */
export async function benchStopItems({ items, baskets: count } = BASKETS): Promise<StopRow[]> {
  const baskets = sampleBaskets(count, items, 8, 1)
  const results: StopRow[] = []
  for (const record of itemSearches) {
    const problem = {
      baskets,
      requirement: requireKmAnonymity(baskets, K, 3),
      suppressionLimit: 0,
      tree: record.needsTree ? balancedTree(baskets.items) : undefined,
    } as ItemSearchProblem
    const { result, ...figures } = await stopped((run) => record.search(problem, {}, run))
    const { outcome } = result
    results.push({ columns: items, rows: count, search: record.name, outcome, loss: undefined, ...figures })
    console.error(stopLine(results[results.length - 1]))
  }
  return results
}

async function stop(name: string, problem: SearchProblem): Promise<Omit<StopRow, 'columns' | 'rows' | 'search'>> {
  type Result = Awaited<ReturnType<TableSearchRecord['search']>>
  const { result, ...figures } = await stopped<Result>(async (run) => findTableSearch(name).search(problem, {}, run))
  return { ...figures, outcome: result.outcome, loss: lossOf(result, problem) }
}

/** Runs a search and stops it after a while. */
async function stopped<Result extends { readonly outcome: string }>(search: (run: SearchRun) => Promise<Result>) {
  const controller = new AbortController()
  let firedAt: number | undefined
  const timer = setTimeout(() => {
    firedAt = performance.now()
    controller.abort()
  }, STOP_AFTER)
  let result: Result | undefined
  const stretch = await longestStretch(threadMilliseconds, async () => {
    const deadline = performance.now() + STOP_AFTER
    result = await search({ seed: 1, threads: 1, now: () => performance.now(), signal: controller.signal, deadline })
  })
  const stopping = firedAt && performance.now() - firedAt
  clearTimeout(timer)
  return { result: result as Result, stretch, stopping }
}

function lossOf(result: Awaited<ReturnType<TableSearchRecord['search']>>, problem: SearchProblem): number | undefined {
  const best = result.outcome === 'found' ? result : result.outcome === 'none-exists' ? undefined : result.best
  if (best === undefined) return undefined
  const partition =
    'decision' in best
      ? decidedPartition(best.decision, problem.frequencies)
      : createEvaluator(problem).evaluate(best.groupings).partition
  return utilityLoss.compute(partition, problem.goal.terms[0].settings)
}

/** Milliseconds of the processor that this thread has had; of all threads where the system does not say it of one. */
function threadMilliseconds(): number {
  const file = '/proc/thread-self/schedstat'
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split(' ')[0]) / 1e6 : process.cpuUsage().user / 1000
}

export function stopText(rows: readonly StopRow[]): string {
  const head = ['quasi-identifiers', 'rows', 'search', 'ended', 'LM', 'CPU ms without a look', 'ms from signal to end']
  return [`| ${head.join(' | ')} |`, `|${' --- |'.repeat(head.length)}`, ...rows.map(stopLine)].join('\n')
}

function stopLine({ columns, rows, search, outcome, loss, stretch, stopping }: StopRow): string {
  const figures = [loss?.toFixed(4) ?? '–', stretch.toFixed(0), stopping?.toFixed(0) ?? '–']
  return `| ${[columns, rows, search, outcome, ...figures].join(' | ')} |`
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [columns, rows, searches] = process.argv.slice(2)
  const tables = columns === undefined ? undefined : [{ columns: Number(columns), rows: Number(rows) }]
  if (columns === 'items') await benchStopItems()
  else await benchStop(tables, searches?.split(','))
}
