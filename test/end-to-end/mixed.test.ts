/** Tables with baskets, from the job file to the release: counted again by a naive reader, and by `verify` after one change. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { anonymize } from '../../src/anonymize.ts'
import { evaluateQueries } from '../../src/evaluate/evaluate-queries.ts'
import { evaluateRelease } from '../../src/evaluate/evaluate-release.ts'
import { csvRecords } from '../../src/ground/csv.ts'
import { randomFrom } from '../../src/ground/random.ts'
import { filesBeside } from '../../src/plan/outputs-beside.ts'
import type { TablePlan } from '../../src/plan/plan.ts'
import { readPlan } from '../../src/plan/read-plan.ts'
import { readRecodingFile } from '../../src/recoding/read-recoding.ts'
import { makeRequirement } from '../../src/requirements/index.ts'
import { readStudy } from '../../src/study/plan-study.ts'
import { run as runHere } from '../../src/study/run-job.ts'
import { runStudy } from '../../src/study/run-study.ts'
import { applyRecoding } from '../../src/tasks/apply.ts'
import { verifyRelease } from '../../src/tasks/verify.ts'
import { plainCovers } from '../plain-ranges.ts'
import { setsUpTo } from '../small-mixed.ts'
import { thorough } from '../thorough.ts'
import { inFolder } from './workshop.ts'

const CODES = ['A1', 'A2', 'A3', 'B1', 'B2', 'C1', 'C2', 'C3']
const tree = {
  name: 'ANY',
  children: ['A', 'B', 'C'].map((name) => ({
    name,
    children: CODES.filter((code) => code.startsWith(name)).map((code) => ({ name: code })),
  })),
}

/** People whose codes depend on their age; some have none. */
function people(count: number, seed: number): string {
  const random = randomFrom(seed)
  const rows = Array.from({ length: count }, (_, i) => {
    const age = 20 + random.integer(50)
    const codes = CODES.filter((_, code) => random.integer(10) < (age > 45 === code > 3 ? 4 : 1))
    return `P${i},${age},${random.integer(2) === 0 ? 'F' : 'M'},${codes.join(' ')}`
  })
  return `id,age,sex,codes\n${rows.join('\n')}\n`
}

const job = `version: 1
data: { source: people.csv }
columns:
  id: { role: identifier }
  age: { role: quasi-identifier, type: numeric }
  sex: { role: quasi-identifier, order: [F, M] }
  codes: { role: items, taxonomy: codes.json }
privacy: { k: 4, km: { m: 2 } }
algorithm: { table: boxes, items: tree, merge: prune, bound: R, delta: 0.35 }
output: { release: out/release.csv, report: out/report.html, order: source }
`
const files = { 'people.csv': people(120, 7), 'codes.json': JSON.stringify(tree), 'job.yaml': job }

const study = `version: 1
job: job.yaml
grid: { algorithm.merge: [prune, R], algorithm.delta: [0.3, 0.7] }
map: { utility: T }
output: { folder: out }
`

interface Released {
  readonly label: string
  readonly items: readonly string[]
}

const readReleased = (file: string): Released[] =>
  csvRecords(readFileSync(file, 'utf8'), file)
    .slice(1)
    .map(([age, sex, codes]) => ({ label: `${age}|${sex}`, items: codes.split(' ').filter(Boolean) }))

/** Whether each class has k rows and each of its item sets up to m is in k of them. */
function counts(rows: readonly Released[], k: number, m: number): boolean {
  const supports = new Map<string, number>()
  const add = (key: string) => supports.set(key, (supports.get(key) ?? 0) + 1)
  for (const { label, items } of rows) {
    add(label)
    for (const [i, first] of items.entries()) {
      add(`${label} ${first}`)
      for (const second of m < 2 ? [] : items.slice(i + 1)) add(`${label} ${[first, second].sort().join(' ')}`)
    }
  }
  return [...supports.values()].every((support) => support >= k)
}

