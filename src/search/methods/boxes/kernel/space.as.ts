/**
 * The problem in the kernel's memory, random numbers, and the arithmetic of boxes.
 * Codes are 16-bit lanes, eight columns to a vector. Leaves are in tree order, so a node is a range of codes: a box is
 * two rows of vectors, and joining is minimum and maximum. A column has at most 256 codes, and its loss is one lookup
 * by (low, high); or its codes are places on a line, and its loss is its weight · (high − low): eight columns, one
 * instruction. Lines have vectors of their own, after the tables. Losses are integers, so sums do not depend on their
 * order.
 */

export let vectors: i32 = 0
export let columns: i32 = 0
export let k: i32 = 0
/** `vectors` · 16 bytes per combination. */
export let codesAt: usize = 0
/** Size of each column, in lanes: the stride of its tables. */
export let sizesAt: usize = 0
/** Table addresses per lane: `loss` (u32), `node` (released range: low | high << 16), `up` (next wider node). */
export let lossTablesAt: usize = 0
export let nodeTablesAt: usize = 0
export let upTablesAt: usize = 0
/** Per lane: 1 for a tree. */
export let treesAt: usize = 0
/** Bytes of a row of codes; a box has two. */
export let rowBytes: usize = 0
export let boxBytes: usize = 0
/** Where the vectors of lines begin (`rowBytes` if there are none), their first lane, and weights (i16). */
export let linesFrom: usize = 0
export let firstLine: i32 = 0
export let weightsAt: usize = 0

/** Free memory begins after the layout of `settle`; each block starts there again. */
export let freeFrom: usize = 0
export let free: usize = 0

/** Rows that one widening would gain, by code and lane; and the growing box. */
export let histogramAt: usize = 0
export let firstTouchedAt: usize = 0
export let lastTouchedAt: usize = 0
export let factorAt: usize = 0
export let boxAt: usize = 0
export let otherBoxAt: usize = 0

export function take(bytes: usize): usize {
  const at = free
  free = (free + bytes + 15) & ~15
  const pages = <i32>((free + 0xffff) >> 16)
  if (pages > memory.size()) memory.grow(pages - memory.size())
  return at
}

/** Allocates the problem: columns with tables, then lines. The host then fills it by address. */
export function settle(tables: i32, lines: i32, combinations: i32, k_: i32, tableEntries: i32): void {
  firstLine = (tables + 7) & ~7
  columns = lines > 0 ? firstLine + lines : tables
  vectors = (columns + 7) >> 3
  k = k_
  rowBytes = (<usize>vectors) << 4
  boxBytes = rowBytes << 1
  linesFrom = (<usize>firstLine) << 1
  free = (__heap_base + 15) & ~15
  weightsAt = take(rowBytes)
  sizesAt = take(rowBytes)
  lossTablesAt = take(rowBytes << 1)
  nodeTablesAt = take(rowBytes << 1)
  upTablesAt = take(rowBytes << 1)
  treesAt = take(rowBytes)
  codesAt = take(<usize>combinations * rowBytes)
  tablesAt = take((<usize>tableEntries) << 2)
  histogramAt = take((<usize>vectors) << 13)
  firstTouchedAt = take(rowBytes << 1)
  lastTouchedAt = take(rowBytes << 1)
  factorAt = take(rowBytes << 2)
  boxAt = take(boxBytes)
  otherBoxAt = take(boxBytes)
  memory.fill(histogramAt, 0, (<usize>vectors) << 13)
  freeFrom = free
}
export let tablesAt: usize = 0

export let state: u64 = 1

/** Marsaglia's xorshift, multiplied; `state` is never 0. */
@inline export function draw(): u64 {
  state ^= state >> 12
  state ^= state << 25
  state ^= state >> 27
  return state * 0x2545f4914f6cdd1d
}

@inline export function below(limit: i32): i32 {
  return <i32>(((draw() >> 32) * <u64>limit) >> 32)
}

@inline export function uniform(): f64 {
  return <f64>(draw() >> 11) * (1.0 / 9007199254740992.0)
}

@inline export function tableEntry(tables: usize, lane: i32, index: u32): u32 {
  return load<u32>(<usize>load<u32>(tables + ((<usize>lane) << 2)) + ((<usize>index) << 2))
}

