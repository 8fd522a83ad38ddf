/**
 * Where tests keep their files: in memory, where a Linux machine has the room. A disk takes ten times as long to make a file sure or to
 * delete it, and tests make tens of thousands of them. A TMPDIR that is set stays.
 */
import { existsSync, readFileSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'

const memory = '/dev/shm'
const gigabyte = 2 ** 30

export function scratchInMemory(): { readonly TMPDIR?: string } {
  if (process.env['TMPDIR'] || process.platform !== 'linux' || !existsSync(memory)) return {}
  // The installed package is tried there: its programs must be allowed to run.
  const mayRun = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .some((line) => line.split(' ')[1] === memory && !/\bnoexec\b/.test(line))
  const { bavail, bsize } = statfsSync(memory)
  return mayRun && bavail * bsize > 2 * gigabyte && freemem() > 4 * gigabyte ? { TMPDIR: memory } : {}
}
