/** Suppressed rows are the last of a release, so that programs that guess the format see other rows first. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openLocalEngine } from '../../src/engines/open-engine.ts'
import type { Sql } from '../../src/sql/dialect.ts'
import { apply, inFolder, readRelease, runJob } from './workshop.ts'

const town = (i: number) => 'AB'[Math.floor(i / 10) % 2]
const rows = (count: number, towns = town) =>
  Array.from({ length: count }, (_, i) => `${20 + (i % 10)},${towns(i)},low`)
const job = {
  version: 1,
  data: { source: 'table.csv' },
  columns: {
    age: { role: 'quasi-identifier', type: 'numeric' },
    town: { role: 'quasi-identifier', taxonomy: 'town.json' },
    pay: { role: 'other' },
  },
  privacy: { k: 4, ends: 'exact', 'suppression-limit': 0 },
  output: { release: 'out/release.csv' },
}
const files = {
  'table.csv': `age,town,pay\n${rows(40).join('\n')}\n`,
  'town.json': JSON.stringify({ name: 'all', children: [{ name: 'A' }, { name: 'B' }] }),
  'job.yaml': JSON.stringify(job),
}
// DuckDB looks at 20,480 rows. From 200,000 on lines are written without the engine.
test.each([25_000, 210_000])('a release that begins with rows that say something: %i suppressed ones', (count) =>
  inFolder(files, async (folder) => {
    await runJob(folder)
    writeFileSync(join(folder, 'next.csv'), `age,town,pay\n${[...rows(count, () => 'C'), ...rows(40)].join('\n')}\n`)
    await apply(folder, 'next.csv', { order: 'sorted' })
    const ages = readRelease(join(folder, 'new.csv')).map(({ age }) => age)
    const first = ages.indexOf('*')
    expect([first, ages.length]).toEqual([40, count + 40])
    expect(ages.slice(first).every((age) => age === '*')).toBe(true)
    const engine = await openLocalEngine({ threads: 1 })
    try {
      const guessed = `SELECT COUNT(*) AS n FROM read_csv('${join(folder, 'new.csv')}') WHERE age LIKE '[%]'` as Sql
      expect((await engine.query(guessed)).numbers('n')[0]).toBe(40)
    } finally {
      await engine.close()
    }
  }),
)
