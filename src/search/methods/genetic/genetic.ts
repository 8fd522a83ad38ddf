/**
 * Genetic search over single-column recodings (Iyengar 2002): chromosomes of endpoint bits, GENITOR, suppression computed from the
 * generalization. Beyond the paper: seeds, exact column-by-column local search, islands on all cores, restarts, and a lower bound
 * that says how much could still be gained. `preset: paper` is the paper alone.
 *
 * Cost: an evaluation per child (combinations × columns, compiled), and a few column programs per epoch.
 */

import type { OptionValues } from '../../../ground/options.ts'
import type { Grouping } from '../../../hierarchy/grouping.ts'
import { withoutTree } from '../../../hierarchy/hierarchy.ts'
import { bitsOfGroupings, chromosomeLayout, groupingsOfBits } from '../../chromosome/chromosome.ts'
import { createFitness, emptyFitness } from '../../chromosome/fitness.ts'
import { endSearch } from '../../ends.ts'
import { createEvaluator } from '../../evaluation.ts'
import { type LowerBound, ROUNDING } from '../../improve/lower-bound.ts'
import { mergeCodes } from '../../merged-codes.ts'
import type { ConvergencePoint, SearchProblem, SearchRecord, SearchResult, SearchRun } from '../../search.ts'
import { latticeSeed, levelSeeds, patienceFor, populationFor, type Seeds } from '../../start/seeding.ts'
import { evaluationWork, SECONDS_PER_CODE, SLOWNESS } from '../../work.ts'
import { type Archipelago, openArchipelago, type Space } from './archipelago.ts'
import type { Individual } from './island.ts'
import {
  type GeneticOptions,
  geneticOptions,
  readGeneticOptions,
  type SettledOptions,
  settleOptions,
} from './options.ts'

export const searchGenetic: SearchRecord = {
  kind: 'columns',
  name: 'genetic',
  title: 'Genetic',
  summary:
    'The best recoding column by column: any cut of a tree, any intervals of an order. Evolves a population and improves its best exactly, one column at a time.',
  source: 'Iyengar 2002, Transforming data to satisfy privacy constraints; Whitley 1989 (GENITOR)',
  options: geneticOptions,
  ordersByTarget: (given) => readGeneticOptions(given).partitions === 'by-target',
  search: (problem, given, run) => searchGenetically(problem, given, run),
}

async function searchGenetically(posed: SearchProblem, given: OptionValues, run: SearchRun): Promise<SearchResult> {
  const asked = readGeneticOptions(given)
  const clock = startClock(asked, run)
  const whole = asked.partitions === 'taxonomy' ? posed : inOrder(posed)
  const merged = asked.seedLevels && asked.partitions === 'taxonomy' ? mergeCodes(whole) : undefined
  const problem = merged?.problem ?? whole
  const options = settleOptions(asked, { population: populationFor(problem), patience: patienceFor(problem) })
  const layout = chromosomeLayout(problem.hierarchies)
  const space = { whole, problem, merged, layout }
  const archipelago = await openArchipelago(space, options, { ...run, signal: clock.signal })
  const evolution: Evolution = { ...space, options, archipelago, run, clock }
  try {
    const course = await evolve(evolution)
    const { convergence, evaluations, found, ...counts } = course
    const { bound } = archipelago
    // The incumbent may have come down to the bound since the bound was found.
    const optimal = bound !== undefined && found !== undefined && found.value <= bound.value + ROUNDING
    const details = {
      bits: layout.bits,
      population: options.population,
      ...counts,
      distinct: archipelago.distinct(),
      ...(bound !== undefined && found !== undefined && gapDetails(found.value, bound, optimal)),
    }
    const figures = { evaluations: archipelago.evaluations() + evaluations, details, convergence }
    // The all-zero chromosome was in the population, and nothing suppresses fewer rows.
    const fewest = archipelago.best?.fitness.suppressed
    const cancelled = run.signal?.aborted === true
    return endSearch(whole, { found, optimal, cancelled, space: 'recoding of single columns', fewest }, figures)
  } finally {
    clock.stop()
    await archipelago.close()
  }
}

/**
 * The problem in ordered partitions: leaves of a tree are an order. What groups lose is measured by the goal's own hierarchies. A group that is no
 * node is named by those of its values that released rows have, so rows may be suppressed as elsewhere.
 */
function inOrder(problem: SearchProblem): SearchProblem {
  return { ...problem, hierarchies: problem.hierarchies.map(withoutTree) }
}

/** All that one run of the search is about. */
interface Evolution extends Space {
  readonly options: SettledOptions
  readonly archipelago: Archipelago
  readonly run: SearchRun
  readonly clock: Clock
}

type Found = { readonly groupings: readonly Grouping[]; readonly value: number }

interface Course {
  readonly convergence: readonly ConvergencePoint[]
  readonly iterations: number
  readonly restarts: number
  readonly stopped: 'optimal' | 'iterations' | 'patience' | 'seconds' | 'cancelled'
  /** Evaluations outside of the islands. */
  readonly evaluations: number
  readonly found: Found | undefined
}

