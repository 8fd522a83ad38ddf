/**
 * Bounds the terms of a goal over a part of the lattice (after Bayardo and Agrawal 2005, who bound DM and CM for
 * ordered partitions): rows suppressed at the coarsest node are suppressed at every finer one; the others are at best
 * as fine as at the finest node. The README proves it.
 */
import { growsWithCoarsening, rangeUnder } from '../../metrics/metric.ts'
import type { GoalTerm } from '../search.ts'

export function isBoundedByClasses(term: GoalTerm): boolean {
  const { metric, settings, weight } = term
  return weight >= 0 && metric.fallsWhenDivided && growsWithCoarsening(metric, settings)
}

export function leastContribution({ metric, settings, weight }: GoalTerm): number {
  const signed = metric.better === 'lower' ? weight : -weight
  if (signed === 0) return 0
  const [least, most] = rangeUnder(metric, settings)
  return signed * (signed > 0 ? least : most)
}
