/** A *pool*: the rows of a few near classes, and the classes made of them. */
import { boxBytes, lossJoined, lossOf, rowBytes, setBox, setWord, take, uniform, widen, word } from './space.as'
import { beginCount, countPersons, countsPersons, enoughPersons } from './persons.as'
import { asks, classTerms, hasTerms, hostBroken, tally, tallyBytes } from './weigh.as'
import {
  arenaAt, capacity, classBox, classCapacity, classes, classFromAt, classLengthAt, classLossAt, classRowsAt,
  classTally, localCodesAt, localCombinationAt, placeAt, placeStampAt, stamp,
} from './block.as'

export let pooled: i32 = 0
export let poolLocalAt: usize = 0
export let poolRowsAt: usize = 0
export let poolCodesAt: usize = 0
/** Pool places in no class yet, and those taken by the growing box. */
export let restAt: usize = 0
export let rest: i32 = 0
export let takenAt: usize = 0
/** Rows that one line keeps out of the growing box. */
export let nearAt: usize = 0
export let taken: i32 = 0
/** Entries of new classes: pool place, rows, next entry of the class. */
export let entries: i32 = 0
export let entryPlaceAt: usize = 0
export let entryRowsAt: usize = 0
export let entryNextAt: usize = 0
/** New classes. */
export let made: i32 = 0
export let madeBoxAt: usize = 0
export let madeRowsAt: usize = 0
export let madeLossAt: usize = 0
export let madeHeadAt: usize = 0
export let madeTalliesAt: usize = 0
/** The classes that the pool was made of. */
export let chosenAt: usize = 0
export let chosen: i32 = 0
export let scoreAt: usize = 0
/** Smallest, second smallest, largest, second largest code of a class, per lane. */
export let extremesAt: usize = 0

export function layOutPool(): void {
  const words = (<usize>capacity) << 2
  const classWords = (<usize>classCapacity) << 2
  poolLocalAt = take(words)
  poolRowsAt = take(words)
  poolCodesAt = take(<usize>capacity * rowBytes)
  restAt = take(words)
  takenAt = take(words)
  nearAt = take(words << 1)
  entryPlaceAt = take(words)
  entryRowsAt = take(words)
  entryNextAt = take(words)
  madeBoxAt = take(<usize>classCapacity * boxBytes)
  madeRowsAt = take(classWords)
  madeLossAt = take(classWords)
  madeHeadAt = take(classWords)
  madeTalliesAt = take(<usize>classCapacity * tallyBytes)
  chosenAt = take(classWords)
  scoreAt = take(classWords << 1)
  extremesAt = take(boxBytes << 1)
}

@inline export function madeBox(index: i32): usize {
  return madeBoxAt + <usize>index * boxBytes
}
@inline export function madeTally(index: i32): usize {
  return madeTalliesAt + <usize>index * tallyBytes
}
@inline export function poolCodes(place: i32): usize {
  return poolCodesAt + <usize>place * rowBytes
}

