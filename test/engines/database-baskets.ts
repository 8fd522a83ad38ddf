/** What a database promises of baskets: they stay there, and the release is that of the same baskets in a file. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anonymize } from '../../src/anonymize.ts'
import { readPlan } from '../../src/plan/read-plan.ts'
import { verifyRelease } from '../../src/tasks/verify.ts'
import type { DatabaseUnderTest } from './database-commands.ts'

const goods = ['bread', 'milk', 'tea', "d'oro", 'Käse', '日本', '10', '9', 'x\\y']
const BASKETS = 1200

/** Some of the goods, by chance but the same each time; each twentieth basket has none, and some have one twice. */
const bought = Array.from({ length: BASKETS }, (_, n) => {
  if (n % 20 === 7) return []
  const some = goods.filter((_, i) => ((n * 2654435761) >>> (i + 3)) % (i + 2) === 0)
  return n % 9 === 0 ? [...some, some[0] ?? 'tea'] : some.length === 0 ? ['tea'] : some
})
const line = (n: number) => String(n).padStart(5, '0')
const tables = {
  cells: ['line,person,bought', ...bought.map((items, n) => `${line(n)},${n % 7},${items.join(';')}`)],
  pairs: [
    'line,person,bought',
    ...bought.flatMap((items, n) => (items.length === 0 ? [''] : items).map((item) => `p${n},${item}`)),
  ].map((text, n) => (n === 0 ? text : `${line(n)},${text}`)),
  people: [
    'line,age,town,bought',
    ...bought.map(
      (items, n) => `${line(n)},${n % 50 === 3 ? '' : 20 + ((n * 7) % 30)},${'ABC'[n % 3]},${items.join(';')}`,
    ),
  ],
}

const cells = {
  line: { role: 'identifier' },
  person: { role: 'other' },
  bought: { role: 'items', separator: ';' },
}
const pairs = {
  line: { role: 'identifier' },
  person: { role: 'identifier' },
  bought: { role: 'items', per: 'person' },
}
const people = {
  line: { role: 'identifier' },
  age: { role: 'quasi-identifier', type: 'numeric' },
  town: { role: 'quasi-identifier', order: ['A', 'B', 'C'] },
  bought: { role: 'items', separator: ';' },
}
const km = { km: { k: 12, m: 2 }, 'suppression-limit': 1 }

