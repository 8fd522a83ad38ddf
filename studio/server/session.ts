/** The state of one studio. It ends with the process and removes its temporary files. */

import { randomBytes } from 'node:crypto'
import { mkdtempSync, realpathSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Engine } from '../../src/engines/engine.ts'
import { openLocalEngine } from '../../src/engines/open-engine.ts'
import { madeOnce } from '../../src/ground/made-once.ts'
import type { StudioFacts } from './api.ts'

export interface Session extends Pick<StudioFacts, 'folder' | 'threads' | 'largestUpload' | 'first'> {
  readonly token: string
  /** For temporary files; removed at the end. */
  readonly scratch: string
  /** Memory limit of an engine, for example `1GB`. */
  readonly memory: string
  /** The engine for previews and profiles, opened on first use. Statements run one at a time. */
  engine(): Promise<Engine>
  /** Called at the end, last first: stop runs, close tables. */
  readonly onClose: (() => Promise<void>)[]
  /** Requests that fail while closing are not reported. */
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

/** Active tasks of a session by id; when the session ends they are cancelled and awaited. */
export function underWayIn<T extends { cancel(): void; readonly ended: Promise<void> }>(): (
  session: Session,
) => Map<string, T> {
  return madeOnce((session) => {
    const tasks = new Map<string, T>()
    session.onClose.push(async () => {
      for (const one of tasks.values()) one.cancel()
      await Promise.all(Array.from(tasks.values(), ({ ended }) => ended))
    })
    return tasks
  })
}
