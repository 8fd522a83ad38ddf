/** Jobs about baskets of items from the file to the release, counted again by code that knows nothing of Halftone. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { evaluateBaskets } from '../../src/evaluate/evaluate-baskets.ts'
import { CancelledError, UserError } from '../../src/ground/errors.ts'
import { initJob } from '../../src/init/init.ts'
import type { ItemsPlan } from '../../src/plan/plan.ts'
import { readPlan } from '../../src/plan/read-plan.ts'
import { readItemsRecodingFile } from '../../src/recoding/items.ts'
import { samples } from '../../src/sample/index.ts'
import { applyRecoding } from '../../src/tasks/apply.ts'
import { assessRisk, verifyRelease } from '../../src/tasks/verify.ts'
import { bms, bmsFile } from '../baskets/examples.ts'
import { needs } from '../needs.ts'
import { thorough } from '../thorough.ts'
import { type Files, halftone, inFolder, listing, ownTemporaryFolder, readRelease, runJob } from './workshop.ts'

const temporary = ownTemporaryFolder()
afterAll(temporary.remove)

const figureOne = 'a b c d e f\na b e g\na e\nb f g\na b\nc f\n'
const tree = JSON.stringify({
  name: 'ALL',
  children: [
    {
      name: 'X',
      children: [
        { name: 'P', children: [{ name: 'a' }, { name: 'b' }] },
        { name: 'Q', children: [{ name: 'c' }, { name: 'd' }] },
      ],
    },
    { name: 'Y', children: [{ name: 'e' }, { name: 'f' }, { name: 'g' }] },
  ],
})

type Settings = Readonly<Record<string, unknown>>

/** The figure's job with some settings changed. */
function figureJob({ data, columns, privacy, output, ...rest }: Record<string, unknown> = {}): string {
  return JSON.stringify({
    version: 1,
    data: { source: 'baskets.txt', format: 'transactions', ...(data as Settings) },
    columns: columns ?? { items: { role: 'items', taxonomy: 'tree.json' } },
    privacy: privacy ?? { km: { k: 2, m: 2 } },
    output: { release: 'out/release.txt', order: 'source', ...(output as Settings) },
    ...rest,
  })
}

const figureFiles: Files = { 'baskets.txt': figureOne, 'tree.json': tree, 'job.yaml': figureJob() }

function lines(file: string): string[] {
  return readFileSync(file, 'utf8').split('\n').slice(0, -1)
}

/** The independent counter: the smallest support of any set of up to m tokens that occurs. */
function smallestSupport(baskets: readonly (readonly string[])[], m: number): number {
  const counts = new Map<string, number>()
  for (const basket of baskets) {
    const tokens = [...new Set(basket)].sort()
    const add = (set: string, from: number, size: number) => {
      for (let i = from; i < tokens.length; i++) {
        const longer = set === '' ? tokens[i] : `${set}\u0000${tokens[i]}`
        counts.set(longer, (counts.get(longer) ?? 0) + 1)
        if (size < m) add(longer, i + 1, size + 1)
      }
    }
    add('', 0, 1)
  }
  let smallest = Number.POSITIVE_INFINITY
  for (const count of counts.values()) smallest = Math.min(smallest, count)
  return smallest
}

const tokensIn = (file: string) => lines(file).map((line) => line.split(' ').filter((token) => token !== ''))

