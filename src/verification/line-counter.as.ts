/**
 * Lines of a delimited text, counted (AssemblyScript, SIMD): a line that was there before costs its hash and one comparison, or the comparison
 * alone where it stands behind itself. Each different line is kept with its count as [count, length, bytes, zeros up to the next 16]. They
 * are looked up block by block: they take more memory than a processor holds, and it then waits for several of them at once.
 * `count-lines.ts` hands the text in.
 */
import { areSame, hash, reserve } from '../frequency/line-bytes.as'

/** Where the text of the file is put, piece by piece; up to so many bytes. */
export const PIECE: usize = 0x10000
export const PIECE_BYTES: usize = 5 << 20
/** Lines that are looked up together: address, length, times and nothing in four bytes each, hash in eight. */
const BLOCK: usize = PIECE + PIECE_BYTES
const LINES_OF_BLOCK: usize = 256
const ENTRY: usize = 24
const BLOCK_END: usize = (BLOCK + LINES_OF_BLOCK * ENTRY + 8 + 15) & ~15
/** A hash table of places, by the high bits of a hash: half full at most. */
const SLOT_BITS: u64 = 21
const SLOTS: usize = BLOCK_END
const SLOTS_END: usize = SLOTS + ((1 << (<usize>SLOT_BITS)) << 2)
const MOST_LINES: i32 = 1 << 20
const HEAD: usize = 8
const NEWLINE: u8 = 10

let delimiter: u8 = 44
let quote: u8 = 34
let delimiters: i32 = 0
let end: usize = SLOTS_END
let most: usize = 0
let lines: i32 = 0
let listed: usize = SLOTS_END
/** Whether different lines are different rows: quotes stand around cells that need them alone, so that no row can be written in two ways. */
export let distinct: bool = true

/** A table with so many columns, and so many bytes for its different lines. */
export function open(delimiter_: i32, quote_: i32, columns: i32, bytes: i32): void {
  delimiter = <u8>delimiter_
  quote = <u8>quote_
  delimiters = columns - 1
  most = SLOTS_END + <usize>bytes
  reserve(SLOTS_END)
}

/** Counts the lines of the piece, which has so many bytes. Answers with the bytes behind its last end of a line, or −1: this text is not for us. */
export function count(bytes: i32): i32 {
  const stop = PIECE + <usize>bytes
  // What is behind the piece must not look like an end of a line.
  memory.fill(stop, 0, 16)
  let line = PIECE
  let entry = BLOCK
  while (true) {
    let at = line
    let found = 0
    for (; at < stop; at += 16) {
      found = i8x16.bitmask(i8x16.eq(v128.load(at), i8x16.splat(NEWLINE)))
      if (found != 0) break
    }
    if (found == 0) return addBlock(entry) ? <i32>(stop - line) : -1
    at += <usize>ctz(found)
    const length = <u32>(at - line)
    const last = entry - ENTRY
    if (entry > BLOCK && load<u32>(last + 4) == length && areSame(<usize>load<u32>(last), line, length))
      store<u32>(last + 8, load<u32>(last + 8) + 1)
    else {
      if (entry == BLOCK + LINES_OF_BLOCK * ENTRY) {
        if (!addBlock(entry)) return -1
        entry = BLOCK
      }
      store<u32>(entry, <u32>line)
      store<u32>(entry + 4, length)
      store<u32>(entry + 8, 1)
      store<u64>(entry + 16, hash(line, length))
      entry += ENTRY
    }
    line = at + 1
  }
}

/** The first slot of a hash. */
@inline
function slotOf(hash: u64): usize {
  return SLOTS + ((<usize>(hash >> (64 - SLOT_BITS))) << 2)
}

/** First all slots, then all lines that stand there: each is waited for while the next one is asked for. */
function addBlock(stop: usize): bool {
  let touched: u32 = 0
  for (let entry = BLOCK; entry < stop; entry += ENTRY) touched ^= load<u32>(slotOf(load<u64>(entry + 16)))
  for (let entry = BLOCK; entry < stop; entry += ENTRY) {
    const known = <usize>load<u32>(slotOf(load<u64>(entry + 16)))
    if (known != 0) touched ^= load<u32>(known) ^ load<u32>(known + 64)
  }
  // Nobody reads it; a compiler must not know.
  store<u32>(BLOCK + LINES_OF_BLOCK * ENTRY, touched)
  for (let entry = BLOCK; entry < stop; entry += ENTRY)
    if (!add(<usize>load<u32>(entry), load<u32>(entry + 4), load<u32>(entry + 8), load<u64>(entry + 16))) return false
  return true
}

function add(line: usize, length: u32, times: u32, hash: u64): bool {
  let slot = slotOf(hash)
  for (let known = <usize>load<u32>(slot); known != 0; known = <usize>load<u32>(slot)) {
    if (load<u32>(known + 4) == length && areSame(known + HEAD, line, length)) {
      store<u32>(known, load<u32>(known) + times)
      return true
    }
    slot += 4
    if (slot == SLOTS_END) slot = SLOTS
  }
  const next = (end + HEAD + length + 15) & ~15
  if (lines == MOST_LINES || next + 16 > most || !isRecord(line, length)) return false
  // A line that is there is touched a little behind its beginning, too.
  if (!reserve(next + 80)) return false
  lines++
  store<u32>(slot, <u32>end)
  store<u32>(end, times)
  store<u32>(end + 4, length)
  memory.copy(end + HEAD, line, length)
  end = next
  return true
}

/**
 * Whether a line is a whole record: as many cells as there are columns, quotes around cells alone, and every one of them closed. Where all
 * lines are, no cell goes on in the next line. An end of a line of another kind, and a line of nothing, is not for us.
 */
function isRecord(line: usize, length: u32): bool {
  if (length == 0) return false
  const stop = line + length
  let found = 0
  let at = line
  while (true) {
    if (at < stop && load<u8>(at) == quote) {
      at++
      let needed = false
      while (true) {
        if (at >= stop) return false
        const sign = load<u8>(at++)
        if (sign == 0 || sign == 13) return false
        if (sign == delimiter) needed = true
        if (sign != quote) continue
        if (at >= stop || load<u8>(at) != quote) break
        needed = true
        at++
      }
      if (!needed) distinct = false
    } else
      while (at < stop && load<u8>(at) != delimiter) {
        const sign = load<u8>(at++)
        if (sign == 0 || sign == 13 || sign == quote) return false
      }
    if (at >= stop) return found == delimiters
    if (load<u8>(at) != delimiter) return false
    at++
    found++
  }
}

/** Fills the piece with lines and their counts, a cell more each; answers with its bytes, and 0 when all were listed. */
export function list(): i32 {
  let to = PIECE
  while (listed < end) {
    const length = <usize>load<u32>(listed + 4)
    if (to + length + 16 > PIECE + PIECE_BYTES) break
    memory.copy(to, listed + HEAD, length)
    to += length
    store<u8>(to++, delimiter)
    to = writeNumber(to, load<u32>(listed))
    store<u8>(to++, NEWLINE)
    listed = (listed + HEAD + length + 15) & ~15
  }
  return <i32>(to - PIECE)
}

function writeNumber(to: usize, number: u32): usize {
  let figures: usize = 1
  for (let rest = number / 10; rest > 0; rest /= 10) figures++
  for (let i = figures; i > 0; i--) {
    store<u8>(to + i - 1, <u8>(48 + (number % 10)))
    number /= 10
  }
  return to + figures
}
