/**
 * `npm run bench -- genetic`: what the default options come to on Adult at the paper's nine k, and what that costs; then how much of two cores
 * longer searches keep busy. Of the built library, whose threads start as a user's do. Every value is evaluated again by the plain counter.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { plainCounter } from '../../src/frequency/plain-counter.ts'
import type { OptionValues } from '../../src/options.ts'
import { createEvaluator } from '../../src/search/evaluation.ts'
import { searchGenetic } from '../../src/search/genetic/genetic.ts'
import type { SearchProblem } from '../../src/search/search.ts'
import { wideProblem } from '../search/wide-table.ts'
import { adultProblems, KS, type Metric, PLAIN } from './task.ts'

const THREADS = 2
const WIDE = { rows: 30_000, columns: 24, widest: 22_723, seed: 24 }

export interface GeneticRow {
  readonly table: string
  readonly metric: Metric
  readonly k: number
  readonly options: OptionValues
  readonly value: number
  readonly lowerBound: number | undefined
  readonly cpuSeconds: number
  readonly seconds: number
  /** Seconds of the processor for one by the clock: at most 2 with two threads on two quiet cores. */
  readonly busy: number
}

/** Undefined when the data are not there. */
export async function benchGenetic(): Promise<GeneticRow[] | undefined> {
  const problemOf = adultProblems()
  if (problemOf === undefined) return undefined
  const search = await builtSearch()
  const rows: GeneticRow[] = []
  const add = async (table: string, metric: Metric, k: number, problem: SearchProblem, options: OptionValues = {}) => {
    rows.push({ table, metric, k, options, ...(await measure(search, problem, options)) })
    console.error(geneticLine(rows[rows.length - 1]))
  }
  for (const metric of ['LM', 'CM'] as const) for (const k of KS) await add('Adult', metric, k, problemOf(metric, k))
  for (const k of [10, 100, 500]) await add('Adult', 'CM', k, problemOf('CM', k), { partitions: 'ordered' })
  await add('wide, 24 columns', 'LM', 5, wideProblem(WIDE, 'LM', 5), { seconds: 10 })
  return rows
}

/** A search, and a problem in the words of its library. */
interface Searcher {
  readonly search: typeof searchGenetic
  ownWords(problem: SearchProblem): SearchProblem
}

/** As it was built, where it was: the loader of TypeScript takes half a second in every thread. A metric of ours it would not know, and not take to a thread. */
async function builtSearch(): Promise<Searcher> {
  const load = (...names: string[]) => import(pathToFileURL(join('dist', 'src', ...names)).href)
  if (!existsSync(join('dist', 'src', 'search', 'genetic', 'genetic.js')))
    return { search: searchGenetic, ownWords: (problem) => problem }
  const { searchGenetic: search } = await load('search', 'genetic', 'genetic.js')
  const { allMetrics }: { allMetrics: readonly SearchProblem['goal']['terms'][number]['metric'][] } = await load(
    'metrics',
    'index.js',
  )
  const ownWords = (problem: SearchProblem): SearchProblem => {
    const terms = problem.goal.terms.map((term) => {
      const metric = allMetrics.find(({ name }) => name === term.metric.name)
      if (metric === undefined) throw new Error(`the built library has no metric ${term.metric.name}`)
      return { ...term, metric }
    })
    return { ...problem, goal: { ...problem.goal, terms } }
  }
  return { search, ownWords }
}

async function measure(
  { search, ownWords }: Searcher,
  problem: SearchProblem,
  options: OptionValues,
): Promise<Pick<GeneticRow, 'value' | 'lowerBound' | 'cpuSeconds' | 'seconds' | 'busy'>> {
  const own = ownWords(problem)
  const cpu = process.cpuUsage()
  const start = performance.now()
  const result = await search.search(own, options, { seed: 1, threads: THREADS, now: () => performance.now() })
  const seconds = (performance.now() - start) / 1000
  const { user, system } = process.cpuUsage(cpu)
  const cpuSeconds = (user + system) / 1e6
  if (result.outcome !== 'found') throw new Error(`the search ended as ${result.outcome}`)
  const again = createEvaluator(problem, plainCounter(problem.frequencies)).evaluate(result.groupings)
  if (again.value !== result.value) throw new Error(`counted again it is ${again.value}, not ${result.value}`)
  const { value, details } = result
  return { value, lowerBound: details?.lowerBound, cpuSeconds, seconds, busy: cpuSeconds / seconds }
}

export function geneticText(rows: readonly GeneticRow[] | undefined): string {
  if (rows === undefined) return 'genetic: Adult is not there'
  const head = ['table', 'options', 'goal', 'k', 'value', 'lower bound', 'plain GA', 'CPU s', 's', 'CPU of a core']
  const adult = (metric: Metric) => rows.filter((row) => row.metric === metric && Object.keys(row.options).length === 0)
  const total = (metric: Metric) =>
    `${metric} at nine k: ${adult(metric)
      .reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0)
      .toFixed(1)} CPU s`
  return [
    `| ${head.join(' | ')} |`,
    `|${' --- |'.repeat(head.length)}`,
    ...rows.map(geneticLine),
    total('LM'),
    total('CM'),
  ].join('\n')
}

function geneticLine(row: GeneticRow): string {
  const { table, options, metric, k, value, lowerBound, cpuSeconds, seconds, busy } = row
  const place = (KS as readonly number[]).indexOf(k)
  const plain = Object.keys(options).length === 0 && place >= 0 ? PLAIN[metric][place].toFixed(4) : '–'
  const given = Object.entries(options).map(([name, own]) => `${name}: ${String(own)}`)
  const figures = [value.toFixed(6), lowerBound?.toFixed(4) ?? '–', plain, cpuSeconds.toFixed(2), seconds.toFixed(2)]
  return `| ${[table, given.join(', ') || 'default', metric, k, ...figures, `${Math.round(busy * 100)} %`].join(' | ')} |`
}
