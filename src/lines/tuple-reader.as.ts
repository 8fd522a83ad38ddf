/**
 * Groups the lines of a plain delimited text by the texts of some columns (AssemblyScript, SIMD), with hash tables for
 * texts and tuples. Refuses quotes inside a cell, line ends inside quotes, CR and wrong cell counts. Cost: a pass over
 * the bytes, a lookup per cell of interest and one per line; tuples are looked up in blocks, so that cache misses
 * overlap.
 */
import { areSame, hash, reserve } from './line-bytes.as'

const NEWLINE: u8 = 10
export const PIECE: usize = 0x10000
export const PIECE_BYTES: usize = 4 << 20
/** The engine refuses longer lines. */
const MOST_LINE: usize = 1 << 20
const MOST_COLUMNS: usize = 4096
const NOT_NEEDED: u8 = 255
const NOT_DRAWN: i32 = 0xffff
export const BLOCK: i32 = 512
const ROWS: i32 = 1 << 18
/** Keeps one in this many line hashes. */
const SAMPLED: u64 = 16
/** Slots of a full dictionary, twice its texts; bytes of all texts. */
const TEXT_SLOTS: u32 = 1 << 17
const FIRST_TEXT_SLOTS: u32 = 1 << 9
const TEXT_BYTES: usize = 32 << 20
/** A slot has the number of a tuple, from 1, and eight bits of its hash. */
const NUMBER_BITS: u32 = 24
const NUMBER: u32 = (1 << NUMBER_BITS) - 1
const MOST_TUPLES: i32 = 1 << 23
const TUPLE_SLOTS: u32 = 1 << 24
const FIRST_TUPLE_SLOTS: u32 = 1 << 14
/** Bytes before the places of a tuple: its line count. */
const HEAD: usize = 8

/**
 * A cell's record: slots, mask, texts, most texts, list of entries, index in the tuple, index in the row, and the bits
 * of a hash that must be 0 for a new text to be learned.
 */
@unmanaged class Cell {
  slots: usize
  mask: u32
  texts: u32
  most: u32
  entries: usize
  key: i32
  kept: usize
  drawn: u64
}

let delimiter: u8 = 44
let quote: u8 = 34
let columns: i32 = 0
let keys: i32 = 0
export let stride: usize = 0
let seeds: u32 = 0
let columnsAt: usize = 0
let cellsAt: usize = 0
export let rowsAt: usize = 0
export let blockAt: usize = 0
let hashesAt: usize = 0
let textsEnd: usize = 0
let textsLimit: usize = 0
let tupleSlots: usize = 0
let tupleMask: u32 = 0
export let tuples: i32 = 0
/** A tuple: four bytes of count, four unused, two bytes per place. */
export let tuplesAt: usize = 0
let free: usize = 0
export let rowsRead: i32 = 0
/** Hashes of sampled lines, as numbers. */
export let sampleAt: usize = 0
export let sampled: i32 = 0

function take(bytes: usize): usize {
  const at = free
  free = (free + bytes + 15) & ~15
  return at
}

export function open(delimiter_: i32, quote_: i32, columns_: i32, cells: i32, keys_: i32): bool {
  delimiter = <u8>delimiter_
  quote = <u8>quote_
  columns = columns_
  keys = keys_
  stride = HEAD + (((<usize>keys << 1) + 7) & ~7)
  free = PIECE + PIECE_BYTES + 32
  columnsAt = take(MOST_COLUMNS)
  cellsAt = take(<usize>cells * offsetof<Cell>())
  rowsAt = take(<usize>ROWS << 2)
  sampleAt = take(<usize>ROWS << 3)
  blockAt = take(<usize>BLOCK * stride)
  hashesAt = take((<usize>BLOCK << 3) + 8)
  if (!reserve(free)) return false
  memory.fill(columnsAt, NOT_NEEDED, MOST_COLUMNS)
  return true
}

