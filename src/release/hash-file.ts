/**
 * SHA-256 and size of a file, streaming. A large file is hashed in a thread of its own: the search needs this one, and leaves the other
 * cores idle.
 */
import { statSync } from 'node:fs'
import { throwIfCancelled } from '../errors.ts'
import { openPool, siblingModule } from '../workers/pool.ts'
import { type FileDigest, hashHere, open } from './hash-job.ts'

export type { FileDigest }

/** Below this a thread costs more than it gains. */
const largeFile = 64 << 20

export async function hashFile(file: string, signal?: AbortSignal): Promise<FileDigest> {
  throwIfCancelled(signal)
  return statSync(file).size < largeFile ? hashHere(file, signal) : hashInThread(file, signal)
}

/** In a thread that ends when the signal fires. */
export async function hashInThread(file: string, signal?: AbortSignal): Promise<FileDigest> {
  const module = siblingModule('./hash-job', import.meta.url)
  const pool = await openPool({ job: open, module, data: undefined, threads: 1, ownThread: true })
  const close = () => void pool.close()
  signal?.addEventListener('abort', close)
  try {
    throwIfCancelled(signal)
    const [digest] = await pool.send(0, [file])
    return digest
  } catch (error) {
    throwIfCancelled(signal)
    throw error
  } finally {
    signal?.removeEventListener('abort', close)
    await pool.close()
  }
}
