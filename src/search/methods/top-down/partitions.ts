/**
 * Partitions of the combinations by their cut values in one set of columns, split in place as values are refined (TIPS,
 * Fung, Wang, Yu 2005). Each caches, per column, the smallest part it would split into; a split invalidates only the
 * partitions it touches. Cost: a step reads the combinations of the partitions it split, and one number of each other
 * partition.
 */
import type { FrequencyTable } from '../../../frequency/frequency-table.ts'

export type Partitions = ReturnType<typeof openPartitions>

const UNKNOWN = -1

export function openPartitions(frequencies: FrequencyTable, columns: readonly number[]) {
  const { combinations, counts } = frequencies
  const columnCodes = frequencies.columns.map((column) => column.codes)
  // Partition p holds the combinations order[begin[p]] up to but excluding order[end[p]].
  const order = Int32Array.from({ length: combinations }, (_, i) => i)
  const begin = [0]
  const end = [combinations]
  const rows = [frequencies.rows]
  const smallestPart = new Map(columns.map((column) => [column, [UNKNOWN]]))
  const scratch = new Int32Array(combinations)
  const tally = new Int32Array(Math.max(1, ...frequencies.columns.map((column) => column.size)))

  const count = (partition: number, codes: ArrayLike<number>, codeParts: Int32Array | undefined): number => {
    let parts = 0
    for (let i = begin[partition]; i < end[partition]; i++) {
      const code = codes[order[i]]
      const part = codeParts === undefined ? code : codeParts[code]
      if (part >= parts) {
        tally.fill(0, parts, part + 1)
        parts = part + 1
      }
      tally[part] += counts[order[i]]
    }
    return parts
  }

  return {
    columns,
    anonymity: () => rows.reduce((least, size) => Math.min(least, size), frequencies.rows),
    /** The smallest partition after refining each value of a column, by value number. */
    anonymityAfter(column: number, valueAt: Int32Array, codeParts: Int32Array, values: number): Float64Array {
      const codes = columnCodes[column]
      const known = smallestPart.get(column)!
      const inside = new Float64Array(values).fill(Number.POSITIVE_INFINITY)
      const outside = new Float64Array(values).fill(Number.POSITIVE_INFINITY)
      for (let partition = 0; partition < rows.length; partition++) {
        if (known[partition] === UNKNOWN) {
          const parts = count(partition, codes, codeParts)
          let least = rows[partition]
          for (let part = 0; part < parts; part++) if (tally[part] > 0 && tally[part] < least) least = tally[part]
          known[partition] = least
        }
        const value = valueAt[codes[order[begin[partition]]]]
        inside[value] = Math.min(inside[value], known[partition])
        outside[value] = Math.min(outside[value], rows[partition])
      }
      return combine(inside, outside)
    },
    /** The smallest partition after disclosing each code of ⊥. */
    anonymityAfterDisclosing(column: number, valueAt: Int32Array, suppressedValue: number): Float64Array {
      const codes = columnCodes[column]
      const after = new Float64Array(tally.length).fill(Number.POSITIVE_INFINITY)
      let untouched = Number.POSITIVE_INFINITY
      for (let partition = 0; partition < rows.length; partition++) {
        const size = rows[partition]
        if (valueAt[codes[order[begin[partition]]]] !== suppressedValue) {
          untouched = Math.min(untouched, size)
          continue
        }
        const parts = count(partition, codes, undefined)
        for (let code = 0; code < after.length; code++) {
          const part = code < parts ? tally[code] : 0
          after[code] = Math.min(after[code], part === 0 || part === size ? size : Math.min(part, size - part))
        }
      }
      return after.map((least) => Math.min(least, untouched))
    },
    /** `codeParts[code]`: the part that refining the code's value puts it in. */
    split(column: number, valueAt: Int32Array, value: number, codeParts: Int32Array): void {
      const codes = columnCodes[column]
      for (let partition = rows.length - 1; partition >= 0; partition--) {
        if (valueAt[codes[order[begin[partition]]]] !== value) continue
        const from = begin[partition]
        const until = end[partition]
        const parts = count(partition, codes, codeParts)
        const sizes = Array.from(tally.subarray(0, parts))
        // A stable counting sort by part: the parts become partitions side by side.
        const place = new Int32Array(parts)
        for (let i = from; i < until; i++) place[codeParts[codes[order[i]]]]++
        let next = from
        let first = true
        for (let part = 0; part < parts; part++) {
          const many = place[part]
          place[part] = next
          next += many
          if (many === 0) continue
          const target = first ? partition : rows.length
          begin[target] = next - many
          end[target] = next
          rows[target] = sizes[part]
          for (const known of smallestPart.values()) known[target] = UNKNOWN
          first = false
        }
        for (let i = from; i < until; i++) scratch[place[codeParts[codes[order[i]]]]++] = order[i]
        order.set(scratch.subarray(from, until), from)
      }
    },
  }
}

/** For each value: the smallest part inside it, or the smallest partition of any other value. */
function combine(inside: Float64Array, outside: Float64Array): Float64Array {
  let least = -1
  let second = Number.POSITIVE_INFINITY
  for (let value = 0; value < outside.length; value++) {
    if (least < 0 || outside[value] < outside[least]) {
      if (least >= 0) second = Math.min(second, outside[least])
      least = value
    } else second = Math.min(second, outside[value])
  }
  return inside.map((size, value) => Math.min(size, value === least ? second : outside[least]))
}
