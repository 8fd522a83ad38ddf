/**
 * A delimited file with other line ends, or letters in Latin-1 or UTF-16: the engine writes UTF-8 with LF alone. Line breaks inside quotes are part of a
 * value and stay. Cost: one pass over the file, chunk by chunk.
 */
import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { UserError } from '../errors.ts'
import type { FileSink } from '../sql/dialect.ts'

/** Whether the engine cannot write the sink by itself. */
export function needsRewriting({ format, encoding = 'utf-8', lineEnd = '\n' }: FileSink): boolean {
  return format === 'csv' && (encoding !== 'utf-8' || lineEnd !== '\n')
}

export async function rewriteText(from: string, sink: FileSink): Promise<void> {
  const { quote = '"', encoding = 'utf-8', lineEnd = '\n' } = sink
  let quoted = false
  async function* rewritten(chunks: AsyncIterable<string>): AsyncGenerator<Buffer> {
    // Little-endian, and a mark says so.
    if (encoding === 'utf-16') yield Buffer.from('\ufeff', 'utf16le')
    for await (const chunk of chunks) {
      let text = ''
      for (const letter of chunk) {
        if (letter === quote) quoted = !quoted
        text += letter === '\n' && !quoted ? lineEnd : letter
      }
      yield encoding === 'latin-1' ? latin(text) : Buffer.from(text, encoding === 'utf-16' ? 'utf16le' : 'utf8')
    }
  }
  const target = createWriteStream(sink.file, { mode: 0o600 })
  const source = createReadStream(from, { encoding: 'utf8' })
  if (sink.compression === 'gzip') await pipeline(source, rewritten, createGzip(), target)
  else await pipeline(source, rewritten, target)
}

function latin(text: string): Buffer {
  const foreign = /[^\0-\xff]/u.exec(text)
  if (foreign !== null) {
    throw new UserError(
      'a released text has letters that Latin-1 does not have; set output.encoding: utf-8, or name groups of taxonomies with its letters',
      { path: 'output.encoding', rule: 'value' },
    )
  }
  return Buffer.from(text, 'latin1')
}
