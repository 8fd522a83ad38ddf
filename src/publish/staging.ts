/**
 * Publishes a set of files all at once or not at all. Files are staged beside their targets under hidden, unguessable
 * names with the target's extension, which determines the compression; then `journal.ts` switches the set over. The
 * next process cleans up after a killed one.
 */
import { type BigIntStats, realpathSync, rmdirSync, rmSync, statSync } from 'node:fs'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { type Disk, realDisk } from '../ground/disk.ts'
import { throwIfCancelled, UserError, userError } from '../ground/errors.ts'
import { isLiving, processMark } from '../ground/workers/living.ts'
import { guard } from './guard.ts'
import { finishSwitches, type Move, randomName, switchOver, Unfinished } from './journal.ts'

export interface StagingOptions {
  readonly force?: boolean
  readonly sources?: readonly string[]
  readonly isPrivate?: (target: string) => boolean
  /** Name of folders that only the owner may enter, even if they existed before. */
  readonly privateFolder?: string
  readonly leftovers?: readonly string[]
  /** Targets that are replaced even without `force`; the journal of the switch lies beside the first. */
  readonly replaces?: readonly string[]
  readonly disk?: Disk
  /** Whether a second process clears up if this one dies. */
  readonly isGuarded?: boolean
}

export interface Staging {
  path(target: string): string
  write(target: string, text: string | Uint8Array): Promise<void>
  append(target: string, text: string): Promise<void>
  publish(): Promise<void>
  discard(): Promise<void>
}

const partial = /^\.partial-(\d+\.\d+)-/
const lock = /^\.halftone-.*\.lock$/s

/** Many file systems ignore case and the Unicode form of accents. */
function plainName(file: string): string {
  return file.normalize('NFC').toLowerCase()
}

export async function openStaging(targets: readonly string[], options: StagingOptions = {}): Promise<Staging> {
  const { force = false, sources = [], isPrivate = () => false, privateFolder } = options
  const { leftovers = [], replaces = [], disk = realDisk } = options
  const plain = targets.map(plainName)
  const doubled = targets.find((_, i) => plain.indexOf(plain[i]) !== i)
  if (doubled !== undefined)
    throw new UserError(`two outputs have the same file ${doubled}; give each its own`, { path: doubled, rule: 'file' })
  const staged = new Map(
    targets.map((target) => [
      target,
      join(dirname(target), `.partial-${processMark()}-${randomName()}-${basename(target)}`),
    ]),
  )
  const held: Held = { files: [], folders: [], switching: false }
  open.add(held)
  const discard = async (): Promise<void> => {
    if (!held.switching) {
      // Keeps each entry until its file is gone, so that `clearAtExit` removes the rest.
      for (; held.files.length > 0; held.files.shift()) await disk.remove(held.files[0])
      for (; held.folders.length > 0; held.folders.pop())
        await disk.removeFolder(held.folders[held.folders.length - 1]).catch(() => {})
    }
    open.delete(held)
    endGuard()
  }
  let endGuard = () => {}
  try {
    const places = sources.map(findPlace)
    for (const target of targets) refuseSource(target, places)
    for (const folder of new Set(targets.map((target) => dirname(target)))) {
      const hidden = targets.filter((target) => dirname(target) === folder).every(isPrivate)
      if (hidden && basename(folder).toLowerCase() === privateFolder) await closeFolder(disk, folder)
      await makeFolder(disk, folder, hidden, held.folders)
    }
    await clearLeftovers(disk, new Set(targets.map((target) => dirname(target))))
    for (const target of targets) {
      await takeLock(disk, target, held)
      await refuseExisting(disk, target, force || replaces.includes(target))
      await tryWriting(disk, target, staged.get(target) as string, held)
    }
    if (options.isGuarded) endGuard = guard(held)
  } catch (error) {
    await discard()
    throw error
  }
  const path = (target: string): string => staged.get(target) as string
  return {
    path,
    write: (target, text) => disk.write(path(target), text),
    append: (target, text) => disk.append(path(target), text),
    async publish() {
      for (const target of targets) await refuseExisting(disk, target, force || replaces.includes(target))
      const moves = targets.map(
        (to): Move => ({ from: path(to), to, mode: isPrivate(to) ? 0o600 : 0o666 & ~process.umask() }),
      )
      const locks = held.files.filter((file) => lock.test(basename(file)))
      // From here on the journal says what to do with the staged files.
      endGuard()
      try {
        await switchOver(disk, moves, {
          replace: force || replaces.length > 0,
          folder: replaces.length > 0 ? dirname(replaces[0]) : undefined,
          leftovers: leftovers.filter((file) => !plain.includes(plainName(file))),
          onJournal: (file) => held.files.push(file),
          // From here on, an exiting process must leave the staged files to the next one.
          onBegin: () => {
            held.switching = true
          },
        })
      } catch (error) {
        held.switching = false
        // Old files may be gone already: the next process needs the new ones.
        if (error instanceof Unfinished) held.files.splice(0, held.files.length, ...locks)
        const { cause = error } = error as Error
        throw (cause as NodeJS.ErrnoException).code === 'EEXIST' ? appeared(targets) : cause
      }
      held.switching = false
      held.folders.length = 0
      held.files.splice(0, held.files.length, ...locks)
      await discard()
    },
    discard,
  }
}

