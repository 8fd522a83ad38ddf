/**
 * The inner loops of the search for boxes (AssemblyScript, SIMD). `boxes.ts` says what they are for, `kernel.ts` hands the data in.
 *
 * Codes are 16-bit lanes, eight columns to a vector, every column with at most 256 codes. Leaves of a tree stand in tree order, so a
 * node is a range of codes like an interval: a box is two rows of vectors, joining is minimum and maximum, and the loss of a column is
 * one look-up in a table of (low, high). Losses are whole numbers, so that sums do not depend on their order.
 *
 * A class is a list of entries (combination, rows). A *pool* is the rows of a few near classes, taken apart and built anew.
 */

// ---- What is the same for the whole search ----------------------------------------------------------------------------------------

let vectors: i32 = 0
let columns: i32 = 0
let k: i32 = 0
/** Codes of all combinations, `vectors` · 16 bytes each. */
let codesAt: usize = 0
/** Size of each column, in lanes: the stride of its tables. */
let sizesAt: usize = 0
/** Per lane: where its tables stand. `loss` (u32), `node` (the released range: low | high << 16), `up` (the next wider node). */
let lossTablesAt: usize = 0
let nodeTablesAt: usize = 0
let upTablesAt: usize = 0
/** Per lane: 1 for a tree. */
let treesAt: usize = 0
/** Bytes of a row of codes; a box has two. */
let rowBytes: usize = 0
let boxBytes: usize = 0

/** Where free memory begins: after what `settle` laid out; a block begins there anew. */
let freeFrom: usize = 0
let free: usize = 0

function take(bytes: usize): usize {
  const at = free
  free = (free + bytes + 15) & ~15
  const pages = <i32>((free + 0xffff) >> 16)
  if (pages > memory.size()) memory.grow(pages - memory.size())
  return at
}

