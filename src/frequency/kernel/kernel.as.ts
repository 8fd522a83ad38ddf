/**
 * The kernel (AssemblyScript): the passes over all combinations that count classes. `kernel-memory.ts` packs the table
 * once, `compiled-counter.ts` calls `count` for each set of groupings; nothing is allocated here.
 * 1. Columns are joined into few composites. Each evaluation rebuilds their lookup tables (code → sum of group ·
 *    stride), so that the mixed-radix key of a combination is a sum of three loads instead of one per column.
 * 2. Keys below `denseLimit` are counted in a direct table; keys below `stampLimit` in a table that is never cleared
 *    (an entry counts only if it is at least `base`, which grows each time); larger ones by hashing.
 * 3. Row counts are u32. With one target of two values, both counts share a u64, and sizes are their sums.
 * Cost per evaluation: combinations, plus the lookup tables, plus the key range of the direct table.
 */
import {
  BLOCK, MOST_KEYS, SLOTS, SLOT_ROWS, TABLE_0, TABLE_1, TABLE_2, classKeysAt, classOfAt, columnAt, columnGroupOf,
  columnGroups, columnInPlace, columnSize, columns, combinations, compositeAt, composites, countsAt, denseLimit,
  firstColumn, groupsInPlace, hashAt, hashBits, keysAt, lastStamp, packed, paired, pairsAt, representativesAt, rowsAt,
  sizesAt, stampLimit, stampsAt, tells,
} from './kernel-layout.as'

export * from './kernel-layout.as'
export { fillHistogram, sumKept } from './kernel-sums.as'

let base: u32 = 1
let classes: i32 = 0
let radix: u64 = 1
let wide: bool = false

/** Adds `unit` × the codes at `from` to the composite codes at `into`, of 2 or 4 bytes. */
export function addColumn(from: usize, into: usize, width: i32, unit: u32): void {
  for (const end = from + ((<usize>combinations) << 2); from < end; from += 4) {
    const more = load<u32>(from) * unit
    if (width == 2) store<u16>(into, <u16>(load<u16>(into) + more))
    else store<u32>(into, load<u32>(into) + more)
    into += width
  }
}

/** Counts the classes of the groupings in memory; returns their number. */
export function count(): i32 {
  if (combinations == 0) return (classes = 0)
  // Each numbering, at most one per composite and the last, takes up to `combinations` stamps.
  if (base > lastStamp - <u32>combinations * <u32>(composites + 2)) clearStamps()
  if (packed) {
    // Three codes in 32 bits: their groups multiply to at most 2^32.
    wide = false
    radix = productOfGroups()
    strideByPlace(scaleOf(radix))
    for (let composite = 0; composite < composites; composite++) buildTable<u32>(composite)
    countNarrow<u8>()
  } else {
    formKeys()
    if (wide) countHashed<u16, u64>()
    else countNarrow<u16>()
  }
  return classes
}

export function fillClassOf(): void {
  if (combinations == 0) return
  if (wide) findHashed<u16, u64>()
  else if (packed) findNarrow<u8>()
  else findNarrow<u16>()
}

function clearStamps(): void {
  memory.fill(stampsAt, 0, <usize>stampLimit << 2)
  memory.fill(hashAt, 0, (<usize>8) << hashBits)
  base = 1
}

// ---- Lookup tables and keys -------------------------------------------------

/** Width of a table entry for keys below the radix: packed rows have it folded into their keys. */
function scaleOf(radix: u64): u64 {
  return radix <= denseLimit && paired ? 8 : radix <= stampLimit || radix <= denseLimit ? 4 : 1
}

function productOfGroups(): u64 {
  let product: u64 = 1
  for (let place = 0; place < columns; place++) product *= <u64>groupsInPlace(place)
  return product
}

/** Strides by column order, the first the largest: sorted combinations then access the tables almost sequentially. */
function strideByPlace(stride: u64): void {
  for (let place = columns - 1; place >= 0; place--) {
    store<u64>(columnAt(columnInPlace(place)), stride, 16)
    stride *= <u64>groupsInPlace(place)
  }
}

