/** `--output -`: prints the verified release, and the summary to standard error. The run uses a temporary folder. */
import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Answer } from '../command.ts'
import { printable } from './text.ts'

export const STANDARD_OUTPUT = '-'

export async function printRelease(work: (release: string) => Promise<Answer>): Promise<Answer> {
  const folder = await mkdtemp(join(tmpdir(), 'halftone-printed-'))
  try {
    const answer = await work(join(folder, 'release.csv'))
    const { release } = answer.record as { release?: string }
    if (release !== undefined) await pipeline(createReadStream(release), process.stdout, { end: false })
    // Temporary files are not named.
    const lines = answer.text.split('\n').filter((line) => !line.includes(folder))
    process.stderr.write(`${printable(lines.join('\n').trimEnd())}\n`)
    return { ...answer, silent: true }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
