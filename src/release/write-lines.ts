/**
 * Writes a delimited release line by line. Released rows repeat: the engine encodes a row as one number, and lines are
 * assembled from texts that are quoted once. The bytes equal those of the engine's writer, which would format every
 * cell and sort all rows. Cost: a pass over the stored rows, and the bytes of the file.
 */
import { open } from 'node:fs/promises'
import type { Engine, EngineRun } from '../engines/engine.ts'
import { countRows } from '../engines/figures.ts'
import { isPlainCsv, plainCsvLines } from '../engines/plain-csv.ts'
import { orderOfTuples } from '../frequency/build-frequency-table.ts'
import type { HeldCodes } from '../frequency/counted-table.ts'
import { throwIfCancelled } from '../ground/errors.ts'
import {
  classKeys,
  type KnownTexts,
  masksSome,
  numberStatement,
  type RecodeRequest,
  SUPPRESSED_COLUMN,
  sortsByPlace,
} from '../recoding/recode-statement.ts'
import { join, type Sink, type Sql, sql, type TableSource } from '../sql/dialect.ts'
import type { Arrangement } from './arrange.ts'
import { type LineMaker, type NumberedLines, openLines, type Part } from './line-writer.ts'

/** With fewer rows, the engine writes them faster than it lists their texts. */
const WORTH_IT = 200_000
const MOST_ROWS = 1 << 24
const MOST_TEXTS = 1000
const MOST_COLUMNS = 40
const FIRST_ROWS = 20_000
const MOST_CLASSES = 1 << 21
const BATCH = 1 << 16
const MOST_COUNTED = 1 << 24

interface OtherColumn extends KnownTexts {
  readonly values: readonly (string | null)[]
}

export function hasLines(sink: Sink, { spreadsheetSafe, form }: Arrangement): boolean {
  return !spreadsheetSafe && form?.decimalComma === undefined && sink.format !== 'table' && isPlainCsv(sink)
}

/** Returns false, without writing, if the engine must write the release. */
export async function writeLines(
  { engine, source }: { readonly engine: Engine; readonly source: TableSource },
  recode: RecodeRequest,
  sink: Sink,
  arrangement: Arrangement,
  { signal, worthIt = WORTH_IT }: EngineRun & { readonly worthIt?: number } = {},
): Promise<boolean> {
  const { dialect } = engine
  if (!dialect.keepsOrder || !hasLines(sink, arrangement) || !isNumbered(recode)) return false
  const count = await countRows(engine, dialect.scan(source), { signal })
  if (count < worthIt || count > MOST_ROWS) return false
  const others = await readTexts(engine, source, recode, { signal })
  if (others === undefined) return false
  const select = numberStatement(dialect, source, recode, others)
  return writeFile({ recode, others, sink, signal }, async (openMaker) => {
    if (arrangement.order === 'sorted') {
      const answer = await engine.query(
        sql`SELECT number, ${dialect.wholeNumber(sql`COUNT(*)`)} AS times FROM (${select}) AS numbered GROUP BY number`,
        { signal },
      )
      return writeSorted(
        { numbers: answer.numbers('number'), times: answer.numbers('times') },
        recode,
        others,
        openMaker,
      )
    }
    const found = { numbers: (await engine.query(select, { signal })).numbers('number') }
    const lines = openMaker(classesOfLines(found, others))
    await lines.add(found)
    await lines.end()
  })
}

export async function writeHeldLines(
  held: HeldCodes,
  recode: RecodeRequest,
  sink: Sink,
  arrangement: Arrangement,
  { signal }: EngineRun = {},
): Promise<boolean> {
  if (!hasLines(sink, arrangement) || !isNumbered(recode)) return false
  const kept = keptTexts(held, recode)
  if (kept === undefined) return false
  const others = kept.map(({ other }) => other)
  const rows = { tuples: held.tuples, bases: basesOfTuples(held, recode, strideOfClass(others)), kept }
  return writeFile({ recode, others, sink, signal }, async (openMaker) => {
    if (arrangement.order === 'sorted')
      return writeSorted(countNumbers(rows, others, countClasses(recode)), recode, others, openMaker)
    const lines = openMaker(classesOfLines({ numbers: rows.bases }, others))
    for (let from = 0; from < rows.tuples.length; from += BATCH)
      await lines.add({ numbers: numbersOfRows(rows, from, Math.min(from + BATCH, rows.tuples.length)) })
    await lines.end()
  })
}

interface WrittenFile {
  readonly recode: RecodeRequest
  readonly others: readonly OtherColumn[]
  readonly sink: Sink
  readonly signal?: AbortSignal | undefined
}

