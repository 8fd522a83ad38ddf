/**
 * Ensures that a source does not change between the first and the last read, by device, inode, size and times of each
 * file. Files changed shortly before opening are also compared by hash: they could change again within a clock tick.
 */
import { type BigIntStats, statSync } from 'node:fs'
import type { Engine, EngineOptions } from '../engines/engine.ts'
import { openEngine } from '../engines/open-engine.ts'
import { CancelledError, UserError, userError } from '../ground/errors.ts'
import { hashHere } from '../ground/hash-job.ts'
import type { Source } from '../sql/dialect.ts'
import { statIfThere } from './files.ts'

const wrongSource = userError('file', 'data.source')
const wrongTable = userError('file', 'data.table')

interface Stamp {
  readonly name: string
  readonly wrong: ReturnType<typeof userError>
  change(): Promise<'removed' | 'changed' | undefined>
}

const engineStamps = new WeakMap<Engine, readonly Stamp[]>()

function keep(engine: Engine, stamp: Stamp): void {
  engineStamps.set(engine, [...(engineStamps.get(engine) ?? []), stamp])
}

/** In nanoseconds, longer than steps of file times: 2 s on FAT; at most 10 ms on disks that keep parts of a second. */
const [coarseTick, fineTick] = [3_000_000_000n, 100_000_000n]

export async function stampFiles(engine: Engine, files: readonly string[]): Promise<void> {
  for (const file of files) {
    const stats = statSync(file, { bigint: true })
    const changed = stats.mtimeNs > stats.ctimeNs ? stats.mtimeNs : stats.ctimeNs
    const tick = changed % 1_000_000_000n === 0n ? coarseTick : fineTick
    const recent = BigInt(Date.now()) * 1_000_000n - changed < tick
    const sum = recent ? (await hashHere(file)).sha256 : undefined
    const change = async () => {
      const now = statIfThere(file)
      if (now === undefined) return 'removed'
      return statsText(now) === statsText(stats) && (sum === undefined || sum === (await hashHere(file)).sha256)
        ? undefined
        : 'changed'
    }
    keep(engine, { name: file, wrong: wrongSource, change })
  }
}

export async function stampSource(engine: Engine, source: Source, name: string): Promise<void> {
  const text = await engine.stamp?.(source)
  if (text === undefined) return
  const change = async () => (text === (await engine.stamp?.(source)) ? undefined : 'changed')
  keep(engine, { name, wrong: wrongTable, change })
}

/** Throws if a source has changed. Call after the last read and before showing results. */
export async function requireUnchanged(engine: Engine): Promise<void> {
  for (const { name, wrong, change } of engineStamps.get(engine) ?? []) {
    const found = await change()
    if (found !== undefined)
      throw wrong`${name} was ${found} while it was read; nothing was published: run again when nobody writes to it, or
        work on a copy`
  }
}

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
    throw await findCause(engine, error)
  } finally {
    await engine.close()
  }
}

/** Returns the reason why work failed: a changed source, if any, otherwise the error. */
export async function findCause(engine: Engine, error: unknown): Promise<unknown> {
  if (error instanceof CancelledError) return error
  return requireUnchanged(engine).then(
    () => error,
    // A database that no longer answers cannot say whether it has changed.
    (changed) => (changed instanceof UserError && changed.cause === undefined ? changed : error),
  )
}

function statsText({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return `${dev} ${ino} ${size} ${mtimeNs} ${ctimeNs}`
}
