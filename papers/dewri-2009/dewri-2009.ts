/**
 * The experiments of Dewri, Whitley, Ray and Ray 2009 (§6.1 to 6.4) made again, on Adult with nine attributes:
 *
 *     npx tsx papers/dewri-2009/dewri-2009.ts [efficiency|population|weights|bias|all]
 *
 * Prints the tables of docs/searches/pareto.md. Every reported solution is counted again by the plain counter. The paper's weight vectors
 * and figures are not in its text: the vectors below are ours, and the figures to compare with in §6.1 are those of the digest, from a
 * plain NSGA-II.
 */
import { cpus } from 'node:os'
import { argv } from 'node:process'
import { InternalError, UserError } from '../../src/errors.ts'
import { plainCounter } from '../../src/frequency/plain-counter.ts'
import type { Preference } from '../../src/metrics/metric.ts'
import type { OptionValues } from '../../src/options.ts'
import { createEvaluator } from '../../src/search/evaluation.ts'
import { type FrontPoint, groupingsOfPoint } from '../../src/search/pareto/front.ts'
import { searchPareto } from '../../src/search/pareto/pareto.ts'
import type { SearchProblem } from '../../src/search/search.ts'
import { adultIsThere } from '../../test/adult.ts'
import { adultNineProblem, NINE, readAdultNine } from './adult-nine.ts'

const SEEDS = [1, 2, 3, 4, 5]
const FEW_SEEDS = [1, 2, 3]
const THREADS = 2
const ANY_BIAS: Preference = { NWP: 0.2, NECD: 1 }

/** Best of five seeds of a plain NSGA-II (digest, §7.4): NWP, NECD, effective k. */
export const REFERENCE: Readonly<Record<number, readonly [number, number, number]>> = {
  2: [0.3547, 0.1146, 2],
  5: [0.4153, 0.2163, 5],
  10: [0.4604, 0.1357, 10],
  25: [0.5095, 0.2037, 29],
  50: [0.5329, 0.1878, 66],
  100: [0.594, 0.3619, 133],
}

/** Weights of the nine attributes. The second and the fifth favour the country, as the paper's do. */
const WEIGHTS: Readonly<Record<string, readonly number[]>> = {
  'wv1: equal': [1, 1, 1, 1, 1, 1, 1, 1, 1],
  'wv2: bits of the attribute': [19, 6, 15, 6, 13, 4, 1, 40, 1],
  'wv3: age and education': [4, 1, 4, 1, 1, 1, 1, 1, 1],
  'wv4: few values': [1, 2, 1, 2, 1, 3, 4, 1, 4],
  'wv5: occupation and country': [1, 1, 1, 1, 4, 1, 1, 6, 1],
}

interface Run {
  readonly point: FrontPoint
  readonly deviation: number
  readonly front: number
  readonly distinct: number
  readonly seconds: number
  readonly evaluations: number
  readonly groups: readonly number[]
}

async function solve(problem: SearchProblem, options: OptionValues, seed: number): Promise<Run> {
  const start = performance.now()
  const result = await searchPareto.search(problem, options, { seed, threads: THREADS, now: () => performance.now() })
  const seconds = (performance.now() - start) / 1000
  if (result.outcome !== 'found') throw new InternalError(`the search ended as ${result.outcome}`)
  const details = result.details as {
    front: FrontPoint[]
    chosen: number
    distinct: number
    preference: { deviation: number }
  }
  const point = details.front[details.chosen - 1]
  const again = createEvaluator(problem, plainCounter(problem.frequencies)).evaluate(
    groupingsOfPoint(problem.hierarchies, point),
  )
  if (!again.acceptable || again.value !== result.value) {
    throw new InternalError(`the plain counter says ${again.value}, not ${result.value}`)
  }
  return {
    point,
    deviation: details.preference.deviation,
    front: details.front.length,
    distinct: details.distinct,
    seconds,
    evaluations: result.evaluations,
    groups: result.groupings.map(({ groups }) => groups),
  }
}

async function solveAll(problem: SearchProblem, options: OptionValues, seeds: readonly number[]): Promise<Run[]> {
  const runs: Run[] = []
  for (const seed of seeds) runs.push(await solve(problem, options, seed))
  return runs
}

const figures = ({ NWP, NECD, effectiveK }: FrontPoint) => `${NWP.toFixed(4)} / ${NECD.toFixed(4)} / ${effectiveK}`
const bestOf = (runs: readonly Run[]) => runs.reduce((a, b) => (b.point.value < a.point.value ? b : a))
const mean = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length

function print(cells: readonly (string | number)[]): void {
  console.log(`| ${cells.join(' | ')} |`)
}

