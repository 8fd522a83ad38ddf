/** Reads a delimited file without the engine, in pieces, in the memory of a kernel. */
import { closeSync, openSync, readSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { throwIfCancelled } from '../ground/errors.ts'
import type { Global } from '../ground/web-assembly.ts'
import type { CsvDialect, FileSource, Source } from '../sql/dialect.ts'

export const LONGEST_LINE = 1 << 20

/** The dialect of a single plain text file with a header; undefined for any other source. */
export function plainText(source: Source & FileSource): CsvDialect | undefined {
  const { files, format, csv, keyed = [], coarsened, derived, part } = source
  const isChanged = keyed.length > 0 || coarsened !== undefined || derived !== undefined || part !== undefined
  if (format !== 'csv' || csv === undefined || isChanged || files.length !== 1) return undefined
  const { headerLine, skip, encoding, ours } = csv
  const isPlain = headerLine && skip === 0 && encoding === 'utf-8' && ours === undefined && !files[0].endsWith('.gz')
  return isPlain ? csv : undefined
}

/** The end of the line at `at`; undefined if it is too long. `line` receives its bytes. */
export function endOfLine(file: number, at: number, line: Buffer = Buffer.alloc(LONGEST_LINE)): number | undefined {
  const end = line.subarray(0, readSync(file, line, 0, LONGEST_LINE, at)).indexOf(10)
  return end < 0 ? undefined : at + end + 1
}

export interface Range {
  readonly from: number
  readonly to: number
}

export interface PieceKernel {
  readonly memory: { readonly buffer: ArrayBuffer }
  readonly PIECE: Global
  readonly PIECE_BYTES: Global
}

/** `take` returns the bytes after the last line of a piece, or −1 if the text is not supported (then false). */
export async function readPieces(
  file: string,
  { from, to }: Range,
  kernel: PieceKernel,
  take: (piece: Uint8Array) => number,
  signal?: AbortSignal,
): Promise<boolean> {
  const handle = openSync(file, 'r')
  try {
    let rest = 0
    for (let at = from; at < to; ) {
      throwIfCancelled(signal)
      const piece = new Uint8Array(kernel.memory.buffer, kernel.PIECE.value, kernel.PIECE_BYTES.value - 16)
      const read = readSync(handle, piece, rest, Math.min(piece.length - 1 - rest, to - at), at)
      // The file was truncated; the check of its stamp reports it.
      if (read === 0) return false
      at += read
      let bytes = rest + read
      if (at === to && piece[bytes - 1] !== 10) piece[bytes++] = 10
      rest = take(piece.subarray(0, bytes))
      if (rest < 0 || rest > LONGEST_LINE) return false
      // The kernel may have grown its memory, which detaches old views.
      new Uint8Array(kernel.memory.buffer, kernel.PIECE.value, bytes).copyWithin(0, bytes - rest, bytes)
      await setImmediate()
    }
    return true
  } finally {
    closeSync(handle)
  }
}
