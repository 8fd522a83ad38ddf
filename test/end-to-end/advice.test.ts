/** Advice that is printed is accepted when followed: every proposal of a release is applied to its job, and every search that a refusal names is tried. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Advice, withSetting } from '../../src/report/advice.ts'
import type { RunResult } from '../../src/run.ts'
import { allSearches } from '../../src/search/index.ts'
import type { Job } from '../../src/table/job-schema.ts'
import { halftone, inFolder, runJob } from './workshop.ts'

const ROWS = 60
/** Rows of 20 people, three visits each; `badge`, `born` and `note` are different in every row. */
const visits = `id,age,zip,sex,illness,badge,born,note\n${Array.from({ length: ROWS }, (_, i) => {
  const born = `19${String(40 + (i % 60)).padStart(2, '0')}-0${1 + (i % 9)}-1${i % 10}`
  return `P${i % 20},${20 + ((i * 7) % 50)},${1000 + ((i * 37) % 90)},${'FM'[i % 2]},${['flu', 'cold', 'gout'][i % 3]},${7000 + i * 3},${born},word${i}\n`
}).join('')}`
const register = `age,zip,sex\n${Array.from({ length: 400 }, (_, i) => `${20 + (i % 50)},${1000 + (i % 90)},${'FM'[i % 2]}`).join('\n')}\n`
const taxonomy = JSON.stringify({ name: 'ANY', children: [{ name: 'F' }, { name: 'M' }] })
const key = `${'5a'.repeat(32)}\n`

const job = (change: Partial<Job> = {}): Job => ({
  version: 1,
  data: { source: 'visits.csv' },
  seed: 1,
  ...change,
  columns: {
    id: { role: 'identifier' },
    age: { role: 'quasi-identifier', type: 'numeric' },
    zip: { role: 'quasi-identifier', type: 'prefix' },
    sex: { role: 'quasi-identifier', taxonomy: 'sex.json' },
    illness: { role: 'sensitive' },
    badge: { role: 'identifier' },
    born: { role: 'identifier' },
    note: { role: 'identifier' },
    ...change.columns,
  },
  privacy: { k: 10, ...change.privacy },
  output: { release: 'out/release.csv' },
})

const other = { role: 'other' } as const
const persons = { column: 'id' }

/** Jobs whose releases leave much to be wished for. */
const jobs: Readonly<Record<string, Job>> = {
  'the defaults': job(),
  'a small limit': job({ privacy: { k: 12, 'suppression-limit': 0.02 } }),
  'k = 2': job({ privacy: { k: 2, 'suppression-limit': 0 } }),
  'a k in the list of requirements': job({ privacy: { k: undefined, requirements: [{ 'k-anonymity': 15 }] } }),
  persons: job({ persons, privacy: { k: 8, 'suppression-limit': 0.05 } }),
  'persons, and a column that is different for everybody': job({
    persons,
    columns: { badge: other },
    privacy: { k: 4 },
  }),
  'columns that single out': job({ columns: { badge: other, born: other, note: other } }),
  'columns that single out, class by class': job({
    algorithm: 'boxes',
    columns: { badge: other, born: other, note: other },
  }),
  'columns that single out, a tree': job({
    algorithm: 'kactus-2',
    columns: { illness: { role: 'target' }, badge: other, note: other },
  }),
  'a sensitive column that singles out': job({
    columns: { badge: { role: 'sensitive' } },
    privacy: { k: 3, 'l-diversity': { column: 'badge', l: 3 } },
  }),
  'a pseudonym with keys of its own': job({
    columns: {
      id: { role: 'pseudonym', key: 'my.key', length: 20 },
      born: { role: 'other', shift: { by: 'id', days: 30 } },
    },
  }),
  'a requirement about all classes': job({ privacy: { k: 3, 'average-risk': { risk: 0.2 } } as Job['privacy'] }),
  'a register': job({
    population: { source: 'register.csv' },
    privacy: { k: undefined, 'k-map': { k: 12 } } as Job['privacy'],
  }),
  'many suppressed': job({ algorithm: 'lattice', privacy: { k: 5, 'suppression-limit': 0.6 }, goal: { metric: 'DM' } }),
  medians: job({ columns: { age: { role: 'quasi-identifier', type: 'numeric', shows: 'median' } } }),
  'a rule book': job({ privacy: { k: 11, preset: 'hipaa-safe-harbor' } }),
}