/** `released` is a table for releases; `slow` leaves out what differs from another run by its search alone. */
export function basketPromises(
  name: string,
  { address, load }: DatabaseUnderTest,
  { released, slow = false }: { readonly released: string; readonly slow?: boolean },
): void {
  describe(`${name}: baskets stay where they are`, () => {
    let base: string
    const inside: Record<string, object> = {}
    beforeAll(async () => {
      base = mkdtempSync(join(tmpdir(), 'halftone-baskets-'))
      for (const [table, lines] of Object.entries(tables)) {
        const text = `${lines.join('\n')}\n`
        writeFileSync(join(base, `${table}.csv`), text)
        inside[table] = { source: address, ...(await load(`baskets_${table}`, text, base)) }
      }
      writeFileSync(join(base, 'constraints.txt'), "bread milk\ntea d'oro Käse\n日本\n10 9\n")
    })
    afterAll(() => rmSync(base, { recursive: true, force: true }))

    function planOf(own: string, data: object, job: { readonly output?: object; readonly [key: string]: unknown }) {
      const output = job.output ?? { release: `${own}/release.csv` }
      writeFileSync(join(base, `${own}.json`), JSON.stringify({ version: 1, ...job, data, output }))
      return readPlan(join(base, `${own}.json`))
    }
    const readReleased = (own: string) => readFileSync(join(base, own, 'release.csv'), 'utf8')

    const runs = [
      ['apriori on cells', 'cells', { columns: cells, privacy: km, algorithm: 'apriori' }, 'keep'],
      [
        'apriori that recodes parts by themselves',
        'cells',
        { columns: cells, privacy: km, algorithm: { name: 'apriori', partition: 'local', parts: 3 } },
        'drop',
      ],
      [
        'pcta with constraints on a row per item',
        'pairs',
        {
          columns: pairs,
          privacy: { k: 200, constraints: { file: 'constraints.txt' }, 'suppression-limit': 1 },
          algorithm: 'pcta',
        },
        'drop',
      ],
      ['coat on a row per item', 'pairs', { columns: pairs, privacy: km, algorithm: 'coat' }, 'keep'],
    ] as const
    it.each(slow ? runs.slice(0, -1) : runs)(
      '%s gives the release and the verdict that it gives of a file',
      async (_, table, job, empty) => {
        const data = { 'empty-baskets': empty }
        const here = await anonymize(planOf('here', { source: `${table}.csv`, ...data }, job), {
          threads: 1,
          force: true,
        })
        const there = await anonymize(planOf('there', { ...inside[table], ...data }, job), { threads: 1, force: true })
        expect(readReleased('there')).toBe(readReleased('here'))
        expect(here.verification?.verdict).toBe('holds')
        expect(there.verification).toEqual(here.verification)
        expect(there.baskets).toEqual(here.baskets)
        // Of the basket as it is only distinct sets came, of which there are few; the rest is the release.
        const { received = 0 } = there.traffic ?? {}
        expect(received).toBeLessThan(readReleased('here').length * 2 + 24_000)
      },
    )

    it('a table with baskets gives the release and the verdict that it gives of a file, and is verified in the database', async () => {
      const job = {
        columns: people,
        privacy: { k: 8, km: { m: 2, sensitive: ['tea'], h: 0.9 } },
        algorithm: { delta: 0.4 },
        output: { release: 'mixed/release.csv', order: 'source' },
      }
      const data = { missing: 'drop' }
      const here = await anonymize(planOf('here', { source: 'people.csv', ...data }, job), { threads: 1, force: true })
      const readMixed = () => readFileSync(join(base, 'mixed', 'release.csv'), 'utf8')
      const before = readMixed()
      const there = await anonymize(planOf('there', { ...inside['people'], ...data }, job), { threads: 1, force: true })
      expect(before.split('\n').length).toBeGreaterThan(1100)
      expect(readMixed()).toBe(before)
      expect(here.verification?.verdict).toBe('holds')
      expect(there.verification).toEqual(here.verification)
      expect(there.mixed).toEqual(here.mixed)
      // A release to a table of a slow database is tried without columns.
      if (slow) return
      const stays = { ...job, output: { table: released } }
      const plan = planOf('stays', { ...inside['people'], ...data }, stays)
      const { verification } = await anonymize(plan, { threads: 1, force: true })
      expect([verification?.verdict, verification?.rows]).toEqual(['holds', before.split('\n').length - 2])
      const source = { source: address, table: released, base }
      expect((await verifyRelease({ source, job: plan })).verdict).toBe('holds')
    })

    it('limits.combinations: a sample is searched, what is rare among all is left out, and all are verified in the database', async () => {
      const limits = { combinations: 150 }
      const job = { columns: cells, privacy: km, limits, algorithm: 'coat', output: { table: released } }
      const data = { ...inside['cells'], 'empty-baskets': 'keep' }
      const plan = planOf('sampled', data, job)
      const { verification, warnings, baskets } = await anonymize(plan, { threads: 1, force: true })
      expect([verification?.verdict, verification?.rows]).toEqual(['holds', BASKETS])
      expect(baskets).toMatchObject({ read: BASKETS, released: BASKETS })
      expect(warnings.join()).toMatch(/1200 baskets, more than limits.combinations: .* a sample of 1\d\d;/)
      const source = { source: address, table: released, base }
      expect((await verifyRelease({ source, job: plan })).verdict).toBe('holds')
      const generated = { k: 12, constraints: { generate: 'all' }, 'suppression-limit': 1 }
      await expect(anonymize(planOf('refused', data, { ...job, privacy: generated }), { force: true })).rejects.toThrow(
        'needs all',
      )
    })
  })
}