function heading(title: string, columns: readonly string[]): void {
  console.log(`\n### ${title}\n`)
  print(columns)
  print(columns.map(() => '---'))
}

const nine = adultIsThere() ? readAdultNine() : undefined

const experiments: Readonly<Record<string, (adult: NonNullable<typeof nine>) => Promise<void>>> = {
  async efficiency(adult) {
    heading('6.1 Solution efficiency: equal weights, preference (0.2, 1.0)', [
      'k asked',
      'reference',
      'preset: paper, best of 5 seeds',
      'its front',
      'NWP by seed',
      'default options, best of 5 seeds',
      'its front',
      'NWP by seed',
      's a run',
      'reference',
    ])
    for (const [k, reference] of Object.entries(REFERENCE)) {
      const problem = adultNineProblem(adult, Number(k), ANY_BIAS)
      const paper = await solveAll(problem, { preset: 'paper' }, SEEDS)
      const ours = await solveAll(problem, {}, SEEDS)
      const [best, bestOurs] = [bestOf(paper), bestOf(ours)]
      const rounded = Number(bestOurs.point.NWP.toFixed(4))
      print([
        k,
        `${reference[0].toFixed(4)} / ${reference[1].toFixed(4)} / ${reference[2]}`,
        figures(best.point),
        best.front,
        paper.map(({ point }) => point.NWP.toFixed(4)).join(' '),
        figures(bestOurs.point),
        bestOurs.front,
        ours.map(({ point }) => point.NWP.toFixed(4)).join(' '),
        `${mean(paper.map(({ seconds }) => seconds)).toFixed(1)}, ${mean(ours.map(({ seconds }) => seconds)).toFixed(1)}`,
        rounded < reference[0] ? 'improved' : rounded === reference[0] ? 'met' : 'MISSED',
      ])
    }
  },

  async population(adult) {
    heading('6.2 Population size: k = 5, equal weights, preference (0.2, 1.0), preset: paper, 50,000 chromosomes', [
      'population',
      'best of 5 seeds',
      'deviation from the preference by seed',
      'distinct in the last population by seed',
      'evaluations by seed',
    ])
    for (const population of [100, 250, 500]) {
      const runs = await solveAll(adultNineProblem(adult, 5, ANY_BIAS), { preset: 'paper', population }, SEEDS)
      print([
        population,
        figures(bestOf(runs).point),
        runs.map(({ deviation }) => deviation.toFixed(4)).join(' '),
        runs.map(({ distinct }) => distinct).join(' '),
        runs.map(({ evaluations }) => evaluations).join(' '),
      ])
    }
  },

  async weights(adult) {
    heading('6.3 Weight vectors: k = 5, preference (0.2, 0.1), default options, best of 3 seeds', [
      'weights',
      'NWP / NECD / effective k',
      'met',
      `groups of ${NINE.join(', ')}`,
    ])
    for (const [name, weights] of Object.entries(WEIGHTS)) {
      const preference = { NWP: 0.2, NECD: 0.1 }
      const problem = adultNineProblem(adult, 5, preference, weights)
      const { point, groups } = bestOf(await solveAll(problem, {}, FEW_SEEDS))
      const met = point.NWP <= preference.NWP && point.NECD <= preference.NECD
      print([`${name} (${weights.join(' ')})`, figures(point), met ? 'yes' : 'no', groups.join(' ')])
    }
  },

  async bias(adult) {
    heading('6.4 Bias preference: k = 5, weights wv2, NWP accepted 0.2, default options, best of 3 seeds', [
      'NECD accepted',
      'NWP / NECD / effective k',
      'met',
      'deviation',
    ])
    for (const NECD of [1, 0.2, 0.1, 0.05, 0.02, 0.01]) {
      const problem = adultNineProblem(adult, 5, { NWP: 0.2, NECD }, WEIGHTS['wv2: bits of the attribute'])
      const { point, deviation } = bestOf(await solveAll(problem, {}, FEW_SEEDS))
      print([NECD, figures(point), point.NWP <= 0.2 && point.NECD <= NECD ? 'yes' : 'no', deviation.toFixed(4)])
    }
  },
}

if (nine !== undefined) {
  const asked = argv[2] ?? 'all'
  const chosen = Object.entries(experiments).filter(([name]) => asked === 'all' || asked === name)
  if (chosen.length === 0) {
    throw new UserError(
      `the experiments are ${Object.keys(experiments).join(', ')} and all; got ${JSON.stringify(asked)}`,
    )
  }
  console.log(`${cpus()[0].model}, ${cpus().length} cores · Node ${process.version} · ${THREADS} threads`)
  console.log(`${nine.frequencies.rows} rows, ${nine.frequencies.combinations} combinations`)
  for (const [, run] of chosen) await run(nine)
}
