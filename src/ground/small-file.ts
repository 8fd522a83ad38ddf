/** Reads a whole text file. Checks the size before reading, and never blocks on a pipe without a writer. */
import { closeSync, constants, fstatSync, openSync, readFileSync, readSync } from 'node:fs'
import { type UserError, userError } from './errors.ts'

const MOST_BYTES = 16_000_000
/** For recodings, their tables and study rows, which may list every value or class of a large table. */
export const MOST_BYTES_OF_RESULTS = 60_000_000

/** Opens a pipe without waiting for its other end: waiting would block signals. */
export function openToRead(file: string): number {
  const { O_RDONLY, O_NONBLOCK = 0 } = constants
  return openSync(file, O_RDONLY | O_NONBLOCK)
}

/** Errors of the system are thrown unchanged. The error about the size calls the file `named`. */
export function readSmallFile(file: string, named: string, most = MOST_BYTES): string {
  const handle = openToRead(file)
  try {
    const stats = fstatSync(handle)
    if (stats.size > most) throw tooLarge(named, most)
    return stats.isFile() || stats.isDirectory()
      ? readFileSync(handle, 'utf8')
      : readPipe(handle, named, Math.min(most, MOST_BYTES))
  } finally {
    closeSync(handle)
  }
}

/** Seconds to wait for a writer to open the pipe, and for an open writer to write more. */
const PATIENCE = { nobody: 1, somebody: 60 } as const
const PAUSE = 20

function readPipe(handle: number, named: string, most: number): string {
  const chunks: Buffer[] = []
  let [left, waited] = [most, 0]
  for (;;) {
    const chunk = Buffer.alloc(1 << 16)
    const read = readIfThere(handle, chunk)
    if (read === 0 && left < most) return Buffer.concat(chunks).toString('utf8')
    if (read !== undefined && read > 0) {
      ;[left, waited] = [left - read, 0]
      if (left < 0) throw tooLarge(named, most)
      chunks.push(chunk.subarray(0, read))
      continue
    }
    const patience = PATIENCE[read === undefined ? 'somebody' : 'nobody']
    if (waited > patience * 1000)
      throw userError('file', named)`${named} is a pipe to which nobody has written for ${patience} s; write to it, or
        name a file`
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE)
    waited += PAUSE
  }
}

function readIfThere(handle: number, chunk: Buffer): number | undefined {
  try {
    return readSync(handle, chunk)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return undefined
    throw error
  }
}

function tooLarge(named: string, most: number): UserError {
  return userError('file', named)`${named} must have at most ${most} bytes; it has more: is it the right file? Otherwise
    leave out what the data does not need`
}