/** Fills the lookup table of a composite: code → Σ group · stride. Its last column is the lowest digit. */
@inline function buildTable<K>(composite: i32): void {
  const at = <usize>load<u32>(compositeAt(composite), 4)
  let length: i32 = 1
  store<K>(at, 0)
  for (let column = firstColumn(composite + 1) - 1; column >= firstColumn(composite); column--) {
    const size = columnSize(column)
    const groupOf = columnGroupOf(column)
    const stride = <K>load<u64>(columnAt(column), 16)
    const block = (<usize>length) * sizeof<K>()
    // From the last code down: block 0 holds the columns so far and is overwritten last.
    for (let code = size - 1; code >= 0; code--) {
      const part = <K>load<i32>(groupOf + ((<usize>code) << 2)) * stride
      const to = at + (<usize>code) * block
      let x: usize = 0
      if (sizeof<K>() == 4) {
        const parts = i32x4.splat(<i32>part)
        for (; x + 16 <= block; x += 16) v128.store(to + x, i32x4.add(v128.load(at + x), parts))
      }
      for (; x < block; x += sizeof<K>()) store<K>(to + x, load<K>(at + x) + part)
    }
    length *= size
  }
}

/** Keys of all combinations, if they do not fit packed rows. */
function formKeys(): void {
  let product: f64 = 1
  for (let place = 0; place < columns; place++) product *= <f64>groupsInPlace(place)
  wide = product > 4294967296.0
  if (product < MOST_KEYS) {
    radix = productOfGroups()
    strideByPlace(1)
    if (wide) sumKeys<u64>()
    else sumKeys<u32>()
  } else numberKeys()
}

/** Keys as sums over all composites, in blocks that fit the L1 cache. */
@inline function sumKeys<K>(): void {
  for (let composite = 0; composite < composites; composite++) if (tells(composite)) buildTable<K>(composite)
  for (let from = 0; from < combinations; from += BLOCK) {
    const length = min(BLOCK, combinations - from)
    memory.fill(keysAt + (<usize>from) * sizeof<K>(), 0, (<usize>length) * sizeof<K>())
    for (let composite = 0; composite < composites; composite++) if (tells(composite)) addKeys<K>(composite, from, length)
  }
}

/** Keys composite by composite; renumbers the classes so far before a key overflows. */
function numberKeys(): void {
  radix = 1
  memory.fill(keysAt, 0, (<usize>combinations) << 3)
  for (let composite = 0; composite < composites; composite++) {
    if (!tells(composite)) continue
    strideOn(composite)
    buildTable<u64>(composite)
    addKeys<u64>(composite, 0, combinations)
  }
}

/** Strides of one composite from `radix` on, which grows; keys become class numbers first if they would overflow. */
function strideOn(composite: i32): void {
  let product: f64 = <f64>radix
  const end = firstColumn(composite + 1)
  for (let column = firstColumn(composite); column < end; column++) product *= <f64>columnGroups(column)
  if (product >= MOST_KEYS) {
    countHashed<u16, u64>()
    findHashed<u16, u64>()
    for (let i: usize = 0; i < <usize>combinations; i++) {
      store<u64>(keysAt + (i << 3), <u64>load<u32>(classOfAt + (i << 2)))
    }
    radix = classes
  }
  for (let column = firstColumn(composite); column < end; column++) {
    store<u64>(columnAt(column), radix, 16)
    radix *= <u64>columnGroups(column)
  }
}

function addKeys<K>(composite: i32, from: i32, length: i32): void {
  if (load<i32>(compositeAt(composite), 12) == 2) addKeysOf<u16, K>(composite, from, length)
  else addKeysOf<u32, K>(composite, from, length)
}

@inline function addKeysOf<C, K>(composite: i32, from: i32, length: i32): void {
  const table = <usize>load<u32>(compositeAt(composite), 4)
  let code = <usize>load<u32>(compositeAt(composite), 8) + (<usize>from) * sizeof<C>()
  let key = keysAt + (<usize>from) * sizeof<K>()
  for (const end = key + (<usize>length) * sizeof<K>(); key < end; key += sizeof<K>()) {
    store<K>(key, load<K>(key) + load<K>(table + (<usize>load<C>(code)) * sizeof<K>()))
    code += sizeof<C>()
  }
}

// L below selects the keys: u8 packed rows and fixed tables, u16 the array of keys. K is the type of a key.

@inline function rowBytes<L, K>(): usize {
  return sizeof<L>() == 1 ? 4 : sizeof<K>()
}

