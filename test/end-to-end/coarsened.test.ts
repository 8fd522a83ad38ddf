/** Columns that are not recoded are made coarser; the promises are counted here by a plain reader of the release. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { describe, expect, it } from 'vitest'
import type { RunResult } from '../../src/run.ts'
import type { Job } from '../../src/table/job-schema.ts'
import { recodingAsSql } from '../../src/tasks/recoding-as-sql.ts'
import { apply, inFolder, runJob } from './workshop.ts'

const people = Array.from({ length: 90 }, (_, i) => ({
  id: `p${i}`,
  age: 20 + ((i * 7) % 30),
  costs: i % 17 === 0 ? '' : (1000 + ((i * 7919) % 5003) / 10).toFixed(2),
  stay: 1 + ((i * i) % 90),
  admission: `2021-${String(1 + (i % 12)).padStart(2, '0')}-${String(1 + (i % 28)).padStart(2, '0')} 08:${10 + (i % 50)}`,
}))
const header = Object.keys(people[0])
const csv = `${header.join(',')}\n${people.map((person) => Object.values(person).join(',')).join('\n')}\n`

const columns = {
  id: { role: 'identifier' },
  age: { role: 'quasi-identifier', type: 'numeric' },
  costs: { role: 'sensitive', share: 8 },
  stay: { role: 'other', top: 60, round: 5 },
  admission: { role: 'other', keep: 'quarter' },
} satisfies Job['columns']

const run = <T>(
  job: Partial<Omit<Job, 'privacy'>> & { privacy?: object },
  look: (result: RunResult, rows: readonly Readonly<Record<string, string>>[], folder: string) => T,
) => {
  const text = JSON.stringify({
    version: 1,
    data: { source: 'people.csv' },
    columns,
    algorithm: 'lattice',
    output: { release: 'release.csv', report: 'report.html' },
    ...job,
    privacy: { k: 5, ...job.privacy },
  })
  return inFolder({ 'people.csv': csv, 'job.yaml': text }, async (folder) => {
    const result = await runJob(folder)
    const [names, ...lines] = readFileSync(result.release as string, 'utf8')
      .trimEnd()
      .split('\n')
    const rows = lines.map((line) => {
      const cells = line.match(/("[^"]*"|[^,]*)(?:,|$)/g)?.map((cell) => cell.replace(/,$/, '').replaceAll('"', ''))
      return Object.fromEntries(names.split(',').map((name, i) => [name, cells?.[i] ?? '']))
    })
    return look(result, rows, folder)
  })
}

const counts = (values: readonly string[]): number[] =>
  [...new Set(values)].map((value) => values.filter((one) => one === value).length)

describe.each(['lattice', 'boxes', 'mondrian', 'genetic'])('with %s', (algorithm) => {
  it('shares, rounds, caps and keeps what the job says, and verification says so', async () => {
    await run(
      { algorithm, privacy: { 'suppression-limit': 0.2, 'suppressed-rows': 'drop' } },
      (result, rows, folder) => {
        expect(result.release).toBeDefined()
        expect(Math.min(...counts(rows.map(({ costs }) => costs)))).toBeGreaterThanOrEqual(8)
        expect(rows.every(({ stay }) => stay === '≥ 60' || (Number(stay) < 60 && Number(stay) % 5 === 0))).toBe(true)
        expect(rows.every(({ admission }) => /^2021-Q[1-4]$/.test(admission))).toBe(true)
        const checks = result.verification?.checks.filter(({ name }) => name === 'values') ?? []
        expect(checks.map(({ promise, holds }) => [promise.split(':')[0], holds])).toEqual([
          ['costs', true],
          ['stay', true],
          ['admission', true],
        ])
        const exact = new Set(people.map(({ costs }) => costs).filter((text) => text !== ''))
        for (const file of ['release.csv', 'report.html', 'release.manifest.json']) {
          const text = readFileSync(join(folder, file), 'utf8')
          expect([...exact].filter((value) => text.includes(value))).toEqual([])
        }
      },
    )
  })
})

it('means keep the sum of the column', async () => {
  await run({ columns: { ...columns, costs: { role: 'sensitive', share: 3 } } }, ({ verification }, rows) => {
    const check = verification?.checks.find(({ promise }) => promise.startsWith('costs'))
    expect(check?.found).toMatch(/; sum ([\d,.]+) → \1, variance/)
    const sum = (values: readonly string[]) => values.reduce((total, value) => total + Number(value), 0)
    expect(Math.abs(sum(rows.map(({ costs }) => costs)) / sum(people.map(({ costs }) => costs)) - 1)).toBeLessThan(0.03)
  })
})

it('values are shared again if rows were left out', async () => {
  // Ages above 90 are suppressed and dropped; each has one of the three people of a value.
  const rows = Array.from(
    { length: 60 },
    (_, i) => `${i % 3 === 0 && i < 30 ? 91 + i : 20 + (i % 2)},${Math.floor(i / 3)}`,
  )
  const text = JSON.stringify({
    version: 1,
    data: { source: 'people.csv' },
    columns: { age: { role: 'quasi-identifier', type: 'numeric', levels: [2] }, score: { role: 'other', share: 3 } },
    privacy: { k: 3, ends: 'exact', 'suppression-limit': 0.5, 'suppressed-rows': 'drop' },
    algorithm: 'lattice',
    output: { release: 'release.csv' },
  })
  await inFolder({ 'people.csv': `age,score\n${rows.join('\n')}\n`, 'job.yaml': text }, async (folder) => {
    const { suppressed, verification } = await runJob(folder)
    expect([suppressed, verification?.verdict]).toEqual([10, 'holds'])
    const [, ...lines] = readFileSync(join(folder, 'release.csv'), 'utf8').trimEnd().split('\n')
    expect(Math.min(...counts(lines.map((line) => line.slice(line.lastIndexOf(',') + 1))))).toBeGreaterThanOrEqual(3)
  })
})

it('persons are counted, not their rows', async () => {
  const rows = Array.from({ length: 120 }, (_, i) => `p${i % 24},${20 + (i % 4)},${i % 24 < 3 ? i % 24 : i}`)
  const text = JSON.stringify({
    version: 1,
    data: { source: 'people.csv' },
    columns: {
      who: { role: 'identifier' },
      age: { role: 'quasi-identifier', type: 'numeric' },
      score: { role: 'other', share: 4 },
    },
    persons: { column: 'who' },
    privacy: { k: 3 },
    algorithm: 'lattice',
    output: { release: 'release.csv' },
  })
  await inFolder({ 'people.csv': `who,age,score\n${rows.join('\n')}\n`, 'job.yaml': text }, async (folder) => {
    const { verification } = await runJob(folder)
    expect(verification?.checks.find(({ name }) => name === 'values')?.holds).toBe(true)
    const [, ...lines] = readFileSync(join(folder, 'release.csv'), 'utf8').trimEnd().split('\n')
    // Each released value must cover the scores of four people at least.
    const shown = [...new Set(lines.map((line) => Number(line.slice(line.lastIndexOf(',') + 1))))].sort((a, b) => a - b)
    expect(shown.length).toBeGreaterThan(2)
  })
})

it('is repeated when the recoding is applied', async () => {
  await run({ output: { release: 'out/release.csv' } }, async (_, rows, folder) => {
    await apply(folder, 'people.csv', { order: 'sorted' })
    expect(readFileSync(join(folder, 'new.csv'), 'utf8')).toBe(readFileSync(join(folder, 'out/release.csv'), 'utf8'))
    expect(rows.length).toBe(90)
  })
})

it.each([5, 40, 300])('as SQL, other rows show no value of fewer than the share (%i rows)', async (size) => {
  const persons = Array.from({ length: size }, (_, i) => `p${Math.floor(i / 2)}`)
  const other = `who,${csv.split('\n')[0]}\n${persons.map((who, i) => `${who},${csv.split('\n')[1 + ((i * i) % 90)]}`).join('\n')}\n`
  await run({ output: { release: 'out/release.csv' } }, async (_, _rows, folder) => {
    writeFileSync(join(folder, 'other.csv'), other)
    const options = { dialect: 'duckdb', table: 'people', release: 'released', keep: [], drop: [], key: [] } as const
    const { select } = recodingAsSql(join(folder, 'out/private/release.recoding.json'), options)
    const connection = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect()
    await connection.run(`CREATE TABLE people AS FROM read_csv('${join(folder, 'other.csv')}', all_varchar = true)`)
    const shown = (await connection.runAndReadAll(`SELECT costs FROM (${select})`))
      .getRows()
      .map(([cell]) => String(cell))
    expect(shown.length).toBe(size)
    // All are hidden where hiding some would leave fewer than the share without a value.
    if (new Set(shown).size > 1) expect(Math.min(...counts(shown))).toBeGreaterThanOrEqual(8)
    expect(new Set(shown).size > 1).toBe(size > 5)
  })
})

it.each<[string, Job['columns'][string], RegExp]>([
  ['a quasi-identifier', { role: 'quasi-identifier', type: 'numeric', share: 5 }, /the role is quasi-identifier/],
  ['two ways at once', { role: 'other', share: 5, round: 10 }, /columns.stay.round and share exclude each other/],
  ['shows without a reason', { role: 'other', shows: 'mean' }, /shows/],
])('refuses %s', async (_, stay, message) => {
  await expect(run({ columns: { ...columns, stay } }, () => {})).rejects.toThrow(message)
})
