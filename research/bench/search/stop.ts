/**
 * How soon searches stop on wide tables: the longest stretch without letting events in (in CPU seconds), and the time
 * from the abort signal to the end.
 *
 *     npm run bench -- stop
 *     npm run bench -- stop 60 10000 lattice,genetic
 */
import { existsSync, readFileSync } from 'node:fs'
import { balancedTree } from '../../../src/hierarchy/tree.ts'
import { utilityLoss } from '../../../src/metrics/utility/loss.ts'
import { requireKmAnonymity } from '../../../src/requirements/items/km-anonymity.ts'
import type { TableSearchRecord } from '../../../src/search/classes-search.ts'
import { decidedPartition } from '../../../src/search/decided-partition.ts'
import { createEvaluator } from '../../../src/search/evaluation.ts'
import { allSearches, findTableSearch } from '../../../src/search/index.ts'
import { itemSearches } from '../../../src/search/items-index.ts'
import type { ItemSearchProblem } from '../../../src/search/items-search.ts'
import { type SearchProblem, type SearchRun, solutionIn } from '../../../src/search/search.ts'
import { longestStretch } from '../../../test/longest-stretch.ts'
import { line, tableText } from '../measure.ts'
import type { Measured } from '../ratios.ts'
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
/** These enumerate everything, and refuse large problems. */
const LEFT_OUT = ['exhaustive', 'k-optimize']

interface StopRow {
  readonly columns: number
  readonly rows: number
  readonly search: string
  readonly outcome: string
  /** LM of its result; 1 is full generalization. */
  readonly loss: number | undefined
  /** CPU milliseconds without a look, and wall time from the signal to the end; absent if it ended before. */
  readonly stretch: number
  readonly stopping: number | undefined
}

export async function benchStop([columns, rows, searches]: readonly string[]): Promise<Measured> {
  const tables = columns === undefined ? TABLES : [{ columns: Number(columns), rows: Number(rows) }]
  const names = searches?.split(',') ?? allSearches.map(({ name }) => name).filter((name) => !LEFT_OUT.includes(name))
  const results: StopRow[] = []
  const note = (row: StopRow) => {
    results.push(row)
    console.error(line(toCells(row)))
  }
  for (const table of tables) {
    const posed = (metric: string) => wideProblem({ ...table, widest: WIDEST, seed: table.columns }, metric, K)
    const problems = { LM: posed('LM'), CM: posed('CM') }
    for (const search of names)
      note({ ...table, search, ...(await stop(search, problems[search.startsWith('ka') ? 'CM' : 'LM'])) })
  }
  if (columns === undefined) await stopItems(note)
  return { figures: { rows: results }, text: tableText(HEAD, results.map(toCells)) }
}

/** Searches on baskets: `columns` are items, and `rows` baskets. */
async function stopItems(note: (row: StopRow) => void): Promise<void> {
  const { items, baskets: count } = BASKETS
  const baskets = sampleBaskets(count, items, 8, 1)
  for (const record of itemSearches) {
    const problem = {
      baskets,
      requirement: requireKmAnonymity(baskets, K, 3),
      suppressionLimit: 0,
      tree: record.needsTree ? balancedTree(baskets.items) : undefined,
    } as ItemSearchProblem
    const { result, ...figures } = await stopped((run) => record.search(problem, {}, run))
    const { outcome } = result
    note({ columns: items, rows: count, search: record.name, outcome, loss: undefined, ...figures })
  }
}

async function stop(name: string, problem: SearchProblem): Promise<Omit<StopRow, 'columns' | 'rows' | 'search'>> {
  type Result = Awaited<ReturnType<TableSearchRecord['search']>>
  const { result, ...figures } = await stopped<Result>(async (run) => findTableSearch(name).search(problem, {}, run))
  return { ...figures, outcome: result.outcome, loss: measureLoss(result, problem) }
}

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

function measureLoss(
  result: Awaited<ReturnType<TableSearchRecord['search']>>,
  problem: SearchProblem,
): number | undefined {
  const best = solutionIn(result)
  if (best === undefined) return undefined
  const partition =
    'decision' in best
      ? decidedPartition(best.decision, problem.frequencies)
      : createEvaluator(problem).evaluate(best.groupings).partition
  return utilityLoss.compute(partition, problem.goal.terms[0].settings)
}

/** CPU milliseconds of this thread; of all threads if the system does not report one. */
function threadMilliseconds(): number {
  const file = '/proc/thread-self/schedstat'
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split(' ')[0]) / 1e6 : process.cpuUsage().user / 1000
}

const HEAD = ['quasi-identifiers', 'rows', 'search', 'ended', 'LM', 'CPU ms without a look', 'ms from signal to end']

function toCells({ columns, rows, search, outcome, loss, stretch, stopping }: StopRow) {
  return [columns, rows, search, outcome, loss?.toFixed(4), stretch.toFixed(0), stopping?.toFixed(0)]
}
