/**
 * Checks that a file is complete, so that a truncated copy is not read as a smaller table. Also finds endless lines,
 * objects and runs of empty lines, which cost an engine minutes or gigabytes. Cost: unpacks compressed files once, for
 * all later passes, and reads JSON once; reads only the last bytes of others.
 */
import { closeSync, createReadStream, openSync, statSync, writeFileSync } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { UserError, userError } from '../ground/errors.ts'
import { prose } from '../ground/format.ts'
import { lastBytes, readBytes } from './first-bytes.ts'

/** Maximum bytes of an object (or of text between two), and maximum nesting. */
const LARGEST_OBJECT = 2 << 20
const DEEPEST_OBJECT = 1000

const WINDOW = 1 << 13

const BOUNDARIES = ['}\n{', '}\r\n{'].map((text) => Buffer.from(text))
const [QUOTE, BACKSLASH] = [0x22, 0x5c]
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d]

/**
 * Limits the size and depth of objects in a JSON file: the engine keeps each in memory several times, and recurses per
 * bracket until its stack overflows. Cost: a step per byte; with one object per line, only for the ends of each window.
 */
export function objectMeter(largest = LARGEST_OBJECT): (chunk: Buffer) => string | undefined {
  let [depth, outside] = [0, 0]
  let [quoted, escaped, begun] = [false, false, false]
  let length = 0
  const read = (bytes: Buffer): string | undefined => {
    for (const byte of bytes) {
      if (++length > largest) return 'an object of more than 2 MiB, or none for as long'
      if (escaped) escaped = false
      else if (quoted) {
        if (byte === BACKSLASH) escaped = true
        else if (byte === QUOTE) quoted = false
      } else if (byte === QUOTE) quoted = true
      else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
        if (!begun && byte === OPEN_BRACKET) outside = 1
        begun = true
        if (++depth > DEEPEST_OBJECT) return `an object of more than ${DEEPEST_OBJECT} brackets inside each other`
      } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
        depth--
        if (depth <= outside) length = 0
      }
    }
    return undefined
  }
  const readWindow = (bytes: Buffer): string | undefined => {
    const found = BOUNDARIES.find((boundary) => bytes.includes(boundary))
    if (found === undefined) return read(bytes)
    const fault = read(bytes.subarray(0, bytes.indexOf(found) + 1))
    if (fault !== undefined) return fault
    ;[depth, outside, quoted, escaped, length] = [0, 0, false, false, 0]
    return read(bytes.subarray(bytes.lastIndexOf(found) + found.length - 1))
  }
  return (chunk) => {
    for (let from = 0; from < chunk.length; from += WINDOW) {
      const fault = readWindow(chunk.subarray(from, from + WINDOW))
      if (fault !== undefined) return fault
    }
    return undefined
  }
}

const wrongFile = userError('file', 'data.source')

/** In bytes; the engine's limit. */
const longestLine = 2 << 20

/** `into`: the file that receives the unpacked text of a compressed one. */
export async function checkText(file: string, into?: string): Promise<string | undefined> {
  const packed = /\.gz$/i.test(file)
  const end = packed ? await endOfAll(file, TEXT, into) : lastBytes(file, 2)
  if (!packed) {
    refuseLongEnd(file)
    refuseEmptyLines(file)
  }
  if (end.some((byte) => byte === 0x0a || byte === 0x0d)) return undefined
  return prose`${file} does not end with a line end; if it was cut off, its last row is not whole: see whether the file
    is complete`
}

export async function checkObjects(file: string): Promise<undefined> {
  await endOfAll(file, OBJECTS)
}

/** The engine silently drops a last line that is longer than its buffer. */
function refuseLongEnd(file: string): void {
  for (const most of [1 << 16, longestLine]) {
    const bytes = lastBytes(file, most)
    const line = bytes.subarray(0, -2)
    if (bytes.length < most || line.includes(0x0a) || line.includes(0x0d)) return
  }
  throw unreadable(file, TOO_LONG, TEXT)
}

const mostLooks = 512

/** The engine needs seconds for long runs of empty lines. Samples the file often enough to hit any of them. */
function refuseEmptyLines(file: string): void {
  const { size } = statSync(file)
  const step = Math.max(longestLine, Math.ceil(size / mostLooks))
  for (let place = step; place < size; place += step)
    if (isEmpty(readBytes(file, place, 1 << 12)) && isEmpty(readBytes(file, place, longestLine)))
      throw unreadable(file, TOO_LONG, TEXT)
}

/** A table that compresses 200-fold has nearly equal rows; gzip reaches a thousand. Smaller files are harmless. */
const mostTimes = 200
const largestBomb = 128 << 20

async function endOfAll(file: string, content: Content, into?: string): Promise<Buffer> {
  const packed = /\.gz$/i.test(file)
  let end: Buffer = Buffer.alloc(0)
  const fault = content.meter()
  const most = packed ? Math.max(largestBomb, mostTimes * statSync(file).size) : Number.POSITIVE_INFINITY
  let unpacked = 0
  const copy = into === undefined ? undefined : openSync(into, 'wx', 0o600)
  try {
    for await (const chunk of readChunks(file, packed)) {
      if ((unpacked += chunk.length) > most)
        throw wrongFile`${file} unpacks to more than ${mostTimes} times its size, and to more than ${largestBomb >> 20}
          MiB, which hardly any table does; see what is in it, and give it unpacked if it is right`
      end = Buffer.from(Buffer.concat([end, chunk.subarray(-2)]).subarray(-2))
      const found = fault(chunk)
      if (found !== undefined) throw unreadable(file, found, content)
      if (copy !== undefined) writeFileSync(copy, chunk)
    }
  } catch (error) {
    if (error instanceof UserError) throw error
    const { code } = error as NodeJS.ErrnoException
    if (code === 'Z_BUF_ERROR')
      throw wrongFile`${file} is cut off: what is compressed in it has no end; copy or compress it again`
    if (code?.startsWith('Z_'))
      throw wrongFile`${file} is damaged: what is compressed in it does not match its sum; copy or compress it again`
    throw error
  } finally {
    if (copy !== undefined) closeSync(copy)
  }
  return end
}

function readChunks(file: string, packed: boolean): AsyncIterable<Buffer> {
  const bytes = createReadStream(file, { highWaterMark: 1 << 18 })
  if (!packed) return bytes
  const unpacked = createGunzip({ chunkSize: 1 << 17 })
  bytes.on('error', (error) => unpacked.destroy(error))
  return bytes.pipe(unpacked)
}

/** Passes chunks on; throws as soon as a line or a run of empty lines is too long. */
export function lineGate(name: string): (chunks: AsyncIterable<Buffer>) => AsyncGenerator<Buffer> {
  const fault = lineMeter()
  return async function* (chunks) {
    for await (const chunk of chunks) {
      const found = fault(chunk)
      if (found !== undefined) throw unreadable(name, found, TEXT)
      yield chunk
    }
  }
}

const TOO_LONG = 'a line, or a stretch of empty lines, of more than 2 MiB'

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

interface Content {
  readonly meter: () => (chunk: Buffer) => string | undefined
  readonly remedy: string
}

const TEXT: Content = {
  meter: lineMeter,
  remedy: 'is a line end missing, or is it not a delimited file? Set data.format, or give the right file',
}

const OBJECTS: Content = {
  meter: objectMeter,
  remedy: 'a row of a table has less: leave long texts out, or set data.format if it is no JSON',
}

function unreadable(file: string, found: string, { remedy }: Content): UserError {
  return new UserError(`${file} has ${found}; ${remedy}`, { path: 'data.format', rule: 'file' })
}