/** Chooses a class and its nearest ones by the rise of loss when joined, with a little noise. */
export function chooseNear(centre: i32, neighbours: i32): void {
  setWord(chosenAt, 0, centre)
  chosen = 1
  const box = classBox(centre)
  const rows = <i64>word(classRowsAt, centre)
  const alone = rows * <i64>(<u32>word(classLossAt, centre))
  neighbours = min(neighbours, classes - 1)
  if (neighbours == 0) return
  for (let c = 0; c < classes; c++) {
    if (c == centre) continue
    const other = <i64>word(classRowsAt, c)
    const rise = (rows + other) * <i64>lossJoined(box, classBox(c), classBox(c) + rowBytes) - alone - other * <i64>(<u32>word(classLossAt, c))
    const score = <f64>rise * (1.0 + uniform())
    // Inserts into the best so far, ascending after the centre.
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

export function chosenLoss(): i64 {
  let sum: i64 = 0
  for (let i = 0; i < chosen; i++) {
    const c = word(chosenAt, i)
    sum += <i64>word(classRowsAt, c) * <i64>(<u32>word(classLossAt, c))
    if (hasTerms()) sum += classTerms(word(classRowsAt, c), classTally(c))
  }
  return sum
}

/** Moves the chosen classes' rows into the pool, each combination once. */
export function gather(): void {
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

@inline export function unlink(c: i32, before: i32, entry: i32): void {
  if (before < 0) setWord(madeHeadAt, c, word(entryNextAt, entry))
  else setWord(entryNextAt, before, word(entryNextAt, entry))
}

/** Shrinks the box of a class to its rows. */
export function tighten(c: i32): void {
  findExtremes(c)
  memory.copy(madeBox(c), extremesAt, boxBytes)
  setWord(madeLossAt, c, <i32>lossOf(madeBox(c)))
}

/** Makes a class of the taken rows. */
export function makeClass(rows: i32): void {
  const box = madeBox(made)
  setWord(madeHeadAt, made, -1)
  if (tallyBytes > 0) memory.fill(madeTally(made), 0, tallyBytes)
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

@inline export function addEntry(to: i32, place: i32, rows: i32): void {
  setWord(entryPlaceAt, entries, place)
  setWord(entryRowsAt, entries, rows)
  setWord(entryNextAt, entries, word(madeHeadAt, to))
  setWord(madeHeadAt, to, entries++)
  tallyPlace(to, place, rows, 1)
}

@inline export function receive(to: i32, codes: usize, rows: i32): void {
  widen(madeBox(to), codes, codes)
  setWord(madeRowsAt, to, word(madeRowsAt, to) + rows)
  setWord(madeLossAt, to, <i32>lossOf(madeBox(to)))
}

export function madeLoss(): i64 {
  let sum: i64 = 0
  for (let c = 0; c < made; c++) sum += <i64>word(madeRowsAt, c) * <i64>(<u32>word(madeLossAt, c))
  if (hasTerms()) for (let c = 0; c < made; c++) sum += classTerms(word(madeRowsAt, c), madeTally(c))
  return sum
}

/** Adds rows of a pool place to a class's tally, or removes them (−1). */
@inline export function tallyPlace(c: i32, place: i32, rows: i32, sign: i32): void {
  if (tallyBytes > 0) tally(madeTally(c), word(localCombinationAt, word(poolLocalAt, place)), rows, sign)
}

/** Whether `count` classes from `from` on meet the requirements beyond k. */
@inline export function madeHold(from: i32, count: i32): bool {
  if (countsPersons) for (let c = from; c < from + count; c++) if (!hasPersons(c, -1)) return false
  return !asks || hostBroken(madeRowsAt + ((<usize>from) << 2), madeTally(from), count) == 0
}

/** Whether a class has k persons without those of a place. */
function hasPersons(c: i32, without: i32): bool {
  beginCount()
  for (let e = word(madeHeadAt, c); e >= 0; e = word(entryNextAt, e)) {
    const place = word(entryPlaceAt, e)
    if (place != without) countPersons(word(localCombinationAt, word(poolLocalAt, place)))
  }
  return enoughPersons()
}

/** Whether a class would hold after rows of a place came (1) or left (−1). */
export function wouldHold(c: i32, place: i32, rows: i32, sign: i32): bool {
  if (countsPersons && sign < 0 && !hasPersons(c, place)) return false
  if (!asks) return true
  const size = word(madeRowsAt, c)
  tallyPlace(c, place, rows, sign)
  setWord(madeRowsAt, c, size + sign * rows)
  const holds = hostBroken(madeRowsAt + ((<usize>c) << 2), madeTally(c), 1) == 0
  tallyPlace(c, place, rows, -sign)
  setWord(madeRowsAt, c, size)
  return holds
}
export function findExtremes(c: i32): void {
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