/** Reserves room for the problem; the host then asks for the addresses and fills them. */
export function settle(columns_: i32, combinations: i32, k_: i32, tableEntries: i32): void {
  columns = columns_
  vectors = (columns + 7) >> 3
  k = k_
  rowBytes = (<usize>vectors) << 4
  boxBytes = rowBytes << 1
  free = (__heap_base + 15) & ~15
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
let tablesAt: usize = 0
export function addressOfSizes(): usize { return sizesAt }
export function addressOfLossTables(): usize { return lossTablesAt }
export function addressOfNodeTables(): usize { return nodeTablesAt }
export function addressOfUpTables(): usize { return upTablesAt }
export function addressOfTrees(): usize { return treesAt }
export function addressOfCodes(): usize { return codesAt }
export function addressOfTables(): usize { return tablesAt }

// ---- Chance -----------------------------------------------------------------------------------------------------------------------

let state: u64 = 1

/** Marsaglia's xorshift, multiplied; `state` is never 0. */
@inline function draw(): u64 {
  state ^= state >> 12
  state ^= state << 25
  state ^= state >> 27
  return state * 0x2545f4914f6cdd1d
}

@inline function below(limit: i32): i32 {
  return <i32>(((draw() >> 32) * <u64>limit) >> 32)
}

@inline function uniform(): f64 {
  return <f64>(draw() >> 11) * (1.0 / 9007199254740992.0)
}

// ---- Boxes ------------------------------------------------------------------------------------------------------------------------

@inline function tableEntry(tables: usize, lane: i32, index: u32): u32 {
  return load<u32>(<usize>load<u32>(tables + ((<usize>lane) << 2)) + ((<usize>index) << 2))
}

/** Loss of eight columns of a box. */
@inline function lossOfVector(low: v128, high: v128, sizes: v128, tables: usize): u32 {
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

/** Loss of a box: lows, then highs. */
function lossOf(box: usize): u32 {
  let sum: u32 = 0
  for (let at: usize = 0; at < rowBytes; at += 16) {
    sum += lossOfVector(v128.load(box + at), v128.load(box + rowBytes + at), v128.load(sizesAt + at), lossTablesAt + (at << 1))
  }
  return sum
}

/** Loss of a box widened by the range of another (for a combination, low and high are the same row). */
@inline function lossJoined(box: usize, low: usize, high: usize): u32 {
  let sum = lossOfVector(
    i16x8.min_s(v128.load(box), v128.load(low)),
    i16x8.max_s(v128.load(box + rowBytes), v128.load(high)),
    v128.load(sizesAt),
    lossTablesAt,
  )
  for (let at: usize = 16; at < rowBytes; at += 16) {
    sum += lossOfVector(
      i16x8.min_s(v128.load(box + at), v128.load(low + at)),
      i16x8.max_s(v128.load(box + rowBytes + at), v128.load(high + at)),
      v128.load(sizesAt + at),
      lossTablesAt + (at << 1),
    )
  }
  return sum
}

@inline function widen(box: usize, low: usize, high: usize): void {
  for (let at: usize = 0; at < rowBytes; at += 16) {
    v128.store(box + at, i16x8.min_s(v128.load(box + at), v128.load(low + at)))
    v128.store(box + rowBytes + at, i16x8.max_s(v128.load(box + rowBytes + at), v128.load(high + at)))
  }
}

@inline function setBox(box: usize, codes: usize): void {
  memory.copy(box, codes, rowBytes)
  memory.copy(box + rowBytes, codes, rowBytes)
}

/** Low and high of a lane. */
@inline function low(box: usize, lane: i32): u32 {
  return load<u16>(box + ((<usize>lane) << 1))
}
@inline function high(box: usize, lane: i32): u32 {
  return load<u16>(box + rowBytes + ((<usize>lane) << 1))
}

// ---- A block of classes -----------------------------------------------------------------------------------------------------------

/** What comes in and goes out: where classes start, and their entries. */
let startsAt: usize = 0
let combinationsAt: usize = 0
let rowsAt: usize = 0
let capacity: i32 = 0

/** Combinations of the block, numbered from 0: which they are, and their codes. */
let locals: i32 = 0
let localCombinationAt: usize = 0
let localCodesAt: usize = 0
/** Place of a local combination in the pool, and the pool that was meant. */
let placeAt: usize = 0
let placeStampAt: usize = 0
let stamp: u32 = 0

/** Classes: box, rows, loss per row, entries in the arena. */
let classes: i32 = 0
let classCapacity: i32 = 0
let classBoxAt: usize = 0
let classRowsAt: usize = 0
let classLossAt: usize = 0
let classFromAt: usize = 0
let classLengthAt: usize = 0
/** Entries (local combination, rows), two halves: when one is full, what is alive moves to the other. */
let arenaAt: usize = 0
let otherArenaAt: usize = 0
let arenaUsed: i32 = 0

/** The pool: local combination, rows, codes. */
let pooled: i32 = 0
let poolLocalAt: usize = 0
let poolRowsAt: usize = 0
let poolCodesAt: usize = 0
/** Places of the pool that are in no class yet, and those that the growing box has taken. */
let restAt: usize = 0
let rest: i32 = 0
let takenAt: usize = 0
let taken: i32 = 0
/** Entries of the classes to be: place in the pool, rows, next of the same class. */
let entries: i32 = 0
let entryPlaceAt: usize = 0
let entryRowsAt: usize = 0
let entryNextAt: usize = 0
/** Classes to be. */
let made: i32 = 0
let madeBoxAt: usize = 0
let madeRowsAt: usize = 0
let madeLossAt: usize = 0
let madeHeadAt: usize = 0
/** The classes that the pool was made of. */
let chosenAt: usize = 0
let chosen: i32 = 0
let scoreAt: usize = 0
/** Smallest, second smallest, largest, second largest of a class, per lane. */
let extremesAt: usize = 0

/** Growing a box: codes that one widening would gain, per lane; and the box. */
let histogramAt: usize = 0
let firstTouchedAt: usize = 0
let lastTouchedAt: usize = 0
let factorAt: usize = 0
let boxAt: usize = 0
let otherBoxAt: usize = 0

/** Figures for the host. */
let trials: i32 = 0
let kept: i32 = 0

/** Room for a block with so many classes and entries; the host then fills starts, combinations and rows. */
export function openBlock(classes_: i32, entries_: i32): void {
  free = freeFrom
  classes = classes_
  // Splitting and borrowing need more entries than came in; a pool that does not fit is left as it was.
  capacity = entries_ * 2 + 1024
  classCapacity = max(classes_ * 2, entries_) + 64
  startsAt = take((<usize>classCapacity + 1) << 2)
  combinationsAt = take((<usize>capacity) << 2)
  rowsAt = take((<usize>capacity) << 2)
}
export function addressOfStarts(): usize { return startsAt }
export function addressOfCombinations(): usize { return combinationsAt }
export function addressOfRows(): usize { return rowsAt }
export function addressOfBoxes(): usize { return classBoxAt }
export function trialsDone(): i32 { return trials }
export function trialsKept(): i32 { return kept }

function layOutBlock(): void {
  const words = (<usize>capacity) << 2
  localCombinationAt = take(words)
  localCodesAt = take(<usize>capacity * rowBytes)
  placeAt = take(words)
  placeStampAt = take(words)
  memory.fill(placeStampAt, 0, words)
  stamp = 0
  const classWords = (<usize>classCapacity) << 2
  classBoxAt = take(<usize>classCapacity * boxBytes)
  classRowsAt = take(classWords)
  classLossAt = take(classWords)
  classFromAt = take(classWords)
  classLengthAt = take(classWords)
  arenaAt = take(words << 1)
  otherArenaAt = take(words << 1)
  poolLocalAt = take(words)
  poolRowsAt = take(words)
  poolCodesAt = take(<usize>capacity * rowBytes)
  restAt = take(words)
  takenAt = take(words)
  entryPlaceAt = take(words)
  entryRowsAt = take(words)
  entryNextAt = take(words)
  madeBoxAt = take(<usize>classCapacity * boxBytes)
  madeRowsAt = take(classWords)
  madeLossAt = take(classWords)
  madeHeadAt = take(classWords)
  chosenAt = take(classWords)
  scoreAt = take(classWords << 1)
  extremesAt = take(boxBytes << 1)
}

@inline function word(at: usize, index: i32): i32 {
  return load<i32>(at + ((<usize>index) << 2))
}
@inline function setWord(at: usize, index: i32, value: i32): void {
  store<i32>(at + ((<usize>index) << 2), value)
}
@inline function classBox(index: i32): usize {
  return classBoxAt + <usize>index * boxBytes
}
@inline function madeBox(index: i32): usize {
  return madeBoxAt + <usize>index * boxBytes
}
@inline function poolCodes(place: i32): usize {
  return poolCodesAt + <usize>place * rowBytes
}

/** Numbers the block's combinations and moves its entries into the arena. `numbers` has a word per combination of the table. */
function readBlock(): void {
  const total = word(startsAt, classes)
  locals = 0
  arenaUsed = total
  sortedNumbers(total)
  for (let c = 0; c < classes; c++) {
    const from = word(startsAt, c)
    const to = word(startsAt, c + 1)
    setWord(classFromAt, c, from)
    setWord(classLengthAt, c, to - from)
    let rows = 0
    for (let e = from; e < to; e++) {
      const local = load<u32>(arenaAt + ((<usize>e) << 3))
      const codes = localCodesAt + <usize>local * rowBytes
      if (e == from) setBox(classBox(c), codes)
      else widen(classBox(c), codes, codes)
      rows += load<i32>(arenaAt + ((<usize>e) << 3), 4)
    }
    setWord(classRowsAt, c, rows)
    setWord(classLossAt, c, <i32>lossOf(classBox(c)))
  }
}

/** Entries into the arena, with the numbers of their combinations: an open hash over the combinations of the block. */
function sortedNumbers(total: i32): void {
  let bits: u32 = 4
  while ((1 << bits) < total * 2) bits++
  const mask = (<u32>1 << bits) - 1
  const before = free
  const slots = take((<usize>1 << bits) << 2)
  memory.fill(slots, 0xff, (<usize>1 << bits) << 2)
  for (let e = 0; e < total; e++) {
    const combination = <u32>word(combinationsAt, e)
    let slot = (combination * 0x9e3779b1) >> (32 - bits)
    let local: i32
    while (true) {
      local = word(slots, slot)
      if (local < 0) {
        local = locals++
        setWord(slots, slot, local)
        setWord(localCombinationAt, local, combination)
        memory.copy(localCodesAt + <usize>local * rowBytes, codesAt + <usize>combination * rowBytes, rowBytes)
        break
      }
      if (<u32>word(localCombinationAt, local) == combination) break
      slot = (slot + 1) & mask
    }
    store<u32>(arenaAt + ((<usize>e) << 3), local)
    store<i32>(arenaAt + ((<usize>e) << 3), word(rowsAt, e), 4)
  }
  free = before
}

/** Writes the classes back as starts, combinations, rows. Returns how many classes there are. */
function writeBlock(): i32 {
  let at = 0
  for (let c = 0; c < classes; c++) {
    setWord(startsAt, c, at)
    const from = word(classFromAt, c)
    const length = word(classLengthAt, c)
    for (let e = from; e < from + length; e++) {
      setWord(combinationsAt, at, word(localCombinationAt, load<u32>(arenaAt + ((<usize>e) << 3))))
      setWord(rowsAt, at, load<i32>(arenaAt + ((<usize>e) << 3), 4))
      at++
    }
  }
  setWord(startsAt, classes, at)
  return classes
}

/** What all classes lose. */
export function blockLoss(): f64 {
  let sum: f64 = 0
  for (let c = 0; c < classes; c++) sum += <f64>word(classRowsAt, c) * <f64>(<u32>word(classLossAt, c))
  return sum
}

/** `count` pools of the block, taken apart and built anew; worse ones are kept with chance exp(−rise / temperature). */
export function improveBlock(seed: u64, count: i32, most: i32, noise: f64, temperature: f64): i32 {
  state = seed | 1
  layOutBlock()
  readBlock()
  trials = 0
  kept = 0
  for (let t = 0; t < count; t++) {
    trials++
    chooseNear(below(classes), below(most + 1))
    gather()
    const before = chosenLoss()
    if (!rebuild(below(2) == 0 ? noise : 3.0 * noise)) continue
    // Moves of single rows seldom make up for much.
    if (<f64>(madeLoss() - before) > <f64>before * 0.15 + temperature * 3.0) continue
    settleRows()
    const rise = <f64>(madeLoss() - before)
    if (rise > 0 && (temperature <= 0 || rise >= -temperature * Math.log(uniform() + 1e-300))) continue
    if (rise < 0) kept++
    replaceChosen()
  }
  return writeBlock()
}

// ---- Taking classes apart ---------------------------------------------------------------------------------------------------------

/** A class and those nearest to it, by the rise of loss when joined, with a little noise. */
function chooseNear(centre: i32, neighbours: i32): void {
  setWord(chosenAt, 0, centre)
  chosen = 1
  const box = classBox(centre)
  const rows = <i64>word(classRowsAt, centre)
  const own = rows * <i64>(<u32>word(classLossAt, centre))
  neighbours = min(neighbours, classes - 1)
  if (neighbours == 0) return
  for (let c = 0; c < classes; c++) {
    if (c == centre) continue
    const other = <i64>word(classRowsAt, c)
    const rise = (rows + other) * <i64>lossJoined(box, classBox(c), classBox(c) + rowBytes) - own - other * <i64>(<u32>word(classLossAt, c))
    const score = <f64>rise * (1.0 + uniform())
    // Insertion into the best so far, which stand in ascending order after the centre.
    let at = chosen
    if (at > neighbours) {
      if (score >= load<f64>(scoreAt + ((<usize>neighbours) << 3))) continue
      at = neighbours
    } else chosen++
    while (at > 1 && load<f64>(scoreAt + ((<usize>(at - 1)) << 3)) > score) {
      setWord(chosenAt, at, word(chosenAt, at - 1))
      store<f64>(scoreAt + ((<usize>at) << 3), load<f64>(scoreAt + ((<usize>(at - 1)) << 3)))
      at--
    }
    setWord(chosenAt, at, c)
    store<f64>(scoreAt + ((<usize>at) << 3), score)
  }
}

function chosenLoss(): i64 {
  let sum: i64 = 0
  for (let i = 0; i < chosen; i++) {
    const c = word(chosenAt, i)
    sum += <i64>word(classRowsAt, c) * <i64>(<u32>word(classLossAt, c))
  }
  return sum
}

/** The rows of the chosen classes into the pool, each combination once. */
function gather(): void {
  pooled = 0
  stamp++
  for (let i = 0; i < chosen; i++) {
    const c = word(chosenAt, i)
    let at = arenaAt + ((<usize>word(classFromAt, c)) << 3)
    for (const end = at + ((<usize>word(classLengthAt, c)) << 3); at < end; at += 8) {
      const local = load<i32>(at)
      const rows = load<i32>(at, 4)
      if (<u32>word(placeStampAt, local) == stamp) {
        const place = word(placeAt, local)
        setWord(poolRowsAt, place, word(poolRowsAt, place) + rows)
        continue
      }
      setWord(placeStampAt, local, stamp)
      setWord(placeAt, local, pooled)
      setWord(poolLocalAt, pooled, local)
      setWord(poolRowsAt, pooled, rows)
      memory.copy(poolCodes(pooled), localCodesAt + <usize>local * rowBytes, rowBytes)
      pooled++
    }
  }
}

// ---- Building anew ----------------------------------------------------------------------------------------------------------------

/** Dense boxes, one after the other, until fewer than k rows are left; these go where they cost least, or are filled up to k. */
function rebuild(noise: f64): bool {
  made = 0
  entries = 0
  rest = pooled
  let left: i64 = 0
  for (let place = 0; place < pooled; place++) {
    setWord(restAt, place, place)
    left += word(poolRowsAt, place)
  }
  if (left < k) return false
  while (left >= k) left -= growBox(noise)
  if (left > 0 && below(8) == 0 && borrow(<i32>left)) return true
  while (rest > 0) insert(word(restAt, --rest))
  return true
}

/** The rows left become a class, filled up with the nearest rows that other classes can spare. False where there are too few. */
function borrow(left: i32): bool {
  let need = k - left
  let spared: i64 = 0
  for (let c = 0; c < made; c++) spared += word(madeRowsAt, c) - k
  if (spared < need || entries + rest + need >= capacity) return false
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
        if (loss < least) {
          least = loss
          from = c
          entry = e
          before = last
        }
        last = e
      }
    }
    const place = word(entryPlaceAt, entry)
    const all = word(entryRowsAt, entry)
    const rows = min(min(all, need), word(madeRowsAt, from) - k)
    if (rows == all) unlink(from, before, entry)
    else setWord(entryRowsAt, entry, all - rows)
    setWord(madeRowsAt, from, word(madeRowsAt, from) - rows)
    if (rows == all) tighten(from)
    addEntry(to, place, rows)
    receive(to, poolCodes(place), rows)
    need -= rows
  }
  return true
}

