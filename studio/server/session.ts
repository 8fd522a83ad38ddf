/**
 * What one studio holds open: the folder it may touch, its token, its engine, and what was opened and run so far. One person, one
 * browser, one session; it ends with the process, and its temporary files with it.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, realpathSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Engine } from '../../src/engines/engine.ts'
import { openLocalEngine } from '../../src/engines/open-engine.ts'

export interface Session {
  /** The folder that the studio was started in, with links resolved; nothing outside it is read or written. */
  readonly folder: string
  readonly token: string
  /** For temporary files; removed when the studio ends. */
  readonly scratch: string
  readonly threads: number
  /** Memory of an engine, e.g. `1GB`. */
  readonly memory: string
  /** The largest upload, in bytes. */
  readonly largestUpload: number
  /** What to open first: a data file or a job file, relative to the folder. */
  readonly first?: string
  /** The engine that previews and profiles ask; opened when first needed. Statements wait for each other. */
  engine(): Promise<Engine>
  /** Called when the studio ends, last first: stop runs, close tables. */
  readonly onClose: (() => Promise<void>)[]
  /** Whether it is ending: what is still asked fails then, and nobody is to be blamed for it. */
  isClosing(): boolean
  close(): Promise<void>
}

export interface SessionOptions {
  readonly folder: string
  readonly first?: string
  readonly threads?: number
  readonly memory?: string
  readonly largestUpload?: number
}

const GIBIBYTE = 2 ** 30

export function openSession(options: SessionOptions): Session {
  const scratch = mkdtempSync(join(tmpdir(), 'halftone-studio-'))
  const { threads = availableParallelism(), memory = '1GB', largestUpload = 4 * GIBIBYTE } = options
  let engine: Promise<Engine> | undefined
  let closing = false
  const onClose: (() => Promise<void>)[] = []
  return {
    folder: realpathSync(options.folder),
    token: randomBytes(24).toString('base64url'),
    scratch,
    threads,
    memory,
    largestUpload,
    first: options.first,
    engine: () => (engine ??= openLocalEngine({ threads, memory })),
    onClose,
    isClosing: () => closing,
    async close() {
      closing = true
      for (const end of onClose.reverse()) await end().catch(() => {})
      await (await engine?.catch(() => undefined))?.close()
      await rm(scratch, { recursive: true, force: true })
    },
  }
}

/** What is under way in a session, by its id; when the session ends it is stopped and waited for. */
export function underWayIn<T extends { cancel(): void; readonly ended: Promise<void> }>(): (
  session: Session,
) => Map<string, T> {
  const sessions = new WeakMap<Session, Map<string, T>>()
  return (session) => {
    const known = sessions.get(session)
    if (known !== undefined) return known
    const own = new Map<string, T>()
    sessions.set(session, own)
    session.onClose.push(async () => {
      for (const one of own.values()) one.cancel()
      await Promise.all(Array.from(own.values(), ({ ended }) => ended))
    })
    return own
  }
}
