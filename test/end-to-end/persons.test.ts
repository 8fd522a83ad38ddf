/** Persons instead of rows, from job to published file, counted once more in the plainest way. */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPlan } from '../../src/plan/read-plan.ts'
import { readColumnsRecodingFile } from '../../src/recoding/recoding.ts'
import { makeRequirement } from '../../src/requirements/index.ts'
import { assessRisk, verifyRelease } from '../../src/tasks/verify.ts'
import { inFolder, listing, readRelease, readTablePlan, runJob } from './workshop.ts'

interface Visit {
  readonly who: number
  readonly a: number
  readonly b: string
  readonly s: string
}

const anyVisits = fc.array(
  fc.record({
    who: fc.nat(11),
    a: fc.integer({ min: 0, max: 7 }),
    b: fc.constantFrom('x', 'y'),
    s: fc.constantFrom('flu', 'cold'),
  }),
  { minLength: 25, maxLength: 60 },
)

const csv = (visits: readonly Visit[]): string =>
  `who,a,b,s\n${visits.map(({ who, a, b, s }) => `p${who},${a},${b},${s}`).join('\n')}\n`

const jobOf = (privacy: string, more = ''): string =>
  `version: 1
data: { source: visits.csv }
persons: { column: who }
columns:
  a: { role: quasi-identifier, type: numeric, levels: [2, 4] }
  b: { role: quasi-identifier, order: [x, y] }
  s: { role: sensitive }
privacy: ${privacy}
output: { release: out/release.csv, order: source }
${more}`

/** Persons of each class of the release, by the order of the source. */
function personsByClass(folder: string, visits: readonly Visit[]): Map<string, Set<number>> {
  const classes = new Map<string, Set<number>>()
  readRelease(join(folder, 'out/release.csv')).forEach((row, i) => {
    if (row['a'] === '*' && row['b'] === '*') return
    const key = `${row['a']}|${row['b']}`
    classes.set(key, (classes.get(key) ?? new Set()).add(visits[i].who))
  })
  return classes
}

