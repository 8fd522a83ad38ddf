/** Number labels of a local recoding overlap (`[20,29]`, `[25,31]`, `30`), so midpoints say more than categories. */
import { type LabelledRange, readRange } from '../hierarchy/ends/range-label.ts'

export function intervalsOverlap(labels: readonly string[]): boolean {
  const ranges = [...new Set(labels)].map(readRange).filter((range) => range !== undefined && !range.dates)
  const sorted = (ranges as LabelledRange[]).sort((a, b) => a.low - b.low || a.high - b.high)
  return sorted.some(({ low }, i) => i > 0 && low <= sorted[i - 1].high)
}

/** The middle of an interval as text, of an open one its end; any other label as it is. */
export function midpoint(label: string): string {
  const range = readRange(label)
  if (range === undefined || range.dates) return label
  const { low, high } = range
  return String(Number.isFinite(low) && Number.isFinite(high) ? (low + high) / 2 : Number.isFinite(low) ? low : high)
}
