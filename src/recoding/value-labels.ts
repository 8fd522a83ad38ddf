/** Maps values to the labels of a recoding, to translate original rows into the terms of a release. */
import { userError } from '../ground/errors.ts'
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
