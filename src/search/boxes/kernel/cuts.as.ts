/** The beginning: the table cut in two again and again (Mondrian). */
import {
  boxAt, codesAt, columns, high, histogramAt, k, lossTablesAt, low, rowBytes, setBox, setWord, sizesAt, tableEntry,
  widen, word,
} from './space.as'
import { takeCount } from './grow.as'
import { divided, dividedRowsAt, endsAt, orderAt, pieces } from './divide.as'

/** All combinations as one part, cut in two again and again (Mondrian): fills `order` and `ends`; returns how many parts there are. */
export function cutTable(): i32 {
  for (let i = 0; i < divided; i++) setWord(orderAt, i, i)
  pieces = 0
  cutPart(0, divided)
  return pieces
}

/** The cut that lowers the loss of its own column most, both sides with k rows. */
export function cutPart(from: i32, to: i32): void {
  while (true) {
    const total = countCodes(from, to)
    let bestGain: i64 = -1
    let column = -1
    let last: i32 = 0
    for (let lane = 0; lane < columns; lane++) {
      const least = <i32>low(boxAt, lane)
      const most = <i32>high(boxAt, lane)
      const size = <i32>load<u16>(sizesAt + ((<usize>lane) << 1))
      const whole = total * <i64>tableEntry(lossTablesAt, lane, least * size + most)
      let left: i64 = 0
      let leftMost = least
      for (let code = least; code < most; code++) {
        const rows = takeCount(lane, code)
        if (rows == 0) continue
        left += rows
        leftMost = code
        if (left < k || total - left < k) continue
        // The right side begins at the next code that occurs: the table of losses does not care which one does.
        const next = nextCode(lane, code + 1)
        const gain =
          whole -
          left * <i64>tableEntry(lossTablesAt, lane, least * size + leftMost) -
          (total - left) * <i64>tableEntry(lossTablesAt, lane, next * size + most)
        if (gain > bestGain) {
          bestGain = gain
          column = lane
          last = code
        }
      }
      takeCount(lane, most)
    }
    if (column < 0) break
    const middle = partBy(from, to, column, last)
    cutPart(from, middle)
    from = middle
  }
  setWord(endsAt, pieces++, to)
}

@inline export function nextCode(lane: i32, from: i32): i32 {
  let slot = histogramAt + ((<usize>lane) << 10) + ((<usize>from) << 2)
  while (load<i32>(slot) == 0) slot += 4
  return <i32>((slot - histogramAt - ((<usize>lane) << 10)) >> 2)
}

/** Rows by code of every column, and the box of the part. Returns its rows. */
export function countCodes(from: i32, to: i32): i64 {
  let total: i64 = 0
  for (let i = from; i < to; i++) {
    const combination = word(orderAt, i)
    const rows = word(dividedRowsAt, combination)
    const codes = codesAt + <usize>combination * rowBytes
    if (i == from) setBox(boxAt, codes)
    else widen(boxAt, codes, codes)
    total += rows
    for (let lane = 0; lane < columns; lane++) {
      const slot = histogramAt + ((<usize>lane) << 10) + ((<usize>load<u16>(codes + ((<usize>lane) << 1))) << 2)
      store<i32>(slot, load<i32>(slot) + rows)
    }
  }
  return total
}

/** Codes up to `last` to the left. */
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
