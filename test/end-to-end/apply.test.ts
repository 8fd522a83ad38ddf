/** An old recoding on new data: on the same data it is the run again, figure by figure; new values join the groups that cover them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ApplyResult, applyRecoding } from '../../src/tasks/apply.ts'
import { assessRisk } from '../../src/tasks/verify.ts'
import { someOf } from '../thorough.ts'
import {
  apply,
  type Files,
  halftone,
  inFolder,
  listing,
  people,
  peopleFiles,
  peopleJob,
  readRelease,
  readTablePlan,
  requestFor,
  runJob,
  writeFiles,
} from './workshop.ts'

/** A table of one column with its job. */
function oneColumn(settings: object, values: readonly string[], more: object = {}): Files {
  const job = {
    version: 1,
    data: { source: 'data.csv' },
    columns: { value: { role: 'quasi-identifier', ...settings } },
    privacy: { k: 2, ends: 'exact' },
    output: { release: 'out/release.csv', order: 'source' },
    ...more,
  }
  return { 'job.yaml': JSON.stringify(job), 'data.csv': `value\n${values.join('\n')}\n` }
}

describe('apply to the data of the run', () => {
  const text = (file: string) => readFileSync(file, 'utf8')
  const row = fc.record({
    age: fc.option(fc.integer({ min: 20, max: 60 }), { freq: 9, nil: undefined }),
    wage: fc.integer({ min: 100, max: 400 }).map((cents) => cents / 4),
    sex: fc.constantFrom('F', 'M'),
    city: fc.constantFrom('Oslo', 'Bergen', 'Paris', 'Lyon'),
    zip: fc.integer({ min: 9900, max: 10_020 }),
    born: fc
      .integer({ min: 1, max: 28 })
      .map((day) => `${String(day).padStart(2, '0')}.0${1 + (day % 9)}.199${day % 10}`),
    income: fc.constantFrom('low', 'high'),
  })
  const wageEndpoints = fc.constantFrom(
    undefined,
    4,
    [30, 60, 90],
    { width: 10 },
    { width: 25, origin: 0, low: 0, high: 150 },
  )

  it('gives the same bytes where dates and codes were counted by a level: the recoding names the values themselves', async () => {
    const lines = Array.from({ length: 300 }, (_, n) => {
      const day = new Date(Date.UTC(2019, 0, 1 + ((n * 37) % 700)))
      return `${day.getUTCDate()}.${day.getUTCMonth() + 1}.${day.getUTCFullYear()},${10_000 + ((n * 7919) % 80_000)}`
    })
    const job = {
      version: 1,
      data: { source: 'data.csv' },
      columns: {
        born: { role: 'quasi-identifier', type: 'date' },
        zip: { role: 'quasi-identifier', type: 'prefix' },
      },
      privacy: { k: 4, 'suppression-limit': 0.3 },
      limits: { combinations: 150 },
      output: { release: 'out/release.csv', order: 'source' },
    }
    const files = { 'data.csv': `born,zip\n${lines.join('\n')}\n`, 'job.yaml': JSON.stringify(job) }
    await inFolder(files, async (folder) => {
      const first = await runJob(folder)
      expect(first.verification?.verdict).toBe('holds')
      expect(first.combinations).toBeLessThanOrEqual(150)
      expect(first.warnings.join()).toContain('born was counted by')
      await apply(folder, 'data.csv')
      expect(text(join(folder, 'new.csv'))).toBe(text(join(folder, 'out/release.csv')))
    })
  })

  it('gives the same bytes and every figure again, whatever the columns are', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 12, maxLength: 60 }),
        wageEndpoints,
        fc.constantFrom('general', 'preference', 'classification'),
        fc.integer({ min: 2, max: 4 }),
        async (rows, endpoints, goal, k) => {
          const names = ['age', 'wage', 'sex', 'city', 'zip', 'born', 'income'] as const
          // A column needs a value in some row.
          const lines = [{ ...rows[0], age: 40 }, ...rows].map((own) => names.map((name) => own[name] ?? '?').join(','))
          const job = {
            version: 1,
            data: { source: 'data.csv', missing: 'category' },
            columns: {
              age: { role: 'quasi-identifier', type: 'numeric' },
              wage: { role: 'quasi-identifier', type: 'numeric', weight: 2, endpoints },
              sex: { role: 'quasi-identifier', order: ['F', 'M'] },
              city: { role: 'quasi-identifier', taxonomy: 'city.json' },
              zip: { role: 'quasi-identifier', type: 'prefix' },
              born: { role: 'quasi-identifier', type: 'date' },
              income: { role: 'target' },
            },
            privacy: { k, 'suppression-limit': 0.4 },
            goal,
            preference: goal === 'preference' ? { NWP: 0.3, NECD: 0.5 } : undefined,
            utility: { workload: { count: 20 } },
            algorithm: { name: 'genetic', population: 20, iterations: 200 },
            output: { release: 'out/release.csv', order: 'source' },
          }
          const files = {
            'data.csv': `${names.join(',')}\n${lines.join('\n')}\n`,
            'city.json': peopleFiles['city.json'],
            'job.yaml': JSON.stringify(job),
          }
          await inFolder(files, async (folder) => {
            const first = await runJob(folder)
            fc.pre(first.release !== undefined)
            const again = await apply(folder, 'data.csv', { job: readTablePlan(join(folder, 'job.yaml')) })
            expect(text(join(folder, 'new.csv'))).toBe(text(join(folder, 'out/release.csv')))
            const figures = ({
              metrics,
              risk,
              preference,
              suppressed,
              classes,
              combinations,
              warnings,
            }: ApplyResult) => ({
              ...{ metrics, risk, preference, suppressed, classes, combinations, warnings },
            })
            expect(figures(again)).toEqual(figures(first))
            expect(again.value).toBeCloseTo(first.value as number, 12)
          })
        },
      ),
      // A failure is not made smaller: each try is two runs.
      { numRuns: someOf(4), endOnFailure: true },
    )
  })

  it('tells the risk before that `risk` tells, also of values that the recoding does not know', async () => {
    const more = `${people}Zoe,21,F,Narvik,low\nYan,21,F,Hamar,low\nXi,21,F,Hamar,low\n`
    await inFolder({ ...peopleFiles, 'more.csv': more }, async (folder) => {
      await runJob(folder)
      for (const data of ['people.csv', 'more.csv']) {
        const { risk, combinations } = await apply(folder, data)
        const source = { source: data, base: folder }
        const told = await assessRisk({ source, quasiIdentifiers: ['age', 'sex', 'city'], missingValues: [] })
        expect(risk?.before).toMatchObject({ uniques: told.uniqueRows, marketer: told.marketer })
        expect(combinations).toBe(told.classes)
      }
      expect(readFileSync(join(folder, 'new.recoding.json'), 'utf8')).not.toMatch(/Narvik|Hamar|unseen/)
    })
  })
})

