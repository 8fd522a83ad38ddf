/**
 * The task of the kernel bench: 20,000 distinct combinations of eight columns with a binary class, and 64 random
 * generalizations in each of three regimes. One evaluation counts the classes and sums, as integers: suppressed rows at
 * k = 5, discernibility, minority rows, and widths of the released intervals.
 */
import { codesOfSize, type FrequencyTable } from '../../../src/frequency/frequency-table.ts'
import { type Random, randomFrom } from '../../../src/ground/random.ts'
import { emptyGrouping, fillFromBits, type Grouping } from '../../../src/hierarchy/grouping.ts'

const SIZES = [72, 8, 16, 7, 14, 5, 2, 41]
export const K = 5

export interface KernelTask {
  readonly table: FrequencyTable
  readonly regimes: readonly { readonly name: string; readonly generalizations: readonly (readonly Grouping[])[] }[]
}

/** Exact, so that all entrants must agree. */
export interface Sums {
  suppressed: number
  discernibility: number
  wrong: number
  widths: number
}

/** Probability of a cut between neighbouring codes; gives about 300, 2,200 and 16,300 classes. */
const SEPARATED = { coarse: 0.09, medium: 0.167, fine: 0.55 }

export function kernelTask(combinations: number): KernelTask {
  return tableTask(randomTable(combinations, randomFrom(1)))
}

/** The task on another table, with one target of two values. */
export function tableTask(table: FrequencyTable): KernelTask {
  const random = randomFrom(2)
  return {
    table,
    regimes: Object.entries(SEPARATED).map(([name, chance]) => ({
      name,
      generalizations: Array.from({ length: 64 }, () =>
        table.columns.map((column) => randomGrouping(column.size, chance, random)),
      ),
    })),
  }
}

/** Distinct combinations skewed to small codes, ascending, one to three rows each. */
function randomTable(combinations: number, random: Random): FrequencyTable {
  const seen = new Map<string, number[]>()
  while (seen.size < combinations) {
    const codes = SIZES.map((size) => Math.floor(random.uniform() ** 3 * size))
    seen.set(codes.join(), codes)
  }
  const rows = [...seen.values()].sort((a, b) => {
    const column = a.findIndex((code, i) => code !== b[i])
    return a[column] - b[column]
  })
  const counts = Int32Array.from(rows, () => 1 + random.integer(3))
  const ofClass = new Int32Array(combinations * 2)
  for (let i = 0; i < combinations; i++) {
    for (let row = 0; row < counts[i]; row++) ofClass[2 * i + (random.uniform() < 0.25 ? 1 : 0)]++
  }
  return {
    columns: SIZES.map((size, column) => {
      const codes = codesOfSize(size, combinations)
      for (let i = 0; i < combinations; i++) codes[i] = rows[i][column]
      return { name: `column${column}`, size, codes }
    }),
    combinations,
    rows: counts.reduce((sum, count) => sum + count, 0),
    counts,
    targets: [{ kind: 'categories', name: 'class', values: ['no', 'yes'], counts: ofClass }],
  }
}

function randomGrouping(size: number, chance: number, random: Random): Grouping {
  const grouping = emptyGrouping(size)
  fillFromBits(
    grouping,
    Uint8Array.from({ length: size - 1 }, () => (random.uniform() < chance ? 1 : 0)),
  )
  return grouping
}
