/** Converts a text file to UTF-8 if no engine reads its encoding. Cost: one pass, chunk by chunk. */
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { userError } from '../ground/errors.ts'
import { createDecoder, type Encoding } from '../table/encodings.ts'

const wrongEncoding = userError('file', 'data.encoding')

export async function textInUtf8(file: string, encoding: Encoding, folder: string): Promise<string> {
  const target = join(await mkdtemp(join(folder, 'text-')), basename(file).replace(/\.gz$/i, ''))
  const decode = createDecoder(encoding)
  async function* decoded(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
    for await (const chunk of chunks) yield decode(chunk, true)
    yield decode(new Uint8Array(), false)
  }
  const source = createReadStream(file)
  const sink = createWriteStream(target, { mode: 0o600 })
  try {
    if (/\.gz$/i.test(file)) await pipeline(source, createGunzip(), decoded, sink)
    else await pipeline(source, decoded, sink)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_ENCODING_INVALID_ENCODED_DATA') throw error
    throw wrongEncoding`${file} has bytes that are no letters of ${encoding}; set data.encoding to how it is written, or save it as UTF-8`
  }
  return target
}
