/**
 * Runs a method that breeds a population (`BreedingMethod`): the start seeds it, islands use all cores, and the
 * improvement works on members and on the bound between epochs, so that the method has its own algorithm alone.
 */

import type { Grouping } from '../../hierarchy/grouping.ts'
import { withoutTree } from '../../hierarchy/hierarchy.ts'
import { bitsOfGroupings, chromosomeLayout, groupingsOfBits } from '../chromosome/chromosome.ts'
import { createFitness, emptyFitness } from '../chromosome/fitness.ts'
import type { Individual } from '../chromosome/population.ts'
import { endSearch } from '../ends.ts'
import { createEvaluator } from '../evaluation.ts'
import { type LowerBound, ROUNDING } from '../improve/lower-bound.ts'
import { mergeCodes } from '../merged-codes.ts'
import type { BreedingMethod } from '../method.ts'
import type { ConvergencePoint, SearchResult, SearchRun, SearchTask, Stages } from '../search.ts'
import { latticeSeed, levelSeeds, type Seeds } from '../start/seeding.ts'
import { evaluationWork, SECONDS_PER_CODE, SLOWNESS } from '../work.ts'
import type { Archipelago, Space } from './archipelago.ts'
import {
  archipelagoFigures,
  finishBound,
  finishPolish,
  improveFirst,
  incumbentValue,
  offerIndividual,
  openArchipelago,
  runEpoch,
  settleAll,
} from './archipelago.ts'

export async function evolveOnIslands(
  method: BreedingMethod,
  { start, improve }: Stages,
  { problem: posed, settings, run }: SearchTask,
): Promise<SearchResult> {
  // Without trees the leaves are an order; losses still use the goal's hierarchies.
  const isOrdered = method.cuts?.(settings) === false
  const whole = isOrdered ? { ...posed, hierarchies: posed.hierarchies.map(withoutTree) } : posed
  const merged = start === 'none' || isOrdered ? undefined : mergeCodes(whole)
  const problem = merged?.problem ?? whole
  const options = method.settle(problem, settings, improve !== 'none')
  const layout = chromosomeLayout(problem.hierarchies)
  const space = { whole, problem, merged, layout, isOrdered, improve }
  const archipelago = await openArchipelago(method, space, options, run)
  try {
    const course = await evolve(archipelago, start, run)
    const { convergence, evaluations, found, ...counts } = course
    const { bound } = archipelago
    const { distinct, ...islands } = archipelagoFigures(archipelago)
    // The incumbent may have reached the bound since the bound was found.
    const optimal = bound !== undefined && found !== undefined && found.value <= bound.value + ROUNDING
    const details = {
      bits: layout.bits,
      population: options.population,
      ...counts,
      distinct,
      ...(bound !== undefined && found !== undefined && gapDetails(found.value, bound, optimal)),
    }
    const figures = { evaluations: islands.evaluations + evaluations, details, convergence }
    // The all-zero chromosome was in the population, and nothing suppresses fewer rows.
    const fewest = archipelago.best?.fitness.suppressed
    const cancelled = run.signal?.aborted === true
    return endSearch(whole, { found, optimal, cancelled, space: 'recoding of single columns', fewest }, figures)
  } finally {
    archipelago.stop.forget()
    await archipelago.pool.close()
  }
}

