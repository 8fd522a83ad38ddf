/**
 * Where a column of numbers or an order without a tree begins: at most so many intervals of about equally many rows. Values stay whole,
 * missing values an interval of their own. Cost: the codes of the column.
 */
import type { ColumnCounts } from '../../trail/measures.ts'

/** First code of each interval. */
export function startIntervals({ rows, hierarchy }: ColumnCounts, intervals: number): number[] {
  const size = hierarchy.values.length
  if (size <= intervals) return Array.from({ length: size }, (_, code) => code)
  const { missing } = hierarchy
  const numbers = missing === undefined ? size : size - 1
  const most = missing === undefined ? intervals : intervals - 1
  const starts = [0]
  for (let code = 1; code < numbers; code++) {
    // A new interval where the rows before the code fill up the intervals so far: rows(before) ≥ i · rows / intervals.
    if (starts.length < most && rows[code] * most >= starts.length * rows[numbers]) starts.push(code)
  }
  if (missing !== undefined) starts.push(missing)
  return starts
}
