/** The trail that a run keeps, and releases for other k taken from it. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseHTML } from 'linkedom'
import { describe, expect, it } from 'vitest'
import { anonymize } from '../../src/anonymize.ts'
import type { PlanOverrides } from '../../src/plan/plan.ts'
import type { RunResult } from '../../src/run.ts'
import { planFromTrail } from '../../src/tasks/plan-from-file.ts'
import {
  countClasses,
  halftone,
  inFolder,
  type JobSettings,
  people,
  peopleFiles,
  peopleJob,
  readRelease,
  readTablePlan,
  runJob,
  writeFiles,
} from './workshop.ts'

const columns = ['age', 'sex', 'city']
const toTheTop = { name: 'bottom-up', preset: 'paper', 'trail-to': 'all' }

/** The people with a report, anonymized bottom-up unless set otherwise. */
function withJob<T>(settings: JobSettings, work: (folder: string) => Promise<T>): Promise<T> {
  const job = peopleJob({
    goal: 'classification',
    algorithm: toTheTop,
    output: { report: 'out/report.html' },
    ...settings,
  })
  return inFolder({ ...peopleFiles, 'job.yaml': job }, work)
}

async function fromTrail(folder: string, overrides: PlanOverrides = {}): Promise<RunResult> {
  const plan = readTablePlan(join(folder, 'job.yaml'), overrides)
  return anonymize(planFromTrail(plan, join(folder, 'out/private/release.trail.json')), { threads: 1, force: true })
}

function reportOf(folder: string): ReturnType<typeof parseHTML>['document'] {
  return parseHTML(readFileSync(join(folder, 'out/report.html'), 'utf8')).document
}

const textsOf = (page: ReturnType<typeof reportOf>, selector: string): string[] =>
  [...page.querySelectorAll(selector)].map((element) => element.textContent)

describe('run with a search that leaves a trail', () => {
  it('keeps it beside the release, lists it, and tells only a summary elsewhere', async () => {
    await withJob({}, async (folder) => {
      const result = await runJob(folder)
      const file = join(folder, 'out/private/release.trail.json')
      expect(result.trail).toBe(file)
      const trail = JSON.parse(readFileSync(file, 'utf8'))
      expect(trail).toMatchObject({ halftone: 'trail', version: 1, search: 'bottom-up', allowance: 0 })
      expect(trail.columns.map(({ column }: { column: string }) => column)).toEqual(columns)
      expect(trail.columns[2].values).toEqual(['Oslo', 'Bergen', 'Paris', 'Lyon'])
      expect(trail.points.at(-1)).toMatchObject({ anonymity: 12, classes: 1 })
      expect(result.details?.trail).toEqual({
        search: 'bottom-up',
        points: trail.points.length,
        'largest smallest class': 12,
      })
      const manifest = JSON.parse(readFileSync(join(folder, 'out/private/release.manifest.json'), 'utf8'))
      const outputs = manifest.output.map(({ name }: { name: string }) => name)
      expect(outputs).toContain('release.trail.json')
      expect(new Set(outputs).size).toBe(4)
    })
  })

  it('has figures under sets of quasi-identifiers and a limit of suppression, in the record and on the terminal', async () => {
    const sets = [
      { columns: ['age', 'sex'], k: 3 },
      { columns: ['city'], k: 4 },
    ]
    const privacy = { k: undefined, 'suppression-limit': 0.02, 'quasi-identifier-sets': sets }
    for (const algorithm of ['bottom-up', { name: 'bottom-up', preset: 'paper' }]) {
      await withJob({ algorithm, privacy }, async (folder) => {
        const { outcome, metrics, risk } = await runJob(folder)
        expect(outcome).toBe('found')
        for (const figures of [metrics, risk?.before, risk?.after]) expect(Object.keys(figures ?? {})).not.toEqual([])
        expect(Object.keys(metrics ?? {})).toEqual(expect.arrayContaining(['LM', 'CM', 'NWP', 'DM', 'entropy']))
        const { stdout } = await halftone(folder, ['run', 'job.yaml', '--force'])
        expect(stdout).toMatch(/^ +utility +LM .* CM /m)
      })
    }
  })

  it('writes nothing more for a search without one', () =>
    withJob({ algorithm: 'lattice' }, async (folder) => {
      const result = await runJob(folder)
      expect(result.release).toBeDefined()
      expect(result).not.toHaveProperty('trail')
      expect(existsSync(join(folder, 'out/private/release.trail.json'))).toBe(false)
      expect(textsOf(reportOf(folder), '#trail')).toEqual([])
    }))

  it('tells nothing of a suppressed row outside the files of the steward, also of trees made from the data', async () => {
    const born = Array.from(
      { length: 12 },
      (_, i) => `P${i},19${60 + 5 * Math.floor(i / 4)}-03-0${1 + (i % 4)},750${i % 2}0,low`,
    )
    const files = { 'people.csv': ['name,born,zip,income', ...born, 'Old,1871-02-03,99817,high', ''].join('\n') }
    const job = {
      columns: {
        age: undefined,
        sex: undefined,
        city: undefined,
        born: { role: 'quasi-identifier', type: 'date' },
        zip: { role: 'quasi-identifier', type: 'prefix' },
      },
      algorithm: { ...toTheTop, suppression: 0.1 },
    }
    await withJob(job, async (folder) => {
      writeFiles(folder, files)
      const searched = await runJob(folder)
      for (const result of [searched, await fromTrail(folder, { k: 3 })]) {
        expect(result.suppressed).toBe(1)
        const told = ['report.html', 'release.csv', 'release.manifest.json'].map((name) =>
          readFileSync(join(folder, 'out', name), 'utf8'),
        )
        // Digits of a duration are nobody's.
        const text = [JSON.stringify({ ...result, seconds: {} }), ...told].join('\n').replace(/[0-9a-f]{64}/g, 'digest')
        expect(/.{0,60}(1871|1870|9981|998\*|99\*\*|9\*\*\*).{0,40}/.exec(text)?.[0]).toBeUndefined()
      }
      expect(readFileSync(searched.trail as string, 'utf8')).toContain('1871-02-03')
    })
  })
})

