/** Creates private temporary folders (0700) marked by their process, so that a later one can remove leftovers. */
import { readdirSync, rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { userError } from '../errors.ts'
import { isLiving, processMark } from './living.ts'

export interface ScratchFolder {
  readonly path: string
  remove(): Promise<void>
}

const pattern = /^halftone-(?:engine|items|rows)-(\d+\.\d+)-/

export async function openScratch(kind: 'engine' | 'items' | 'rows'): Promise<ScratchFolder> {
  clearLeftovers()
  let path: string
  try {
    path = await mkdtemp(join(tmpdir(), `halftone-${kind}-${processMark()}-`))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const wrongFile = userError('file', tmpdir())
    throw wrongFile`the folder for temporary files, ${tmpdir()}, cannot be used (${code}); make it, free space there, or
      set TMPDIR to another`
  }
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}

let cleared = false

function clearLeftovers(): void {
  if (cleared) return
  cleared = true
  try {
    for (const name of readdirSync(tmpdir())) {
      const mark = pattern.exec(name)?.[1]
      if (mark !== undefined && !isLiving(mark)) rmSync(join(tmpdir(), name), { recursive: true, force: true })
    }
  } catch {}
}
