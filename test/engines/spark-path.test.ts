/** The whole path on a real Spark: files that its workers read give the release that they give on this machine. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { anonymize } from '../../src/anonymize.ts'
import { openLocalEngine } from '../../src/engines/open-engine.ts'
import { TOKEN_VARIABLE } from '../../src/engines/spark/address.ts'
import { openSpark } from '../../src/engines/spark/spark-engine.ts'
import { UserError } from '../../src/ground/errors.ts'
import { readPlan } from '../../src/plan/read-plan.ts'
import { samples } from '../../src/sample/index.ts'
import { sql } from '../../src/sql/dialect.ts'
import { dryRun } from '../../src/tasks/dry-run.ts'
import { needs } from '../needs.ts'
import { spark, sparkAddress } from './spark.ts'
import { valueJobs, valueMap, valueTable } from './value-jobs.ts'

const planted = 'planted-4711'

const columns = {
  line: { role: 'identifier' },
  age: { role: 'quasi-identifier', type: 'numeric' },
  sex: { role: 'quasi-identifier', taxonomy: 'taxonomies/sex.json' },
  'marital-status': { role: 'quasi-identifier', taxonomy: 'taxonomies/marital-status.json' },
  education: { role: 'quasi-identifier', taxonomy: 'taxonomies/education.json' },
  income: { role: 'target' },
  hours: { role: 'other' },
}
const job = {
  version: 1,
  data: { missing: 'drop', unlisted: 'drop' },
  columns,
  privacy: { k: 5, 'suppression-limit': 0.1 },
}
const jobs = {
  'groups of columns': { algorithm: { name: 'lattice' } },
  'classes that divide rows, in the order of the source': {
    goal: 'classification',
    algorithm: { name: 'kactus-2' },
    output: { order: 'source' },
  },
}

describe('a real Spark', needs(spark), () => {
  let base: string
  const said: unknown[] = []
  beforeAll(async () => {
    // A server on loopback that asks for none takes any: it goes with every request of these runs.
    vi.stubEnv(TOKEN_VARIABLE, planted)
    base = mkdtempSync(join(tmpdir(), 'halftone-spark-path-'))
    const census = samples.find(({ name }) => name === 'census')
    await census?.write(base, { rows: 500, seed: 3, missing: 0.01 })
    const [header, ...lines] = readFileSync(join(base, 'census.csv'), 'utf8').trimEnd().split('\n')
    const numbered = lines.map((line, i) => `${String(i).padStart(6, '0')},${line}`)
    writeFileSync(join(base, 'people.csv'), `line,${header}\n${numbered.join('\n')}\n`)
  })
  afterAll(() => {
    vi.unstubAllEnvs()
    rmSync(base, { recursive: true, force: true })
  })

  async function release(rest: object, data: object, name: string): Promise<Buffer> {
    const file = join(base, `${name}.json`)
    const { output, ...own } = rest as { readonly output?: object }
    const target = { ...output, release: `${name}/release.csv` }
    writeFileSync(file, JSON.stringify({ ...job, ...own, data: { ...job.data, ...data }, output: target }))
    const result = await anonymize(readPlan(file), { threads: 1, force: true })
    said.push(result)
    const { outcome, verification } = result
    expect([outcome, verification?.verdict]).toEqual(['found', 'holds'])
    return readFileSync(join(base, name, 'release.csv'))
  }

  it.each(Object.entries(jobs))('anonymize(%s) gives the release that it gives on a file', async (_, rest) => {
    const here = await release(rest, { source: 'people.csv' }, 'here')
    const there = await release(rest, { source: sparkAddress, path: join(base, 'people.csv'), key: ['line'] }, 'there')
    expect(there.equals(here)).toBe(true)
    expect(readdirSync(join(base, 'there')).filter((name) => name.includes('partial'))).toEqual([])
  })

  it.each(Object.entries(valueJobs))('anonymize(%s) gives the release that it gives on a file', async (_, rest) => {
    writeFileSync(join(base, 'values.csv'), valueTable)
    writeFileSync(join(base, 'wards.csv'), valueMap)
    const own = { ...rest, output: { order: 'source' } }
    const here = await release(own, { ...rest.data, source: 'values.csv' }, 'here')
    const there = { ...rest.data, source: sparkAddress, path: join(base, 'values.csv'), key: ['line'] }
    expect((await release(own, there, 'there')).toString()).toBe(here.toString())
  })

  it('data.path: folders of Parquet and of CSV files give the release that the one file gives', async () => {
    const [header, ...lines] = readFileSync(join(base, 'people.csv'), 'utf8').trimEnd().split('\n')
    const folder = join(base, 'several')
    mkdirSync(folder)
    for (const part of [0, 1, 2])
      writeFileSync(
        join(folder, `part-${part}.csv`),
        `${[header, ...lines.filter((_, i) => i % 3 === part)].join('\n')}\n`,
      )
    const engine = await openSpark(sparkAddress, () => openLocalEngine({ threads: 1 }))
    const parquet = join(base, 'people.parquet')
    const [name] = (await engine.viewFiles?.({ path: folder, format: 'csv', csv: {} })) ?? []
    await engine.execute(
      sql`INSERT OVERWRITE DIRECTORY ${engine.dialect.literal(parquet)} USING parquet SELECT /*+ REPARTITION(3) */ * FROM ${engine.dialect.identifier(name)}`,
    )
    await engine.close()
    expect(readdirSync(parquet).filter((file) => file.endsWith('.parquet')).length).toBeGreaterThan(1)
    const rest = { algorithm: { name: 'lattice' } }
    const here = await release(rest, { source: 'people.csv' }, 'here')
    for (const data of [{ path: folder, format: 'csv' }, { path: parquet }]) {
      const there = await release(rest, { source: sparkAddress, key: ['line'], ...data }, 'there')
      expect(there.equals(here)).toBe(true)
    }
  })

  it('the token of these runs is in no output: files, results, dry run, errors', async () => {
    const job = readPlan(join(base, 'there.json'))
    said.push(await dryRun(job))
    for (const source of [
      { ...job.source, path: join(base, 'nothing.parquet') },
      { ...job.source, path: undefined, query: 'SELEC 1' },
    ])
      said.push(await anonymize({ ...job, source }, { force: true }).catch((error: unknown) => error))
    expect(said.map((own) => own instanceof UserError).filter(Boolean).length).toBe(2)
    const written = readdirSync(base, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    const texts = written.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
    expect(texts.length).toBeGreaterThan(8)
    expect([...texts, inspect(said, { depth: 30, showHidden: true })].join()).not.toContain(planted)
  })
})
