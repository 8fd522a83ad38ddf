/** Maps values to the labels of a recoding, to translate original rows into the terms of a release. */
import { userError } from '../ground/errors.ts'
import { type LabelledRange, readRange } from '../hierarchy/ends/range-label.ts'
import { MISSING_LABEL } from '../hierarchy/hierarchy.ts'
import type { ClassesRecoding } from './class-decision.ts'
import { documentText, parseDocument } from './read-document.ts'
import { type ColumnsRecoding, groupOfNumber, type RecodedColumn, type RecodedNumbers } from './recoding.ts'

export type ValueLabels = (value: string) => string | undefined

export function readLabels(file: string): ReadonlyMap<string, ValueLabels> {
  const recoding = parseDocument<ColumnsRecoding | ClassesRecoding>(documentText(file, 'recoding'), file, 'recoding')
  if (recoding.columns === undefined)
    throw userError('file', file)`${file} is not the recoding of a table; give the .recoding.json of this release`
  const missing = new Set(['', ...(recoding.missingValues ?? ['?'])])
  return new Map(recoding.columns.map((column) => [column.column, columnLabels(column, missing)]))
}

function columnLabels(column: RecodedColumn, missing: ReadonlySet<string>): ValueLabels {
  if (column.type === 'numeric') return numberLabels(column, missing)
  const labels = new Map(column.groups.flatMap(({ label, values }) => values.map((value) => [value, label])))
  return (value) => labels.get(missing.has(value) ? MISSING_LABEL : value)
}

function numberLabels({ groups }: RecodedNumbers, missing: ReadonlySet<string>): ValueLabels {
  const known = groups.flatMap(({ from, to, label }) =>
    from === undefined || to === undefined ? [] : [{ from, to, label }],
  )
  const unknown = groups.find((group) => group.missing)?.label
  return (value) => {
    if (missing.has(value)) return unknown
    const number = Number(value)
    return known.length === 0 || !Number.isFinite(number) ? undefined : known[groupOfNumber(known, number)].label
  }
}

/** Number labels of a local recoding overlap (`[20,29]`, `[25,31]`, `30`), so midpoints say more than categories. */
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
