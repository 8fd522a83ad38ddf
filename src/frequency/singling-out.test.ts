import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openLocalEngine } from '../engines/open-engine.ts'
import { openSource } from '../sources/open-source.ts'
import { singlingOut } from './singling-out.ts'

it('singlingOut(table) counts the rows that a column tells apart alone, and with the quasi-identifiers', async () => {
  const engine = await openLocalEngine({ threads: 1 })
  const base = mkdtempSync(join(tmpdir(), 'halftone-test-'))
  try {
    writeFileSync(join(base, 'people.csv'), 'id,sex,town\n1,F,Oslo\n2,F,Oslo\n3,M,Oslo\n4,M,Lyon\n5,F,Nice\n')
    const { source } = await openSource({ source: 'people.csv', base }, engine)
    const found = await singlingOut({ engine, source, missingValues: [] }, ['id', 'sex', 'town'], ['sex', 'town'])
    expect(found).toEqual({
      unique: 3,
      columns: [
        { column: 'id', alone: 5, with: 5, without: 3 },
        { column: 'sex', alone: 0, with: 3, without: 2 },
        { column: 'town', alone: 2, with: 3, without: 0 },
      ],
    })
  } finally {
    await engine.close()
    rmSync(base, { recursive: true, force: true })
  }
})
