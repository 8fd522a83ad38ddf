/** The risk before a release is that of the source as it is: equal to `halftone risk` and to a count by hand, however values are cut for the search. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readPlan } from '../../src/plan/read-plan.ts'
import { dryRun } from '../../src/tasks/dry-run.ts'
import { assessRisk } from '../../src/tasks/verify.ts'
import { openWhatIf } from '../../src/tasks/what-if.ts'
import { inFolder, runJob } from './workshop.ts'

const rows = Array.from({ length: 60 }, (_, i) => [
  `P${i % 40}`,
  String(20 + ((i * 7) % 31) + (i % 3) / 10),
  `2001-0${1 + (i % 2)}-0${1 + (i % 4)} ${10 + (i % 9)}:00`,
  ['x', 'y', ''][i % 11 === 0 ? 2 : i % 2],
])
const people = rows.map(([, ...cells]) => cells)
const text = (header: string, own: readonly (readonly string[])[]) =>
  `${header}\n${own.map((row) => row.join()).join('\n')}\n`

const number = { role: 'quasi-identifier', type: 'numeric' }
const kinds: Readonly<Record<string, { age?: object; born?: object; more?: object }>> = {
  'endpoints of a width': { age: { ...number, endpoints: { width: 10 } } },
  'endpoints at quantiles': { age: { ...number, endpoints: 3 } },
  'times of a day': { age: { ...number }, born: { role: 'quasi-identifier', type: 'date' } },
  persons: { age: { ...number, endpoints: { width: 10 } }, more: { persons: { column: 'name' } } },
  'a register': {
    age: { ...number, endpoints: { width: 10 } },
    more: { population: { source: 'register.csv' }, algorithm: 'lattice' },
  },
  boxes: { age: { ...number, endpoints: { width: 10 } }, more: { algorithm: 'boxes' } },
}

it.each(Object.entries(kinds))('%s', async (_, { age = number, born = { role: 'other' }, more = {} }) => {
  const quasiIdentifiers = ['age', ...('type' in born ? ['born'] : []), 'sex']
  const job = {
    version: 1,
    data: { source: 'data.csv', missing: 'drop', 'missing-values': [''] },
    columns: { name: { role: 'identifier' }, age, born, sex: { role: 'quasi-identifier', order: ['x', 'y'] } },
    privacy: { k: 2, ends: 'exact' },
    algorithm: 'lattice',
    output: { release: 'out/release.csv', report: 'out/report.html' },
    ...more,
  }
  const complete = rows.filter(([, , , sex]) => sex !== '')
  const files = {
    'data.csv': text('name,age,born,sex', rows),
    'complete.csv': text('name,age,born,sex', complete),
    'register.csv': text('age,born,sex', [...people, ...people.slice(0, 20)]),
    'job.yaml': JSON.stringify(job),
  }
  await inFolder(files, async (folder) => {
    const { risk, release } = await runJob(folder)
    expect(release).toBeDefined()
    const byHand = new Map<string, Set<string>>()
    for (const [i, [name, age, born, sex]] of complete.entries()) {
      const key = [age, ...(quasiIdentifiers.includes('born') ? [born] : []), sex].join('|')
      byHand.set(key, (byHand.get(key) ?? new Set()).add('persons' in more ? name : String(i)))
    }
    const uniques = [...byHand.values()].filter(({ size }) => size === 1).length
    const source = (name: string) => ({ source: name, base: folder })
    const profile = await assessRisk({
      source: source('complete.csv'),
      quasiIdentifiers,
      missingValues: [''],
      persons: 'persons' in more ? 'name' : undefined,
      population: 'population' in more ? source('register.csv') : undefined,
    })
    expect(profile.uniqueRows).toBe(uniques)
    const before = {
      uniques,
      marketer: profile.marketer,
      prosecutor: profile.prosecutor.highest,
      journalist: profile.journalist.highest,
    }
    expect(risk?.before).toEqual(before)
    const manifest = JSON.parse(readFileSync(join(folder, 'out/release.manifest.json'), 'utf8'))
    expect(manifest.risk.before).toEqual(before)
    const plan = readPlan(join(folder, 'job.yaml'))
    if (!('persons' in more)) expect((await dryRun(plan)).forecast?.uniques).toBe(uniques)
    if (plan.kind !== 'columns') return
    const whatIf = await openWhatIf(plan)
    const cuts = whatIf.columns.map(() => [])
    expect(whatIf.evaluate(cuts).risk.before).toEqual(before)
    await whatIf.close()
  })
})

it('attribute risk before is that of the finest classes counted, never below the risk after', async () => {
  const files = {
    'data.csv': text(
      'age,sick',
      rows.map(([, age], i) => [age, ['flu', 'cold', 'none'][i % 3]]),
    ),
    'job.yaml': JSON.stringify({
      version: 1,
      data: { source: 'data.csv' },
      columns: { age: { ...number, endpoints: { width: 10 } }, sick: { role: 'sensitive' } },
      privacy: { k: 5 },
      algorithm: 'lattice',
      output: { release: 'out/release.csv', report: 'out/report.html' },
    }),
  }
  await inFolder(files, async (folder) => {
    const { risk } = await runJob(folder)
    for (const name of ['attribute', 'inference']) {
      expect(risk?.after[name]).toBeGreaterThan(0.3)
      expect(risk?.before[name]).toBeGreaterThanOrEqual(risk?.after[name] as number)
    }
    const report = readFileSync(join(folder, 'out/report.html'), 'utf8')
    expect(report).not.toMatch(/Attribute risk, highest[^<]*0% before/)
  })
})
