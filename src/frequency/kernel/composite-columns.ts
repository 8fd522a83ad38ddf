/** Joins columns by mixed radix, so that a pass over combinations makes a few lookups instead of one per column. */
import type { FrequencyTable } from '../frequency-table.ts'

export interface CompositeColumns {
  /** Columns of each composite; the last one is the lowest digit. */
  readonly members: readonly (readonly number[])[]
  readonly sizes: readonly number[]
  /** Whether the three codes of a combination fit in 32 bits: 11, 11 and 10. */
  readonly packed: boolean
}

const PACKED_SIZES = [2048, 2048, 1024]

/** Largest lookup table: it is rebuilt at each evaluation and should fit in the L1 cache. */
const LARGEST_JOIN = 2048

export function joinColumns(table: FrequencyTable): CompositeColumns {
  // For few combinations, building the tables costs more than looking up single columns.
  const worthwhile = Math.min(LARGEST_JOIN, Math.max(16, table.combinations >> 2))
  for (const limit of worthwhile < LARGEST_JOIN ? [worthwhile, LARGEST_JOIN] : [LARGEST_JOIN]) {
    const joined = joinUpTo(table, limit)
    if (joined.packed) return joined
  }
  return joinUpTo(table, worthwhile)
}

/** First fit, largest columns first; a column above the limit stays alone. */
function joinUpTo(table: FrequencyTable, limit: number): CompositeColumns {
  const order = table.columns.map((_, column) => column)
  order.sort((a, b) => table.columns[b].size - table.columns[a].size || a - b)
  const bins: { members: number[]; size: number }[] = []
  for (const column of order) {
    const { size } = table.columns[column]
    const bin = bins.find((candidate) => candidate.size * size <= limit)
    if (bin === undefined) bins.push({ members: [column], size })
    else {
      bin.members.push(column)
      bin.size *= size
    }
  }
  bins.sort((a, b) => b.size - a.size)
  return {
    members: bins.map((bin) => bin.members),
    sizes: bins.map((bin) => bin.size),
    packed: bins.length <= PACKED_SIZES.length && bins.every((bin, i) => bin.size <= PACKED_SIZES[i]),
  }
}