describe('run --from-trail', () => {
  it('gives for every k a release that was counted again, and for the same k the same bytes as the search', async () => {
    for (const algorithm of [toTheTop, { name: 'top-down', preset: 'paper' }]) {
      await withJob({ algorithm }, async (folder) => {
        const searched = await runJob(folder)
        const release = readFileSync(searched.release as string, 'utf8')
        const recoding = readFileSync(searched.recoding as string, 'utf8')
        const trail = readFileSync(searched.trail as string, 'utf8')
        const losses: number[] = []
        for (const k of [2, 3, 4, 6, 12]) {
          const result = await fromTrail(folder, { k })
          expect(result).toMatchObject({
            outcome: 'found',
            algorithm: 'from-trail',
            verification: { verdict: 'holds' },
          })
          const { sizes, suppressed } = countClasses(readRelease(join(folder, 'out/release.csv')), columns)
          expect(suppressed).toBe(0)
          expect(sizes[0]).toBeGreaterThanOrEqual(k)
          expect(sizes[0]).toBe(result.smallestClass)
          losses.push(result.metrics?.['LM'] as number)
          if (k === 2) {
            expect(readFileSync(searched.release as string, 'utf8')).toBe(release)
            expect(readFileSync(searched.recoding as string, 'utf8')).toBe(recoding)
          }
        }
        expect([...losses].sort((a, b) => a - b)).toEqual(losses)
        // The trail is read, not written again, and stands among what the release was made from.
        expect(readFileSync(searched.trail as string, 'utf8')).toBe(trail)
        const manifest = JSON.parse(readFileSync(join(folder, 'out/release.manifest.json'), 'utf8'))
        expect(manifest.input.map(({ name }: { name: string }) => name)).toEqual(['people.csv', 'release.trail.json'])
        expect(manifest.options).toMatchObject({ trail: 'release.trail.json', search: algorithm.name })
      })
    }
  })

  it('releases what the report offers, with the figures that stand there', async () => {
    await withJob({ algorithm: toTheTop }, async (folder) => {
      await runJob(folder)
      const page = reportOf(folder)
      const rows = [...page.querySelectorAll('#trail tbody tr')].map((row) => {
        const cell = (name: string) => row.querySelector(`td[data-label="${name}"]`)?.textContent
        return {
          command: row.querySelector('code')?.textContent,
          LM: cell('LM'),
          CM: cell('CM'),
          suppressed: cell('Suppressed rows'),
        }
      })
      expect(rows.length).toBeGreaterThan(1)
      expect(textsOf(page, '#trail svg').length).toBe(6)
      const { formatCount, formatFigure } = await import('../../src/ground/format.ts')
      for (const { command, LM, CM, suppressed } of rows) {
        const k = Number(
          /^halftone run job\.yaml --k (\d+) --from-trail out\/private\/release\.trail\.json --force$/.exec(
            command ?? '',
          )?.[1],
        )
        const result = await fromTrail(folder, { k })
        expect(result.verification?.verdict).toBe('holds')
        expect(formatFigure(result.metrics?.['LM'] as number)).toBe(LM)
        expect(formatFigure(result.metrics?.['CM'] as number)).toBe(CM)
        expect(formatCount(result.suppressed as number)).toBe(suppressed)
        // The new report offers the same again, and says how this release was taken.
        expect(textsOf(reportOf(folder), '#trail tbody code')).toEqual(rows.map((row) => row.command))
        expect(textsOf(reportOf(folder), '#repeat pre').join()).toContain(command)
      }
    })
  })

  it('refuses a k that the trail does not reach, other columns, other values, and what is no trail', async () => {
    await withJob({ algorithm: 'bottom-up' }, async (folder) => {
      await runJob(folder)
      await expect(fromTrail(folder, { k: 12 })).rejects.toThrow(
        /no point of release.trail.json reaches k = 12: the smallest class has at most \d+ rows along it; make the trail with trail-to: all/,
      )
      const job = (more: JobSettings) => peopleJob({ goal: 'classification', ...more })
      writeFiles(folder, { 'job.yaml': job({ columns: { sex: { role: 'other' } } }) })
      await expect(fromTrail(folder)).rejects.toThrow(
        /does not fit the job: its columns are age, sex, city, the .* are age, city/,
      )
      writeFiles(folder, { 'job.yaml': job({}), 'people.csv': `${people}Mo,99,F,Oslo,low\n` })
      await expect(fromTrail(folder)).rejects.toThrow(/does not fit column "age", which has 13 values, the trail 12/)
      writeFileSync(
        join(folder, 'out/private/release.trail.json'),
        readFileSync(join(folder, 'out/private/release.recoding.json')),
      )
      await expect(fromTrail(folder)).rejects.toThrow(/is not a trail/)
    })
  })

  it('goes on to a coarser point where the rows that are there now ask for it', async () => {
    await withJob({ columns: { age: { role: 'other' } } }, async (folder) => {
      await runJob(folder)
      const before = await fromTrail(folder, { k: 2 })
      expect(before).toMatchObject({ suppressed: 0, rows: 12 })
      // The cities are classes; of the people in Paris one is left.
      writeFiles(folder, { 'people.csv': people.replace(/^(Flo|Kim),.*\n/gm, '') })
      const after = await fromTrail(folder, { k: 2 })
      expect(after).toMatchObject({ suppressed: 0, rows: 10, verification: { verdict: 'holds' } })
      expect(after.details?.['point']).toBeGreaterThan(before.details?.['point'] as number)
    })
  })

  it('is an option of the command line', async () => {
    await withJob({}, async (folder) => {
      await runJob(folder)
      const take = (k: string) => [
        'run',
        'job.yaml',
        '--k',
        k,
        '--from-trail',
        'out/private/release.trail.json',
        '--force',
        '--json',
      ]
      const taken = await halftone(folder, take('4'))
      expect(taken.code).toBe(0)
      expect(JSON.parse(taken.stdout)).toMatchObject({
        algorithm: 'from-trail',
        evaluations: 1,
        details: { point: 14 },
      })
    })
  })
})
