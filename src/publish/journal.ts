/**
 * Switches from an old set of files to a new one, staged beside its targets. Once the journal of moves is on disk, this
 * process or the next one that opens the folder completes the switch. The old manifest is removed first and the new one
 * placed last: after a crash the folder has the old set, the new set, or a journal and no manifest.
 */
import { realpath } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import type { Disk } from '../ground/disk.ts'
import { isLiving, processMark } from '../ground/workers/living.ts'

export interface Move {
  readonly from: string
  readonly to: string
  readonly mode: number
}

interface Journal {
  readonly halftone: 'journal'
  readonly process: string
  readonly replace: boolean
  /** The manifest last. */
  readonly moves: readonly Move[]
  readonly leftovers: readonly string[]
}

const prefix = '.halftone-journal-'

/** The switch began and failed; the journal remains, and the next process continues. */
export class Unfinished extends Error {}

const active = new Set<string>()

export interface SwitchOptions {
  readonly replace: boolean
  /** Folder of the journal; that of the last target when absent. */
  readonly folder?: string | undefined
  readonly leftovers?: readonly string[]
  /** Called before the journal is created: until the switch begins it is cleaned up like a staged file. */
  readonly onJournal?: (file: string) => void
  readonly onBegin?: () => void
}

/** Moves all files or none. Moves none if a target appeared that must not be replaced. */
export async function switchOver(
  disk: Disk,
  moves: readonly Move[],
  { replace, folder = dirname(moves[moves.length - 1].to), leftovers = [], onJournal, onBegin }: SwitchOptions,
): Promise<void> {
  for (const { from } of moves) await disk.sync(from)
  await syncFolders(disk, moves)
  const journal: Journal = { halftone: 'journal', process: processMark(), replace, moves, leftovers }
  const file = join(folder, `${prefix}${processMark()}-${randomName()}`)
  onJournal?.(file)
  try {
    await disk.create(file)
    await disk.write(file, JSON.stringify(journal))
    await disk.sync(file)
    await disk.sync(dirname(file))
  } catch (error) {
    await disk.remove(file)
    throw error
  }
  const done: Move[] = []
  active.add(file)
  onBegin?.()
  try {
    if (replace) await disk.remove(moves[moves.length - 1].to)
    for (const move of moves) {
      await disk.allow(move.from, move.mode)
      await (replace ? disk.move(move.from, move.to) : disk.moveNew(move.from, move.to))
      done.push(move)
    }
  } catch (error) {
    // New files can be moved back. If old ones are gone, the next process must continue.
    if (replace) throw new Unfinished('the switch could not be ended', { cause: error })
    for (const { from, to } of done.reverse()) await disk.move(to, from)
    await disk.remove(file)
    throw error
  } finally {
    active.delete(file)
  }
  for (const leftover of leftovers) await disk.remove(leftover)
  await syncFolders(disk, moves)
  await disk.remove(file)
}

/** Completes the switches of dead processes. Returns the process that is working there now, if any. */
export async function finishSwitches(disk: Disk, folders: Iterable<string>): Promise<string | undefined> {
  for (const folder of new Set(folders)) {
    for (const name of (await disk.list(folder).catch(() => [])).filter((entry) => entry.startsWith(prefix))) {
      const file = join(folder, name)
      if ((await disk.fileKind(file)) !== 'file' || !(await disk.isOurs(file))) continue
      const journal = readJournal(await disk.read(file).catch(() => ''))
      const mark = journal?.process ?? name.slice(prefix.length).split('-')[0]
      if (mark === processMark() ? active.has(file) : isLiving(mark)) return mark
      if (journal !== undefined && isSound(journal)) await goOn(disk, journal, folder)
      await disk.remove(file)
    }
  }
  return undefined
}

/** A journal may come from an untrusted folder: it may only move our staged files to the targets beside them. */
function isSound({ moves }: Journal): boolean {
  return moves.every(({ from, to, mode }) => {
    if (typeof from !== 'string' || typeof to !== 'string' || !Number.isInteger(mode)) return false
    const [mark = ''] = /^\.partial-\d+\.\d+-[0-9a-f]{24}-/.exec(basename(from)) ?? []
    return mark !== '' && from === join(dirname(to), mark + basename(to)) && (mode & ~0o666) === 0
  })
}

export async function isBelow(folder: string, file: string): Promise<boolean> {
  const [real, above] = [await realpath(dirname(file)).catch(() => undefined), await realpath(folder)]
  return real !== undefined && relative(above, resolve(real)).split(sep)[0] !== '..'
}

async function goOn(disk: Disk, { moves, replace, leftovers }: Journal, folder: string): Promise<void> {
  if (!replace && !(await allCanMove(disk, moves))) {
    for (const { from } of moves) await disk.remove(from)
    return
  }
  for (const { from, to, mode } of moves) {
    if ((await disk.fileKind(from)) !== 'file') continue
    await disk.allow(from, mode)
    await disk.move(from, to)
  }
  for (const leftover of leftovers) if (await isBelow(folder, String(leftover))) await disk.remove(leftover)
  await syncFolders(disk, moves)
}

async function allCanMove(disk: Disk, moves: readonly Move[]): Promise<boolean> {
  for (const { from, to } of moves) {
    if ((await disk.fileKind(from)) === 'file' && (await disk.fileKind(to)) !== undefined) return false
  }
  return true
}

/** A truncated journal was not yet valid: nothing had been moved. */
function readJournal(text: string): Journal | undefined {
  try {
    const journal = JSON.parse(text) as Journal
    const whole = journal.halftone === 'journal' && Array.isArray(journal.moves) && Array.isArray(journal.leftovers)
    return whole ? journal : undefined
  } catch {
    return undefined
  }
}

async function syncFolders(disk: Disk, moves: readonly Move[]): Promise<void> {
  for (const folder of new Set(moves.map(({ to }) => dirname(to)))) await disk.sync(folder)
}

export function randomName(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(12))).toString('hex')
}
