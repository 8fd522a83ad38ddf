/** Initial groups of ordered columns: intervals of about equal rows; missing values are alone. */
import type { ColumnCounts } from '../../trail/measures.ts'

export function startIntervals({ rows, hierarchy }: ColumnCounts, intervals: number): number[] {
  const size = hierarchy.values.length
  if (size <= intervals) return Array.from({ length: size }, (_, code) => code)
  const { missing } = hierarchy
  const numbers = missing === undefined ? size : size - 1
  const most = missing === undefined ? intervals : intervals - 1
  const starts = [0]
  for (let code = 1; code < numbers; code++) {
    // Starts interval i once rows(before) ≥ i · rows / intervals.
    if (starts.length < most && rows[code] * most >= starts.length * rows[numbers]) starts.push(code)
  }
  if (missing !== undefined) starts.push(missing)
  return starts
}
