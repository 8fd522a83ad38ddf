/**
 * Whether a file has its end. A copy that was cut off must not be read as a smaller table: gzip has a trailer with a sum of what was
 * compressed, Parquet a footer, text a line end. What an engine finds itself (a quote that is never closed, a line with too few fields,
 * half a JSON object) is left to it. What would cost an engine minutes or gigabytes before it finds it is found here: lines, objects and
 * stretches of empty lines without an end. Cost: compressed files are unpacked once, JSON is read once, all others are asked for their last bytes.
 */
import { closeSync, createReadStream, fstatSync, openSync, readSync } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { UserError, userError } from '../errors.ts'
import type { FileFormat } from '../sql/dialect.ts'
import { readStart } from './first-bytes.ts'
import { objectMeter } from './json-objects.ts'

const wrongFile = userError('file', 'data.source')

/** The longest line that the engine reads. */
const longestLine = 2 << 20

/** Refuses a file without its end; answers with what a person should know of one that may lack it. */
export async function checkWhole(file: string, format: FileFormat): Promise<string | undefined> {
  const packed = /\.gz$/i.test(file)
  if (format === 'parquet') {
    // Only what begins as Parquet can have lost its end; the engine knows the others by name.
    const begins = readStart(file, 4).toString('latin1') === 'PAR1'
    if (begins && lastBytes(file, 4).toString('latin1') !== 'PAR1')
      throw wrongFile`${file} is cut off: a Parquet file ends in PAR1, and this one does not; copy it again`
    return undefined
  }
  const end = packed || format === 'json' ? await endOfAll(file, packed, format) : lastBytes(file, 2)
  if (!packed && format !== 'json') {
    refuseLongEnd(file, format)
    refuseEmptyLines(file, format)
  }
  if (format === 'json' || end.some((byte) => byte === 0x0a || byte === 0x0d)) return undefined
  return `${file} does not end with a line end; if it was cut off, its last row is not whole: see whether the file is complete`
}

/** The engine leaves out a last line that is longer than its buffer, without a word. */
function refuseLongEnd(file: string, format: FileFormat): void {
  // Nearly always the first look finds the line end before the last line.
  for (const most of [1 << 16, longestLine]) {
    const bytes = lastBytes(file, most)
    const line = bytes.subarray(0, -2)
    if (bytes.length < most || line.includes(0x0a) || line.includes(0x0d)) return
  }
  throw unreadable(file, TOO_LONG, format)
}

/** The most places at which a large file is looked at. */
const mostLooks = 512

/** The engine takes seconds for a stretch of empty lines that no table has. Looked for where one would have to be. */
function refuseEmptyLines(file: string, format: FileFormat): void {
  const handle = openSync(file, 'r')
  try {
    const { size } = fstatSync(handle)
    const step = Math.max(longestLine, Math.ceil(size / mostLooks))
    const at = (place: number, most: number): Buffer => {
      const bytes = Buffer.alloc(most)
      return bytes.subarray(0, readSync(handle, bytes, 0, most, place))
    }
    for (let place = step; place < size; place += step)
      if (isEmpty(at(place, 1 << 12)) && isEmpty(at(place, longestLine))) throw unreadable(file, TOO_LONG, format)
  } finally {
    closeSync(handle)
  }
}

function lastBytes(file: string, most: number): Buffer {
  const handle = openSync(file, 'r')
  try {
    const { size } = fstatSync(handle)
    const bytes = Buffer.alloc(Math.min(most, size))
    return bytes.subarray(0, readSync(handle, bytes, 0, bytes.length, size - bytes.length))
  } finally {
    closeSync(handle)
  }
}

/** The last bytes of what a file holds, after all of it has been read; what is compressed has been compared with its sum. */
async function endOfAll(file: string, packed: boolean, format: FileFormat): Promise<Buffer> {
  let end: Buffer = Buffer.alloc(0)
  const fault = format === 'json' ? objectMeter() : lineMeter()
  try {
    for await (const chunk of chunksOf(file, packed)) {
      end = Buffer.from(Buffer.concat([end, chunk.subarray(-2)]).subarray(-2))
      const found = fault(chunk)
      if (found !== undefined) throw unreadable(file, found, format)
    }
  } catch (error) {
    if (error instanceof UserError) throw error
    const { code } = error as NodeJS.ErrnoException
    if (code === 'Z_BUF_ERROR')
      throw wrongFile`${file} is cut off: what is compressed in it has no end; copy or compress it again`
    if (code?.startsWith('Z_'))
      throw wrongFile`${file} is damaged: what is compressed in it does not match its own sum; copy or compress it again`
    throw error
  }
  return end
}

function chunksOf(file: string, packed: boolean): AsyncIterable<Buffer> {
  const bytes = createReadStream(file, { highWaterMark: 1 << 18 })
  if (!packed) return bytes
  const unpacked = createGunzip({ chunkSize: 1 << 17 })
  bytes.on('error', (error) => unpacked.destroy(error))
  return bytes.pipe(unpacked)
}

const TOO_LONG = 'a line, or a stretch of empty lines, of more than 2 MiB'

/** Takes a file chunk by chunk; answers whether a line, or a stretch of empty lines, is too long. */
function lineMeter(): (chunk: Buffer) => string | undefined {
  let [line, empty] = [0, 0]
  return (chunk) => {
    const first = chunk.indexOf(0x0a)
    if (first < 0) line += chunk.length
    if (line + Math.max(first, 0) > longestLine) return TOO_LONG
    if (first >= 0) line = chunk.length - 1 - chunk.lastIndexOf(0x0a)
    empty = isEmpty(chunk) ? empty + chunk.length : 0
    return empty > longestLine ? TOO_LONG : undefined
  }
}

function isEmpty(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0x0a || byte === 0x0d)
}

function unreadable(file: string, found: string, format: FileFormat): UserError {
  const remedy =
    format === 'json'
      ? 'a row of a table has less: leave long texts out, or set data.format if it is no JSON'
      : 'is a line end missing, or is it not a delimited file? Set data.format, or give the right file'
  return new UserError(`${file} has ${found}; ${remedy}`, { path: 'data.format', rule: 'file' })
}