describe('persons: { column }', () => {
  it.each(['lattice', 'bottom-up', 'boxes', 'mondrian'])(
    '%s: every class of the release has k persons, and the run says the smallest number of them',
    (algorithm) =>
      fc.assert(
        fc.asyncProperty(anyVisits, async (visits) => {
          fc.pre(new Set(visits.map(({ who }) => who)).size > 4)
          const job = jobOf('{ k: 4, suppressed-group: exempt }', `algorithm: ${algorithm}`)
          await inFolder({ 'visits.csv': csv(visits), 'job.yaml': job }, async (folder) => {
            const result = await runJob(folder)
            const sizes = [...personsByClass(folder, visits).values()].map((people) => people.size)
            expect(Math.min(...sizes, Number.POSITIVE_INFINITY)).toBeGreaterThanOrEqual(4)
            expect(result.smallestClass).toBe(sizes.length === 0 ? 0 : Math.min(...sizes))
            expect(result.verification).toMatchObject({
              verdict: 'holds',
              persons: new Set(visits.map(({ who }) => who)).size,
              smallestClass: result.smallestClass,
            })
            expect(readFileSync(join(folder, 'out/release.csv'), 'utf8')).not.toMatch(/who|p\d/)
            // The rows with their persons are private, and verification counts by them.
            const kept = listing(join(folder, 'out')).filter((name) => name.includes('persons'))
            expect(kept).toEqual([expect.stringMatching(/^private.release\.persons \d+$/)])
            const again = await verifyRelease({
              source: { source: 'out/release.csv', base: folder },
              job: readTablePlan(join(folder, 'job.yaml')),
            })
            expect(again).toMatchObject({ verdict: 'holds', persons: result.verification?.persons })
            expect(again.smallestClass).toBe(result.smallestClass)
          })
        }),
        { numRuns: 3 },
      ),
  )

  const visits = Array.from({ length: 40 }, (_, i) => ({
    who: i % 10,
    a: i % 2,
    b: 'x',
    s: i % 10 < 5 ? 'flu' : 'cold',
  }))

  it('a release with masked rows left out, and one of another format, are verified by the kept persons', async () => {
    const few = [...visits, ...visits.slice(0, 3).map((visit) => ({ ...visit, a: 7, b: 'y' }))]
    for (const release of ['release.csv', 'release.parquet'])
      for (const algorithm of ['lattice', 'boxes']) {
        const job = jobOf('{ k: 4, suppression-limit: 0.1 }', `algorithm: ${algorithm}`).replace('release.csv', release)
        await inFolder({ 'visits.csv': csv(few), 'job.yaml': job }, async (folder) => {
          expect((await runJob(folder)).verification?.verdict).toBe('holds')
          const request = {
            source: { source: `out/${release}`, base: folder },
            job: readTablePlan(join(folder, 'job.yaml')),
          }
          expect((await verifyRelease(request)).verdict).toBe('holds')
          // Persons of another run are refused.
          appendFileSync(join(folder, 'out/private/release.persons'), 'p1,0,x,flu\n')
          await expect(verifyRelease(request)).rejects.toThrow(/release\.persons/)
        })
      }
  })

  it('a file in which a class has k rows of fewer persons is broken, with that class and its persons', () =>
    inFolder(
      { 'visits.csv': csv([...visits, ...visits.map((own) => ({ ...own, who: own.who % 3, b: 'y' }))]) },
      async (base) => {
        const verification = await verifyRelease({
          source: { source: 'visits.csv', base },
          quasiIdentifiers: ['b'],
          persons: 'who',
          requirements: [makeRequirement('k-anonymity', 4, [], 'who')],
        })
        expect(verification).toMatchObject({ verdict: 'broken', persons: 10, classes: 2, smallestClass: 3 })
        expect(verification.checks[0].witnesses).toEqual([{ size: 3, values: { b: 'y' } }])
      },
    ))

  it('risk is that of persons: one in 5, however many rows each has', () =>
    inFolder({ 'visits.csv': csv(visits) }, async (base) => {
      const request = { source: { source: 'visits.csv', base }, quasiIdentifiers: ['a'], missingValues: [] }
      expect((await assessRisk(request)).prosecutor.highest).toBe(1 / 20)
      const byPersons = await assessRisk({ ...request, persons: 'who' })
      expect(byPersons).toMatchObject({ unit: 'person', smallestClass: 5, prosecutor: { highest: 0.2 } })
    }))

  it('shares of values count everybody once: half of the persons have flu, though nine of ten rows do', () =>
    inFolder(
      {
        'visits.csv': csv([
          ...Array.from({ length: 90 }, (_, i) => ({ who: i % 2, a: 1, b: 'x', s: 'flu' })),
          ...Array.from({ length: 10 }, (_, i) => ({ who: 2 + (i % 2), a: 1, b: 'x', s: 'cold' })),
        ]),
        'job.yaml': jobOf('{ alpha-k: { column: s, alpha: 0.5, k: 4 }, suppressed-rows: drop }'),
      },
      async (folder) => {
        const result = await runJob(folder)
        expect(result).toMatchObject({ outcome: 'found', suppressed: 0, smallestClass: 4 })
        expect(result.attributes?.[0]).toMatchObject({ largestShare: 0.5 })
      },
    ))

  it('is part of the recoding: applied to new data, persons are counted there too', () =>
    inFolder({ 'visits.csv': csv(visits), 'job.yaml': jobOf('{ k: 4 }') }, async (folder) => {
      await runJob(folder)
      const recoding = readColumnsRecodingFile(join(folder, 'out/private/release.recoding.json'))
      expect(recoding.requirements).toEqual([{ name: 'k-anonymity', options: { k: 4 }, persons: 'who' }])
    }))

  it.each([
    ['a row that does not say whose it is', 'who,a,b,s\np1,1,x,flu\n,1,x,flu\n', '{ k: 2 }', '', /do not say whose/],
    ['more persons asked for than there are', csv(visits.slice(0, 3)), '{ k: 4 }', '', /number of persons, 3/],
    [
      'a search that counts rows',
      csv(visits),
      '{ k: 4 }',
      'algorithm: kactus-2',
      /counts rows, not persons; take lattice/,
    ],
  ])('refuses %s', (_, data, privacy, more, message) =>
    inFolder({ 'visits.csv': data, 'job.yaml': jobOf(privacy, more) }, async (folder) => {
      await expect((async () => runJob(folder))()).rejects.toThrow(message)
      expect(existsSync(join(folder, 'out/release.csv'))).toBe(false)
    }),
  )

  it('in a job about baskets says what per says', () =>
    inFolder({ 'rows.csv': 'who,item\na,x\n' }, async (folder) => {
      const job = (more: string, per: string) =>
        `version: 1\ndata: { source: rows.csv }\n${more}columns: { item: { role: items${per} } }\nprivacy: { km: { k: 2, m: 2 } }\noutput: { release: r.csv }\n`
      const planOf = (text: string) => {
        writeFileSync(join(folder, 'job.yaml'), text)
        return readPlan(join(folder, 'job.yaml'))
      }
      const { name: _, ...byPer } = planOf(job('', ', per: who'))
      const plan = planOf(job('persons: { column: who }\n', ''))
      expect(plan).toMatchObject(
        JSON.parse(JSON.stringify({ form: 'form' in byPer && byPer.form, items: 'items' in byPer && byPer.items })),
      )
      expect(() => planOf(job('persons: { column: you }\n', ', per: who'))).toThrow(/both say whose item it is/)
    }))
})