describe('a file of transactions', () => {
  it.each([
    ['apriori', { lift: 'set' }, ['X Y', 'X Y', 'X Y', 'X Y', 'X', 'X Y']],
    ['coat', {}, ['a b (c,d,f,g) e', 'a b (c,d,f,g) e', 'a e', 'b (c,d,f,g)', 'a b', '(c,d,f,g)']],
    [
      'pcta',
      {},
      ['(a,f) (b,g) (c,d,e)', '(a,f) (b,g) (c,d,e)', '(a,f) (c,d,e)', '(a,f) (b,g)', '(a,f) (b,g)', '(a,f) (c,d,e)'],
    ],
  ])('%s publishes the paper’s figure as the golden values have it', async (name, options, expected) => {
    const job = figureJob({ algorithm: { name, ...options }, output: { report: 'out/report.html' } })
    await inFolder({ ...figureFiles, 'job.yaml': job }, async (folder) => {
      const result = await runJob(folder)
      expect(result).toMatchObject({ outcome: 'found', rows: 6, verification: { verdict: 'holds', rows: 6 } })
      expect(lines(join(folder, 'out/release.txt'))).toEqual(expected)
      expect(result.metrics).toMatchObject({ NCP: expect.any(Number), UL: expect.any(Number), ARE: expect.any(Number) })
      expect(result.risk?.after['smallest-support']).toBeLessThanOrEqual(0.5)
      expect(readFileSync(join(folder, 'out/report.html'), 'utf8')).toContain('Verified for k = 2')
      expect(readdirSync(join(folder, 'out')).sort()).toEqual([
        'private',
        'release.manifest.json',
        'release.txt',
        'report.html',
      ])
    })
  })

  it('with utility constraints: suppresses within the limit, names left-out items in no file, and says when none exists', async () => {
    const files = { ...figureFiles, 'baskets.txt': figureOne.replaceAll('c', 'SECRETONE').replaceAll('d', 'SECRETTWO') }
    const groups = 'a b\nSECRETONE SECRETTWO\ne f g\n'
    const settings = { columns: { items: { role: 'items' } }, utility: { constraints: 'groups.txt' } }
    const job = (limit: number) =>
      figureJob({
        ...settings,
        privacy: { km: { k: 2, m: 2 }, 'suppression-limit': limit },
        output: { report: 'out/report.html' },
      })
    await inFolder({ ...files, 'groups.txt': groups, 'job.yaml': job(0.2) }, async (folder) => {
      const result = await runJob(folder)
      expect(result).toMatchObject({
        outcome: 'none-exists',
        reason: expect.stringContaining('raise suppression-limit'),
      })
      expect(existsSync(join(folder, 'out'))).toBe(false)
      writeFileSync(join(folder, 'job.yaml'), job(0.3))
      const found = await runJob(folder)
      expect(lines(join(folder, 'out/release.txt'))).toEqual([
        '(a,b) (e,g) f',
        '(a,b) (e,g)',
        '(a,b) (e,g)',
        '(a,b) (e,g) f',
        '(a,b)',
        'f',
      ])
      expect(found).toMatchObject({ suppressed: 3, baskets: { suppressedItems: 2 } })
      expect(found.verification?.checks.map((check) => check.name)).toContain('utility-constraints')
      for (const file of ['release.txt', 'release.manifest.json', 'report.html'])
        expect(readFileSync(join(folder, 'out', file), 'utf8')).not.toContain('SECRET')
    })
  })

  it('with privacy constraints from a file and generated ones: each listed set holds, others may not', async () => {
    const privacy = { constraints: 'policy.txt', k: 3 }
    await inFolder({ ...figureFiles, 'policy.txt': 'a b\nc\n', 'job.yaml': figureJob({ privacy }) }, async (folder) => {
      const result = await runJob(folder)
      expect(result.verification).toMatchObject({ verdict: 'holds', checks: [{ name: 'privacy-constraints' }, {}] })
      const plan = readPlan(join(folder, 'job.yaml')) as ItemsPlan
      const recoding = readItemsRecodingFile(join(folder, 'out/private/release.recoding.json'))
      const source = { source: join(folder, 'out/release.txt'), base: folder }
      expect((await verifyRelease({ source, job: plan, recoding })).verdict).toBe('holds')
      await expect(verifyRelease({ source, job: plan })).rejects.toThrow(/no recoding at/)
      // The whole is not k²-anonymous: that was not asked.
      expect(smallestSupport(tokensIn(join(folder, 'out/release.txt')), 2)).toBeLessThan(3)
      writeFileSync(
        join(folder, 'job.yaml'),
        figureJob({ privacy: { constraints: { generate: 'all', size: 2 }, k: 3 } }),
      )
      await runJob(folder, { force: true })
      expect(smallestSupport(tokensIn(join(folder, 'out/release.txt')), 2)).toBeGreaterThanOrEqual(3)
    })
  })

  it('compressed, with empty baskets kept; dropped ones are counted', async () => {
    const files = { ...figureFiles, 'baskets.txt': `\n${figureOne}\n` }
    const kept = figureJob({ data: { 'empty-baskets': 'keep' }, output: { release: 'out/release.txt.gz' } })
    await inFolder({ ...files, 'job.yaml': kept }, async (folder) => {
      expect(await runJob(folder)).toMatchObject({ rows: 8, missing: 0, baskets: { empty: 2, released: 8 } })
      const text = gunzipSync(readFileSync(join(folder, 'out/release.txt.gz'))).toString('utf8')
      expect(text.split('\n')).toHaveLength(9)
      expect(text.startsWith('\n')).toBe(true)
      writeFileSync(join(folder, 'job.yaml'), figureJob({ data: { 'empty-baskets': 'drop' } }))
      expect(await runJob(folder, { force: true })).toMatchObject({
        rows: 8,
        missing: 2,
        baskets: { released: 6, dropped: 2 },
      })
      expect(lines(join(folder, 'out/release.txt'))).toHaveLength(6)
    })
  })

  it('under local recoding is k^m-anonymous as a whole, and cannot be applied elsewhere', async () => {
    const algorithm = { name: 'apriori', partition: 'local', parts: 2 }
    await inFolder({ ...figureFiles, 'job.yaml': figureJob({ algorithm }) }, async (folder) => {
      await runJob(folder)
      expect(smallestSupport(tokensIn(join(folder, 'out/release.txt')), 2)).toBeGreaterThanOrEqual(2)
      const recoding = readItemsRecodingFile(join(folder, 'out/private/release.recoding.json'))
      expect(recoding?.parts).toHaveLength(2)
      const request = {
        recoding: recoding!,
        name: 'r',
        source: { source: 'baskets.txt', base: folder },
        unseen: 'suppress' as const,
      }
      const output = {
        release: join(folder, 'n.txt'),
        recoding: join(folder, 'n.json'),
        manifest: join(folder, 'm.json'),
      }
      await expect(applyRecoding({ ...request, output })).rejects.toThrow(/local recoding/)
    })
  })

  it('a staged release that was tampered with is caught, and nothing is published', async () => {
    for (const [change, says] of [
      [(text: string) => text.replace('a e', 'a z'), /fewer than 2 baskets/],
      [(text: string) => `${text}a\n`, /7 baskets, expected 6/],
    ] as const) {
      await inFolder(figureFiles, async (folder) => {
        const before = listing(folder)
        const result = await runJob(folder, {
          progress: ({ step }) => {
            if (step !== 'verify') return
            const out = join(folder, 'out')
            const staged = readdirSync(out).find((name) => /^\.partial-.*release\.txt$/.test(name)) as string
            writeFileSync(join(out, staged), change(readFileSync(join(out, staged), 'utf8')))
          },
        })
        expect(result.reason).toMatch(says)
        expect(listing(folder)).toEqual(before)
      })
    }
  })
})