type OpenMaker = (classes: Int32Array) => LineMaker

/** Opens the file and writes its header; false if its line numbers would not be exact. */
async function writeFile(
  { recode, others, sink, signal }: WrittenFile,
  writeRows: (openMaker: OpenMaker) => Promise<void>,
): Promise<boolean> {
  const digits = [countClasses(recode) + 1, ...others.map(({ texts }) => texts + 1)]
  if (sink.format === 'table' || digits.reduce((product, radix) => product * radix, 1) > Number.MAX_SAFE_INTEGER)
    return false
  const file = await open(sink.file, 'w', 0o600)
  try {
    const write = async (bytes: Uint8Array): Promise<void> => {
      throwIfCancelled(signal)
      for (let done = 0; done < bytes.length; ) done += (await file.write(bytes, done)).bytesWritten
    }
    await write(Buffer.from(plainCsvLines(sink.delimiter)(recode.columns)))
    await writeRows((classes) =>
      openLines(partsOfLines(recode, others, sink.delimiter, thatOccur(classes, countClasses(recode))), digits, write),
    )
  } finally {
    await file.close()
  }
  return true
}

async function writeSorted(
  found: NumberedLines,
  recode: RecodeRequest,
  others: readonly OtherColumn[],
  openMaker: OpenMaker,
): Promise<void> {
  const classes = classesOfLines(found, others)
  const lines = openMaker(classes)
  await lines.add(sortLines(found, recode, others, classes))
  await lines.end()
}

interface KeptTexts {
  readonly other: OtherColumn
  readonly places: Uint16Array
  readonly parts: Float64Array
}

function keptTexts({ kept }: HeldCodes, { columns, recodes }: RecodeRequest): KeptTexts[] | undefined {
  const recoded = new Set(recodes.map(({ encoding }) => encoding.column))
  const held = columns
    .filter((column) => !recoded.has(column))
    .map((name) => kept.find(({ column }) => column === name))
  const known: KeptTexts[] = []
  let stride = 1
  for (const column of held.toReversed()) {
    if (column === undefined) return undefined
    const texts = column.texts.filter((text) => text !== null)
    const bytes = new Map(texts.map((text) => [text, Buffer.from(text)]))
    texts.sort((a, b) => Buffer.compare(bytes.get(a) as Buffer, bytes.get(b) as Buffer))
    const values = [...texts, null]
    const places = new Map<string | null, number>(values.map((text, place) => [text, place]))
    known.unshift({
      other: { column: column.column, dictionary: '', texts: texts.length, values },
      places: column.places,
      parts: Float64Array.from(column.texts, (text) => (places.get(text) as number) * stride),
    })
    stride *= values.length
  }
  return known
}

/** The line number of each tuple without its texts, like `numberStatement`; −1 if it has no line. */
function basesOfTuples({ codes }: HeldCodes, { recodes, suppression }: RecodeRequest, stride: number): Float64Array {
  const bases = new Float64Array(codes[0].length)
  for (const [i, { groupOf, labels }] of recodes.entries()) {
    const columnCodes = codes[i]
    const groups = labels.length
    for (let tuple = 0; tuple < bases.length; tuple++)
      bases[tuple] =
        columnCodes[tuple] < 0 || bases[tuple] < 0 ? -1 : bases[tuple] * groups + groupOf[columnCodes[tuple]]
  }
  const flags = suppression.classes === 'flagged' ? suppression.flags : undefined
  const suppressed = suppression.classes === 'flagged' && suppression.rows === 'drop' ? -1 : 0
  for (let tuple = 0; tuple < bases.length; tuple++) {
    if (bases[tuple] < 0) continue
    bases[tuple] = flags?.[bases[tuple]] === 1 ? suppressed : (bases[tuple] + 1) * stride
  }
  return bases
}

interface RowsOfTuples {
  readonly tuples: Int32Array
  readonly bases: Float64Array
  readonly kept: readonly KeptTexts[]
}

function numbersOfRows({ tuples, bases, kept }: RowsOfTuples, from: number, to: number): Float64Array {
  const numbers = new Float64Array(to - from)
  for (let row = from; row < to; row++) numbers[row - from] = bases[tuples[row]]
  for (const { places, parts } of kept)
    for (let row = from; row < to; row++) if (numbers[row - from] >= 0) numbers[row - from] += parts[places[row]]
  let next = 0
  for (let i = 0; i < numbers.length; i++) if (numbers[i] >= 0) numbers[next++] = numbers[i]
  return numbers.subarray(0, next)
}