const files = {
  'visits.csv': visits,
  'register.csv': register,
  'sex.json': taxonomy,
  'my.key': key,
}

async function runOf(own: Job): Promise<RunResult> {
  return inFolder({ ...files, 'job.yaml': JSON.stringify(own) }, (folder) => runJob(folder, { force: true }))
}

function adviceIn({ judgement }: RunResult): readonly Advice[] {
  return [...(judgement?.cautions ?? []).flatMap(({ advice = [] }) => advice), ...(judgement?.advice ?? [])]
}

describe('advice of a release', () => {
  const followed = new Set<string>()

  it.each(Object.entries(jobs))('%s: each is accepted, and none is given twice', async (_, own) => {
    const advice = adviceIn(await runOf(own))
    expect(new Set(advice.map(({ text }) => text)).size).toBe(advice.length)
    for (const { text, set } of advice) {
      if (set === undefined) {
        // A person has to write or do something.
        expect(text).toMatch(/^groups in the tree|^keep the key apart/)
        continue
      }
      followed.add(
        set.key.at(-1) === 'k-anonymity' ? 'k' : set.key[0] === 'columns' ? JSON.stringify(set.value) : set.key.at(-1)!,
      )
      const { outcome } = await runOf(withSetting(own, set)).catch((error: Error) => {
        throw new Error(`"${text}" is refused: ${error.message}`)
      })
      expect([text, outcome]).toEqual([text, 'found'])
    }
  })

  it('was of every kind', () => {
    const kinds = [
      'algorithm',
      'k',
      'suppression-limit',
      '{"role":"identifier"}',
      '"type":"numeric"',
      '"type":"date"',
      '"type":"prefix"',
      '"type":"category"',
    ]
    expect(kinds.filter((kind) => ![...followed].some((own) => own.includes(kind)))).toEqual([])
  })

  it('names a search that counts persons where they are counted, and no limit above everything', () =>
    inFolder({ ...files, 'job.yaml': JSON.stringify(jobs.persons) }, async (folder) => {
      writeFileSync(join(folder, 'all.yaml'), JSON.stringify(job({ privacy: { k: 25 } })))
      const printed = [
        await halftone(folder, ['run', 'job.yaml']),
        await halftone(folder, ['run', 'all.yaml', '--force']),
      ]
      const [withPersons, withoutLimit] = printed.map(({ stdout, stderr }) => stdout + stderr)
      expect(withPersons).toContain('smaller k')
      expect(withPersons).toContain('algorithm boxes')
      expect(withoutLimit).toContain('algorithm boxes')
      expect(withoutLimit).not.toMatch(/suppression-limit/)
    }))
})

describe('a refusal that names searches', () => {
  const demands: Readonly<Record<string, Partial<Job>>> = {
    persons: { persons },
    median: { columns: jobs.medians.columns },
    register: { population: { source: 'register.csv' }, privacy: jobs['a register'].privacy },
    'a requirement about all classes': { privacy: jobs['a requirement about all classes'].privacy },
    'a rule book': { privacy: { k: 3, preset: 'hipaa-safe-harbor' } },
  }
  const names = allSearches.map(({ name }) => name)
  const searchesOfClasses = allSearches.filter(({ kind }) => kind === 'classes')

  it.each(Object.entries(demands))('%s: each of them is accepted', async (_, change) => {
    const asking = (name: string) =>
      job({ ...change, algorithm: { name }, limits: { time: '1s' }, privacy: { k: 3, ...change.privacy } })
    const named = new Set<string>()
    for (const { name } of searchesOfClasses) {
      const message = await runOf(asking(name)).then(
        () => '',
        (error: Error) => error.message,
      )
      const list = /(?:take|choose) ((?:[a-z-]+, )*[a-z-]+ or [a-z-]+)/.exec(message)?.[1]
      for (const instead of list?.split(/, | or /) ?? []) named.add(instead)
    }
    expect(named.size).toBeGreaterThan(0)
    for (const name of named) {
      expect(names).toContain(name)
      await expect(runOf(asking(name)), name).resolves.toBeDefined()
    }
  })
})
