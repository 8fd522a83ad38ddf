/** The manifest says the same of every kind of data. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { anonymize } from '../../src/anonymize.ts'
import { jobJsonSchema } from '../../src/plan/job.ts'
import { readPlan } from '../../src/plan/read-plan.ts'
import { inFolder } from './workshop.ts'

const jobs = {
  columns: `version: 1
data: { source: people.csv }
columns:
  age: { role: quasi-identifier, type: numeric }
  city: { role: quasi-identifier, order: [Oslo, Rome] }
privacy: { k: 2 }
algorithm: ALGORITHM
utility: { workload: { count: 5, columns: 1 } }
output: { release: release.csv, workload: queries.txt }
`,
  items: `version: 1
data: { source: baskets.txt, format: transactions }
columns: {}
privacy: { km: { k: 2, m: 1 } }
algorithm: ALGORITHM
output: { release: release.txt, workload: queries.json }
`,
}
const files = {
  'people.csv': 'age,city\n20,Rome\n20,Oslo\n30,Rome\n30,Rome\n40,Oslo\n40,Oslo\n',
  'baskets.txt': 'a b\na b\nb c\na c\nb c\n',
}

describe('release.manifest.json', () => {
  it.each([
    ['columns', 'lattice', {}],
    ['columns', '{ name: genetic, iterations: 3 }', { iterations: 3 }],
    ['columns', '{ name: mondrian }', {}],
    ['items', 'coat', {}],
    ['items', '{ name: apriori, lift: set }', { lift: 'set' }],
  ] as const)(
    'of a %s job with algorithm %s has the options that were written, and lists the workload',
    (kind, algorithm, options) =>
      inFolder({ ...files, 'job.yaml': jobs[kind].replace('ALGORITHM', algorithm) }, async (folder) => {
        await anonymize(readPlan(join(folder, 'job.yaml')))
        const manifest = JSON.parse(readFileSync(join(folder, 'private', 'release.manifest.json'), 'utf8'))
        expect(manifest.options).toEqual(options)
        const listed = manifest.output.map(({ name }: { name: string }) => name)
        expect(listed).toContain(kind === 'items' ? 'queries.json' : 'queries.txt')
      }),
  )
})

describe('suppression-limit, where a job does not say it', () => {
  it.each([
    ['columns', 'lattice', (limit: number) => `suppressed rows, default ${limit};`],
    ['items', 'coat', (limit: number) => `items: of distinct items, default ${limit}`],
  ] as const)('is for %s what schema and docs say', (kind, algorithm, said) =>
    inFolder({ ...files, 'job.yaml': jobs[kind].replace('ALGORITHM', algorithm) }, async (folder) => {
      const { suppressionLimit } = readPlan(join(folder, 'job.yaml'))
      expect(jobJsonSchema()).toContain(said(suppressionLimit))
      const [line] = readFileSync('docs/job-file.md', 'utf8').match(/^\| `suppression-limit`.*$/m) ?? []
      const [rows, items] = (line ?? '').split('Items:')
      expect(kind === 'items' ? items : rows).toContain(`default ${suppressionLimit}`)
    }),
  )
})