@inline function unlink(c: i32, before: i32, entry: i32): void {
  if (before < 0) setWord(madeHeadAt, c, word(entryNextAt, entry))
  else setWord(entryNextAt, before, word(entryNextAt, entry))
}

/** The box of a class as tight as its rows allow. */
function tighten(c: i32): void {
  findExtremes(c)
  memory.copy(madeBox(c), extremesAt, boxBytes)
  setWord(madeLossAt, c, <i32>lossOf(madeBox(c)))
}

/** A box from a row drawn at random, widened until it covers k of the rows left. Returns the rows that it takes: all it covers. */
function growBox(noise: f64): i32 {
  const first = below(rest)
  const seed = word(restAt, first)
  setWord(restAt, first, word(restAt, --rest))
  setWord(takenAt, 0, seed)
  taken = 1
  let rows = word(poolRowsAt, seed)
  setBox(boxAt, poolCodes(seed))
  for (let lane = 0; lane < columns; lane++) store<f64>(factorAt + ((<usize>lane) << 3), 1.0 + noise * uniform())
  while (rows < k) {
    rows += takeCovered()
    if (rows >= k) {
      forgetCounts()
      break
    }
    if (!widenBest(k - rows)) widenToNearest(noise)
  }
  makeClass(rows)
  return rows
}

