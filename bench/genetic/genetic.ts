/**
 * The genetic bench, on Adult:
 *
 *     npx tsx bench/genetic/genetic.ts quality [seed,…]   LM and CM by k with the default options, beside a plain genetic search
 *     npx tsx bench/genetic/genetic.ts speed              500,000 children of a population of 5,000 at k = 100, all else off
 *     npx tsx bench/genetic/genetic.ts effects [seed,…]   what each improvement does, switched off one at a time and on alone
 *
 * Every result is evaluated again by the plain counter. Wall-clock and CPU seconds are both given: the first depend on what else the
 * machine does, the second count all threads.
 */
import { cpus } from 'node:os'
import { argv } from 'node:process'
import { InternalError, UserError } from '../../src/errors.ts'
import { plainCounter } from '../../src/frequency/plain-counter.ts'
import type { OptionValues } from '../../src/options.ts'
import { createEvaluator } from '../../src/search/evaluation.ts'
import { searchGenetic } from '../../src/search/genetic/genetic.ts'
import { searchLattice } from '../../src/search/lattice/lattice.ts'
import type { SearchProblem } from '../../src/search/search.ts'
import { adultProblems, KS, type Metric, PLAIN } from './task.ts'

const THREADS = 2
/** What the table of the digest is rounded to. */
const HALF_DIGIT = 5e-5

interface Run {
  readonly value: number
  readonly lowerBound?: number
  readonly optimal: boolean
  readonly evaluations: number
  readonly seconds: number
  readonly cpuSeconds: number
  /** Seconds until the value was within 1 % of the final one, and when it was reached. */
  readonly secondsToWithin: number
  readonly details: Readonly<Record<string, unknown>>
}

async function measure(problem: SearchProblem, options: OptionValues, seed: number): Promise<Run> {
  const trail: { seconds: number; best: number }[] = []
  const cpu = process.cpuUsage()
  const start = performance.now()
  const elapsed = () => (performance.now() - start) / 1000
  const result = await searchGenetic.search(problem, options, {
    seed,
    threads: THREADS,
    now: () => performance.now(),
    progress: ({ best }) => {
      if (best !== undefined) trail.push({ seconds: elapsed(), best })
    },
  })
  const seconds = elapsed()
  const { user, system } = process.cpuUsage(cpu)
  if (result.outcome !== 'found') throw new InternalError(`the search ended as ${result.outcome}`)
  const again = createEvaluator(problem, plainCounter(problem.frequencies)).evaluate(result.groupings)
  if (again.value !== result.value)
    throw new InternalError(`the plain counter says ${again.value}, not ${result.value}`)
  return {
    value: result.value,
    lowerBound: result.details?.['lowerBound'] as number | undefined,
    optimal: result.optimal,
    evaluations: result.evaluations,
    seconds,
    cpuSeconds: (user + system) / 1e6,
    secondsToWithin: trail.find(({ best }) => best <= result.value * 1.01)?.seconds ?? seconds,
    details: result.details ?? {},
  }
}

async function quality(
  problemOf: (metric: Metric, k: number) => SearchProblem,
  seeds: readonly number[],
): Promise<void> {
  print([
    'goal',
    'k',
    'seed',
    'value',
    'proven',
    'lower bound',
    'plain GA',
    'lattice',
    's',
    'CPU s',
    'stopped',
    'verdict',
  ])
  for (const metric of ['LM', 'CM'] as const) {
    for (const [i, k] of KS.entries()) {
      const problem = problemOf(metric, k)
      const lattice = await searchLattice.search(problem, {}, { seed: 1, threads: 1, now: () => performance.now() })
      const latticeValue = lattice.outcome === 'found' ? lattice.value : Number.POSITIVE_INFINITY
      for (const seed of seeds) {
        const run = await measure(problem, {}, seed)
        const meets = run.value <= PLAIN[metric][i] + HALF_DIGIT && run.value <= latticeValue
        print([
          metric,
          k,
          seed,
          run.value.toFixed(4),
          run.optimal ? 'optimal' : '',
          (run.lowerBound ?? 0).toFixed(4),
          PLAIN[metric][i].toFixed(4),
          latticeValue.toFixed(4),
          run.seconds.toFixed(1),
          run.cpuSeconds.toFixed(1),
          `${run.details['stopped']} ${run.details['iterations']}`,
          meets ? 'met' : 'MISSED',
        ])
      }
    }
  }
}

