/** Rewrites a delimited file with other line endings or another encoding: the engine writes only UTF-8 with LF. */
import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { FileSink } from '../sql/dialect.ts'
import { createEncoder } from './encode-text.ts'

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
