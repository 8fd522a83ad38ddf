/**
 * Compares chromosomes by excess suppressed rows, goal, LM, suppressed rows and finally the bits: the order is total,
 * so no result depends on evaluation order. CM has many ties; LM breaks them in favour of finer recodings.
 */
import { emptyGrouping, type Grouping } from '../../hierarchy/grouping.ts'
import { utilityLoss } from '../../metrics/utility/loss.ts'
import { allowedSuppression, createEvaluator, type Evaluator } from '../evaluation.ts'
import type { SearchProblem } from '../search.ts'
import { fillGroupings, type Layout } from './chromosome.ts'

export interface Fitness {
  /** Suppressed rows beyond the limit. */
  excess: number
  value: number
  loss: number
  suppressed: number
}

export interface FitnessFunction {
  /** Fills `into`. LM stays 1 if the chromosome is already worse than `worst`. */
  (bits: Uint8Array, into: Fitness, worst?: Fitness): void
  groupings(groupings: readonly Grouping[], into: Fitness, worst?: Fitness): void
  readonly evaluator: Evaluator
}

export function emptyFitness(): Fitness {
  return { excess: Number.POSITIVE_INFINITY, value: Number.POSITIVE_INFINITY, loss: 1, suppressed: 0 }
}

/** Negative if a is better, positive if b is, 0 if only the bits can decide. */
export function compareFitness(a: Fitness, b: Fitness): number {
  if (a.excess !== b.excess) return a.excess - b.excess
  return a.value === b.value ? a.loss - b.loss || a.suppressed - b.suppressed : a.value - b.value
}

export function compareBits(a: Uint8Array, b: Uint8Array): number {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return a[i] - b[i]
  return 0
}

export function createFitness(problem: SearchProblem, layout: Layout): FitnessFunction {
  const evaluator = createEvaluator(problem)
  const groupings: Grouping[] = problem.hierarchies.map((hierarchy) => emptyGrouping(hierarchy.values.length))
  const limit = allowedSuppression(problem)
  const { settings } = problem.goal.terms[0]
  const goalIsLoss = problem.goal.terms.length === 1 && problem.goal.terms[0].metric === utilityLoss

  function measureGroupings(recoded: readonly Grouping[], into: Fitness, worst?: Fitness): void {
    const { value, partition } = evaluator.evaluate(recoded)
    into.value = value
    into.suppressed = partition.suppressedRows
    into.excess = Math.max(0, partition.suppressedRows - limit)
    // Most children are worse than the worst member: skip LM for them.
    const beaten =
      worst !== undefined && (into.excess > worst.excess || (into.excess === worst.excess && value > worst.value))
    into.loss = beaten ? 1 : goalIsLoss ? value : utilityLoss.compute(partition, settings)
  }
  function measure(bits: Uint8Array, into: Fitness, worst?: Fitness): void {
    fillGroupings(layout, bits, groupings)
    measureGroupings(groupings, into, worst)
  }
  return Object.assign(measure, { groupings: measureGroupings, evaluator })
}
