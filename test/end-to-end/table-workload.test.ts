/** Queries on tables: ARE of a run, of its file, of what was saved; what is refused. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { anonymize } from '../../src/anonymize.ts'
import { evaluateQueries } from '../../src/evaluate/evaluate-queries.ts'
import { randomFrom } from '../../src/ground/random.ts'
import type { Report } from '../../src/report/report.ts'
import type { RunResult } from '../../src/run.ts'
import { halftone, listing, readRelease, readTablePlan } from './workshop.ts'

const folder = mkdtempSync(join(tmpdir(), 'halftone-queries-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const path = (name: string) => join(folder, name)

const towns = ['Aachen', 'Bonn', 'Düren', 'Essen', 'Fulda, Hesse']
const random = randomFrom(8)
const people = Array.from({ length: 500 }, () => {
  const age = 20 + random.integer(50)
  return {
    age: random.uniform() < 0.02 ? '' : String(age),
    town: towns[Math.floor(towns.length * random.uniform() ** 2)],
    rank: ['low', 'middle', 'high', 'top'][random.integer(4)],
    buys: age > 40 && random.uniform() < 0.8 ? 'yes' : 'no',
    illness: ['flu', 'cold', 'ulcer'][random.integer(3)],
    income: String(1000 + 50 * random.integer(60)),
  }
})
const quoted = (text: string) => (text.includes(',') ? `"${text}"` : text)
writeFileSync(
  path('people.csv'),
  `age,town,rank,buys,illness,income\n${people.map((one) => Object.values(one).map(quoted).join()).join('\n')}\n`,
)
writeFileSync(
  path('town.json'),
  JSON.stringify({
    name: 'any',
    children: [
      { name: 'west', children: [{ name: 'Aachen' }, { name: 'Bonn' }, { name: 'Düren' }] },
      { name: 'east', children: [{ name: 'Essen' }, { name: 'Fulda, Hesse' }] },
    ],
  }),
)
writeFileSync(
  path('queries.txt'),
  `# by hand
age 30..39, town = west
town in ["Fulda, Hesse", Aachen], rank in [high, top], buys = yes
age = "(missing)", illness = flu
income 1500..2500, rank = low
`,
)

interface Changes {
  readonly algorithm?: string
  readonly workload?: string
  readonly age?: string
  readonly privacy?: string
  readonly goal?: string
  readonly output?: string
}

function writeJob(name: string, changes: Changes = {}): string {
  const { algorithm = '{ name: genetic, population: 40, iterations: 400 }', workload = '{ count: 200, columns: 2 }' } =
    changes
  const { age = '', privacy = 'k: 5', goal = 'general' } = changes
  const { output = `{ release: ${name}.csv, report: ${name}.html, workload: ${name}.queries }` } = changes
  writeFileSync(
    path(`${name}.yaml`),
    `version: 1
data: { source: people.csv, missing: category }
columns:
  age: { role: quasi-identifier, type: numeric${age} }
  town: { role: quasi-identifier, taxonomy: town.json }
  rank: { role: quasi-identifier, order: [low, middle, high, top] }
  buys: { role: target }
  illness: { role: sensitive }
  income: { role: sensitive, type: numeric }
privacy: { ${/ends/.test(privacy) ? '' : 'ends: exact, '}${privacy} }
goal: ${goal}
algorithm: ${algorithm}
utility: { workload: ${workload} }
output: ${output}
`,
  )
  return path(`${name}.yaml`)
}

async function runAndEvaluate(name: string, changes: Changes = {}): Promise<RunResult> {
  const plan = readTablePlan(writeJob(name, changes))
  const result = await anonymize(plan, { threads: 1 })
  const release = { source: result.release as string, base: folder }
  const evaluation = await evaluateQueries({ job: plan, release })
  expect(evaluation.metrics.ARE).toBe(result.metrics?.['ARE'])
  expect(result.metrics?.['ARE']).toBeGreaterThan(0)
  // The saved queries, asked again, are the same ones.
  const saved = readFileSync(result.workload as string, 'utf8')
  const again = await evaluateQueries({ job: plan, release, workload: { file: 'saved', text: saved } })
  expect(again.queries).toEqual(evaluation.queries)
  expect(again.saved.split('\n').slice(1)).toEqual(saved.split('\n').slice(1))
  return result
}

describe('ARE of a run and of its file', () => {
  it.each<[string, Changes]>([
    ['masked', { privacy: 'k: 5' }],
    ['dropped', { privacy: 'k: 5, suppressed-rows: drop', workload: '{ count: 200, columns: 3, target: true }' }],
    ['bins', { age: ', endpoints: 6', algorithm: 'bottom-up', privacy: 'k: 5, suppression-limit: 0.1' }],
    ['whole', { algorithm: 'lattice', privacy: 'k: 5, suppression-limit: 0', workload: 'queries.txt' }],
    ['tree', { algorithm: 'kactus-2', goal: 'classification', workload: '{ count: 200, target: true }' }],
    // The queries cut public bins.
    ['cut', { privacy: 'k: 5, ends: public', workload: 'queries.txt' }],
    ['cut-by-boxes', { privacy: 'k: 5, ends: public', workload: 'queries.txt', algorithm: 'boxes' }],
    ['file', { algorithm: 'kactus-2', goal: 'classification', workload: 'queries.txt' }],
  ])('%s: the same number, to the last bit', async (name, changes) => {
    const result = await runAndEvaluate(name, changes)
    // The queries are private, so only the full manifest lists them; where rows or cells are hidden, the error is private, too.
    const full = JSON.parse(readFileSync(result.fullManifest as string, 'utf8'))
    expect(full.metrics.ARE).toBe(result.metrics?.['ARE'])
    const manifest = JSON.parse(readFileSync(result.manifest as string, 'utf8'))
    expect(manifest.metrics.ARE).toBe(/whole|boxes/.test(name) ? result.metrics?.['ARE'] : undefined)
    expect(full.output.map(({ name: file }: { name: string }) => file)).toContain(`${name}.queries`)
  })

  it.each(['exact', 'public'])('is what a reader of the file would compute from its rows, %s ends', async (ends) => {
    const plan = readTablePlan(writeJob('reader', { workload: 'queries.txt', privacy: `k: 8, ends: ${ends}` }))
    const result = await anonymize(plan, { threads: 1, force: true })
    if (ends === 'exact') expect(result.suppressed).toBeGreaterThan(0)
    const ages = [...new Set(people.map(({ age }) => age))].filter((age) => age !== '').map(Number)
    const leaves: Record<string, string[]> = {
      any: [...towns],
      west: towns.slice(0, 3),
      east: towns.slice(3),
      ...Object.fromEntries(towns.map((town) => [town, [town]])),
    }
    const ranks = ['low', 'middle', 'high', 'top']
    const means = (label: string, whole: readonly string[]): readonly string[] => {
      if (label === '*') return whole
      const [, sign, end, also = ''] = /^([≤≥]) (\d+)(.*)$/.exec(label) ?? []
      const open = sign && ['', sign === '≤' ? '0' : end, sign === '≤' ? end : '999', also]
      const [, from, to, missing] = open || (/^\[(.*),(.*)\](.*)$/.exec(label) ?? ['', label, label, ''])
      if (ranks.includes(from)) return ranks.slice(ranks.indexOf(from), ranks.indexOf(to) + 1)
      if (from === '(missing)') return ['']
      return [
        ...ages.filter((age) => age >= Number(from) && age <= Number(to)).map(String),
        ...(missing === '' ? [] : ['']),
      ]
    }
    const share = (values: readonly string[], asked: (value: string) => boolean) =>
      values.filter(asked).length / values.length
    const age = (row: Record<string, string>) => means(row['age'], [...ages.map(String), ''])
    const town = (row: Record<string, string>) => (row['town'] === '*' ? towns : leaves[row['town']])
    const rank = (row: Record<string, string>) => means(row['rank'], ranks)
    const queries: [(row: Record<string, string>) => number, number][] = [
      [
        (row) =>
          share(age(row), (value) => value !== '' && +value >= 30 && +value <= 39) *
          share(town(row), (value) => leaves['west'].includes(value)),
        people.filter((one) => one.age !== '' && +one.age >= 30 && +one.age <= 39 && leaves['west'].includes(one.town))
          .length,
      ],
      [
        (row) =>
          row['buys'] === 'yes'
            ? share(town(row), (value) => ['Fulda, Hesse', 'Aachen'].includes(value)) *
              share(rank(row), (value) => ['high', 'top'].includes(value))
            : 0,
        people.filter(
          (one) =>
            ['Fulda, Hesse', 'Aachen'].includes(one.town) && ['high', 'top'].includes(one.rank) && one.buys === 'yes',
        ).length,
      ],
      [
        (row) => (row['illness'] === 'flu' ? share(age(row), (value) => value === '') : 0),
        people.filter((one) => one.age === '' && one.illness === 'flu').length,
      ],
      [
        (row) => (+row['income'] >= 1500 && +row['income'] <= 2500 ? share(rank(row), (value) => value === 'low') : 0),
        people.filter((one) => one.rank === 'low' && +one.income >= 1500 && +one.income <= 2500).length,
      ],
    ]
    const rows = readRelease(result.release as string)
    const errors = queries.map(([fits, actual]) => {
      const estimated = rows.reduce((sum, row) => sum + fits(row), 0)
      return Math.abs(actual - estimated) / actual
    })
    expect(result.metrics?.['ARE']).toBeCloseTo(errors.reduce((sum, error) => sum + error) / 4, 10)
  })

  it('stands in the report with its formula, the queries and their spread, and nowhere without a workload', async () => {
    const plan = readTablePlan(writeJob('told', { privacy: 'k: 5, suppression-limit: 0' }))
    let report: Report | undefined
    const result = await anonymize(plan, {
      threads: 1,
      report: (own) => {
        report = own as Report
      },
    })
    const figure = report?.metrics.find(({ name }) => name === 'ARE')
    expect(figure?.value).toBe(result.metrics?.['ARE'])
    expect(figure?.formula).toContain('|a − e|/a')
    expect(figure?.reading).toMatch(
      /Asked: 200 queries on 2 quasi-identifiers each, drawn to have 10 % of evenly spread rows, seed 1\. Half of them are off by [\d.]+ or less, [\d.]+ ?% by a tenth at most\./,
    )
    expect(readFileSync(path('told.html'), 'utf8')).toContain('200 queries on 2 quasi-identifiers each')
    const { workload: _, ...silent } = plan
    const { workload: __, ...output } = plan.output
    const quiet = await anonymize({ ...silent, output }, { threads: 1, force: true })
    expect(quiet.metrics).not.toHaveProperty('ARE')
    expect(quiet.metrics?.['LM']).toBe(result.metrics?.['LM'])
  })

  it('gives the same bytes on one thread and on two', async () => {
    const bytes = async (threads: number) => {
      const file = writeJob('threads', { workload: '{ count: 100, target: true }' })
      const result = await anonymize(readTablePlan(file), { threads, force: true })
      return [result.workload, result.manifest, result.report, result.release].map((own) =>
        readFileSync(own as string, 'utf8'),
      )
    }
    expect(await bytes(2)).toEqual(await bytes(1))
  })
})

describe('halftone evaluate', () => {
  it('tells ARE beside nothing else with --learners none, and saves the queries', async () => {
    const result = await runAndEvaluate('command')
    const ended = await halftone(
      folder,
      'evaluate command.csv --job command.yaml --learners none --save-workload saved.txt --json'.split(' '),
    )
    expect(ended.stderr).toBe('')
    const told = JSON.parse(ended.stdout)
    expect(told.metrics).toEqual({ ARE: result.metrics?.['ARE'] })
    expect(told).not.toHaveProperty('learners')
    expect(told.queries).toHaveLength(200)
    expect(readFileSync(path('saved.txt'), 'utf8')).toBe(readFileSync(path('command.queries'), 'utf8'))
    const words = await halftone(
      folder,
      'evaluate command.csv --job command.yaml --workload queries.txt --learners none'.split(' '),
    )
    expect(words.stdout).toMatch(/ARE +[\d.]+; half of the queries are off by/)
    expect(words.stdout).toContain('4 queries of queries.txt')
    expect(words.stdout).toContain('age 30..39, town = west')
  })
})

describe('what is refused', () => {
  it.each<[string, Changes, RegExp]>([
    [
      'a key of baskets',
      { workload: '{ size: 2 }' },
      /utility\.workload\.size is for baskets of items, .* share, target/,
    ],
    ['count: all', { workload: '{ count: all }' }, /utility\.workload\.count: all is for baskets of items/],
    [
      'too many columns',
      { workload: '{ columns: 4 }' },
      /columns must be at most the number of quasi-identifiers, 3; got 4/,
    ],
    ['a share of 0', { workload: '{ share: 0 }' }, /share/],
    ['a file that is not there', { workload: 'nowhere.txt' }, /no such workload: "nowhere\.txt"/],
    [
      'its own file as output',
      { workload: 'queries.txt', output: '{ release: r.csv, workload: queries.txt }' },
      /output\.workload would overwrite the queries/,
    ],
    ['ARE as a goal', { goal: '{ metric: ARE }' }, /ARE cannot be what a search looks for/],
    [
      'ARE as an objective',
      { algorithm: '{ name: pareto, objectives: [LM, ARE] }' },
      /ARE cannot be what a search looks for/,
    ],
  ])('%s', (_, changes, message) => {
    expect(() => readTablePlan(writeJob('wrong', changes))).toThrow(message)
  })

  it.each<[string, RegExp]>([
    [
      'age 30..39\nagee 1..2',
      /line 2 of the workload \("wrong\.txt"\) names a column "agee" that the job does not have; did you mean "age"\?/,
    ],
    [
      'surname = Lovelace',
      /names a column "surname" that the job does not have; queries may name age, town, rank, buys, illness, income/,
    ],
    ['age 39..30', /line 1 of the workload: the range 39\.\.30 of column "age" is empty/],
    ['# nothing', /the workload "wrong\.txt" has no query/],
  ])('before anything is opened: %j', (text, message) => {
    writeFileSync(path('wrong.txt'), text)
    expect(() => readTablePlan(writeJob('wrong', { workload: 'wrong.txt' }))).toThrow(message)
  })

  it.each<[string, RegExp]>([
    ['town = Aachn', /column "town" has no value "Aachn"; did you mean "Aachen"\?/],
    ['age 200..300', /no value of column "age" lies in 200\.\.300/],
    ['illness = pox', /column "illness" has no value "pox"/],
    ['age 20..69, town = "Fulda, Hesse", income 1000..1001, rank = high, buys = no', /only one of its columns/],
  ])('before the search, leaving no file: %j', async (text, message) => {
    writeFileSync(path('wrong.txt'), text)
    const plan = readTablePlan(writeJob('wrong', { workload: 'wrong.txt' }))
    await expect(anonymize(plan, { threads: 1 })).rejects.toThrow(message)
    expect(listing(folder).filter((name) => name.startsWith('wrong'))).toEqual(
      expect.arrayContaining([expect.stringMatching(/^wrong\.(txt|yaml) \d+$/)]),
    )
    expect(listing(folder).filter((name) => /^wrong\.(csv|html|queries|recoding|manifest)/.test(name))).toEqual([])
  })

  it('output.workload without queries', () => {
    const file = writeJob('wrong')
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^utility.*\n/m, ''))
    expect(() => readTablePlan(file)).toThrow(/has output\.workload but no queries to save there; add utility/)
  })

  it('a release of other data', async () => {
    const plan = readTablePlan(writeJob('other'))
    writeFileSync(path('other.csv'), 'age,town,rank\n30,Atlantis,low\n')
    await expect(evaluateQueries({ job: plan, release: { source: path('other.csv'), base: folder } })).rejects.toThrow(
      /the release has "Atlantis" in column "town", which its hierarchy does not know/,
    )
  })
})
