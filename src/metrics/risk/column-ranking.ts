/**
 * Which quasi-identifiers single people out, in the table as it was read: how many values a column has for its rows (distinction), how many pairs
 * of rows it tells apart (separation: Motwani, Xu 2007), and how many of the rows that are the only ones of their kind would not be without it.
 *
 * Cost: a count of the classes for each column.
 */
import { createCounter } from '../../frequency/counter.ts'
import type { FrequencyTable } from '../../frequency/frequency-table.ts'
import { countedSizes } from '../../frequency/persons.ts'
import { rowsByCode } from '../../frequency/rows-by-code.ts'
import { finestGrouping, type Grouping } from '../../hierarchy/grouping.ts'

export interface ColumnRank {
  readonly column: string
  /** Different values / rows. */
  readonly distinction: number
  /** The share of pairs of rows that differ in it. */
  readonly separation: number
  /** The share of the unique rows (or persons) that would not be unique without it. */
  readonly uniquesWithout: number
}

function countOnes({ counts, combinations }: FrequencyTable): number {
  let ones = 0
  for (let i = 0; i < combinations; i++) if (counts[i] === 1) ones++
  return ones
}

/** Those that single out most first. */
export function rankColumns(table: FrequencyTable): ColumnRank[] {
  const { columns, rows } = table
  const counter = createCounter(table)
  const finest = columns.map(({ size }) => finestGrouping(size))
  const uniques = (groupings: readonly Grouping[]): number => {
    const classes = counter.count(groupings)
    const sizes = countedSizes(classes, table)
    let alone = 0
    for (let c = 0; c < classes.count; c++) if (sizes[c] === 1) alone++
    return alone
  }
  // Combinations differ from each other: each is a class by itself.
  const all = table.persons === undefined ? countOnes(table) : uniques(finest)
  return columns
    .map(({ name, size }, i) => {
      const counts = rowsByCode(table, i)
      const alike = counts.reduce((sum, count) => sum + count * (count - 1), 0)
      const without = finest.map((own, c) => (c === i ? { groupOf: new Int32Array(size), groups: 1 } : own))
      return {
        column: name,
        distinction: counts.reduce((sum, count) => sum + (count > 0 ? 1 : 0), 0) / rows,
        separation: rows < 2 ? 0 : 1 - alike / (rows * (rows - 1)),
        uniquesWithout: all === 0 ? 0 : (all - uniques(without)) / all,
      }
    })
    .sort((a, b) => b.uniquesWithout - a.uniquesWithout || b.separation - a.separation)
}
