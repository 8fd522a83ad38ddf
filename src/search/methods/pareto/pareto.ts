/**
 * Multi-objective search (Dewri, Whitley, Ray, Ray 2009): NSGA-II over endpoint bits with two objectives, the goal (for
 * `goal: preference` the achievement function of loss and unevenness) and the smallest class, without suppression.
 * Returns the point with the best goal, often at a higher k than requested, and the whole front. Beyond the paper: two
 * or three metrics as objectives, suppression, taxonomy cuts. Cost: an evaluation per distinct chromosome (combinations
 * × columns, compiled), population² comparisons per generation.
 */
import { prose } from '../../../ground/format.ts'
import type { OptionValues } from '../../../ground/options.ts'
import type { Random } from '../../../ground/random.ts'
import { withoutTree } from '../../../hierarchy/hierarchy.ts'
import { coarserIsEasier, sizeDecides, smallestAllowedClass } from '../../../requirements/requirement.ts'
import { chromosomeLayout, fillRandomBits, groupingsOfBits, type Layout } from '../../chromosome/chromosome.ts'
import { createRepair } from '../../chromosome/repair.ts'
import { noneExistsReason } from '../../ends.ts'
import { allowedSuppression, createEvaluator } from '../../evaluation.ts'
import type { FrontCourse, FrontMethod, Generation } from '../../method.ts'
import { keepPace } from '../../pace.ts'
import { wrongOption } from '../../refusals.ts'
import type { FrontPoint } from '../../results.ts'
import type { SearchProblem, SearchResult, SearchRun } from '../../search.ts'
import { describePoint, frontDetails, inFrontOrder, spellEndpoints } from './front.ts'
import { evolve } from './nsga2.ts'
import { checkObjectives } from './objectives.ts'
import { type ParetoOptions, paretoOptions, readParetoOptions } from './options.ts'
import { openScorer } from './scorer.ts'
import { compareChoice, createArchive, firstChoice, type Solution } from './solution.ts'

export const paretoMethod: FrontMethod<Solution> = {
  kind: 'columns',
  name: 'pareto',
  title: 'Preferences and trade-offs',
  summary: prose`Trades off objectives such as loss, uneven protection and the smallest class: finds the whole front,
    and releases the point that is best for the goal, or any other you name.`,
  source: prose`Dewri, Whitley, Ray and Ray 2009, A multi-objective approach to data sharing with privacy constraints
    and preference based objectives; Deb et al. 2002 (NSGA-II)`,
  leavesFront: true,
  options: paretoOptions,
  intervals: true,
  starts: ['none'],
  improves: ['moves', 'none'],
  openFront,
}

async function openFront(problem: SearchProblem, given: OptionValues, run: SearchRun, populations: number) {
  const isImproved = populations > 1
  // For cell sums a suppressed row costs no more than a suppressed column; other goals keep every row.
  const suppresses =
    isImproved && allowedSuppression(problem) > 0 && problem.goal.terms.every(({ metric }) => metric.sums === 'cells')
  const options = readParetoOptions(given, suppresses)
  checkObjectives(problem, options.objectives)
  const { population, evaluations, objectives, suppression, partitions } = options
  const { hierarchies, requirements } = problem
  // Ordered partitions ignore trees: their leaves are an order.
  const layout = chromosomeLayout(partitions === 'taxonomy' ? hierarchies : hierarchies.map(withoutTree))
  const work = (evaluations + population) * populations
  const scorer = await openScorer(problem, { objectives, suppression, work }, run)
  const early = await endEarly().catch(async (error) => {
    await scorer.close()
    throw error
  })
  if (early !== undefined) {
    await scorer.close()
    return early
  }
  // The paper's objectives include the constraint (f2 ≤ 0 is feasible); others need it separately.
  const constrained = suppression || !objectives.includes('k') || !sizeDecides(requirements)
  const settings = { ...options, constrained, distinct: isImproved, crossover: CROSSOVER }
  const archive = createArchive()
  return {
    layout,
    evaluations,
    archive,
    first: firstChoice,
    compare: compareChoice,
    score: scorer.score,
    evolve(random: Random, generation: Generation<Solution>) {
      const repair = createRepair(layout)
      const first = firstPopulation(layout, options, random)
      first.forEach(repair)
      return evolve(first, settings, random, { score: scorer.score, repair, generation })
    },
    tell: (course: FrontCourse) => {
      const front = inFrontOrder(archive.members)
      return tell(problem, layout, options, { front, ...course }, { evaluations: scorer.evaluations(), run })
    },
    close: scorer.close,
  }

  async function endEarly(): Promise<SearchResult | undefined> {
    const zero = await scorer.score([new Uint8Array(layout.bits)])
    if (zero === undefined)
      return { outcome: 'cancelled', best: coarsest(problem, layout), evaluations: scorer.evaluations() }
    const allowed = suppression ? allowedSuppression(problem) : 0
    if (zero[0].violation <= 0 || !coarserIsEasier(requirements, allowed)) return undefined
    return { outcome: 'none-exists', evaluations: 1, reason: whyNone(problem, options) }
  }
}

