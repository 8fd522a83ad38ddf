/** Initial classes: recursive bisection of the table (Mondrian). */
import {
  boxAt, codesAt, columns, factorAt, firstLine, firstTouchedAt, high, histogramAt, k, lossOfRange, low, rowBytes,
  setBox, setWord, widen, word,
} from './space.as'
import { takeCount } from './grow.as'
import { beginCount, countPersons, countsPersons, enoughPersons } from './persons.as'
import { addToSide, asks, clearSides, sidesHold } from './weigh.as'
import { divided, dividedRowsAt, endsAt, orderAt, pieces } from './divide.as'

/** Fills `order` and `ends`; returns the number of parts, 0 if all rows together fail the requirements. */
export function cutTable(): i32 {
  for (let i = 0; i < divided; i++) setWord(orderAt, i, i)
  pieces = 0
  if (countsPersons) {
    beginCount()
    for (let i = 0; i < divided; i++) countPersons(i)
    if (!enoughPersons()) return 0
  }
  if (asks) {
    clearSides()
    for (let i = 0; i < divided; i++) addToSide(0, i, word(dividedRowsAt, i))
    if (!sidesHold(1)) return 0
  }
  cutPart(0, divided)
  return pieces
}

/** The cut that lowers its column's loss most, with k rows and valid classes on both sides. */
export function cutPart(from: i32, to: i32): void {
  while (true) {
    findCuts(from, to)
    let column = bestCut()
    while ((asks || countsPersons) && column >= 0 && !sidesOfCutHold(from, to, column)) {
      store<i64>(factorAt + ((<usize>column) << 3), -1)
      column = bestCut()
    }
    if (column < 0) break
    const middle = partBy(from, to, column, word(firstTouchedAt, column))
    cutPart(from, middle)
    from = middle
  }
  setWord(endsAt, pieces++, to)
}

/** The column with the largest gain, or −1. */
function bestCut(): i32 {
  let column = -1
  let most: i64 = -1
  for (let lane = 0; lane < columns; lane++) {
    const gain = load<i64>(factorAt + ((<usize>lane) << 3))
    if (gain > most) {
      most = gain
      column = lane
    }
  }
  return column
}

/** Whether the combinations with codes up to `last`, or above it, have k persons. */
function sideHasPersons(from: i32, to: i32, lane: i32, last: i32, left: bool): bool {
  beginCount()
  for (let i = from; i < to; i++) {
    const combination = word(orderAt, i)
    const code = <i32>load<u16>(codesAt + <usize>combination * rowBytes + ((<usize>lane) << 1))
    if (code <= last == left) countPersons(combination)
  }
  return enoughPersons()
}

function sidesOfCutHold(from: i32, to: i32, lane: i32): bool {
  const last = word(firstTouchedAt, lane)
  if (countsPersons && !(sideHasPersons(from, to, lane, last, true) && sideHasPersons(from, to, lane, last, false))) return false
  if (!asks) return true
  clearSides()
  for (let i = from; i < to; i++) {
    const combination = word(orderAt, i)
    const code = <i32>load<u16>(codesAt + <usize>combination * rowBytes + ((<usize>lane) << 1))
    addToSide(code <= last ? 0 : 1, combination, word(dividedRowsAt, combination))
  }
  return sidesHold(2)
}

/** Best cut per column: gain in `factor` (−1 for none), last code to the left in `firstTouched`. */
function findCuts(from: i32, to: i32): void {
  const total = countCodes(from, to)
  for (let lane = 0; lane < columns; lane++) {
    const least = <i32>low(boxAt, lane)
    const most = <i32>high(boxAt, lane)
    const together = total * <i64>lossOfRange(lane, least, most)
    // A line has too many codes: its 256 counters are pieces of the part's range.
    const base = lane >= firstLine ? least : 0
    const shift = lane >= firstLine ? countLine(from, to, lane) : 0
    let left: i64 = 0
    let largest: i64 = -1
    const last = (most - base) >> shift
    for (let piece = (least - base) >> shift; piece < last; piece++) {
      const rows = takeCount(lane, piece)
      if (rows == 0) continue
      left += rows
      if (left < k || total - left < k) continue
      const code = base + ((piece + 1) << shift) - 1
      // The right side begins at the next code that occurs.
      const next = base + (nextCode(lane, piece + 1) << shift)
      const apart = left * <i64>lossOfRange(lane, least, code) + (total - left) * <i64>lossOfRange(lane, next, most)
      const gain = together - apart
      if (gain > largest) {
        largest = gain
        setWord(firstTouchedAt, lane, code)
      }
    }
    store<i64>(factorAt + ((<usize>lane) << 3), largest)
    takeCount(lane, last)
  }
}

@inline export function nextCode(lane: i32, from: i32): i32 {
  let slot = histogramAt + ((<usize>lane) << 10) + ((<usize>from) << 2)
  while (load<i32>(slot) == 0) slot += 4
  return <i32>((slot - histogramAt - ((<usize>lane) << 10)) >> 2)
}

/** Counts rows by code of every column and the box of the part; returns its rows. */
export function countCodes(from: i32, to: i32): i64 {
  let total: i64 = 0
  for (let i = from; i < to; i++) {
    const combination = word(orderAt, i)
    const rows = word(dividedRowsAt, combination)
    const codes = codesAt + <usize>combination * rowBytes
    if (i == from) setBox(boxAt, codes)
    else widen(boxAt, codes, codes)
    total += rows
    for (let lane = 0; lane < min(columns, firstLine); lane++) {
      const slot = histogramAt + ((<usize>lane) << 10) + ((<usize>load<u16>(codes + ((<usize>lane) << 1))) << 2)
      store<i32>(slot, load<i32>(slot) + rows)
    }
  }
  return total
}

/** Counts rows by pieces of 2^shift codes of a line; returns the shift. */
function countLine(from: i32, to: i32, lane: i32): i32 {
  const least = low(boxAt, lane)
  let shift = 0
  while ((high(boxAt, lane) - least) >> shift > 255) shift++
  for (let i = from; i < to; i++) {
    const combination = word(orderAt, i)
    const code = <u32>load<u16>(codesAt + <usize>combination * rowBytes + ((<usize>lane) << 1))
    const slot = histogramAt + ((<usize>lane) << 10) + ((<usize>((code - least) >> shift)) << 2)
    store<i32>(slot, load<i32>(slot) + word(dividedRowsAt, combination))
  }
  return shift
}

/** Codes up to `last` go to the left. */
export function partBy(from: i32, to: i32, lane: i32, last: i32): i32 {
  while (from < to) {
    const combination = word(orderAt, from)
    if (<i32>load<u16>(codesAt + <usize>combination * rowBytes + ((<usize>lane) << 1)) <= last) from++
    else {
      to--
      setWord(orderAt, from, word(orderAt, to))
      setWord(orderAt, to, combination)
    }
  }
  return from
}
