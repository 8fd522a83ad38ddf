/** Rewrites a delimited file with other line endings or another encoding: the engine writes only UTF-8 with LF. */
import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { userError } from '../ground/errors.ts'
import type { FileSink } from '../sql/dialect.ts'
import { createDecoder, type Encoding, type WrittenEncoding } from '../table/encodings.ts'

export function needsRewriting({ format, encoding = 'utf-8', lineEnd = '\n' }: FileSink): boolean {
  return format === 'csv' && (encoding !== 'utf-8' || lineEnd !== '\n')
}

export async function rewriteText(from: string, sink: FileSink): Promise<void> {
  const { quote = '"', encoding = 'utf-8', lineEnd = '\n' } = sink
  const encode = createEncoder(encoding)
  let quoted = false
  async function* rewritten(chunks: AsyncIterable<string>): AsyncGenerator<Buffer> {
    if (encoding === 'utf-16' || encoding === 'utf-8-bom') yield encode('\ufeff')
    for await (const chunk of chunks) {
      let text = ''
      for (const letter of chunk) {
        if (letter === quote) quoted = !quoted
        text += letter === '\n' && !quoted ? lineEnd : letter
      }
      yield encode(text)
    }
  }
  const target = createWriteStream(sink.file, { mode: 0o600 })
  const source = createReadStream(from, { encoding: 'utf8' })
  if (sink.compression === 'gzip') await pipeline(source, rewritten, createGzip(), target)
  else await pipeline(source, rewritten, target)
}

const wrongEncoding = userError('value', 'output.encoding')

type Encode = (text: string) => Buffer

/** Encodes text in encodings that Node only decodes, by a table of all bytes and pairs (up to 33,000 decodings). */
export function createEncoder(encoding: WrittenEncoding): Encode {
  if (encoding === 'utf-8' || encoding === 'utf-8-bom') return (text) => Buffer.from(text, 'utf8')
  if (encoding === 'utf-16') return (text) => Buffer.from(text, 'utf16le')
  const letterBytes = encoding === 'latin-1' ? latinLetters() : decodeLetters(encoding)
  return (text) =>
    Buffer.concat(
      Array.from(text, (letter) => {
        const bytes = letterBytes.get(letter)
        if (bytes !== undefined) return bytes
        throw wrongEncoding`a released text has letters that ${encoding} does not have; set output.encoding: utf-8, or
          name groups of taxonomies with its letters`
      }),
    )
}

function latinLetters(): ReadonlyMap<string, Buffer> {
  return new Map(Array.from({ length: 256 }, (_, byte) => [String.fromCharCode(byte), Buffer.from([byte])]))
}

function decodeLetters(encoding: Encoding): ReadonlyMap<string, Buffer> {
  const decode = encoding === 'windows-1252' ? createDecoder(encoding) : decodeAnything(encoding)
  const found = new Map<string, Buffer>()
  const learn = (...bytes: number[]): boolean => {
    const text = decode(Uint8Array.from(bytes), false)
    if (text.includes('\ufffd') || Array.from(text).length !== 1) return false
    if (!found.has(text)) found.set(text, Buffer.from(bytes))
    return true
  }
  for (let first = 0; first < 256; first++) {
    if (learn(first)) continue
    for (let second = 0x40; second < 256; second++) learn(first, second)
  }
  return found
}

/** Non-fatal: throwing errors is slower than decoding. */
function decodeAnything(encoding: Encoding): (bytes: Uint8Array) => string {
  const decoder = new TextDecoder(encoding)
  return (bytes) => decoder.decode(bytes)
}
