/** Divides classes into blocks of near ones by random pivots. */
import { addToSide, clearSides, hasTerms, sideTerms } from './weigh.as'
import {
  below, boxAt, boxBytes, codesAt, lossJoined, lossOf, otherBoxAt, rowBytes, setBox, setWord, state, take, widen,
  word,
} from './space.as'
import { combinationsAt, rowsAt, startsAt } from './block.as'

/**
 * Splits by the nearer of two random boxes until a block has at most `limit` classes and `most` rows. Fills `order` and
 * `ends`; returns the number of blocks.
 */
export let divided: i32 = 0
export let dividedBoxesAt: usize = 0
export let dividedRowsAt: usize = 0
export let orderAt: usize = 0
export let endsAt: usize = 0

/** Allocates memory beside an open block. */
export function openDivision(count: i32): void {
  divided = count
  dividedBoxesAt = take(<usize>count * boxBytes)
  dividedRowsAt = take((<usize>count) << 2)
  orderAt = take((<usize>count) << 2)
  endsAt = take((<usize>count + 1) << 2)
}

@inline export function dividedBox(index: i32): usize {
  return dividedBoxesAt + <usize>word(orderAt, index) * boxBytes
}

export function divideClasses(): void {
  for (let c = 0; c < divided; c++) {
    const box = dividedBoxesAt + <usize>c * boxBytes
    const from = word(startsAt, c)
    const to = word(startsAt, c + 1)
    let rows = 0
    for (let e = from; e < to; e++) {
      const codes = codesAt + <usize>word(combinationsAt, e) * rowBytes
      if (e == from) setBox(box, codes)
      else widen(box, codes, codes)
      rows += word(rowsAt, e)
    }
    setWord(dividedRowsAt, c, rows)
  }
}

export function divide(seed: u64, limit: i32): i32 {
  state = seed | 1
  for (let i = 0; i < divided; i++) setWord(orderAt, i, i)
  pieces = 0
  cut(0, divided, limit)
  return joinPieces(limit)
}

export function dividedTerms(): f64 {
  let sum: f64 = 0
  if (!hasTerms()) return sum
  for (let c = 0; c < divided; c++) {
    clearSides()
    for (let e = word(startsAt, c); e < word(startsAt, c + 1); e++) addToSide(0, word(combinationsAt, e), word(rowsAt, e))
    sum += <f64>sideTerms()
  }
  return sum
}

export function dividedLoss(): f64 {
  let sum: f64 = 0
  for (let c = 0; c < divided; c++) sum += <f64>word(dividedRowsAt, c) * <f64>lossOf(dividedBoxesAt + <usize>c * boxBytes)
  return sum
}

export let pieces: i32 = 0

export function cut(from: i32, to: i32, limit: i32): void {
  while (to - from > limit) {
    const middle = cutOnce(from, to)
    cut(from, middle, limit)
    from = middle
  }
  setWord(endsAt, pieces++, to)
}

export function cutOnce(from: i32, to: i32): i32 {
  const length = to - from
  memory.copy(boxAt, dividedBox(from + below(length)), boxBytes)
  memory.copy(otherBoxAt, dividedBox(from + below(length)), boxBytes)
  let left = from
  let right = to
  while (left < right) {
    const box = dividedBox(left)
    const one = lossJoined(boxAt, box, box + rowBytes)
    const other = lossJoined(otherBoxAt, box, box + rowBytes)
    if (one < other || (one == other && below(2) == 0)) left++
    else {
      right--
      const swapped = word(orderAt, left)
      setWord(orderAt, left, word(orderAt, right))
      setWord(orderAt, right, swapped)
    }
  }
  // Two equal pivots may leave one side empty.
  return left == from || left == to ? from + (length >> 1) : left
}

/** Joins neighbouring pieces while they fit the limit. */
export function joinPieces(limit: i32): i32 {
  let blocks = 0
  let from = 0
  let start = 0
  for (let piece = 0; piece < pieces; piece++) {
    const end = word(endsAt, piece)
    if (from > start && end - start > limit) {
      setWord(endsAt, blocks++, from)
      start = from
    }
    from = end
  }
  setWord(endsAt, blocks++, from)
  return blocks
}