describe('baskets in tables', () => {
  it('a cell of items: other columns and the order of rows are kept, identifiers dropped', async () => {
    const names = ['Ann', 'Bo', 'Cy', 'Di', 'Ed', 'Fi']
    const rows = figureOne
      .trim()
      .split('\n')
      .map((line, i) => `${names[i]},${line.replaceAll(' ', ';')},city ${i}`)
    rows.splice(2, 0, 'Gil,,city x')
    const job = figureJob({
      data: { source: 'table.csv', format: undefined, 'empty-baskets': 'drop' },
      columns: { name: { role: 'identifier' }, items: { role: 'items', separator: ';' }, city: { role: 'other' } },
      output: { release: 'out/release.csv', order: 'source' },
    })
    await inFolder({ 'table.csv': `name,items,city\n${rows.join('\n')}\n`, 'job.yaml': job }, async (folder) => {
      await runJob(folder)
      const release = readRelease(join(folder, 'out/release.csv'))
      expect(Object.keys(release[0])).toEqual(['items', 'city'])
      expect(release.map((row) => row['city'])).toEqual([0, 1, 2, 3, 4, 5].map((i) => `city ${i}`))
      expect(release[0]['items']).toBe('a;b;(c,d,f,g);e')
      expect(
        smallestSupport(
          release.map((row) => row['items'].split(';')),
          2,
        ),
      ).toBe(2)
    })
  })

  it('a row per person and item: people become numbers, items with blanks stay whole; parquet', async () => {
    const pairs = figureOne
      .trim()
      .split('\n')
      .flatMap((line, i) => line.split(' ').map((item) => [`person ${i}`, `item ${item}`]))
    // Interleaved: the people's rows need not stand together.
    pairs.sort(([, a], [, b]) => (a < b ? -1 : a > b ? 1 : 0))
    const text = `who,thing,price\n${pairs.map((pair) => `${pair.join(',')},1`).join('\n')}\n`
    const job = (release: string) =>
      figureJob({
        data: { source: 'pairs.csv', format: undefined },
        columns: { who: { role: 'identifier' }, thing: { role: 'items', per: 'who' } },
        output: { release, order: 'source' },
      })
    await inFolder({ 'pairs.csv': text, 'job.yaml': job('out/release.csv') }, async (folder) => {
      const result = await runJob(folder)
      expect(result.warnings.join()).toContain('left out: price')
      const release = readRelease(join(folder, 'out/release.csv'))
      expect(Object.keys(release[0])).toEqual(['basket', 'thing'])
      const baskets = new Map<string, string[]>()
      for (const row of release) baskets.set(row['basket'], [...(baskets.get(row['basket']) ?? []), row['thing']])
      expect([...baskets.keys()]).toEqual(['1', '2', '3', '4', '5', '6'])
      expect(smallestSupport([...baskets.values()], 2)).toBe(2)
      expect(readFileSync(join(folder, 'out/release.csv'), 'utf8')).not.toContain('person')
      writeFileSync(join(folder, 'job.yaml'), job('out/release.parquet'))
      expect((await runJob(folder, { force: true })).verification?.verdict).toBe('holds')
    })
  })
})