/** Crossover probability (Dewri et al. 2009, §6). */
const CROSSOVER = 0.8

/** Fallback of a search stopped before it had a result: one group per column, if acceptable. */
function coarsest(problem: SearchProblem, layout: Layout) {
  const groupings = groupingsOfBits(layout, new Uint8Array(layout.bits))
  const { acceptable, value } = createEvaluator(problem).evaluate(groupings)
  return acceptable ? { groupings, value } : undefined
}

/** Random chromosomes of random densities, and the all-zero one, which is feasible whenever anything is. */
function firstPopulation(layout: Layout, { population, evaluations }: ParetoOptions, random: Random): Uint8Array[] {
  return Array.from({ length: Math.min(population, Math.max(2, evaluations)) }, (_, i) => {
    const bits = new Uint8Array(layout.bits)
    if (i > 0) fillRandomBits(bits, random)
    return bits
  })
}

async function tell(
  problem: SearchProblem,
  layout: Layout,
  options: ParetoOptions,
  { front: whole, convergence, ...counts }: FrontCourse & { readonly front: readonly Solution[] },
  { evaluations, run }: { readonly evaluations: number; readonly run: SearchRun },
): Promise<SearchResult> {
  const evaluator = createEvaluator(problem)
  const describe = ({ bits }: Solution) =>
    describePoint(problem, options.objectives, spellEndpoints(layout, bits), evaluator)
  const described = await describeAll(whole, describe, run)
  // After a cancellation only the best point is shown.
  const front = described === undefined ? [firstChoice(whole)].filter((first) => first !== undefined) : whole
  const points = described ?? front.map(describe)
  const chosen = chosenPoint(front, described === undefined ? undefined : options.point)
  const details = {
    bits: layout.bits,
    objectives: options.objectives,
    partitions: options.partitions,
    ...counts,
    ...frontDetails(problem, points, chosen),
  }
  const figures = { evaluations, details, convergence }
  const found =
    chosen === undefined
      ? undefined
      : { groupings: groupingsOfBits(layout, front[chosen].bits), value: front[chosen].value }
  if (run.signal?.aborted) return { outcome: 'cancelled', best: found ?? coarsest(problem, layout), ...figures }
  if (found === undefined) return { outcome: 'out-of-budget', ...figures }
  return { outcome: 'found', optimal: false, ...found, ...figures }
}

async function describeAll(front: readonly Solution[], describe: (solution: Solution) => FrontPoint, run: SearchRun) {
  if (run.signal?.aborted) return undefined
  const pace = keepPace(run)
  const points: FrontPoint[] = []
  for (const solution of front) {
    points.push(describe(solution))
    if (pace.due() && !(await pace.rest())) return undefined
  }
  return points
}

function chosenPoint(front: readonly Solution[], asked: number | undefined): number | undefined {
  if (front.length === 0) return undefined
  if (asked === undefined) return front.indexOf(firstChoice(front) as Solution)
  if (asked > front.length)
    throw wrongOption`algorithm pareto: point must be at most ${front.length}, as many as the front has; got ${asked}`
  return asked - 1
}

function whyNone(problem: SearchProblem, { suppression }: ParetoOptions): string {
  if (suppression) return noneExistsReason(problem, 'recoding of single columns')
  const { rows } = problem.frequencies
  return prose`with all ${rows} rows in one class the requirements are not met, so no recoding meets them without
    suppression (k = ${smallestAllowedClass(problem.requirements)}); ask for less, or set suppression: true`
}
