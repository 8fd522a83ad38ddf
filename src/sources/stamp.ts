/**
 * What was counted is what is written: a source must be the same files, byte for byte, from the first time it is read to the last. Device,
 * number, size and both times of each file are compared; nobody can change a file and keep all of them. Times are as coarse as the clock of
 * the file system: a file that was changed shortly before it was opened could be changed again within the same tick, so such files are also
 * compared by what they hold.
 */
import { createHash } from 'node:crypto'
import { type BigIntStats, createReadStream, readFileSync, statSync } from 'node:fs'
import type { Engine, EngineOptions } from '../engines/engine.ts'
import { openEngine } from '../engines/open-engine.ts'
import { CancelledError, UserError, userError } from '../ground/errors.ts'
import type { Source } from '../sql/dialect.ts'
import { statIfThere } from './files.ts'

const wrongSource = userError('file', 'data.source')
const wrongTable = userError('file', 'data.table')

/** Something that was opened, and what has become of it. */
interface Stamp {
  /** For people. */
  readonly name: string
  readonly wrong: ReturnType<typeof userError>
  change(): Promise<'removed' | 'changed' | undefined>
}

/** What was opened in an engine, as long as it lives. */
const stampsOf = new WeakMap<Engine, readonly Stamp[]>()

function keep(engine: Engine, stamp: Stamp): void {
  stampsOf.set(engine, [...(stampsOf.get(engine) ?? []), stamp])
}

/** Nanoseconds after which a time differs on every file system (FAT: 2 s). */
const coarsestTick = 3_000_000_000n

/** Notes what the files are. Called before the first row is read. */
export async function stampFiles(engine: Engine, files: readonly string[]): Promise<void> {
  for (const file of files) {
    const stats = statSync(file, { bigint: true })
    const changed = stats.mtimeNs > stats.ctimeNs ? stats.mtimeNs : stats.ctimeNs
    const recent = BigInt(Date.now()) * 1_000_000n - changed < coarsestTick
    // Of what it holds, where times cannot tell.
    const sum = recent ? await sumOf(file) : undefined
    const change = async () => {
      const now = statIfThere(file)
      if (now === undefined) return 'removed'
      return textOf(now) === textOf(stats) && (sum === undefined || sum === (await sumOf(file))) ? undefined : 'changed'
    }
    keep(engine, { name: file, wrong: wrongSource, change })
  }
}

/** Notes what a table is, where the engine does not keep it as it was by itself. */
export async function stampSource(engine: Engine, source: Source, name: string): Promise<void> {
  const text = await engine.stamp?.(source)
  if (text === undefined) return
  const change = async () => (text === (await engine.stamp?.(source)) ? undefined : 'changed')
  keep(engine, { name, wrong: wrongTable, change })
}

/** Throws when something that was opened in the engine is not what it was. Called after the last row was read, and before anything is shown of it. */
export async function requireUnchanged(engine: Engine): Promise<void> {
  for (const { name, wrong, change } of stampsOf.get(engine) ?? []) {
    const found = await change()
    if (found !== undefined)
      throw wrong`${name} was ${found} while it was read; nothing was published: run again when nobody writes to it, or work on a copy`
  }
}

/** Work with the engine of a source, which is closed after it; nothing is answered where the source was changed meanwhile. */
export async function withEngine<T>(
  source: Parameters<typeof openEngine>[0],
  options: EngineOptions,
  work: (engine: Engine) => Promise<T>,
): Promise<T> {
  const engine = await openEngine(source, options)
  try {
    const answer = await work(engine)
    await requireUnchanged(engine)
    return answer
  } catch (error) {
    throw await causeOf(engine, error)
  } finally {
    await engine.close()
  }
}

/** Why work that reads sources failed: where one of them changed, that is the reason, whatever was stumbled over. */
export async function causeOf(engine: Engine, error: unknown): Promise<unknown> {
  if (error instanceof CancelledError) return error
  return requireUnchanged(engine).then(
    () => error,
    // A database that no longer answers does not say whether it has changed.
    (changed) => (changed instanceof UserError && changed.cause === undefined ? changed : error),
  )
}

function textOf({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return `${dev} ${ino} ${size} ${mtimeNs} ${ctimeNs}`
}

/** Bytes that are read at once. */
const SHORT = 1 << 20

async function sumOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  if (statSync(file).size <= SHORT) return hash.update(readFileSync(file)).digest('hex')
  for await (const chunk of createReadStream(file, { highWaterMark: SHORT })) hash.update(chunk)
  return hash.digest('hex')
}