describe('apply to new values', () => {
  const covered = async (files: Files, values: readonly string[], labels: readonly string[]) =>
    inFolder({ ...files, 'new-data.csv': `value\n${values.join('\n')}\n` }, async (folder) => {
      await runJob(folder)
      const result = await apply(folder, 'new-data.csv')
      expect(readRelease(join(folder, 'new.csv')).map((row) => row['value'])).toEqual(labels)
      return result
    })

  it('prefixes: what begins like a group joins it, the rest is unseen', async () => {
    const files = oneColumn({ type: 'prefix' }, ['123', '124', '131', '132', '211', '212', '221', '222'], {
      privacy: { k: 2, 'suppression-limit': 0 },
    })
    const values = ['129', '121', '120', '124', '219', '211', '333', '12', '1299', '14']
    const labels = ['12*', '12*', '12*', '12*', '21*', '21*', '*', '*', '*', '*']
    const result = await covered(files, values, labels)
    expect(result.warnings[0]).toContain('does not know in 4 rows')
  })

  it('dates: a day joins its month, quarter, year or decade', async () => {
    const days = ['2001-01-01', '2001-01-02', '2002-05-01', '2002-06-03', '2013-01-01', '2014-02-02']
    const files = oneColumn({ type: 'date' }, days, {
      columns: { value: { role: 'quasi-identifier', type: 'date' } },
      algorithm: { name: 'exhaustive' },
      privacy: { k: 2, 'suppression-limit': 0 },
    })
    const values = ['31.01.2001', '2001-01-20', '2002-04-30', '2002-06-30', '2019-12-31', '2010-01-01', '2021-01-01']
    const result = await covered(files, values, ['2001', '2001', '2002', '2002', '2010s', '2010s', '*'])
    expect(result.warnings[0]).toContain('does not know in 1 row, which is suppressed')
  })

  it('dates of a format are read by it again, without the job', async () => {
    const days = ['1/13/2001', '1/14/2001', '5/1/2002', '6/30/2002']
    const files = oneColumn({ type: 'date', format: '%m/%d/%Y' }, days, {
      columns: { value: { role: 'quasi-identifier', type: 'date', format: '%m/%d/%Y' } },
      privacy: { k: 2, 'suppression-limit': 0 },
    })
    const result = await covered(
      files,
      ['2/3/2001', '3/2/2001', '4/5/2002', '5/4/2002'],
      ['2001', '2001', '2002', '2002'],
    )
    expect(result.warnings).toEqual([])
  })

  it('boxes: a new code, day or place joins the smallest node that covers it, the rest is left out', async () => {
    const boxes = { algorithm: 'boxes', privacy: { k: 2, 'suppression-limit': 0 } }
    const labels = async (settings: object, known: readonly string[], values: readonly string[]) =>
      inFolder(oneColumn(settings, known, boxes), async (folder) => {
        await runJob(folder)
        writeFiles(folder, { 'new-data.csv': `value\n${values.join('\n')}\n` })
        const recoding = 'out/private/release.recoding.json'
        const { code } = await halftone(folder, ['apply', recoding, 'new-data.csv', '--output', 'new.csv'])
        expect(code).toBe(0)
        return readRelease(join(folder, 'new.csv')).map((row) => row['value'])
      })
    const codes = ['1231', '1232', '1311', '1312', '2111', '2112']
    const newCodes = ['1239', '1230', '1311', '1319', '2118', '2112', '9999']
    expect(await labels({ type: 'prefix' }, codes, newCodes)).toEqual(['12**', '12**', '13**', '13**', '2***', '2***'])
    const days = ['2001-01-05', '2001-01-07', '2002-05-01', '2002-05-03']
    const newDays = ['2001-01-30', '2001-01-31', '2002-05-09', '2002-05-01']
    const months = { type: 'date', levels: ['month', 'year'] }
    expect(await labels(months, days, newDays)).toEqual(['2001', '2001', '2002', '2002'])
    const cells = ['jmhhcvdgff', 'jmhhcvdgfg', 'jmhhcbdgff', 'jmhhcbdgcg']
    const newCells = ['jmhhcvdgfh', 'jmhhcvdgfj', 'jmhhcbdgdk', 'jmhhcbdgbd']
    expect(await labels({ type: 'place' }, cells, newCells)).toEqual([
      ...['jmhhcb****', 'jmhhcb****', 'jmhhcv****', 'jmhhcv****'],
    ])
  })

  it('a column that is released as its root covers every value, missing ones too', async () => {
    const files = oneColumn({ type: 'prefix' }, ['123', '456'], {
      data: { source: 'data.csv', missing: 'category' },
      privacy: { k: 2, 'suppression-limit': 0 },
    })
    const result = await covered(files, ['999', '77', '?', '12345'], ['ANY', 'ANY', 'ANY', 'ANY'])
    expect(result).toMatchObject({ suppressed: 0, warnings: [], combinations: 4 })
  })

  it('a group with a name of its own covers what it lists and no more', async () => {
    const city = (names: readonly string[]) =>
      `name,age,sex,city,income\n${names.map((name) => `A,30,F,${name},low`).join('\n')}\n`
    const files = { ...peopleFiles, 'people.csv': city(['Oslo', 'Bergen', 'Paris', 'Lyon']) }
    await inFolder({ ...files, 'more.csv': city(['Oslo', 'Oslo', 'Atlantis']) }, async (folder) => {
      await runJob(folder)
      await apply(folder, 'more.csv')
      const cells = readRelease(join(folder, 'new.csv')).map((row) => row['city'])
      expect(cells[2]).toBe('*')
      expect(new Set(cells).size).toBe(2)
    })
  })
})