/** Takes what the box covers; of the rest, counts what one column alone keeps out. Returns the rows taken. */
function takeCovered(): i32 {
  let rows = 0
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
      const slot = histogramAt + ((<usize>lane) << 10) + ((<usize>code) << 2)
      store<i32>(slot, load<i32>(slot) + word(poolRowsAt, place))
      if (code < word(firstTouchedAt, lane)) setWord(firstTouchedAt, lane, code)
      if (code > word(lastTouchedAt, lane)) setWord(lastTouchedAt, lane, code)
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

/** Bits of the lanes that are outside of a range. Codes are below 2^15, so signed comparisons, which are faster, do. */
@inline function outsideOf(code: v128, low: v128, high: v128): i32 {
  return i16x8.bitmask(v128.or(i16x8.gt_s(low, code), i16x8.gt_s(code, high)))
}

/** Counters are empty whenever a scan begins. */
function forgetCounts(): void {
  for (let lane = 0; lane < columns; lane++) {
    const last = word(lastTouchedAt, lane)
    for (let code = word(firstTouchedAt, lane); code <= last; code++) {
      store<i32>(histogramAt + ((<usize>lane) << 10) + ((<usize>code) << 2), 0)
    }
  }
}

let bestScore: f64 = 0
let bestLane: i32 = -1
let bestLow: u32 = 0
let bestHigh: u32 = 0

@inline function consider(lane: i32, low: u32, high: u32, added: u32, gain: i32, factor: f64): void {
  const score = (<f64>added + 0.5) * factor / <f64>gain
  if (score < bestScore) {
    bestScore = score
    bestLane = lane
    bestLow = low
    bestHigh = high
  }
}

/** Rows counted for a code; the counter is cleared. */
@inline function takeCount(lane: i32, code: u32): i32 {
  const slot = histogramAt + ((<usize>lane) << 10) + ((<usize>code) << 2)
  const rows = load<i32>(slot)
  store<i32>(slot, 0)
  return rows
}

/** The widening of one column with least added loss for each row gained; false when none gains any. */
function widenBest(need: i32): bool {
  bestScore = Infinity
  bestLane = -1
  for (let lane = 0; lane < columns; lane++) {
    const last = word(lastTouchedAt, lane)
    if (last < 0) continue
    const first = word(firstTouchedAt, lane)
    const size = <u32>load<u16>(sizesAt + ((<usize>lane) << 1))
    const from = low(boxAt, lane)
    const to = high(boxAt, lane)
    const own = tableEntry(lossTablesAt, lane, from * size + to)
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
        if (gain > 0) consider(lane, a, b, tableEntry(lossTablesAt, lane, a * size + b) - own, min(gain, need), factor)
      }
    } else {
      let gain = 0
      for (let code = <i32>from - 1; code >= first; code--) {
        const rows = takeCount(lane, code)
        if (rows == 0) continue
        gain += rows
        consider(lane, code, to, tableEntry(lossTablesAt, lane, code * size + to) - own, min(gain, need), factor)
      }
      gain = 0
      for (let code = <i32>to + 1; code <= last; code++) {
        const rows = takeCount(lane, code)
        if (rows == 0) continue
        gain += rows
        consider(lane, from, code, tableEntry(lossTablesAt, lane, from * size + code) - own, min(gain, need), factor)
      }
    }
  }
  if (bestLane < 0) return false
  store<u16>(boxAt + ((<usize>bestLane) << 1), <u16>bestLow)
  store<u16>(boxAt + rowBytes + ((<usize>bestLane) << 1), <u16>bestHigh)
  return true
}

