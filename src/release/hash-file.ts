/** SHA-256 and size of a file, streaming. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { throwIfCancelled } from '../errors.ts'

export interface FileDigest {
  readonly bytes: number
  readonly sha256: string
}

export async function hashFile(file: string, signal?: AbortSignal): Promise<FileDigest> {
  const hash = createHash('sha256')
  let bytes = 0
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20, signal })) {
      hash.update(chunk)
      bytes += chunk.length
    }
  } catch (error) {
    throwIfCancelled(signal)
    throw error
  }
  return { bytes, sha256: hash.digest('hex') }
}