describe('apply with a job', () => {
  const narvik = `${people}Zoe,21,F,Narvik,low\nYan,21,F,Narvik,low\n`

  it('its suppression limit holds unless another is asked for; without one the share is shown', async () => {
    const files = { ...peopleFiles, 'job.yaml': peopleJob({ privacy: { 'suppression-limit': 0.1 } }) }
    await inFolder({ ...files, 'more.csv': narvik }, async (folder) => {
      await runJob(folder)
      const before = listing(folder)
      const job = readTablePlan(join(folder, 'job.yaml'))
      const refused = await apply(folder, 'more.csv', { job })
      expect(refused).toMatchObject({ outcome: 'none-exists', details: { suppressed: 2 } })
      expect(refused.reason).toContain('suppress 14.3% of the new rows, more than the suppression limit of 10%')
      expect(refused.release).toBeUndefined()
      expect(listing(folder)).toEqual(before)
      expect((await apply(folder, 'more.csv', { job, suppressionLimit: 0.2 })).suppressed).toBe(2)
      const free = await apply(folder, 'more.csv')
      expect(free.warnings.at(-1)).toContain('14.3% of the rows are suppressed, and no limit was asked for')
    })
  })

  it('knows the roles of the job, drops new columns where the job does, refuses a quasi-identifier without groups', async () => {
    const files = { ...peopleFiles, 'job.yaml': peopleJob({ columns: { income: { role: 'other' } } }) }
    await inFolder(files, async (folder) => {
      await runJob(folder)
      const job = () => readTablePlan(join(folder, 'job.yaml'))
      expect((await apply(folder, 'people.csv', { job: job() })).warnings).toEqual([])
      const more = people.replace('income\n', 'income,phone\n').replace(/(low|high)\n/g, '$1,5551234\n')
      writeFiles(folder, {
        'more.csv': more,
        'job.yaml': peopleJob({ data: { unlisted: 'drop' }, columns: { income: { role: 'other' } } }),
      })
      await apply(folder, 'more.csv', { job: job() })
      expect(Object.keys(readRelease(join(folder, 'new.csv'))[0])).toEqual(['age', 'sex', 'city', 'income'])
      writeFiles(folder, {
        'job.yaml': peopleJob({ columns: { income: { role: 'quasi-identifier', order: ['low', 'high'] } } }),
      })
      await expect(apply(folder, 'people.csv', { job: job() })).rejects.toThrow(
        'column "income" has the role quasi-identifier in job.yaml, but release.recoding.json has no groups for it',
      )
    })
  })

  it('refuses a column that the recoding does not know, unless it is named to be dropped or kept', async () => {
    const files = { ...peopleFiles, 'job.yaml': peopleJob({ columns: { income: { role: 'other' } } }) }
    await inFolder(files, async (folder) => {
      await runJob(folder)
      const more = people.replace('income\n', 'income,email\n').replace(/(low|high)\n/g, '$1,ann@example.org\n')
      writeFiles(folder, { 'more.csv': more })
      await expect(apply(folder, 'more.csv')).rejects.toThrow(/does not name: email; leave them out with --drop/)
      const columns = () => Object.keys(readRelease(join(folder, 'new.csv'))[0])
      await apply(folder, 'more.csv', { drop: ['email'] })
      expect(columns()).toEqual(['age', 'sex', 'city', 'income'])
      await apply(folder, 'more.csv', { keep: ['email'] })
      expect(columns()).toEqual(['age', 'sex', 'city', 'income', 'email'])
    })
  })

  it('asks the queries of its file, also those that name nodes of a tree', async () => {
    const files = {
      ...peopleFiles,
      'queries.txt': 'age 21..34, city = Norway\ncity in [Paris, Lyon], sex = F\n',
      'job.yaml': peopleJob({ utility: { workload: 'queries.txt' } }),
    }
    await inFolder(files, async (folder) => {
      const first = await runJob(folder)
      const again = await apply(folder, 'people.csv', { job: readTablePlan(join(folder, 'job.yaml')) })
      expect(first.metrics?.['ARE']).toBeGreaterThanOrEqual(0)
      expect(again.metrics).toEqual(first.metrics)
    })
  })
})

