/** A source with decimal commas, or in UTF-16, becomes a release that is written alike, which every command reads again. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { fileSource, readAsJob } from '../../cli/source-options.ts'
import { evaluateQueries } from '../../src/evaluate/evaluate-queries.ts'
import { initJob } from '../../src/init/init.ts'
import { verifyRelease } from '../../src/tasks/verify.ts'
import { apply, inFolder, parseCsv, readTablePlan, runJob, writeFiles } from './workshop.ts'

const rows = Array.from({ length: 60 }, (_, i) => [
  i % 7 === 0 ? '' : `${((i * 37) % 50) - 10},${(i * 3) % 10}`,
  ['m', 'f'][i % 2],
  `1.${100 + i},5 €`,
])
const people = ['size;sex;pay', ...rows.map((row) => row.join(';'))].join('\n')

function jobText(algorithm: string, output: object): string {
  return JSON.stringify({
    version: 1,
    data: { source: 'people.csv', decimal: ',', missing: 'category' },
    columns: {
      size: { role: 'quasi-identifier', type: 'numeric' },
      sex: { role: 'quasi-identifier', order: ['m', 'f'] },
      pay: { role: 'other', type: 'numeric' },
    },
    privacy: { k: 4, ends: 'exact', 'suppression-limit': 0.1 },
    algorithm: { name: algorithm },
    utility: { workload: { count: 20 } },
    output: { release: 'out/release.csv', delimiter: ';', order: 'source', ...output },
  })
}

/** Every number of a cell, its decimal mark a point. */
const numbers = (cell: string, comma: boolean): number[] =>
  (cell.match(comma ? /-?\d+(,\d+)?/g : /-?\d+(\.\d+)?/g) ?? []).map((text) => Number(text.replace(',', '.')))

it.each(['lattice', 'boxes'])('output.decimal "," with %s: the same numbers, read again alike', async (algorithm) => {
  const made = async (output: object, comma: boolean) =>
    inFolder({ 'people.csv': `${people}\n`, 'job.yaml': jobText(algorithm, output) }, async (folder) => {
      const result = await runJob(folder)
      const job = readTablePlan(join(folder, 'job.yaml'))
      const file = join(folder, 'out/release.csv')
      const release = fileSource(file, {}, await readAsJob(file, job))
      const cells = parseCsv(readFileSync(file, 'utf8'), ';')
      const verified = await verifyRelease({ source: release, job }, { threads: 1 })
      const asked = await evaluateQueries({ job, release })
      const again = algorithm === 'lattice' ? await apply(folder, 'people.csv', { job, source: job.source }) : undefined
      return {
        cells,
        text: readFileSync(again?.release ?? file, 'utf8'),
        figures: {
          metrics: result.metrics,
          verified: { ...verified, file: '' },
          asked,
          again: again?.metrics,
          numbers: cells.map(({ size, pay }) => [...numbers(size, comma), ...numbers(pay, comma)]),
        },
      }
    })
  const point = await made({}, false)
  const comma = await made({ decimal: ',' }, true)
  expect(comma.figures).toEqual(point.figures)
  expect(comma.cells.every(({ size, pay }) => !`${size}${pay}`.includes('.') && /^\d+,\d$/.test(pay))).toBe(true)
  expect(comma.text).toMatch(/^"?\[-?\d+(,\d)?;-?\d+(,\d)?\]( or missing)?"?;/m)
  expect(comma.text).not.toMatch(/\d\.\d/)
  expect(point.text).not.toMatch(/\d,\d;/)
})

it('output.decimal is for delimited releases, and init writes it for a source with decimal commas', async () => {
  await inFolder({ 'people.csv': `${people.replace('size', 'latitude')}\n` }, async (folder) => {
    const text = JSON.stringify({
      ...JSON.parse(jobText('lattice', {})),
      output: { release: 'out/release.parquet', decimal: ',' },
    })
    writeFiles(folder, { 'bad.yaml': text })
    expect(() => readTablePlan(join(folder, 'bad.yaml'))).toThrow('output.decimal is for delimited text')
    const job = join(folder, 'job.yaml')
    await initJob({ source: { source: 'people.csv', base: folder }, job, force: false })
    expect(readFileSync(job, 'utf8')).toMatch(/^ {2}decimal: ","[^\n]*\[1,5;2,5\]$/m)
  })
})

it('init, then run, on a source in UTF-16: the release is in UTF-16, and is verified', async () => {
  const text = `\ufeff${people.replace('size', 'latitude').replaceAll('m', 'männlich')}\n`
  await inFolder({ 'people.csv': Buffer.from(text, 'utf16le') }, async (folder) => {
    const file = join(folder, 'job.yaml')
    await initJob({ source: { source: 'people.csv', base: folder }, job: file, force: false })
    const result = await runJob(folder)
    const release = readFileSync(result.release as string, 'utf16le')
    expect(release).toMatch(/^\ufefflatitude;sex;pay\n/)
    expect(release).toContain(';männlich;')
    const job = readTablePlan(file)
    const source = fileSource(result.release as string, {}, await readAsJob(result.release as string, job))
    expect(await verifyRelease({ source, job }, { threads: 1 })).toMatchObject({
      verdict: 'holds',
      rows: result.verification?.rows,
    })
  })
})
