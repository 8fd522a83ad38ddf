/** Hashes a file in this thread, or as the job of a worker. */
import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { open as openFile } from 'node:fs/promises'
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
  if (statSync(file).size <= SHORT) {
    const all = readFileSync(file)
    return { bytes: all.length, sha256: hash.update(all).digest('hex') }
  }
  const handle = await openFile(file)
  try {
    // One buffer: a stream takes another for each chunk, and memory grows until they are collected.
    const chunk = Buffer.allocUnsafe(SHORT)
    let bytes = 0
    for (let read = 1; read > 0; bytes += read) {
      throwIfCancelled(signal)
      read = (await handle.read(chunk)).bytesRead
      hash.update(chunk.subarray(0, read))
    }
    return { bytes, sha256: hash.digest('hex') }
  } finally {
    await handle.close()
  }
}

export const open: Job<undefined, string, FileDigest> = () => (file) => hashHere(file)
