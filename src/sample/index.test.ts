import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { CancelledError, UserError } from '../ground/errors.ts'
import { readOptions } from '../ground/options.ts'
import { sampleBaskets } from './baskets.ts'
import { CENSUS_HEAD, sampleCensus } from './census.ts'
import { type SampleRecord, samples } from './index.ts'

const small: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  census: { rows: 5000, seed: 3 },
  hospital: { patients: 9000, seed: 3 },
  clinic: { patients: 12_000, seed: 3 },
  baskets: { transactions: 30_000, items: 300, seed: 3 },
}
const cases = samples.map((sample) => [sample.name, sample] as const)
const sampleNamed = (name: string): SampleRecord => samples.find((sample) => sample.name === name)!

let room = ''
beforeEach(async () => {
  room = await mkdtemp(join(tmpdir(), 'halftone-sample-'))
})
afterEach(async () => {
  await rm(room, { recursive: true })
})

const listing = async (folder: string) => (await readdir(folder, { recursive: true })).sort()

describe.each(cases)('samples: %s', (name, sample) => {
  it('has defaults that its own options allow', () => {
    const defaults = readOptions(name, sample.options, {})
    expect(readOptions(name, sample.options, defaults)).toEqual(defaults)
  })

  it(
    'write(folder, options) writes data, hierarchies and a job whose files all exist, and tells how far it ' + 'is',
    async () => {
      const folder = join(room, 'deep', 'er')
      const steps: number[] = []
      const result = await sample.write(folder, small[name], { progress: ({ done }) => steps.push(done) })
      const files = await listing(folder)
      for (const file of result.files) expect(files).toContain(file.slice(folder.length + 1))
      expect(files.some((file) => file.includes('.partial') || file.endsWith('.lock'))).toBe(false)
      const job = parse(await readFile(result.job, 'utf8'))
      expect(join(folder, job.data.source)).toBe(result.data)
      for (const column of Object.values(job.columns) as { taxonomy?: string }[]) {
        if (column.taxonomy !== undefined) expect(files).toContain(join(column.taxonomy))
      }
      expect(steps.length).toBeGreaterThan(1)
      expect(steps[steps.length - 1]).toBe(result.rows)
    },
  )

  it('write(folder) refuses to replace a file, touches nothing, and replaces with force', async () => {
    await writeFile(join(room, 'job.yaml'), 'mine')
    const refused = sample.write(room, small[name])
    await expect(refused).rejects.toThrow(UserError)
    await expect(refused).rejects.toThrow(/job\.yaml exists already; .*--force/)
    expect(await listing(room)).toEqual(['job.yaml'])
    expect(await readFile(join(room, 'job.yaml'), 'utf8')).toBe('mine')
    await sample.write(room, small[name], { force: true })
    expect(await readFile(join(room, 'job.yaml'), 'utf8')).toMatch(/^# Anonymizes/)
  })

  it('write(folder) leaves nothing behind when it is cancelled on the way', async () => {
    const control = new AbortController()
    const folder = join(room, 'a', 'b')
    const cancelled = sample.write(folder, small[name], {
      signal: control.signal,
      progress: ({ done, total }) => {
        if (done > 0 && done < total) control.abort()
      },
    })
    await expect(cancelled).rejects.toThrow(CancelledError)
    expect(control.signal.aborted).toBe(true)
    expect(await listing(room)).toEqual([])
  })

  it.each([
    ['seed', -1, 'must be a whole number from 0'],
    ['seed', 'x', 'must be a whole number from 0'],
    ['sead', 1, 'did you mean "seed"?'],
  ])('write with %s = %j is refused: %s', async (key, value, message) => {
    await expect((async () => sample.write(room, { [key]: value }))()).rejects.toThrow(message)
    expect(await listing(room)).toEqual([])
  })

  it('write under a file is refused with a sentence', async () => {
    await writeFile(join(room, 'file'), '')
    await expect(sample.write(join(room, 'file', 'x'), small[name])).rejects.toThrow(/cannot be made .*choose another/)
    await expect(sample.write(join(room, 'file'), small[name])).rejects.toThrow(/cannot be made .*choose another/)
  })
})

describe('the sample census as a folder', () => {
  it('census.csv is sampleCensus, byte for byte', async () => {
    const { data } = await sampleNamed('census').write(room, { rows: 6000, seed: 9, missing: 0.1 })
    const bytes = Buffer.from([...sampleCensus({ rows: 6000, seed: 9, missing: 0.1 })].join(''))
    expect((await readFile(data)).equals(bytes)).toBe(true)
  })

  it('the job gives every column a role: eight quasi-identifiers, one target, names never released', async () => {
    const { job } = await sampleNamed('census').write(room, { rows: 10 })
    const { columns, privacy, algorithm, output, data } = parse(await readFile(job, 'utf8'))
    expect(Object.keys(columns).sort()).toEqual(CENSUS_HEAD.split(',').sort())
    const withRole = (role: string) => Object.keys(columns).filter((column) => columns[column].role === role)
    expect(withRole('quasi-identifier').length).toBe(8)
    expect(withRole('target')).toEqual(['income'])
    expect(withRole('identifier')).toEqual(['name', 'number', 'birth-date', 'postcode', 'hours'])
    expect(privacy.k).toBe(10)
    expect(algorithm).toEqual({ name: 'lattice' })
    expect(output).toEqual({ release: 'out/release.csv', report: 'out/report.html' })
    expect(data.missing).toBe('fail')
  })

  it('with missing values the job says what ? means', async () => {
    const { job } = await sampleNamed('census').write(room, { rows: 10, missing: 0.5 })
    expect(parse(await readFile(job, 'utf8')).data).toEqual({
      source: 'census.csv',
      missing: 'category',
      'missing-values': ['?', ''],
    })
  })
})

describe('the sample baskets as a folder', () => {
  it('has 1000 items and baskets of five unless set otherwise', async () => {
    const { data, job } = await sampleNamed('baskets').write(room, { transactions: 2000, seed: 4 })
    const request = { transactions: 2000, items: 1000, seed: 4, length: 5 }
    expect((await readFile(data)).equals(Buffer.from([...sampleBaskets(request)].join('')))).toBe(true)
    const { privacy, algorithm, data: source } = parse(await readFile(job, 'utf8'))
    expect(source.format).toBe('transactions')
    expect(privacy).toEqual({ km: { k: 5, m: 2 } })
    expect(algorithm).toEqual({ name: 'apriori' })
  })
})
