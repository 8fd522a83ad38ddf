/**
 * Writes a delimited release from rows in memory. Released rows repeat: a line is assembled from texts that are quoted
 * once, and sorting is a matter of the different lines. The bytes equal those of the engine's writer, which would
 * format every cell and sort all rows. Cost: a pass over the rows, and the bytes of the file.
 */
import { open } from 'node:fs/promises'
import type { EngineRun } from '../engines/engine.ts'
import { isPlainCsv, plainCsvLines } from '../engines/plain-csv.ts'
import { orderOfTuples } from '../frequency/build-frequency-table.ts'
import type { HeldRows, KeptColumn } from '../frequency/group-rows.ts'
import { throwIfCancelled } from '../ground/errors.ts'
import type { Sink } from '../sql/dialect.ts'
import { LINES_AT_ONCE, type LineMaker, openLines, type Part } from './line-writer.ts'
import { numberTuples, resized } from './number-tuples.ts'

export interface LinesForm {
  readonly order: 'sorted' | 'source'
  readonly spreadsheetSafe: boolean
  readonly form?: { readonly decimalComma?: readonly string[] | undefined } | undefined
}

export function hasLines(sink: Sink, { spreadsheetSafe, form }: LinesForm): boolean {
  return !spreadsheetSafe && form?.decimalComma === undefined && sink.format !== 'table' && isPlainCsv(sink)
}

export interface ReleasedLines {
  /** In release order: recoded columns, or columns kept with the rows. */
  readonly columns: readonly string[]
  readonly rows: HeldRows
  readonly classes: number
  /** The classes of these rows; −1 if a row has no line. */
  readonly classesOfRows: (from: number, to: number) => Int32Array
  readonly recoded: ReadonlyMap<string, ShownLabels>
  /** A class that is sorted last. */
  readonly last?: number | undefined
}

export interface ShownLabels {
  readonly labels: readonly string[]
  /** The label of each class. */
  readonly shown: Int32Array
  /** Whether labels are sorted as listed; otherwise by their bytes. */
  readonly inOrder: boolean
}

/** Returns false, without writing, if the engine must write the release. */
export async function writeLines(
  lines: ReleasedLines,
  sink: Sink,
  arrangement: LinesForm,
  { signal }: EngineRun = {},
): Promise<boolean> {
  if (sink.format === 'table' || !hasLines(sink, arrangement)) return false
  const kept = findKept(lines)
  const ranks = kept && arrangement.order === 'sorted' ? kept.map(rankTexts) : []
  if (kept === undefined || ranks.includes(undefined)) return false
  const file = await open(sink.file, 'w', 0o600)
  try {
    const write = async (bytes: Uint8Array): Promise<void> => {
      throwIfCancelled(signal)
      for (let done = 0; done < bytes.length; ) done += (await file.write(bytes, done)).bytesWritten
    }
    await write(Buffer.from(plainCsvLines(sink.delimiter)(lines.columns)))
    const maker = openLines(listParts(lines, kept, sink.delimiter), kept.length + 1, write)
    if (arrangement.order === 'sorted') await writeSorted(lines, kept, ranks as Int32Array[], maker)
    else
      for (let from = 0; from < lines.rows.tuples.length; from += LINES_AT_ONCE) {
        const batch = readBatch(lines, kept, from)
        await maker.add({ columns: batch }, batch[0].length)
      }
    await maker.end()
  } finally {
    await file.close()
  }
  return true
}

function findKept({ columns, rows, recoded }: ReleasedLines): KeptColumn[] | undefined {
  const kept = columns
    .filter((name) => !recoded.has(name))
    .map((name) => rows.kept.find(({ column }) => column === name))
  return kept.includes(undefined) ? undefined : (kept as KeptColumn[])
}

/** Codes of a batch of rows: class, then the kept columns. */
function readBatch({ rows, classesOfRows }: ReleasedLines, kept: readonly KeptColumn[], from: number) {
  const to = Math.min(from + LINES_AT_ONCE, rows.tuples.length)
  return [classesOfRows(from, to), ...kept.map(({ places }) => places.subarray(from, to))]
}

