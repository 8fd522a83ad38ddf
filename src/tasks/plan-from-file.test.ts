import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  countClasses,
  halftone,
  inFolder,
  type JobSettings,
  listing,
  peopleFiles,
  peopleJob,
  readRelease,
  readTablePlan,
  runJob,
  writeFiles,
} from '../../test/end-to-end/workshop.ts'
import { anonymize } from '../anonymize.ts'
import type { PlanOverrides } from '../plan/plan.ts'
import type { RecodedColumn } from '../recoding/recoding.ts'
import type { RunResult } from '../run.ts'
import { planFromRecoding } from './plan-from-file.ts'

const withJob = <T>(settings: JobSettings, work: (folder: string) => Promise<T>): Promise<T> =>
  inFolder({ ...peopleFiles, 'job.yaml': peopleJob(settings) }, work)

async function release(
  folder: string,
  columns: readonly RecodedColumn[],
  overrides: PlanOverrides = {},
): Promise<RunResult> {
  const requirements = [{ name: 'k-anonymity', options: { k: 2 } }]
  const document = { halftone: 'recoding', version: 1, kind: 'columns', columns, requirements }
  writeFileSync(join(folder, 'mine.json'), JSON.stringify(document))
  const plan = planFromRecoding(readTablePlan(join(folder, 'job.yaml'), overrides), join(folder, 'mine.json'))
  return anonymize(plan, { threads: 1, force: true })
}

const ages: RecodedColumn = {
  column: 'age',
  type: 'numeric',
  groups: [
    { label: 'young', from: 0, to: 29 },
    { label: 'old', from: 30, to: 99 },
  ],
}
const sexes: RecodedColumn = { column: 'sex', type: 'order', groups: [{ label: 'any', values: ['F', 'M'] }] }
const countries: RecodedColumn = {
  column: 'city',
  type: 'taxonomy',
  groups: [
    { label: 'N', values: ['Bergen', 'Oslo'] },
    { label: 'F', values: ['Paris', 'Lyon'] },
  ],
}
const byHand = [ages, sexes, countries]

