/**
 * A greedy search that serves the job's goal. It goes its way for several shares of suppression and, from the largest k down, for every k of a
 * fixed row (1, 2, 5, 10, …) that is larger than the one asked for: a recoding for a larger k is one for k too. The best of each k is
 * given its best groupings column by column and stands beside those of the next smaller k, so that results along the row
 * never get worse when less is asked for. What `lattice` finds with bounded effort is among them where columns are given their best groupings, so that
 * the result is not above it; elsewhere the result says by how much it is.
 *
 * Cost: (k's in the row) × (shares) greedy searches, a `lattice` of bounded effort and a polish each.
 */

import { requireKAnonymity } from '../../requirements/k-anonymity/k-anonymity.ts'
import { smallestAllowedClass } from '../../requirements/requirement.ts'
import { SEARCHES_FOR_ALL } from '../advice.ts'
import { createEvaluator } from '../evaluation.ts'
import { searchLattice } from '../methods/lattice/lattice.ts'
import { keepPace } from '../pace.ts'
import { type FoundColumns, type SearchProblem, type SearchResult, type SearchRun, solutionIn } from '../search.ts'
import { type Polished, polish } from './polish.ts'

export interface GreedyTask {
  readonly problem: SearchProblem
  readonly run: SearchRun
  /** Shares of suppressed rows to go its way with; those above the job's limit are left out. */
  readonly shares: readonly number[]
  /** Whether columns are given their best groupings at the end. */
  readonly polished: boolean
  readonly largerK: boolean
  /** The greedy search itself. */
  attempt(problem: SearchProblem, share: number): Promise<SearchResult>
}

/** Cells (combinations × columns) of all attempts together. */
const MOST_CELLS = 1e7
/** Looks and cells of lattice. */
const LATTICE_LOOKS = 2000
const LATTICE_CELLS = 5e8

export async function searchForGoal(task: GreedyTask): Promise<SearchResult> {
  const { problem, run } = task
  const shares = sharesWithin(problem, task.shares)
  const cells = Math.max(1, problem.frequencies.combinations * problem.hierarchies.length)
  const pace = keepPace(run)
  let evaluations = 0
  let best: Pick<Polished, 'groupings'> | undefined
  let own: FoundColumns | undefined
  let lattice: Awaited<ReturnType<typeof latticeWithin>> | undefined
  /** What an attempt had when it was stopped. */
  let stopped: Pick<Polished, 'groupings'> | undefined
  const sizes = task.largerK ? largerSizes(problem, Math.floor(MOST_CELLS / cells / shares.length)) : []
  for (const k of [...sizes, undefined]) {
    const asked: SearchProblem =
      k === undefined ? problem : { ...problem, requirements: [requireKAnonymity(k), ...problem.requirements] }
    const evaluator = createEvaluator(asked)
    const valueAtK = ({ groupings }: Pick<Polished, 'groupings'>) => {
      const { acceptable, value } = evaluator.evaluate(groupings)
      return acceptable ? value : Number.POSITIVE_INFINITY
    }
    let least = best === undefined ? Number.POSITIVE_INFINITY : valueAtK(best)
    let leastOwn = Number.POSITIVE_INFINITY
    for (const share of shares) {
      if (pace.due()) await pace.rest()
      const result = await task.attempt(asked, share)
      evaluations += result.evaluations
      if (result.outcome !== 'found') {
        if (result.outcome === 'cancelled') stopped ??= result.best
        // Of the k asked for only, and only where larger ones have nothing either: what it says then is the answer.
        if (k !== undefined || best !== undefined || own !== undefined) continue
        return { ...result, evaluations }
      }
      if (result.value < least) {
        least = result.value
        best = result
      }
      if (k === undefined && result.value < leastOwn) {
        leastOwn = result.value
        own = result
      }
      run.progress?.({ done: 0, total: 0, best: least })
    }
    if (task.polished && run.signal?.aborted !== true) {
      lattice = await latticeWithin(asked, cells * (k === undefined ? 1 : sizes.length), run)
      evaluations += lattice.evaluations
      if (lattice.best !== undefined && lattice.best.value < least) best = lattice.best
    }
    if (best !== undefined && task.polished) {
      const polished: Polished = await polish(asked, best.groupings, run, true)
      evaluations += polished.evaluations
      best = polished
    }
    if (run.signal?.aborted === true) break
  }
  best ??= stopped
  if (best === undefined) return { outcome: 'cancelled', evaluations }
  const { acceptable, value } = createEvaluator(problem).evaluate(best.groupings)
  const found = { groupings: best.groupings, value }
  const figures = { evaluations, trail: own?.trail }
  if (run.signal?.aborted === true) return { outcome: 'cancelled', best: acceptable ? found : undefined, ...figures }
  lattice ??= await latticeWithin(problem, cells, run)
  const beside = lattice.best?.value
  const warnings = [...(own?.details?.warnings ?? []), ...besideLattice(problem, value, beside)]
  const details = { ...own?.details, attempts: shares.length * (sizes.length + 1), warnings, lattice: beside }
  return { outcome: 'found', optimal: false, ...found, ...figures, details }
}

/** The shares that the job's limit allows; the limit itself where it is below the largest of them. */
function sharesWithin({ suppressionLimit }: SearchProblem, shares: readonly number[]): number[] {
  const within = shares.filter((share) => share <= suppressionLimit)
  if (within.length < shares.length && !within.includes(suppressionLimit)) within.push(suppressionLimit)
  return within
}

/** The k's of the row 1, 2, 5, 10, … above the one asked for, largest first, as many as are affordable. */
function largerSizes({ requirements, frequencies }: SearchProblem, most: number): number[] {
  const k = smallestAllowedClass(requirements)
  const sizes: number[] = []
  for (let power = 1; power <= frequencies.rows; power *= 10) {
    for (const size of [power, 2 * power, 5 * power]) if (size > k && size <= frequencies.rows / 4) sizes.push(size)
  }
  return sizes.slice(0, Math.max(0, most - 1)).reverse()
}

/** The best that lattice has after a bounded effort, where an evaluation costs so many cells. */
async function latticeWithin(problem: SearchProblem, cells: number, run: SearchRun) {
  const evaluations = Math.min(LATTICE_LOOKS, Math.ceil(LATTICE_CELLS / cells))
  const result = await searchLattice.search(problem, { evaluations }, { ...run, progress: undefined })
  const best = solutionIn(result)
  return { best, evaluations: result.evaluations }
}

/** Whether lattice does better, and by how much. */
function besideLattice({ goal }: SearchProblem, value: number, lattice: number | undefined): string[] {
  if (lattice === undefined || lattice >= value - 1e-12) return []
  const share = ((value - lattice) / Math.max(Math.abs(value), 1e-12)) * 100
  return [
    `${searchLattice.name} has ${goal.name} ${lattice.toFixed(4)} where this search has ${value.toFixed(4)}, ${share.toFixed(1)} % less; write algorithm: ${SEARCHES_FOR_ALL}, for the better release`,
  ]
}
