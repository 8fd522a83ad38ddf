/** Moves rows that a class can spare to another class of the pool while that helps. */
import {
  k, linesFrom, lossJoined, lossOfLines, lossOfVector, lossTablesAt, rowBytes, setWord, sizesAt, sumOfLines, word,
} from './space.as'
import { capacity } from './block.as'
import {
  addEntry, entries, entryNextAt, entryPlaceAt, entryRowsAt, extremesAt, findExtremes, made, madeBox, madeHeadAt,
  madeLossAt, madeRowsAt, poolCodes, receive, tallyPlace, tighten, unlink, wouldHold,
} from './pool.as'
import { countsPersons } from './persons.as'
import { asks, receiversAsk, whole } from './weigh.as'

export function settleRows(): void {
  for (let pass = 0; pass < 2; pass++) {
    let moved = false
    for (let c = 0; c < made; c++) if (word(madeRowsAt, c) > k && spare(c)) moved = true
    if (!moved) return
  }
}

@inline export function lossWithout(codes: usize): u32 {
  let sum: u32 = 0
  let lines = i32x4.splat(0)
  for (let at: usize = 0; at < rowBytes; at += 16) {
    const code = v128.load(codes + at)
    const low1 = v128.load(extremesAt + at)
    const high1 = v128.load(extremesAt + rowBytes + at)
    const low = v128.bitselect(v128.load(extremesAt + (rowBytes << 1) + at), low1, i16x8.eq(code, low1))
    const high = v128.bitselect(v128.load(extremesAt + rowBytes * 3 + at), high1, i16x8.eq(code, high1))
    if (at < linesFrom) sum += lossOfVector(low, high, v128.load(sizesAt + at), lossTablesAt + (at << 1))
    else lines = i32x4.add(lines, lossOfLines(low, high, at))
  }
  return linesFrom < rowBytes ? sum + sumOfLines(lines) : sum
}

export function spare(c: i32): bool {
  let moved = false
  findExtremes(c)
  let before = -1
  for (let e = word(madeHeadAt, c); e >= 0; ) {
    const next = word(entryNextAt, e)
    const size = word(madeRowsAt, c)
    const all = word(entryRowsAt, e)
    const rows = min(all, size - k)
    if (rows == 0) return moved
    if (whole && rows < all) {
      before = e
      e = next
      continue
    }
    const place = word(entryPlaceAt, e)
    const codes = poolCodes(place)
    const loss = <u32>word(madeLossAt, c)
    const without = rows == all ? lossWithout(codes) : loss
    let gain = <i64>size * <i64>loss - <i64>(size - rows) * <i64>without
    let to = -1
    if (gain > 0) {
      for (let other = 0; other < made; other++) {
        if (other == c) continue
        const otherRows = <i64>word(madeRowsAt, other)
        const rise = (otherRows + rows) * <i64>lossJoined(madeBox(other), codes, codes) - otherRows * <i64>(<u32>word(madeLossAt, other))
        if (rise < gain) {
          gain = rise
          to = other
        }
      }
    }
    // A class keeps a row it needs, or one whose receiver would break.
    if (to >= 0 && (asks || countsPersons) && !(wouldHold(c, place, rows, -1) && (!receiversAsk || wouldHold(to, place, rows, 1)))) to = -1
    if (to < 0 || entries >= capacity) {
      before = e
      e = next
      continue
    }
    moved = true
    if (rows == all) {
      unlink(c, before, e)
      setWord(entryNextAt, e, word(madeHeadAt, to))
      setWord(madeHeadAt, to, e)
      tallyPlace(to, place, rows, 1)
    } else {
      setWord(entryRowsAt, e, all - rows)
      addEntry(to, place, rows)
      before = e
    }
    tallyPlace(c, place, rows, -1)
    receive(to, codes, rows)
    setWord(madeRowsAt, c, size - rows)
    if (rows == all) tighten(c)
    e = next
  }
  return moved
}