/** Seeds, population, epoch after epoch until iterations, patience or time run out. All decisions are taken here, between epochs. */
async function evolve(evolution: Evolution): Promise<Course> {
  const { problem, layout, archipelago, options, run, clock } = evolution
  const convergence: ConvergencePoint[] = []
  let iterations = 0
  let restarts = 0
  let improvedAt = 0
  let spentLooks = 0
  // Seeds are sought beside the islands: what they cost is spent when all are done, so that threads do not matter.
  const quiet = { ...run, signal: clock.signal, progress: undefined, work: undefined }
  const improvesLevels = options.localSearch && options.seedLevels
  const levels = withStart(
    evolution,
    options.seedLevels ? await levelSeeds(problem, layout, quiet, noteLevels) : NO_SEEDS,
  )
  const [seeds] = await Promise.all([
    options.seedLattice && !clock.signal.aborted ? latticeSeed(problem, layout, quiet) : NO_SEEDS,
    improvesLevels && !clock.signal.aborted ? archipelago.improveFirst(levels.chromosomes, isOver, note) : undefined,
  ])
  // Without a local search they are members as they are.
  const first = improvesLevels ? seeds.chromosomes : [...levels.chromosomes, ...seeds.chromosomes]
  await archipelago.settle(first, false)
  note()
  run.work?.spend((levels.evaluations + seeds.evaluations) * evaluationWork(problem))
  for (;;) {
    if (isOver()) run.work?.check()
    if (clock.signal.aborted) return end(run.signal?.aborted ? 'cancelled' : 'seconds')
    if (iterations >= options.iterations) return end('iterations')
    if (options.patience > 0 && iterations - improvedAt >= options.patience) {
      if (restarts >= options.restarts) {
        await archipelago.finishBound()
        return end(boundIsMet() ? 'optimal' : 'patience')
      }
      restarts++
      improvedAt = iterations
      await archipelago.settle([], true)
    }
    const { made, improved } = await archipelago.epoch(options.iterations - iterations)
    iterations += made
    if (improved) improvedAt = iterations
    note()
    if (boundIsMet()) return end('optimal')
  }

  /** Whether the limit of work is used up, when what the islands have cost since the last time is spent. */
  function isOver(): boolean {
    const looks = archipelago.looks()
    run.work?.spend((looks - spentLooks) * SLOWNESS * SECONDS_PER_CODE * problem.hierarchies.length)
    spentLooks = looks
    return run.work?.left() === 0
  }

  function boundIsMet(): boolean {
    const { bound } = archipelago
    if (bound?.solution !== undefined) offerSolution(evolution, bound.solution)
    const best = bestValue(archipelago)
    return bound !== undefined && best !== undefined && best <= bound.value + ROUNDING
  }

  function noteLevels(best: Individual): void {
    archipelago.offer(best)
    note()
  }
  function note(): void {
    const best = bestValue(archipelago)
    const distinct = archipelago.distinct()
    if (best !== undefined) convergence.push({ done: iterations, best, distinct })
    run.progress?.({ done: iterations, total: options.iterations, best, distinct })
  }
  async function end(stopped: Course['stopped']): Promise<Course> {
    if (!clock.signal.aborted) await archipelago.finishPolish()
    const found = onAllCodes(evolution)
    if (found !== undefined) {
      const { value } = found
      const distinct = archipelago.distinct()
      convergence.push({ done: iterations, best: value, distinct })
      run.progress?.({ done: iterations, total: options.iterations, best: value, distinct })
    }
    return { convergence, iterations, restarts, stopped, evaluations: levels.evaluations + seeds.evaluations, found }
  }
}

const NO_SEEDS = { chromosomes: [], evaluations: 0 }

/** What the problem says it may begin with comes first. Merged codes have no place for it. */
function withStart({ problem: { start }, merged, layout }: Evolution, seeds: Seeds): Seeds {
  if (start === undefined || merged !== undefined) return seeds
  return { ...seeds, chromosomes: [bitsOfGroupings(layout, start), ...seeds.chromosomes] }
}

/** The recoding that the bound came down to is offered. On merged codes it may be none of the islands' own. */
function offerSolution({ merged, problem, layout, archipelago }: Evolution, solution: readonly Grouping[]): void {
  if (merged !== undefined) return
  const bits = bitsOfGroupings(layout, solution)
  const fitness = emptyFitness()
  createFitness(problem, layout)(bits, fitness)
  archipelago.offer({ bits, fitness })
}

/** The best recoding, on all codes: as it was polished on them, or as it is where there was no time for that. */
function onAllCodes({ whole, merged, layout, archipelago }: Evolution): Found | undefined {
  const { best, polished } = archipelago
  if (best === undefined || best.fitness.excess > 0) return undefined
  const groupings = groupingsOfBits(layout, best.bits)
  if (merged === undefined) return { groupings, value: best.fitness.value }
  if (polished !== undefined && polished.value <= best.fitness.value) return polished
  const wide = merged.widen(groupings)
  return { groupings: wide, value: createEvaluator(whole, merged.counter).evaluate(wide).value }
}

/** The value of the best acceptable recoding so far. */
function bestValue({ best, polished }: Archipelago): number | undefined {
  if (best === undefined || best.fitness.excess > 0) return undefined
  return Math.min(best.fitness.value, polished?.value ?? Number.POSITIVE_INFINITY)
}

function gapDetails(value: number, bound: LowerBound, optimal: boolean) {
  const lowerBound = optimal ? value : bound.value
  return { lowerBound, gap: value - lowerBound, boundPrograms: bound.programs }
}

interface Clock {
  /** Fires when the caller cancels or the seconds are over. */
  readonly signal: AbortSignal
  stop(): void
}

function startClock(options: GeneticOptions, run: SearchRun): Clock {
  const controller = new AbortController()
  const abort = () => controller.abort()
  if (run.signal?.aborted) abort()
  run.signal?.addEventListener('abort', abort)
  const timer =
    options.seconds === undefined ? undefined : setTimeout(abort, Math.min(options.seconds * 1000, 2 ** 31 - 1))
  return {
    signal: controller.signal,
    stop() {
      clearTimeout(timer)
      run.signal?.removeEventListener('abort', abort)
    },
  }
}
