/** Every promise about values, counted by plain arithmetic on odd tables: ties, missing, constant, 1e308, leap days, year 0001. */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { randomFrom } from '../../src/ground/random.ts'
import { plainCovers, plainDay } from '../plain-ranges.ts'
import { inFolder, readRelease, runJob } from './workshop.ts'

const K = 4
const DATES = ['0001-01-01', '0004-02-29', '1600-02-29', '1900-03-01', '1999-12-31', '2000-02-29', '2024-02-29', '']
const NUMBERS: Readonly<Record<string, readonly string[]>> = {
  'ties and missing values': ['0', '1', '1', '2', '3', '5', ''],
  'negative decimals': ['-7.25', '-3.5', '-0.75', '0.5', '2.25', '12.5', '-3.25', '8', '9.75'],
  'one value': ['5'],
  'the largest numbers': ['1e308', '-1e308', '1.7e308', '0', '1', '0.25', '1e15', '-3'],
}
/** A column for each key; all have the same numbers, or the same dates. */
const settings = {
  a: { role: 'quasi-identifier', type: 'numeric' },
  round: { role: 'other', round: 0.5 },
  digits: { role: 'other', digits: 2 },
  cut: { role: 'other', top: '90%', bottom: '10%' },
  mean: { role: 'sensitive', share: K },
  median: { role: 'other', share: K, shows: 'median' },
  interval: { role: 'other', share: K, shows: 'interval' },
  d: { role: 'quasi-identifier', type: 'date' },
  year: { role: 'other', keep: 'year' },
  quarter: { role: 'other', keep: 'quarter' },
  weekday: { role: 'other', derive: { part: ['d', 'weekday'] } },
}
type Row = Readonly<Record<keyof typeof settings | 'id', string>>
const ALGORITHMS: Readonly<Record<string, object>> = {
  boxes: { name: 'boxes', rounds: 10 },
  mondrian: { name: 'mondrian' },
  genetic: { name: 'genetic', population: 20, iterations: 100 },
}
const numeric = ['a', 'round', 'digits', 'cut', 'mean', 'median', 'interval'] as const

/** The release of a random table, each row beside its number and date. */
async function release(values: readonly string[], seed: number, a: object, algorithm: string) {
  const random = randomFrom(seed)
  const rows = Array.from({ length: 60 }, () => [values[random.integer(values.length)], DATES[random.integer(8)]])
  const header = ['id', ...numeric, 'd', 'year', 'quarter']
  const lines = rows.map(([v, d], i) => [i, ...numeric.map(() => v), d, d, d].join())
  const job = {
    version: 1,
    data: { source: 'table.csv', missing: 'category' },
    columns: { id: { role: 'other' }, ...settings, a: { ...settings.a, ...a } },
    privacy: { k: K, 'exposure-limit': 1 },
    algorithm: ALGORITHMS[algorithm],
    output: { release: 'out/release.csv' },
  }
  return inFolder(
    { 'table.csv': `${header}\n${lines.join('\n')}\n`, 'job.yaml': JSON.stringify(job) },
    async (folder) => {
      expect((await runJob(folder)).verification?.verdict).toBe('holds')
      return readRelease(join(folder, 'out/release.csv')).map((row) => {
        const [v, d] = rows[Number(row['id'])]
        return { shown: row as Row, v, d }
      })
    },
  )
}
type Released = Awaited<ReturnType<typeof release>>

const near = (a: number, b: number, step: number) => Math.abs(a / 2 - b / 2) <= step / 2 + Math.abs(b) * 1e-9

/** The rows by what they show in these columns. */
function groups(rows: Released, ...columns: readonly (keyof Row)[]): Released[] {
  const found = new Map<string, Released>()
  for (const row of rows) {
    const key = JSON.stringify(columns.map((column) => row.shown[column]))
    found.set(key, [...(found.get(key) ?? []), row])
  }
  return [...found.values()]
}

