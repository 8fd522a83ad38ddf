/** Reads the first and the last bytes of a file, and estimates its rows by them. */
import { closeSync, fstatSync, readSync, statSync } from 'node:fs'
import { gunzipSync, constants as zlib } from 'node:zlib'
import { UserError, userError } from '../ground/errors.ts'
import { openToRead } from '../ground/small-file.ts'

const wrongFile = userError('file', 'data.source')

export function readStart(file: string, most: number): Buffer {
  const bytes = readBytes(file, 0, most)
  if (!/\.gz$/i.test(file)) return bytes
  try {
    // In steps: a few bytes can unpack to a thousand times as many.
    for (let take = 1 << 12; ; take *= 4) {
      // A sync flush makes the start of a compressed file readable without its end.
      const start = gunzipSync(bytes.subarray(0, take), { finishFlush: zlib.Z_SYNC_FLUSH })
      if (start.length >= most || take >= bytes.length) return start.subarray(0, most)
    }
  } catch {
    throw wrongFile`${file} is not a gzip file, though its name says so; rename it, or compress it`
  }
}

export function readBytes(file: string, from: number, most: number): Buffer {
  let handle: number | undefined
  try {
    handle = openToRead(file)
    const stats = fstatSync(handle)
    if (!stats.isFile())
      throw wrongFile`${file} is ${stats.isDirectory() ? 'a folder' : 'a pipe or a device'}, not a file; name a file, or
        - for standard input`
    const bytes = Buffer.alloc(Math.max(0, Math.min(most, stats.size - from)))
    return bytes.subarray(0, readSync(handle, bytes, 0, bytes.length, from))
  } catch (error) {
    if (error instanceof UserError) throw error
    const { code } = error as NodeJS.ErrnoException
    throw wrongFile`${file} cannot be read (${code}); ask for the right to read it, or name another file`
  } finally {
    if (handle !== undefined) closeSync(handle)
  }
}

export function lastBytes(file: string, most: number): Buffer {
  return readBytes(file, Math.max(0, statSync(file).size - most), most)
}

const sampleBytes = 1 << 18

/** Estimates rows from sizes and first lines. Line breaks inside quotes count: better too many than too few. */
export function estimateRows(files: readonly string[]) {
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0)
  const sample = readStart(files[0], sampleBytes)
  const lines = sample.reduce((sum, byte) => sum + (byte === 0x0a ? 1 : 0), 1)
  return { bytes, rows: Math.ceil((lines / Math.max(1, sample.length)) * bytes) }
}
