/**
 * Which terms of a goal can be bounded over a part of the lattice, and by what (after Bayardo and Agrawal 2005, who bound DM and CM for
 * ordered partitions): rows suppressed at the coarsest node are suppressed at every finer one; the others cannot do better than to be
 * kept as fine as the finest node has them. The README proves it.
 */
import { growsWithCoarsening } from '../../metrics/metric.ts'
import { utilityAverageClassSize } from '../../metrics/utility/average-class-size.ts'
import { utilityClassDispersion } from '../../metrics/utility/class-dispersion.ts'
import { utilityClassification } from '../../metrics/utility/classification.ts'
import { utilityDiscernibility } from '../../metrics/utility/discernibility.ts'
import { utilityRegression } from '../../metrics/utility/regression.ts'
import type { GoalTerm } from '../search.ts'

/**
 * Metrics of class totals alone (sizes, target counts, groups): they give the same value on a rolled-up table. Any other metric
 * is counted from the full table.
 */
const OF_CLASS_TOTALS = [
  utilityClassification,
  utilityRegression,
  utilityDiscernibility,
  utilityAverageClassSize,
  utilityClassDispersion,
]

/** Metrics whose value falls, or stays, when kept classes are divided and when suppressed rows are kept as classes of their own. */
const FALLS_WHEN_DIVIDED = [utilityClassification, utilityRegression, utilityDiscernibility]

export function rollsUp(term: GoalTerm): boolean {
  return OF_CLASS_TOTALS.includes(term.metric)
}

/** Whether the term is bounded by the table's own classes, or at least by its range. */
export function isBoundedByClasses(term: GoalTerm): boolean {
  const { metric, settings, weight } = term
  return weight >= 0 && FALLS_WHEN_DIVIDED.includes(metric) && growsWithCoarsening(metric, settings)
}

/** The least that a term can ever contribute, from the range that its metric declares. */
export function leastContribution({ metric, settings, weight }: GoalTerm): number {
  const signed = metric.better === 'lower' ? weight : -weight
  if (signed === 0) return 0
  // With costs CM is a mean cost, so its range is that of the costs.
  const costs = metric === utilityClassification ? settings.costs?.flat() : undefined
  const [least, most] = costs === undefined ? metric.range : [Math.min(...costs), Math.max(...costs)]
  return signed * (signed > 0 ? least : most)
}
