/** Applies a recoding of columns in the engine and writes the result to a file. */
import type { EngineRun } from '../engines/engine.ts'
import type { ColumnsPartition } from '../frequency/classes.ts'
import type { CountedTable } from '../frequency/counted-table.ts'
import { SUPPRESSED_LABEL } from '../hierarchy/hierarchy.ts'
import { writeLines } from '../lines/write-lines.ts'
import {
  type ColumnRecode,
  classKeys,
  labelOrders,
  masksSome,
  placedColumns,
  type RecodeRequest,
  recodeStatement,
  SUPPRESSED_COLUMN,
  type Suppression,
} from '../recoding/recode-statement.ts'
import { fileSink, releaseFormat } from '../sources/formats/index.ts'
import type { SourceRequest, Table } from '../sources/table.ts'
import type { FileSink, Sink } from '../sql/dialect.ts'
import { type ColumnEncoding, valueOrMissing } from '../sql/encoding.ts'
import { type Arrangement, arranged, columnKinds } from './arrange.ts'
import { columnLines } from './column-lines.ts'

export interface ReleaseRequest {
  readonly columns: readonly string[]
  readonly partition: ColumnsPartition
  readonly encodings: readonly ColumnEncoding[]
  readonly labels: readonly (readonly string[])[]
  readonly suppressedRows: 'mask' | 'drop'
  readonly dropMissing: boolean
  readonly missingValues: readonly string[]
}

export async function writeRelease(
  { engine, source, held }: Pick<Table, 'engine' | 'source'> & Pick<CountedTable, 'held'>,
  recode: RecodeRequest,
  sink: Sink,
  arrangement: Arrangement,
  run: EngineRun = {},
): Promise<void> {
  const { dialect } = engine
  if (held !== undefined && (await writeLines(columnLines(held, recode), sink, arrangement, run))) return
  const labels = labelOrders(recode, dialect.keepsOrder)
  const last = arrangement.order === 'sorted' && masksSome(recode.suppression) ? SUPPRESSED_COLUMN : undefined
  const asked = { ...recode, inOrder: arrangement.order === 'source', tellsSuppressed: last !== undefined }
  const request = arrangement.order === 'sorted' && !dialect.keepsOrder ? { ...asked, placed: labels } : asked
  const rows = recodeStatement(dialect, source, request)
  const places = placedColumns(request)
  const recoded = recode.recodes.map(({ encoding }) => encoding.column)
  const kinds = columnKinds(source, recoded)
  await engine.export(
    arranged(dialect, rows, recode.columns, sink, { ...arrangement, labels, places, kinds, last }),
    sink,
    run,
  )
}

export async function prepareRelease(table: Table, request: ReleaseRequest): Promise<RecodeRequest> {
  const { partition, encodings, labels } = request
  const { groupings, classes, suppressed, frequencies } = partition
  const { dialect } = table.engine
  return {
    columns: request.columns,
    recodes: encodings.map((encoding, i) => ({ encoding, codeGroups: groupings[i].codeGroups, labels: labels[i] })),
    suppression: await uploadSuppression(table, partition, request.suppressedRows),
    dropMissing: request.dropMissing,
    value: (column) => valueOrMissing(dialect, column, request.missingValues),
    suppressedLabel: SUPPRESSED_LABEL,
    shown: groupings.map(({ codeGroups, groups }, i) => {
      const shown = new Uint8Array(groups)
      const { codes } = frequencies.columns[i]
      for (let c = 0; c < classes.count; c++)
        if (suppressed[c] === 0) shown[codeGroups[codes[classes.representatives[c]]]] = 1
      return shown
    }),
  }
}

export function withLabels(
  recode: RecodeRequest,
  labels: readonly (readonly string[])[],
  encodings: readonly ColumnRecode['encoding'][] = recode.recodes.map(({ encoding }) => encoding),
): RecodeRequest {
  const recodes = recode.recodes.map(({ codeGroups }, i) => ({ encoding: encodings[i], codeGroups, labels: labels[i] }))
  return { ...recode, recodes }
}

const suppressionDictionary = 'halftone suppression'

/** Flags are part of the statement; above this many, a dictionary of classes is smaller. */
const mostFlags = 1 << 21

async function uploadSuppression(
  { engine }: Table,
  partition: ColumnsPartition,
  rows: 'mask' | 'drop',
): Promise<Suppression> {
  const { classes, suppressed, keptClasses, groupings, frequencies } = partition
  const suppressedClasses = classes.count - keptClasses
  if (suppressedClasses === 0) return { classes: 'none' }
  if (keptClasses === 0) return { classes: 'all', rows }
  const keys = classKeys(groupings.map((grouping) => grouping.groups))
  const flags = keys.classes <= mostFlags ? new Uint8Array(keys.classes) : undefined
  const listed = flags !== undefined || suppressedClasses <= keptClasses
  const groups = new Int32Array(groupings.length)
  const texts: string[] = []
  for (let c = 0; c < classes.count; c++) {
    if ((suppressed[c] === 1) !== listed) continue
    for (let i = 0; i < groups.length; i++)
      groups[i] = groupings[i].codeGroups[frequencies.columns[i].codes[classes.representatives[c]]]
    if (flags === undefined) texts.push(keys.text(groups))
    else flags[keys.place(groups)] = 1
  }
  if (flags !== undefined) return { classes: 'flagged', flags, rows }
  await engine.uploadDictionary(suppressionDictionary, texts)
  return { classes: listed ? 'listed' : 'unlisted', dictionary: suppressionDictionary, keys: new Set(texts), rows }
}

export function releaseSink(plan: PlannedRelease, file: string): FileSink {
  const sink = fileSink(plan.output.release, file)
  const { form } = plan.arrangement
  if (form === undefined) return sink
  const { decimalComma: _, ...written } = form
  return { ...sink, ...written, delimiter: form.delimiter ?? sink.delimiter }
}

export function releaseForm(
  plan: PlannedRelease,
): Pick<SourceRequest, 'format' | 'delimiter' | 'quote' | 'encoding' | 'numbers' | 'marked'> {
  const { format: written, delimiter, quote, encoding } = releaseSink(plan, '')
  const format = releaseFormat(plan.output.release)?.name
  const columns = written === 'csv' ? plan.arrangement.form?.decimalComma : undefined
  const numbers = columns && { decimal: ',' as const, columns, labels: true }
  const readAs = encoding === 'utf-8-bom' ? 'utf-8' : encoding
  return {
    format,
    delimiter,
    quote,
    encoding: readAs,
    numbers,
    marked: written === 'csv' && plan.arrangement.spreadsheetSafe,
  }
}

export interface PlannedRelease {
  readonly output: { readonly release: string; readonly table?: string }
  readonly arrangement: Arrangement
}
