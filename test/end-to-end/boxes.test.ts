/** Releases whose classes have ranges of their own, through a job file, checked by a reader that knows nothing of Halftone. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { randomFrom } from '../../src/ground/random.ts'
import { readRelease, runJob } from './workshop.ts'

const folder = mkdtempSync(join(tmpdir(), 'halftone-boxes-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const towns: Readonly<Record<string, string>> = { Aachen: 'West', Bonn: 'West', Dresden: 'East', Erfurt: 'East' }

function people(rows: number): string[][] {
  const random = randomFrom(4)
  return Array.from({ length: rows }, (_, row) => [
    `n${row}`,
    String(20 + random.integer(40)),
    Object.keys(towns)[random.integer(4)],
    String(random.integer(30) * 100),
  ])
}

const job = (algorithm: string) => `version: 1
data: { source: people.csv }
columns:
  note: { role: other }
  age: { role: quasi-identifier, type: numeric }
  town: { role: quasi-identifier, taxonomy: town.csv }
  pay: { role: quasi-identifier, type: numeric }
privacy: { k: 4, ends: exact }
goal: general
algorithm: ${algorithm}
output: { release: out/release.csv, report: out/report.html }
`

/** Whether what is shown may stand for the value. */
function covers(shown: string, value: string): boolean {
  const ends = /^\[(.+),(.+)\]$/.exec(shown)
  if (ends) return Number(ends[1]) <= Number(value) && Number(value) <= Number(ends[2])
  return shown === value || shown === '*' || shown === towns[value]
}

describe.each(['{ name: boxes, rounds: 30 }', 'mondrian'])('algorithm: %s', (algorithm) => {
  it('releases every row under labels that cover its values, in classes of k, with the LM that a reader of the file counts', async () => {
    const rows = people(200)
    writeFileSync(join(folder, 'people.csv'), `note,age,town,pay\n${rows.map((row) => row.join(',')).join('\n')}\n`)
    writeFileSync(
      join(folder, 'town.csv'),
      `${Object.entries(towns)
        .map(([town, side]) => `${town};${side};*`)
        .join('\n')}\n`,
    )
    writeFileSync(join(folder, 'job.yaml'), job(algorithm))
    const result = await runJob(folder, { force: true })
    if (result.outcome !== 'found') throw new Error(result.outcome)
    expect(result.verification?.verdict).toBe('holds')
    const released = readRelease(join(folder, 'out/release.csv'))
    expect(released.length).toBe(200)
    const original = new Map(rows.map((row) => [row[0], row]))
    const classes = new Map<string, number>()
    const loss = { age: 0, town: 0, pay: 0 }
    const extent = (values: readonly number[]) => Math.max(...values) - Math.min(...values)
    const range = { age: extent(rows.map((row) => Number(row[1]))), pay: extent(rows.map((row) => Number(row[3]))) }
    for (const row of released) {
      const own = original.get(row['note']) as string[]
      for (const [i, name] of ['age', 'town', 'pay'].entries()) expect(covers(row[name], own[i + 1])).toBe(true)
      const key = ['age', 'town', 'pay'].map((name) => row[name]).join('|')
      classes.set(key, (classes.get(key) ?? 0) + 1)
      for (const name of ['age', 'pay'] as const) {
        const ends = /^\[(.+),(.+)\]$/.exec(row[name])
        if (ends) loss[name] += (Number(ends[2]) - Number(ends[1])) / range[name]
      }
      loss.town += row['town'] === '*' ? 1 : row['town'] in towns ? 0 : 1 / 3
    }
    expect(Math.min(...classes.values())).toBeGreaterThanOrEqual(4)
    expect(result.metrics?.['LM']).toBeCloseTo((loss.age + loss.town + loss.pay) / 600, 9)
  })
})
