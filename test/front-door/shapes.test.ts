/**
 * Every default accepted: files of twelve shapes, and the sample census, lead to a release. No
 * identifier is released, and no label is an exact value of fewer than k people.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { randomFrom } from '../../src/ground/random.ts'
import { initJob } from '../../src/init/init.ts'
import type { RunResult } from '../../src/run.ts'
import { inFolder, parseCsv, runJob, writeCensus } from '../end-to-end/workshop.ts'
import { type Shape, shapes } from './shapes.ts'

/** All columns of these single out everybody, so some are left out. */
const TOO_WIDE = ['a survey with 60 answers', 'wide measurements']

interface Accepted extends RunResult {
  readonly left: readonly string[]
  /** The notes of `init`. */
  readonly notes: readonly string[]
}

async function acceptDefaults(folder: string, file: string): Promise<Accepted> {
  const job = join(folder, 'proposed/job.yaml')
  const { columns, warnings } = await initJob({ source: { source: file, base: folder }, job, force: false })
  const result = await runJob(join(folder, 'proposed'), {}, { timeLimit: '0.5s' })
  return { ...result, left: columns.flatMap(({ name, role }) => (role === 'identifier' ? name : [])), notes: warnings }
}

function tally(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

function checkRelease({ release = '', judgement, verification, left }: Accepted, source: string) {
  const delimiter = source.split('\n')[0].includes(';') ? ';' : ','
  const [rows, original] = [readFileSync(release, 'utf8'), source].map((text) =>
    parseCsv(text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n'), delimiter),
  )
  const k = original.length < 40 ? 3 : 10
  expect(verification?.verdict).toBe('holds')
  const { verdict = 'green', detail = [] } = judgement ?? {}
  expect(['green', 'amber']).toContain(verdict)
  expect(detail.length > 0 && detail.every(({ says }) => says === 'nothing')).toBe(false)
  const recoded = detail.map(({ column }) => column)
  for (const name of Object.keys(rows[0])) {
    expect(left).not.toContain(name)
    // Words of a sensitive column are released as they are.
    if (!recoded.includes(name) && !rows.every((row) => /^[\d.,]+$/.test(row[name]))) continue
    const people = tally(original.map((row) => row[name]))
    const isRare = (label: string) => (people.get(label) ?? k) < k
    const shown = tally(rows.map((row) => row[name]))
    expect([name, [...shown.keys()].filter((label) => (shown.get(label) ?? 0) < k && isRare(label))]).toEqual([
      name,
      [],
    ])
  }
}

describe('init and run with every default', () => {
  it.each(shapes().map((shape): [string, Shape] => [shape.name, shape]))('%s', (name, { file, text, identifiers }) =>
    inFolder({ [file]: text }, async (folder) => {
      const result = await acceptDefaults(folder, file)
      expect(result.left).toEqual(expect.arrayContaining([...identifiers]))
      checkRelease(result, Buffer.from(text).toString())
      const isTooWide = TOO_WIDE.includes(name)
      expect(result.notes.some((note) => /left out: all columns together would single out/.test(note))).toBe(isTooWide)
      expect(result.left.length > identifiers.length + 1).toBe(isTooWide)
    }),
  )

  it('the sample census: hours would single people out, and become a quasi-identifier', () =>
    inFolder({}, async (folder) => {
      await writeCensus(folder, 600)
      const result = await acceptDefaults(folder, 'census.csv')
      expect(result.judgement?.detail.map(({ column }) => column)).toContain('hours')
      checkRelease(result, readFileSync(join(folder, 'census.csv'), 'utf8'))
    }))

  it('a large file: amounts of which the profile lists only some are shared, too', () => {
    const { integer } = randomFrom(8)
    const rows = Array.from({ length: 60_000 }, () => `${20 + integer(60)},${integer(2)},${integer(90_000)}`)
    return inFolder({ 'large.csv': ['age,sex,income', ...rows, ''].join('\n') }, async (folder) => {
      const job = join(folder, 'job.yaml')
      await initJob({ source: { source: 'large.csv', base: folder }, job, force: false })
      expect(readFileSync(job, 'utf8')).toMatch(/income: \{ role: sensitive, share: 10 \}/)
    })
  })
})
