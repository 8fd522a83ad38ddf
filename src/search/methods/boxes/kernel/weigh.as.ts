/**
 * Tallies of a class's rows (value counts, sums and squares of numbers), the goal's class prices, and the requirements,
 * which the host checks.
 */
import { free, freeFrom, k, take, word } from './space.as'

/** Returns 1 if one of `count` classes breaks a requirement. */
@external('host', 'broken')
export declare function hostBroken(rows: usize, tallies: usize, count: i32): i32

/** Counters of a tally, and number targets, each with a sum and a sum of squares after the counters. */
let slots: i32 = 0
let moments: i32 = 0
export let tallyBytes: usize = 0
/** Requirements beyond k exist; a valid class may break by receiving rows; combinations stay whole. */
export let asks: bool = false
export let receiversAsk: bool = false
export let whole: bool = false
/** Class prices of the goal: kind, first and last counter, weight. */
let terms: i32 = 0
export let termsAt: usize = 0
/** Tally of each combination as compressed rows (counter, rows), and its moments. */
export let tallyStartsAt: usize = 0
export let tallySlotsAt: usize = 0
export let tallyRowsAt: usize = 0
export let momentsAt: usize = 0
/** Two tallies, and the rows of two classes, for cuts. */
let sideTalliesAt: usize = 0
let sideRowsAt: usize = 0

const SQUARE: i32 = 0
const MINORITY: i32 = 1

/** Call after `settle`. Flags: 1 requirements, 2 receivers too, 4 combinations stay whole. */
export function settleTallies(combinations: i32, slots_: i32, moments_: i32, entries: i32, terms_: i32, flags: i32): void {
  slots = slots_
  moments = moments_
  terms = terms_
  asks = (flags & 1) != 0
  receiversAsk = (flags & 2) != 0
  whole = (flags & 4) != 0
  tallyBytes = ((((<usize>slots) << 2) + 7) & ~7) + ((<usize>moments) << 4)
  tallyStartsAt = take((<usize>combinations + 1) << 2)
  tallySlotsAt = take((<usize>entries) << 2)
  tallyRowsAt = take((<usize>entries) << 2)
  momentsAt = take((<usize>combinations * moments) << 4)
  termsAt = take((<usize>terms) * 24)
  sideTalliesAt = take(tallyBytes << 1)
  sideRowsAt = take(8)
  freeFrom = free
}

/** Adds rows of a combination to a tally, or removes them (−1). */
export function tally(at: usize, combination: i32, rows: i32, sign: i32): void {
  const end = word(tallyStartsAt, combination + 1)
  for (let e = word(tallyStartsAt, combination); e < end; e++) {
    const slot = at + ((<usize>word(tallySlotsAt, e)) << 2)
    store<i32>(slot, load<i32>(slot) + sign * (whole ? word(tallyRowsAt, e) : rows))
  }
  const from = momentsAt + ((<usize>combination * moments) << 4)
  const sums = at + tallyBytes - ((<usize>moments) << 4)
  for (let m: usize = 0; m < (<usize>moments) << 4; m += 8) {
    store<f64>(sums + m, load<f64>(sums + m) + <f64>sign * load<f64>(from + m))
  }
}

/** Class prices of the goal's terms, in the unit of losses. */
export function classTerms(rows: i32, at: usize): i64 {
  let sum: f64 = 0
  for (let term: usize = termsAt; term < termsAt + (<usize>terms) * 24; term += 24) {
    const kind = load<i32>(term)
    const from = load<i32>(term, 4)
    const weight = load<f64>(term, 16)
    if (kind == SQUARE) sum += weight * <f64>rows * <f64>rows
    else if (kind == MINORITY) {
      let most = 0
      for (let slot = from; slot < load<i32>(term, 8); slot++) most = max(most, word(at, slot))
      sum += weight * <f64>(rows - most)
    } else {
      // Σ(v − mean)² = Σv² − (Σv)²/n.
      const base = at + tallyBytes - ((<usize>(moments - from)) << 4)
      sum += weight * max(0, load<f64>(base, 8) - load<f64>(base) * load<f64>(base) / <f64>rows)
    }
  }
  return <i64>nearest(sum)
}

@inline export function hasTerms(): bool {
  return terms > 0
}

export function clearSides(): void {
  memory.fill(sideTalliesAt, 0, tallyBytes << 1)
  store<i64>(sideRowsAt, 0)
}
export function addToSide(side: i32, combination: i32, rows: i32): void {
  tally(sideTalliesAt + <usize>side * tallyBytes, combination, rows, 1)
  store<i32>(sideRowsAt + ((<usize>side) << 2), word(sideRowsAt, side) + rows)
}
export function sideTerms(): i64 {
  return classTerms(word(sideRowsAt, 0), sideTalliesAt)
}
export function sidesHold(count: i32): bool {
  for (let side = 0; side < count; side++) if (word(sideRowsAt, side) < k) return false
  return hostBroken(sideRowsAt, sideTalliesAt, count) == 0
}
