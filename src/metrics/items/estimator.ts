/**
 * The probability that j given items are present if a generalized item of n items is published. `uniform-nonempty`: all
 * 2^n − 1 subsets are equally likely, 2^(n−j)/(2^n − 1). `half`: each item is present with probability 1/2. Both
 * reproduce the example of Loukides et al. 2011, §2.4; 1/n per item does not. `all`: a generalized item stands for all
 * its items, as in the measurements of §4.
 */

export const ESTIMATORS = ['uniform-nonempty', 'half', 'all'] as const
export type Estimator = (typeof ESTIMATORS)[number]

export function presenceChance(size: number, asked: number, estimator: Estimator): number {
  if (size === 1 || estimator === 'all') return 1
  // 2^(n−j)/(2^n − 1) = 2^−j · 2^n/(2^n − 1); the second factor is 1 in doubles long before 2^n overflows.
  const chance = 2 ** -asked
  return estimator === 'half' || size > 1000 ? chance : (chance * 2 ** size) / (2 ** size - 1)
}
