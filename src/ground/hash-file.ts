/** Computes SHA-256 and size of a file as a stream; hashes large files in another thread. */
import { statSync } from 'node:fs'
import { throwIfCancelled } from './errors.ts'
import { type FileDigest, hashHere, open } from './hash-job.ts'
import { inOwnThread } from './workers/own-thread.ts'
import { siblingModule } from './workers/pool.ts'

export type { FileDigest }

/** Bytes; below this a thread costs more than it gains. */
const largeFile = 128 << 20

export async function hashFile(file: string, signal?: AbortSignal): Promise<FileDigest> {
  throwIfCancelled(signal)
  return statSync(file).size < largeFile ? hashHere(file, signal) : hashInThread(file, signal)
}

export function hashInThread(file: string, signal?: AbortSignal): Promise<FileDigest> {
  return inOwnThread(open, siblingModule('./hash-job', import.meta.url), file, signal)
}