/** A text in chunks is written as they are generated, so it may exceed memory. */
export interface TextFile {
  readonly path: string
  readonly text: string | Iterable<string>
}

export async function appendText(
  staging: Staging,
  { path, text }: TextFile,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (const chunk of typeof text === 'string' ? [text] : text) {
    throwIfCancelled(signal)
    await staging.append(path, chunk)
  }
}

export async function publishTexts(
  files: readonly TextFile[],
  { signal, ...options }: StagingOptions & { readonly signal?: AbortSignal | undefined },
): Promise<void> {
  const targets = files.map(({ path }) => path)
  const staging = await openStaging(targets, options)
  try {
    for (const file of files) await appendText(staging, file, signal)
    throwIfCancelled(signal)
    await staging.publish()
  } finally {
    await staging.discard()
  }
}

/** Files of this process on disk, for clean-up at exit (second Ctrl-C). */
interface Held {
  readonly files: string[]
  readonly folders: string[]
  switching: boolean
}

const open = new Set<Held>()

/** Removes everything that is not being switched over. Synchronous, because an exiting process cannot wait. */
export function clearAtExit(): void {
  for (const { files, folders, switching } of open) {
    if (switching) continue
    for (const file of files) rmSync(file, { force: true })
    for (const folder of folders.reverse()) {
      try {
        rmdirSync(folder)
      } catch {}
    }
  }
  open.clear()
}

process.on('exit', clearAtExit)

interface Place {
  readonly real: string
  readonly file: BigIntStats | undefined
}

function findPlace(file: string): Place {
  try {
    return { real: realpathSync(file), file: statSync(file, { bigint: true }) }
  } catch {
    return { real: file, file: undefined }
  }
}

function refuseSource(target: string, sources: readonly Place[]): void {
  const wrongFile = userError('file', target)
  const place = findPlace(target)
  for (const { real, file } of sources) {
    const same = place.file !== undefined && place.file.ino === file?.ino && place.file.dev === file.dev
    if (same || place.real === real)
      throw wrongFile`output ${target} is the source itself, or another file that the job reads; a release must not
        overwrite what it was made from: choose another name`
  }
}

async function refuseExisting(disk: Disk, target: string, force: boolean): Promise<void> {
  const wrongFile = userError('file', target)
  const kind = await disk.fileKind(target)
  if (kind === undefined) return
  if (kind === 'folder') throw wrongFile`output ${target} is a folder; name a file`
  if (kind === 'other') throw wrongFile`output ${target} is a device or a pipe; name a file`
  if (!force)
    throw wrongFile`output ${target} exists already; remove it, choose another name, or add --force to replace it`
}

function appeared(targets: readonly string[]): UserError {
  const wrongFile = userError('file', targets[0])
  return wrongFile`an output appeared while the run was under way (one of
    ${targets.map((target) => basename(target)).join(', ')}); nothing was published: choose another name, or add
    --force`
}

