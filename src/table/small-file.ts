/** The text of a file that is read as a whole: a job, a taxonomy, a policy, a key. It has a size beyond which it is none, which is seen before it is read. */
import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs'
import { UserError } from '../errors.ts'

/** A taxonomy of half a million values has less. */
const MOST_BYTES = 16_000_000

/** What the system says of a file that cannot be read is thrown as it is. `named` is what the error about the size calls it. */
export function readSmallFile(file: string, named: string, most = MOST_BYTES): string {
  const handle = openSync(file, 'r')
  try {
    const stats = fstatSync(handle)
    if (stats.size > most) throw tooLarge(named, most)
    if (stats.isFile() || stats.isDirectory()) return readFileSync(handle, 'utf8')
    // A pipe says its size at its end, and some devices have no end.
    const chunks: Buffer[] = []
    for (let left = most; ; ) {
      const chunk = Buffer.alloc(1 << 16)
      const read = readSync(handle, chunk)
      if (read === 0) return Buffer.concat(chunks).toString('utf8')
      left -= read
      if (left < 0) throw tooLarge(named, most)
      chunks.push(chunk.subarray(0, read))
    }
  } finally {
    closeSync(handle)
  }
}

function tooLarge(named: string, most: number): UserError {
  return new UserError(
    `${named} must have at most ${most} bytes; it has more: is it the right file? Otherwise leave out what the data does not need`,
    { path: named, rule: 'file' },
  )
}
