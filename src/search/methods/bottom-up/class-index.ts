/**
 * What bottom-up generalization asks about the classes of the current cut. The three forms of the algorithm are three answers to
 * these questions: `naive` counts all combinations again, `index` and `pruning` keep the TEA index.
 *
 * Anonymity here is A, the size of the smallest class, after the smallest classes have been set aside within the allowance of rows that
 * may be suppressed (none in the paper).
 */
import type { Generalization } from './column-cut.ts'

export interface ClassIndex {
  /** A, or `cap` when it is at least that. */
  anonymity(cap: number): number
  /** A after a generalization that is not carried out, or `cap`. */
  anonymityAfter(generalization: Generalization, cap: number): number
  /** Those that could raise A: all others certainly cannot. Absent: ask about every valid one. */
  promising?(cap: number): readonly Generalization[]
  apply(generalization: Generalization): void
  /** A without a cap. */
  exactAnonymity(): number
  figures(anonymity: number): ClassFigures
}

/** The table as it would be released with every class smaller than the anonymity suppressed. */
export interface ClassFigures {
  /** Classes, the suppressed ones among them. */
  readonly classes: number
  readonly suppressedRows: number
  /** Rows outside the majority class of their class, and all suppressed rows. */
  readonly wrongRows: number
  /** `suppressedAt[column]`: rows suppressed of each group, by its first code. */
  readonly suppressedAt: readonly Map<number, number>[]
}

/**
 * A from the number of classes of each size: the smallest classes are set aside as long as their rows stay within the allowance;
 * A is the size of the first that does not fit.
 */
export function anonymityOf(classesOfSize: Int32Array, allowance: number, cap: number): number {
  let left = allowance
  for (let size = 1; size < cap; size++) {
    if (classesOfSize[size] === 0) continue
    left -= classesOfSize[size] * size
    if (left < 0) return size
  }
  return cap
}

/** The same from the sizes themselves, which it may sort; 0 when every class has been set aside. */
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
