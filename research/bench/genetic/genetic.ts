/**
 * `npm run bench -- genetic`: loss and cost of the default options on Adult at the paper's nine k, and how busy longer
 * searches keep two cores. Uses the built library, so that threads start as a user's do. The plain counter checks every
 * value.
 *
 *     npm run bench -- genetic speed 500,000 children, population 5,000, k = 100, all else off
 *     npm run bench -- genetic effects [seed,…] each improvement switched off, and on alone
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { OptionValues } from '../../../src/ground/options.ts'
import { searchGenetic } from '../../../src/search/index.ts'
import type { SearchProblem } from '../../../src/search/search.ts'
import { adultProblem } from '../../../test/adult.ts'
import { haveData } from '../../../test/data.ts'
import { searchProblem } from '../../../test/promises/search.ts'
import { countedAgain, line, plainRun, tableText, timed } from '../measure.ts'
import type { Measured } from '../ratios.ts'
import { wideProblem } from '../search/wide-table.ts'

type Metric = 'LM' | 'CM'

const METRICS = ['LM', 'CM'] as const
const KS = [10, 25, 50, 75, 100, 150, 200, 250, 500]
/** A plain genetic search with population 2000 and 100,000 children, best of its seeds; to be met or beaten. */
const PLAIN: Readonly<Record<Metric, readonly number[]>> = {
  LM: [0.2229, 0.2812, 0.3364, 0.3597, 0.3703, 0.4017, 0.4172, 0.4351, 0.4868],
  CM: [0.174, 0.1795, 0.1813, 0.1821, 0.1824, 0.1827, 0.1827, 0.1827, 0.1861],
}
const WIDE = { rows: 30_000, columns: 24, widest: 22_723, seed: 24 }

const adult = (metric: Metric, k: number) => searchProblem(adultProblem(), metric, k)

export async function benchGenetic([part = 'nine', seeds = '1']: readonly string[]): Promise<Measured> {
  if (!haveData('adult')) return { figures: { rows: [] }, text: 'genetic: Adult is not there' }
  const measure = openMeasure(await builtSearch())
  const run = { nine, speed, effects }[part]
  if (run === undefined) throw new Error(`the genetic bench has nine, speed and effects; got ${part}`)
  return run(measure, seeds.split(',').map(Number))
}

interface Searcher {
  readonly search: typeof searchGenetic
  ownWords(problem: SearchProblem): SearchProblem
}

/** The built library: the TypeScript loader takes half a second per thread, and would not load our metrics there. */
async function builtSearch(): Promise<Searcher> {
  const load = (...names: string[]) => import(pathToFileURL(join('dist', 'src', ...names)).href)
  if (!existsSync(join('dist', 'src', 'search', 'index.js')))
    return { search: searchGenetic, ownWords: (problem) => problem }
  const { searchGenetic: search } = await load('search', 'index.js')
  const { findMetric } = (await load('metrics', 'index.js')) as typeof import('../../../src/metrics/index.ts')
  const ownWords = ({ goal, ...problem }: SearchProblem): SearchProblem => {
    const terms = goal.terms.map((term) => ({ ...term, metric: findMetric(term.metric.name) }))
    return { ...problem, goal: { ...goal, terms } }
  }
  return { search, ownWords }
}

type Measure = ReturnType<typeof openMeasure>

function openMeasure({ search, ownWords }: Searcher) {
  return async (problem: SearchProblem, options: OptionValues, seed = 1) => {
    const translated = ownWords(problem)
    const trail: { readonly at: number; readonly best: number }[] = []
    const start = performance.now()
    const progress = ({ best }: { readonly best?: number }) => {
      if (best !== undefined) trail.push({ at: (performance.now() - start) / 1000, best })
    }
    const { result, seconds, cpuSeconds } = await timed(() =>
      search.search(translated, options, { ...plainRun(seed), progress }),
    )
    if (result.outcome !== 'found') throw new Error(`the search ended as ${result.outcome}`)
    const value = countedAgain(problem, result)
    return {
      value,
      lowerBound: result.details?.lowerBound,
      evaluations: result.evaluations,
      cpuSeconds,
      seconds,
      /** CPU seconds per wall second: at most 2 with two threads on two idle cores. */
      busy: cpuSeconds / seconds,
      /** Seconds until the value was within 1 % of the final one. */
      toWithin: trail.find(({ best }) => best <= value * 1.01)?.at ?? seconds,
    }
  }
}