/** Children that are no new solution cost nothing; with restarts nearly all are new. */
const SPEEDS: readonly (readonly [string, OptionValues])[] = [
  ['500,000 children', { preset: 'paper', islands: 4 }],
  ['about 480,000 evaluations', { preset: 'paper', islands: 4, iterations: 475_000, patience: 50_000, restarts: 100 }],
]

async function speed(problemOf: (metric: Metric, k: number) => SearchProblem): Promise<void> {
  print(['run', 'goal', 'evaluations', 's', 'CPU s', 'µs CPU each', 's to within 1 %', 'value'])
  for (const [name, options] of SPEEDS) {
    for (const metric of ['LM', 'CM'] as const) {
      const run = await measure(problemOf(metric, 100), options, 1)
      print([
        name,
        metric,
        run.evaluations,
        run.seconds.toFixed(1),
        run.cpuSeconds.toFixed(1),
        ((run.cpuSeconds * 1e6) / run.evaluations).toFixed(0),
        run.secondsToWithin.toFixed(1),
        run.value.toFixed(4),
      ])
    }
  }
}

/** The paper's search in four islands with patience, and one improvement more; then everything, and one improvement less. */
const VARIANTS: readonly (readonly [string, OptionValues])[] = (() => {
  const bare: OptionValues = { preset: 'paper', islands: 4, patience: 10_000 }
  return [
    ['paper, 4 islands, patience', bare],
    ['+ seed-levels', { ...bare, 'seed-levels': true }],
    ['+ seed-lattice', { ...bare, 'seed-lattice': true }],
    ['+ local-search', { ...bare, 'local-search': true }],
    ['+ restarts 2', { ...bare, restarts: 2 }],
    ['+ bound', { ...bare, 'bound-effort': 100 }],
    ['default', {}],
    ['− seed-levels', { 'seed-levels': false }],
    ['− seed-lattice', { 'seed-lattice': false }],
    ['− local-search', { 'local-search': false }],
    ['− bound', { 'bound-effort': 0 }],
    ['one island', { islands: 1 }],
    ['population 500', { population: 500 }],
  ] as const
})()

async function effects(
  problemOf: (metric: Metric, k: number) => SearchProblem,
  seeds: readonly number[],
): Promise<void> {
  const cases = [
    ['LM', 100],
    ['CM', 50],
    ['CM', 250],
  ] as const
  print(['variant', ...cases.flatMap(([metric, k]) => [`${metric} k=${k}`, 'CPU s'])])
  for (const [name, options] of VARIANTS) {
    const cells: string[] = []
    for (const [metric, k] of cases) {
      const runs: Run[] = []
      for (const seed of seeds) runs.push(await measure(problemOf(metric, k), options, seed))
      cells.push(runs.map((run) => run.value.toFixed(4)).join(' '))
      cells.push((runs.reduce((sum, run) => sum + run.cpuSeconds, 0) / runs.length).toFixed(1))
    }
    print([name, ...cells])
  }
}

function print(cells: readonly (string | number)[]): void {
  console.log(`| ${cells.join(' | ')} |`)
}

const problemOf = adultProblems()
if (problemOf !== undefined) {
  console.log(
    `${new Date().toISOString()} · ${cpus()[0].model}, ${cpus().length} cores · Node ${process.version} · ${THREADS} threads`,
  )
  const seeds = (argv[3] ?? '1').split(',').map(Number)
  if (argv[2] === 'quality') await quality(problemOf, seeds)
  else if (argv[2] === 'speed') await speed(problemOf)
  else if (argv[2] === 'effects') await effects(problemOf, seeds)
  else
    throw new UserError(`the genetic bench has quality, speed and effects; got ${JSON.stringify(argv[2])}`, {
      rule: 'known',
    })
}
