/** Classes that show a mean, median or mode; counted here by a plain reader of the release, row by row beside the data. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readBoxesRecodingFile } from '../../src/recoding/boxes-recoding.ts'
import { applyRecoding } from '../../src/tasks/apply.ts'
import { inFolder, runJob } from './workshop.ts'

type Shows = 'mean' | 'median' | 'mode'

const anyNumber = fc.oneof(
  fc.integer({ min: -3, max: 3 }).map(String),
  fc.integer({ min: -300, max: 300 }).map((value) => String(value / 100)),
  fc.constantFrom('1e308', '-1e308', '5e-324', '', '7'),
)
const anyTable = fc
  .tuple(fc.array(fc.tuple(anyNumber, anyNumber), { minLength: 6, maxLength: 30 }), fc.constantFrom('', '4'))
  .map(([rows, constant]) => rows.map(([a, b]) => [a, constant === '' ? b : constant]))

const anyShows = fc.constantFrom<Shows>('mean', 'median', 'mode')

function jobText(shows: readonly [Shows, Shows], more: object): string {
  const column = (shown: Shows) => ({ role: 'quasi-identifier', type: 'numeric', shows: shown })
  return JSON.stringify({
    version: 1,
    data: { source: 'people.csv', missing: 'category' },
    columns: { a: column(shows[0]), b: column(shows[1]) },
    privacy: { k: 3 },
    // The order of the source pairs each row with its release.
    output: { release: 'release.csv', tidy: 'tidy.csv', order: 'source' },
    ...more,
  })
}

function readRows(file: string): string[][] {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n').slice(1)
  return lines.map((line) => line.split(','))
}

/** Rows of each shown tuple. */
function classesOf(shown: readonly (readonly string[])[]): Map<string, number[]> {
  const classes = new Map<string, number[]>()
  shown.forEach((row, i) => {
    classes.set(row.join(), [...(classes.get(row.join()) ?? []), i])
  })
  return classes
}

describe.each(['boxes', 'mondrian'])('with %s', (algorithm) => {
  it('every shown tuple has k rows, and its numbers are means, medians or modes of them', async () => {
    await fc.assert(
      fc.asyncProperty(anyTable, anyShows, anyShows, async (rows, first, second) => {
        const csv = `a,b\n${rows.map((row) => row.join(',')).join('\n')}\n`
        const shows = [first, second] as const
        await inFolder({ 'people.csv': csv, 'job.yaml': jobText(shows, { algorithm }) }, async (folder) => {
          const result = await runJob(folder)
          expect(result.verification?.verdict).toBe('holds')
          const shown = readRows(join(folder, 'release.csv'))
          expect(shown.length).toBe(rows.length)
          for (const [, some] of classesOf(shown)) {
            expect(some.length).toBeGreaterThanOrEqual(3)
            for (const [j, what] of shows.entries()) {
              const label = shown[some[0]][j]
              const texts = some.map((i) => rows[i][j])
              const numbers = texts.filter((text) => text !== '').map(Number)
              expect(label.endsWith(' or missing')).toBe(numbers.length > 0 && numbers.length < some.length)
              if (numbers.length === 0) {
                expect(label).toBe('(missing)')
                continue
              }
              const number = Number(label.replace(' or missing', ''))
              const [least, most] = [Math.min(...numbers), Math.max(...numbers)]
              expect(number).toBeGreaterThanOrEqual(least)
              expect(number).toBeLessThanOrEqual(most)
              if (what !== 'mean') {
                expect(numbers).toContain(number)
                continue
              }
              const mean = numbers.reduce((sum, value) => sum + value / numbers.length, 0)
              // Rounded to a hundredth of the deviation of the column, which is at most half its range.
              const range =
                Math.max(...rows.map((row) => Number(row[j]))) - Math.min(...rows.map((row) => Number(row[j])))
              expect(Math.abs(number / 2 - mean / 2)).toBeLessThanOrEqual(Math.max(range / 400, Math.abs(mean) * 1e-12))
            }
          }
        })
      }),
      { numRuns: 12 },
    )
  })
})

const people = Array.from({ length: 60 }, (_, i) => [20 + ((i * 7) % 41), 100 * ((i * 13) % 37) + (i % 7)])
const csv = `a,b\n${people.map((row) => row.join(',')).join('\n')}\n`

it('means keep the sums, no range of a class leaves the private folder, and other data get means of their own', async () => {
  const more = { algorithm: 'boxes', output: { release: 'release.csv', report: 'report.html', tidy: 'tidy.csv' } }
  await inFolder({ 'people.csv': csv, 'job.yaml': jobText(['mean', 'mean'], more) }, async (folder) => {
    const { verification, judgement } = await runJob(folder)
    expect([verification?.verdict, judgement?.verdict]).toEqual(['holds', 'green'])
    const shown = readRows(join(folder, 'release.csv'))
    for (const j of [0, 1]) {
      const sum = (rows: readonly (readonly (string | number)[])[]) =>
        rows.reduce((total, row) => total + Number(row[j]), 0)
      expect(Math.abs(sum(shown) / sum(people) - 1)).toBeLessThan(0.002)
    }
    expect(readRows(join(folder, 'tidy.csv')).map((row) => row.map(Number))).toEqual(
      shown.map((row) => row.map(Number)),
    )
    const report = readFileSync(join(folder, 'report.html'), 'utf8')
    const recoding = JSON.parse(readFileSync(join(folder, 'private/release.recoding.json'), 'utf8'))
    const ends = recoding.boxes.flatMap(({ ranges }: { ranges: Record<string, number[]> }) => ranges['b'])
    const values = new Set(shown.map((row) => row[1]))
    for (const end of ends) if (end > 1000 && !values.has(String(end))) expect(report).not.toContain(`>${end}<`)
    const boxes = readBoxesRecodingFile(join(folder, 'private/release.recoding.json'))
    if (boxes === undefined) throw new Error('the recoding has no boxes')
    const output = {
      release: join(folder, 'again.csv'),
      recoding: join(folder, 'again.json'),
      manifest: join(folder, 'm.json'),
    }
    const source = { source: 'people.csv', base: folder }
    const again = await applyRecoding(
      { recoding: boxes, name: 'release.recoding.json', unseen: 'suppress', source, output },
      { threads: 1 },
    )
    expect(again.verification?.verdict).toBe('holds')
    const classes = [...classesOf(readRows(output.release)).values()]
    expect(Math.min(...classes.map(({ length }) => length))).toBeGreaterThanOrEqual(3)
  })
})

it('medians that few people have are exposure; means are not', async () => {
  await inFolder(
    { 'people.csv': csv, 'job.yaml': jobText(['mean', 'median'], { algorithm: 'boxes' }) },
    async (folder) => {
      const { judgement } = await runJob(folder)
      expect(judgement?.verdict).toBe('amber')
      expect(JSON.stringify(judgement)).toContain('b')
      expect(judgement?.cautions.some((text) => JSON.stringify(text).includes('"a"'))).toBe(false)
    },
  )
})

it.each([[{ algorithm: 'lattice' }, 'take boxes or mondrian']])('refuses %j with the remedy', async (more, remedy) => {
  await inFolder({ 'people.csv': csv, 'job.yaml': jobText(['mean', 'mean'], more) }, async (folder) => {
    await expect(runJob(folder)).rejects.toThrow(remedy)
  })
})
