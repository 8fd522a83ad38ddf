/**
 * Reduces a delimited file to its distinct lines with their counts. Returns undefined if the result could differ:
 * another encoding or line ending, a cell over several lines, too few cells, or too many distinct lines.
 */
import { closeSync, fstatSync, openSync, statSync, writeSync } from 'node:fs'
import { type Global, startInstance } from '../ground/web-assembly.ts'
import { inOwnThread } from '../ground/workers/own-thread.ts'
import { type Job, siblingModule } from '../ground/workers/pool.ts'
import type { FileSource } from '../sql/dialect.ts'
import { endOfLine, LONGEST_LINE, type PieceKernel, plainText, type Range, readPieces } from './plain-lines.ts'

interface LineCounter extends PieceKernel {
  readonly distinct: Global
  open(delimiter: number, quote: number, columns: number, bytes: number): void
  count(bytes: number): number
  list(): number
}

/** Bytes of distinct lines, in addition to the engine's memory. */
const MOST_BYTES = 160 << 20

export interface DifferentLines {
  readonly source: FileSource
  readonly distinct: boolean
}

export interface LinesTask {
  readonly source: FileSource
  /** Path of the file to write, and the name of its last column, the counts. */
  readonly reduced: string
  readonly times: string
}

/** Bytes above which another thread reads the file. */
const WORTH_A_THREAD = 64 << 20

export async function countLines(task: LinesTask, signal?: AbortSignal): Promise<DifferentLines | undefined> {
  if (statSync(task.source.files[0]).size < WORTH_A_THREAD) return reduceFile(task, signal)
  return inOwnThread(open, siblingModule('./count-lines', import.meta.url), task, signal)
}

export const open: Job<undefined, LinesTask, DifferentLines | undefined> = () => (task) => reduceFile(task)

async function reduceFile({ source, reduced, times }: LinesTask, signal?: AbortSignal) {
  const csv = plainText(source)
  if (csv === undefined) return undefined
  const { delimiter, quote, columns } = csv
  const signs = [delimiter, quote].map((sign) => (sign.length === 1 ? sign.charCodeAt(0) : 128))
  if (signs.some((sign) => sign > 127)) return undefined
  const kernel = startInstance<LineCounter>(new URL('./line-counter.wasm', import.meta.url))
  kernel.open(signs[0], signs[1], columns.length, MOST_BYTES)
  const [name] = source.files
  const found = findHeader(name)
  const count = ({ length }: Uint8Array) => kernel.count(length)
  if (found === undefined || !(await readPieces(name, found.lines, kernel, count, signal))) return undefined
  const file = openSync(reduced, 'wx', 0o600)
  try {
    writeSync(file, `${found.header}${delimiter}n\n`)
    for (let bytes = kernel.list(); bytes > 0; bytes = kernel.list())
      writeSync(file, new Uint8Array(kernel.memory.buffer, kernel.PIECE.value, bytes))
  } finally {
    closeSync(file)
  }
  return {
    source: { ...source, files: [reduced], csv: { ...csv, columns: [...columns, times] } },
    // Parsing numbers in local formats can make different lines equal.
    distinct: kernel.distinct.value === 1 && source.numbers === undefined,
  }
}

function findHeader(name: string): { readonly header: string; readonly lines: Range } | undefined {
  const file = openSync(name, 'r')
  try {
    const line = Buffer.alloc(LONGEST_LINE)
    const from = endOfLine(file, 0, line)
    const header = line.toString('utf8', 0, (from ?? 1) - 1)
    if (from === undefined || /^\ufeff|\r/.test(header)) return undefined
    return { header, lines: { from, to: fstatSync(file).size } }
  } finally {
    closeSync(file)
  }
}
