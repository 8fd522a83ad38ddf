/**
 * Numbers tuples of small integers as they first occur, in a hash table: tuples that do not occur cost nothing.
 * Columns share a mixed-radix key while it is exact; further columns are keyed together with the number so far.
 */

export interface TupleNumbers {
  readonly count: number
  /** The number of each tuple; −1 if its first code is negative. */
  add(columns: readonly ArrayLike<number>[], tuples: number): Int32Array
  /** As `add`, but returns −1 for unknown tuples. */
  find(columns: readonly ArrayLike<number>[], tuples: number): Int32Array
}

/** `sizes` are exclusive upper bounds of the codes, at most 2²² after the first column. */
export function numberTuples(sizes: readonly number[]): TupleNumbers {
  const tables: { readonly columns: number[]; product: number; readonly numbers: ReturnType<typeof createTable> }[] = []
  sizes.forEach((size, column) => {
    const last = tables.at(-1)
    if (last === undefined || last.product * size > Number.MAX_SAFE_INTEGER)
      tables.push({ columns: [column], product: size * (last === undefined ? 1 : 2 ** 31), numbers: createTable() })
    else {
      last.columns.push(column)
      last.product *= size
    }
  })
  const number = (codes: readonly ArrayLike<number>[], tuples: number, adds: boolean): Int32Array => {
    const found = new Int32Array(tuples)
    const keys = new Float64Array(tuples)
    tables.forEach(({ columns, numbers }, level) => {
      for (let i = 0; i < tuples; i++) keys[i] = found[i]
      for (const column of columns) {
        const [size, columnCodes] = [sizes[column], codes[column]]
        for (let i = 0; i < tuples; i++) keys[i] = keys[i] * size + columnCodes[i]
      }
      for (let i = 0; i < tuples; i++)
        found[i] = (level === 0 ? codes[0][i] : found[i]) < 0 ? -1 : numbers.place(keys[i], adds)
    })
    return found
  }
  return {
    get count() {
      return tables.at(-1)?.numbers.count() ?? 0
    },
    add: (columns, tuples) => number(columns, tuples, true),
    find: (columns, tuples) => number(columns, tuples, false),
  }
}

/** Open addressing, at most half full. */
function createTable() {
  let mask = (1 << 12) - 1
  let keys = new Float64Array(mask + 1).fill(-1)
  let numbers = new Int32Array(mask + 1)
  let count = 0
  const findSlot = (key: number): number => {
    let mixed = Math.imul(key | 0, 0x9e3779b1) ^ Math.imul(key / 2 ** 32, 0x85ebca6b)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d)
    return (mixed ^ (mixed >>> 13)) & mask
  }
  const grow = (): void => {
    const [oldKeys, oldNumbers] = [keys, numbers]
    mask = mask * 4 + 3
    keys = new Float64Array(mask + 1).fill(-1)
    numbers = new Int32Array(mask + 1)
    for (let old = 0; old < oldKeys.length; old++) {
      if (oldKeys[old] < 0) continue
      let slot = findSlot(oldKeys[old])
      while (keys[slot] >= 0) slot = (slot + 1) & mask
      keys[slot] = oldKeys[old]
      numbers[slot] = oldNumbers[old]
    }
  }
  return {
    count: () => count,
    place(key: number, adds: boolean): number {
      let slot = findSlot(key)
      while (keys[slot] >= 0) {
        if (keys[slot] === key) return numbers[slot]
        slot = (slot + 1) & mask
      }
      if (!adds) return -1
      keys[slot] = key
      numbers[slot] = count++
      if (count * 2 > mask) grow()
      return count - 1
    },
  }
}