/** Counts equal rows: in an array of all possible numbers if it is short, otherwise by sorting. */
function countNumbers(rows: RowsOfTuples, others: readonly OtherColumn[], classes: number): NumberedLines {
  const stride = strideOfClass(others)
  const occurring = thatOccur(classesOfLines({ numbers: rows.bases }, others), classes)
  const count = rows.tuples.length
  if (occurring.length * stride > MOST_COUNTED) return countRuns(numbersOfRows(rows, 0, count).sort())
  const places = new Int32Array(classes + 1)
  for (let place = 0; place < occurring.length; place++) places[occurring[place]] = place
  const bases = rows.bases.slice()
  for (let tuple = 0; tuple < bases.length; tuple++)
    if (bases[tuple] >= 0) bases[tuple] = places[bases[tuple] / stride] * stride
  const counts = new Int32Array(occurring.length * stride)
  for (let from = 0; from < count; from += BATCH) {
    const numbers = numbersOfRows({ ...rows, bases }, from, Math.min(from + BATCH, count))
    for (let i = 0; i < numbers.length; i++) counts[numbers[i]]++
  }
  let different = 0
  for (let i = 0; i < counts.length; i++) if (counts[i] > 0) different++
  const found = { numbers: new Float64Array(different), times: new Float64Array(different) }
  let next = 0
  for (let i = 0; i < counts.length; i++) {
    if (counts[i] === 0) continue
    found.numbers[next] = occurring[Math.floor(i / stride)] * stride + (i % stride)
    found.times[next++] = counts[i]
  }
  return found
}

function countRuns(numbers: Float64Array): NumberedLines {
  const times = new Float64Array(numbers.length)
  let different = 0
  for (let i = 0; i < numbers.length; i++) {
    if (i === 0 || numbers[i] !== numbers[different - 1]) numbers[different++] = numbers[i]
    times[different - 1]++
  }
  return { numbers: numbers.subarray(0, different), times: times.subarray(0, different) }
}

function isNumbered({ recodes, suppression }: RecodeRequest): boolean {
  const known = suppression.classes === 'none' || suppression.classes === 'flagged'
  return known && recodes.length > 0 && classKeys(recodes.map(({ labels }) => labels.length)).classes <= MOST_CLASSES
}

function countClasses({ recodes }: RecodeRequest): number {
  return classKeys(recodes.map(({ labels }) => labels.length)).classes
}

/** The texts of all columns that are not recoded; undefined if one has too many or is not text. */
async function readTexts(
  engine: Engine,
  source: TableSource,
  { columns, recodes }: RecodeRequest,
  run: EngineRun,
): Promise<OtherColumn[] | undefined> {
  const { dialect } = engine
  const recoded = new Set(recodes.map(({ encoding }) => encoding.column))
  const names = columns.filter((column) => !recoded.has(column))
  if (names.length === 0) return []
  if (names.length > MOST_COLUMNS) return undefined
  const described = await engine.describe(source)
  if (names.some((name) => described.find((entry) => entry.name === name)?.kind !== 'text')) return undefined
  const cells = names.map((name) => dialect.identifier(name))
  const rows = dialect.scan(source)
  const first = sql`(SELECT ${join(cells)} FROM ${rows} LIMIT ${FIRST_ROWS}) AS first_rows`
  const distinct = (from: Sql) =>
    cells.map((cell, i) => sql`SELECT ${i} AS place, ${cell} AS value FROM ${from} GROUP BY ${cell}`)
  for (const from of [first, rows]) {
    const found = await engine.query(
      sql`SELECT place, value FROM (${join(distinct(from), ' UNION ALL ')}) AS found ORDER BY place, ${dialect.ordered(sql`value`)} NULLS LAST`,
      run,
    )
    const places = found.integers('place')
    const texts = found.texts('value')
    const values = names.map((_, i) => texts.filter((_, at) => places[at] === i))
    if (values.some((texts) => texts.length > MOST_TEXTS)) return undefined
    if (from !== rows) continue
    const others = names.map((column, i) => {
      const known = values[i].filter((text) => text !== null)
      return { column, dictionary: `halftone texts ${i}`, texts: known.length, values: [...known, null] }
    })
    for (const { dictionary, values } of others)
      await engine.uploadDictionary(dictionary, values.slice(0, -1) as string[])
    return others
  }
  return undefined
}

