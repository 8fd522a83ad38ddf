/**
 * Wide tables: what `genetic` and `lattice` have after 1, 5 and 30 seconds, beside plain searches over levels that stand in for other tools.
 * Seconds are of the processor, over all threads, so that other work on the machine counts little. Our results are evaluated again by the
 * plain counter.
 *
 *     npm run bench -- wide
 *     npx tsx bench/search/wide.ts 24 30 genetic,lattice     one width, so many seconds, some entrants
 */
import { pathToFileURL } from 'node:url'
import { plainCounter } from '../../src/frequency/plain-counter.ts'
import { createEvaluator } from '../../src/search/evaluation.ts'
import { findSearch } from '../../src/search/index.ts'
import type { SearchProblem } from '../../src/search/search.ts'
import { climbingOverLevels, geneticOverLevels } from './level-reference.ts'
import { wideProblem } from './wide-table.ts'

const WIDTHS = [15, 16, 24, 43, 60]
const ROWS = 30_000
const WIDEST = 22_723
const K = 5
const MARKS = [1, 5]

export interface WideRow {
  readonly columns: number
  readonly entrant: string
  /** Best value after each of the marks, and at the end. */
  readonly values: readonly (number | undefined)[]
  readonly cpuSeconds: number
  /** By the clock on the wall. */
  readonly seconds: number
}

type Entrant = (problem: SearchProblem, seconds: number, improved: (value: number) => void) => Promise<void>

const ENTRANTS: Readonly<Record<string, Entrant>> = {
  'plain genetic over levels': async (problem, seconds, improved) =>
    geneticOverLevels(problem, 1, timer(seconds), improved),
  'hill climbing over levels': async (problem, seconds, improved) =>
    climbingOverLevels(problem, 1, timer(seconds), improved),
  lattice: (problem, seconds, improved) => ours('lattice', problem, seconds, improved),
  genetic: (problem, seconds, improved) => ours('genetic', problem, seconds, improved),
}

export async function benchWide(
  widths: readonly number[] = WIDTHS,
  seconds = 30,
  entrants: readonly string[] = Object.keys(ENTRANTS),
): Promise<WideRow[]> {
  const rows: WideRow[] = []
  for (const columns of widths) {
    const problem = wideProblem({ rows: ROWS, columns, widest: WIDEST, seed: columns }, 'LM', K)
    for (const entrant of entrants) {
      const trail: { at: number; value: number }[] = []
      const start = performance.now()
      const elapsed = cpuClock()
      await ENTRANTS[entrant](problem, seconds, (value) => trail.push({ at: elapsed(), value }))
      const bestBy = (mark: number) =>
        trail.reduce((best, { at, value }) => (at <= mark ? Math.min(best, value) : best), 1)
      rows.push({
        columns,
        entrant,
        values: [...MARKS.map(bestBy), bestBy(Number.POSITIVE_INFINITY)],
        cpuSeconds: elapsed(),
        seconds: (performance.now() - start) / 1000,
      })
      console.error(wideLine(rows[rows.length - 1]))
    }
  }
  return rows
}

async function ours(
  name: string,
  problem: SearchProblem,
  seconds: number,
  improved: (value: number) => void,
): Promise<void> {
  let least = Number.POSITIVE_INFINITY
  const offer = (value: number) => {
    if (value < least) improved((least = value))
  }
  const elapsed = cpuClock()
  const controller = new AbortController()
  const watch = setInterval(() => elapsed() >= seconds && controller.abort(), 10)
  const result = await findSearch(name)
    .search(
      problem,
      {},
      {
        seed: 1,
        threads: 2,
        now: () => performance.now(),
        signal: controller.signal,
        deadline: Number.POSITIVE_INFINITY,
        progress: ({ best }) => best !== undefined && offer(best),
      },
    )
    .finally(() => clearInterval(watch))
  const best = result.outcome === 'none-exists' ? undefined : result.outcome === 'found' ? result : result.best
  if (best === undefined) throw new Error(`${name} ended as ${result.outcome} with nothing`)
  const again = createEvaluator(problem, plainCounter(problem.frequencies)).evaluate(best.groupings)
  if (again.value !== best.value || !again.acceptable) throw new Error(`${name}: counted again it is ${again.value}`)
  offer(best.value)
}

function timer(seconds: number): () => boolean {
  const elapsed = cpuClock()
  return () => elapsed() >= seconds
}

/** Seconds of the processor from now on. */
function cpuClock(): () => number {
  const before = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1e6
  }
}

export function wideText(rows: readonly WideRow[]): string {
  const head = [
    'quasi-identifiers',
    'search',
    ...MARKS.map((mark) => `LM after ${mark} s`),
    'LM at the end',
    'CPU s',
    's',
  ]
  return [`| ${head.join(' | ')} |`, `|${' --- |'.repeat(head.length)}`, ...rows.map(wideLine)].join('\n')
}

function wideLine({ columns, entrant, values, seconds, cpuSeconds }: WideRow): string {
  const figures = values.map((value) => value?.toFixed(4) ?? '–')
  return `| ${[columns, entrant, ...figures, cpuSeconds.toFixed(1), seconds.toFixed(1)].join(' | ')} |`
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [widths, seconds, entrants] = process.argv.slice(2)
  await benchWide(
    widths?.split(',').map(Number),
    seconds === undefined ? undefined : Number(seconds),
    entrants?.split(','),
  )
}
