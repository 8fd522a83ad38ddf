/**
 * Groups the rows of a plain delimited file without the engine, in a compiled kernel (`tuple-reader.as.ts`); two
 * threads read a large file from both ends. Returns the result of `groupRows`, or undefined unless the file is
 * certainly plain: UTF-8 with a header, LF line ends, equal cell counts, and no quotes inside a cell.
 */
import { isUtf8 } from 'node:buffer'
import { closeSync, fstatSync, openSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { setImmediate } from 'node:timers/promises'
import type { Engine, EngineRun } from '../engines/engine.ts'
import { type GroupedRows, type GroupRequest, TooManyCombinations } from '../frequency/group-rows.ts'
import { throwIfCancelled } from '../ground/errors.ts'
import { type Global, startInstance } from '../ground/web-assembly.ts'
import { inOwnThread } from '../ground/workers/own-thread.ts'
import { type Job, siblingModule } from '../ground/workers/pool.ts'
import type { FileSource } from '../sql/dialect.ts'
import { endOfLine, LONGEST_LINE, type PieceKernel, plainText, type Range, readPieces } from './plain-lines.ts'

type Figures = 'sampleAt' | 'sampled' | 'rowsRead' | 'rowsAt' | 'blockAt' | 'BLOCK' | 'tuples' | 'tuplesAt' | 'stride'

export interface TupleReader extends PieceKernel, Readonly<Record<Figures, Global>> {
  open(delimiter: number, quote: number, columns: number, cells: number, keys: number): number
  addCell(cell: number, column: number, key: number, kept: number, most: number): number
  begin(missing: number): number
  addText(cell: number, length: number): number
  read(from: number, to: number): number
  addressOfKept(cell: number): number
  textsOf(cell: number): number
  addressOfEntries(cell: number): number
  addBlock(lines: number, row: number): number
  drawTexts(cell: number, oneIn: number): void
  isDrawn(cell: number, length: number): number
}

export interface PlainRun extends EngineRun {
  readonly worthAThread?: number
  readonly elsewhere?: (task: LinesTask, signal?: AbortSignal) => Promise<FoundLines | undefined>
}

/** Bytes. Below this, merging what two threads have read costs more than the second one saves. */
const WORTH_A_THREAD = 256 << 20
/** Texts per column: places have two bytes. */
export const MOST_TEXTS = 1 << 16
const MOST_CELLS = 200
const MOST_COLUMNS = 4000
const DELIMITERS = [',', ';', '\t', '|']
const RANGE = 16 << 20

export async function readPlainTuples(
  engine: Engine,
  source: FileSource,
  request: GroupRequest,
  run: PlainRun = {},
): Promise<GroupedRows | undefined> {
  const form = readForm(source, request)
  if (form === undefined) return undefined
  const grouper = await groupFile(form, run)
  if (grouper === undefined) return undefined
  const { counts, places, texts, rows, kept, hashes } = grouper.found()
  let lines = 0
  for (let tuple = 0; tuple < counts.length; tuple++) lines += counts[tuple]
  const repeats = shareRepeated(hashes, lines)
  await setImmediate()
  throwIfCancelled(run.signal)
  if (counts.length === 0) return undefined
  // A byte order mark inside the file is not text.
  if (texts.some((list) => list.some((text) => text.startsWith('\ufeff')))) return undefined
  const most = request.most ?? engine.mostCombinations
  if (most !== undefined && counts.length > most) throw new TooManyCombinations(counts.length, most)
  const missing = form.missing.length
  const columns = request.columns.map((_, key) => ({
    places: places[key],
    texts: texts[form.cells.findIndex((cell) => cell.key === key)].slice(missing),
  }))
  if (request.keep === undefined) return { counts, columns, repeats }
  const keptCells = form.cells.flatMap((cell, i) => (cell.kept ? [i] : []))
  const held = keptCells.map((cell, i) => ({
    column: form.cells[cell].name,
    places: kept[i],
    texts: texts[cell].map((text) => (text === '' ? null : text)),
  }))
  return { counts, columns, repeats, held: { tuples: rows, kept: held } }
}

export interface LinesForm {
  readonly file: string
  readonly delimiter: string
  readonly quote: string
  readonly columns: number
  readonly cells: readonly LineCell[]
  readonly keys: number
  readonly missing: readonly string[]
  readonly keepsRows: boolean
}

interface LineCell {
  readonly name: string
  readonly column: number
  readonly key: number
  readonly kept: boolean
}

export function readForm(source: FileSource, { columns, missingValues, keep }: GroupRequest): LinesForm | undefined {
  const csv = plainText(source)
  if (csv === undefined || source.numbers !== undefined || source.marked) return undefined
  if (columns.some(({ rule }) => rule !== undefined)) return undefined
  if (!DELIMITERS.includes(csv.delimiter) || !/^[!-~]$/.test(csv.quote) || csv.columns.length > MOST_COLUMNS)
    return undefined
  const keys = columns.map(({ column }) => column)
  const names = [...new Set([...keys, ...(keep ?? [])])]
  if (new Set(keys).size < keys.length || names.length > MOST_CELLS) return undefined
  const cells = names.map((name) => ({
    name,
    column: csv.columns.indexOf(name),
    key: keys.indexOf(name),
    kept: keep?.includes(name) ?? false,
  }))
  if (cells.some(({ column }) => column < 0)) return undefined
  return {
    file: source.files[0],
    delimiter: csv.delimiter,
    quote: csv.quote,
    columns: csv.columns.length,
    cells,
    keys: keys.length,
    missing: [...new Set(['', ...missingValues])],
    keepsRows: keep !== undefined,
  }
}

/** The ranges after the header, split at line ends for two threads; undefined if the header is not supported. */
export function cutFile({ file, columns, delimiter, quote }: LinesForm, worthAThread: number): Range[] | undefined {
  const descriptor = openSync(file, 'r')
  try {
    const { size } = fstatSync(descriptor)
    const line = Buffer.alloc(LONGEST_LINE)
    const from = endOfLine(descriptor, 0, line)
    if (from === undefined) return undefined
    const bytes = line.subarray(0, from - 1)
    const header = bytes.toString('utf8')
    if (!isUtf8(bytes) || /[\r\0\ufeff]/.test(header) || header.includes(quote)) return undefined
    if (header.split(delimiter).length !== columns) return undefined
    const ranges: { from: number; to: number }[] = [{ from, to: size }]
    const length = size < worthAThread ? size : Math.min(RANGE, Math.ceil(size / 16))
    for (let last = ranges[0]; last.from + length < size; last = ranges[ranges.length - 1]) {
      const end = endOfLine(descriptor, last.from + length, line)
      if (end === undefined || end === size) break
      ranges.push({ from: end, to: size })
      last.to = end
    }
    return ranges
  } finally {
    closeSync(descriptor)
  }
}

async function groupFile(form: LinesForm, run: PlainRun): Promise<Grouper | undefined> {
  const { signal, progress, elsewhere = inThread, worthAThread = WORTH_A_THREAD } = run
  const ranges = cutFile(form, availableParallelism() > 1 ? worthAThread : Number.POSITIVE_INFINITY)
  if (ranges === undefined) return undefined
  const claims = new Int32Array(new SharedArrayBuffer(4))
  const reading = ranges.length > 1 ? elsewhere({ form, ranges, claims }, signal) : undefined
  reading?.catch(() => {})
  try {
    const grouper = openGrouper(form)
    const isRead =
      grouper !== undefined && (await readClaimed(grouper, { ranges, claims }, 'forwards', signal, progress))
    const others = await reading
    if (!isRead || (reading !== undefined && others === undefined)) return undefined
    return others === undefined || (await grouper.add(others, signal)) ? grouper : undefined
  } catch {
    throwIfCancelled(signal)
    return undefined
  } finally {
    await reading?.catch(() => {})
  }
}

interface Claims {
  readonly ranges: readonly Range[]
  readonly claims: Int32Array
}

/** Reads unclaimed ranges from either end. Returns false, and stops the other reader, if the text is not supported. */
async function readClaimed(
  grouper: Grouper,
  { ranges, claims }: Claims,
  direction: 'forwards' | 'backwards',
  signal?: AbortSignal,
  progress?: (share: number) => void,
): Promise<boolean> {
  for (let turn = 0; ; turn++) {
    const claimed = Atomics.add(claims, 0, 1)
    if (claimed >= ranges.length) return true
    progress?.(claimed / ranges.length)
    const range = ranges[direction === 'forwards' ? turn : ranges.length - 1 - turn]
    if (await grouper.read(range, signal)) continue
    Atomics.store(claims, 0, ranges.length)
    return false
  }
}

interface LinesTask extends Claims {
  readonly form: LinesForm
}

export const open: Job<undefined, LinesTask, FoundLines | undefined> =
  () =>
  async ({ form, ...claims }) => {
    const grouper = openGrouper(form)
    const isRead = grouper !== undefined && (await readClaimed(grouper, claims, 'backwards'))
    return isRead ? grouper.found('backwards') : undefined
  }

function inThread(task: LinesTask, signal?: AbortSignal): Promise<FoundLines | undefined> {
  return inOwnThread(open, siblingModule('./read-plain', import.meta.url), task, signal)
}

interface FoundLines {
  readonly counts: Float64Array
  /** Per tuple column: text indices after those that mean missing; −1 for missing. */
  readonly places: readonly Int32Array[]
  /** Texts of each cell, those that mean missing first. */
  readonly texts: readonly (readonly string[])[]
  readonly rows: Int32Array
  readonly kept: readonly Uint16Array[]
  /** Hashes of a sample of the lines. */
  readonly hashes: Float64Array
}

interface Grouper {
  read(range: Range, signal?: AbortSignal): Promise<boolean>
  /** Appends the lines of another reader; false if they do not fit. */
  add(found: FoundLines, signal?: AbortSignal): Promise<boolean>
  found(direction?: 'forwards' | 'backwards'): FoundLines
}

/** A kernel that knows the texts for missing cells. */
export function openReader({ cells, keys, missing, ...form }: LinesForm) {
  const kernel = startInstance<TupleReader>(new URL('./tuple-reader.wasm', import.meta.url))
  const signs = [form.delimiter.charCodeAt(0), form.quote.charCodeAt(0)]
  const isOpen =
    kernel.open(signs[0], signs[1], form.columns, cells.length, keys) &&
    cells.every(({ column, key, kept }, cell) => kernel.addCell(cell, column, key, kept ? 1 : 0, MOST_TEXTS)) &&
    kernel.begin(missing.length)
  if (!isOpen) return undefined
  /** Bytes of a text at the start of the piece; undefined if it is too long. */
  const setText = (text: string): number | undefined => {
    const bytes = Buffer.from(text)
    if (bytes.length > LONGEST_LINE) return undefined
    new Uint8Array(kernel.memory.buffer, kernel.PIECE.value).set(bytes)
    return bytes.length
  }
  const findPlace = (cell: number, text: string): number => {
    const length = setText(text)
    return length === undefined ? -1 : kernel.addText(cell, length)
  }
  const readTexts = (cell: number): string[] => {
    const { buffer } = kernel.memory
    const entries = new Uint32Array(buffer, kernel.addressOfEntries(cell), kernel.textsOf(cell))
    return Array.from(entries, (entry) => {
      const [length] = new Uint32Array(buffer, entry, 1)
      return Buffer.from(buffer, entry + 8, length).toString('utf8')
    })
  }
  if (!cells.every((_, cell) => missing.every((text) => findPlace(cell, text) >= 0))) return undefined
  return { kernel, setText, findPlace, readTexts }
}

/** Reads the whole lines of a piece, in blocks. Returns the bytes after them, or −1 if the text is not supported. */
export function readLines(kernel: TupleReader, piece: Uint8Array, visit: () => void): number {
  const end = piece.lastIndexOf(10) + 1
  const rest = piece.length - end
  if (!isUtf8(piece.subarray(0, end))) return -1
  for (let at = 0; at < end; ) {
    const read = kernel.read(at, end)
    if (read < 0) return -1
    visit()
    at += read
  }
  return rest
}

function openGrouper(form: LinesForm): Grouper | undefined {
  const reader = openReader(form)
  if (reader === undefined) return undefined
  const { kernel, findPlace, readTexts } = reader
  const { cells, keys, missing, keepsRows } = form
  const keptCells = [...cells.keys()].filter((cell) => cells[cell].kept)

  const rows: Int32Array[] = []
  const kept: Uint16Array[][] = keptCells.map(() => [])
  const starts: number[] = []
  const hashes: Float64Array[] = []
  const inOrder = <T>(pieces: readonly T[], direction: 'forwards' | 'backwards'): readonly T[] =>
    direction === 'forwards'
      ? pieces
      : starts.toReversed().flatMap((start, i, all) => pieces.slice(start, i === 0 ? pieces.length : all[i - 1]))
  const keepLines = (): void => {
    const { buffer } = kernel.memory
    const lineCount = kernel.rowsRead.value
    rows.push(new Int32Array(buffer, kernel.rowsAt.value, lineCount).slice())
    keptCells.forEach((cell, i) => {
      kept[i].push(new Uint16Array(buffer, kernel.addressOfKept(cell), lineCount).slice())
    })
  }
  const readPiece = (piece: Uint8Array): number =>
    readLines(kernel, piece, () => {
      hashes.push(new Float64Array(kernel.memory.buffer, kernel.sampleAt.value, kernel.sampled.value).slice())
      if (keepsRows) keepLines()
    })
  return {
    read(range, signal) {
      starts.push(rows.length)
      return readPieces(form.file, range, kernel, readPiece, signal)
    },
    async add(found, signal) {
      const cellPlaces = found.texts.map((texts, cell) => texts.map((text) => findPlace(cell, text)))
      if (cellPlaces.some((places) => places.includes(-1))) return false
      const keyPlaces = found.places.map((_, key) => {
        const behind = cellPlaces[cells.findIndex((cell) => cell.key === key)].slice(missing.length)
        return Uint16Array.from([0, ...behind])
      })
      const numbers = new Int32Array(found.counts.length)
      const atOnce = kernel.BLOCK.value
      const stride = kernel.stride.value
      for (let from = 0; from < numbers.length; from += atOnce) {
        if (from % TUPLES_AT_ONCE === 0) {
          await setImmediate()
          throwIfCancelled(signal)
        }
        const block = Math.min(atOnce, numbers.length - from)
        const at = kernel.blockAt.value
        const counts = new Uint32Array(kernel.memory.buffer, at, (block * stride) / 4)
        for (let i = 0; i < block; i++) counts[(i * stride) / 4] = found.counts[from + i]
        const places = new Uint16Array(kernel.memory.buffer, at, (block * stride) / 2)
        keyPlaces.forEach((newPlaces, key) => {
          const oldPlaces = found.places[key]
          for (let i = 0; i < block; i++) places[(i * stride) / 2 + HEAD / 2 + key] = newPlaces[oldPlaces[from + i] + 1]
        })
        if (kernel.addBlock(block, 0) === 0) return false
        numbers.set(new Int32Array(kernel.memory.buffer, kernel.rowsAt.value, block), from)
      }
      rows.push(gather(found.rows, numbers))
      hashes.push(found.hashes)
      keptCells.forEach((cell, i) => void kept[i].push(gather(found.kept[i], Uint16Array.from(cellPlaces[cell]))))
      return true
    },
    found(direction = 'forwards') {
      const { buffer } = kernel.memory
      const tuples = kernel.tuples.value
      const stride = kernel.stride.value
      const counts = new Float64Array(tuples)
      const words = new Uint32Array(buffer, kernel.tuplesAt.value, (tuples * stride) / 4)
      for (let tuple = 0; tuple < tuples; tuple++) counts[tuple] = words[(tuple * stride) / 4]
      const all = new Uint16Array(buffer, kernel.tuplesAt.value, (tuples * stride) / 2)
      const first = missing.length
      const places = Array.from({ length: keys }, (_, key) => {
        const places = new Int32Array(tuples)
        for (let tuple = 0, at = HEAD / 2 + key; tuple < tuples; tuple++, at += stride / 2)
          places[tuple] = all[at] < first ? -1 : all[at] - first
        return places
      })
      return {
        counts,
        places,
        texts: cells.map((_, cell) => readTexts(cell)),
        hashes: concatenate(hashes, (length) => new Float64Array(length)),
        rows: concatenate(inOrder(rows, direction), (length) => new Int32Array(length)),
        kept: kept.map((column) => concatenate(inOrder(column, direction), (length) => new Uint16Array(length))),
      }
    },
  }
}

const HEAD = 8
/** Tuples between two checks of the signal: a multiple of the block size. */
const TUPLES_AT_ONCE = 1 << 17

function gather<T extends Int32Array | Uint16Array>(numbers: T, list: T): T {
  for (let i = 0; i < numbers.length; i++) numbers[i] = list[numbers[i]]
  return numbers
}

/** Of a sixteenth of the lines. Another share is the work of few hashes: lines may repeat. */
function shareRepeated(hashes: Float64Array, lines: number): number {
  const share = (hashes.length * 16) / lines
  if (share < 0.5 || share > 2) return 1
  hashes.sort()
  let repeated = 0
  for (let i = 1; i < hashes.length; i++) if (hashes[i] === hashes[i - 1]) repeated++
  return repeated / Math.max(1, hashes.length)
}

export function concatenate<T extends Float64Array | Int32Array | Uint16Array>(
  parts: readonly T[],
  make: (length: number) => T,
): T {
  const whole = make(parts.reduce((sum, part) => sum + part.length, 0))
  let next = 0
  for (const part of parts) {
    whole.set(part, next)
    next += part.length
  }
  return whole
}
