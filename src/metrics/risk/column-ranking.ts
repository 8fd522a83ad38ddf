/**
 * Ranks quasi-identifiers by how they single out people in the original table: distinct values per row (distinction),
 * pairs of rows they distinguish (separation; Motwani, Xu 2007), and unique rows that would not be unique without them.
 * Cost: a pass over the combinations per column.
 */
import type { FrequencyTable } from '../../frequency/frequency-table.ts'
import { createCounter } from '../../frequency/kernel/counter.ts'
import { countedSizes } from '../../frequency/persons.ts'
import { rowsByCode } from '../../frequency/rows-by-code.ts'
import { coarsestGrouping, finestGrouping, type Grouping } from '../../hierarchy/grouping.ts'

export interface ColumnRank {
  readonly column: string
  /** Distinct values / rows. */
  readonly distinction: number
  readonly separation: number
  readonly uniquesWithout: number
}

export function rankColumns(table: FrequencyTable): ColumnRank[] {
  const { columns, rows } = table
  const { all, without } = (table.persons === undefined && aloneInOrder(table)) || aloneByClasses(table)
  return columns
    .map(({ name }, i) => {
      const counts = rowsByCode(table, i)
      const alike = counts.reduce((sum, count) => sum + count * (count - 1), 0)
      return {
        column: name,
        distinction: counts.reduce((sum, count) => sum + (count > 0 ? 1 : 0), 0) / rows,
        separation: rows < 2 ? 0 : 1 - alike / (rows * (rows - 1)),
        uniquesWithout: all === 0 ? 0 : (all - without[i]) / all,
      }
    })
    .sort((a, b) => b.uniquesWithout - a.uniquesWithout || b.separation - a.separation)
}

interface Alone {
  readonly all: number
  readonly without: readonly number[]
}

export function aloneByClasses(table: FrequencyTable): Alone {
  const counter = createCounter(table)
  const finest = table.columns.map(({ size }) => finestGrouping(size))
  const alone = (groupings: readonly Grouping[]): number => {
    const classes = counter.count(groupings)
    return countedSizes(classes, table)
      .subarray(0, classes.count)
      .reduce((sum, size) => sum + (size === 1 ? 1 : 0), 0)
  }
  return {
    all: alone(finest),
    without: finest.map(({ codeGroups }, i) => alone(finest.with(i, coarsestGrouping(codeGroups.length)))),
  }
}

const PLACES_EACH = 64
const MOST_PLACES = 1 << 24
const [NOTHING, ONE_ROW, MORE] = [0, 1, 2]

/**
 * Counts by the order of combinations: those that agree before a column form a run, and two of a run are equal without
 * the column if their suffixes agree. Suffixes are mixed-radix numbers; undefined if they are too many. A third of the
 * cost of counting classes.
 */
export function aloneInOrder({ columns, counts, combinations }: FrequencyTable): Alone | undefined {
  const places = columns.slice(1).reduce((product, { size }) => product * size, 1)
  if (places > Math.min(MOST_PLACES, PLACES_EACH * combinations)) return undefined
  const differs = new Int32Array(combinations)
  for (let column = columns.length - 1; column >= 0; column--) {
    const { codes } = columns[column]
    for (let i = 1; i < combinations; i++) if (codes[i] !== codes[i - 1]) differs[i] = column
  }
  const met = new Uint8Array(places)
  const behind = new Int32Array(combinations)
  const without = new Array<number>(columns.length)
  for (let column = columns.length - 1, radix = 1; column >= 0; radix *= columns[column--].size) {
    const { codes } = columns[column]
    let alone = 0
    for (let from = 0, to = 1; from < combinations; from = to++) {
      while (to < combinations && differs[to] >= column) to++
      if (to === from + 1) {
        if (counts[from] === 1) alone++
        behind[from] += codes[from] * radix
        continue
      }
      for (let i = from; i < to; i++) met[behind[i]] = counts[i] === 1 && met[behind[i]] === NOTHING ? ONE_ROW : MORE
      for (let i = from; i < to; i++) {
        const place = behind[i]
        if (met[place] === ONE_ROW) alone++
        met[place] = NOTHING
        behind[i] = place + codes[i] * radix
      }
    }
    without[column] = alone
  }
  return { all: counts.reduce((sum, count) => sum + (count === 1 ? 1 : 0), 0), without }
}