/** Index of the column in the file and in the tuple (−1: none), whether rows are kept, and most texts. */
export function addCell(cell: i32, column: i32, key: i32, kept: bool, most: i32): bool {
  store<u8>(columnsAt + column, <u8>cell)
  const own = cellOf(<u8>cell)
  own.slots = take(<usize>TEXT_SLOTS << 2)
  own.entries = take(<usize>TEXT_SLOTS << 1)
  own.mask = FIRST_TEXT_SLOTS - 1
  own.texts = 0
  own.most = <u32>most
  own.key = key < 0 ? -1 : <i32>HEAD + (key << 1)
  own.kept = kept ? take(<usize>ROWS << 1) : 0
  own.drawn = 0
  return reserve(free)
}

/** Call after the cells. The first `missing` texts of each mean missing and share one place in a tuple. */
export function begin(missing: i32): bool {
  seeds = <u32>missing
  textsEnd = take(TEXT_BYTES)
  textsLimit = free
  tupleSlots = take(<usize>TUPLE_SLOTS << 2)
  tupleMask = FIRST_TUPLE_SLOTS - 1
  tuplesAt = free
  return reserve(free)
}

/** The place of the text at the start of the piece; −1 if the dictionary is full. */
export function addText(cell: i32, length: i32): i32 {
  return placeOf(cellOf(<u8>cell), PIECE, <u32>length)
}

/** From now on, the column learns one new text in `oneIn`, a power of two; others have the place `NOT_DRAWN`. */
export function drawTexts(cell: i32, oneIn: i32): void {
  cellOf(<u8>cell).drawn = <u64>(oneIn - 1)
}

/** Whether the text at the start of the piece is drawn. */
export function isDrawn(cell: i32, length: i32): bool {
  return (hash(PIECE, <u32>length) & cellOf(<u8>cell).drawn) == 0
}

export function addressOfKept(cell: i32): usize {
  return cellOf(<u8>cell).kept
}

export function textsOf(cell: i32): u32 {
  return cellOf(<u8>cell).texts
}

/** Addresses of the texts: four bytes of length, four of place, the text. */
export function addressOfEntries(cell: i32): usize {
  return cellOf(<u8>cell).entries
}

@inline
function cellOf(cell: u8): Cell {
  return changetype<Cell>(cellsAt + <usize>cell * offsetof<Cell>())
}