@inline function keyAt<L, K>(at: usize): K {
  if (sizeof<L>() == 2) return load<K>(at)
  const row = load<u32>(at)
  return (
    load<K>((row << 2) & 0x1ffc, TABLE_0) + load<K>((row >> 9) & 0x1ffc, TABLE_1) + load<K>((row >> 20) & 0xffc, TABLE_2)
  )
}

/** Key · S: the offset of the key's entry in a table with entries of S bytes. */
@inline function offsetAt<L, S>(at: usize): usize {
  return sizeof<L>() == 2 ? (<usize>load<u32>(at)) * sizeof<S>() : <usize>keyAt<L, u32>(at)
}

// ---- Counting ---------------------------------------------------------------

@inline function countNarrow<L>(): void {
  if (radix <= denseLimit) {
    if (paired) countDense<L, u64>()
    else countDense<L, u32>()
  } else if (radix <= stampLimit) {
    if (paired) countStamped<L, u64>()
    else countStamped<L, u32>()
  } else countHashed<L, u32>()
}

@inline function findNarrow<L>(): void {
  if (radix <= denseLimit) {
    if (paired) findInTable<L, u64>(SLOT_ROWS, 0)
    else findInTable<L, u32>(SLOT_ROWS, 0)
  } else if (radix <= stampLimit) findInTable<L, u32>(stampsAt, base - <u32>classes)
  else findHashed<L, u32>()
}

/** Clears a table of the key range, counts without branches, gathers non-empty entries. T: u32 counts or u64 pairs. */
function countDense<L, T>(): void {
  const bytes = <usize>radix * sizeof<T>()
  memory.fill(SLOTS, 0, min<usize>((bytes + 31) & ~31, SLOT_ROWS - SLOTS))
  // Two rows at a time, one from each half: neighbours often share a class, and adding to it twice would stall.
  const half = <u32>combinations >> 1
  let row = <usize>(sizeof<L>() == 1 ? rowsAt : keysAt)
  let amount = countsAt
  const otherRow = (<usize>half) << 2
  const otherAmount = (<usize>half) * sizeof<T>()
  for (let i: u32 = 0; i < half; i++) {
    addDense<L, T>(row, amount, i)
    addDense<L, T>(row + otherRow, amount + otherAmount, half + i)
    row += 4
    amount += sizeof<T>()
  }
  if (<u32>combinations & 1) addDense<L, T>(row + otherRow, amount + otherAmount, <u32>combinations - 1)
  let found: usize = 0
  const sizes = sizesAt
  const representatives = representativesAt
  const pairs = pairsAt
  for (let block: usize = 0; block < bytes; block += 32) {
    if (!v128.any_true(v128.or(v128.load(block, SLOTS), v128.load(block, SLOTS + 16)))) continue
    const end = min<usize>(block + 32, bytes)
    for (let slot = block; slot < end; slot += sizeof<T>()) {
      const total = load<T>(slot, SLOTS)
      if (total == 0) continue
      if (sizeof<T>() == 8) {
        store<u64>(pairs + (found << 3), <u64>total)
        store<u32>(sizes + (found << 2), <u32>total + <u32>((<u64>total) >> 32))
      } else store<u32>(sizes + (found << 2), <u32>total)
      store<u32>(representatives + (found << 2), load<u32>(slot, SLOT_ROWS))
      store<u32>(slot, <u32>found, SLOT_ROWS)
      found++
    }
  }
  classes = <i32>found
}

@inline function addDense<L, T>(row: usize, amount: usize, i: u32): void {
  const slot = offsetAt<L, T>(row)
  store<T>(slot, load<T>(slot, SLOTS) + load<T>(amount), SLOTS)
  store<u32>(slot, i, SLOT_ROWS)
}

/** A table entry of at least `base` is the class of its key; smaller ones are stale. */
function countStamped<L, T>(): void {
  const stamps = stampsAt
  const from = base
  const totals = sizeof<T>() == 8 ? pairsAt : sizesAt
  const representatives = representativesAt
  let row = <usize>(sizeof<L>() == 1 ? rowsAt : keysAt)
  let amount = countsAt
  let found: u32 = 0
  for (let i: u32 = 0, end = <u32>combinations; i < end; i++) {
    const entry = stamps + offsetAt<L, u32>(row)
    const stamp = load<u32>(entry)
    if (stamp >= from) {
      const to = totals + <usize>(stamp - from) * sizeof<T>()
      store<T>(to, load<T>(to) + load<T>(amount))
    } else {
      store<u32>(entry, from + found)
      store<T>(totals + <usize>found * sizeof<T>(), load<T>(amount))
      store<u32>(representatives + ((<usize>found) << 2), i)
      found++
    }
    row += 4
    amount += sizeof<T>()
  }
  finish<T>(found)
}

