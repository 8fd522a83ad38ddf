/** Hashes each input file of a study once, and again only if its size, time or inode changed. */

import { stat } from 'node:fs/promises'
import { hashFile } from '../ground/hash-file.ts'
import { entryAt } from '../ground/maps.ts'

export type StudyInputs = ReturnType<typeof studyInputs>

interface Seen {
  readonly sha256: string
  sign: string
}

export function studyInputs(signal?: AbortSignal) {
  const seen = new Map<string, Promise<Seen>>()
  const lookAt = (file: string) => entryAt(seen, file, () => hashed(file, signal))
  return {
    hash: async (file: string) => (await lookAt(file)).sha256,
    async changed<T extends { readonly file: string }>(files: readonly T[]): Promise<T | undefined> {
      for (const one of files) {
        const before = await lookAt(one.file)
        if ((await readSign(one.file)) === before.sign) continue
        const now = await hashed(one.file, signal).catch(() => undefined)
        if (now?.sha256 !== before.sha256) return one
        // Rewritten with equal content.
        before.sign = now.sign
      }
      return undefined
    },
  }
}

async function hashed(file: string, signal: AbortSignal | undefined): Promise<Seen> {
  // Read first, so that a write during hashing changes it.
  const sign = await readSign(file)
  const { sha256 } = await hashFile(file, signal)
  return { sha256, sign }
}

async function readSign(file: string): Promise<string> {
  const stats = await stat(file, { bigint: true }).catch(() => undefined)
  return stats === undefined ? 'gone' : `${stats.size} ${stats.mtimeNs} ${stats.ino}`
}
