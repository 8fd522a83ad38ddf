/**
 * What a new user once met, and must not meet again. Others of these stand where their part is: wide files in `time-limits.test.ts`, wrong
 * roles in `test/roles`, conventions of other places in `foreign-files.test.ts`, shares of what is lost in `cli/print/table-evaluation.test.ts`.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { exitCode } from '../../cli/commands/run.ts'
import { createEncoder } from '../../src/engines/rewrite-text.ts'
import { initJob } from '../../src/init/init.ts'
import { readPlan } from '../../src/plan/read-plan.ts'
import { verifyRelease } from '../../src/tasks/verify.ts'
import { apply, inFolder, people, peopleFiles, peopleJob, runJob, writeFiles } from '../end-to-end/workshop.ts'
import { repeatedVisits } from './foreign-files.ts'

it('7,158 names of 7,214 rows are counted exactly, are an identifier, and stand in no message', async () => {
  const rows = Array.from({ length: 7214 }, (_, i) => `Person ${i % 7158},${20 + (i % 60)},${i % 2 ? 'F' : 'M'}`)
  await inFolder({ 'people.csv': `who,age,sex\n${rows.join('\n')}\n` }, async (folder) => {
    const source = { source: 'people.csv', base: folder }
    const { columns } = await initJob({ source, job: join(folder, 'job.yaml'), force: false })
    expect(columns[0]).toMatchObject({ role: 'identifier', distinct: 7158 })
    expect(readFileSync(join(folder, 'job.yaml'), 'utf8')).not.toContain('Person 1')
    expect((await runJob(folder)).verification?.verdict).toBe('holds')
  })
})

it('ids that repeat are persons, and the job counts them', async () => {
  const { file, files } = repeatedVisits(200)
  await inFolder(files, async (folder) => {
    const job = join(folder, 'job.yaml')
    const { columns } = await initJob({ source: { source: file, base: folder }, job, force: false })
    expect(columns[0].reason).toContain('several rows of each person')
    const text = readFileSync(job, 'utf8')
    expect(text).toMatch(/^persons: \{ column: patient_id \}$/m)
    expect(text).toContain('name: boxes')
    expect((await runJob(folder)).verification?.verdict).toBe('holds')
  })
})

it('apply refuses a column that nobody named, and says how to leave it out', async () => {
  const [head, ...rows] = people.trimEnd().split('\n')
  const more = [`${head},email`, ...rows.map((row, i) => `${row},a${i}@example.com`)].join('\n')
  await inFolder({ ...peopleFiles, 'more.csv': `${more}\n` }, async (folder) => {
    await runJob(folder)
    await expect(apply(folder, 'more.csv')).rejects.toThrow(/email.*--drop/s)
    await apply(folder, 'more.csv', { drop: ['email'] })
    expect(readFileSync(join(folder, 'new.csv'), 'utf8')).not.toContain('@')
  })
})

it('run refuses unlisted columns with the line to add; a kept column that singles people out makes the verdict amber', async () => {
  const numbered = people.replace('name,', 'name,badge,').replaceAll(/\n(\w+),/g, (_, name) => `\n${name},${name}-7,`)
  await inFolder({ ...peopleFiles, 'people.csv': numbered }, async (folder) => {
    await expect(runJob(folder)).rejects.toThrow(/badge: \{ role: identifier \}/)
  })
  const job = peopleJob({ columns: { badge: { role: 'other' } } })
  await inFolder({ ...peopleFiles, 'people.csv': numbered, 'job.yaml': job }, async (folder) => {
    const result = await runJob(folder)
    expect(result.judgement?.cautions[0]).toMatchObject({ kind: 'exposed', columns: ['badge'] })
    expect([exitCode(result, false), exitCode(result, true)]).toEqual([0, 3])
  })
})

it.each(['lattice', 'mondrian'])(
  '%s: rows at roots named * are not suppressed: run and verify agree',
  async (algorithm) => {
    const rows = Array.from({ length: 12 }, (_, i) => `${'xyz'[i % 3]},${'pqr'[(i * 2 + (i >> 2)) % 3]}`)
    const own = { role: 'quasi-identifier' }
    const job = {
      version: 1,
      data: { source: 'd.csv' },
      columns: { a: { ...own, taxonomy: 'a.csv' }, b: { ...own, taxonomy: 'b.csv' } },
      privacy: { k: 5, 'suppression-limit': 0 },
      algorithm,
      output: { release: 'out/release.csv' },
    }
    const files = {
      'd.csv': `a,b\n${rows.join('\n')}\n`,
      'a.csv': 'x;*\ny;*\nz;*\n',
      'b.csv': 'p;*\nq;*\nr;*\n',
      'job.yaml': JSON.stringify(job),
    }
    await inFolder(files, async (folder) => {
      const result = await runJob(folder)
      const source = { source: 'out/release.csv', base: folder }
      const again = await verifyRelease({ source, job: readPlan(join(folder, 'job.yaml')) })
      expect([result.suppressed, again.suppressedRows]).toEqual([0, 0])
      expect(again).toMatchObject({ classes: result.classes, smallestClass: result.smallestClass })
      // Nothing is left where all rows are at the roots, and that is no success.
      if (algorithm === 'lattice')
        expect([result.judgement?.verdict, exitCode(result, false)]).toEqual(['no-information', 3])
    })
  },
)

it('letters of Windows and of Japan are detected and read, and written in UTF-8 with its mark', async () => {
  const rows = Array.from({ length: 24 }, (_, i) => [20 + (i % 4), ['5 €', '“7”'][i % 2], ['東京', '大阪'][i % 2]])
  const lines = (columns: readonly number[]) => rows.map((row) => columns.map((place) => row[place]).join(';'))
  for (const [encoding, place] of [
    ['windows-1252', 1],
    ['shift-jis', 2],
  ] as const) {
    const text = `age;note\n${lines([0, place]).join('\n')}\n`
    await inFolder({ 'people.csv': createEncoder(encoding)(text) }, async (folder) => {
      await initJob({ source: { source: 'people.csv', base: folder }, job: join(folder, 'job.yaml'), force: false })
      const job = readFileSync(join(folder, 'job.yaml'), 'utf8')
      expect(job.match(new RegExp(`encoding: "?${encoding}`, 'g'))).toHaveLength(1)
      writeFiles(folder, {
        'job.yaml': job
          .replace(/^algorithm: .*$/m, 'algorithm: lattice')
          .replace(/^privacy:$/m, 'privacy:\n  ends: exact'),
      })
      const { release } = await runJob(folder)
      const released = readFileSync(release as string, 'utf8')
      // Excel takes a file without the mark for one of Windows, and shows ü as Ã¼.
      expect(released.startsWith('\ufeffage;note\n')).toBe(true)
      const source = { source: release as string, base: folder }
      expect((await verifyRelease({ source, job: readPlan(join(folder, 'job.yaml')) })).verdict).toBe('holds')
      expect(released.split('\n').slice(1, -1).sort()).toEqual(lines([0, place]).sort())
    })
  }
})
