/** The hash of a file: in this thread, and as the job of a worker. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { throwIfCancelled } from '../errors.ts'
import type { Job } from '../workers/pool.ts'

export interface FileDigest {
  readonly bytes: number
  readonly sha256: string
}

/** In this thread. */
export async function hashHere(file: string, signal?: AbortSignal): Promise<FileDigest> {
  const hash = createHash('sha256')
  let bytes = 0
  try {
    // No larger than the file: what is put aside for a read counts for the collector of garbage, used or not.
    const { size } = await stat(file)
    for await (const chunk of createReadStream(file, { highWaterMark: Math.min(1 << 20, size + 1), signal })) {
      hash.update(chunk)
      bytes += chunk.length
    }
  } catch (error) {
    throwIfCancelled(signal)
    throw error
  }
  return { bytes, sha256: hash.digest('hex') }
}

/** What a worker looks for in this module. */
export const open: Job<undefined, string, FileDigest> = () => (file) => hashHere(file)