/** Reads whole lines of the piece. Returns the bytes read, maybe fewer, or −1 if the text is not supported. */
export function read(from: i32, to: i32): i32 {
  const first = PIECE + <usize>from
  const stop = PIECE + <usize>to
  const delimiters = i8x16.splat(delimiter)
  const quotes = i8x16.splat(quote)
  let bad = i64x2.splat(0)
  let inside = 0
  // Every quote must be one of the two around a cell.
  let unused = 0
  let line = first
  let cell = first
  let column = 0
  let row = 0
  let inBlock = 0
  rowsRead = 0
  sampled = 0
  for (let chunk = first; chunk < stop; chunk += 16) {
    const bytes = v128.load(chunk)
    const newlines = i8x16.eq(bytes, i8x16.splat(NEWLINE))
    let ends = i8x16.bitmask(v128.or(i8x16.eq(bytes, delimiters), newlines))
    let quoted = i8x16.bitmask(i8x16.eq(bytes, quotes))
    const refused = v128.or(i8x16.eq(bytes, i8x16.splat(13)), i8x16.eq(bytes, i8x16.splat(0)))
    if (chunk + 16 <= stop) bad = v128.or(bad, refused)
    else {
      const own = (1 << <i32>(stop - chunk)) - 1
      ends &= own
      quoted &= own
      if ((i8x16.bitmask(refused) & own) != 0) return -1
    }
    if ((quoted | inside) != 0) {
      unused += popcnt(quoted)
      // A bit is set from an opening quote to its closing one.
      let within = quoted ^ (quoted << 1)
      within ^= within << 2
      within ^= within << 4
      within = (within ^ (within << 8) ^ inside) & 0xffff
      inside = (within & 0x8000) != 0 ? 0xffff : 0
      if ((i8x16.bitmask(newlines) & ends & within) != 0) return -1
      ends &= ~within
    }
    while (ends != 0) {
      const end = chunk + <usize>ctz(ends)
      ends &= ends - 1
      if (column == columns) return -1
      const needed = load<u8>(columnsAt + column)
      column++
      let stopped = end
      if (load<u8>(cell) == quote && cell != end) {
        if (end - cell < 2 || load<u8>(--stopped) != quote) return -1
        cell++
        unused -= 2
      }
      if (needed != NOT_NEEDED) {
        const own = cellOf(needed)
        const place = placeOf(own, cell, <u32>(stopped - cell))
        if (place < 0) return -1
        if (own.key >= 0)
          store<u16>(blockAt + <usize>inBlock * stride + own.key, <u16>(<u32>place < seeds ? 0 : place))
        if (own.kept != 0) store<u16>(own.kept + (<usize>row << 1), <u16>place)
      }
      cell = end + 1
      if (load<u8>(end) != NEWLINE) continue
      if (column != columns || end == line || end - line > MOST_LINE) return -1
      store<u64>(blockAt + <usize>inBlock * stride, 1)
      column = 0
      const mixed = sampleHash(line, <u32>(end - line))
      if (mixed % SAMPLED == 0) {
        store<f64>(sampleAt + ((<usize>sampled) << 3), <f64>(mixed >> 11))
        sampled++
      }
      line = cell
      row++
      if (++inBlock < BLOCK) continue
      if (!addBlock(inBlock, row - inBlock)) return -1
      inBlock = 0
      if (row == ROWS) {
        if (v128.any_true(bad) || unused != popcnt(quoted >>> <i32>(line - chunk))) return -1
        rowsRead = row
        return <i32>(line - first)
      }
    }
  }
  if (v128.any_true(bad) || unused != 0 || line != stop || !addBlock(inBlock, row - inBlock)) return -1
  rowsRead = row
  return <i32>(line - first)
}

/** Of both ends of a line: lines that differ in between are sampled as equal, which only causes an exact count. */
@inline
function sampleHash(line: usize, length: u32): u64 {
  return length <= 48 ? hash(line, length) : hash(line, 24) ^ rotl(hash(line + length - 24, 24), 32)
}

/** Finds or adds a text in its column's dictionary; −1 if it is full. */
function placeOf(own: Cell, text: usize, length: u32): i32 {
  const mixed = hash(text, length)
  let slot = <u32>(mixed >> 32) & own.mask
  while (true) {
    const entry = <usize>load<u32>(own.slots + (<usize>slot << 2))
    if (entry == 0) break
    if (load<u32>(entry) == length && areSame(entry + 8, text, length)) return load<i32>(entry + 4)
    slot = (slot + 1) & own.mask
  }
  if ((mixed & own.drawn) != 0) return NOT_DRAWN
  return learn(own, slot, text, length)
}

function learn(own: Cell, slot: u32, text: usize, length: u32): i32 {
  const next = (textsEnd + 8 + length + 15) & ~15
  if (own.texts == own.most || next + 16 > textsLimit) return -1
  const entry = textsEnd
  textsEnd = next
  store<u32>(entry, length)
  store<u32>(entry + 4, own.texts)
  memory.copy(entry + 8, text, length)
  store<u32>(own.entries + (<usize>own.texts << 2), <u32>entry)
  store<u32>(own.slots + (<usize>slot << 2), <u32>entry)
  own.texts++
  if (own.texts << 1 > own.mask && own.mask + 1 < TEXT_SLOTS) {
    own.mask = (own.mask << 2) | 3
    memory.fill(own.slots, 0, (<usize>own.mask + 1) << 2)
    for (let i: u32 = 0; i < own.texts; i++) {
      const known = <usize>load<u32>(own.entries + (<usize>i << 2))
      let open = <u32>(hash(known + 8, load<u32>(known)) >> 32) & own.mask
      while (load<u32>(own.slots + (<usize>open << 2)) != 0) open = (open + 1) & own.mask
      store<u32>(own.slots + (<usize>open << 2), <u32>known)
    }
  }
  return load<i32>(entry + 4)
}

