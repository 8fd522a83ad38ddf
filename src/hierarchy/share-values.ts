/**
 * Optimal univariate microaggregation (Hansen and Mukherjee 2003): divides sorted values into consecutive groups of at
 * least k people each with the least within-group sum of squares. A group that can be divided into two valid groups is
 * never better than its division, so the last group of a prefix has fewer than 2k people, beside ties: O(n·k).
 */

export interface CountedNumbers {
  /** Distinct and ascending. */
  readonly values: Float64Array
  readonly rows: Float64Array
  /** People counted at each value, each person once, so that a group has at least the sum of them. */
  readonly people: Float64Array
}

/** Returns where each group starts, ascending from 0; undefined if there are fewer than k people. */
export function shareValues({ values, rows, people }: CountedNumbers, k: number): Int32Array | undefined {
  const { length } = values
  const below = new Float64Array(length + 1)
  for (let i = 0; i < length; i++) below[i + 1] = below[i] + people[i]
  if (length === 0 || below[length] < k) return undefined
  // Values near the largest double must not overflow when squared.
  const scale = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1
  const cost = new Float64Array(length + 1).fill(Number.POSITIVE_INFINITY)
  const start = new Int32Array(length + 1)
  /** The last start from which a group that ends before j has k people, per j; −1 if there is none. */
  const lastStart = new Int32Array(length + 1).fill(-1)
  cost[0] = 0
  for (let j = 1; j <= length; j++) {
    let last = lastStart[j - 1]
    while (last + 1 < j && below[j] - below[last + 1] >= k) last++
    lastStart[j] = last
    if (last < 0) continue
    const first = lastStart[last] + 1
    let [count, mean, squares] = [0, 0, 0]
    for (let i = j - 1; i >= first; i--) {
      const total = count + rows[i]
      const difference = values[i] / scale - mean
      mean += (difference * rows[i]) / total
      squares += (difference * difference * count * rows[i]) / total
      count = total
      if (i <= last && cost[i] + squares < cost[j]) {
        cost[j] = cost[i] + squares
        start[j] = i
      }
    }
  }
  const starts: number[] = []
  for (let end = length; end > 0; end = start[end]) starts.push(start[end])
  return Int32Array.from(starts.reverse())
}
