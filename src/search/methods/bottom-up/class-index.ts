/**
 * The questions of bottom-up generalization about the classes of the current cut. The algorithm's three forms answer
 * them: `naive` counts all combinations again, `index` and `pruning` keep the TEA index.
 * Anonymity is A, the size of the smallest class after the smallest classes within the suppression allowance (none in
 * the paper) are set aside.
 */
import type { Generalization } from './column-cut.ts'

export interface ClassIndex {
  /** A, at most `cap`. */
  anonymity(cap: number): number
  anonymityAfter(generalization: Generalization, cap: number): number
  /** The generalizations that could raise A. Absent: try every valid one. */
  promising?(cap: number): readonly Generalization[]
  apply(generalization: Generalization): void
  exactAnonymity(): number
  figures(anonymity: number): ClassFigures
}

/** The release with every class smaller than the anonymity suppressed. */
export interface ClassFigures {
  readonly classes: number
  readonly suppressedRows: number
  /** Rows outside the majority of their class, and all suppressed rows. */
  readonly wrongRows: number
  /** `suppressedAt[column]`: suppressed rows of each group, by its first code. */
  readonly suppressedAt: readonly Map<number, number>[]
}

/** Sets the smallest classes aside while they fit the allowance; A is the size of the first that does not. */
export function anonymityFromSizes(classesOfSize: Int32Array, allowance: number, cap: number): number {
  let left = allowance
  for (let size = 1; size < cap; size++) {
    if (classesOfSize[size] === 0) continue
    left -= classesOfSize[size] * size
    if (left < 0) return size
  }
  return cap
}

/** A from the sizes themselves, which may be sorted in place; 0 if every class is set aside. */
export function smallestBeyond(sizes: Int32Array, allowance: number): number {
  if (allowance > 0) sizes.sort()
  let left = allowance
  let smallest = 0
  for (const size of sizes) {
    if (allowance === 0) {
      if (smallest === 0 || size < smallest) smallest = size
    } else if ((left -= size) < 0) return size
  }
  return smallest
}
