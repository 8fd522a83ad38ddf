/** Pictures the ranges that classes show of a column, and `?`. Rare ranges are merged. */
import type { ClassesPartition } from '../frequency/classes.ts'
import { type Hierarchy, knownValues, valuesIn } from '../hierarchy/hierarchy.ts'
import type { ColumnPicture, GroupPicture } from './report.ts'

const MOST_NAMED = 200

/** `labels` has the label of each class. */
export function rangesPicture(
  { frequencies, ranges, classes, suppressed }: ClassesPartition,
  column: number,
  labels: readonly string[],
  hierarchy: Hierarchy,
  loss: number,
): ColumnPicture {
  const { size } = frequencies.columns[column]
  const { low, high } = ranges[column]
  const shown = new Map<number, { readonly key: number; readonly first: number; all: number; rows: number }>()
  let leftOut = 0
  for (let c = 0; c < classes.count; c++) {
    const rows = suppressed[c] === 0 ? classes.sizes[c] : 0
    if (low[c] < 0) {
      leftOut += rows
      continue
    }
    const key = low[c] * size + high[c]
    const range = shown.get(key) ?? { key, first: c, all: 0, rows: 0 }
    range.all += classes.sizes[c]
    range.rows += rows
    shown.set(key, range)
  }
  const byRows = [...shown.values()].sort((a, b) => b.all - a.all || a.key - b.key)
  const often = byRows.slice(0, MOST_NAMED).sort((a, b) => a.key - b.key)
  const rare = byRows.slice(MOST_NAMED)
  const groups: GroupPicture[] = [
    ...often.map(({ first, rows }) => ({
      label: labels[first],
      rows,
      values: valuesIn(hierarchy, low[first], high[first]),
    })),
    { label: `${rare.length} more ranges`, rows: rare.reduce((sum, { rows }) => sum + rows, 0), values: 0 },
    { label: '?', rows: leftOut, values: knownValues(hierarchy) },
  ]
  return { column: hierarchy.column, kind: 'order', loss, groups: groups.filter(({ rows }) => rows > 0), leftOut }
}
