/** What every command promises of a table in a database: the answers that it gives of the same rows in a file. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anonymize } from '../../src/anonymize.ts'
import { initJob } from '../../src/init/init.ts'
import { filesBeside } from '../../src/plan/outputs-beside.ts'
import { readPlan } from '../../src/plan/read-plan.ts'
import { readRecodingFile } from '../../src/recoding/read-recoding.ts'
import { makeRequirement } from '../../src/requirements/index.ts'
import { kAnonymity } from '../../src/requirements/k-anonymity/k-anonymity.ts'
import type { SourceRequest } from '../../src/sources/table.ts'
import { readStudy } from '../../src/study/plan-study.ts'
import { runStudy } from '../../src/study/run-study.ts'
import { applyRecoding } from '../../src/tasks/apply.ts'
import { dryRun } from '../../src/tasks/dry-run.ts'
import { assessRisk, verifyRelease } from '../../src/tasks/verify.ts'

export interface DatabaseUnderTest {
  readonly address: string
  /** Makes a table `halftone_<name>` of the lines of a CSV file, all of it text, ordered by the column `line`. */
  load(name: string, csv: string, folder: string): Promise<Pick<SourceRequest, 'table' | 'path' | 'key'>>
}

const people = [
  'line,name,age,sex,town,visits',
  ...Array.from({ length: 240 }, (_, n) => {
    const line = String(n).padStart(4, '0')
    return `${line},Person ${n},${18 + ((n * 7) % 60)},${n % 2 === 0 ? 'Female' : 'Male'},${['Aalen', 'Bern', 'Città', "L'Aquila"][n % 4]},${(n * 3) % 9}`
  }),
].join('\n')

const shopping = [
  'line,person,bought',
  ...Array.from({ length: 150 }, (_, n) => {
    const items = ['bread', 'milk', 'tea', 'jam', "d'oro", 'rice'].filter((_, i) => (n * (i + 3)) % (i + 2) === 0)
    return `${String(n).padStart(4, '0')},${n % 40},${items.join(';')}`
  }),
].join('\n')

const shoppingRows = [
  'line,person,item',
  ...Array.from({ length: 200 }, (_, n) => `${String(n).padStart(4, '0')},p${n % 50},i${(n * 7) % 6}`),
].join('\n')

const job = {
  version: 1,
  columns: {
    line: { role: 'identifier' },
    name: { role: 'identifier' },
    age: { role: 'quasi-identifier', type: 'numeric' },
    sex: { role: 'quasi-identifier', order: ['Female', 'Male'] },
    town: { role: 'quasi-identifier', order: ['Aalen', 'Bern', 'Città', "L'Aquila"] },
    visits: { role: 'other' },
  },
  privacy: { k: 4, 'suppression-limit': 0.2 },
}

