/**
 * The probability that given items are present when a generalized item is published. A generalized item of n items
 * means some non-empty subset. `uniform-nonempty`: all 2^n − 1 subsets are equally likely, so j given items are present
 * with probability 2^(n−j)/(2^n − 1). `half`: each item is present with probability 1/2. Both reproduce the example of
 * Loukides et al. 2011, §2.4 (estimate 3 for one item of seven published six times); 1/n per item does not.
 */

export const ESTIMATORS = ['uniform-nonempty', 'half'] as const
export type Estimator = (typeof ESTIMATORS)[number]

export function presenceChance(size: number, asked: number, estimator: Estimator): number {
  if (size === 1) return 1
  // 2^(n−j)/(2^n − 1) = 2^−j · 2^n/(2^n − 1); the second factor is 1 in doubles long before 2^n overflows.
  const chance = 2 ** -asked
  return estimator === 'half' || size > 1000 ? chance : (chance * 2 ** size) / (2 ** size - 1)
}
