/** Releases of the tree searches through a job file, checked by a reader that knows nothing of Halftone. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { randomFrom } from '../../src/ground/random.ts'
import { someOf } from '../thorough.ts'
import { ticTacToeRows } from '../tic-tac-toe.ts'
import { countClasses, halftone, parseCsv, readRelease, runJob } from './workshop.ts'

const folder = mkdtempSync(join(tmpdir(), 'halftone-trees-'))
let places = 0

afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Small {
  readonly columns: readonly string[]
  readonly job: string
  readonly rows: readonly (readonly string[])[]
}

/** Writes table and job to a folder of their own. */
function place({ columns, job, rows }: Small): string {
  const own = join(folder, `place-${places++}`)
  mkdirSync(own)
  const cell = (text: string) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  writeFileSync(join(own, 'people.csv'), `${[columns, ...rows].map((row) => row.map(cell).join(',')).join('\n')}\n`)
  writeFileSync(join(own, 'job.yaml'), job)
  return own
}

const jobOf = (algorithm: string, k: number, more = '') => `version: 1
data: { source: people.csv, missing: category }
columns:
  name: { role: identifier }
  age: { role: quasi-identifier, type: numeric }
  town: { role: quasi-identifier, type: category }
  work: { role: quasi-identifier, type: category }
  buys: { role: target }
  note: { role: other }
privacy: { k: ${k}, ends: exact }
algorithm: ${algorithm}
${more}output: { release: out/release.csv, report: out/report.html, order: source }
`

const quasiIdentifiers = ['age', 'town', 'work']

/** Towns with a comma and a quote, missing cells, and a target that depends on the rest. */
function people(rows: number, seed: number, missing: number): string[][] {
  const random = randomFrom(seed)
  const towns = ['Aachen', 'Bonn, Beuel', 'Köln "Süd"', 'Düren']
  return Array.from({ length: rows }, (_, row) => {
    const age = 20 + random.integer(50)
    const town = towns[Math.floor(4 * random.uniform() ** 2)]
    const work = ['none', 'part', 'full'][random.integer(3)]
    const score = (age > 45 ? 1 : 0) + (town === 'Aachen' ? 1 : 0) + (work === 'full' ? 1 : 0) + random.uniform()
    const gap = (text: string) => (random.uniform() < missing ? '?' : text)
    return [`p${row}`, gap(String(age)), gap(town), gap(work), score > 1.8 ? 'yes' : 'no', `n${row}`]
  })
}

/** Checks the release against the table it came from, row by row. */
function checkRelease(own: string, result: Awaited<ReturnType<typeof runJob>>, k: number): void {
  const original = parseCsv(readFileSync(join(own, 'people.csv'), 'utf8'))
  const release = readRelease(join(own, 'out/release.csv'))
  const lost = result.details?.['lost rows'] as number
  expect(lost).toBeLessThan(k)
  expect(release.length).toBe(original.length - lost)
  expect(Object.keys(release[0] ?? { age: '', town: '', work: '', buys: '', note: '' })).not.toContain('name')
  const { sizes } = countClasses(release, quasiIdentifiers)
  for (const size of sizes) expect(size).toBeGreaterThanOrEqual(k)
  // Notes number the rows: order is kept, targets are untouched, and shown cells are true but for swapped rows.
  const byNote = new Map(original.map((row) => [row['note'], row]))
  const numbers = release.map((row) => Number(row['note'].slice(1)))
  expect(numbers).toEqual([...numbers].sort((a, b) => a - b))
  const fitting = new Set<string>()
  let untrue = 0
  for (const row of release) {
    const own = byNote.get(row['note']) as Record<string, string>
    expect(row['buys']).toBe(own['buys'])
    const wrong = quasiIdentifiers.filter((column) => row[column] !== '?' && !says(row[column], own[column]))
    if (wrong.length > 0) untrue++
    // A row may be swapped in another column and still show its own age.
    if (row['age'] !== '?' && !wrong.includes('age')) fitting.add(`${row['age']} ${own['age']}`)
  }
  expect(untrue).toBeLessThanOrEqual(result.details?.['swapped rows'] as number)
  // An interval ends at values of rows that show it.
  for (const label of new Set(release.map((row) => row['age']))) {
    const ends = /^\[(.+),(.+)\]$/.exec(label)?.slice(1) ?? []
    for (const end of ends) expect(fitting).toContain(`${label} ${end}`)
  }
}

