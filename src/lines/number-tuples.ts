/**
 * Numbers tuples of small integers as they first occur: tuples that do not occur cost nothing. Columns share a
 * mixed-radix key while it is exact; further columns are keyed together with the number so far. Few possible keys are
 * looked up in a list, many in a hash table.
 */

/** The codes of a column, or the groups that its codes are in. */
export type TupleColumn = ArrayLike<number> | { readonly codes: Int32Array; readonly groups: Int32Array }

export interface TupleNumbers {
  readonly count: number
  /** By number: the place of its first tuple among all added ones. */
  readonly firsts: Int32Array
  /** The number of each tuple; −1 if its first code is negative. */
  add(columns: readonly TupleColumn[], tuples: number): Int32Array
  /** As `add`, but returns −1 for unknown tuples. */
  find(columns: readonly TupleColumn[], tuples: number): Int32Array
}

/** Numbers the keys in place; unknown keys get −1 unless `isNew` takes them, negative ones always. */
type NumberKeys = (keys: Float64Array, count: number, isNew?: (at: number) => void) => void

const AT_ONCE = 1 << 14
/** Keys of a list: 16 MB. */
const MOST_LISTED = 1 << 22

/** `sizes` are exclusive upper bounds of the codes, at most 2²² after the first column. */
export function numberTuples(sizes: readonly number[]): TupleNumbers {
  const levels: { readonly columns: number[]; product: number }[] = []
  sizes.forEach((size, column) => {
    const last = levels.at(-1)
    if (last === undefined || last.product * size > Number.MAX_SAFE_INTEGER)
      levels.push({ columns: [column], product: size * (last === undefined ? 1 : 2 ** 31) })
    else {
      last.columns.push(column)
      last.product *= size
    }
  })
  const tables = levels.map(({ product }) => (product <= MOST_LISTED ? listKeys(product) : hashKeys()))
  const keys = new Float64Array(AT_ONCE)
  const codes = new Int32Array(AT_ONCE)
  let firsts = new Int32Array(1 << 10)
  let [known, added] = [0, 0]
  const number = (columns: readonly TupleColumn[], tuples: number, adds: boolean): Int32Array => {
    const found = new Int32Array(tuples)
    for (let from = 0; from < tuples; from += AT_ONCE) {
      const count = Math.min(AT_ONCE, tuples - from)
      keys.fill(0, 0, count)
      levels.forEach((level, i) => {
        for (const column of level.columns)
          appendDigits(keys.subarray(0, count), codes, sizes[column], columns[column], from)
        const isLast = i === levels.length - 1
        const isNew = (at: number): void => {
          if (!isLast) return
          if (known === firsts.length) firsts = resized(firsts, 2 * known)
          firsts[known++] = added + from + at
        }
        tables[i](keys, count, adds ? isNew : undefined)
      })
      found.set(keys.subarray(0, count), from)
    }
    if (adds) added += tuples
    return found
  }
  return {
    get count() {
      return known
    },
    get firsts() {
      return firsts.subarray(0, known)
    },
    add: (columns, tuples) => number(columns, tuples, true),
    find: (columns, tuples) => number(columns, tuples, false),
  }
}

export function resized(numbers: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const more = new Int32Array(length)
  more.set(numbers)
  return more
}

/**
 * A key is negative from its first negative digit on: −size plus a digit is still negative. `codes` is scratch space,
 * so that the loops see one type.
 */
function appendDigits(keys: Float64Array, codes: Int32Array, size: number, column: TupleColumn, from: number): void {
  const count = keys.length
  const isGrouped = 'groups' in column
  const list = isGrouped ? column.codes : column
  if (ArrayBuffer.isView(list)) codes.set((list as Int32Array).subarray(from, from + count))
  else for (let i = 0; i < count; i++) codes[i] = list[from + i]
  if (isGrouped) {
    const { groups } = column
    for (let i = 0; i < count; i++) keys[i] = keys[i] * size + (codes[i] < 0 ? -1 : groups[codes[i]])
  } else for (let i = 0; i < count; i++) keys[i] = keys[i] * size + codes[i]
}

function listKeys(product: number): NumberKeys {
  const numbers = new Int32Array(product).fill(-1)
  let count = 0
  return (keys, length, isNew) => {
    for (let i = 0; i < length; i++) {
      const key = keys[i]
      if (key < 0) {
        keys[i] = -1
        continue
      }
      if (numbers[key] < 0 && isNew !== undefined) {
        numbers[key] = count++
        isNew(i)
      }
      keys[i] = numbers[key]
    }
  }
}

/** Open addressing, at most half full; `slots` to begin with, a power of two. */
export function hashKeys(slots = 1 << 12): NumberKeys {
  let mask = slots - 1
  let known = new Float64Array(mask + 1).fill(-1)
  let numbers = new Int32Array(mask + 1)
  let count = 0
  const findSlot = (key: number): number => {
    let mixed = Math.imul(key | 0, 0x9e3779b1) ^ Math.imul(key / 2 ** 32, 0x85ebca6b)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d)
    let slot = (mixed ^ (mixed >>> 13)) & mask
    while (known[slot] >= 0 && known[slot] !== key) slot = (slot + 1) & mask
    return slot
  }
  const grow = (): void => {
    const [oldKeys, oldNumbers] = [known, numbers]
    mask = mask * 4 + 3
    known = new Float64Array(mask + 1).fill(-1)
    numbers = new Int32Array(mask + 1)
    for (let old = 0; old < oldKeys.length; old++) {
      if (oldKeys[old] < 0) continue
      const slot = findSlot(oldKeys[old])
      known[slot] = oldKeys[old]
      numbers[slot] = oldNumbers[old]
    }
  }
  return (keys, length, isNew) => {
    for (let i = 0; i < length; i++) {
      const key = keys[i]
      if (key < 0) {
        keys[i] = -1
        continue
      }
      const slot = findSlot(key)
      if (known[slot] >= 0) keys[i] = numbers[slot]
      else if (isNew === undefined) keys[i] = -1
      else {
        known[slot] = key
        keys[i] = numbers[slot] = count++
        isNew(i)
        if (count * 2 > mask) grow()
      }
    }
  }
}
