/** init, apply, risk, list and sample, each from a file to its answer. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { initJob } from '../../src/init/init.ts'
import { readPlan } from '../../src/plan/read-plan.ts'
import { readColumnsRecodingFile } from '../../src/recoding/recoding.ts'
import { samples } from '../../src/sample/index.ts'
import { assessRisk } from '../../src/tasks/verify.ts'
import { adult, adultColumns, adultFile, adultQuasiIdentifiers } from '../adult.ts'
import { needs } from '../needs.ts'
import {
  apply,
  countClasses,
  halftone,
  halftoneProcess,
  inFolder,
  listing,
  people,
  peopleFiles,
  peopleJob,
  readRelease,
  readTablePlan,
  runJob,
  writeCensus,
  writeFiles,
} from './workshop.ts'

describe('init', () => {
  it('of the sample census writes a job that runs, and refuses to write it twice', async () => {
    await inFolder({}, async (folder) => {
      const { data } = await writeCensus(folder, 400)
      const request = { source: { source: data, base: folder }, job: join(folder, 'own', 'job.yaml'), force: false }
      const made = await initJob(request)
      expect(made.rows).toBe(400)
      for (const { distinct } of made.columns) expect(distinct).toBeLessThanOrEqual(400)
      const roles = Object.fromEntries(made.columns.map(({ name, role }) => [name, role]))
      expect(roles).toMatchObject({ name: 'identifier', number: 'identifier', age: 'quasi-identifier' })
      const before = listing(folder)
      await expect(initJob(request)).rejects.toThrow('exists already')
      expect(listing(folder)).toEqual(before)
      const result = await runJob(join(folder, 'own'))
      expect(result).toMatchObject({ outcome: 'found', rows: 400, verification: { verdict: 'holds' } })
    })
  })

  it('of Adult with --header writes a job that runs', needs(adult), async () => {
    await inFolder({}, async (folder) => {
      const { code, stdout } = await halftone(folder, [
        'init',
        adultFile('adult.data'),
        '--header',
        adultColumns.join(','),
        '--json',
      ])
      expect(code).toBe(0)
      expect(JSON.parse(stdout)).toMatchObject({ rows: 32_561, job: join(folder, 'job.yaml') })
      const job = readFileSync(join(folder, 'job.yaml'), 'utf8')
      // 7 % of the rows lack a value: more than may be left out.
      expect(job).toContain('missing: category')
      expect(readTablePlan(join(folder, 'job.yaml')).columns.length).toBe(adultColumns.length)
      // All fourteen columns take a while; the person who reads the proposals leaves seven of them.
      const others =
        /^ {2}(fnlwgt|education-num|relationship|capital-gain|capital-loss|hours-per-week|occupation): .*$/gm
      writeFiles(folder, {
        'job.yaml': job.replace(others, '  $1: { role: other }').replace('  report: out/report.html\n', ''),
      })
      const result = await runJob(folder, {}, { timeLimit: '2s' })
      expect(result).toMatchObject({ outcome: 'out-of-budget', rows: 32_561, verification: { verdict: 'holds' } })
      expect(result.missing).toBe(0)
    })
  })

  it('of few rows, and of a column that most rows lack, writes a job that runs and leaves no row out', async () => {
    const files = {
      'few.csv': 'age,sex\n31,f\n35,m\n',
      'sparse.csv': `age,nickname\n${Array.from({ length: 50 }, (_, i) => `${20 + (i % 7)},${i % 8 === 0 ? 'Bo' : ''}`).join('\n')}\n`,
    }
    await inFolder(files, async (folder) => {
      for (const [source, rows] of [
        ['few.csv', 2],
        ['sparse.csv', 50],
      ] as const) {
        await initJob({ source: { source, base: folder }, job: join(folder, 'job.yaml'), force: true })
        expect(await runJob(folder, { force: true })).toMatchObject({ outcome: 'found', rows, missing: 0 })
      }
    })
  })

  it('of names and values that YAML could mistake for something else', async () => {
    const rows = Array.from(
      { length: 40 },
      (_, i) =>
        `${i % 4},${['yes', 'no', '~', 'a: b #c'][i % 4]},${['x\ny', '- z', '"q"', "it's"][i % 4].replaceAll('"', '""')}`,
    )
    const text = `"true","a: #b","c\nd"\n${rows
      .map((row) =>
        row
          .split(',')
          .map((cell) => `"${cell}"`)
          .join(','),
      )
      .join('\n')}\n`
    await inFolder({ 'my data: 100%.csv': text }, async (folder) => {
      await initJob({
        source: { source: 'my data: 100%.csv', base: folder },
        job: join(folder, 'job.yaml'),
        force: false,
      })
      const plan = readTablePlan(join(folder, 'job.yaml'))
      expect(plan.columns.map((column) => column.name)).toEqual(['true', 'a: #b', 'c\nd'])
      expect(plan.source.source).toBe('my data: 100%.csv')
    })
  })

  it('tells how the file is written', async () => {
    await inFolder({ 'p.csv': Buffer.from(`skip me\n${people.replaceAll(',', ';')}`, 'latin1') }, async (folder) => {
      await initJob({
        source: { source: 'p.csv', base: folder, skip: 1, encoding: 'latin-1', quote: "'", delimiter: ';' },
        job: join(folder, 'job.yaml'),
        force: false,
      })
      expect(readTablePlan(join(folder, 'job.yaml')).source).toMatchObject({
        skip: 1,
        encoding: 'latin-1',
        quote: "'",
        delimiter: ';',
      })
    })
  })

  it('tells how a file of baskets is written, and names all files', async () => {
    const text = Buffer.from('skip me\nthé lait\nlait\n', 'latin1')
    await inFolder({ 'a.txt': text, 'b.txt': text }, async (folder) => {
      const how = { format: 'transactions', skip: 1, encoding: 'latin-1' } as const
      const source = { source: ['a.txt', 'b.txt'], base: folder, ...how }
      const made = await initJob({ source, job: join(folder, 'job.yaml'), force: false })
      const plan = readPlan(join(folder, 'job.yaml'))
      expect(plan.source).toMatchObject({ source: ['a.txt', 'b.txt'], ...how })
      expect(made.rows).toBe(4)
    })
  })
})

describe('apply', () => {
  const header = 'name,age,sex,city,income\n'

  it('keeps the groups and labels; numbers outside widen them; identifiers are dropped', async () => {
    await inFolder(
      {
        ...peopleFiles,
        'job.yaml': peopleJob({
          columns: { age: { role: 'quasi-identifier', type: 'numeric', levels: [10] } },
          privacy: { 'suppression-limit': 0 },
        }),
      },
      async (folder) => {
        await runJob(folder)
        const recoding = readColumnsRecodingFile(join(folder, 'out/private/release.recoding.json'))
        const [ages] = recoding.columns
        const labels = ages.groups.map((group) => group.label)
        const old = readRelease(join(folder, 'out/release.csv'))
        // The same data: the same release.
        const same = await apply(folder, 'people.csv')
        expect(readRelease(join(folder, 'new.csv'))).toEqual(old)
        expect(same).toMatchObject({ outcome: 'found', algorithm: 'apply', verification: { verdict: 'holds' } })
        // Younger and older people than ever, twice.
        const more = `${people}Zoe,3,F,Oslo,low\nYan,3,F,Oslo,low\nXi,97,M,Paris,low\nWu,97,M,Paris,low\n`
        writeFiles(folder, { 'more.csv': more })
        await apply(folder, 'more.csv')
        const cells = readRelease(join(folder, 'new.csv')).map((row) => row['age'])
        const widened = labels.map((label, i) => {
          const [low, high] = label.slice(1, -1).split(',')
          return `[${i === 0 ? 3 : low},${i === labels.length - 1 ? 97 : high}]`
        })
        expect(new Set(cells.filter((cell) => cell !== '*'))).toEqual(new Set(widened))
        expect(Object.keys(readRelease(join(folder, 'new.csv'))[0])).not.toContain('name')
        // Data without the identifier is as good.
        writeFiles(folder, {
          'less.csv': people
            .split('\n')
            .map((line) => line.slice(line.indexOf(',') + 1))
            .join('\n'),
        })
        await apply(folder, 'less.csv')
        expect(readRelease(join(folder, 'new.csv'))).toEqual(old)
      },
    )
  })

  it('unseen categories: their rows are suppressed and counted without being named, or refused', async () => {
    await inFolder(
      { ...peopleFiles, 'new-people.csv': `${people}Zoe,21,F,Narvik,low\nYan,21,F,Narvik,low\n` },
      async (folder) => {
        await runJob(folder)
        const result = await apply(folder, 'new-people.csv')
        expect(result.warnings.join()).toContain('column "city" has values that the recoding does not know in 2 rows')
        expect(JSON.stringify(result)).not.toContain('Narvik')
        const released = readRelease(join(folder, 'new.csv'))
        expect(released.slice(12).map((row) => [row['age'], row['sex'], row['city']])).toEqual([
          ['*', '*', '*'],
          ['*', '*', '*'],
        ])
        // The recoding that is written again knows no more than before.
        expect(readFileSync(join(folder, 'new.recoding.json'), 'utf8')).not.toMatch(/unseen|Narvik/)
        await expect(apply(folder, 'new-people.csv', { unseen: 'fail' })).rejects.toThrow(
          'values that the recoding does not know: "N…" (6 characters) in 2 rows',
        )
      },
    )
  })

  it('dates are found again however they are written', async () => {
    const visits = (written: (day: number) => string) =>
      `visit\n${Array.from({ length: 12 }, (_, i) => written((i % 3) + 1)).join('\n')}\n`
    const job = {
      version: 1,
      data: { source: 'visits.csv' },
      columns: { visit: { role: 'quasi-identifier', type: 'date' } },
      privacy: { k: 2 },
      output: { release: 'out/release.csv', order: 'source' },
    }
    const files = {
      'job.yaml': JSON.stringify(job),
      'visits.csv': visits((day) => `0${day}.05.2021`),
      'times.csv': visits((day) => `2021-05-0${day} 12:30:00`),
      'slashes.csv': visits((day) => `2021/05/0${day}`),
    }
    await inFolder(files, async (folder) => {
      await runJob(folder)
      const released = readFileSync(join(folder, 'out/release.csv'), 'utf8')
      expect(released).toContain('2021-05-01')
      for (const data of ['visits.csv', 'times.csv', 'slashes.csv']) {
        expect(await apply(folder, data)).toMatchObject({ suppressed: 0, warnings: [] })
        expect(readFileSync(join(folder, 'new.csv'), 'utf8')).toBe(released)
      }
    })
  })

  it('--compare that fails publishes nothing', async () => {
    const narvik = `${people}Zoe,21,F,Narvik,low\nYan,21,F,Narvik,low\n`
    await inFolder({ ...peopleFiles, 'new-people.csv': narvik }, async (folder) => {
      await runJob(folder)
      const before = listing(folder)
      const job = readTablePlan(join(folder, 'job.yaml'))
      await expect(apply(folder, 'new-people.csv', { job, compare: true })).rejects.toThrow(
        'column "city": a value outside its taxonomy',
      )
      expect(listing(folder)).toEqual(before)
    })
  })

  it('text in a numeric column, missing values and lacking columns are refused', async () => {
    await inFolder(peopleFiles, async (folder) => {
      await runJob(folder)
      writeFiles(folder, {
        'text.csv': `${header}A,old,F,Oslo,low\nB,21,F,Oslo,low\n`,
        'gaps.csv': `${header}A,?,F,Oslo,low\nB,21,F,Oslo,low\n`,
        'lack.csv': 'name,age,sex\nA,1,F\nB,2,M\n',
      })
      await expect(apply(folder, 'text.csv')).rejects.toThrow(
        'column "age" is numeric in the recoding but has the value "o…" (3 characters)',
      )
      await expect(apply(folder, 'gaps.csv')).rejects.toThrow('1 of 2 rows have a missing quasi-identifier')
      await expect(apply(folder, 'lack.csv')).rejects.toThrow('names a column "city" that lack.csv does not have')
    })
  })

  it('columns that the first job dropped stay dropped; another k suppresses more', async () => {
    const columns = { name: undefined, income: undefined }
    await inFolder(
      { ...peopleFiles, 'job.yaml': peopleJob({ data: { unlisted: 'drop' }, columns }) },
      async (folder) => {
        await runJob(folder)
        const result = await apply(folder, 'people.csv', { k: 4 })
        expect(Object.keys(readRelease(join(folder, 'new.csv'))[0])).toEqual(['age', 'sex', 'city'])
        expect(
          countClasses(readRelease(join(folder, 'new.csv')), ['age', 'sex', 'city']).sizes.every((size) => size >= 4),
        ).toBe(true)
        expect(result.warnings).toEqual([expect.stringContaining('100% of the rows are suppressed')])
      },
    )
  })

  it('the recoding of Adult on its test file, with what a fresh search would give', needs(adult), async () => {
    const settings = (source: string, data: object) => ({
      version: 1,
      data: { source, header: adultColumns, delimiter: ', ', missing: 'drop', unlisted: 'keep', ...data },
      columns: {
        fnlwgt: { role: 'identifier' },
        ...Object.fromEntries(
          adultQuasiIdentifiers.map((column) => [
            column,
            column === 'age'
              ? { role: 'quasi-identifier', type: 'numeric' }
              : { role: 'quasi-identifier', taxonomy: adultFile(`taxonomies/${column}.json`) },
          ]),
        ),
        income: { role: 'target' },
      },
      privacy: { k: 50 },
      output: { release: 'out/release.csv', order: 'source' },
    })
    await inFolder({ 'job.yaml': JSON.stringify(settings(adultFile('adult.data'), {})) }, async (folder) => {
      const trained = await runJob(folder)
      const plan = readTablePlan(join(folder, 'job.yaml'))
      const result = await apply(folder, adultFile('adult.test'), {
        source: { ...plan.source, source: adultFile('adult.test'), skip: 1 },
        job: plan,
        compare: true,
      })
      expect(result).toMatchObject({
        outcome: 'found',
        rows: 16_281,
        missing: 1_221,
        verification: { verdict: 'holds' },
      })
      const released = readRelease(join(folder, 'new.csv'))
      const { sizes, suppressed } = countClasses(released, adultQuasiIdentifiers)
      expect(released.length).toBe(15_060)
      expect(sizes[0]).toBeGreaterThanOrEqual(50)
      expect(result).toMatchObject({ suppressed, classes: sizes.length })
      expect(Object.keys(released[0])).not.toContain('fnlwgt')
      const labels = new Set(readRelease(join(folder, 'out/release.csv')).map((row) => row['age']))
      const strange = released.filter((row) => !labels.has(row['age']))
      expect(strange).toEqual([])
      // A fresh search on the test file is at least as good as the old recoding on it.
      const fresh = result.fresh as Record<string, number>
      expect(fresh['LM']).toBeLessThanOrEqual((result.metrics as Record<string, number>)['LM'] + 1e-12)
      expect(trained.optimal).toBe(true)
    })
  })
})

describe('risk', () => {
  it('against figures counted by hand, with a population', async () => {
    // Classes: a,x 3 rows; a,y 1 row; b,x 2 rows; * 2 rows suppressed.
    const file = 'p,q\na,x\na,x\na,y\nb,x\nb,x\na,x\n*,*\n*,*\n'
    // In the population: a,x 6; a,y 2; b,x 2; c,z 9.
    const population = `p,q\n${'a,x\n'.repeat(6)}${'a,y\n'.repeat(2)}${'b,x\n'.repeat(2)}${'c,z\n'.repeat(9)}`
    await inFolder({ 'f.csv': file, 'pop.csv': population }, async (folder) => {
      const request = { source: { source: 'f.csv', base: folder }, quasiIdentifiers: ['p', 'q'], missingValues: ['?'] }
      const alone = await assessRisk(request, { threads: 1 })
      expect(alone).toMatchObject({
        rows: 8,
        releasedRows: 6,
        suppressedRows: 2,
        classes: 3,
        smallestClass: 1,
        uniqueRows: 1,
        threshold: 0.2,
      })
      // Rows: 3 at 1/3, 1 at 1, 2 at 1/2; the mean of 6 is 3/6.
      expect(alone.prosecutor.highest).toBe(1)
      expect(alone.prosecutor.average).toBeCloseTo(3 / 6, 12)
      expect(alone.prosecutor.averageOfAllRows).toBeCloseTo(3 / 8, 12)
      expect(alone.prosecutor).toMatchObject({ rowsAtRisk: 6, shareAtRisk: 1 })
      expect(alone.journalist).toEqual(alone.prosecutor)

      const among = await assessRisk(
        { ...request, threshold: 0.4, population: { source: 'pop.csv', base: folder } },
        { threads: 1 },
      )
      // Rows: 3 at 1/6, 1 at 1/2, 2 at 1/2.
      expect(among.journalist.highest).toBeCloseTo(1 / 2, 12)
      expect(among.marketer).toBeCloseTo((3 / 6 + 1 / 2 + 2 / 2) / 6, 12)
      expect(among.journalist.rowsAtRisk).toBe(3)
    })
  })

  it('missing values are a value like others, also in a column that has nothing else', async () => {
    await inFolder({ 'f.csv': 'p,q\na,\na,\n?,\nb,\n' }, async (folder) => {
      const profile = await assessRisk(
        { source: { source: 'f.csv', base: folder }, quasiIdentifiers: ['p', 'q'], missingValues: ['?', ''] },
        { threads: 1 },
      )
      expect(profile).toMatchObject({ rows: 4, classes: 3, uniqueRows: 2 })
    })
  })
})

describe('the command line', () => {
  it('list --json names searches, metrics and requirements with their options', async () => {
    await inFolder({}, async (folder) => {
      const { code, stdout } = await halftone(folder, ['list', '--json'])
      expect(code).toBe(0)
      const record = JSON.parse(stdout) as Record<string, { name: string }[]>
      expect(record['searches'].map(({ name }) => name)).toEqual(expect.arrayContaining(['lattice', 'exhaustive']))
      expect(record['metrics'].map(({ name }) => name)).toEqual(
        expect.arrayContaining(['LM', 'CM', 'DM', 'prosecutor', 'uniques']),
      )
      expect(record['requirements'][0]).toMatchObject({ name: 'k-anonymity', options: [{ name: 'k', minimum: 2 }] })
    })
  })

  it('run --output leaves the report of the job in peace, and writes its own beside the release', async () => {
    const job = peopleJob({
      output: { report: 'out/report.html', recoding: 'out/how.json', workload: 'out/asked.txt' },
      utility: { workload: { count: 3, columns: 1 } },
    })
    await inFolder({ ...peopleFiles, 'job.yaml': job }, async (folder) => {
      expect((await halftone(folder, ['run', 'job.yaml'])).code).toBe(0)
      const before = readFileSync(join(folder, 'out/report.html'), 'utf8')
      const again = await halftone(folder, ['run', 'job.yaml', '--k', '3', '--output', 'three/k3.csv', '--json'])
      expect([again.code, again.stderr]).toEqual([0, ''])
      expect(readdirSync(join(folder, 'three')).sort()).toEqual([
        'k3.csv',
        'k3.manifest.json',
        'k3.report.html',
        'private',
      ])
      expect(readdirSync(join(folder, 'three', 'private')).sort()).toEqual([
        'k3.manifest.json',
        'k3.queries.txt',
        'k3.recoding.json',
      ])
      expect(JSON.parse(again.stdout)).toMatchObject({ report: join(folder, 'three/k3.report.html') })
      expect(readFileSync(join(folder, 'out/report.html'), 'utf8')).toBe(before)
    })
  })

  it.each([
    ['hospital', 10],
    ['clinic', 5],
  ])('the job of sample %s runs as it is', async (name, k) => {
    await inFolder({}, async (folder) => {
      await samples.find((sample) => sample.name === name)?.write(folder, { patients: 300 })
      const result = await runJob(folder)
      expect(result).toMatchObject({ outcome: 'found', rows: 300, verification: { verdict: 'holds' } })
      expect(result.outcome === 'found' && result.smallestClass).toBeGreaterThanOrEqual(k)
    })
  })

  it('sample, run and risk work one after the other', async () => {
    await inFolder({}, async (folder) => {
      const made = await halftoneProcess(folder, ['sample', 'census', '--rows', '400', '--output', 'c', '--json'])
      expect(JSON.parse(made.stdout)).toMatchObject({ rows: 400, job: join(folder, 'c/job.yaml') })
      const run = await halftoneProcess(folder, ['run', 'c/job.yaml', '--k', '5', '--output', 'r.csv'])
      expect([run.code, run.stderr]).toEqual([0, ''])
      expect(run.stdout).toMatch(/^verified {2}every released row looks like at least 4 other rows/)
      expect(run.stdout).toMatch(/time .*open .*count .*publish .* · total [\d.]+ s\n/)
      const risk = await halftoneProcess(folder, ['risk', 'r.csv', '--job', 'c/job.yaml', '--json'])
      const profile = JSON.parse(risk.stdout) as { smallestClass: number; prosecutor: { highest: number } }
      expect(profile.smallestClass).toBeGreaterThanOrEqual(5)
      expect(profile.prosecutor.highest).toBeCloseTo(1 / profile.smallestClass, 12)
    })
  })
})
