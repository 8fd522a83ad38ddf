/** The whole path on a real Spark: files that its workers read give the release that they give on this machine. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anonymize } from '../../src/anonymize.ts'
import { readPlan } from '../../src/read-plan.ts'
import { samples } from '../../src/sample/index.ts'
import { needs } from '../needs.ts'
import { spark, sparkAddress } from './spark.ts'

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
  beforeAll(async () => {
    base = mkdtempSync(join(tmpdir(), 'halftone-spark-path-'))
    const census = samples.find(({ name }) => name === 'census')
    await census?.write(base, { rows: 500, seed: 3, missing: 0.01 })
    const [header, ...lines] = readFileSync(join(base, 'census.csv'), 'utf8').trimEnd().split('\n')
    const numbered = lines.map((line, i) => `${String(i).padStart(6, '0')},${line}`)
    writeFileSync(join(base, 'people.csv'), `line,${header}\n${numbered.join('\n')}\n`)
  })
  afterAll(() => rmSync(base, { recursive: true, force: true }))

  async function release(rest: object, data: object, name: string): Promise<Buffer> {
    const file = join(base, `${name}.json`)
    const { output, ...own } = rest as { readonly output?: object }
    const target = { ...output, release: `${name}/release.csv` }
    writeFileSync(file, JSON.stringify({ ...job, ...own, data: { ...job.data, ...data }, output: target }))
    const { outcome, verification } = await anonymize(readPlan(file), { threads: 1, force: true })
    expect([outcome, verification?.verdict]).toEqual(['found', 'holds'])
    return readFileSync(join(base, name, 'release.csv'))
  }

  it.each(Object.entries(jobs))('anonymize(%s) gives the release that it gives on a file', async (_, rest) => {
    const here = await release(rest, { source: 'people.csv' }, 'here')
    const there = await release(rest, { source: sparkAddress, path: join(base, 'people.csv'), key: ['line'] }, 'there')
    expect(there.equals(here)).toBe(true)
    expect(readdirSync(join(base, 'there')).filter((name) => name.includes('partial'))).toEqual([])
  })
})