/** Neighbouring recoded columns are one part, by class. */
function listParts({ columns, recoded, classes }: ReleasedLines, kept: readonly KeptColumn[], delimiter: string) {
  const line = plainCsvLines(delimiter)
  const cell = (text: string | null, end: string) => line([text]).slice(0, -1) + end
  const parts: (Part & { texts: string[] })[] = []
  columns.forEach((column, at) => {
    const end = at === columns.length - 1 ? '\n' : delimiter
    const label = recoded.get(column)
    if (label === undefined) {
      const place = kept.findIndex((entry) => entry.column === column)
      parts.push({ column: place + 1, texts: kept[place].texts.map((text) => cell(text, end)) })
      return
    }
    if (parts.at(-1)?.column !== 0) parts.push({ column: 0, texts: Array.from({ length: classes }, () => '') })
    const { texts } = parts[parts.length - 1]
    const labels = label.labels.map((text) => cell(text, end))
    for (let i = 0; i < classes; i++) texts[i] += labels[label.shown[i]]
  })
  return parts
}

/** Counts equal lines, then sorts them like `arranged`. */
async function writeSorted(
  lines: ReleasedLines,
  kept: readonly KeptColumn[],
  ranks: readonly Int32Array[],
  maker: LineMaker,
): Promise<void> {
  const numbers = numberTuples([lines.classes, ...kept.map(({ texts }) => texts.length)])
  let [lineClasses, times] = [new Int32Array(1 << 10), new Int32Array(1 << 10)]
  for (let from = 0; from < lines.rows.tuples.length; from += LINES_AT_ONCE) {
    const batch = readBatch(lines, kept, from)
    const known = numbers.count
    const lineNumbers = numbers.add(batch, batch[0].length)
    const { count, firsts } = numbers
    if (count > times.length) [lineClasses, times] = [lineClasses, times].map((list) => resized(list, 2 * count))
    for (let line = known; line < count; line++) lineClasses[line] = batch[0][firsts[line] - from]
    for (let i = 0; i < lineNumbers.length; i++) if (lineNumbers[i] >= 0) times[lineNumbers[i]]++
  }
  times = times.subarray(0, numbers.count)
  const different = [
    lineClasses.subarray(0, numbers.count),
    ...kept.map(({ places }) => numbers.firsts.map((row) => places[row])),
  ]
  const columns = lines.columns.map((name) => {
    const label = lines.recoded.get(name)
    const place = kept.findIndex(({ column }) => column === name)
    const rank = label === undefined ? ranks[place] : rankLabels(label)
    const codes = different[place + 1].map((code) => rank[code])
    return { name, size: rank.reduce((most, next) => Math.max(most, next + 1), 1), codes }
  })
  if (lines.last !== undefined)
    columns.unshift({ name: '', size: 2, codes: different[0].map((code) => Number(code === lines.last)) })
  const order = orderOfTuples({ columns, counts: times })
  for (let from = 0; from < order.length; from += LINES_AT_ONCE) {
    const some = order.subarray(from, from + LINES_AT_ONCE)
    const pick = (codes: Int32Array) => some.map((line) => codes[line])
    await maker.add({ columns: different.map(pick), times: pick(times) }, some.length)
  }
}

function rankLabels({ labels, shown, inOrder }: ShownLabels): Int32Array {
  const order = [...new Set(labels)]
  if (!inOrder) sortTexts(order)
  const ranks = new Map(order.map((label, rank) => [label, rank]))
  return shown.map((label) => ranks.get(labels[label]) as number)
}

/** Missing cells come last. Undefined if numbers are not exact, so that only the engine can sort them. */
function rankTexts({ texts, isNumber }: KeptColumn): Int32Array | undefined {
  const order = texts.filter((text) => text !== null)
  if (isNumber) {
    order.sort((a, b) => Number(a) - Number(b))
    if (order.some((text, i) => !Number.isFinite(Number(text)) || Number(text) === Number(order[i - 1])))
      return undefined
  } else sortTexts(order)
  const ranks = new Map(order.map((text, rank) => [text, rank]))
  return Int32Array.from(texts, (text) => (text === null ? order.length : (ranks.get(text) as number)))
}

function sortTexts(texts: string[]): void {
  const bytes = new Map(texts.map((text) => [text, Buffer.from(text)]))
  texts.sort((a, b) => Buffer.compare(bytes.get(a) as Buffer, bytes.get(b) as Buffer))
}