async function makeFolder(disk: Disk, folder: string, hidden: boolean, made: string[]): Promise<void> {
  // One folder at a time: `recursive` hangs below folders such as /proc and does not report what it created.
  const missing: string[] = []
  for (let step = folder; !isThere(step); step = dirname(step)) missing.push(step)
  for (const step of missing.reverse()) {
    await disk.makeFolder(step, hidden && step === folder ? 0o700 : 0o777).catch((error) => {
      throw userError('file', step)`the folder ${step} cannot be made (${reason(error)}); choose another output`
    })
    made.push(step)
  }
}

/** Secures an existing folder for private files: it must not be a link or open to others. */
async function closeFolder(disk: Disk, folder: string): Promise<void> {
  const wrongFile = userError('file', folder)
  const kind = await disk.fileKind(folder)
  if (kind === 'link')
    throw wrongFile`the folder ${folder} is a link, and private files must not go where it leads; remove the link, or
      choose another output`
  if (kind !== 'folder') return
  await disk.allow(folder, 0o700).catch((error) => {
    throw wrongFile`the folder ${folder} cannot be closed to others (${reason(error)}), and private files go there;
      choose another output`
  })
}

function isThere(folder: string): boolean {
  return findPlace(folder).file?.isDirectory() === true || dirname(folder) === folder
}

async function clearLeftovers(disk: Disk, folders: ReadonlySet<string>): Promise<void> {
  const busy = await finishSwitches(disk, folders)
  if (busy !== undefined)
    throw userError('file', [...folders][0])`process ${busy.split('.')[0]} is publishing there now; wait for it`
  for (const folder of folders) {
    for (const name of await disk.list(folder).catch(() => [])) {
      const mark = partial.exec(name)?.[1]
      if (mark !== undefined && !isLiving(mark) && (await disk.fileKind(join(folder, name))) === 'file')
        await disk.remove(join(folder, name))
    }
  }
}

/** One run at a time writes a file. The lock names its holder and is void if that process is gone. */
async function takeLock(disk: Disk, target: string, held: Held): Promise<void> {
  const file = join(dirname(target), `.halftone-${basename(target)}.lock`)
  const aside = join(dirname(target), `.partial-${processMark()}-${randomName()}-lock`)
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      // Moves the lock there with its content, so that nobody reads an empty one.
      await disk.create(aside)
      held.files.push(aside)
      await disk.write(aside, JSON.stringify({ process: processMark(), host: hostname() }))
      await disk.moveNew(aside, file)
      held.files[held.files.length - 1] = file
      return
    } catch (error) {
      await disk.remove(aside)
      if (reason(error) !== 'EEXIST') throw cannotWrite(target, error)
    }
    await refuseHeld(disk, target, file)
    // Moves the lock before removing it: another process may have taken it in the meantime, and gets it back.
    try {
      await disk.move(file, aside)
    } catch {
      continue
    }
    const { process: holder } = readLock(await disk.read(aside).catch(() => ''))
    if (holder !== undefined && isLiving(holder)) await disk.moveNew(aside, file)
    else await disk.remove(aside)
  }
  await refuseHeld(disk, target, file)
}

async function refuseHeld(disk: Disk, target: string, file: string): Promise<void> {
  const wrongFile = userError('file', target)
  const { process: holder, host } = readLock(await disk.read(file).catch(() => ''))
  if (holder !== undefined && (host !== hostname() || isLiving(holder)))
    throw wrongFile`output ${target} is being written by process ${holder.split('.')[0]} on ${host}; wait for it, or
      choose another name${host === hostname() ? '' : ` (if that process is no more, remove ${file})`}`
}

function readLock(text: string): { readonly process?: string; readonly host?: string } {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

async function tryWriting(disk: Disk, target: string, file: string, held: Held): Promise<void> {
  await disk.create(file).catch((error) => {
    throw cannotWrite(target, error)
  })
  held.files.push(file)
}

function cannotWrite(target: string, error: unknown): UserError {
  const wrongFile = userError('file', target)
  return wrongFile`output ${target} cannot be written (${reason(error)}); choose another place, or make it writable`
}

function reason(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error)
}
