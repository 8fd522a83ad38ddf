/**
 * Files appear whole or not at all. Everything is written under a hidden name beside its target, which keeps the target's ending (it
 * says how a file is compressed), and renamed when all of it is right; whatever goes wrong before removes it, and folders that were made for it.
 */
import { constants } from 'node:fs'
import { access, mkdir, open, realpath, rename, rm, rmdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { UserError } from '../errors.ts'

export interface StagingOptions {
  /** Replace targets that exist. */
  readonly force?: boolean
  /** Files that must not be a target. */
  readonly sources?: readonly string[]
}

export interface Staging {
  /** Where to write what is meant for a target. */
  path(target: string): string
  /** Moves every staged file to its target. */
  publish(): Promise<void>
  /** Removes everything; does nothing after `publish`. */
  discard(): Promise<void>
}

/** Checks all targets before anything is written. */
export async function openStaging(
  targets: readonly string[],
  { force = false, sources = [] }: StagingOptions = {},
): Promise<Staging> {
  const staged = new Map(
    targets.map((target) => [target, join(dirname(target), `.partial-${process.pid}-${basename(target)}`)]),
  )
  // Many disks take names that differ in capitals only for one.
  const plain = targets.map((target) => target.toLowerCase())
  const doubled = targets.find((_, i) => plain.indexOf(plain[i]) !== i)
  if (doubled !== undefined) throw new UserError(`two outputs have the same file ${doubled}; give each its own`)
  const made: string[] = []
  const opened: string[] = []
  const discard = async (): Promise<void> => {
    for (const file of opened) await rm(file, { force: true })
    // Only what was made here, and only while nobody else has put anything there.
    for (const folder of made.reverse()) await rmdir(folder).catch(() => {})
    made.length = 0
  }
  try {
    for (const [target, file] of staged) {
      await refuseSource(target, sources)
      await refuseExisting(target, force)
      await makeFolder(dirname(target), made)
      await tryWriting(target, file)
      opened.push(file)
    }
  } catch (error) {
    await discard()
    throw error
  }
  return {
    path: (target) => staged.get(target) as string,
    async publish() {
      for (const [target, file] of staged) await rename(file, target)
      opened.length = 0
      made.length = 0
    },
    discard,
  }
}

async function refuseSource(target: string, sources: readonly string[]): Promise<void> {
  const own = await realpath(target).catch(() => target)
  for (const source of sources) {
    if (own === (await realpath(source).catch(() => source))) {
      throw new UserError(
        `output ${target} is the source itself; a release must not overwrite the data it was made from: choose another name`,
      )
    }
  }
}

async function refuseExisting(target: string, force: boolean): Promise<void> {
  const stats = await stat(target).catch(() => undefined)
  if (stats === undefined) return
  if (stats.isDirectory()) throw new UserError(`output ${target} is a folder; name a file`)
  if (!force)
    throw new UserError(`output ${target} exists already; remove it, choose another name, or add --force to replace it`)
}

async function makeFolder(folder: string, made: string[]): Promise<void> {
  // Step by step: `recursive` never comes back below folders such as /proc, and would not tell what it made.
  const missing: string[] = []
  for (let step = folder; !(await isThere(step)); step = dirname(step)) missing.push(step)
  for (const step of missing.reverse()) {
    await mkdir(step).catch((error) => {
      throw new UserError(`the folder ${step} cannot be made (${reason(error)}); choose another output`)
    })
    made.push(step)
  }
}

async function isThere(folder: string): Promise<boolean> {
  return (await stat(folder).catch(() => undefined))?.isDirectory() === true || dirname(folder) === folder
}

async function tryWriting(target: string, file: string): Promise<void> {
  try {
    await access(dirname(target), constants.W_OK)
    await (await open(file, 'w')).close()
  } catch (error) {
    throw new UserError(
      `output ${target} cannot be written (${reason(error)}); choose another place, or ask for the right to write there`,
    )
  }
}

function reason(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error)
}
