/**
 * Writes a set of files all or nothing: every file is written under a temporary name and takes its own only when all are
 * complete. If anything fails, or the signal fires, what was written is removed again, and so are folders made for it.
 */
import { mkdir, open, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { throwIfCancelled, UserError, userError } from '../ground/errors.ts'
import type { SampleFiles } from './sample.ts'

export interface FileToWrite {
  /** Relative to the folder, with forward slashes. */
  readonly path: string
  readonly chunks: Iterable<Uint8Array | string>
}

export interface WriteRun {
  /** Replace files that exist. Without it they are a reason to refuse. */
  readonly force?: boolean
  readonly signal?: AbortSignal
}

/** Writes a sample, of which the first file is the data and the last one the job. */
export async function writeFiles(
  folder: string,
  files: readonly FileToWrite[],
  rows: number,
  run: WriteRun,
): Promise<SampleFiles> {
  const targets = files.map((file) => join(folder, file.path))
  for (const target of targets) await checkTarget(target, run.force === true)
  const made: string[] = []
  const written: string[] = []
  try {
    for (const [i, file] of files.entries()) {
      throwIfCancelled(run.signal)
      const first = await mkdir(dirname(targets[i]), { recursive: true })
      if (first !== undefined) made.push(...foldersBetween(resolve(first), resolve(dirname(targets[i]))))
      const part = partOf(targets[i])
      written.push(part)
      await writeChunks(part, file.chunks, run.signal)
    }
    throwIfCancelled(run.signal)
    for (const target of targets) {
      await rename(partOf(target), target)
      written.push(target)
    }
    return { folder, data: targets[0], job: targets[targets.length - 1], files: targets, rows }
  } catch (error) {
    for (const path of written) await rm(path, { force: true })
    // Deepest first; a folder that somebody else has put something into stays.
    for (const path of made.reverse()) await rmdir(path).catch(() => {})
    throw asUserError(error, folder)
  }
}

async function checkTarget(target: string, force: boolean): Promise<void> {
  const wrongFile = userError('file', target)
  const found = await stat(target).catch(() => undefined)
  if (found?.isDirectory())
    throw wrongFile`${target} is a folder, and a file of that name is to be written; choose another folder`
  if (found !== undefined && !force)
    throw wrongFile`${target} already exists; choose another folder, or replace it with --force`
}

/** One chunk is on its way at a time, so a slow disk slows down the making of chunks, and memory stays small. */
async function writeChunks(
  path: string,
  chunks: FileToWrite['chunks'],
  signal: AbortSignal | undefined,
): Promise<void> {
  const handle = await open(path, 'w')
  try {
    for (const chunk of chunks) {
      throwIfCancelled(signal)
      await handle.writeFile(chunk)
    }
  } finally {
    await handle.close()
  }
}

function partOf(target: string): string {
  return `${target}.${process.pid}.part`
}

/** `first` and every folder under it on the way to `last`, outermost first. */
function foldersBetween(first: string, last: string): string[] {
  const folders = [last]
  while (folders[0] !== first && dirname(folders[0]) !== folders[0]) folders.unshift(dirname(folders[0]))
  return folders
}

const remedies: Readonly<Record<string, string>> = {
  EACCES: 'may not be written to; choose a folder you may write to',
  EPERM: 'may not be written to; choose a folder you may write to',
  EROFS: 'is on a disk that is read-only; choose another folder',
  EEXIST: 'is a file; a folder is needed',
  ENOTDIR: 'lies under a file; a folder is needed',
  ENOSPC: 'is on a disk that is full; make room or ask for fewer rows',
  EDQUOT: 'is on a disk whose quota is used up; make room or ask for fewer rows',
}

function asUserError(error: unknown, folder: string): unknown {
  const remedy = remedies[(error as NodeJS.ErrnoException)?.code ?? '']
  return remedy === undefined
    ? error
    : new UserError(`folder ${folder} ${remedy}`, { path: folder, rule: 'file', cause: error })
}