describe('planFromRecoding', () => {
  it('repeats a release with the same bytes, whatever found it', async () => {
    for (const algorithm of ['lattice', { name: 'genetic', iterations: 300, population: 40 }, 'bottom-up']) {
      await withJob({ algorithm }, async (folder) => {
        const searched = await runJob(folder)
        const bytes = readFileSync(searched.release as string)
        const plan = planFromRecoding(readTablePlan(join(folder, 'job.yaml')), searched.recoding as string)
        const again = await anonymize(plan, { threads: 1, force: true })
        expect(again).toMatchObject({ outcome: 'found', algorithm: 'from-recoding', metrics: searched.metrics })
        expect(again.value).toBe(searched.value)
        expect(readFileSync(again.release as string)).toEqual(bytes)
      })
    }
  })

  it('takes the place of a search that decides class by class, too', async () => {
    await withJob({ algorithm: 'boxes', privacy: { k: 3 } }, async (folder) => {
      const result = await release(folder, byHand)
      expect(result).toMatchObject({ outcome: 'found', algorithm: 'from-recoding' })
      expect(JSON.parse(readFileSync(result.recoding as string, 'utf8'))).toMatchObject({ kind: 'columns' })
    })
  })

  it('takes groups made by hand, names them by the hierarchies, and suppresses by the job', async () => {
    await withJob({ privacy: { k: 3, ends: 'exact', 'suppressed-group': 'exempt' } }, async (folder) => {
      const result = await release(folder, byHand)
      expect(result).toMatchObject({ smallestClass: 4, suppressed: 2, verification: { verdict: 'holds' } })
      const rows = readRelease(join(folder, 'out/release.csv'))
      expect(countClasses(rows, ['age', 'sex', 'city'])).toEqual({ sizes: [4, 6], suppressed: 2 })
      // Labels cover the released values, not the file's groups; Ida and Jo, old and in Norway, are only two.
      expect([...new Set(rows.map((row) => `${row['age']} ${row['sex']} ${row['city']}`))]).toEqual([
        '[21,24] [F,M] Norway',
        '[31,44] [F,M] France',
        '* * *',
      ])
      const manifest = JSON.parse(readFileSync(join(folder, 'out/release.manifest.json'), 'utf8'))
      expect(manifest.algorithm).toBe('from-recoding')
      expect(manifest.options).toMatchObject({ recoding: 'mine.json' })
    })
  })

  it('publishes nothing where more rows would be suppressed than the job allows', async () => {
    await withJob({ privacy: { k: 3, ends: 'exact', 'suppression-limit': 0.1 } }, async (folder) => {
      const before = listing(folder)
      const result = await release(folder, byHand)
      expect(result).toMatchObject({ outcome: 'none-exists' })
      expect(result.reason).toMatch(/no release by mine\.json meets k-anonymity \(k = 3\) with at most 1 of 12 rows/)
      expect(result.release).toBeUndefined()
      expect(listing(folder).filter((name) => !name.startsWith('mine.json'))).toEqual(before)
    })
  })

  it('refuses groups that do not fit the data, and says how', async () => {
    const numbers = (...groups: [number, number][]): RecodedColumn => ({
      column: 'age',
      type: 'numeric',
      groups: groups.map(([from, to]) => ({ label: `${from} to ${to}`, from, to })),
    })
    const cities = (...groups: string[][]): RecodedColumn => ({
      column: 'city',
      type: 'taxonomy',
      groups: groups.map((values, i) => ({ label: `g${i}`, values })),
    })
    const cases: [RecodedColumn[], RegExp][] = [
      [[ages, sexes], /its columns are age, sex, the quasi-identifiers of the job are age, sex, city/],
      [[numbers([0, 30], [33, 99]), sexes, countries], /column "age": no group holds "…" \(2 characters\)/],
      [[ages, sexes, cities(['Oslo', 'Bergen'], ['Paris'])], /column "city": no group holds "L…" \(4 characters\)/],
      [[ages, sexes, cities(['Oslo', 'Paris'], ['Bergen', 'Lyon'])], /group "g0" do not stand together/],
      [
        [ages, { ...sexes, column: 'city' }, { ...countries, column: 'sex' }],
        /no group holds "…" \(1 character\), "…" \(1 character\)/,
      ],
      [[{ ...sexes, column: 'age' }, sexes, countries], /of categories in the recoding, but numeric in the job/],
      [[ages, { ...ages, column: 'sex' }, countries], /numeric in the recoding, but of categories in the job/],
    ]
    await withJob({ privacy: { k: 2, ends: 'exact' } }, async (folder) => {
      for (const [columns, message] of cases) await expect(release(folder, columns)).rejects.toThrow(message)
    })
    await withJob(
      { columns: { age: { role: 'quasi-identifier', type: 'numeric', endpoints: [30] } } },
      async (folder) => {
        await expect(release(folder, [numbers([0, 22], [23, 99]), sexes, countries])).rejects.toThrow(
          /group "0 to 22" ends inside of/,
        )
      },
    )
  })

  it('keeps missing values where the recoding has them', async () => {
    const columns = { city: { role: 'other' }, sex: { role: 'other' } }
    await withJob({ columns, data: { source: 'people.csv', missing: 'category' } }, async (folder) => {
      writeFiles(folder, { 'people.csv': peopleFiles['people.csv'].toString().replace(/,(21|22),/g, ',?,') })
      await expect(release(folder, [ages])).rejects.toThrow(/no group holds the missing values/)
      const apart = { ...ages, groups: [...ages.groups, { label: 'none', missing: true as const }] } as RecodedColumn
      expect((await release(folder, [apart])).classes).toBe(3)
      const [young, old] = ages.groups as { label: string }[]
      const together = { ...ages, groups: [young, { ...old, missing: true }] } as RecodedColumn
      expect((await release(folder, [together])).classes).toBe(2)
      const first = { ...ages, groups: [{ ...young, missing: true }, old] } as RecodedColumn
      await expect(release(folder, [first])).rejects.toThrow(/group "young" do not stand together/)
    })
  })

  it('is an option of the command line, for jobs about tables', async () => {
    await withJob({ privacy: { k: 3, ends: 'exact' } }, async (folder) => {
      await release(folder, byHand)
      const bytes = readFileSync(join(folder, 'out/release.csv'))
      const ended = await halftone(folder, ['run', 'job.yaml', '--from-recoding', 'mine.json', '--force', '--json'])
      expect(ended.code).toBe(0)
      expect(JSON.parse(ended.stdout)).toMatchObject({ algorithm: 'from-recoding', suppressed: 2 })
      expect(readFileSync(join(folder, 'out/release.csv'))).toEqual(bytes)
      const both = ['run', 'job.yaml', '--from-recoding', 'mine.json', '--from-trail', 'x']
      expect((await halftone(folder, both)).stderr).toMatch(/keep one of them/)
    })
  })
})
