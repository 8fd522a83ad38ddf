/** Rebuilds a pool: dense boxes, each grown from a random row. */
import {
  below, boxAt, columns, factorAt, firstLine, firstTouchedAt, high, histogramAt, k, lastTouchedAt, lossJoined,
  lossOfRange, low, nodeTablesAt, rowBytes, setBox, setWord, sizesAt, tableEntry, treesAt, uniform, upTablesAt, widen,
  word,
} from './space.as'
import { capacity } from './block.as'
import {
  addEntry, entries, entryNextAt, entryPlaceAt, entryRowsAt, made, madeBox, madeHeadAt, madeHold, madeLossAt,
  madeRowsAt, madeTally, makeClass, nearAt, poolCodes, poolLocalAt, poolRowsAt, pooled, receive, rest, restAt, taken,
  takenAt,
  tallyPlace, tighten, unlink, wouldHold,
} from './pool.as'
import { beginCount, countPersons, countsPersons, enoughPersons } from './persons.as'
import { localCombinationAt } from './block.as'
import { asks, receiversAsk, tallyBytes, whole } from './weigh.as'

/**
 * Grows boxes until fewer than k rows are left; those go where they cost least, or are filled up to k. False if that
 * fails or the loss exceeds the limit.
 */
export function rebuild(noise: f64, limit: i64): bool {
  made = 0
  entries = 0
  rest = pooled
  let left: i64 = 0
  for (let place = 0; place < pooled; place++) {
    setWord(restAt, place, place)
    left += word(poolRowsAt, place)
  }
  if (left < k) return false
  let loss: i64 = 0
  while (left >= k) {
    if (loss > limit) return false
    const before = entries
    const rows = growBox(noise)
    if (grownHolds) {
      left -= rows
      loss += <i64>rows * <i64>(<u32>word(madeLossAt, made - 1))
    } else {
      // The only class does not hold by itself.
      if (--made == 0) return false
      entries = before
      for (rest = 0; rest < taken; rest++) setWord(restAt, rest, word(takenAt, rest))
      break
    }
  }
  if (left > 0 && left < k && below(8) == 0 && canBorrow(<i32>left)) return borrow(<i32>left)
  while (rest > 0) insert(word(restAt, --rest))
  return true
}

/** Whether the other classes can spare enough rows. */
function canBorrow(left: i32): bool {
  const need = k - left
  let spared: i64 = 0
  for (let c = 0; c < made; c++) spared += word(madeRowsAt, c) - k
  return spared >= need && entries + rest + need < capacity
}

/** Fills the remaining rows up with the nearest rows that others can spare; false if whole combinations do not fit. */
function borrow(left: i32): bool {
  let need = k - left
  for (taken = 0; rest > 0; taken++) setWord(takenAt, taken, word(restAt, --rest))
  const to = made
  makeClass(left)
  while (need > 0) {
    let least = u32.MAX_VALUE
    let from = -1
    let entry = -1
    let before = -1
    for (let c = 0; c < to; c++) {
      if (word(madeRowsAt, c) == k) continue
      let last = -1
      for (let e = word(madeHeadAt, c); e >= 0; e = word(entryNextAt, e)) {
        const codes = poolCodes(word(entryPlaceAt, e))
        const loss = lossJoined(madeBox(to), codes, codes)
        if (loss < least && (!whole || word(entryRowsAt, e) <= word(madeRowsAt, c) - k)) {
          least = loss
          from = c
          entry = e
          before = last
        }
        last = e
      }
    }
    if (entry < 0) return false
    const place = word(entryPlaceAt, entry)
    const all = word(entryRowsAt, entry)
    const rows = whole ? all : min(min(all, need), word(madeRowsAt, from) - k)
    if (rows == all) unlink(from, before, entry)
    else setWord(entryRowsAt, entry, all - rows)
    tallyPlace(from, place, rows, -1)
    setWord(madeRowsAt, from, word(madeRowsAt, from) - rows)
    if (rows == all) tighten(from)
    addEntry(to, place, rows)
    receive(to, poolCodes(place), rows)
    need -= rows
  }
  return true
}

/** Widens a box from a random row until it covers k remaining rows; returns the rows covered. */
export function growBox(noise: f64): i32 {
  const first = below(rest)
  const seed = word(restAt, first)
  setWord(restAt, first, word(restAt, --rest))
  setWord(takenAt, 0, seed)
  taken = 1
  let rows = word(poolRowsAt, seed)
  setBox(boxAt, poolCodes(seed))
  for (let lane = 0; lane < columns; lane++) store<f64>(factorAt + ((<usize>lane) << 3), 1.0 + noise * uniform())
  grownTallied = 0
  grownCounted = 0
  grownHolds = grownEnough(rows)
  while (!grownHolds) {
    rows += takeCovered()
    grownHolds = grownEnough(rows)
    if (grownHolds || rest == 0) {
      forgetCounts()
      break
    }
    if (!widenBest(max(1, k - rows))) widenToNearest(noise)
  }
  makeClass(rows)
  return rows
}

/** Whether the growing box meets the requirements, and the places already in its tally and its count of persons. */
let grownHolds: bool = true
let grownTallied: i32 = 0
let grownCounted: i32 = 0