describe('apply that is cancelled', () => {
  it.each(['count', 'search', 'write', 'verify'] as const)('in %s leaves nothing behind', async (step) => {
    await inFolder(peopleFiles, async (folder) => {
      await runJob(folder)
      const before = listing(folder)
      const abort = new AbortController()
      const request = requestFor(folder, 'people.csv')
      const progress = (progress: { readonly step: string }) => {
        if (progress.step === step) abort.abort()
      }
      await applyRecoding(request, { threads: 1, signal: abort.signal, progress }).then(
        (result) => expect(result.release).toBeUndefined(),
        (error) => expect(error).toMatchObject({ name: 'CancelledError' }),
      )
      expect(listing(folder)).toEqual(before)
    })
  })
})

describe('halftone apply', () => {
  it('refuses and says why on the terminal and in --json; the limit is a share', async () => {
    const files = { ...peopleFiles, 'job.yaml': peopleJob({ privacy: { 'suppression-limit': 0 } }) }
    await inFolder(files, async (folder) => {
      await runJob(folder)
      writeFiles(folder, { 'more.csv': `${people}Zoe,21,F,Narvik,low\n` })
      const words = [
        'apply',
        'out/private/release.recoding.json',
        'more.csv',
        '--output',
        'new.csv',
        '--job',
        'job.yaml',
      ]
      const before = listing(folder)
      const [refused, wrong] = await Promise.all([
        halftone(folder, [...words, '--json']),
        halftone(folder, [...words, '--suppression-limit', '5']),
      ])
      expect(refused.code).toBe(1)
      expect(JSON.parse(refused.stdout)).toMatchObject({ outcome: 'none-exists', details: { suppressed: 1 } })
      expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('a share from 0 to 1') })
      expect(listing(folder)).toEqual(before)
      const done = await halftone(folder, [...words, '--suppression-limit', '0.1'])
      expect(done).toMatchObject({ code: 0 })
      expect(done.stdout).toMatch(/the groups of the recoding, 1 evaluation, general goal \d/)
    })
  })
})
