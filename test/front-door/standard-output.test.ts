/** What a release looks like: on standard output (verified before a byte of it is printed, the summary beside it), or in the form of its source. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createEncoder } from '../../src/engines/rewrite-text.ts'
import {
  halftone,
  halftoneProcess,
  inFolder,
  listing,
  parseCsv,
  peopleFiles,
  peopleJob,
  runJob,
} from '../end-to-end/workshop.ts'

it('run --output - prints the release alone, and leaves no file', async () => {
  await inFolder(peopleFiles, async (folder) => {
    const before = listing(folder)
    const ended = await halftoneProcess(folder, ['run', 'job.yaml', '--output', '-'])
    expect(ended.code).toBe(0)
    expect(parseCsv(ended.stdout)).toHaveLength(12)
    expect(ended.stderr).toContain('verified')
    expect(listing(folder)).toEqual(before)
  })
})

it('run --output - prints nothing where the run is refused', async () => {
  const job = peopleJob({ privacy: { k: 13, 'suppression-limit': 0 } })
  await inFolder({ ...peopleFiles, 'job.yaml': job }, async (folder) => {
    const ended = await halftone(folder, ['run', 'job.yaml', '--output', '-'])
    expect([ended.code, ended.stdout]).toEqual([2, ''])
    expect(ended.stderr).toMatch(/k.*13/)
  })
})

it('apply without a job writes new data as it is written itself', async () => {
  const rows = (from: number) =>
    Array.from({ length: 12 }, (_, i) => `${from + (i % 3)},5;${i % 2 ? 'Köln' : '“Bonn”'}`)
  const text = (from: number) => createEncoder('windows-1252')(['alter;ort', ...rows(from), ''].join('\r\n'))
  const job = {
    version: 1,
    data: { source: 'old.csv', encoding: 'windows-1252', decimal: ',' },
    columns: { alter: { role: 'quasi-identifier', type: 'numeric' }, ort: { role: 'other' } },
    privacy: { k: 2, ends: 'exact' },
    algorithm: 'lattice',
    output: { release: 'out/release.csv' },
  }
  const files = { 'old.csv': text(20), 'new.csv': text(20), 'job.yaml': JSON.stringify(job) }
  await inFolder(files, async (folder) => {
    await runJob(folder)
    const { code } = await halftone(folder, [
      'apply',
      'out/private/release.recoding.json',
      'new.csv',
      '--output',
      'n.csv',
    ])
    expect(code).toBe(0)
    const lines = readFileSync(join(folder, 'n.csv'), 'latin1').split('\r\n')
    expect(lines.slice(1, -1).sort()).toEqual(files['new.csv'].toString('latin1').split('\r\n').slice(1, -1).sort())
  })
})