/** Where every row left differs in two columns or more: the box grows to cover the nearest one. */
function widenToNearest(noise: f64): void {
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
  for (let lane = 0; lane < columns; lane++) {
    const size = <u32>load<u16>(sizesAt + ((<usize>lane) << 1))
    const node = tableEntry(nodeTablesAt, lane, low(boxAt, lane) * size + high(boxAt, lane))
    store<u16>(boxAt + ((<usize>lane) << 1), <u16>(node & 0xffff))
    store<u16>(boxAt + rowBytes + ((<usize>lane) << 1), <u16>(node >> 16))
  }
}

/** The rows taken become a class, its box as tight as they allow. */
function makeClass(rows: i32): void {
  const box = madeBox(made)
  setWord(madeHeadAt, made, -1)
  for (let i = 0; i < taken; i++) {
    const place = word(takenAt, i)
    const codes = poolCodes(place)
    if (i == 0) setBox(box, codes)
    else widen(box, codes, codes)
    addEntry(made, place, word(poolRowsAt, place))
  }
  setWord(madeRowsAt, made, rows)
  setWord(madeLossAt, made, <i32>lossOf(box))
  made++
}

@inline function addEntry(to: i32, place: i32, rows: i32): void {
  setWord(entryPlaceAt, entries, place)
  setWord(entryRowsAt, entries, rows)
  setWord(entryNextAt, entries, word(madeHeadAt, to))
  setWord(madeHeadAt, to, entries++)
}