@inline
function hashTuple(tuple: usize): u64 {
  let mixed: u64 = 0
  for (let i = HEAD; i < stride; i += 8) mixed = rotl((mixed ^ load<u64>(tuple + i)) * 0x9e3779b97f4a7c15, 29)
  mixed ^= mixed >> 32
  return mixed * 0xd6e8feb86659fd93
}

@inline
function isSameTuple(a: usize, b: usize): bool {
  for (let i = HEAD; i < stride; i += 8) if (load<u64>(a + i) != load<u64>(b + i)) return false
  return true
}

/** Counts the tuples of the block and writes their numbers to the rows. False if there are too many tuples. */
export function addBlock(lines: i32, row: i32): bool {
  if (!reserve(tuplesAt + <usize>(tuples + lines) * stride)) return false
  let touched: u32 = 0
  // First all slots, then all tuples: the memory accesses overlap.
  for (let i = 0; i < lines; i++) {
    const mixed = hashTuple(blockAt + <usize>i * stride)
    store<u64>(hashesAt + (<usize>i << 3), mixed)
    touched ^= load<u32>(tupleSlots + ((<usize>(<u32>(mixed >> 32) & tupleMask)) << 2))
  }
  for (let i = 0; i < lines; i++) {
    const mixed = load<u64>(hashesAt + (<usize>i << 3))
    const number = load<u32>(tupleSlots + ((<usize>(<u32>(mixed >> 32) & tupleMask)) << 2)) & NUMBER
    if (number != 0) touched ^= load<u32>(tuplesAt + <usize>(number - 1) * stride)
  }
  // Never read, but the compiler must not know.
  store<u32>(hashesAt + (<usize>BLOCK << 3), touched)
  for (let i = 0; i < lines; i++) {
    const tuple = blockAt + <usize>i * stride
    const number = numberOf(tuple, load<u64>(hashesAt + (<usize>i << 3)))
    if (number < 0) return false
    const known = tuplesAt + <usize>number * stride
    store<u32>(known, load<u32>(known) + load<u32>(tuple))
    store<i32>(rowsAt + (<usize>(row + i) << 2), number)
  }
  return true
}

/** Finds or adds a tuple, without counting a line. */
@inline
function numberOf(tuple: usize, mixed: u64): i32 {
  const tag = <u32>mixed & ~NUMBER
  let slot = <u32>(mixed >> 32) & tupleMask
  while (true) {
    const known = load<u32>(tupleSlots + (<usize>slot << 2))
    if (known == 0) break
    if ((known & ~NUMBER) == tag) {
      const number = (known & NUMBER) - 1
      if (isSameTuple(tuplesAt + <usize>number * stride, tuple)) return <i32>number
    }
    slot = (slot + 1) & tupleMask
  }
  if (tuples == MOST_TUPLES) return -1
  const added = tuplesAt + <usize>tuples * stride
  memory.copy(added, tuple, stride)
  store<u64>(added, 0)
  tuples++
  store<u32>(tupleSlots + (<usize>slot << 2), <u32>tuples | tag)
  if (<u32>tuples << 1 > tupleMask && tupleMask + 1 < TUPLE_SLOTS) moreSlots()
  return tuples - 1
}

function moreSlots(): void {
  tupleMask = (tupleMask << 2) | 3
  memory.fill(tupleSlots, 0, (<usize>tupleMask + 1) << 2)
  for (let i = 0; i < tuples; i++) {
    const mixed = hashTuple(tuplesAt + <usize>i * stride)
    let slot = <u32>(mixed >> 32) & tupleMask
    while (load<u32>(tupleSlots + (<usize>slot << 2)) != 0) slot = (slot + 1) & tupleMask
    store<u32>(tupleSlots + (<usize>slot << 2), <u32>(i + 1) | (<u32>mixed & ~NUMBER))
  }
}