export function commandPromises(name: string, { address, load }: DatabaseUnderTest): void {
  describe(`${name}: every command takes a table`, () => {
    let base: string
    const inside: Record<string, SourceRequest> = {}
    beforeAll(async () => {
      base = mkdtempSync(join(tmpdir(), 'halftone-commands-'))
      for (const [table, text] of Object.entries({ people, shopping, rows: shoppingRows })) {
        writeFileSync(join(base, `${table}.csv`), `${text}\n`)
        inside[table] = { source: address, base, ...(await load(table, `${text}\n`, base)) }
      }
    })
    afterAll(() => rmSync(base, { recursive: true, force: true }))

    const file = (table: string): SourceRequest => ({ source: `${table}.csv`, base })
    const dataOf = ({ base: _, ...data }: SourceRequest) => data
    function planOf(source: SourceRequest, own: string, settings: object = {}) {
      const path = join(base, `${own}.json`)
      const output = { release: `${own}/release.csv`, order: 'source' }
      writeFileSync(path, JSON.stringify({ ...job, output, ...settings, data: dataOf(source) }))
      return readPlan(path)
    }
    const released = (own: string) => readFileSync(join(base, own, 'release.csv'), 'utf8')

    it('init proposes what it proposes of a file, and a job that runs', async () => {
      const here = await initJob({ source: file('people'), job: join(base, 'i1', 'job.yaml'), force: false })
      const there = await initJob({ source: inside['people'], job: join(base, 'i2', 'job.yaml'), force: false })
      expect(there.columns).toEqual(here.columns)
      expect(readFileSync(there.job, 'utf8')).toContain(`source: "${address}"`)
      expect((await anonymize(readPlan(there.job), { threads: 1 })).verification?.verdict).toBe('holds')
    })

    it('risk and verify count what they count in a file', async () => {
      const quasiIdentifiers = ['age', 'sex', 'town']
      const asked = { quasiIdentifiers, missingValues: ['?', ''], people: 10_000 }
      expect(await assessRisk({ ...asked, source: inside['people'] })).toEqual(
        await assessRisk({ ...asked, source: file('people') }),
      )
      const requirements = [makeRequirement(kAnonymity.name, 5, [], undefined)]
      const verified = (source: SourceRequest) => verifyRelease({ source, quasiIdentifiers, requirements })
      const { verdict, checks } = await verified(inside['people'])
      expect([verdict, checks[0].found]).toEqual(['broken', (await verified(file('people'))).checks[0].found])
    })

    it('apply gives new rows of a table the release that it gives those of a file', async () => {
      await anonymize(planOf(file('people'), 'first'), { threads: 1 })
      const recoding = readRecodingFile(join(base, 'first', 'private', 'release.recoding.json'))
      for (const [own, source] of Object.entries({ a1: file('people'), a2: inside['people'] })) {
        const output = filesBeside(join(base, own, 'release.csv'), ['recoding', 'fullManifest', 'manifest'])
        const result = await applyRecoding(
          { recoding, name: 'first', source, output, unseen: 'suppress', order: 'source' },
          { threads: 1 },
        )
        expect(result.verification?.verdict).toBe('holds')
      }
      expect(released('a2')).toBe(released('a1'))
    })

    it('study gives the figures that it gives of a file', async () => {
      const rows: unknown[] = []
      for (const [own, source] of Object.entries({ s1: file('people'), s2: inside['people'] })) {
        planOf(source, own)
        const study = {
          version: 1,
          job: `${own}.json`,
          grid: { 'privacy.k': [3, 6] },
          output: { folder: `${own}-out` },
        }
        writeFileSync(join(base, `${own}-study.json`), JSON.stringify(study))
        const result = await runStudy(readStudy(join(base, `${own}-study.json`)))
        rows.push(result.rows.map(({ data: _, measured: __, ...row }) => row))
      }
      expect(rows[1]).toEqual(rows[0])
    })

    it('a dry run counts the same combinations', async () => {
      const { combinations } = await dryRun(planOf(inside['people'], 'd2'))
      expect(combinations).toBe((await dryRun(planOf(file('people'), 'd1'))).combinations)
    })

    it.each([
      [
        'cells of items',
        'shopping',
        {
          columns: {
            line: { role: 'identifier' },
            person: { role: 'other' },
            bought: { role: 'items', separator: ';' },
          },
        },
      ],
      [
        'a row per item',
        'rows',
        {
          columns: {
            line: { role: 'identifier' },
            person: { role: 'identifier' },
            item: { role: 'items', per: 'person' },
          },
        },
      ],
    ])('run on baskets, %s, gives the release that it gives of a file', async (_, table, settings) => {
      const asked = {
        ...settings,
        privacy: { km: { k: 4, m: 2 }, 'suppression-limit': 1 },
        algorithm: { name: 'apriori' },
      }
      const data = { 'empty-baskets': 'keep', missing: undefined }
      await anonymize(planOf({ ...file(table), ...data } as SourceRequest, `${table}1`, asked), { threads: 1 })
      await anonymize(planOf({ ...inside[table], ...data } as SourceRequest, `${table}2`, asked), { threads: 1 })
      expect(released(`${table}2`)).toBe(released(`${table}1`))
    })
  })
}