describe('what goes with a release of baskets', () => {
  it('risk and verify of any file; evaluate answers each query; apply keeps tokens and suppresses what is too rare', async () => {
    await inFolder({ ...figureFiles, 'queries.txt': 'a b\nc\n' }, async (folder) => {
      await runJob(folder)
      const data = { source: join(folder, 'baskets.txt'), base: folder, format: 'transactions' as const }
      expect(await verifyRelease({ source: data, km: { k: 2, m: 2 } })).toMatchObject({ verdict: 'broken' })
      const risk = await assessRisk({ source: data, attacker: { k: 2, m: 2, seed: 1, trials: 500 } })
      expect(risk).toMatchObject({ baskets: 6, tokens: 7, supports: { risk: 1, constraints: 26 }, below: { sets: 14 } })
      const job = readPlan(join(folder, 'job.yaml')) as ItemsPlan
      const recoding = readItemsRecodingFile(join(folder, 'out/private/release.recoding.json'))!
      const release = { source: join(folder, 'out/release.txt'), base: folder }
      const evaluation = await evaluateBaskets({ job, release, recoding, workload: 'a b\nc\n' })
      expect(evaluation.queries).toMatchObject([
        { items: ['a', 'b'], actual: 3, estimated: 3, relativeError: 0 },
        // Four baskets with (c,d,f,g): 4 · 8/15.
        { items: ['c'], actual: 2, estimated: expect.closeTo(32 / 15, 12) },
      ])
      expect(evaluation.metrics['NCP']).toBeCloseTo(32 / 133, 12)
      expect(evaluation.itemFrequencies).toHaveLength(7)
      // It is the release that is evaluated, not what the recoding would make of the data.
      const changed = { source: join(folder, 'changed.txt'), base: folder }
      writeFileSync(
        changed.source,
        lines(release.source)
          .map((line) => line.replace('a ', ''))
          .join('\n'),
      )
      const again = await evaluateBaskets({ job, release: changed, recoding, workload: 'a b\n' })
      expect(again.queries[0].estimated).toBeLessThan(3)

      writeFileSync(join(folder, 'new.txt'), 'a b z\na c\nd\na b\nc a\ne\n')
      const output = {
        release: join(folder, 'n.txt'),
        recoding: join(folder, 'n.json'),
        manifest: join(folder, 'm.json'),
      }
      const request = {
        recoding,
        name: 'r',
        source: { source: 'new.txt', base: folder },
        output,
        order: 'source' as const,
      }
      await expect(applyRecoding({ ...request, unseen: 'fail' })).rejects.toThrow(/"z"/)
      const applied = await applyRecoding({ ...request, unseen: 'suppress' })
      expect(lines(output.release)).toEqual(['a b', 'a (c,d,f,g)', '(c,d,f,g)', 'a b', 'a (c,d,f,g)', ''])
      expect(applied).toMatchObject({
        verification: { verdict: 'holds' },
        details: { unknownItems: 1, suppressedTokens: 1 },
      })
      // The job allows no item to be left out; two of six are.
      const refused = await applyRecoding({ ...request, job, unseen: 'suppress' }, { force: true })
      expect(refused.release).toBeUndefined()
      expect(refused.reason).toContain('leaves out 33.3% of the items, more than the suppression limit of 0%')
    })
  })

  it('the command line: init, run, verify, evaluate, list', async () => {
    await inFolder({ 'figure.txt': figureOne }, async (folder) => {
      expect((await halftone(folder, ['init', 'figure.txt'])).code).toBe(0)
      const job = readFileSync(join(folder, 'job.yaml'), 'utf8')
      expect(job).toContain('format: transactions')
      writeFileSync(join(folder, 'job.yaml'), job.replace('k: 5', 'k: 2').replace('coat }', 'apriori }'))
      const run = await halftone(folder, ['run', 'job.yaml', '--json'])
      expect(JSON.parse(run.stdout)).toMatchObject({ outcome: 'found', algorithm: 'apriori', rows: 6 })
      const release = 'out/figure-release.txt'
      const [checked, evaluated, listed, refused] = await Promise.all([
        halftone(folder, ['verify', release, '--job', 'job.yaml']),
        halftone(folder, ['evaluate', release, '--job', 'job.yaml', '--json']),
        halftone(folder, ['list', '--json']),
        halftone(folder, ['verify', 'figure.txt', '--format', 'transactions', '--k', '2', '--m', '2']),
      ])
      expect(checked.code).toBe(0)
      expect(JSON.parse(evaluated.stdout).queries).toHaveLength(19)
      const { searches, metrics, requirements } = JSON.parse(listed.stdout)
      const names = [...searches, ...metrics, ...requirements].map(({ name }: { name: string }) => name)
      expect(names).toEqual(expect.arrayContaining(['apriori', 'coat', 'pcta', 'NCP', 'ARE', 'km-anonymity']))
      expect(refused.code).toBe(1)
    })
  })

  it('init of a table proposes a column of items, alone and beside quasi-identifiers; both jobs run', async () => {
    const rows = Array.from({ length: 120 }, (_, i) => ({
      email: `u${i}@example.org`,
      age: String(20 + (i % 30)),
      bought: [`p${i % 5}`, `p${(i * 7) % 6}`, `p${(i * 3) % 4}`].slice(0, 1 + (i % 3)).join('|'),
    }))
    const text = (columns: readonly ('email' | 'age' | 'bought')[]) =>
      `${columns.join(',')}\n${rows.map((row) => columns.map((column) => row[column]).join(',')).join('\n')}\n`
    await inFolder(
      { 'alone.csv': text(['email', 'bought']), 'beside.csv': text(['email', 'age', 'bought']) },
      async (folder) => {
        for (const file of ['alone.csv', 'beside.csv']) {
          const request = { source: { source: file, base: folder }, job: join(folder, 'job.yaml'), force: true }
          const { columns } = await initJob(request)
          expect(columns.find((column) => column.name === 'bought')?.role).toBe('items')
          expect((await runJob(folder, { force: true })).verification?.verdict).toBe('holds')
        }
      },
    )
  })

  it('the sample baskets run as they are', async () => {
    await inFolder({}, async (folder) => {
      const baskets = samples.find((sample) => sample.name === 'baskets')
      await baskets?.write(folder, { transactions: 500, items: 60 }, {})
      expect(await runJob(folder)).toMatchObject({ outcome: 'found', verification: { verdict: 'holds' } })
      expect(smallestSupport(tokensIn(join(folder, 'out/release.txt')), 2)).toBeGreaterThanOrEqual(5)
    })
  })
})

