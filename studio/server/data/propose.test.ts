import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { initJob } from '../../../src/init/init.ts'
import { readJob } from '../../../src/plan/job.ts'
import type { Job } from '../../../src/table/job-schema.ts'
import { patientsFile } from '../../../test/studio/patients.ts'
import { openSession, type Session } from '../session.ts'
import { openedFile, openFile } from './opened-files.ts'
import { proposeFor } from './propose.ts'

const row = (i: number): string => `${20 + (i % 50)},${['f', 'm'][i % 2]},${10_000 + (i % 7)},${(i * 37) % 100}`
const table = (head: string, line: (i: number) => string, count = 60, end = '\n'): string =>
  [head, ...Array.from({ length: count }, (_, i) => line(i)), ''].join(end)

/**
 * Twenty shapes of files: delimiters, encodings, line ends, decimal marks, dates, missing texts, baskets, ids that
 * repeat.
 */
const SHAPES: Readonly<Record<string, string | Buffer>> = {
  'plain.csv': table('age,sex,zip,income', row),
  'semicolon.csv': table('age;sex;zip;income', (i) => row(i).replaceAll(',', ';')),
  'tabs.tsv': table('age\tsex\tzip\tincome', (i) => row(i).replaceAll(',', '\t')),
  'bars.csv': table('age|sex|zip|income', (i) => row(i).replaceAll(',', '|')),
  'crlf.csv': table('age,sex,zip,income', row, 60, '\r\n'),
  'utf16.csv': Buffer.from(`\ufeff${table('Alter,Geschlecht,Straße', (i) => `${i},w,Nöte ${i % 3}`)}`, 'utf16le'),
  'latin1.csv': Buffer.from(
    table('Größe;Ort', (i) => `${150 + (i % 40)};Köln ${i % 4}`),
    'latin1',
  ),
  'comma.csv': table('age;costs', (i) => `${20 + i};${i * 3},5`),
  'thousands.csv': table('age;costs', (i) => `${20 + i};1.${String(100 + i)},50`),
  'point.csv': table('age,costs', (i) => `${20 + i},"1,${String(100 + i)}.50"`),
  'iso.csv': table('birth,sex', (i) => `19${60 + (i % 30)}-0${1 + (i % 9)}-1${i % 9},f`),
  'german-dates.csv': table('Geburtsdatum;Geschlecht', (i) => `1${i % 9}.0${1 + (i % 9)}.19${60 + (i % 30)};w`),
  'us-dates.csv': table('birthdate,sex', (i) => `0${1 + (i % 9)}/2${i % 9}/19${60 + (i % 30)},m`),
  'missing.csv': table('age,weight', (i) => `${i % 5 === 0 ? 'NA' : 20 + i},${i % 6 === 0 ? 'n/a' : 60 + i}`),
  'blank.csv': table('age,city', (i) => `${20 + i},${i % 9 === 0 ? ' ' : ['Ulm', 'Bonn'][i % 2]}`),
  'zeros.csv': table('zip,sex', (i) => `0${1300 + (i % 20)},${['f', 'm'][i % 2]}`),
  'visits.csv': table('patient_id,age,sex,visit', (i) => `p${i % 20},${30 + (i % 20)},${['f', 'm'][i % 2]},${i}`),
  'titles.csv': `Staff of the clinic\n\n${table('age,sex,zip,income', row)}`,
  'baskets.txt': table('bread milk', (i) => ['bread milk', 'beer', 'milk beer bread'][i % 3]),
  'patients.csv': patientsFile(200),
}

describe('the studio proposes the job that init writes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'halftone-propose-'))
  let session: Session
  const proposed: Job[] = []
  beforeAll(() => {
    for (const [name, content] of Object.entries(SHAPES)) writeFileSync(join(folder, name), content)
    session = openSession({ folder, threads: 1 })
  })
  afterAll(async () => {
    await session.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it.each(Object.keys(SHAPES))('%s', async (name) => {
    const { id } = await openFile(session, { path: name })
    const { job, trees } = await proposeFor(session, openedFile(session, id))
    const file = join(folder, 'job.yaml')
    const result = await initJob({ source: { source: name, base: folder }, job: file, force: true })
    expect(job).toEqual(readJob(readFileSync(file, 'utf8'), 'job.yaml'))
    proposed.push(job)
    expect(trees.map(({ path }) => join(folder, path))).toEqual([...result.taxonomies])
    rmSync(join(folder, 'taxonomies'), { recursive: true, force: true })
  })

  it('among them are decimal commas, delimiters, encodings, persons and coarsened columns', () => {
    const columns = proposed.flatMap((job) => Object.values(job.columns))
    expect(proposed.filter(({ data }) => data.decimal === ',').length).toBeGreaterThan(1)
    expect(new Set(proposed.map(({ output }) => output.delimiter)).size).toBeGreaterThan(2)
    expect(new Set(proposed.map(({ output }) => output.encoding)).size).toBeGreaterThan(1)
    expect(proposed.some(({ persons }) => persons !== undefined)).toBe(true)
    expect(columns.some(({ share }) => share !== undefined)).toBe(true)
  })
})