function checkShared(rows: Released): void {
  for (const column of ['mean', 'median', 'interval'] as const)
    for (const group of groups(rows, column)) {
      expect(group.length).toBeGreaterThanOrEqual(K)
      const label = group[0].shown[column]
      if (label === '') continue
      const values = group.map(({ v }) => Number(v)).sort((x, y) => x - y)
      if (column === 'interval')
        for (const v of values) expect(label === 'any' || plainCovers(label, v), `${label} ${v}`).toBe(true)
      if (column === 'median') expect(Number(label)).toBe(values[(values.length - 1) >> 1])
      const mean = values.reduce((sum, v) => sum + v / values.length, 0)
      const decimals = Math.max(...group.map(({ v }) => v.split('.')[1]?.length ?? 0))
      if (column === 'mean') expect(near(Number(label), mean, 10 ** -decimals), `${label} ${mean}`).toBe(true)
    }
}

function checkCells(rows: Released): void {
  for (const { shown, v, d } of rows) {
    expect([shown.year, shown.quarter]).toEqual(
      d === '' ? ['', ''] : [d.slice(0, 4), `${d.slice(0, 4)}-Q${Math.ceil(Number(d.slice(5, 7)) / 3)}`],
    )
    expect(shown.weekday).toBe(d === '' ? '' : String(((((plainDay(d) + 3) % 7) + 7) % 7) + 1))
    if (v === '') {
      expect([shown.round, shown.digits, shown.cut]).toEqual(['', '', ''])
      continue
    }
    const number = Number(v)
    expect(Math.abs(Number(shown.round) % 0.5)).toBe(0)
    expect(near(Number(shown.round), number, 0.25)).toBe(true)
    expect(Number(Number(shown.digits).toPrecision(2))).toBe(Number(shown.digits))
    expect(near(Number(shown.digits), number, Math.abs(number) * 0.05)).toBe(true)
    expect(shown.cut === v || plainCovers(shown.cut, number), `${shown.cut} ${v}`).toBe(true)
  }
  for (const sign of ['≥', '≤']) {
    const beyond = rows.filter(({ shown }) => shown.cut.startsWith(sign))
    if (beyond.length > 0) expect(beyond.length).toBeGreaterThanOrEqual(K)
    expect(new Set(beyond.map(({ shown }) => shown.cut)).size).toBeLessThanOrEqual(1)
  }
}

function checkRanges(
  rows: Released,
  isMissing = (label: string) => / or missing$|^\(missing\)$|^\*$|^ANY$/.test(label),
) {
  for (const group of groups(rows, 'a', 'd')) expect(group.length).toBeGreaterThanOrEqual(K)
  for (const { shown, v, d } of rows) {
    const says = (label: string, value: string, number: number) =>
      value === ''
        ? isMissing(label)
        : /^(\*|ANY)$/.test(label) || plainCovers(label.replace(' or missing', ''), number)
    expect(says(shown.d, d, plainDay(d)), `${shown.d} ${d}`).toBe(true)
    expect(shown.d).not.toMatch(/\d{4}-\d\d-\d\d/)
    expect(says(shown.a, v, Number(v)), `${shown.a} ${v}`).toBe(true)
  }
}

describe.each(Object.entries(NUMBERS))('%s', (_, values) => {
  it.each(Object.keys(ALGORITHMS))('%s: intervals, dates and coarser values keep every promise', async (algorithm) => {
    const rows = await release(values, 34, {}, algorithm)
    expect(rows).toHaveLength(60)
    checkShared(rows)
    checkCells(rows)
    checkRanges(rows)
  })

  it.each(['mean', 'median', 'mode'])('a class shows its %s', async (shows) => {
    const rows = await release(values, 35, { shows }, 'boxes')
    for (const group of groups(rows, 'a', 'd')) {
      expect(group.length).toBeGreaterThanOrEqual(K)
      const own = group.filter(({ v }) => v !== '').map(({ v }) => Number(v))
      const label = group[0].shown.a.replace(' or missing', '')
      if (own.length === 0) continue
      expect(Number(label)).toBeGreaterThanOrEqual(Math.min(...own))
      expect(Number(label)).toBeLessThanOrEqual(Math.max(...own))
      if (shows !== 'mean') expect(own).toContain(Number(label))
    }
  })
})
