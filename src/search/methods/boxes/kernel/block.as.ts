/** A block of classes; a class is a list of entries (combination, rows). Plain arrays in and out. */
import { boxBytes, codesAt, free, freeFrom, lossOf, rowBytes, setBox, setWord, take, widen, word } from './space.as'
import { classTerms, hasTerms, tally, tallyBytes } from './weigh.as'

export let startsAt: usize = 0
export let combinationsAt: usize = 0
export let rowsAt: usize = 0
export let capacity: i32 = 0

/** Combinations of the block, numbered from 0, and their codes. */
export let locals: i32 = 0
export let localCombinationAt: usize = 0
export let localCodesAt: usize = 0
/** Place of a local combination in the pool, valid if its stamp is the pool's. */
export let placeAt: usize = 0
export let placeStampAt: usize = 0
export let stamp: u32 = 0

/** Classes: box, rows, loss per row, entries in the arena. */
export let classes: i32 = 0
export let classCapacity: i32 = 0
export let classBoxAt: usize = 0
export let classRowsAt: usize = 0
export let classLossAt: usize = 0
export let classFromAt: usize = 0
export let classLengthAt: usize = 0
export let classTalliesAt: usize = 0
/** Entries (local combination, rows) in two halves: when one is full, live entries move to the other. */
export let arenaAt: usize = 0
export let otherArenaAt: usize = 0
export let arenaUsed: i32 = 0

export let trials: i32 = 0

/** Allocates a block; the host then fills starts, combinations and rows. */
export function openBlock(classes_: i32, entries_: i32): void {
  free = freeFrom
  classes = classes_
  // Splitting and borrowing add entries; a pool that does not fit stays unchanged.
  capacity = entries_ * 2 + 1024
  classCapacity = max(classes_ * 2, entries_) + 64
  startsAt = take((<usize>classCapacity + 1) << 2)
  combinationsAt = take((<usize>capacity) << 2)
  rowsAt = take((<usize>capacity) << 2)
}

export function layOutBlock(): void {
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
  classTalliesAt = take(<usize>classCapacity * tallyBytes)
  arenaAt = take(words << 1)
  otherArenaAt = take(words << 1)
}

@inline export function classBox(index: i32): usize {
  return classBoxAt + <usize>index * boxBytes
}
@inline export function classTally(index: i32): usize {
  return classTalliesAt + <usize>index * tallyBytes
}

/** Numbers the block's combinations and moves its entries into the arena. */
export function readBlock(): void {
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
    if (tallyBytes > 0) memory.fill(classTally(c), 0, tallyBytes)
    for (let e = from; e < to; e++) {
      const local = load<u32>(arenaAt + ((<usize>e) << 3))
      const codes = localCodesAt + <usize>local * rowBytes
      if (e == from) setBox(classBox(c), codes)
      else widen(classBox(c), codes, codes)
      const amount = load<i32>(arenaAt + ((<usize>e) << 3), 4)
      rows += amount
      if (tallyBytes > 0) tally(classTally(c), word(localCombinationAt, local), amount, 1)
    }
    setWord(classRowsAt, c, rows)
    setWord(classLossAt, c, <i32>lossOf(classBox(c)))
  }
}

/** Numbers combinations by an open hash. */
export function sortedNumbers(total: i32): void {
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

/** Writes the classes back; returns their number. */
export function writeBlock(): i32 {
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

/** Losses of all boxes plus class prices. */
export function blockLoss(): f64 {
  let sum: f64 = 0
  for (let c = 0; c < classes; c++) sum += <f64>word(classRowsAt, c) * <f64>(<u32>word(classLossAt, c))
  return sum
}
export function blockTerms(): f64 {
  let sum: f64 = 0
  if (hasTerms()) for (let c = 0; c < classes; c++) sum += <f64>classTerms(word(classRowsAt, c), classTally(c))
  return sum
}

export function compact(): void {
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