@inline function grownEnough(rows: i32): bool {
  if (rows < k || (countsPersons && !grownPersons())) return false
  return !asks || grownMeets(rows)
}

function grownPersons(): bool {
  if (grownCounted == 0) beginCount()
  for (; grownCounted < taken; grownCounted++) {
    countPersons(word(localCombinationAt, word(poolLocalAt, word(takenAt, grownCounted))))
  }
  return enoughPersons()
}

function grownMeets(rows: i32): bool {
  if (grownTallied == 0) memory.fill(madeTally(made), 0, tallyBytes)
  for (; grownTallied < taken; grownTallied++) {
    const place = word(takenAt, grownTallied)
    tallyPlace(made, place, word(poolRowsAt, place), 1)
  }
  setWord(madeRowsAt, made, rows)
  return madeHold(made, 1)
}

/** Takes the covered rows and counts those that only one column keeps out; returns the rows taken. */
export function takeCovered(): i32 {
  let rows = 0
  near = 0
  for (let lane = 0; lane < columns; lane++) {
    setWord(firstTouchedAt, lane, 0x7fffffff)
    setWord(lastTouchedAt, lane, -1)
  }
  const low0 = v128.load(boxAt)
  const high0 = v128.load(boxAt + rowBytes)
  let at = restAt
  let end = restAt + ((<usize>rest) << 2)
  while (at < end) {
    const place = load<i32>(at)
    const codes = poolCodes(place)
    let out = outsideOf(v128.load(codes), low0, high0)
    let lane = ctz(out)
    let outside = popcnt(out)
    for (let more: usize = 16; more < rowBytes && outside < 2; more += 16) {
      out = outsideOf(v128.load(codes + more), v128.load(boxAt + more), v128.load(boxAt + rowBytes + more))
      if (out != 0) lane = <i32>(more >> 1) + ctz(out)
      outside += popcnt(out)
    }
    if (outside > 1) at += 4
    else if (outside == 1) {
      const code = <i32>load<u16>(codes + ((<usize>lane) << 1))
      if (lane >= firstLine) {
        store<u64>(nearAt + ((<usize>near) << 3), (<u64>lane << 48) | (<u64>code << 32) | <u64>word(poolRowsAt, place))
        near++
      } else {
        const slot = histogramAt + ((<usize>lane) << 10) + ((<usize>code) << 2)
        store<i32>(slot, load<i32>(slot) + word(poolRowsAt, place))
        if (code < word(firstTouchedAt, lane)) setWord(firstTouchedAt, lane, code)
        if (code > word(lastTouchedAt, lane)) setWord(lastTouchedAt, lane, code)
      }
      at += 4
    } else {
      setWord(takenAt, taken++, place)
      rows += word(poolRowsAt, place)
      end -= 4
      store<i32>(at, load<i32>(end))
    }
  }
  rest = <i32>((end - restAt) >> 2)
  return rows
}

/** Bits of the lanes outside a range. Codes are below 2^15, so the faster signed comparisons work. */
@inline export function outsideOf(code: v128, low: v128, high: v128): i32 {
  return i16x8.bitmask(v128.or(i16x8.gt_s(low, code), i16x8.gt_s(code, high)))
}

/** Counters must be empty when a scan begins. */
export function forgetCounts(): void {
  for (let lane = 0; lane < columns; lane++) {
    const last = word(lastTouchedAt, lane)
    for (let code = word(firstTouchedAt, lane); code <= last; code++) {
      store<i32>(histogramAt + ((<usize>lane) << 10) + ((<usize>code) << 2), 0)
    }
  }
}

export let bestScore: f64 = 0
export let bestLane: i32 = -1
export let bestLow: u32 = 0
export let bestHigh: u32 = 0

@inline export function consider(lane: i32, low: u32, high: u32, added: u32, gain: i32, factor: f64): void {
  const score = (<f64>added + 0.5) * factor / <f64>gain
  if (score < bestScore) {
    bestScore = score
    bestLane = lane
    bestLow = low
    bestHigh = high
  }
}

/** Returns and clears the rows counted for a code. */
@inline export function takeCount(lane: i32, code: u32): i32 {
  const slot = histogramAt + ((<usize>lane) << 10) + ((<usize>code) << 2)
  const rows = load<i32>(slot)
  store<i32>(slot, 0)
  return rows
}