/** All rows of a place of the pool go to the class that rises least. */
function insert(place: i32): void {
  const codes = poolCodes(place)
  const rows = <i64>word(poolRowsAt, place)
  let least = i64.MAX_VALUE
  let to = 0
  for (let c = 0; c < made; c++) {
    const size = <i64>word(madeRowsAt, c)
    const rise = (size + rows) * <i64>lossJoined(madeBox(c), codes, codes) - size * <i64>(<u32>word(madeLossAt, c))
    if (rise < least) {
      least = rise
      to = c
    }
  }
  addEntry(to, place, <i32>rows)
  receive(to, codes, <i32>rows)
}

@inline function receive(to: i32, codes: usize, rows: i32): void {
  widen(madeBox(to), codes, codes)
  setWord(madeRowsAt, to, word(madeRowsAt, to) + rows)
  setWord(madeLossAt, to, <i32>lossOf(madeBox(to)))
}

function madeLoss(): i64 {
  let sum: i64 = 0
  for (let c = 0; c < made; c++) sum += <i64>word(madeRowsAt, c) * <i64>(<u32>word(madeLossAt, c))
  return sum
}

// ---- Single moves -----------------------------------------------------------------------------------------------------------------

/** Rows that a class can spare move to another of the pool while that helps. */
function settleRows(): void {
  for (let pass = 0; pass < 2; pass++) {
    let moved = false
    for (let c = 0; c < made; c++) if (word(madeRowsAt, c) > k && spare(c)) moved = true
    if (!moved) return
  }
}