/** Runs epochs until iterations, patience or time run out. All decisions are made here, between epochs. */
async function evolve(archipelago: Archipelago, start: Stages['start'], run: SearchRun) {
  const { options, space } = archipelago
  const { problem, layout, improve } = space
  const convergence: ConvergencePoint[] = []
  let iterations = 0
  let improvedAt = 0
  let spentLooks = 0
  // Seeds are computed beside the islands; their cost is charged when all are done, so that threads do not matter.
  const quiet = { ...run, progress: undefined, work: undefined }
  const improvesSeeds = improve !== 'none' && start !== 'none'
  const first = withStart(space, start === 'none' ? NO_SEEDS : await levelSeeds(problem, layout, quiet, noteSeed))
  const [beside = NO_SEEDS] = await Promise.all([
    start === 'lattice' && !run.signal?.aborted ? latticeSeed(problem, layout, quiet) : undefined,
    improvesSeeds && !run.signal?.aborted ? improveFirst(archipelago, first.chromosomes, isOver, note) : undefined,
  ])
  const seedEvaluations = first.evaluations + beside.evaluations
  await settleAll(archipelago, [...(improvesSeeds ? [] : first.chromosomes), ...beside.chromosomes])
  note()
  run.work?.spend(seedEvaluations * evaluationWork(problem))
  for (;;) {
    if (isOver()) run.work?.check()
    if (run.signal?.aborted) return end('cancelled')
    if (iterations >= options.iterations) return end('iterations')
    if (options.patience > 0 && iterations - improvedAt >= options.patience) {
      await finishBound(archipelago)
      return end(boundIsMet() ? 'optimal' : 'patience')
    }
    const { made, improved } = await runEpoch(archipelago, options.iterations - iterations)
    iterations += made
    if (improved) improvedAt = iterations
    note()
    if (boundIsMet()) return end('optimal')
  }

  function isOver(): boolean {
    const { looks } = archipelagoFigures(archipelago)
    run.work?.spend((looks - spentLooks) * SLOWNESS * SECONDS_PER_CODE * problem.hierarchies.length)
    spentLooks = looks
    return run.work?.left() === 0
  }

  function boundIsMet(): boolean {
    const { bound } = archipelago
    if (bound?.solution !== undefined) offerSolution(archipelago, bound.solution)
    const best = bestValue(archipelago)
    return bound !== undefined && best !== undefined && best <= bound.value + ROUNDING
  }

  function noteSeed(best: Individual): void {
    offerIndividual(archipelago, best)
    note()
  }
  function note(best = bestValue(archipelago)): void {
    const { distinct } = archipelagoFigures(archipelago)
    if (best !== undefined) convergence.push({ done: iterations, best, distinct })
    run.progress?.({ done: iterations, total: options.iterations, best, distinct })
  }
  async function end(stopped: 'optimal' | 'iterations' | 'patience' | 'cancelled') {
    if (!run.signal?.aborted) await finishPolish(archipelago)
    const found = onAllCodes(archipelago)
    if (found !== undefined) note(found.value)
    return { convergence, iterations, stopped, evaluations: seedEvaluations, found }
  }
}

const NO_SEEDS = { chromosomes: [], evaluations: 0 }

/** The problem's own start comes first. Merged codes cannot express it. */
function withStart({ problem: { start }, merged, layout }: Space, seeds: Seeds): Seeds {
  if (start === undefined || merged !== undefined) return seeds
  return { ...seeds, chromosomes: [bitsOfGroupings(layout, start), ...seeds.chromosomes] }
}

/** Offers the recoding that the bound ended in. On merged codes the islands may not be able to express it. */
function offerSolution(archipelago: Archipelago, solution: readonly Grouping[]): void {
  const { merged, problem, layout } = archipelago.space
  if (merged !== undefined) return
  const bits = bitsOfGroupings(layout, solution)
  const fitness = emptyFitness()
  createFitness(problem, layout)(bits, fitness)
  offerIndividual(archipelago, { bits, fitness })
}

/** The best recoding on all codes: polished, or as it is if time ran out. */
function onAllCodes({ space: { whole, merged, layout }, best, polished }: Archipelago) {
  if (best === undefined || best.fitness.excess > 0) return undefined
  const groupings = groupingsOfBits(layout, best.bits)
  if (merged === undefined) return { groupings, value: best.fitness.value }
  if (polished !== undefined && polished.value <= best.fitness.value) return polished
  const wide = merged.widen(groupings)
  return { groupings: wide, value: createEvaluator(whole, merged.counter).evaluate(wide).value }
}

function bestValue(archipelago: Archipelago): number | undefined {
  const value = incumbentValue(archipelago)
  return Number.isFinite(value) ? value : undefined
}

function gapDetails(value: number, bound: LowerBound, optimal: boolean) {
  const lowerBound = optimal ? value : bound.value
  return { lowerBound, gap: value - lowerBound, boundPrograms: bound.programs }
}
