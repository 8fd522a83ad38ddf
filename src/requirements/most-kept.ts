/**
 * Bounds the rows of a class that can be kept, however it is split into classes that hold. Under fact A the kept parts
 * together hold too: a subset of m rows in which value s has at most cap_s·m rows, up to a share τ of m. It exists only
 * if
 *
 *     Σ_s min(n_s, cap_s·m) ≥ (1 − τ)·m
 * The left side is concave in m and 0 at 0, so the feasible m are an interval from 0, whose end is found from above by
 * Newton steps. Cost: the values of the class per step; few steps.
 */
import type { Amounts } from '../frequency/frequency-table.ts'

export interface MostKept {
  /** No class with fewer rows, and no part of it, can hold. */
  readonly fewest: number
  /** Most of `size` rows that can be kept, given codes and counts of the values that occur. */
  of(codes: Int32Array, counts: Amounts, found: number, size: number): number
  /** The largest share of a value in a class that holds; absent if unknown. */
  largestShare?(code: number): number
}

/** Stopping early is safe: every step is an upper bound. */
const MOST_STEPS = 8
const NEAR = 0.95
const ALLOWANCE = 1e-6

export function mostKeptBy(caps: Float64Array, slack: number): MostKept {
  return { fewest: fewestRows(caps, slack), of: mostRows(caps, slack), largestShare: (code) => caps[code] + slack }
}

/**
 * The fewest rows of a class that can hold. n rows have at most n values, each with at least a row: a value fits up to
 * its cap or, if that is below one row, within the slack.
 */
function fewestRows(caps: Float64Array, slack: number): number {
  const descending = caps.toSorted().reverse()
  let sum = 0
  for (let n = 1; n <= descending.length; n++) {
    sum += descending[n - 1]
    if (sum >= 1 - slack - ALLOWANCE) return n
  }
  return descending.length + 1
}

export function mostRows(caps: Float64Array | number, slack: number): MostKept['of'] {
  const needed = 1 - slack
  return (codes, counts, found, size) => {
    let most = size
    for (let step = 0; step < MOST_STEPS; step++) {
      let whole = 0
      let slope = 0
      for (let i = 0; i < found; i++) {
        const cap = typeof caps === 'number' ? caps : caps[codes[i]]
        const count = counts[i]
        if (count <= cap * most) whole += count
        else slope += cap
      }
      if (whole + slope * most >= needed * most - ALLOWANCE) return most
      // Below the line nothing more fits: its intersection with the need is the next bound.
      const end = Math.max(0, whole / (needed - slope))
      if (end > NEAR * most) return end
      most = end
    }
    return most
  }
}