/** Widens one column at the least added loss per row gained; false if none gains. */
export function widenBest(need: i32): bool {
  bestScore = Infinity
  bestLane = -1
  for (let lane = 0; lane < columns; lane++) {
    const last = word(lastTouchedAt, lane)
    if (last < 0) continue
    const first = word(firstTouchedAt, lane)
    const size = <u32>load<u16>(sizesAt + ((<usize>lane) << 1))
    const from = low(boxAt, lane)
    const to = high(boxAt, lane)
    const before = lossOfRange(lane, from, to)
    const factor = load<f64>(factorAt + ((<usize>lane) << 3))
    if (load<u8>(treesAt + lane)) {
      let a = from
      let b = to
      let gain = 0
      while (first < <i32>a || last > <i32>b) {
        const node = tableEntry(upTablesAt, lane, a * size + b)
        const nextA = node & 0xffff
        const nextB = node >> 16
        for (let code = nextA; code < a; code++) gain += takeCount(lane, code)
        for (let code = b + 1; code <= nextB; code++) gain += takeCount(lane, code)
        a = nextA
        b = nextB
        if (gain > 0) consider(lane, a, b, lossOfRange(lane, a, b) - before, min(gain, need), factor)
      }
    } else {
      let gain = 0
      for (let code = <i32>from - 1; code >= first; code--) {
        const rows = takeCount(lane, code)
        if (rows == 0) continue
        gain += rows
        consider(lane, code, to, lossOfRange(lane, code, to) - before, min(gain, need), factor)
      }
      gain = 0
      for (let code = <i32>to + 1; code <= last; code++) {
        const rows = takeCount(lane, code)
        if (rows == 0) continue
        gain += rows
        consider(lane, from, code, lossOfRange(lane, from, code) - before, min(gain, need), factor)
      }
    }
  }
  if (near > 0) considerLines(need)
  if (bestLane < 0) return false
  store<u16>(boxAt + ((<usize>bestLane) << 1), <u16>bestLow)
  store<u16>(boxAt + rowBytes + ((<usize>bestLane) << 1), <u16>bestHigh)
  return true
}

/** The same for lines: rows in order of lane and code, each side from the box outwards. */
function considerLines(need: i32): void {
  sortNear()
  for (let i = 0; i < near; ) {
    const lane = <i32>(nearEntry(i) >> 48)
    const from = low(boxAt, lane)
    const to = high(boxAt, lane)
    const before = lossOfRange(lane, from, to)
    const factor = load<f64>(factorAt + ((<usize>lane) << 3))
    const first = i
    while (i < near && <i32>(nearEntry(i) >> 48) == lane && nearCode(i) < from) i++
    let gain = 0
    for (let e = i - 1; e >= first; e--) {
      gain += <i32>nearEntry(e)
      consider(lane, nearCode(e), to, lossOfRange(lane, nearCode(e), to) - before, min(gain, need), factor)
    }
    for (gain = 0; i < near && <i32>(nearEntry(i) >> 48) == lane; i++) {
      gain += <i32>nearEntry(i)
      consider(lane, from, nearCode(i), lossOfRange(lane, from, nearCode(i)) - before, min(gain, need), factor)
    }
  }
}

/** Rows that one line keeps out: lane << 48 | code << 32 | rows. */
let near: i32 = 0

@inline function nearEntry(i: i32): u64 {
  return load<u64>(nearAt + ((<usize>i) << 3))
}
@inline function nearCode(i: i32): u32 {
  return <u32>(nearEntry(i) >> 32) & 0xffff
}

/** Shell's sort: nearly always a few entries. */
function sortNear(): void {
  let gap = 1
  while (gap < near / 3) gap = 3 * gap + 1
  for (; gap > 0; gap /= 3) {
    for (let i = gap; i < near; i++) {
      const entry = nearEntry(i)
      let at = i
      for (; at >= gap && nearEntry(at - gap) > entry; at -= gap) {
        store<u64>(nearAt + ((<usize>at) << 3), nearEntry(at - gap))
      }
      store<u64>(nearAt + ((<usize>at) << 3), entry)
    }
  }
}

/** For remaining rows that all differ in two or more columns: covers the nearest one. */
export function widenToNearest(noise: f64): void {
  let best = Infinity
  let nearest = -1
  for (let i = 0; i < rest; i++) {
    const codes = poolCodes(word(restAt, i))
    const score = <f64>lossJoined(boxAt, codes, codes) * (1.0 + 0.2 * noise * uniform())
    if (score < best) {
      best = score
      nearest = i
    }
  }
  const codes = poolCodes(word(restAt, nearest))
  widen(boxAt, codes, codes)
  for (let lane = 0; lane < min(columns, firstLine); lane++) {
    const size = <u32>load<u16>(sizesAt + ((<usize>lane) << 1))
    const node = tableEntry(nodeTablesAt, lane, low(boxAt, lane) * size + high(boxAt, lane))
    store<u16>(boxAt + ((<usize>lane) << 1), <u16>(node & 0xffff))
    store<u16>(boxAt + rowBytes + ((<usize>lane) << 1), <u16>(node >> 16))
  }
}

/** Adds all rows of a pool place to the class whose loss rises least. */
export function insert(place: i32): void {
  const codes = poolCodes(place)
  const rows = <i64>word(poolRowsAt, place)
  let least = i64.MAX_VALUE
  let to = 0
  for (let c = 0; c < made; c++) {
    const size = <i64>word(madeRowsAt, c)
    const rise = (size + rows) * <i64>lossJoined(madeBox(c), codes, codes) - size * <i64>(<u32>word(madeLossAt, c))
    if (rise < least && (!receiversAsk || wouldHold(c, place, <i32>rows, 1))) {
      least = rise
      to = c
    }
  }
  addEntry(to, place, <i32>rows)
  receive(to, codes, <i32>rows)
}
