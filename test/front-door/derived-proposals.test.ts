/** The columns that `init` proposes to derive on random tables, runs that accept them, and the dates it leaves out. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { randomFrom } from '../../src/ground/random.ts'
import { initJob } from '../../src/init/init.ts'
import { inFolder, runJob } from '../end-to-end/workshop.ts'

type Row = Readonly<Record<string, string | number>>

const random = randomFrom(7)
const below = (limit: number) => random.integer(limit)
const makeRows = (row: (i: number) => Row) => Array.from({ length: 200 }, (_, i) => row(i))
const date = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10)

/** The reasons that `init` gives for the columns; the job with its proposals taken, and the header line of its release. */
async function proposeAndRun(rows: readonly Row[], take: (text: string) => string = (text) => text) {
  const csv = [Object.keys(rows[0]), ...rows.map((row) => Object.values(row))]
    .map((cells) => `${cells.map((cell) => `"${cell}"`).join()}\n`)
    .join('')
  return inFolder({ 'data.csv': csv }, async (folder) => {
    const job = join(folder, 'job.yaml')
    const { columns } = await initJob({ source: { source: 'data.csv', base: folder }, job, force: false })
    const text = readFileSync(job, 'utf8')
    writeFileSync(job, take(text))
    const { verification } = await runJob(folder)
    const [header] = readFileSync(join(folder, 'out/data-release.csv'), 'utf8').split('\n')
    return { columns, text, verdict: verification?.verdict, header }
  })
}

it('a birth date beside an age is left out, whether another date says when the age was counted or not', async () => {
  const completed = (from: string, to: string) =>
    Number(to.slice(0, 4)) - Number(from.slice(0, 4)) - (to.slice(5) < from.slice(5) ? 1 : 0)
  for (const seen of [undefined, '2024-03-01']) {
    const rows = makeRows((i) => {
      const birth = date(below(10_000))
      const event = seen ?? date(11_000 + below(8000))
      const row: Row = { birth_date: birth, age: completed(birth, event), visits: i % 13, sex: 'fm'[i % 2] }
      return seen === undefined ? { ...row, admission: event } : row
    })
    const { columns, header, verdict } = await proposeAndRun(rows)
    const [birth, age] = columns
    expect(birth.role).toBe('identifier')
    expect(birth.reason).toBe(`It nearly follows from ${seen ? '' : '"admission" and '}"age", so it is left out.`)
    expect(age.role).toBe('quasi-identifier')
    expect(verdict).toBe('holds')
    expect(header).toBe(`age,visits,sex${seen ? '' : ',admission'}`)
  }
})

it('a column that is called days is a length of stay too, and visits that vary little are none', async () => {
  const rows = makeRows((i) => {
    const [begin, days] = [19_000 + below(365), below(20)]
    return { days: days + 1, in: date(begin), out: date(begin + days), sex: 'fm'[i % 2], visits: 1 + (i % 3) }
  })
  const { columns, header } = await proposeAndRun(rows)
  expect(columns.find(({ name }) => name === 'out')?.reason).toBe(
    'It nearly follows from "in" and "days", so it is left out.',
  )
  expect(header).toBe('days,in,sex,visits')
})

it('a place is proposed for latitude and longitude called alike, with decimal commas too', async () => {
  for (const decimal of ['.', ',']) {
    const degrees = (from: number) => (from + below(1000) / 1000).toFixed(5).replace('.', decimal)
    const rows = makeRows(() => ({
      age: 20 + below(60),
      home_lat: degrees(50),
      work_lat: degrees(51),
      work_lon: degrees(-1),
      home_lon: degrees(8),
      shop_lat: degrees(60 + below(100)),
      shop_lon: degrees(8),
    }))
    const coordinates = /^ {2}(home|work)_l(at|on): .*\n/gm
    const { text, header, verdict } = await proposeAndRun(rows, (text) =>
      text.replaceAll(coordinates, '').replaceAll(/^ {2}# ((home|work)-place: .*)$/gm, '  $1'),
    )
    expect(text).toContain('# home-place: { role: quasi-identifier, derive: { place: [home_lat, home_lon] }')
    expect(text).not.toContain('# shop')
    expect(verdict).toBe('holds')
    expect(header).toBe('age,shop_lat,shop_lon,home-place,work-place')
  }
})
