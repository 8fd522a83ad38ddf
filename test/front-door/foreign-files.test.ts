/**
 * Files as people bring them go through `init` and `run` untouched: the release keeps information, holds no identifier, and its verdict says
 * what is exposed. Every figure is counted again here, by a reader and counter of its own.
 */
import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { formatCount, formatFigure } from '../../src/ground/format.ts'
import { initJob } from '../../src/init/init.ts'
import type { RunResult } from '../../src/run.ts'
import { spreadsheetToCsv } from '../../src/sources/formats/read-workbook.ts'
import { writeSpreadsheet } from '../../src/sources/formats/write-workbook.ts'
import { halftone, inFolder, parseCsv, runJob, writeFiles } from '../end-to-end/workshop.ts'
import { americanCustomers, type ForeignFile, foreignFiles, staffCsv, staffWorkbook } from './foreign-files.ts'
import { plainLoss } from './plain-loss.ts'
import { recountJoint } from './recount.ts'

type Row = Readonly<Record<string, string>>

describe('init, then run', () => {
  for (const foreign of foreignFiles())
    it(foreign.name, () => inFolder(foreign.files, (folder) => goesThrough(folder, foreign)))

  it('halftone run --json prints the figures that are counted here', async () => {
    const { file, files, rows } = americanCustomers(150)
    await inFolder(files, async (folder) => {
      await initJob({ source: { source: file, base: folder }, job: join(folder, 'job.yaml'), force: false })
      const refused = await halftone(folder, ['run', '--json'])
      expect(refused.code).toBe(3)
      const { accept } = (JSON.parse(refused.stdout) as RunResult).judgement?.refusal?.remedies.at(-1) ?? {}
      appendFileSync(join(folder, 'job.yaml'), `exposure: ${JSON.stringify({ accept, reason: 'a test' })}\n`)
      const { code, stdout } = await halftone(folder, ['run', '--json'])
      expect(code).toBe(0)
      const printed = JSON.parse(stdout) as RunResult
      const released = await recount(folder, printed, ['dob', 'zip', 'signup', 'occupation'])
      recountLoss(folder, printed, released, rows)
    })
  })

  it('a workbook of staff', () =>
    inFolder({ 'staff.csv': staffCsv() }, async (folder) => {
      await writeSpreadsheet(join(folder, 'staff.csv'), join(folder, 'staff.xlsx'))
      await goesThrough(folder, staffWorkbook(readFileSync(join(folder, 'staff.xlsx'))))
    }))

  it('a town and its province of one name, by a hierarchy of ARX with a root *', async () => {
    const towns = ['Parma;Parma;*', 'Fidenza;Parma;*', 'Modena;Modena;*', 'Carpi;Modena;*']
    const rows = Array.from({ length: 60 }, (_, i) => `${towns[(i * 7) % 4].split(';')[0]},${20 + ((i * 13) % 40)}`)
    const files = { 'people.csv': `town,age\n${rows.join('\n')}\n`, 'towns.csv': `${towns.join('\n')}\n` }
    await inFolder(files, async (folder) => {
      const job = join(folder, 'job.yaml')
      await initJob({ source: { source: 'people.csv', base: folder }, job, force: false })
      const text = readFileSync(job, 'utf8').replace(/taxonomy: \S+\.json/, 'taxonomy: towns.csv')
      expect(text).toContain('towns.csv')
      writeFiles(folder, { 'job.yaml': text })
      await recount(folder, await runJob(folder), ['town', 'age'])
    })
  })
})

async function goesThrough(folder: string, { file, identifiers, secrets, rows }: ForeignFile): Promise<void> {
  const job = join(folder, 'job.yaml')
  const { columns } = await initJob({ source: { source: file, base: folder }, job, force: false })
  const named = (role: string) => columns.filter((column) => column.role === role).map(({ name }) => name)
  expect(named('identifier')).toEqual(expect.arrayContaining([...identifiers]))
  const first = await runJob(folder, {}, { timeLimit: '0.2s' })
  // The last printed remedy accepts the exposure by name.
  const accept = first.judgement?.refusal?.remedies.at(-1)?.accept
  if (accept !== undefined) appendFileSync(job, `exposure: ${JSON.stringify({ accept, reason: 'a test' })}\n`)
  const result = accept === undefined ? first : await runJob(folder, {}, { timeLimit: '0.2s' })
  expect(result).toMatchObject({
    outcome: expect.stringMatching(/found|out-of-budget/),
    verification: { verdict: 'holds' },
  })
  expect(['green', 'amber']).toContain(result.judgement?.verdict)
  expect(result.judgement?.detail.some(({ says, kept }) => says !== 'nothing' && kept > 0.1)).toBe(true)
  const generalized = columns.filter((column) => column.generalized).map(({ name }) => name)
  const released = await recount(folder, result, [...named('quasi-identifier'), ...generalized])
  recountLoss(folder, result, released, rows)
  for (const column of named('identifier')) expect(Object.keys(released[0])).not.toContain(column)
  const texts = ['manifest', 'report'].map((name) => readFileSync(result[name as 'manifest'] as string, 'utf8'))
  const open = [await textOfRelease(folder, result.release as string), ...texts]
  for (const secret of secrets)
    for (const text of open) if (text.includes(secret)) throw new Error(`${secret} is public`)
}

