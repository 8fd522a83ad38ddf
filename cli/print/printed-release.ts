/**
 * `--output -`: the release goes to standard output, after it was verified and not before. It is made in a folder of its own, which goes with
 * all that would stand beside it; the summary goes to standard error.
 */
import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Answer } from '../command.ts'
import { printable } from './text.ts'

/** The name that stands for standard output. */
export const STANDARD_OUTPUT = '-'

/** Runs the work on a release file that is printed when it is there. */
export async function printRelease(work: (release: string) => Promise<Answer>): Promise<Answer> {
  const folder = await mkdtemp(join(tmpdir(), 'halftone-printed-'))
  try {
    const answer = await work(join(folder, 'release.csv'))
    const { release } = answer.record as { release?: string }
    if (release !== undefined) await pipeline(createReadStream(release), process.stdout, { end: false })
    // Files that are gone in a moment are not named.
    const lines = answer.text.split('\n').filter((line) => !line.includes(folder))
    process.stderr.write(`${printable(lines.join('\n').trimEnd())}\n`)
    return { ...answer, silent: true }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
