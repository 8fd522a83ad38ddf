/**
 * The files that a study reads, each hashed once, and whether one has changed since. Size, time and place of a file are looked at before and after each run, which costs nothing; only
 * where these differ is it read again. (A change that keeps the size and the time of a file is not seen.)
 */
import { stat } from 'node:fs/promises'
import { hashFile } from '../publish/hash-file.ts'

export interface StudyInputs {
  /** SHA-256 of the content when it was first asked for. */
  hashOf(file: string): Promise<string>
  /** The first of these that is not what it was when it was hashed, or is gone. */
  changed<T extends { readonly file: string }>(files: readonly T[]): Promise<T | undefined>
}

interface Seen {
  readonly sha256: string
  /** Of the file as it was hashed. */
  sign: string
}

export function studyInputs(signal?: AbortSignal): StudyInputs {
  const seen = new Map<string, Promise<Seen>>()
  const lookAt = (file: string): Promise<Seen> => {
    const known = seen.get(file)
    if (known !== undefined) return known
    const looked = hashed(file, signal)
    seen.set(file, looked)
    return looked
  }
  return {
    hashOf: async (file) => (await lookAt(file)).sha256,
    async changed(files) {
      for (const one of files) {
        const before = await lookAt(one.file)
        if ((await signOf(one.file)) === before.sign) continue
        const now = await hashed(one.file, signal).catch(() => undefined)
        if (now?.sha256 !== before.sha256) return one
        // Written anew with the same content.
        before.sign = now.sign
      }
      return undefined
    },
  }
}

async function hashed(file: string, signal: AbortSignal | undefined): Promise<Seen> {
  // Looked at first: whatever is written while it is read gives another sign later.
  const sign = await signOf(file)
  const { sha256 } = await hashFile(file, signal)
  return { sha256, sign }
}

async function signOf(file: string): Promise<string> {
  const own = await stat(file, { bigint: true }).catch(() => undefined)
  return own === undefined ? 'gone' : `${own.size} ${own.mtimeNs} ${own.ino}`
}
