import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Engine } from '../engines/engine.ts'
import { openLocalEngine } from '../engines/open-engine.ts'
import { openSource } from '../sources/open-source.ts'
import { singlingOut } from './singling-out.ts'

const text = fc.constantFrom('a', 'b', 'c', '?', '')
const tables = fc.array(fc.tuple(text, text, text, text), { minLength: 1, maxLength: 30 })

it('singlingOut(table) counts the rows that a column tells apart alone, and with the quasi-identifiers', async () => {
  const engine = await openLocalEngine({ threads: 1 })
  const base = mkdtempSync(join(tmpdir(), 'halftone-test-'))
  const count = async (lines: readonly string[], names: readonly string[], isLocal = true) => {
    writeFileSync(join(base, 'people.csv'), `${lines.join('\n')}\n`)
    const { source } = await openSource({ source: 'people.csv', base }, engine)
    const table = { engine, source, missingValues: ['?', ''], rows: lines.length - 1 }
    // Without a folder it is counted as in a database.
    const database = { dialect: engine.dialect, query: engine.query.bind(engine) } as unknown as Engine
    return singlingOut(isLocal ? table : { ...table, engine: database }, lines[0].split(','), names)
  }
  try {
    const people = ['id,sex,town', '1,F,Oslo', '2,F,Oslo', '3,M,Oslo', '4,M,Lyon', '5,F,Nice']
    expect(await count(people, ['sex', 'town'])).toEqual({
      unique: 3,
      columns: [
        { column: 'id', alone: 5, with: 5, without: 3 },
        { column: 'sex', alone: 0, with: 3, without: 2 },
        { column: 'town', alone: 2, with: 3, without: 0 },
      ],
    })
    await fc.assert(
      fc.asyncProperty(tables, fc.subarray(['p', 'q', 'r', 's']), async (rows, names) => {
        const lines = ['p,q,r,s', ...rows.map((row) => row.map((cell) => `"${cell}"`).join(','))]
        expect(await count(lines, names)).toEqual(await count(lines, names, false))
      }),
      { numRuns: 25 },
    )
  } finally {
    await engine.close()
    rmSync(base, { recursive: true, force: true })
  }
})
