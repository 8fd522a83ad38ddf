/**
 * What was counted is what is written: a source must be the same files, byte for byte, from the first time it is read to the last. Device,
 * number, size and both times of each file are compared; nobody can change a file and keep all of them. Times are as coarse as the clock of
 * the file system: a file that was changed shortly before it was opened could be changed again within the same tick, so such files are also
 * compared by what they hold.
 */
import { createHash } from 'node:crypto'
import { createReadStream, readFileSync, statSync } from 'node:fs'
import type { Engine, EngineOptions } from '../engines/engine.ts'
import { openEngine } from '../engines/open-engine.ts'
import { CancelledError, UserError, userError } from '../errors.ts'
import type { Source } from '../sql/dialect.ts'

const wrongSource = userError('file', 'data.source')
const wrongTable = userError('file', 'data.table')

interface FileStamp {
  readonly file: string
  /** Device, number, size and times; with the sum of what it holds where times cannot tell. */
  readonly text: string
}

/** Of the files that were opened in an engine, as long as it lives. */
const stampsOf = new WeakMap<Engine, FileStamp[]>()

interface SourceStamp {
  readonly source: Source
  /** For people. */
  readonly name: string
  readonly text: string
}

/** The same of tables of an engine that has no transactions. */
const sourcesOf = new WeakMap<Engine, SourceStamp[]>()

/** Nanoseconds after which a time differs on every file system (FAT: 2 s). */
const coarsestTick = 3_000_000_000n

/** Notes what the files are. Called before the first row is read. */
export async function stampFiles(engine: Engine, files: readonly string[]): Promise<void> {
  const stamps = stampsOf.get(engine) ?? []
  stampsOf.set(engine, stamps)
  for (const file of files) {
    const { text, changed } = statText(file)
    const recent = BigInt(Date.now()) * 1_000_000n - changed < coarsestTick
    stamps.push({ file, text: recent ? `${text} ${await sumOf(file)}` : text })
  }
}

/** Notes what a table is, where the engine does not keep it as it was by itself. */
export async function stampSource(engine: Engine, source: Source, name: string): Promise<void> {
  if (engine.stamp === undefined) return
  sourcesOf.set(engine, [...(sourcesOf.get(engine) ?? []), { source, name, text: await engine.stamp(source) }])
}

/** Throws when a file that was opened in the engine is not what it was. Called after the last row was read, and before anything is shown of it. */
export async function requireUnchanged(engine: Engine): Promise<void> {
  for (const { file, text } of stampsOf.get(engine) ?? []) {
    const now = statIfThere(file)
    const same =
      now !== undefined &&
      (text === now.text || (text.startsWith(`${now.text} `) && text === `${now.text} ${await sumOf(file)}`))
    if (!same)
      throw wrongSource`${file} was ${now === undefined ? 'removed' : 'changed'} while it was read; nothing was published: run again when nobody writes to it, or work on a copy`
  }
  for (const { source, name, text } of sourcesOf.get(engine) ?? []) {
    if (text !== (await engine.stamp?.(source)))
      throw wrongTable`${name} was changed while it was read; nothing was published: run again when nobody writes to it, or work on a copy`
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

function statText(file: string): { readonly text: string; readonly changed: bigint } {
  const { dev, ino, size, mtimeNs, ctimeNs } = statSync(file, { bigint: true })
  return { text: `${dev} ${ino} ${size} ${mtimeNs} ${ctimeNs}`, changed: mtimeNs > ctimeNs ? mtimeNs : ctimeNs }
}

function statIfThere(file: string): ReturnType<typeof statText> | undefined {
  try {
    return statText(file)
  } catch {
    return undefined
  }
}

/** Bytes that are read at once. */
const SHORT = 1 << 20

async function sumOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  if (statSync(file).size <= SHORT) return hash.update(readFileSync(file)).digest('hex')
  for await (const chunk of createReadStream(file, { highWaterMark: SHORT })) hash.update(chunk)
  return hash.digest('hex')
}
