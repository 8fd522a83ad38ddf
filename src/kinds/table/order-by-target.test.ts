import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import {
  apply,
  cities,
  countClasses,
  inFolder,
  readRelease,
  readTablePlan,
  runJob,
} from '../../../test/end-to-end/workshop.ts'
import { anonymize } from '../../anonymize.ts'
import { planFromRecoding } from '../../tasks/plan-from-file.ts'

/** Three people from each of four cities: Bergen and Paris earn much, whatever the country. */
const rows = ['Oslo,low', 'Bergen,high', 'Paris,high', 'Lyon,low'].flatMap((row) => [row, row, row])
const job = (partitions: string, role = 'target') =>
  JSON.stringify({
    version: 1,
    data: { source: 'people.csv' },
    columns: { city: { role: 'quasi-identifier', taxonomy: 'city.json' }, income: { role } },
    privacy: { k: 4 },
    goal: role === 'target' ? 'classification' : 'general',
    algorithm: { name: 'genetic', partitions, iterations: 100, population: 20 },
    output: { release: 'out/release.csv', order: 'source' },
  })
const files = (text: string) => ({
  'people.csv': ['city,income', ...rows, ''].join('\n'),
  'city.json': cities,
  'job.yaml': text,
})

it(
  'partitions: by-target groups cities of different countries that say the same about the target, and names ' + 'them',
  () =>
    inFolder(files(job('by-target')), async (folder) => {
      const result = await runJob(folder)
      expect(result).toMatchObject({ outcome: 'found', value: 0, verification: { verdict: 'holds' } })
      const release = join(folder, 'out/release.csv')
      expect(new Set(readRelease(release).map(({ city }) => city))).toEqual(new Set(['{Bergen,Paris}', '{Oslo,Lyon}']))
      expect(countClasses(readRelease(release), ['city'])).toEqual({ sizes: [6, 6], suppressed: 0 })

      await apply(folder, 'people.csv')
      expect(readRelease(join(folder, 'new.csv'))).toEqual(readRelease(release))

      const before = readFileSync(release)
      const recoding = join(folder, 'out/private/release.recoding.json')
      await anonymize(planFromRecoding(readTablePlan(join(folder, 'job.yaml')), recoding), { threads: 1, force: true })
      expect(readFileSync(release)).toEqual(before)
    }),
)

it('partitions: by-target without a target is refused, and nothing is written', () =>
  inFolder(files(job('by-target', 'other')), async (folder) => {
    await expect(runJob(folder)).rejects.toThrow('partitions: by-target needs a column of categories with role: target')
  }))
