/**
 * A delimited file whose lines repeat themselves, as the lines that differ with a cell more that says how often each is there. Every byte
 * of the file is read; what its cells are is left to the engine, which reads some hundred thousand lines then in place of millions.
 * Undefined where that is not certain to be the same: another encoding or end of line, a cell over several lines, a line with too few
 * cells, or too many lines that differ.
 */
import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { throwIfCancelled } from '../errors.ts'
import { startInstance } from '../frequency/web-assembly.ts'
import type { FileSource } from '../sql/dialect.ts'
import type { Job } from '../workers/pool.ts'

interface LineCounter {
  readonly memory: { readonly buffer: ArrayBuffer }
  open(delimiter: number, quote: number, columns: number, bytes: number): void
  addressOfPiece(): number
  bytesOfPiece(): number
  count(bytes: number): number
  areDistinct(): number
  list(): number
}

/** Bytes of lines that differ; beside the engine's own memory. */
const MOST_BYTES = 160 << 20
/** Room for what was left of the piece before, and for zeros behind the last one. */
const ROOM = 1 << 20

/** Lines of a file that differ, as a source, and whether they are different rows for certain. */
export interface DifferentLines {
  readonly source: FileSource
  readonly distinct: boolean
}

/** Writes the lines to `reduced`; `times` is the name of the new column. */
export async function countLines(
  { files, format, csv, keyed, ...source }: FileSource,
  reduced: string,
  times: string,
  signal?: AbortSignal,
): Promise<DifferentLines | undefined> {
  if (format !== 'csv' || csv === undefined || keyed !== undefined || files.length !== 1) return undefined
  const { delimiter, quote, headerLine, columns, skip, encoding, ours } = csv
  if (!headerLine || skip > 0 || encoding !== 'utf-8' || ours !== undefined || files[0].endsWith('.gz'))
    return undefined
  const signs = [delimiter, quote].map((sign) => (sign.length === 1 ? sign.charCodeAt(0) : 128))
  if (signs.some((sign) => sign > 127)) return undefined
  const kernel = startInstance<LineCounter>(new URL('./line-counter.wasm', import.meta.url))
  kernel.open(signs[0], signs[1], columns.length, MOST_BYTES)
  const header = await countFile(kernel, files[0], signal)
  if (header === undefined) return undefined
  const file = openSync(reduced, 'wx', 0o600)
  try {
    writeSync(file, `${header}${delimiter}n\n`)
    for (let bytes = kernel.list(); bytes > 0; bytes = kernel.list())
      writeSync(file, new Uint8Array(kernel.memory.buffer, kernel.addressOfPiece(), bytes))
  } finally {
    closeSync(file)
  }
  return {
    source: { ...source, files: [reduced], format, csv: { ...csv, columns: [...columns, times] } },
    // Numbers in other forms are read as the same.
    distinct: kernel.areDistinct() === 1 && source.numbers === undefined,
  }
}

/** The file, where its lines go, and the name of the new column. */
export interface LinesTask {
  readonly source: FileSource
  readonly reduced: string
  readonly times: string
}

/** What a worker looks for in this module. */
export const open: Job<undefined, LinesTask, DifferentLines | undefined> = () => (task) =>
  countLines(task.source, task.reduced, task.times)

/** Counts all lines but the first, which is the answer; undefined where the kernel refuses one. */
async function countFile(kernel: LineCounter, name: string, signal?: AbortSignal): Promise<string | undefined> {
  const file = openSync(name, 'r')
  try {
    const room = kernel.bytesOfPiece() - 16
    let header: string | undefined
    let rest = 0
    for (;;) {
      throwIfCancelled(signal)
      const piece = new Uint8Array(kernel.memory.buffer, kernel.addressOfPiece(), room)
      const read = readSync(file, piece, rest, room - ROOM, null)
      let bytes = rest + read
      if (header === undefined) {
        const end = piece.subarray(0, bytes).indexOf(10)
        header = Buffer.from(piece.subarray(0, end)).toString('utf8')
        if (end < 0 || header.startsWith('\ufeff') || /[\r\n]/.test(header)) return undefined
        piece.copyWithin(0, end + 1, bytes)
        bytes -= end + 1
      }
      // The last line may have no end.
      if (read === 0) {
        if (bytes > 0) piece[bytes++] = 10
        return kernel.count(bytes) === 0 ? header : undefined
      }
      rest = kernel.count(bytes)
      if (rest < 0 || rest > ROOM) return undefined
      // The kernel may have asked for memory, and old views are gone then.
      new Uint8Array(kernel.memory.buffer, kernel.addressOfPiece(), room).copyWithin(0, bytes - rest, bytes)
      await setImmediate()
    }
  } finally {
    closeSync(file)
  }
}
