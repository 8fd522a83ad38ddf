/** A delimited file read without the engine, piece by piece in the memory of a kernel: what can be, and how. */
import { closeSync, openSync, readSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { throwIfCancelled } from '../ground/errors.ts'
import type { Global } from '../ground/web-assembly.ts'
import type { CsvDialect, FileSource } from '../sql/dialect.ts'

/** Lines are shorter, or the engine's to refuse. */
export const LONGEST_LINE = 1 << 20

/** How one file of plain text with a header line is written; undefined where a source is anything else. */
export function plainText({ files, format, csv, keyed = [] }: FileSource): CsvDialect | undefined {
  if (format !== 'csv' || csv === undefined || keyed.length > 0 || files.length !== 1) return undefined
  const { headerLine, skip, encoding, ours } = csv
  const isPlain = headerLine && skip === 0 && encoding === 'utf-8' && ours === undefined && !files[0].endsWith('.gz')
  return isPlain ? csv : undefined
}

/** Where the line ends that a place of an open file is in; undefined where it is too long. `line` has its bytes, up to there. */
export function endOfLine(file: number, at: number, line: Buffer = Buffer.alloc(LONGEST_LINE)): number | undefined {
  const end = line.subarray(0, readSync(file, line, 0, LONGEST_LINE, at)).indexOf(10)
  return end < 0 ? undefined : at + end + 1
}

/** Bytes of a file, from the beginning of a line to the end of another. */
export interface Range {
  readonly from: number
  readonly to: number
}

/** A kernel with room for a piece of text. */
export interface PieceKernel {
  readonly memory: { readonly buffer: ArrayBuffer }
  readonly PIECE: Global
  readonly PIECE_BYTES: Global
}

/** `take` is given a piece and answers with the bytes behind its last line, or −1: this text is not for us. False then, too. */
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
      // Kernels look a little behind the end.
      const piece = new Uint8Array(kernel.memory.buffer, kernel.PIECE.value, kernel.PIECE_BYTES.value - 16)
      const read = readSync(handle, piece, rest, Math.min(piece.length - 1 - rest, to - at), at)
      // Somebody has cut it short; whoever looks at the stamp of the file will say so.
      if (read === 0) return false
      at += read
      let bytes = rest + read
      // The last line may have no end.
      if (at === to && piece[bytes - 1] !== 10) piece[bytes++] = 10
      rest = take(piece.subarray(0, bytes))
      if (rest < 0 || rest > LONGEST_LINE) return false
      // The kernel may have asked for memory, and old views are gone then.
      new Uint8Array(kernel.memory.buffer, kernel.PIECE.value, bytes).copyWithin(0, bytes - rest, bytes)
      await setImmediate()
    }
    return true
  } finally {
    closeSync(handle)
  }
}