function findExtremes(c: i32): void {
  for (let at: usize = 0; at < rowBytes; at += 16) {
    let low1 = i16x8.splat(0x7fff)
    let low2 = i16x8.splat(0x7fff)
    let high1 = i16x8.splat(0)
    let high2 = i16x8.splat(0)
    for (let e = word(madeHeadAt, c); e >= 0; e = word(entryNextAt, e)) {
      const code = v128.load(poolCodes(word(entryPlaceAt, e)) + at)
      low2 = i16x8.min_s(low2, i16x8.max_s(low1, code))
      low1 = i16x8.min_s(low1, code)
      high2 = i16x8.max_s(high2, i16x8.min_s(high1, code))
      high1 = i16x8.max_s(high1, code)
    }
    v128.store(extremesAt + at, low1)
    v128.store(extremesAt + rowBytes + at, high1)
    v128.store(extremesAt + (rowBytes << 1) + at, low2)
    v128.store(extremesAt + rowBytes * 3 + at, high2)
  }
}

/** Loss of the class without one of its entries. */
@inline function lossWithout(codes: usize): u32 {
  let sum: u32 = 0
  for (let at: usize = 0; at < rowBytes; at += 16) {
    const code = v128.load(codes + at)
    const low1 = v128.load(extremesAt + at)
    const high1 = v128.load(extremesAt + rowBytes + at)
    sum += lossOfVector(
      v128.bitselect(v128.load(extremesAt + (rowBytes << 1) + at), low1, i16x8.eq(code, low1)),
      v128.bitselect(v128.load(extremesAt + rowBytes * 3 + at), high1, i16x8.eq(code, high1)),
      v128.load(sizesAt + at),
      lossTablesAt + (at << 1),
    )
  }
  return sum
}

function spare(c: i32): bool {
  let moved = false
  findExtremes(c)
  let before = -1
  for (let e = word(madeHeadAt, c); e >= 0; ) {
    const next = word(entryNextAt, e)
    const size = word(madeRowsAt, c)
    const all = word(entryRowsAt, e)
    const rows = min(all, size - k)
    if (rows == 0) return moved
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
    } else {
      setWord(entryRowsAt, e, all - rows)
      addEntry(to, place, rows)
      before = e
    }
    receive(to, codes, rows)
    setWord(madeRowsAt, c, size - rows)
    if (rows == all) tighten(c)
    e = next
  }
  return moved
}

// ---- Keeping ----------------------------------------------------------------------------------------------------------------------

/** The classes made take the place of those chosen. */
function replaceChosen(): void {
  if (classes - chosen + made > classCapacity) return
  if (arenaUsed + entries > capacity * 1) {
    compact()
    if (arenaUsed + entries > capacity) return
  }
  // The chosen places are used first; then new ones at the end, or the last classes move into those left empty.
  let used = 0
  for (; used < made; used++) {
    const c = used < chosen ? word(chosenAt, used) : classes++
    keepClass(used, c)
  }
  if (used < chosen) removeChosen(used)
}

function keepClass(from: i32, to: i32): void {
  memory.copy(classBox(to), madeBox(from), boxBytes)
  setWord(classRowsAt, to, word(madeRowsAt, from))
  setWord(classLossAt, to, word(madeLossAt, from))
  setWord(classFromAt, to, arenaUsed)
  let length = 0
  for (let e = word(madeHeadAt, from); e >= 0; e = word(entryNextAt, e)) {
    const at = arenaAt + ((<usize>arenaUsed) << 3)
    store<i32>(at, word(poolLocalAt, word(entryPlaceAt, e)))
    store<i32>(at, word(entryRowsAt, e), 4)
    arenaUsed++
    length++
  }
  setWord(classLengthAt, to, length)
}