/** The smallest support of a set of up to m facts that occurs. */
function smallestSet(rows: readonly (readonly string[])[], m: number): number {
  const supports = new Map<string, number>()
  for (const facts of rows)
    for (const set of setsUpTo([...new Set(facts)].sort(), m)) supports.set(set, (supports.get(set) ?? 0) + 1)
  return Math.min(...supports.values())
}

/** The largest share of people with a secret among those of a class who have some up to two other items. */
function confidence(rows: readonly Released[], secret: string): number {
  const shares = [...new Set(rows.map(({ label }) => label))].flatMap((label) => {
    const baskets = rows.filter((row) => row.label === label).map(({ items }) => items)
    const others = [...new Set(baskets.flat())].filter((item) => item !== secret)
    const sets = [[], ...others.flatMap((a, i) => [[a], ...others.slice(i + 1).map((b) => [a, b])])]
    return sets.map((set) => {
      const fit = baskets.filter((items) => set.every((item) => items.includes(item)))
      return fit.length === 0 ? 0 : fit.filter((items) => items.includes(secret)).length / fit.length
    })
  })
  return Math.max(...shares)
}

describe('a table with baskets', () => {
  it('is released so that every class and every set of two items in it has k rows, and labels are true', () =>
    inFolder(files, async (folder) => {
      const result = await anonymize(readPlan(join(folder, 'job.yaml')))
      expect(result).toMatchObject({ outcome: 'found', algorithm: 'mixed', suppressed: 0 })
      expect(result.verification?.checks.find(({ name }) => name === 'km-anonymity')).toMatchObject({ holds: true })
      const released = readReleased(join(folder, 'out/release.csv'))
      expect(counts(released, 4, 2)).toBe(true)
      const source = csvRecords(files['people.csv'], 'people.csv').slice(1)
      const recoding = JSON.parse(readFileSync(join(folder, 'out/private/release.recoding.json'), 'utf8'))
      expect(recoding).toMatchObject({ kind: 'mixed', items: { column: 'codes', m: 2 } })
      const behind = new Map<string, Set<string>>()
      for (const { tokens } of recoding.items.classes)
        for (const [token, items] of Object.entries<string[]>(tokens))
          for (const item of items) behind.set(token, (behind.get(token) ?? new Set()).add(item))
      released.forEach(({ label, items }, row) => {
        const [, age, sex, codes] = source[row]
        const [shownAge, shownSex] = label.split('|')
        expect(plainCovers(shownAge, Number(age))).toBe(true)
        expect(shownSex === '*' || shownSex.includes(sex)).toBe(true)
        const own = codes.split(' ')
        for (const token of items) expect(own.some((code) => behind.get(token)?.has(code))).toBe(true)
      })
      const { mixed } = result
      expect(mixed?.after.below).toBe(0)
      expect(mixed?.before.below).toBeGreaterThan(0.9)
      expect(mixed?.shares.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9)
      expect(readFileSync(join(folder, 'out/report.html'), 'utf8')).toContain('What columns and items say together')
    }))

  // 1,000 in the thorough run.
  it('is checked by verify after one change: the verdict is that of a naive count', () =>
    inFolder(files, async (folder) => {
      await anonymize(readPlan(join(folder, 'job.yaml')))
      const released = readReleased(join(folder, 'out/release.csv'))
      const source = csvRecords(files['people.csv'], 'people.csv').slice(1)
      const random = randomFrom(11)
      let broken = 0
      const changes = thorough ? 1000 : 40
      for (let change = 0; change < changes; change++) {
        const row = random.integer(released.length)
        const [, age, , codes] = source[row]
        const own = codes.split(' ').filter((code) => code !== '' && !released[row].items.includes(code))
        const rows = [...released]
        rows[row] =
          change % 2 === 0 && own.length > 0
            ? { ...released[row], items: [...released[row].items, own[random.integer(own.length)]] }
            : { ...released[row], label: `${age}|${released[row].label.split('|')[1]}` }
        const file = join(folder, 'changed.csv')
        const lines = rows.map(({ label, items }) => `"${label.split('|').join('","')}",${items.join(' ')}`)
        writeFileSync(file, `age,sex,codes\n${lines.join('\n')}\n`)
        const { verdict, checks } = await verifyRelease({
          source: { source: file, base: '/' },
          quasiIdentifiers: ['age', 'sex'],
          requirements: [makeRequirement('k-anonymity', 4, [])],
          items: { column: 'codes' },
          km: { k: 4, m: 2 },
        })
        expect(verdict).toBe(counts(rows, 4, 2) ? 'holds' : 'broken')
        if (verdict === 'broken') {
          broken++
          expect(checks.flatMap(({ witnesses }) => witnesses).every(({ size }) => size < 4)).toBe(true)
        }
      }
      expect(broken).toBeGreaterThan(changes / 2)
    }))

  it.each([
    ['km: { m: 2 }', 'suppression-limit: 0.1', 'fewer than 5 candidates'],
    ['km: { m: 2 }', 'km: { k: 5, m: 2 }', 'privacy.km.k is for baskets without quasi-identifiers'],
    [
      'table: boxes, items: tree, merge: prune, bound: R, delta: 0.35',
      'name: lattice',
      'algorithm lattice does not know the items of "codes"',
    ],
    ['km: { m: 2 }', 'km: { m: 2, over: columns-and-items }', 'privacy.km.k does not say how many'],
    [
      'km: { m: 2 }',
      'km: { k: 4, m: 2, over: columns-and-items }',
      'privacy.k is for classes of equal quasi-identifiers',
    ],
    ['taxonomy: codes.json', 'per: id', 'gather the items of a person in one cell'],
    ['taxonomy: codes.json', 'file: codes.csv', 'add per: the column of people in both files'],
    ['km: { m: 2 }', 'constraints: known.txt', 'set algorithm: { items: coat } or { items: pcta }'],
    ['source: people.csv', 'source: people.csv, empty-baskets: drop', 'remove it'],
    [
      'privacy:',
      'history: { ledger: ledger, person: id }\nprivacy:',
      'compares the classes of releases and not their items',
    ],
    [
      job.slice(job.indexOf('data:'), job.indexOf('privacy:')),
      'data: { source: "postgres://host/db", table: people }\ncolumns: { age: { role: quasi-identifier, type: numeric }, codes: { role: items, file: codes.csv, per: id } }\n',
      'gather the items of a person in one cell by data.query',
    ],
  ])('refuses a job with %s as %s', (from, to, message) =>
    inFolder({ ...files, 'job.yaml': job.replace(from, to) }, async (folder) => {
      expect(() => readPlan(join(folder, 'job.yaml'))).toThrow(message)
    }),
  )

  it('has the same bytes with the items in a second file, a row per person and item', () =>
    inFolder(files, async (folder) => {
      await anonymize(readPlan(join(folder, 'job.yaml')))
      const before = readFileSync(join(folder, 'out/release.csv'), 'utf8')
      const source = csvRecords(files['people.csv'], 'people.csv').slice(1)
      const pairs = source.flatMap(([id, , , codes]) =>
        codes
          .split(' ')
          .filter(Boolean)
          .map((code) => `${code},${id}`),
      )
      const write = (name: string, lines: readonly string[]) =>
        writeFileSync(join(folder, name), `${lines.join('\n')}\n`)
      write('people.csv', ['id,age,sex', ...source.map((cells) => cells.slice(0, 3).join())])
      write('codes.csv', ['codes,id', ...pairs.reverse(), 'A1,nobody'])
      const joined = job.replace('role: items,', 'role: items, file: codes.csv, per: id,')
      write('job.yaml', [joined.replaceAll('out/', 'second/')])
      const { warnings } = await anonymize(readPlan(join(folder, 'job.yaml')))
      expect(readFileSync(join(folder, 'second/release.csv'), 'utf8')).toBe(before)
      expect(warnings.join()).toContain('1 person of codes.csv')
      write('people.csv', ['id,age,sex', ...source.map((cells) => ['P1', ...cells.slice(1, 3)].join())])
      write('job.yaml', [joined.replaceAll('out/', 'third/')])
      await expect(anonymize(readPlan(join(folder, 'job.yaml')))).rejects.toThrow('keep one row for each person')
    }))

  it('has no set of published items that predicts a sensitive one, and sensitive columns keep their models', () => {
    const withCosts = files['people.csv']
      .split('\n')
      .map((line, i) => (line === '' ? '' : `${line},${i === 0 ? 'costs' : ['low', 'high', 'high'][i % 3]}`))
    const asked = job
      .replace(
        'm: 2 }',
        'm: 2, sensitive: [A1, C2], h: 0.7 }, l-diversity: { column: costs, l: 2 }, t-closeness: { column: costs, t: 0.4 }',
      )
      .replace('privacy:', '  costs: { role: sensitive }\nprivacy:')
      .replace('delta: 0.35', 'delta: 0.6')
    return inFolder({ ...files, 'people.csv': withCosts.join('\n'), 'job.yaml': asked }, async (folder) => {
      const { mixed, verification } = await anonymize(readPlan(join(folder, 'job.yaml')))
      expect(verification?.checks.map(({ name, holds }) => [name, holds])).toEqual(
        expect.arrayContaining(
          ['k-anonymity', 'l-diversity', 't-closeness', 'km-anonymity', 'sensitive-items'].map((name) => [name, true]),
        ),
      )
      expect(mixed?.lostSensitive).toBeLessThan(1)
      const released = readReleased(join(folder, 'out/release.csv'))
      expect(released.some(({ items }) => items.includes('A1') || items.includes('C2'))).toBe(true)
      const largest = Math.max(...['A1', 'C2'].map((secret) => confidence(released, secret)))
      expect(largest).toBeLessThanOrEqual(0.7)
      const found = verification?.checks.find(({ name }) => name === 'sensitive-items')?.found
      expect(found).toContain(largest.toFixed(3))
      const verified = await verifyRelease({
        source: { source: join(folder, 'out/release.csv'), base: '/' },
        quasiIdentifiers: ['age', 'sex'],
        requirements: [makeRequirement('k-anonymity', 4, [])],
        items: { column: 'codes' },
        km: { k: 4, m: 2, sensitive: { items: ['A1', 'C2'], h: largest - 0.01 } },
      })
      expect(verified.verdict).toBe('broken')
      const [witness] = verified.checks.flatMap(({ witnesses }) => witnesses)
      expect(witness.values).toHaveProperty('age')
      expect(witness.values['predicts']).toMatch(/^(A1|C2) \(\d+ of \d+\)$/)
    })
  })

  it('is released so that any m facts, columns and items alike, are shared by k rows', () =>
    inFolder(
      {
        ...files,
        'people.csv': people(600, 9),
        'job.yaml': job
          .replace('k: 4, km: { m: 2 }', 'km: { k: 4, m: 3, over: columns-and-items }')
          .replace(/algorithm.*\n/, ''),
      },
      async (folder) => {
        const plan = readPlan(join(folder, 'job.yaml'))
        const { verification, mixed } = await anonymize(plan)
        expect(verification).toMatchObject({ verdict: 'holds', rows: 600 })
        const released = readReleased(join(folder, 'out/release.csv'))
        const facts = released.map(({ label, items }) => [...label.split('|'), ...items])
        expect(smallestSet(facts, 3)).toBeGreaterThanOrEqual(4)
        expect(new Set(facts.flat()).size).toBeGreaterThan(8)
        // Whole rows may be rare: nobody is meant to know all of one.
        expect(smallestSet(facts, 9)).toBeLessThan(4)
        expect([mixed?.before.below, mixed?.after.below]).toEqual([expect.closeTo(0.226, 3), 0])
        const source = { source: join(folder, 'out/release.csv'), base: '/' }
        expect((await verifyRelease({ source, job: plan })).verdict).toBe('holds')
        const asked = { source, quasiIdentifiers: ['age', 'sex'], items: { column: 'codes' }, requirements: [] }
        const { checks } = await verifyRelease({ ...asked, km: { k: 6, m: 3, isOverFacts: true } })
        const least = smallestSet(facts, 3)
        expect(checks.find(({ name }) => name === 'km-anonymity')?.holds).toBe(least >= 6)
        const [witness] = checks.flatMap(({ witnesses }) => witnesses)
        expect(witness).toMatchObject({ size: least, values: { items: expect.stringMatching(/(age|sex|codes) = /) } })
      },
    ))

  it('handles empty baskets, an item that occurs once, a person like nobody else, constants and an m above all baskets', () => {
    const rows = Array.from({ length: 40 }, (_, i) => `P${i},${20 + (i % 4)},F,${i % 5 === 0 ? '' : 'A1 B1'}`)
    const odd = ['P40,99,F,A1', 'P41,21,F,C3']
    return inFolder(
      {
        ...files,
        'people.csv': `id,age,sex,codes\n${[...rows, ...odd].join('\n')}\n`,
        'job.yaml': job.replace('m: 2', 'm: 9').replace(', delta: 0.35', ''),
      },
      async (folder) => {
        const { verification, suppressed } = await anonymize(readPlan(join(folder, 'job.yaml')))
        expect([verification?.verdict, verification?.rows, suppressed]).toEqual(['holds', 42, 0])
        const released = readReleased(join(folder, 'out/release.csv'))
        expect(released.filter(({ items }) => items.length === 0).length).toBeGreaterThanOrEqual(8)
        expect(released.flatMap(({ items }) => items)).toContain('A1')
        expect(released.flatMap(({ items }) => items)).not.toContain('C3')
        for (const { label } of released) {
          const baskets = released.filter((row) => row.label === label).map(({ items }) => items)
          expect(baskets.length).toBeGreaterThanOrEqual(4)
          if (baskets.flat().length > 0) expect(smallestSet(baskets, 9)).toBeGreaterThanOrEqual(4)
        }
      },
    )
  })

  it('compares classifiers on the table part', () => {
    const withIncome = people(500, 3)
      .split('\n')
      .map((line, i) =>
        line === '' ? '' : `${line},${i === 0 ? 'income' : Number(line.split(',')[1]) > 45 ? 'high' : 'low'}`,
      )
    const asked = job.replace('privacy:', '  income: { role: target }\nprivacy:').replace('delta: 0.35', 'delta: 0.2')
    return inFolder({ ...files, 'people.csv': withIncome.join('\n'), 'job.yaml': asked }, async (folder) => {
      const plan = readPlan(join(folder, 'job.yaml')) as TablePlan
      await anonymize(plan)
      const release = { source: join(folder, 'out/release.csv'), base: '/' }
      const request = { job: plan, release, learners: ['naive-bayes'], folds: 2, seed: 1 }
      const { learners, worst } = await evaluateRelease(request)
      expect(learners[0].original.accuracy).toBeGreaterThan(worst.accuracy)
      expect(learners[0].release.accuracy).toBeGreaterThan(worst.accuracy)
    })
  })

  it.each(['tree', 'coat'])(
    'counts by columns and an item are estimated as a reader would, with items by %s',
    (items) => {
      const decades = job
        .replace('type: numeric', 'order: [u, v, w, x, y], ends: exact')
        .replace('items: tree', `items: ${items}`)
      const source = files['people.csv'].replace(/^(P\d+,)(\d)\d/gm, (_, id, decade) => `${id}${'uvwxy'[decade - 2]}`)
      return inFolder({ ...files, 'people.csv': source, 'job.yaml': decades }, async (folder) => {
        const plan = readPlan(join(folder, 'job.yaml')) as TablePlan
        const { mixed } = await anonymize(plan)
        const release = { source: join(folder, 'out/release.csv'), base: '/' }
        const { queries, metrics } = await evaluateQueries({ job: plan, release })
        expect(metrics).toEqual({ 'ARE with items': mixed?.counts.average })
        expect(queries).toHaveLength(1000)
        const data = csvRecords(source, 'people.csv').slice(1)
        const released = readReleased(join(folder, 'out/release.csv'))
        const vocabularies = new Map<string, Set<string>>()
        for (const { label, items: tokens } of released)
          for (const token of tokens) vocabularies.set(label, (vocabularies.get(label) ?? new Set()).add(token))
        const below = (name: string) => (name === 'ANY' ? CODES : CODES.filter((code) => code.startsWith(name)))
        const leaves = (token: string): string[] =>
          token.startsWith('(') ? token.slice(1, -1).split(',') : below(token.replace('rest-of-', ''))
        const values = (label: string, all: readonly string[]) => {
          const [from, to] = label === '*' ? [all[0], all[all.length - 1]] : label.replace(/[[\]]/g, '').split(/,|\.\./)
          return all.filter((value) => value >= from && value <= (to ?? from))
        }
        for (const { query, actual, estimated } of queries.slice(0, 60)) {
          const conditions = query.split(/, (?=age|sex|codes)/).map((text) => text.split(/ = | in /))
          const asked = (name: string, all: readonly string[]) => {
            const text = conditions.find(([column]) => column === name)?.[1]
            return text === undefined ? all : text.replace(/[[\]]/g, '').split(', ')
          }
          const [ages, sexes] = [asked('age', [...'uvwxy']), asked('sex', ['F', 'M'])]
          const [item] = asked('codes', [])
          const fits = data.filter(
            ([, age, sex, codes]) => ages.includes(age) && sexes.includes(sex) && codes.split(' ').includes(item),
          )
          expect(actual).toBe(fits.length)
          const expected = released.reduce((sum, { label, items: tokens }) => {
            const [age, sex] = label.split('|')
            const share = (shown: readonly string[], wanted: readonly string[]) =>
              shown.filter((value) => wanted.includes(value)).length / shown.length
            const others = [...(vocabularies.get(label) ?? [])]
            const chance = tokens.reduce((most, token) => {
              const names = others.filter((other) => other !== token && leaves(token).length > leaves(other).length)
              const rest = token.startsWith('rest-of-')
                ? leaves(token).filter((leaf) => !names.some((other) => leaves(other).includes(leaf)))
                : leaves(token)
              return rest.includes(item) ? 2 ** (rest.length - 1) / (2 ** rest.length - 1) : most
            }, 0)
            return sum + share(values(age, [...'uvwxy']), ages) * share(values(sex, ['F', 'M']), sexes) * chance
          }, 0)
          expect(estimated).toBeCloseTo(expected, 9)
        }
      })
    },
  )

  it.each(['coat', 'pcta'])('keeps privacy and utility constraints in each class with %s', (search) => {
    const asked = job
      .replace('km: { m: 2 }', 'constraints: known.txt')
      .replace('items: tree', `items: ${search}`)
      .replace('output:', 'utility: { constraints: { depth: 1 } }\noutput:')
    const known = ['A1 B1', 'A2 C3', 'C1 C2 B2']
    return inFolder({ ...files, 'job.yaml': asked, 'known.txt': known.join('\n') }, async (folder) => {
      const plan = readPlan(join(folder, 'job.yaml'))
      const { verification } = await anonymize(plan)
      expect(verification?.checks.find(({ name }) => name === 'privacy-constraints')).toMatchObject({ holds: true })
      const released = readReleased(join(folder, 'out/release.csv'))
      const behind = (token: string) => token.replace(/[()]/g, '').split(',')
      for (const { items } of released)
        for (const token of items) expect(new Set(behind(token).map((item) => item[0])).size).toBe(1)
      for (const label of new Set(released.map((row) => row.label))) {
        const baskets = released.filter((row) => row.label === label).map(({ items }) => items)
        const tokens = [...new Set(baskets.flat())]
        for (const set of known.flatMap((line) => [line.split(' '), ...line.split(' ').map((item) => [item])])) {
          const shown = set.map((item) => tokens.find((token) => behind(token).includes(item)))
          const support = baskets.filter((items) => shown.every((token) => token && items.includes(token))).length
          expect(support === 0 || support >= 4).toBe(true)
        }
      }
      const verifyFile = (name: string) =>
        verifyRelease({ source: { source: join(folder, name), base: '/' }, job: plan })
      const { verdict, checks } = await verifyFile('out/release.csv')
      expect(verdict).toBe('holds')
      expect(checks.find(({ name }) => name === 'privacy-constraints')?.holds).toBe(true)
      // An item of a constraint put back, and a class that the recoding does not have.
      const lines = readFileSync(join(folder, 'out/release.csv'), 'utf8').trim().split('\n')
      const place = released.findIndex(({ label, items }) => {
        const single = released.filter((row) => row.label === label && row.items.includes('A1')).length
        return single === 0 && items.length > 0
      })
      const putBack = lines.map((line, i) => (i === place + 1 ? line.replace(/"?$/, (end) => ` A1${end}`) : line))
      const renamed = lines.map((line) => line.replace(/^"?\[\d+,/, (start) => start.replace(/\d+/, '1')))
      writeFileSync(join(folder, 'changed.csv'), `${putBack.join('\n')}\n`)
      const changed = await verifyFile('changed.csv')
      expect(changed.verdict).toBe('broken')
      expect(changed.checks.flatMap(({ witnesses }) => witnesses)[0]).toMatchObject({
        size: 1,
        values: { items: 'A1' },
      })
      writeFileSync(join(folder, 'changed.csv'), `${renamed.join('\n')}\n`)
      expect((await verifyFile('changed.csv')).checks.map(({ found }) => found).join()).toContain('not in the recoding')
    })
  })

  it('is studied over delta and merges, with the loss of the items as an axis of the map', () =>
    inFolder({ ...files, 'study.yaml': study }, async (folder) => {
      const { outcome, rows } = await runStudy(readStudy(join(folder, 'study.yaml')), {
        execute: async (request, context) => ({
          result: await runHere(request, { ...context, keepBest: () => false }),
          peakMemory: 1000,
        }),
      })
      expect(outcome).toBe('finished')
      expect(rows.map(({ metrics }) => metrics['LM'] <= 0.7 && metrics['T'] < 1)).toEqual([true, true, true, true])
      expect(rows[0].metrics['T']).toBeGreaterThan(rows[1].metrics['T'])
      expect(readFileSync(join(folder, 'out/report.html'), 'utf8')).toContain('1 − T')
    }))

  it('is applied to other people if all classes share one vocabulary, and refused with the reason if not', () =>
    inFolder({ ...files, 'new.csv': `${people(90, 8)}N1,33,F,A1 Z9\n` }, async (folder) => {
      const file = join(folder, 'out/private/release.recoding.json')
      await anonymize(readPlan(join(folder, 'job.yaml')))
      expect(() => readRecodingFile(file)).toThrow('share one vocabulary: algorithm: { vocabulary: one }')
      writeFileSync(join(folder, 'job.yaml'), job.replace('items: tree', 'items: tree, vocabulary: one'))
      const { mixed } = await anonymize(readPlan(join(folder, 'job.yaml')), { force: true })
      expect(mixed?.T).toBeLessThan(1)
      const released = readReleased(join(folder, 'out/release.csv'))
      expect(counts(released, 4, 2)).toBe(true)
      const { items } = JSON.parse(readFileSync(file, 'utf8'))
      const isKnown = (token: string) => items.vocabulary.includes(token.replace('rest-of-', ''))
      expect(released.flatMap((row) => row.items).every(isKnown)).toBe(true)
      const apply = (unseen: 'suppress' | 'fail') =>
        applyRecoding(
          {
            recoding: readRecodingFile(file),
            name: file,
            source: { source: 'new.csv', base: folder },
            output: filesBeside(join(folder, 'new/release.csv'), ['report', 'recoding', 'manifest']),
            order: 'source',
            unseen,
          },
          { threads: 1, force: true },
        )
      await expect(apply('fail')).rejects.toThrow('is not a leaf of the tree')
      const applied = await apply('suppress')
      expect(applied.verification?.checks.find(({ name }) => name === 'km-anonymity')?.holds).toBe(true)
      const again = readReleased(join(folder, 'new/release.csv'))
      expect(again.length).toBeGreaterThan(60)
      expect(counts(again, 4, 2)).toBe(true)
      const tokens = again.flatMap((row) => row.items)
      expect(tokens.length).toBeGreaterThan(0)
      expect(tokens.every(isKnown)).toBe(true)
    }))
})
