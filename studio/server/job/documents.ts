/** Opens and writes job files, atomically. */
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, extname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import * as yaml from 'yaml'
import { UserError } from '../../../src/ground/errors.ts'
import { readJob } from '../../../src/plan/job.ts'
import { mapJobFiles } from '../../../src/plan/job-files.ts'
import { OUTPUTS } from '../../../src/plan/outputs.ts'
import type { Job } from '../../../src/table/job-schema.ts'
import { FileExists, refuseExisting } from '../file-exists.ts'
import { pathFrom, pathInside } from '../folder.ts'
import type { Session } from '../session.ts'
import type { OpenedJob, SaveRequest } from './api.ts'
import { checkedJob } from './job-paths.ts'
import { jobText } from './job-text.ts'

export function openJob(session: Session, path: string): OpenedJob {
  const file = pathInside(session.folder, path)
  const job = readJob(readFile(file, path), basename(file))
  return { job, base: pathFrom(session.folder, dirname(file)), file: pathFrom(session.folder, file) }
}

export async function saveJob(session: Session, { job, base, path, force, read }: SaveRequest): Promise<OpenedJob> {
  const file = pathInside(session.folder, path)
  if (!/\.(ya?ml|json)$/i.test(file))
    throw new UserError(`a job file must end in .yaml, .yml or .json; got "${path}"`, { path, rule: 'file' })
  const from = pathInside(session.folder, base)
  const moved = rebased(checkedJob(job, basename(file)), from, dirname(file))
  const before = existsSync(file) ? readFile(file, path) : undefined
  if (before !== undefined) {
    if (!isJobFile(before))
      throw new UserError(`"${path}" exists and is no job file; choose another name`, { path, rule: 'file' })
    refuseExisting(file, path, force)
    if (read !== undefined && !isUnchanged(before, read, path))
      throw new FileExists(
        `${path} was changed by somebody else since this page read it; replace it, or save elsewhere`,
      )
  }
  const text = extname(file).toLowerCase() === '.json' ? `${JSON.stringify(moved, null, 2)}\n` : jobText(moved, before)
  // Check that the text reads as the job that was meant, whatever the comments did.
  readJob(text, basename(file))
  await writeWhole(file, text)
  return { job: moved, base: pathFrom(session.folder, dirname(file)), file: pathFrom(session.folder, file) }
}

/** Whether the file still has the job that the page read from it. */
function isUnchanged(text: string, read: Job, path: string): boolean {
  try {
    return isDeepStrictEqual(readJob(text, path), read)
  } catch {
    return false
  }
}

/** Writes under a hidden name, then renames. */
export async function writeWhole(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  const partial = join(dirname(file), `.partial-${process.pid}-${basename(file)}`)
  try {
    await writeFile(partial, text)
    await rename(partial, file)
  } catch (error) {
    await rm(partial, { force: true })
    throw new UserError(`${file} cannot be written (${(error as NodeJS.ErrnoException).code}); choose another place`, {
      path: file,
      rule: 'file',
    })
  }
}

export function readFile(file: string, named: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT')
      throw new UserError(`no such file: "${named}" (looked for ${file})`, { path: named, rule: 'file' })
    throw new UserError(`"${named}" cannot be read (${code}); name a file`, { path: named, rule: 'file' })
  }
}

/** Accepts broken ones: any mapping with a key of jobs. */
function isJobFile(text: string): boolean {
  try {
    const value = yaml.parse(text) as unknown
    return value !== null && typeof value === 'object' && ('columns' in value || 'privacy' in value || 'data' in value)
  } catch {
    return /^(version|data|columns|privacy)\s*:/m.test(text)
  }
}

/** Rewrites the job's paths relative to another folder. */
export function rebased(job: Job, from: string, to: string): Job {
  if (from === to) return job
  const move = (path: string): string =>
    isAbsolute(path) || /^[a-z]+:\/\//i.test(path) ? path : relative(to, resolve(from, path)).split(sep).join('/')
  return {
    ...mapJobFiles(job, move),
    output: Object.fromEntries(
      Object.entries(job.output).map(([name, value]) => [name, name in OUTPUTS ? move(value as string) : value]),
    ) as unknown as Job['output'],
  }
}
