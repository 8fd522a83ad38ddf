/** Hashes a file in this thread, or as the job of a worker. */
import { createHash } from 'node:crypto'
import { createReadStream, readFileSync, statSync } from 'node:fs'
import { throwIfCancelled } from './errors.ts'
import type { Job } from './workers/pool.ts'

export interface FileDigest {
  readonly bytes: number
  readonly sha256: string
}

/** Bytes up to which a file is read at once. */
const SHORT = 1 << 20

export async function hashHere(file: string, signal?: AbortSignal): Promise<FileDigest> {
  const hash = createHash('sha256')
  let bytes = 0
  try {
    if (statSync(file).size <= SHORT) {
      const all = readFileSync(file)
      return { bytes: all.length, sha256: hash.update(all).digest('hex') }
    }
    for await (const chunk of createReadStream(file, { highWaterMark: SHORT, signal })) {
      hash.update(chunk)
      bytes += chunk.length
    }
  } catch (error) {
    throwIfCancelled(signal)
    throw error
  }
  return { bytes, sha256: hash.digest('hex') }
}

export const open: Job<undefined, string, FileDigest> = () => (file) => hashHere(file)