describe('a job about baskets that is wrong is refused, and leaves nothing behind', () => {
  const cases: readonly { of: string; job?: Record<string, unknown>; files?: Files; says: readonly RegExp[] }[] = [
    {
      of: 'an item outside the tree',
      files: { 'baskets.txt': `${figureOne}a h\n` },
      job: { algorithm: 'apriori' },
      says: [/item "…" \(1 character\) is not a leaf of the tree/],
    },
    {
      of: 'a constraint with an unknown item',
      job: { privacy: { constraints: 'policy.txt', k: 2 } },
      files: { 'policy.txt': 'a b\nzebra\n' },
      says: [/line 2 .* "zebra"/],
    },
    { of: 'an empty basket', files: { 'baskets.txt': 'a b\n\na\n' }, says: [/basket 2 has no items/, /empty-baskets/] },
    { of: 'fewer baskets than k', job: { privacy: { km: { k: 7, m: 2 } } }, says: [/at most .* 6; got 7/] },
    {
      of: 'utility constraints that overlap',
      job: { utility: { constraints: 'groups.txt' } },
      files: { 'groups.txt': 'a b\nb c\n' },
      says: [/item "b" stands in two utility constraints, lines 1 and 2/],
    },
    {
      of: 'a utility constraint with an unknown item',
      job: { utility: { constraints: 'groups.txt' } },
      files: { 'groups.txt': 'a q\n' },
      says: [/"q", which no basket holds/],
    },
    {
      of: 'k of 1',
      job: { privacy: { km: { k: 1 } } },
      says: [/privacy\.km\.k must be a whole number of at least 2; got 1/],
    },
    { of: 'm of 0', job: { privacy: { km: { k: 2, m: 0 } } }, says: [/privacy\.km\.m must be .* at least 1; got 0/] },
    {
      of: 'a key that does not exist',
      job: { privacy: { km: { k: 2, n: 2 } } },
      says: [/unknown key "privacy\.km\.n"/],
    },
    { of: 'no privacy', job: { privacy: {} }, says: [/asks for no privacy/, /km: \{ k: 5, m: 2 \}/] },
    {
      of: 'constraints without k',
      job: { privacy: { constraints: { generate: 'all' } } },
      says: [/without privacy\.k/],
    },
    { of: 'two promises', job: { privacy: { km: { k: 2 }, constraints: 'p.txt', k: 2 } }, says: [/choose one/] },
    {
      of: 'a search over columns',
      job: { algorithm: 'lattice' },
      says: [/no algorithm "lattice" for baskets/, /apriori, coat, pcta/],
    },
    {
      of: 'an option that does not exist',
      job: { algorithm: { name: 'pcta', merges: 'x' } },
      says: [/no option "merges"; did you mean "merge"/],
    },
    { of: 'a goal', job: { goal: 'general' }, says: [/has goal, which a job about baskets/] },
    {
      of: 'apriori with constraints',
      job: { algorithm: 'apriori', privacy: { constraints: { generate: 'all' }, k: 2 } },
      says: [/cannot meet privacy-constraints/],
    },
    {
      of: 'a file of constraints that is not there',
      job: { privacy: { constraints: 'none.txt', k: 2 } },
      says: [/no such file of privacy constraints/],
    },
    {
      of: 'a release with the name of a table',
      job: { output: { release: 'out/r.csv' } },
      says: [/must not end in that of a table/],
    },
    {
      of: 'a second column',
      job: { columns: { items: { role: 'items' }, b: { role: 'other' } } },
      says: [/has one column/],
    },
    {
      of: 'two columns of items',
      job: { columns: { a: { role: 'items' }, b: { role: 'items' } } },
      says: [/2 columns of role items/],
    },
    {
      of: 'a query that no basket answers',
      job: { utility: { workload: 'q.txt' } },
      files: { 'q.txt': 'd g\n' },
      says: [/no basket holds together/],
    },
    {
      of: 'per a column that is not there',
      job: {
        data: { source: 't.csv', format: undefined },
        columns: { items: { role: 'items', per: 'who' } },
        output: { release: 'o.csv' },
      },
      files: { 't.csv': 'whom,items\n1,a\n' },
      says: [/"who" .* did you mean "whom"/],
    },
    {
      of: 'an item with the separator in it',
      job: {
        data: { source: 't.json', format: 'json' },
        columns: { items: { role: 'items' } },
        output: { release: 'o.csv' },
      },
      files: { 't.json': '{"items": ["red wine"]}\n{"items": ["red wine"]}\n' },
      says: [/"red wine" contains the separator/],
    },
  ]
  it.each(cases)('$of', async ({ job = {}, files = {}, says }) => {
    await inFolder({ ...figureFiles, 'job.yaml': figureJob(job), ...files }, async (folder) => {
      const before = listing(folder)
      const error: unknown = await runJob(folder).catch((reason) => reason)
      expect(error).toBeInstanceOf(UserError)
      for (const part of says) expect((error as UserError).message).toMatch(part)
      expect(listing(folder)).toEqual(before)
    })
  })

  it('keys of baskets in a job about a table', async () => {
    const job = figureJob({ columns: { items: { role: 'quasi-identifier', order: ['a'] } }, data: { format: 'csv' } })
    await inFolder({ ...figureFiles, 'job.yaml': job }, async (folder) => {
      await expect(runJob(folder)).rejects.toThrow(/privacy\.km, which is for baskets/)
    })
  })
})

