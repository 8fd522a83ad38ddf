/**
 * Counts the distinct lines of a delimited text from `count-lines.ts` (AssemblyScript, SIMD). Each distinct line is
 * stored as [count, length, bytes, zeros up to the next 16]. Lines are looked up in blocks, so that the processor waits
 * for several cache misses at once.
 */
import { areSame, hash, reserve } from './line-bytes.as'

/** Address and maximum bytes of a piece of the file. */
export const PIECE: usize = 0x10000
export const PIECE_BYTES: usize = 5 << 20
/** Block of lines: address, length, count and padding in four bytes each, hash in eight. */
const BLOCK: usize = PIECE + PIECE_BYTES
const LINES_OF_BLOCK: usize = 256
const ENTRY: usize = 24
const BLOCK_END: usize = (BLOCK + LINES_OF_BLOCK * ENTRY + 8 + 15) & ~15
/** Hash table by the high bits of a hash, at most half full. */
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
/** Whether distinct lines are distinct rows: only cells that need quotes have them. */
export let distinct: bool = true

export function open(delimiter_: i32, quote_: i32, columns: i32, bytes: i32): void {
  delimiter = <u8>delimiter_
  quote = <u8>quote_
  delimiters = columns - 1
  most = SLOTS_END + <usize>bytes
  reserve(SLOTS_END)
}

/** Returns the bytes after the last line ending of the piece, or −1 if the text is not supported. */
export function count(bytes: i32): i32 {
  const stop = PIECE + <usize>bytes
  // The bytes after the piece must not look like a line ending.
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

@inline
function slotOf(hash: u64): usize {
  return SLOTS + ((<usize>(hash >> (64 - SLOT_BITS))) << 2)
}

/** Prefetches all slots, then all their lines. */
function addBlock(stop: usize): bool {
  let touched: u32 = 0
  for (let entry = BLOCK; entry < stop; entry += ENTRY) touched ^= load<u32>(slotOf(load<u64>(entry + 16)))
  for (let entry = BLOCK; entry < stop; entry += ENTRY) {
    const known = <usize>load<u32>(slotOf(load<u64>(entry + 16)))
    if (known != 0) touched ^= load<u32>(known) ^ load<u32>(known + 64)
  }
  // Keeps the compiler from removing the reads.
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
  // `addBlock` reads up to 68 bytes after the start of a line.
  if (!reserve(next + 80)) return false
  lines++
  store<u32>(slot, <u32>end)
  store<u32>(end, times)
  store<u32>(end + 4, length)
  memory.copy(end + HEAD, line, length)
  end = next
  return true
}

/** Whether a line is a complete record: no cell continues in the next line. Rejects other line endings. */
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

/** Fills the piece with lines and their counts as a last cell; returns its bytes, or 0 at the end. */
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