function partsOfLines(
  { columns, recodes, suppressedLabel }: RecodeRequest,
  others: readonly OtherColumn[],
  delimiter: string,
  classes: Int32Array,
): Part[] {
  const line = plainCsvLines(delimiter)
  const cell = (text: string | null) => line([text]).slice(0, -1)
  const parts: Part[] = []
  columns.forEach((column, at) => {
    const end = at === columns.length - 1 ? '\n' : delimiter
    const recoded = recodes.findIndex(({ encoding }) => encoding.column === column)
    if (recoded < 0) {
      const other = others.findIndex((entry) => entry.column === column)
      const texts = others[other].values.map((text) => cell(text) + end)
      parts.push({ digit: other + 1, places: [...texts.keys()], texts })
      return
    }
    if (parts.at(-1)?.digit !== 0) parts.push({ digit: 0, places: classes, texts: Array.from(classes, () => '') })
    const { texts } = parts[parts.length - 1]
    const labels = recodes[recoded].labels.map((label) => cell(label) + end)
    const masked = cell(suppressedLabel) + end
    const groups = groupsOfClasses(recodes, recoded, classes)
    for (let i = 0; i < texts.length; i++) texts[i] += groups[i] < 0 ? masked : labels[groups[i]]
  })
  return parts
}

/** The group of a column in each class; −1 if the row is masked. */
function groupsOfClasses(recodes: RecodeRequest['recodes'], column: number, classes: Int32Array): Int32Array {
  const stride = recodes.slice(column + 1).reduce((product, { labels }) => product * labels.length, 1)
  const count = recodes[column].labels.length
  const groups = new Int32Array(classes.length)
  for (let i = 0; i < classes.length; i++)
    groups[i] = classes[i] === 0 ? -1 : Math.floor((classes[i] - 1) / stride) % count
  return groups
}

function strideOfClass(others: readonly OtherColumn[]): number {
  return others.reduce((product, { texts }) => product * (texts + 1), 1)
}

/** The class of each line, or −1. A plain loop: millions of function calls cost ten times as much. */
function classesOfLines({ numbers }: NumberedLines, others: readonly OtherColumn[]): Int32Array {
  const stride = strideOfClass(others)
  const classes = new Int32Array(numbers.length)
  for (let i = 0; i < numbers.length; i++) classes[i] = Math.floor(numbers[i] / stride)
  return classes
}

function placesOfTexts({ numbers }: NumberedLines, others: readonly OtherColumn[], column: number): Int32Array {
  const stride = others.slice(column + 1).reduce((product, { texts }) => product * (texts + 1), 1)
  const radix = others[column].texts + 1
  const places = new Int32Array(numbers.length)
  for (let i = 0; i < numbers.length; i++) {
    const high = Math.floor(numbers[i] / stride)
    places[i] = high - Math.floor(high / radix) * radix
  }
  return places
}

function thatOccur(classes: Int32Array, count: number): Int32Array {
  const found = new Uint8Array(count + 1)
  for (let i = 0; i < classes.length; i++) if (classes[i] >= 0) found[classes[i]] = 1
  const occurring = new Int32Array(count + 1)
  let next = 0
  for (let number = 0; number <= count; number++) if (found[number] === 1) occurring[next++] = number
  return occurring.subarray(0, next)
}

/** Sorts like `arranged`: labels in group or text order, other texts in binary order, masked rows last. */
function sortLines(
  lines: NumberedLines,
  { columns, recodes, suppressedLabel, suppression }: RecodeRequest,
  others: readonly OtherColumn[],
  classes: Int32Array,
): NumberedLines {
  const { numbers, times = new Float64Array() } = lines
  const masks = masksSome(suppression)
  const ranks = columns.map((column) => {
    const recoded = recodes.findIndex(({ encoding }) => encoding.column === column)
    if (recoded < 0) {
      const other = others.findIndex((entry) => entry.column === column)
      return { name: column, size: others[other].texts + 1, codes: placesOfTexts(lines, others, other) }
    }
    const labels = masks ? [suppressedLabel, ...recodes[recoded].labels] : recodes[recoded].labels
    const order = [...new Set(labels)]
    if (!sortsByPlace(labels)) order.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    const labelRanks = new Map(order.map((label, rank) => [label, rank]))
    const rank = Int32Array.from(labels, (label) => labelRanks.get(label) as number)
    const first = masks ? 1 : 0
    const codes = groupsOfClasses(recodes, recoded, classes).map((group) => rank[group + first])
    return { name: column, size: order.length, codes }
  })
  if (masks) ranks.unshift({ name: SUPPRESSED_COLUMN, size: 2, codes: classes.map((line) => (line === 0 ? 1 : 0)) })
  const order = orderOfTuples({ columns: ranks, counts: times })
  const sorted = { numbers: new Float64Array(numbers.length), times: new Float64Array(numbers.length) }
  for (let i = 0; i < order.length; i++) {
    sorted.numbers[i] = numbers[order[i]]
    sorted.times[i] = times[order[i]]
  }
  return sorted
}
