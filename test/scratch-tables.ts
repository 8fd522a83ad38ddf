/** An engine and a folder for one file of tests, opened before them and closed after. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import type { Engine } from '../src/engines/engine.ts'
import { openLocalEngine } from '../src/engines/open-engine.ts'
import { openSource } from '../src/sources/open-source.ts'
import type { SourceRequest, Table } from '../src/sources/table.ts'

export interface Scratch {
  engine: Engine
  folder: string
  /** Writes a file and opens it as a table. */
  open(text: string, request?: Partial<SourceRequest>): Promise<Table>
}

/** To be called where `beforeAll` may be; its fields are there in tests. */
export function scratchTables(): Scratch {
  const scratch = {
    open(text: string, request: Partial<SourceRequest> = {}) {
      writeFileSync(join(scratch.folder, 'any.csv'), text)
      return openSource({ source: 'any.csv', base: scratch.folder, ...request }, scratch.engine)
    },
  } as Scratch
  beforeAll(async () => {
    scratch.engine = await openLocalEngine({ threads: 1 })
    scratch.folder = mkdtempSync(join(tmpdir(), 'halftone-test-'))
  })
  afterAll(async () => {
    await scratch.engine.close()
    rmSync(scratch.folder, { recursive: true, force: true })
  })
  return scratch
}
