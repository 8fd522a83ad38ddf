/**
 * How many rows of a class can be kept at most, however it is divided into classes that hold. Where merging keeps a model (fact A), the kept
 * parts together hold as well: they are a subset of the rows, as large as m, in which value s has at most cap_s·m rows, a share τ of the m set
 * aside. Such a subset exists only where
 *
 *     Σ_s min(n_s, cap_s·m) ≥ (1 − τ)·m
 *
 * The left side is concave in m and 0 at 0, so that what fits is an interval from 0: its end is found from above, each step taking the line
 * that the side is on at m. Cost: the values of the class for each step, of which there are few.
 */
import type { Amounts } from '../frequency/frequency-table.ts'

export interface MostKept {
  /** A class of fewer rows cannot hold, whatever its values are, and no part of it can. */
  readonly fewest: number
  /** At most so many of `size` rows can be kept; codes and counts of the values that occur. */
  of(codes: Int32Array, counts: Amounts, found: number, size: number): number
}

/** What is not found by then is not worth the time: every step has an end that nothing is beyond. */
const MOST_STEPS = 8
const NEAR = 0.95
/** What rounding may have cost. */
const ALLOWANCE = 1e-6

/** `caps`: of every value that there is. */
export function mostKeptBy(caps: Float64Array, slack: number): MostKept {
  return { fewest: fewestRows(caps, slack), of: mostRows(caps, slack) }
}

/**
 * The fewest rows of a class that can hold. With n rows at most n values occur, each with a row at least: a value fits as far as its cap goes,
 * or, where that is below a row, by what is set aside.
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

/** By a cap for each value, or one for all of them. */
export function mostRows(caps: Float64Array | number, slack: number): MostKept['of'] {
  const needed = 1 - slack
  return (codes, counts, found, size) => {
    let most = size
    for (let step = 0; step < MOST_STEPS; step++) {
      let whole = 0
      let slope = 0
      for (let i = 0; i < found; i++) {
        const cap = typeof caps === 'number' ? caps : caps[codes[i]]
        const own = counts[i]
        if (own <= cap * most) whole += own
        else slope += cap
      }
      if (whole + slope * most >= needed * most - ALLOWANCE) return most
      // Below the line everything fits no more: where it meets the need is the next end.
      const end = Math.max(0, whole / (needed - slope))
      if (end > NEAR * most) return end
      most = end
    }
    return most
  }
}
