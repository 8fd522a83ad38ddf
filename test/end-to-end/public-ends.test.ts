/**
 * Interval ends are nobody's: every search, on random tables of numbers, orders and dates. Labels are read here by
 * plain means; reports and manifests must not contain an exact value of a few people either.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { attackRelease } from '../../src/attack/index.ts'
import { type Random, randomFrom } from '../../src/ground/random.ts'
import type { RunResult } from '../../src/run.ts'
import { allSearches } from '../../src/search/index.ts'
import { thorough } from '../thorough.ts'
import { apply, inFolder, readRelease, readTablePlan, runJob, writeFiles } from './workshop.ts'

const K = 5
/** Labels without an end: generalized completely (`ANY` in the first column if all are), or left out by a tree. */
const GENERAL = ['*', 'ANY', '?']
const GRADES = ['none', 'school', 'college', 'bachelor', 'master', 'doctor']

interface Shape {
  readonly rows: number
  amount(random: Random): number
}

/** No value of the first three is on a round grid whose cells have k people. */
const shapes: Readonly<Record<string, Shape>> = {
  'nearly unique numbers': { rows: 150, amount: (random) => 1_000_003 + 10 * random.integer(800_000) },
  'nearly unique decimals': { rows: 150, amount: (random) => (100_000_037 + 100 * random.integer(900_000)) / 1000 },
  negatives: { rows: 150, amount: (random) => -4_000_007 + 10 * random.integer(700_000) },
  ties: { rows: 200, amount: (random) => Math.round(17 + 80 * random.uniform() ** 2) },
  'few people': { rows: 12, amount: (random) => 2_000_003 + 10 * random.integer(90_000) },
}

interface Person {
  readonly amount: number
  readonly grade: string
  readonly seen: string
  readonly sex: string
  readonly answer: string
}

function people({ rows, amount }: Shape, seed: number): Person[] {
  const random = randomFrom(seed)
  return Array.from({ length: rows }, () => ({
    amount: amount(random),
    grade: GRADES[Math.floor(6 * random.uniform() ** 2)],
    seen: new Date((18_000 + random.integer(3000)) * 86_400_000).toISOString().slice(0, 10),
    sex: 'fm'[random.integer(2)],
    answer: ['yes', 'no'][random.integer(2)],
  }))
}

function jobFor(search: string): string {
  return `version: 1
data: { source: people.csv }
columns:
  amount: { role: quasi-identifier, type: numeric }
  grade: { role: quasi-identifier, order: [${GRADES.join(', ')}] }
  seen: { role: quasi-identifier, type: date }
  sex: { role: other }
  answer: { role: target }
privacy: { k: ${K}, suppression-limit: 0.1 }
${search === 'k-optimize' ? 'goal: { metric: DM }' : 'goal: general'}
algorithm: ${search}
limits: { time: 0.3s }
output: { release: out/release.csv, report: out/report.html, tidy: out/tidy.csv }
`
}

/** Numbers where a bin begins, by the ends that labels print. */
function bordersIn(labels: ReadonlySet<string>): number[] {
  const found = [...labels].flatMap((label) => {
    if (GENERAL.includes(label)) return []
    const [, open, first, last, close] = /^([[])([^,]+),([^,]+)([\])])$/.exec(label) ?? []
    if (open) return [Number(first), close === ')' ? Number(last) : Number(last) + 1]
    const [, sign, end] = /^(≥|≤|<) (\S+)$/.exec(label) ?? []
    if (sign === undefined) throw new Error(`a single value is printed: ${label}`)
    return [sign === '≤' ? Number(end) + 1 : Number(end)]
  })
  return [...new Set(found)].sort((a, b) => a - b)
}

