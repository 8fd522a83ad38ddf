/** The whole path on tables of a real PostgreSQL: the golden jobs about tables give the releases that they give on files. */
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anonymize } from '../../src/anonymize.ts'
import { postgresLibrary } from '../../src/engines/postgres/postgres-engine.ts'
import { readPlan } from '../../src/plan/read-plan.ts'
import { samples } from '../../src/sample/index.ts'
import { goldenJobs } from '../golden/jobs.ts'
import { needs } from '../needs.ts'
import { loadTable, postgres, postgresAddress } from './postgres.ts'
import { valueJobs, valueMap, valueTable } from './value-jobs.ts'

const known = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'golden', 'hashes.json'), 'utf8')) as Record<
  string,
  { readonly outcome: string; readonly releases: Readonly<Record<string, string>> }
>
// Parquet files hold types besides values; labels are texts here and numbered types in DuckDB. Unlisted columns are kept: the key too.
const jobs = goldenJobs.filter(
  ({ folder, job }) => folder === 'census' && !/parquet/.test(JSON.stringify(job)) && job.data?.['unlisted'] !== 'keep',
)

describe('a real PostgreSQL', needs(postgres), () => {
  let base: string
  beforeAll(async () => {
    base = mkdtempSync(join(tmpdir(), 'halftone-postgres-'))
    const census = samples.find(({ name }) => name === 'census')
    await census?.write(base, { rows: 500, seed: 3 })
    await census?.write(join(base, 'holes'), { rows: 300, seed: 4, missing: 0.03 })
    writeFileSync(join(base, 'queries.txt'), 'age 30..39, sex = Female\nincome = >50K, age 20..59\nsex = Male\n')
    await load('census', readFileSync(join(base, 'census.csv'), 'utf8'))
    writeFileSync(join(base, 'values.csv'), valueTable)
    writeFileSync(join(base, 'wards.csv'), valueMap)
    await load('values', valueTable)
    await load('holes', readFileSync(join(base, 'holes', 'census.csv'), 'utf8'))
  })
  afterAll(() => rmSync(base, { recursive: true, force: true }))

  it.each(jobs.map((job) => [job.title, job] as const))(
    'anonymize(%s) on a table gives the release that it gives on a file',
    async (title, { job }) => {
      rmSync(join(base, 'out'), { recursive: true, force: true })
      const table = String(job.data?.source).replace('.csv', '')
      const file = join(base, 'job.yaml')
      const output = { ...job.output, order: 'source' }
      writeFileSync(file, JSON.stringify({ ...job, output, data: { ...job.data, source: postgresAddress, table } }))
      const { outcome, warnings } = await anonymize(readPlan(file), { threads: 1 })
      expect(outcome).toBe(known[title].outcome)
      expect(warnings.join()).not.toContain('primary key')
      const releases = Object.entries(known[title].releases).filter(([name]) =>
        /^release\.(csv|tsv|tsv\.gz)$/.test(name),
      )
      const found = releases.map(([name]) => [name, hashOf(readFileSync(join(base, 'out', name)))])
      expect(found).toEqual(releases)
      expect(readdirSync(base).filter((name) => name.includes('partial'))).toEqual([])
    },
  )

  it.each(Object.entries(valueJobs))('anonymize(%s) gives the release that it gives on a file', async (_, job) => {
    const releases = []
    for (const data of [{ source: 'values.csv' }, { source: postgresAddress, table: 'values' }]) {
      const output = { release: 'out/values.csv', order: 'source' }
      writeFileSync(join(base, 'values.yaml'), JSON.stringify({ ...job, data: { ...job.data, ...data }, output }))
      const { outcome, verification } = await anonymize(readPlan(join(base, 'values.yaml')), {
        threads: 1,
        force: true,
      })
      expect([outcome, verification?.verdict]).toEqual(['found', 'holds'])
      releases.push(readFileSync(join(base, 'out/values.csv'), 'utf8'))
    }
    expect(releases[1]).toBe(releases[0])
  })
})

/** The key is the line of the file. */
async function load(table: string, text: string): Promise<void> {
  const { pg } = await postgresLibrary()
  const client = new pg.Client({ connectionString: postgresAddress })
  await client.connect()
  await loadTable(client, table, text, {
    columns: '"line of the file" integer PRIMARY KEY, ',
    valuesOf: (line) => `${line},`,
  })
  await client.end()
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 20)
}