/** Different persons of each class, from the private rows that have them; undefined if rows are counted. */
function personsIn({ persons }: RunResult, released: Row, key: (row: Row) => string): number[] | undefined {
  if (persons === undefined) return undefined
  const rows = parseCsv(readFileSync(persons, 'utf8'))
  const [person] = Object.keys(rows[0]).filter((name) => !(name in released))
  const classes = new Map<string, Set<string>>()
  for (const row of rows) classes.set(key(row), (classes.get(key(row)) ?? new Set()).add(row[person]))
  return [...classes.values()].map(({ size }) => size)
}

/** Counts the release again, by plain means, and lays what it counted beside every figure of result, manifest and report. */
async function recount(folder: string, result: RunResult, quasiIdentifiers: readonly string[]): Promise<Row[]> {
  const text = await textOfRelease(folder, result.release as string)
  const [head] = text.split('\n')
  const rows = parseCsv(text, [';', '\t'].find((mark) => head.includes(mark)) ?? ',')
  const key = (row: Row) => JSON.stringify(quasiIdentifiers.map((name) => row[name]))
  const kept = rows.filter((row) => !quasiIdentifiers.every((name) => row[name] === '*'))
  const sizes = [...tally(kept.map(key)).values()]
  const persons = personsIn(result, rows[0], key)
  const figures = {
    rows: result.rows,
    released: rows.length,
    suppressed: rows.length - kept.length,
    classes: sizes.length,
    smallestClass: Math.min(...(persons ?? sizes)),
  }
  expect(Math.min(...sizes, ...(persons ?? []))).toBeGreaterThanOrEqual(10)
  expect(result).toMatchObject({
    suppressed: figures.suppressed,
    classes: figures.classes,
    smallestClass: figures.smallestClass,
    verification: { rows: figures.released, suppressedRows: figures.suppressed, classes: figures.classes },
  })
  expect(result.rows - result.missing).toBe(figures.released)
  expect(result.metrics?.['prosecutor']).toBeCloseTo(1 / figures.smallestClass, 9)
  const manifest = JSON.parse(readFileSync(result.manifest as string, 'utf8'))
  expect(manifest.rows).toMatchObject({
    read: figures.rows,
    released: figures.released,
    suppressed: figures.suppressed,
    classes: figures.classes,
    smallestClass: figures.smallestClass,
  })
  expect(manifest.judgement).toEqual(JSON.parse(JSON.stringify(result.judgement)))
  const report = readFileSync(join(folder, 'out/report.html'), 'utf8')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&quot;', '"')
  for (const figure of [figures.released, figures.classes, figures.smallestClass])
    expect(report).toContain(formatCount(figure))
  for (const { column, alone } of result.judgement?.exposure ?? []) {
    const counts = tally(rows.map((row) => row[column]))
    const uniques = [...counts.values()].filter((count) => count === 1).length
    expect({ column, alone }).toEqual({ column, alone: uniques })
    const said = result.judgement?.cautions.some(
      ({ kind, message }) => kind === 'exposed' && message.startsWith(`${column} alone`),
    )
    expect({ column, said }).toEqual({ column, said: uniques > 0 })
    if (said) expect(report).toContain(`${column} alone singles out ${formatCount(uniques)}`)
  }
  const { joint } = result.judgement ?? {}
  if (joint !== undefined) expect(joint.rows).toBe(recountJoint(rows, joint.columns))
  for (const { column, labels } of result.judgement?.detail ?? [])
    expect({ column, labels: new Set(kept.map((row) => row[column])).size }).toEqual({ column, labels })
  return rows
}

/** LM, and the value of the goal where that is LM, from labels and source alone; the result is what `--json` prints. */
function recountLoss(folder: string, result: RunResult, released: readonly Row[], source: ForeignFile['rows']): void {
  const counted = plainLoss(readFileSync(join(folder, 'job.yaml'), 'utf8'), folder, released, source)
  expect(result.metrics?.['LM']).toBeCloseTo(counted, 9)
  if (result.goal === 'general') expect(result.value).toBeCloseTo(counted, 9)
  if (result.suppressed !== 0) return
  const manifest = JSON.parse(readFileSync(result.manifest as string, 'utf8'))
  expect(manifest.metrics.LM).toBeCloseTo(counted, 9)
  const report = readFileSync(join(folder, 'out/report.html'), 'utf8')
  expect(report).toContain(formatFigure(counted))
}

/** The release as it was asked for: letters, line ends, or a sheet. */
async function textOfRelease(folder: string, release: string): Promise<string> {
  const job = readFileSync(join(folder, 'job.yaml'), 'utf8')
  if (release.endsWith('.xlsx')) {
    await spreadsheetToCsv(release, undefined, `${release}.${(sheets += 1)}.csv`)
    return readFileSync(`${release}.${sheets}.csv`, 'utf8')
  }
  const text = readFileSync(release, /^ {2}encoding: latin-1$/m.test(job.split('output:')[1]) ? 'latin1' : 'utf8')
  const crlf = /^ {2}line-end: crlf$/m.test(job)
  expect(/\r\n/.test(text)).toBe(crlf)
  return text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n')
}

let sheets = 0

function tally(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}