function tally<T>(values: readonly T[]): Map<T, number> {
  const counts = new Map<T, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

/** Every part between borders has k people and two values, so that a border says nothing about one person. */
function checkParts(places: readonly number[], borders: readonly number[]): void {
  const parts = tally(places.map((place) => borders.filter((border) => border <= place).length))
  for (const [part, rows] of parts) {
    const inside = places.filter((place) => borders.filter((border) => border <= place).length === part)
    expect(rows).toBeGreaterThanOrEqual(K)
    expect(new Set(inside).size).toBeGreaterThanOrEqual(2)
  }
  expect(parts.size).toBe(borders.length + 1)
}

function checkEnds(folder: string, rows: readonly Person[], result: RunResult, offGrid: boolean): void {
  const released = readRelease(result.release as string)
  const labels = (column: keyof Person) => new Set(released.map((row) => row[column]))
  const amounts = rows.map(({ amount }) => amount)
  const counts = tally(amounts)
  const few = new Set([...counts].filter(([, count]) => count < K).map(([value]) => value))
  const borders = bordersIn(labels('amount'))
  checkParts(amounts, borders)
  const places = rows.map(({ grade }) => GRADES.indexOf(grade))
  const shown = [...labels('grade')].flatMap((label) => {
    if (GENERAL.includes(label)) return []
    const [, first, last] = /^\[(\w+),(\w+)\]$/.exec(label) ?? []
    return [GRADES.indexOf(first), GRADES.indexOf(last) + 1]
  })
  expect(shown).not.toContain(-1)
  checkParts(
    places,
    [...new Set(shown)]
      .filter((place) => place > Math.min(...places) && place <= Math.max(...places))
      .sort((a, b) => a - b),
  )
  for (const label of labels('seen')) expect(label).not.toMatch(/\d{4}-\d\d-\d\d/)
  if (!offGrid) return
  for (const file of ['release.csv', 'tidy.csv', 'report.html', 'release.manifest.json']) {
    const text = readFileSync(join(folder, 'out', file), 'utf8').replaceAll(/(?<=\d),(?=\d{3}(?!\d))/g, '')
    const numbers = [...text.replaceAll('−', '-').matchAll(/(?<![\w.])-?\d{6,7}(?:\.\d+)?(?![\w.])/g)].map(([found]) =>
      Number(found),
    )
    expect({ file, exact: numbers.filter((number) => few.has(number)) }).toEqual({ file, exact: [] })
  }
}

describe('ends belong to nobody', () => {
  const named = Object.entries(shapes)
  for (const [i, { name, forSmallProblems }] of allSearches.entries())
    for (const [j, [title, shape]] of named.entries()) {
      // Each search on two of the shapes, each shape by several searches.
      if (!thorough && (i + j) % named.length > 1) continue
      if (forSmallProblems && shape.rows > 12) continue
      it(`${name}: ${title}`, async () => {
        const rows = people(shape, 31 * i + j)
        const csv = `amount,grade,seen,sex,answer\n${rows.map((row) => Object.values(row).join()).join('\n')}\n`
        await inFolder({ 'people.csv': csv, 'job.yaml': jobFor(name) }, async (folder) => {
          const result = await runJob(folder)
          expect(result.verification?.verdict).toBe('holds')
          expect(result.judgement?.cautions.filter(({ message }) => message.includes('ends of intervals'))).toEqual([])
          checkEnds(folder, rows, result, title !== 'ties')
        })
      })
    }
})

describe('times of day are ordered', () => {
  const random = randomFrom(3)
  const rows = Array.from({ length: 400 }, (_, i) => {
    // Most come by day; the last come at night, at seconds nobody else has.
    const second = i < 390 ? 6 * 3600 + random.integer(14 * 3600) : i % 2 === 0 ? i : 86_399 - i
    const [hours, minutes, seconds] = [Math.floor(second / 3600), Math.floor(second / 60) % 60, second % 60]
    const pair = (part: number) => String(part).padStart(2, '0')
    // A few are written as Americans do.
    const text = i % 9 === 0 ? `${hours % 12 || 12}:${pair(minutes)}:${pair(seconds)} ${hours < 12 ? 'AM' : 'PM'}` : ''
    return { second, time: text || `${pair(hours)}:${pair(minutes)}:${pair(seconds)}`, sex: 'fm'[random.integer(2)] }
  })
  const secondOf = (end: string) => (Number(end.slice(0, 2)) * 60 + Number(end.slice(3))) * 60
  const files = (search: string, more = '') => ({
    'people.csv': `time,sex,row\n${rows.map(({ time, sex }, row) => `${time},${sex},${row}`).join('\n')}\n`,
    'job.yaml': `version: 1
data: { source: people.csv }
columns:
  time: { role: quasi-identifier, type: date${more} }
  sex: { role: quasi-identifier, type: prefix }
  row: { role: other }
privacy: { k: ${K}, suppression-limit: 0.1 }
algorithm: ${search}
limits: { time: 0.3s }
output: { release: out/release.csv, report: out/report.html, tidy: out/tidy.csv }
`,
  })

  it.each([
    ['boxes', ''],
    ['mondrian', ''],
    ['genetic', ''],
    ['lattice', ''],
    ['lattice', ', levels: [hour, half-day]'],
  ])('%s%s: whole hours or quarters of an hour, nobody’s second', (search, more) =>
    inFolder(files(search, more), async (folder) => {
      const result = await runJob(folder)
      expect(result.verification?.verdict).toBe('holds')
      const released = readRelease(result.release as string)
      const shown = released.filter(({ time }) => !GENERAL.includes(time))
      expect(shown.length).toBeGreaterThan(300)
      for (const { time, row } of shown) {
        const [, sign, first, last = first] = /^([≤≥] )?(\d\d:\d\d)(?:…(\d\d:\d\d))?$/.exec(time) ?? []
        const low = sign === '≤ ' ? 0 : secondOf(first)
        const high = sign === '≥ ' ? 86_399 : secondOf(last) + 59
        expect([low % 900, (high + 1) % 900]).toEqual([0, 0])
        const { second } = rows[Number(row)]
        expect(low <= second && second <= high, `${time} of ${second}`).toBe(true)
      }
      const tidy = readRelease(join(folder, 'out/tidy.csv'))
      if (search === 'boxes')
        expect(tidy.every((cells) => /^(\d\d:(00|15|30|45)|)$/.test(cells['time_low']))).toBe(true)
      // The recoding takes other times, too.
      const later = `time,sex,row\n09:01:02,f,0\n${files(search)['people.csv'].split('\n').slice(1, 60).join('\n')}\n`
      writeFiles(folder, { 'later.csv': later })
      const again = search === 'boxes' || search === 'mondrian' ? undefined : await apply(folder, 'later.csv')
      if (again !== undefined) expect(readRelease(join(folder, 'new.csv'))[0].time).toMatch(/^([≤≥] )?\d\d:|\*/)
    }),
  )
})

it('anyone who knows all other members of a class recovers none of the hidden values', async () => {
  for (const [title, shape] of Object.entries(shapes)) {
    const rows = people(shape, 5)
    const csv = `amount,grade,seen,sex,answer\n${rows.map((row) => Object.values(row).join()).join('\n')}\n`
    await inFolder({ 'people.csv': csv, 'job.yaml': jobFor('boxes') }, async (folder) => {
      const { release } = await runJob(folder)
      const { attacks } = await attackRelease({
        release: { source: release as string, base: folder },
        original: { source: 'people.csv', base: folder },
        job: readTablePlan(join(folder, 'job.yaml')),
        targets: 1000,
        seed: 1,
      })
      const worst = attacks.find(({ form }) => form.startsWith('A1'))
      expect({ title, rate: worst?.success.rate }).toEqual({ title, rate: 0 })
    })
  }
})
