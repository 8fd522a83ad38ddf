/**
 * Genetic search over single-column recodings (Iyengar 2002): chromosomes of endpoint bits, GENITOR, suppression computed from the
 * generalization. Beyond the paper: seeds, exact column-by-column local search, islands on all cores, restarts, and a lower bound
 * that says how much could still be gained. `preset: paper` is the paper alone.
 *
 * Cost: an evaluation per child (combinations × columns, compiled), and a few column programs per epoch.
 */
import type { OptionValues } from '../../options.ts'
import { coarserIsEasier } from '../../requirements/requirement.ts'
import { allowedSuppression } from '../evaluation.ts'
import { noneExistsReason } from '../none-exists.ts'
import type { ConvergencePoint, SearchProblem, SearchRecord, SearchResult, SearchRun } from '../search.ts'
import { type Archipelago, openArchipelago } from './archipelago.ts'
import { bitsOfGroupings, chromosomeLayout, groupingsOfBits, type Layout } from './chromosome.ts'
import { createFitness, emptyFitness } from './fitness.ts'
import type { Individual } from './island.ts'
import { type LowerBound, ROUNDING } from './lower-bound.ts'
import { type GeneticOptions, geneticOptions, readGeneticOptions } from './options.ts'
import { findSeeds } from './seeding.ts'

export const searchGenetic: SearchRecord = {
  kind: 'columns',
  name: 'genetic',
  title: 'Genetic',
  summary:
    'The best recoding column by column: any cut of a tree, any intervals of an order. Evolves a population and improves its best exactly, one column at a time.',
  source: 'Iyengar 2002, Transforming data to satisfy privacy constraints; Whitley 1989 (GENITOR)',
  options: geneticOptions,
  search: (problem, given, run) => searchGenetically(problem, given, run),
}

async function searchGenetically(problem: SearchProblem, given: OptionValues, run: SearchRun): Promise<SearchResult> {
  const options = readGeneticOptions(given)
  const layout = chromosomeLayout(problem.hierarchies)
  const clock = startClock(options, run)
  const archipelago = await openArchipelago(problem, options, { ...run, signal: clock.signal })
  try {
    const seeds = await findSeeds(problem, layout, options, { ...run, signal: clock.signal })
    await archipelago.settle(seeds.chromosomes)
    const course = await evolve(problem, layout, archipelago, options, run, clock)
    const { best } = archipelago
    const { bound, convergence, ...counts } = course
    const value = best !== undefined && best.fitness.excess === 0 ? best.fitness.value : undefined
    // The incumbent may have come down to the bound since the bound was found.
    const optimal = bound !== undefined && value !== undefined && value <= bound.value + ROUNDING
    const details = {
      bits: layout.bits,
      ...counts,
      distinct: archipelago.distinct(),
      ...(bound !== undefined && value !== undefined && gapDetails(value, bound, optimal)),
    }
    const figures = { evaluations: archipelago.evaluations() + seeds.evaluations, details, convergence }
    const found =
      value === undefined ? undefined : { groupings: groupingsOfBits(layout, (best as Individual).bits), value }
    if (run.signal?.aborted) return { outcome: 'cancelled', best: found, ...figures }
    if (found !== undefined) return { outcome: 'found', optimal, ...found, ...figures }
    if (!coarserIsEasier(problem.requirements, allowedSuppression(problem))) {
      return { outcome: 'out-of-budget', ...figures }
    }
    // The all-zero chromosome was in the population, and nothing suppresses fewer rows.
    const reason = noneExistsReason(problem, 'recoding of single columns', best?.fitness.suppressed)
    return { outcome: 'none-exists', reason, ...figures }
  } finally {
    clock.stop()
    await archipelago.close()
  }
}

interface Course {
  readonly convergence: readonly ConvergencePoint[]
  readonly iterations: number
  readonly restarts: number
  readonly stopped: 'optimal' | 'iterations' | 'patience' | 'seconds' | 'cancelled'
  readonly bound?: LowerBound
}

/** Epoch after epoch until iterations, patience or time run out. All decisions are taken here, between epochs. */
async function evolve(
  problem: SearchProblem,
  layout: Layout,
  archipelago: Archipelago,
  options: GeneticOptions,
  run: SearchRun,
  clock: Clock,
): Promise<Course> {
  const convergence: ConvergencePoint[] = []
  let iterations = 0
  let restarts = 0
  let improvedAt = 0
  let bound: LowerBound | undefined
  note()
  for (let epoch = 1; ; epoch++) {
    if (clock.signal.aborted) return end(run.signal?.aborted ? 'cancelled' : 'seconds')
    if (iterations >= options.iterations) return end('iterations')
    if (options.patience > 0 && iterations - improvedAt >= options.patience) {
      if (restarts >= options.restarts) return end('patience')
      restarts++
      improvedAt = iterations
      await archipelago.settle([])
    }
    const { made, improved } = await archipelago.epoch(options.iterations - iterations)
    iterations += made
    if (improved) improvedAt = iterations
    note()
    // Early, because a bound that is met ends the search.
    if (epoch === 1 && options.boundEffort > 0 && !clock.signal.aborted) {
      bound = await findBound(problem, layout, archipelago, options)
      note()
    }
    const best = acceptedValue(archipelago)
    if (bound !== undefined && best !== undefined && best <= bound.value + ROUNDING) return end('optimal')
  }

  function note(): void {
    const best = acceptedValue(archipelago)
    const distinct = archipelago.distinct()
    if (best !== undefined) convergence.push({ done: iterations, best, distinct })
    run.progress?.({ done: iterations, total: options.iterations, best, distinct })
  }
  function end(stopped: Course['stopped']): Course {
    return { convergence, iterations, restarts, stopped, bound }
  }
}

/** The lower bound; where it came down to one recoding, that recoding is offered. */
async function findBound(
  problem: SearchProblem,
  layout: Layout,
  archipelago: Archipelago,
  options: GeneticOptions,
): Promise<LowerBound | undefined> {
  const incumbent = acceptedValue(archipelago) ?? Number.POSITIVE_INFINITY
  const bound = await archipelago.bound(options.boundEffort, incumbent)
  if (bound?.solution !== undefined) {
    const bits = bitsOfGroupings(layout, bound.solution)
    const fitness = emptyFitness()
    createFitness(problem, layout)(bits, fitness)
    archipelago.offer({ bits, fitness })
  }
  return bound
}

function acceptedValue({ best }: Archipelago): number | undefined {
  return best !== undefined && best.fitness.excess === 0 ? best.fitness.value : undefined
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
  const timer = options.seconds === undefined ? undefined : setTimeout(abort, options.seconds * 1000)
  return {
    signal: controller.signal,
    stop() {
      clearTimeout(timer)
      run.signal?.removeEventListener('abort', abort)
    },
  }
}