@inline export function lossOfVector(low: v128, high: v128, sizes: v128, tables: usize): u32 {
  const index = i16x8.add(i16x8.mul(low, sizes), high)
  return (
    load<u32>(<usize>load<u32>(tables, 0) + ((<usize>i16x8.extract_lane_u(index, 0)) << 2)) +
    load<u32>(<usize>load<u32>(tables, 4) + ((<usize>i16x8.extract_lane_u(index, 1)) << 2)) +
    load<u32>(<usize>load<u32>(tables, 8) + ((<usize>i16x8.extract_lane_u(index, 2)) << 2)) +
    load<u32>(<usize>load<u32>(tables, 12) + ((<usize>i16x8.extract_lane_u(index, 3)) << 2)) +
    load<u32>(<usize>load<u32>(tables, 16) + ((<usize>i16x8.extract_lane_u(index, 4)) << 2)) +
    load<u32>(<usize>load<u32>(tables, 20) + ((<usize>i16x8.extract_lane_u(index, 5)) << 2)) +
    load<u32>(<usize>load<u32>(tables, 24) + ((<usize>i16x8.extract_lane_u(index, 6)) << 2)) +
    load<u32>(<usize>load<u32>(tables, 28) + ((<usize>i16x8.extract_lane_u(index, 7)) << 2))
  )
}

/** Loss of a vector of lines, in four sums of 2⁻⁸. */
@inline export function lossOfLines(low: v128, high: v128, at: usize): v128 {
  return i32x4.dot_i16x8_s(i16x8.sub(high, low), v128.load(weightsAt + at))
}
@inline export function sumOfLines(sums: v128): u32 {
  const pairs = i32x4.add(sums, i32x4.shuffle(sums, sums, 2, 3, 0, 1))
  return <u32>(i32x4.extract_lane(pairs, 0) + i32x4.extract_lane(pairs, 1)) >> 8
}

/** Loss of a range of one column. */
@inline export function lossOfRange(lane: i32, low: u32, high: u32): u32 {
  if (lane >= firstLine) return ((high - low) * <u32>load<u16>(weightsAt + ((<usize>lane) << 1))) >> 8
  return tableEntry(lossTablesAt, lane, low * <u32>load<u16>(sizesAt + ((<usize>lane) << 1)) + high)
}

/** Loss of a box: lows, then highs. */
export function lossOf(box: usize): u32 {
  let sum: u32 = 0
  for (let at: usize = 0; at < linesFrom; at += 16) {
    sum += lossOfVector(v128.load(box + at), v128.load(box + rowBytes + at), v128.load(sizesAt + at), lossTablesAt + (at << 1))
  }
  if (linesFrom == rowBytes) return sum
  let lines = i32x4.splat(0)
  for (let at = linesFrom; at < rowBytes; at += 16) {
    lines = i32x4.add(lines, lossOfLines(v128.load(box + at), v128.load(box + rowBytes + at), at))
  }
  return sum + sumOfLines(lines)
}

/** Loss of a box widened by another range; a combination passes the same row as low and high. */
@inline export function lossJoined(box: usize, low: usize, high: usize): u32 {
  let sum: u32 = 0
  if (linesFrom < rowBytes) {
    let lines = i32x4.splat(0)
    for (let at = linesFrom; at < rowBytes; at += 16) {
      const least = i16x8.min_s(v128.load(box + at), v128.load(low + at))
      const most = i16x8.max_s(v128.load(box + rowBytes + at), v128.load(high + at))
      lines = i32x4.add(lines, lossOfLines(least, most, at))
    }
    sum = sumOfLines(lines)
    if (linesFrom == 0) return sum
  }
  sum += lossOfVector(
    i16x8.min_s(v128.load(box), v128.load(low)),
    i16x8.max_s(v128.load(box + rowBytes), v128.load(high)),
    v128.load(sizesAt),
    lossTablesAt,
  )
  for (let at: usize = 16; at < linesFrom; at += 16) {
    sum += lossOfVector(
      i16x8.min_s(v128.load(box + at), v128.load(low + at)),
      i16x8.max_s(v128.load(box + rowBytes + at), v128.load(high + at)),
      v128.load(sizesAt + at),
      lossTablesAt + (at << 1),
    )
  }
  return sum
}

@inline export function widen(box: usize, low: usize, high: usize): void {
  for (let at: usize = 0; at < rowBytes; at += 16) {
    v128.store(box + at, i16x8.min_s(v128.load(box + at), v128.load(low + at)))
    v128.store(box + rowBytes + at, i16x8.max_s(v128.load(box + rowBytes + at), v128.load(high + at)))
  }
}

@inline export function setBox(box: usize, codes: usize): void {
  memory.copy(box, codes, rowBytes)
  memory.copy(box + rowBytes, codes, rowBytes)
}

@inline export function low(box: usize, lane: i32): u32 {
  return load<u16>(box + ((<usize>lane) << 1))
}
@inline export function high(box: usize, lane: i32): u32 {
  return load<u16>(box + rowBytes + ((<usize>lane) << 1))
}
@inline export function word(at: usize, index: i32): i32 {
  return load<i32>(at + ((<usize>index) << 2))
}
@inline export function setWord(at: usize, index: i32, value: i32): void {
  store<i32>(at + ((<usize>index) << 2), value)
}