/** Chosen places from `first` on are empty: the highest goes first, so that the last class is never an empty one. */
function removeChosen(first: i32): void {
  for (let i = first; i < chosen; i++) {
    let highest = i
    for (let j = i + 1; j < chosen; j++) if (word(chosenAt, j) > word(chosenAt, highest)) highest = j
    const c = word(chosenAt, highest)
    setWord(chosenAt, highest, word(chosenAt, i))
    const last = --classes
    if (c == last) continue
    memory.copy(classBox(c), classBox(last), boxBytes)
    setWord(classRowsAt, c, word(classRowsAt, last))
    setWord(classLossAt, c, word(classLossAt, last))
    setWord(classFromAt, c, word(classFromAt, last))
    setWord(classLengthAt, c, word(classLengthAt, last))
  }
}

/** What is alive moves to the other half of the arena. */
function compact(): void {
  let used = 0
  for (let c = 0; c < classes; c++) {
    const length = word(classLengthAt, c)
    memory.copy(otherArenaAt + ((<usize>used) << 3), arenaAt + ((<usize>word(classFromAt, c)) << 3), (<usize>length) << 3)
    setWord(classFromAt, c, used)
    used += length
  }
  const other = otherArenaAt
  otherArenaAt = arenaAt
  arenaAt = other
  arenaUsed = used
}

// ---- Blocks by random pivots ------------------------------------------------------------------------------------------------------

/**
 * Boxes of all classes (as `openDivision` gives room for), put into blocks: which of two random ones is nearer, again and again, until
 * a block has at most `limit` of them and `most` rows. Fills `order` and `ends`; returns how many blocks there are.
 */
let divided: i32 = 0
let dividedBoxesAt: usize = 0
let dividedRowsAt: usize = 0
let orderAt: usize = 0
let endsAt: usize = 0

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

@inline function dividedBox(index: i32): usize {
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

/** What the divided classes lose. */
export function dividedLoss(): f64 {
  let sum: f64 = 0
  for (let c = 0; c < divided; c++) sum += <f64>word(dividedRowsAt, c) * <f64>lossOf(dividedBoxesAt + <usize>c * boxBytes)
  return sum
}

let pieces: i32 = 0

function cut(from: i32, to: i32, limit: i32): void {
  while (to - from > limit) {
    const middle = cutOnce(from, to)
    cut(from, middle, limit)
    from = middle
  }
  setWord(endsAt, pieces++, to)
}

function cutOnce(from: i32, to: i32): i32 {
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
function joinPieces(limit: i32): i32 {
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

// ---- The beginning: cuts ----------------------------------------------------------------------------------------------------------

/** All combinations as one part, cut in two again and again (Mondrian): fills `order` and `ends`; returns how many parts there are. */
export function cutTable(): i32 {
  for (let i = 0; i < divided; i++) setWord(orderAt, i, i)
  pieces = 0
  cutPart(0, divided)
  return pieces
}

/** The cut that lowers the loss of its own column most, both sides with k rows. */
function cutPart(from: i32, to: i32): void {
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

@inline function nextCode(lane: i32, from: i32): i32 {
  let slot = histogramAt + ((<usize>lane) << 10) + ((<usize>from) << 2)
  while (load<i32>(slot) == 0) slot += 4
  return <i32>((slot - histogramAt - ((<usize>lane) << 10)) >> 2)
}

/** Rows by code of every column, and the box of the part. Returns its rows. */
function countCodes(from: i32, to: i32): i64 {
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
function partBy(from: i32, to: i32, lane: i32, last: i32): i32 {
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

// ---- A bound ----------------------------------------------------------------------------------------------------------------------

/**
 * What a row of this combination loses at least: whatever its class, it has k − 1 others, and its box covers the row and the farthest
 * of them, so it loses what the pair with its k-th nearest row loses. Rounded down to 1/16,384 of everything.
 */
export function leastLoss(combination: i32, combinations: i32, counts: usize, buckets: usize, shift: i32): u32 {
  const codes = codesAt + <usize>combination * rowBytes
  setBox(boxAt, codes)
  memory.fill(buckets, 0, (16384 + 1) << 2)
  for (let c = 0; c < combinations; c++) {
    const other = codesAt + <usize>c * rowBytes
    const slot = buckets + ((<usize>(lossJoined(boxAt, other, other) >> shift)) << 2)
    store<i32>(slot, load<i32>(slot) + word(counts, c))
  }
  let near: i64 = 0
  for (let bucket = 0; bucket <= 16384; bucket++) {
    near += word(buckets, bucket)
    if (near >= k) return <u32>bucket << shift
  }
  return 0
}