function says(label: string, value: string): boolean {
  const interval = /^\[(.+),(.+)\]$/.exec(label)
  if (value === '?') return label === '(missing)'
  return interval === null
    ? label === value
    : Number(interval[1]) <= Number(value) && Number(value) <= Number(interval[2])
}

describe('a job with a tree search', () => {
  it('kactus-2, kactus and kadet release any small table, counted again by other means', async () => {
    const problem = fc.record({
      rows: fc.integer({ min: 8, max: 120 }),
      seed: fc.integer({ min: 0, max: 1e6 }),
      k: fc.integer({ min: 2, max: 8 }),
      missing: fc.constantFrom(0, 0.15),
      algorithm: fc.constantFrom(
        'kactus-2',
        '{ name: kactus-2, swapping-threshold: 1, prune: false }',
        '{ name: kactus-2, swapping-threshold: 0, lost-rows: borrow, prune: false }',
        '{ name: kactus, prune: false }',
        '{ name: kadet, prune: false }',
      ),
    })
    await fc.assert(
      fc.asyncProperty(problem, async ({ rows, seed, k, missing, algorithm }) => {
        const columns = ['name', 'age', 'town', 'work', 'buys', 'note']
        const own = place({ columns, rows: people(rows, seed, missing), job: jobOf(algorithm, k) })
        const result = await runJob(own)
        expect(result.verification?.verdict).toBe('holds')
        checkRelease(own, result, k)
      }),
      { numRuns: someOf(20) },
    )
  })

  it('the same seed gives the same bytes on any number of threads, another seed another order', async () => {
    const columns = ['name', 'age', 'town', 'work', 'buys', 'note']
    const rows = people(30_000, 3, 0)
    const job = jobOf('{ name: kactus-2, swapping-threshold: 1, prune: false }', 900)
    const releases: Buffer[] = []
    for (const [threads, seed] of [
      [1, 1],
      [4, 1],
      [2, 2],
    ]) {
      const own = place({ columns, rows, job })
      const result = await runJob(own, { threads }, { seed })
      expect(result.verification?.verdict).toBe('holds')
      releases.push(readFileSync(join(own, 'out/release.csv')))
      expect(result.details?.['swapped rows'] as number).toBeGreaterThan(0)
      if (seed === 1) checkRelease(own, result, 900)
    }
    expect(releases[0].equals(releases[1])).toBe(true)
    expect(releases[0].equals(releases[2])).toBe(false)
  })

  it('counts swaps, says that single values are untrue, and shows cells left out', async () => {
    const columns = ['name', 'age', 'town', 'work', 'buys', 'note']
    const job = jobOf('{ name: kactus-2, swapping-threshold: 1, prune: false }', 14)
    const own = place({ columns, rows: people(400, 8, 0), job })
    const result = await runJob(own)
    expect(result.details?.['swapped rows']).toBeGreaterThan(0)
    expect(result.warnings.join(' ')).toContain('single values are untrue')
    const release = readRelease(join(own, 'out/release.csv'))
    const left = release.reduce((sum, row) => sum + quasiIdentifiers.filter((name) => row[name] === '?').length, 0)
    expect(result.metrics?.['missing-cells']).toBeCloseTo(left / (3 * release.length), 12)
    const report = readFileSync(join(own, 'out/report.html'), 'utf8')
    expect(report).toContain('Single values are untrue')
    expect(report).toContain('left out (?) in')
    // The recoding's table accounts for every row.
    const table = parseCsv(readFileSync(join(own, 'out/private/release.recoding.csv'), 'utf8'))
    expect(table.reduce((sum, row) => sum + Number(row['rows']), 0)).toBe(400)
  })

  it('learns the target that it is shown', async () => {
    const columns = ['name', 'age', 'town', 'work', 'buys', 'note']
    const rows = people(200, 6, 0).map((row) => [...row.slice(0, 5), Number(row[1]) % 2 === 0 ? 'even' : 'odd'])
    const job = jobOf('{ name: kactus-2, target: note, prune: false }', 4, 'goal: classification\n')
    const own = place({ columns, rows, job: job.replace('note: { role: other }', 'note: { role: target }') })
    const result = await runJob(own)
    expect(result.verification?.verdict).toBe('holds')
    const { target } = JSON.parse(readFileSync(join(own, 'out/private/release.recoding.json'), 'utf8'))
    expect(target).toBe('note')
    // CM counted by hand: rows that are not of the most frequent class among those that look alike, and rows left out.
    const release = readRelease(join(own, 'out/release.csv'))
    const groups = new Map<string, Map<string, number>>()
    for (const row of release) {
      const key = quasiIdentifiers.map((name) => row[name]).join()
      const counts = groups.get(key) ?? new Map<string, number>()
      groups.set(key, counts.set(row['note'], (counts.get(row['note']) ?? 0) + 1))
    }
    const right = [...groups.values()].reduce((sum, counts) => sum + Math.max(...counts.values()), 0)
    expect(result.metrics?.['CM (note)']).toBeCloseTo((200 - right) / 200, 12)
  })

  it('refuses what it cannot do: no target, a category for a search that needs a hierarchy', async () => {
    const columns = ['name', 'age', 'town', 'work', 'buys', 'note']
    const rows = people(30, 1, 0)
    const complaint = async (job: string) =>
      runJob(place({ columns, rows, job })).then(
        (result) => result.reason ?? 'none',
        (error: Error) => error.message,
      )
    expect(await complaint(jobOf('kactus-2', 3).replace('role: target', 'role: other'))).toContain(
      'give a column role: target',
    )
    expect(await complaint(jobOf('lattice', 3))).toContain('column "town" is a quasi-identifier without a hierarchy')
  })

  it.each(['kactus-2', 'kactus', 'kadet'])(
    '%s, suppressed-group: enforce: no rows are left out, or k; otherwise nothing is published',
    async (name) => {
      const columns = ['name', 'age', 'town', 'work', 'buys', 'note']
      const run = async (seed: number, group: string, options: string) => {
        const job = jobOf(`{ name: ${name}, prune: false${options} }`, 5).replace(
          'k: 5',
          `k: 5, suppressed-group: ${group}`,
        )
        const own = place({ columns, rows: people(30, seed, 0.1), job })
        return { own, result: await runJob(own) }
      }
      let refused = 0
      for (let seed = 1; seed <= 4; seed++) {
        const exempt = await run(seed, 'exempt', '')
        const lost = 30 - readRelease(join(exempt.own, 'out/release.csv')).length
        const { own, result } = await run(seed, 'enforce', '')
        if (lost === 0 || lost >= 5) {
          expect(readRelease(join(own, 'out/release.csv')).length).toBe(30 - lost)
          continue
        }
        refused++
        expect(result).toMatchObject({ outcome: 'none-exists', reason: expect.stringContaining('enforce asks for') })
        expect(existsSync(join(own, 'out'))).toBe(false)
        // A remedy that is named is one that there is.
        expect(result.reason).toContain('set lost-rows: borrow, or suppressed-group: exempt')
        const borrowed = await run(seed, 'enforce', ', lost-rows: borrow')
        if (borrowed.result.outcome === 'found')
          expect(readRelease(join(borrowed.own, 'out/release.csv')).length).toBe(30)
        else expect(borrowed.result.reason).toContain('set suppressed-group: exempt')
      }
      // Leaves of kadet have k rows from the start.
      expect(refused > 0).toBe(name !== 'kadet')
    },
  )

  it('halftone run on tic-tac-toe', async () => {
    const squares = ['a1', 'a2', 'a3', 'b1', 'b2', 'b3', 'c1', 'c2', 'c3']
    const job = `version: 1
data: { source: people.csv }
columns:
${squares.map((name) => `  ${name}: { role: quasi-identifier, type: category }`).join('\n')}
  class: { role: target }
privacy: { k: 10, ends: exact }
algorithm: kactus-2
output: { release: release.csv }
`
    const own = place({ columns: [...squares, 'class'], rows: ticTacToeRows(), job })
    const ended = await halftone(own, ['run', 'job.yaml', '--json'])
    expect(ended.code).toBe(0)
    const answer = JSON.parse(ended.stdout)
    expect(answer).toMatchObject({ outcome: 'found', algorithm: 'kactus-2', rows: 958 })
    const { sizes } = countClasses(readRelease(join(own, 'release.csv')), squares)
    expect(Math.min(...sizes)).toBe(answer.smallestClass)
    expect(answer.smallestClass).toBeGreaterThanOrEqual(10)
    expect(sizes.length).toBe(answer.classes)
    expect((await halftone(own, ['verify', 'release.csv', '--job', 'job.yaml'])).code).toBe(0)
  })
})
