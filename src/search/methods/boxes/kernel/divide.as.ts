/** Blocks of near classes by random pivots: which of two random classes is nearer, again and again. */
import { addToSide, clearSides, hasTerms, sideTerms } from './weigh.as'
import {
  below, boxAt, boxBytes, codesAt, lossJoined, lossOf, otherBoxAt, rowBytes, setBox, setWord, state, take, widen,
  word,
} from './space.as'
import { combinationsAt, rowsAt, startsAt } from './block.as'

/**
 * Boxes of all classes (as `openDivision` gives room for), put into blocks: which of two random ones is nearer, again and again, until
 * a block has at most `limit` of them and `most` rows. Fills `order` and `ends`; returns how many blocks there are.
 */
export let divided: i32 = 0
export let dividedBoxesAt: usize = 0
export let dividedRowsAt: usize = 0
export let orderAt: usize = 0
export let endsAt: usize = 0

/** Room beside an open block. */
export function openDivision(count: i32): void {
  divided = count
  dividedBoxesAt = take(<usize>count * boxBytes)
  dividedRowsAt = take((<usize>count) << 2)
  orderAt = take((<usize>count) << 2)
  endsAt = take((<usize>count + 1) << 2)
}
export function addressOfDividedBoxes(): usize { return dividedBoxesAt }
export function addressOfDividedRows(): usize { return dividedRowsAt }
export function addressOfOrder(): usize { return orderAt }
export function addressOfEnds(): usize { return endsAt }

@inline export function dividedBox(index: i32): usize {
  return dividedBoxesAt + <usize>word(orderAt, index) * boxBytes
}

/** Boxes of the classes that stand where `openBlock` put them. */
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

/** What the goal's terms charge the divided classes. */
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

/** What the divided classes lose. */
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

/** Neighbouring pieces are joined while they fit the limit. */
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
