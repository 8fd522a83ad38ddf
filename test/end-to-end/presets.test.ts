/** A rule book from proposal to report: what Safe Harbor forbids is not shown, and the report says so by its points. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { initJob } from '../../src/init/init.ts'
import { inFolder, readRelease, runJob } from './workshop.ts'

const patients = Array.from({ length: 200 }, (_, i) => {
  const zip = ['10012', '10013', '94110'][i % 3]
  return `MR${i},${40 + (i % 60)},${zip},20${10 + (i % 4)}-0${1 + (i % 9)}-11,${i % 2 === 0 ? 'flu' : 'cold'}`
})

it('halftone init --preset hipaa-safe-harbor, then run: ZIP3, years, 90+, and a page by the rule’s points', () =>
  inFolder({ 'patients.csv': `mrn,age,zip,admission_date,diagnosis\n${patients.join('\n')}\n` }, async (folder) => {
    const job = join(folder, 'job.yaml')
    await initJob({ source: { source: 'patients.csv', base: folder }, job, force: false, preset: 'hipaa-safe-harbor' })
    const text = readFileSync(job, 'utf8')
    expect(text).toContain('preset: hipaa-safe-harbor')
    expect(text).toMatch(/zip:.*levels: \[1, 3\]/)
    expect(text).toMatch(/admission_date:.*levels: \[year, decade\]/)
    expect(JSON.stringify(JSON.parse(readFileSync(join(folder, 'taxonomies/age.json'), 'utf8')))).toContain('90+')
    // A small k would show five digits and days, were they not forbidden.
    writeFileSync(job, text.replace('k: 10 ', 'k: 2 ').replace('suppression-limit: 0.05', 'suppression-limit: 1'))
    const result = await runJob(folder)
    expect(result.outcome).toBe('found')
    for (const row of readRelease(result.release as string)) {
      expect(row['zip']).toMatch(/^(\d{3}\*\*|\d\*{4}|\*)$/)
      expect(row['admission_date']).toMatch(/^(\d{4}s?|\*)$/)
      expect(row['age']).toMatch(/^(90\+|\d{1,2}-\d{1,2}|[1-8]?\d|\*)$/)
    }
    expect(result.warnings.filter((warning) => warning.includes('Safe Harbor'))).toEqual([])
    expect(readFileSync(join(folder, 'out/report.html'), 'utf8')).toContain('HIPAA Safe Harbor, point by point')
  }))

it('a preset brings its k, and refuses a smaller one', () =>
  inFolder({ 'patients.csv': `mrn,age,zip,admission_date,diagnosis\n${patients.join('\n')}\n` }, async (folder) => {
    const job = (k: string) =>
      `version: 1\ndata: { source: patients.csv, unlisted: drop }\ncolumns: { age: { role: quasi-identifier, type: numeric } }\nprivacy: { preset: cms${k} }\noutput: { release: out/r.csv }\n`
    writeFileSync(join(folder, 'job.yaml'), job(''))
    expect((await runJob(folder)).smallestClass).toBeGreaterThanOrEqual(11)
    writeFileSync(join(folder, 'job.yaml'), job(', k: 5'))
    await expect((async () => runJob(folder, { force: true } as never))()).rejects.toThrow(
      /cms asks for k of at least 11/,
    )
  }))
