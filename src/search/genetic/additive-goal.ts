/**
 * The part of a goal that adds up over classes: LM, CM and suppression. A kept class costs its rows' loss and its minority rows; a suppressed
 * row costs the same wherever it is. What adds up over classes adds up over the groups of any one column, so the best grouping of
 * a column is a dynamic program (`column-optimum.ts`) and a lower bound can be had (`lower-bound.ts`).
 */
import type { CategoryTarget } from '../../frequency/frequency-table.ts'
import { categoryTargetOf } from '../../metrics/targets.ts'
import { smallestAllowedClass } from '../../requirements/requirement.ts'
import type { SearchProblem } from '../search.ts'

export interface AdditiveGoal {
  /** Classes with fewer rows are always suppressed. */
  readonly k: number
  /** Cost of a loss of 1 in a column, per row: Σ over LM terms of term weight · column weight. */
  readonly lossWeights: Float64Array
  /** Cost of a row outside its class's majority, for each target: Σ of the weights of its CM terms. */
  readonly targets: readonly { readonly target: CategoryTarget; readonly weight: number }[]
  /** Cost of a suppressed row: everything is lost. */
  readonly suppressedCost: number
  /** The least that all other terms can come to; −∞ when they have no bound. */
  readonly remainder: number
}

/** Undefined when nothing of the goal adds up. Terms that do not are left out and enter the `remainder`. */
export function additiveGoal(problem: SearchProblem): AdditiveGoal | undefined {
  const { frequencies, requirements, goal } = problem
  const lossWeights = new Float64Array(problem.hierarchies.length)
  const weightOf = new Map<CategoryTarget, number>()
  let remainder = 0
  let suppressionWeight = 0
  for (const { metric, settings, weight } of goal.terms) {
    if (metric.name === 'LM' && weight > 0) {
      for (let column = 0; column < lossWeights.length; column++) {
        lossWeights[column] += weight * settings.weights[column]
      }
    } else if (metric.name === 'CM' && weight > 0 && settings.costs === undefined) {
      const { target } = categoryTargetOf(metric, frequencies, settings)
      weightOf.set(target, (weightOf.get(target) ?? 0) + weight)
    } else if (metric.name === 'suppression' && weight > 0) {
      suppressionWeight += weight
    } else {
      const least = metric.better === 'lower' ? weight * metric.range[0] : -weight * metric.range[1]
      remainder += weight >= 0 && !Number.isNaN(least) ? least : Number.NEGATIVE_INFINITY
    }
  }
  const targets = [...weightOf].map(([target, weight]) => ({ target, weight }))
  const suppressedCost = suppressionWeight + sum(lossWeights) + sum(targets.map(({ weight }) => weight))
  if (suppressedCost === 0) return undefined
  return { k: smallestAllowedClass(requirements), lossWeights, targets, suppressedCost, remainder }
}

function sum(numbers: ArrayLike<number>): number {
  let total = 0
  for (let i = 0; i < numbers.length; i++) total += numbers[i]
  return total
}
