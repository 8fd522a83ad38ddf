/** Memoizes RM's input per table: moments of each combination, or all entries sorted by value. */
import type { NumberTarget } from '../../frequency/frequency-table.ts'
import { madeOnce } from '../../ground/made-once.ts'

export type Moments = ReturnType<typeof targetMoments>

/** Per combination: rows, Σ(v − mean), Σ(v − mean)²; in total, the last over all rows. */
export const targetMoments = madeOnce(({ values, offsets, codes, counts }: NumberTarget) => {
  const combinations = offsets.length - 1
  let n = 0
  let sum = 0
  for (let e = 0; e < codes.length; e++) {
    n += counts[e]
    sum += counts[e] * values[codes[e]]
  }
  const mean = n === 0 ? 0 : sum / n
  const room = () => new Float64Array(combinations)
  const rows = room()
  const sums = room()
  const squares = room()
  let total = 0
  for (let i = 0; i < combinations; i++) {
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      const u = values[codes[e]] - mean
      rows[i] += counts[e]
      sums[i] += counts[e] * u
      squares[i] += counts[e] * u * u
    }
    total += squares[i]
  }
  // All values are equal: the rest is rounding of the mean.
  if (values.length <= 1) total = 0
  return { total, rows, sums, squares, ownRows: room(), ownSums: room(), ownSquares: room() }
})

/** Entries ascending by value; `centre` is the median of all rows, `total` Σ|v − median|. */
export const entriesByValue = madeOnce(({ values, offsets, codes, counts }: NumberTarget) => {
  const combinations = offsets.length - 1
  // Counting sort by value code; stable within a value.
  const starts = new Int32Array(values.length + 1)
  for (const code of codes) starts[code + 1]++
  for (let v = 0; v < values.length; v++) starts[v + 1] += starts[v]
  const combination = new Int32Array(codes.length)
  const value = new Float64Array(codes.length)
  const rows = new Int32Array(codes.length)
  for (let i = 0; i < combinations; i++) {
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      const place = starts[codes[e]]++
      combination[place] = i
      value[place] = values[codes[e]]
      rows[place] = counts[e]
    }
  }
  const centre = median(value, rows)
  let total = 0
  for (let e = 0; e < rows.length; e++) total += rows[e] * Math.abs(value[e] - centre)
  return {
    centre,
    total,
    combination,
    value,
    rows,
    ownRows: new Int32Array(combinations),
    passed: new Int32Array(combinations),
    lower: new Float64Array(combinations),
    upper: new Float64Array(combinations),
    ownSums: new Float64Array(combinations),
  }
})

function median(value: Float64Array, rows: Int32Array): number {
  let n = 0
  for (const count of rows) n += count
  let before = 0
  let lower = 0
  for (let e = 0; e < rows.length; e++) {
    const after = before + rows[e]
    if (before <= (n - 1) >> 1 && (n - 1) >> 1 < after) lower = value[e]
    if (before <= n >> 1 && n >> 1 < after) return (lower + value[e]) / 2
    before = after
  }
  return 0
}
