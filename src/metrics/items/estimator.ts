/**
 * How likely given items are there when a generalized item is published. A generalized item of n items stands for some non-empty
 * subset of them. `uniform-nonempty` takes all 2^n − 1 as equally likely: j given items are all there with chance
 * 2^(n−j)/(2^n − 1). `half` takes each item as there with chance 1/2. Both explain the example of Loukides et al. 2011, §2.4 (an
 * estimate of 3 for one item of seven published six times); 1/n per item does not.
 */

export const ESTIMATORS = ['uniform-nonempty', 'half'] as const
export type Estimator = (typeof ESTIMATORS)[number]

/** Chance that `asked` given items of a generalized item of `size` are all there. */
export function presenceChance(size: number, asked: number, estimator: Estimator): number {
  if (size === 1) return 1
  // 2^(n−j)/(2^n − 1) = 2^−j · 2^n/(2^n − 1), and the second factor is 1 in doubles long before 2^n overflows.
  const chance = 2 ** -asked
  return estimator === 'half' || size > 1000 ? chance : (chance * 2 ** size) / (2 ** size - 1)
}