/** After stamped or hashed counting: computes sizes from pairs, and ages the stamps. */
@inline function finish<T>(found: u32): void {
  classes = <i32>found
  base += found
  if (sizeof<T>() == 8) {
    for (let c: usize = 0; c < <usize>found; c++) {
      const pair = load<u64>(pairsAt + (c << 3))
      store<u32>(sizesAt + (c << 2), <u32>pair + <u32>(pair >> 32))
    }
  }
}

@inline function hashOf<K>(key: K): usize {
  if (sizeof<K>() == 4) return <usize>(((<u32>key) * 0x9e3779b1) >> (32 - hashBits))
  return <usize>(((<u64>key) * 0x9e3779b97f4a7c15) >> (64 - hashBits))
}

@inline function countHashed<L, K>(): void {
  if (paired) countHashedOf<L, K, u64>()
  else countHashedOf<L, K, u32>()
}

/** Open addressing. A slot has the class (stamped as above) and a narrow key; wide keys are stored by class. */
function countHashedOf<L, K, T>(): void {
  const from = base
  const mask = ((<usize>1) << hashBits) - 1
  const slots = hashAt
  const classKeys = classKeysAt
  const totals = sizeof<T>() == 8 ? pairsAt : sizesAt
  const representatives = representativesAt
  let row = <usize>(sizeof<L>() == 1 ? rowsAt : keysAt)
  let amount = countsAt
  let found: u32 = 0
  for (let i: u32 = 0, end = <u32>combinations; i < end; i++) {
    const key = keyAt<L, K>(row)
    let hash = hashOf<K>(key)
    while (true) {
      const slot = slots + (hash << 3)
      const stamp = load<u32>(slot)
      if (stamp < from) {
        store<u32>(slot, from + found)
        if (sizeof<K>() == 4) store<u32>(slot, <u32>key, 4)
        else store<u64>(classKeys + ((<usize>found) << 3), <u64>key)
        store<T>(totals + <usize>found * sizeof<T>(), load<T>(amount))
        store<u32>(representatives + ((<usize>found) << 2), i)
        found++
        break
      }
      const known = sizeof<K>() == 4 ? <K>load<u32>(slot, 4) : <K>load<u64>(classKeys + ((<usize>(stamp - from)) << 3))
      if (known == key) {
        const to = totals + <usize>(stamp - from) * sizeof<T>()
        store<T>(to, load<T>(to) + load<T>(amount))
        break
      }
      hash = (hash + 1) & mask
    }
    row += rowBytes<L, K>()
    amount += sizeof<T>()
  }
  finish<T>(found)
}

// ---- The class of each combination -----------------------------

function findInTable<L, S>(table: usize, from: u32): void {
  let row = <usize>(sizeof<L>() == 1 ? rowsAt : keysAt)
  const end = classOfAt + ((<usize>combinations) << 2)
  for (let to = classOfAt; to < end; to += 4) {
    store<u32>(to, load<u32>(table + offsetAt<L, S>(row)) - from)
    row += 4
  }
}

function findHashed<L, K>(): void {
  const from = base - <u32>classes
  const mask = ((<usize>1) << hashBits) - 1
  let row = <usize>(sizeof<L>() == 1 ? rowsAt : keysAt)
  const end = classOfAt + ((<usize>combinations) << 2)
  for (let to = classOfAt; to < end; to += 4) {
    const key = keyAt<L, K>(row)
    let hash = hashOf<K>(key)
    while (true) {
      const slot = hashAt + (hash << 3)
      const number = load<u32>(slot) - from
      const known = sizeof<K>() == 4 ? <K>load<u32>(slot, 4) : <K>load<u64>(classKeysAt + ((<usize>number) << 3))
      if (known == key) {
        store<u32>(to, number)
        break
      }
      hash = (hash + 1) & mask
    }
    row += rowBytes<L, K>()
  }
}
