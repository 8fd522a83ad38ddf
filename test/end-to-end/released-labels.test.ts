/** Labels of every kind name only what released rows hold. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { apply, inFolder, readRelease, runJob } from './workshop.ts'

interface Kind {
  readonly column: object
  /** Values of three rows each. */
  readonly common: readonly string[]
  /** The value of one row, which no class can hold. */
  readonly planted: string
  readonly files?: Readonly<Record<string, string>>
}

const tree = (names: readonly string[]) => JSON.stringify({ name: 'all', children: names.map((name) => ({ name })) })

const kinds: Readonly<Record<string, Kind>> = {
  dates: {
    column: { role: 'quasi-identifier', type: 'date' },
    common: ['2001-01-05', '2001-01-07', '2001-02-03', '2001-03-09'],
    planted: '2001-02-17',
  },
  prefixes: {
    column: { role: 'quasi-identifier', type: 'prefix' },
    common: ['1011', '1012', '1020', '1110'],
    planted: '10195555',
  },
  order: {
    column: { role: 'quasi-identifier', order: ['v0', 'v1', 'v2', 'v3', 'v9'] },
    common: ['v0', 'v1', 'v2', 'v3'],
    planted: 'v9',
  },
  taxonomy: {
    column: { role: 'quasi-identifier', taxonomy: 'tree.json' },
    common: ['v0', 'v1', 'v2', 'v3'],
    planted: 'v9',
    files: { 'tree.json': tree(['v0', 'v1', 'v9', 'v2', 'v3']) },
  },
}

/** Three rows of each common value, one of the planted one; another column keeps that row alone. */
function table({ common, planted }: Kind): string {
  const rows = common.flatMap((value) => [`${value},x`, `${value},x`, `${value},x`])
  return `value,other\n${[...rows, `${planted},y`].join('\n')}\n`
}

const searches = [
  { name: 'genetic', partitions: 'ordered', population: 40, iterations: 400 },
  { name: 'bottom-up', suppression: 0.1 },
  { name: 'lattice' },
  { name: 'genetic', population: 40, iterations: 400 },
  { name: 'top-down' },
]

function job(kind: Kind, algorithm: object): string {
  return JSON.stringify({
    version: 1,
    data: { source: 'table.csv' },
    columns: { value: kind.column, other: { role: 'quasi-identifier', type: 'category', order: ['x', 'y'] } },
    privacy: { k: 4, ends: 'exact', 'suppression-limit': 0.1 },
    algorithm,
    output: { release: 'out/release.csv', report: 'out/report.html' },
  })
}

describe('labels of a release with a suppressed row', () => {
  for (const [name, kind] of Object.entries(kinds)) {
    for (const algorithm of searches) {
      it(`never name the value of that row: ${name}, ${JSON.stringify(algorithm)}`, async () => {
        const files = { 'table.csv': table(kind), 'job.yaml': job(kind, algorithm), ...kind.files }
        await inFolder(files, async (folder) => {
          const result = await runJob(folder)
          if (algorithm.partitions === 'ordered') expect(result.suppressed).toBe(1)
          if (result.outcome !== 'found' || result.suppressed === 0) return
          const release = readFileSync(join(folder, 'out/release.csv'), 'utf8')
          expect(release).not.toContain(kind.planted)
          // Stars fill up to the longest released value, not to that of the suppressed one.
          for (const { value } of readRelease(join(folder, 'out/release.csv')))
            if (name === 'prefixes' && value.endsWith('*')) expect(value.length).toBeLessThanOrEqual(4)
          expect(readFileSync(join(folder, 'out/report.html'), 'utf8')).not.toContain(kind.planted)
        })
      })
    }
  }

  it('are true of new data that has the value: apply', async () => {
    const kind = kinds['taxonomy']
    const files = {
      'table.csv': table(kind),
      'job.yaml': job(kind, { name: 'genetic', partitions: 'ordered', population: 40, iterations: 400 }),
      ...kind.files,
    }
    await inFolder(files, async (folder) => {
      expect((await runJob(folder)).suppressed).toBe(1)
      writeFileSync(
        join(folder, 'next.csv'),
        `value,other\n${'v9,x\n'.repeat(5)}${'v1,x\n'.repeat(5)}${'v3,x\n'.repeat(5)}`,
      )
      await apply(folder, 'next.csv')
      const values = new Set(readRelease(join(folder, 'new.csv')).map(({ value }) => value))
      expect([...values].some((label) => label.includes('v9') || label === '*')).toBe(true)
    })
  })
})
