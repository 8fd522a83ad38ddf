/**
 * Which terms of a goal can be bounded over a part of the lattice, and by what (after Bayardo and Agrawal 2005, who bound DM and CM for
 * ordered partitions): rows suppressed at the coarsest node are suppressed at every finer one; the others cannot do better than to be
 * kept as fine as the finest node has them. The README proves it.
 */
import { growsWithCoarsening, rangeUnder } from '../../metrics/metric.ts'
import type { GoalTerm } from '../search.ts'

/** Metrics of class totals give the same value on a rolled-up table. Any other metric is counted from the full table. */
export function rollsUp(term: GoalTerm): boolean {
  return term.metric.reads === 'totals'
}

/** Whether the term is bounded by the table's own classes, or at least by its range. */
export function isBoundedByClasses(term: GoalTerm): boolean {
  const { metric, settings, weight } = term
  return weight >= 0 && metric.fallsWhenDivided && growsWithCoarsening(metric, settings)
}

/** The least that a term can ever contribute, from the range that its metric declares. */
export function leastContribution({ metric, settings, weight }: GoalTerm): number {
  const signed = metric.better === 'lower' ? weight : -weight
  if (signed === 0) return 0
  const [least, most] = rangeUnder(metric, settings)
  return signed * (signed > 0 ? least : most)
}