async function nine(measure: Measure): Promise<Measured> {
  const rows: (Awaited<ReturnType<Measure>> & { metric: Metric; k: number; options: OptionValues; table: string })[] =
    []
  const toCells = ({ table, options, metric, k, value, lowerBound, cpuSeconds, seconds, busy }: (typeof rows)[0]) => {
    const given = Object.entries(options).map(([name, setting]) => `${name}: ${String(setting)}`)
    const plain = given.length === 0 ? PLAIN[metric][KS.indexOf(k)].toFixed(4) : undefined
    const figures = [value.toFixed(6), lowerBound?.toFixed(4), plain, cpuSeconds.toFixed(2), seconds.toFixed(2)]
    return [table, given.join(', ') || 'default', metric, k, ...figures, `${Math.round(busy * 100)} %`]
  }
  const add = async (table: string, metric: Metric, k: number, problem: SearchProblem, options: OptionValues = {}) => {
    rows.push({ table, metric, k, options, ...(await measure(problem, options)) })
    console.error(line(toCells(rows[rows.length - 1])))
  }
  for (const metric of METRICS) for (const k of KS) await add('Adult', metric, k, adult(metric, k))
  const totals = METRICS.map((metric) => {
    const total = rows.reduce((sum, row) => sum + (row.metric === metric ? row.cpuSeconds : 0), 0)
    return `${metric} at nine k: ${total.toFixed(1)} CPU s`
  })
  for (const k of [10, 100, 500]) await add('Adult', 'CM', k, adult('CM', k), { partitions: 'ordered' })
  await add('wide, 24 columns', 'LM', 5, wideProblem(WIDE, 'LM', 5), { seconds: 10 })
  const head = ['table', 'options', 'goal', 'k', 'value', 'lower bound', 'plain GA', 'CPU s', 's', 'CPU of a core']
  return { figures: { rows }, text: [tableText(head, rows.map(toCells)), ...totals].join('\n') }
}

/** Duplicate children cost nothing; with more mutation nearly all are new. */
const SPEEDS: Readonly<Record<string, OptionValues>> = {
  '500,000 children': { preset: 'paper', islands: 4 },
  '500,000 children, mutation 0.02': { preset: 'paper', islands: 4, mutation: 0.02 },
}

async function speed(measure: Measure): Promise<Measured> {
  const rows: (string | number)[][] = []
  for (const [name, options] of Object.entries(SPEEDS)) {
    for (const metric of METRICS) {
      const { evaluations, seconds, cpuSeconds, toWithin, value } = await measure(adult(metric, 100), options)
      const each = ((cpuSeconds * 1e6) / evaluations).toFixed(0)
      const times = [seconds.toFixed(1), cpuSeconds.toFixed(1), each, toWithin.toFixed(1)]
      rows.push([name, metric, evaluations, ...times, value.toFixed(4)])
    }
  }
  const head = ['run', 'goal', 'evaluations', 's', 'CPU s', 'µs CPU each', 's to within 1 %', 'value']
  return { figures: { rows }, text: tableText(head, rows) }
}

/** The paper's search in four islands plus one improvement; then everything minus one. */
const BARE: OptionValues = { preset: 'paper', islands: 4, patience: 10_000 }
const VARIANTS: Readonly<Record<string, OptionValues>> = {
  'paper, 4 islands, patience': BARE,
  '+ start: levels': { ...BARE, start: 'levels' },
  '+ start: lattice': { ...BARE, start: 'lattice' },
  '+ improve: columns': { ...BARE, improve: 'columns' },
  default: {},
  'start: none': { start: 'none' },
  'start: levels': { start: 'levels' },
  'improve: none': { improve: 'none' },
  'improve: columns': { improve: 'columns' },
  'one island': { islands: 1 },
  'population 500': { population: 500 },
}

async function effects(measure: Measure, seeds: readonly number[]): Promise<Measured> {
  const cases = [
    ['LM', 100],
    ['CM', 50],
    ['CM', 250],
  ] as const
  const rows: string[][] = []
  for (const [name, options] of Object.entries(VARIANTS)) {
    const cells: string[] = []
    for (const [metric, k] of cases) {
      const runs: Awaited<ReturnType<Measure>>[] = []
      for (const seed of seeds) runs.push(await measure(adult(metric, k), options, seed))
      cells.push(runs.map(({ value }) => value.toFixed(4)).join(' '))
      cells.push((runs.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0) / runs.length).toFixed(1))
    }
    rows.push([name, ...cells])
    console.error(line([name, ...cells]))
  }
  const head = ['variant', ...cases.flatMap(([metric, k]) => [`${metric} k=${k}`, 'CPU s'])]
  return { figures: { rows }, text: tableText(head, rows) }
}
