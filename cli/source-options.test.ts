import { join } from 'node:path'
import { Command } from '@commander-js/extra-typings'
import { describe, expect, it } from 'vitest'
import { inFolder, peopleFiles, peopleJob, readTablePlan } from '../test/end-to-end/workshop.ts'
import { addFileOptions, fileSource, readAsJob } from './source-options.ts'

function typed(...words: string[]) {
  const command = addFileOptions(new Command().exitOverride().configureOutput({ writeErr: () => {} }))
  return fileSource('p.csv', command.parse(words, { from: 'user' }).opts())
}

describe('sourceOf', () => {
  it.each([
    [[], {}],
    [['--no-header'], { header: false }],
    [['--header', 'a, "b,c"'], { header: ['a', 'b,c'] }],
    [['--delimiter', '\\t', '--quote', "'"], { delimiter: '\t', quote: "'" }],
    [['--skip', '2', '--encoding', 'latin-1', '--format', 'tsv'], { skip: 2, encoding: 'latin-1', format: 'tsv' }],
  ])('%j', (words, says) => {
    expect(typed(...words)).toEqual({ source: 'p.csv', base: process.cwd(), typed: true, ...says })
  })

  it.each([
    ['--delimiter', '', '1 to 4 characters'],
    ['--quote', 'ab', 'one character'],
    ['--encoding', 'ebcdic', 'utf-8, utf-16, latin-1'],
    ['--format', 'ods', 'csv, tsv, parquet, json, xlsx, transactions'],
  ])('refuses %s %j', (option, value, says) => {
    expect(() => typed(option, value)).toThrow(says)
  })
})

describe('readAsJob', () => {
  it('the source of a job is written as the job says, its release is not', async () => {
    const job = peopleJob({ data: { delimiter: ',', encoding: 'latin-1' } })
    await inFolder({ ...peopleFiles, 'job.yaml': job }, async (folder) => {
      const plan = readTablePlan(join(folder, 'job.yaml'))
      expect(readAsJob(join(folder, 'people.csv'), plan)).toMatchObject({ encoding: 'latin-1' })
      expect(readAsJob(join(folder, 'out/release.csv'), plan)).toEqual({})
      expect(readAsJob(join(folder, 'people.csv'), undefined)).toEqual({})
      const lost = { ...plan, source: { ...plan.source, source: 'lost.csv' } }
      expect(readAsJob(join(folder, 'people.csv'), lost)).toEqual({})
    })
  })

  it('a copy of a release elsewhere is read as it is written', async () => {
    const job = peopleJob({
      output: { release: 'out/release.csv', delimiter: ';', quote: "'", encoding: 'latin-1', decimal: ',' },
    })
    const copy = Buffer.from("age;sex;city\n'[20,5;30,5]';'F';'Köln'\n", 'latin1')
    await inFolder({ ...peopleFiles, 'job.yaml': job, 'elsewhere/copy.csv': copy }, async (folder) => {
      const file = join(folder, 'elsewhere/copy.csv')
      const plan = readTablePlan(join(folder, 'job.yaml'))
      const numbers = { decimal: ',', columns: plan.arrangement.form?.decimalComma, labels: true }
      expect(readAsJob(file, plan)).toEqual({ encoding: 'latin-1', quote: "'", numbers })
      expect(readAsJob(file, undefined)).toEqual({ encoding: 'latin-1', quote: "'" })
    })
  })
})