describe('BMS-WebView-2, k = 5, m = 2', needs(bms), () => {
  const file = bmsFile('bms-webview-2.txt')
  // The first quarter, where there is no time for all.
  const rows = thorough ? 77_512 : 20_000
  const bmsFiles = (name: string): Files => ({
    'job.yaml': job(name),
    'bms.txt': `${readFileSync(file, 'utf8').split('\n', rows).join('\n')}\n`,
  })
  const job = (name: string) =>
    figureJob({
      data: { source: 'bms.txt' },
      columns: { items: { role: 'items' } },
      privacy: { km: { k: 5, m: 2 } },
      algorithm: name,
    })

  const published = (folder: string) =>
    ['release.txt', 'private/release.recoding.json', 'release.manifest.json'].map((file) =>
      readFileSync(join(folder, 'out', file), 'utf8'),
    )

  it.each(['apriori', 'coat', 'pcta'])('%s: the release holds by a counter of its own', async (name) => {
    await inFolder(bmsFiles(name), async (folder) => {
      const result = await runJob(folder)
      expect(result).toMatchObject({ rows, verification: { verdict: 'holds', rows } })
      const baskets = tokensIn(join(folder, 'out/release.txt'))
      expect(baskets).toHaveLength(rows)
      expect(smallestSupport(baskets, 2)).toBe(result.verification?.smallestClass)
      expect(result.verification?.smallestClass).toBeGreaterThanOrEqual(5)
      if (name !== 'coat') return
      // The same bytes with two threads.
      const before = published(folder)
      await runJob(folder, { threads: 2, force: true })
      expect(published(folder)).toEqual(before)
    })
  })

  it('as it is, breaks the promise in as many sets as the digest counts: 211 items and 645,565 pairs below 5', async () => {
    const source = { source: file, base: '/', format: 'transactions' as const }
    const found = await verifyRelease({ source, km: { k: 5, m: 2 } })
    expect(found).toMatchObject({ verdict: 'broken', items: { tokens: 3340, setsBySize: [3340, 722_045] } })
    expect(found.checks[0].found).toContain(`${211 + 645_565} of ${3340 + 722_045} sets`)
  })

  it.each(['count', 'search', 'write', 'verify'] as const)('cancelled in %s leaves nothing behind', async (moment) => {
    await inFolder(bmsFiles('coat'), async (folder) => {
      const before = listing(folder)
      const abort = new AbortController()
      const ended = await runJob(folder, {
        signal: abort.signal,
        progress: ({ step }) => {
          if (step === moment) setTimeout(() => abort.abort(), 10)
        },
      }).catch((error) => error)
      if (ended instanceof Error) expect(ended).toBeInstanceOf(CancelledError)
      else expect(ended.outcome).toBe('cancelled')
      expect(listing(folder)).toEqual(before)
      expect(temporary.engineFolders()).toEqual([])
    })
  })
})
