/**
 * Runs a greedy method several times: with each variant of its options and, from the largest down, for each larger k of
 * the series 1, 2, 5, 10, …, because a recoding for a larger k is valid for k too. The best of each k is polished and
 * carried to the next smaller k, so results never get worse as k falls. With `beside`, a bounded lattice competes.
 * Cost: (k's in the series) × (variants) greedy searches, a bounded lattice and a polish each.
 */
import type { OptionValues } from '../../ground/options.ts'
import { requireKAnonymity } from '../../requirements/k-anonymity/k-anonymity.ts'
import { smallestAllowedClass } from '../../requirements/requirement.ts'
import { createEvaluator } from '../evaluation.ts'
import { keepPace } from '../pace.ts'
import { SEARCHES_FOR_ALL } from '../refusals.ts'
import type { FoundColumns, SearchProblem, SearchResult, SearchRun } from '../search.ts'
import { type BoundedLattice, boundedLattice } from '../start/seeding.ts'
import { cellCount } from '../work.ts'
import { type Polished, polish } from './polish.ts'

export interface AttemptsTask {
  readonly problem: SearchProblem
  readonly run: SearchRun
  readonly variants: readonly OptionValues[]
  readonly polished: boolean
  readonly beside: boolean
  attempt(problem: SearchProblem, variant: OptionValues): Promise<SearchResult>
}

/** Cells (combinations × columns) of all attempts together. */
const MOST_CELLS = 1e7

export async function tryAttempts(task: AttemptsTask): Promise<SearchResult> {
  const { problem, run, variants } = task
  const pace = keepPace(run)
  let evaluations = 0
  let best: Pick<Polished, 'groupings'> | undefined
  let latest: FoundColumns | undefined
  let lattice: BoundedLattice | undefined
  let stopped: Pick<Polished, 'groupings'> | undefined
  const sizes = largerSizes(problem, Math.floor(MOST_CELLS / cellCount(problem) / variants.length))
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
    for (const variant of variants) {
      if (pace.due()) await pace.rest()
      const result = await task.attempt(asked, variant)
      evaluations += result.evaluations
      if (result.outcome !== 'found') {
        if (result.outcome === 'cancelled') stopped ??= result.best
        // Only for the requested k, if larger ones found nothing either: its message is the answer.
        if (k !== undefined || best !== undefined || latest !== undefined) continue
        return { ...result, evaluations }
      }
      if (result.value < least) {
        least = result.value
        best = result
      }
      if (k === undefined && result.value < leastOwn) {
        leastOwn = result.value
        latest = result
      }
      run.progress?.({ done: 0, total: 0, best: least })
    }
    if (task.polished && task.beside && run.signal?.aborted !== true) {
      lattice = await boundedLattice(asked, run, k === undefined ? 1 : sizes.length)
      evaluations += lattice.evaluations
      if (lattice.best !== undefined && lattice.best.value < least) best = lattice.best
    }
    if (best !== undefined && task.polished) {
      const polished: Polished = await polish(asked, best.groupings, run)
      evaluations += polished.evaluations
      best = polished
    }
    if (run.signal?.aborted === true) break
  }
  best ??= stopped
  if (best === undefined) return { outcome: 'cancelled', evaluations }
  const { acceptable, value } = createEvaluator(problem).evaluate(best.groupings)
  const found = { groupings: best.groupings, value }
  const figures = { evaluations, trail: latest?.trail }
  if (run.signal?.aborted === true) return { outcome: 'cancelled', best: acceptable ? found : undefined, ...figures }
  if (task.beside) lattice ??= await boundedLattice(problem, run)
  const beside = lattice?.best?.value
  const warnings = [...(latest?.details?.warnings ?? []), ...besideLattice(problem, value, beside)]
  const details = { ...latest?.details, attempts: variants.length * (sizes.length + 1), warnings, lattice: beside }
  return { outcome: 'found', optimal: false, ...found, ...figures, details }
}

/** The k's of the series 1, 2, 5, 10, … above the requested one, largest first, as many as affordable. */
function largerSizes({ requirements, frequencies }: SearchProblem, most: number): number[] {
  const k = smallestAllowedClass(requirements)
  const sizes: number[] = []
  for (let power = 1; power <= frequencies.rows; power *= 10) {
    for (const size of [power, 2 * power, 5 * power]) if (size > k && size <= frequencies.rows / 4) sizes.push(size)
  }
  return sizes.slice(0, Math.max(0, most - 1)).reverse()
}

function besideLattice({ goal }: SearchProblem, value: number, lattice: number | undefined): string[] {
  if (lattice === undefined || lattice >= value - 1e-12) return []
  const share = ((value - lattice) / Math.max(Math.abs(value), 1e-12)) * 100
  return [
    `lattice has ${goal.name} ${lattice.toFixed(4)} where this search has ${value.toFixed(4)}, ` +
      `${share.toFixed(1)} % less; write algorithm: ${SEARCHES_FOR_ALL}, for the better release`,
  ]
}
