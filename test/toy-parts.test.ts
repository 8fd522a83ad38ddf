/**
 * Parts declare, shared code asks: a requirement, a metric, a search, a database, a file format, a kind of data and a job key that nobody has
 * heard of are added to their indexes, and nothing else. They can then be written in a job, are in the published schema, in `halftone list` and in the studio's forms, and a run uses them.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from '@commander-js/extra-typings'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { addModelOptions, readRequirements } from '../cli/model-options.ts'
import type { DatabaseRecord } from '../src/engines/engine.ts'
import { databases } from '../src/engines/index.ts'
import { csvRecords } from '../src/ground/csv.ts'
import { coarsestGrouping, finestGrouping } from '../src/hierarchy/grouping.ts'
import { columns } from '../src/kinds/columns/columns.ts'
import { kinds } from '../src/kinds/index.ts'
import type { Kind } from '../src/kinds/kind.ts'
import { allMetrics } from '../src/metrics/index.ts'
import { type Metric, metricOptions } from '../src/metrics/metric.ts'
import { RULES } from '../src/plan/rules.ts'
import { allRequirements } from '../src/requirements/index.ts'
import { itemRequirements } from '../src/requirements/items/index.ts'
import type { ItemRequirementRecord } from '../src/requirements/items/item-requirement.ts'
import { askKmAnonymity } from '../src/requirements/items/km-anonymity.ts'
import { requireKAnonymity } from '../src/requirements/k-anonymity/k-anonymity.ts'
import type { RequirementRecord } from '../src/requirements/requirement.ts'
import { createEvaluator } from '../src/search/evaluation.ts'
import { allSearches } from '../src/search/index.ts'
import type { SearchRecord } from '../src/search/search.ts'
import type { FormatRecord } from '../src/sources/formats/format.ts'
import { formats } from '../src/sources/formats/index.ts'
import { sql } from '../src/sql/dialect.ts'
import { jobKeys } from '../src/table/job-schema.ts'
import { inFolder } from './end-to-end/workshop.ts'
import { openJoining } from './engines/joining-engine.ts'

/** Every class has at least as many rows as an option says: k-anonymity under another name. */
const toyRequirement: RequirementRecord = {
  name: 'company',
  title: 'Company',
  summary: 'Nobody stands with fewer than some others.',
  options: [{ name: 'others', type: 'integer', minimum: 1, meaning: 'how many others' }],
  make(options) {
    const others = options['others'] as number
    return { ...requireKAnonymity(others + 1), name: 'company', options, promise: `${others} others stand beside all` }
  },
}

/** The share of rows in the largest class, to a power. */
const toyMetric: Metric = {
  name: 'crowd',
  title: 'Largest class',
  family: 'utility',
  better: 'lower',
  range: [0, 1],
  formula: '(largest class / N) ^ power',
  reading: '0.5 means that half of the rows look alike, at power 1.',
  options: [{ name: 'power', type: 'number', minimum: 1, default: 1, meaning: 'how much large classes weigh' }],
  reads: 'totals',
  sums: 'no',
  growsWithCoarsening: true,
  fallsWhenDivided: false,
  compute({ classes, frequencies }, settings) {
    const largest = Math.max(0, ...classes.sizes.subarray(0, classes.count))
    return (largest / frequencies.rows) ** ((metricOptions(toyMetric, settings)['power'] as number | undefined) ?? 1)
  },
}

/** Leaves one column as it is and the others at their coarsest. */
const toySearch: SearchRecord = {
  kind: 'columns',
  name: 'only-one',
  title: 'Only one column',
  summary: 'Keeps one column.',
  source: 'this test',
  options: [{ name: 'column', type: 'text', meaning: 'the one that stays', default: 'age' }],
  async search(problem, options) {
    const groupings = problem.hierarchies.map(({ column, values }) =>
      (column === options['column'] ? finestGrouping : coarsestGrouping)(values.length),
    )
    const { value } = createEvaluator(problem).evaluate(groupings)
    return { outcome: 'found', optimal: false, groupings, value, evaluations: 1 }
  },
}

/** Nobody's two items are rare: k^m-anonymity with m = 2 under another name. */
const toyItemRequirement: ItemRequirementRecord = {
  name: 'no-rare-pair',
  title: 'No rare pair',
  summary: 'Two items that occur together do so often.',
  options: [{ name: 'k', type: 'integer', minimum: 2, meaning: 'how often a pair occurs at least' }],
  job: {
    key: 'pairs',
    meaning: 'no rare pair',
    example: 'privacy.pairs, for example pairs: { k: 3 }',
    knows: 'a pair of items',
  },
  promise: ({ k }) => `every pair occurs ${k} times or never`,
  ask: (options) => ({ ...askKmAnonymity(options['k'] as number, 2), name: 'no-rare-pair', options }),
  make: (options) => ({ ...askKmAnonymity(options['k'] as number, 2), name: 'no-rare-pair', options }),
}

/** A database with one table of a few people, in a dialect of its own. */
const toyDatabase: DatabaseRecord = {
  name: 'shelf',
  title: 'Shelf',
  summary: 'One table.',
  schemes: ['shelf'],
  example: 'shelf://oak',
  async open() {
    const engine = await openJoining({ threads: 1 })
    await engine.execute(
      sql`CREATE TABLE people AS SELECT 20 + 10 * (place % 3) AS age, CASE place % 2 WHEN 0 THEN 'Rome' ELSE 'Oslo' END AS city FROM range(12) AS rows(place)`,
    )
    return { ...engine, primaryKey: async () => ['age', 'city'] }
  },
}

/** A line that says %TOY, then rows with bars between cells. */
const toyFormat: FormatRecord = {
  name: 'toy',
  title: 'bars',
  label: 'bars',
  note: 'a toy',
  content: 'rows of bars',
  endings: ['.toy'],
  magic: { begins: '%TOY', kind: 'a toy', remedy: 'let its name end in .toy' },
  async read(files) {
    const options = { delim: '|', header: true, skip: 1, all_varchar: true, auto_detect: true }
    return { source: { kind: 'files', files, format: 'reader', reader: { name: 'read_csv', options } }, warnings: [] }
  },
  async checkWhole(file) {
    return readFileSync(file, 'utf8').endsWith('\n') ? undefined : `${file} has no last bar`
  },
  write: {
    endings: ['.toy'],
    sink: {
      format: 'made',
      delimiter: ',',
      async make(text, file) {
        const rows = csvRecords(readFileSync(text, 'utf8'), text)
        writeFileSync(file, `%TOY\n${rows.map((cells) => `${cells.join('|')}\n`).join('')}`)
      },
    },
  },
}

/** A table of which nothing is shown, whatever search was asked for. */
const toyKind = {
  ...columns,
  async search(_plan, { hierarchies, ...problem }) {
    const groupings = hierarchies.map(({ values }) => coarsestGrouping(values.length))
    const { value } = createEvaluator({ hierarchies, ...problem }).evaluate(groupings)
    return { outcome: 'found', optimal: false, groupings, value, evaluations: 1 }
  },
} satisfies Partial<typeof columns>

const people = `age,city
${['20,Rome', '20,Oslo', '20,Rome', '30,Rome', '30,Oslo', '30,Oslo', '40,Rome', '40,Rome'].join('\n')}
`
const job = `version: 1
data: { source: people.csv }
columns:
  age: { role: quasi-identifier, type: numeric }
  city: { role: quasi-identifier, order: [Oslo, Rome] }
privacy: { ends: exact, requirements: [{ company: 2 }] }
goal: { metric: crowd, power: 2 }
algorithm: { name: only-one, column: age }
output: { release: out/release.csv, order: source }
`

/** A job key is a line among the keys of its section and, if it depends on another, a line among the rules. */
const toyKey = z.number().min(1).optional().describe('how long a toy waits')
const toyRule: (typeof RULES.columns)[number] = {
  says: '`limits.patience` without `limits.time`',
  when: ({ job: { limits = {} } }) =>
    'patience' in limits && limits.time === undefined ? 'limits.patience' : undefined,
  sentence: () => 'limits.patience needs limits.time; add it',
}

function add<T>(index: readonly T[], record: T): () => void {
  ;(index as T[]).push(record)
  return () => (index as T[]).splice(index.indexOf(record), 1)
}

function addLimit(name: string, key: z.ZodType): () => void {
  const keys: Record<string, z.ZodType> = jobKeys.limits
  keys[name] = key
  return () => delete keys[name]
}

function addKind(name: string, kind: Kind): () => void {
  const index = kinds as Record<string, Kind>
  index[name] = kind
  return () => delete index[name]
}

describe('a toy requirement, metric, search, database, format and kind, each a line in its index', () => {
  const removals: (() => void)[] = []
  beforeAll(() => {
    removals.push(
      add(allRequirements, toyRequirement),
      add(allMetrics, toyMetric),
      add(allSearches, toySearch),
      add(itemRequirements, toyItemRequirement),
      add(databases, toyDatabase),
      add(formats, toyFormat),
      addKind('toy', toyKind as Kind),
      addLimit('patience', toyKey),
      add(RULES.columns, toyRule),
    )
  })
  afterAll(() => {
    for (const remove of removals) remove()
  })

  // Modules that read the indexes are loaded when the toys are there.
  const halftone = async () => ({
    ...(await import('../src/index.ts')),
    ...(await import('../src/plan/job.ts')),
    ...(await import('../src/plan/read-plan.ts')),
  })

  it('can be written in a job, and the run uses them', () =>
    inFolder({ 'people.csv': people, 'job.yaml': job }, async (folder) => {
      const { anonymize, readPlan } = await halftone()
      const result = await anonymize(readPlan(join(folder, 'job.yaml')))
      expect(result).toMatchObject({ outcome: 'found', algorithm: 'only-one', suppressed: 2, classes: 2 })
      // The goal has the power that the job says: the largest class is three of eight rows.
      expect(result.value).toBeCloseTo((3 / 8) ** 2, 14)
      expect(result.metrics).toMatchObject({ crowd: (3 / 8) ** 2 })
      expect(result.verification?.checks.map(({ name }) => name)).toContain('company')
      expect(readFileSync(join(folder, 'out/release.csv'), 'utf8').split('\n').slice(0, 2)).toEqual([
        'age,city',
        '20,"[Oslo,Rome]"',
      ])
    }))

  it('reads the rows from the database that the address names', () =>
    inFolder(
      {
        'job.yaml': job
          .replace('source: people.csv', 'source: shelf://oak, table: people')
          .replace('company: 2', 'company: 3'),
      },
      async (folder) => {
        const { anonymize, readPlan } = await halftone()
        const result = await anonymize(readPlan(join(folder, 'job.yaml')))
        expect(result).toMatchObject({ outcome: 'found', rows: 12, suppressed: 0, classes: 3, smallestClass: 4 })
        expect(result.verification?.verdict).toBe('holds')
        expect(readFileSync(join(folder, 'out/release.csv'), 'utf8')).toContain('20,"[Oslo,Rome]"')
      },
    ))

  it('reads data and writes a release in the format that their names end in', () =>
    inFolder(
      {
        'people.toy': `%TOY\n${people.replaceAll(',', '|').trimEnd()}`,
        'people.data': '%TOY\nage|city\n',
        'job.yaml': job.replace('people.csv', 'people.toy').replace('release.csv', 'release.toy'),
      },
      async (folder) => {
        const { anonymize, readPlan, readJob, makePlan } = await halftone()
        const result = await anonymize(readPlan(join(folder, 'job.yaml')))
        expect(result).toMatchObject({ outcome: 'found', rows: 8, suppressed: 2, classes: 2 })
        expect(result.verification?.verdict).toBe('holds')
        expect(result.warnings).toContainEqual(expect.stringContaining('people.toy has no last bar'))
        const release = join(folder, 'out/release.toy')
        expect(readFileSync(release, 'utf8').split('\n').slice(0, 3)).toEqual(['%TOY', 'age|city', '20|[Oslo,Rome]'])
        // Files beside it are named without the ending, and the release is data like any other.
        expect(result.manifest).toBe(join(folder, 'out/release.manifest.json'))
        const foreign = readJob(job.replace('people.csv', 'people.data'), 'job.yaml')
        await expect(anonymize(makePlan(foreign, folder, 'job.yaml'))).rejects.toThrow(
          'people.data is a toy, not delimited text; let its name end in .toy',
        )
        const unknown = readJob(job.replace('release.csv', 'release.ods'), 'job.yaml')
        expect(() => makePlan(unknown, '/', 'job.yaml')).toThrow('must end in .csv, .tsv, .parquet, .xlsx, .toy or')
      },
    ))

  it('is a choice of --format, and in the help of commands', async () => {
    const { addFileOptions } = await import('../cli/source-options.ts')
    const { addRisk } = await import('../cli/commands/risk.ts')
    expect(addFileOptions(new Command()).helpInformation()).toContain('"toy"')
    const program = new Command('halftone')
    addRisk(program as Command)
    expect(program.commands[0].helpInformation().replaceAll(/\s+/g, ' ')).toContain('xlsx, transactions or bars')
  })

  it('goes along the path of the kind that the plan names', () =>
    inFolder({ 'people.csv': people, 'job.yaml': job }, async (folder) => {
      const { anonymize, readPlan } = await halftone()
      const plan = { ...readPlan(join(folder, 'job.yaml')), kind: 'toy' } as unknown as ReturnType<typeof readPlan>
      expect(await anonymize(plan)).toMatchObject({ outcome: 'found', classes: 1, suppressed: 0, smallestClass: 8 })
      expect(readFileSync(join(folder, 'out/release.csv'), 'utf8').split('\n')[1]).toBe('"[20,40]","[Oslo,Rome]"')
    }))

  it('can be asked of baskets, and the file is checked for it', () =>
    inFolder(
      {
        'visits.txt': 'a b\na b\na b\na c\nb c\n',
        'job.yaml': `version: 1
data: { source: visits.txt, format: transactions }
columns: {}
privacy: { pairs: { k: 3 } }
output: { release: out/release.txt }
`,
      },
      async (folder) => {
        const { anonymize, readPlan } = await halftone()
        const result = await anonymize(readPlan(join(folder, 'job.yaml')))
        expect(result.verification?.checks[0]).toMatchObject({ name: 'no-rare-pair', holds: true })
      },
    ))

  it.each([
    ['company: 2', 'company: 0', 'privacy.requirements.0.company must be a whole number of at least 1; got 0'],
    ['company: 2', 'compny: 2', 'unknown key "privacy.requirements.0.compny"; did you mean "company"?'],
    ['power: 2', 'power: 0', 'goal.power must be a number of at least 1; got 0'],
    ['power: 2', 'target: age', 'goal crowd has no option "target"; it has power'],
    ['column: age', 'colum: age', 'algorithm only-one has no option "colum"; did you mean "column"?'],
  ])('refuses a job with %s as %s', async (from, to, message) => {
    const { makePlan, readJob } = await halftone()
    expect(() => makePlan(readJob(job.replace(from, to), 'job.yaml'), '/', 'job.yaml')).toThrow(message)
  })

  it('stands in the published schema', async () => {
    const { jobJsonSchema } = await halftone()
    const text = jobJsonSchema()
    for (const word of [
      '"company"',
      'items: no rare pair',
      '"crowd: how much large classes weigh',
      '"only-one"',
      'the one that stays',
      'shelf://oak',
      '"toy"',
      '.xlsx, .toy or .csv.gz',
      'how long a toy waits',
    ])
      expect(text).toContain(word)
  })

  // Beside these two lines: its reader, its row in docs/job-file.md, the generated docs/job.schema.json and the changelog. Six files.
  it('a job key is read, checked, suggested and refused by its two lines', () =>
    inFolder({ 'people.csv': people }, async (folder) => {
      const { readJob, makePlan } = await halftone()
      const read = (limits: string) => readJob(`${job}limits: ${limits}\n`, 'job.yaml')
      expect(read('{ patience: 3, time: 5s }').limits).toEqual({ patience: 3, time: '5s' })
      expect(makePlan(read('{ patience: 3, time: 5s }'), folder, 'job.yaml').asked?.job.limits).toHaveProperty(
        'patience',
      )
      expect(() => read('{ patience: 0 }')).toThrow(/limits\.patience/)
      expect(() => read('{ patienc: 3 }')).toThrow(/did you mean "patience"/)
      expect(() => makePlan(read('{ patience: 3 }'), folder, 'job.yaml')).toThrow(
        expect.objectContaining({ path: 'limits.patience', message: expect.stringContaining('needs limits.time') }),
      )
    }))

  it('stands in halftone list', async () => {
    const { addList } = await import('../cli/commands/list.ts')
    const program = new Command('halftone')
    addList(program as Command)
    const written: string[] = []
    const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0)
    try {
      await program.parseAsync(['list', '--json'], { from: 'user' })
    } finally {
      write.mockRestore()
    }
    const record = JSON.parse(written.join('')) as Record<string, readonly { name: string; options: unknown }[]>
    const found = ['searches', 'metrics', 'requirements'].map((kind) => record[kind].at(-1))
    expect(record['searches'].find(({ name }) => name === 'only-one')?.options).toEqual(toySearch.options)
    expect(record['metrics'].find(({ name }) => name === 'crowd')?.options).toEqual(toyMetric.options)
    expect(record['requirements'].find(({ name }) => name === 'company')?.options).toEqual(toyRequirement.options)
    expect(found).not.toContain(undefined)
    expect(record['databases'].at(-1)?.name).toBe('shelf')
  })

  it('has a flag of `verify` and `risk` if it is a requirement', () => {
    const command = new Command()
    addModelOptions(command)
    expect(command.helpInformation()).toContain('--company <others>')
    command.parse(['--company', '2'], { from: 'user' })
    expect(readRequirements(command.opts()).map(({ promise }) => promise)).toEqual(['2 others stand beside all'])
  })

  it('stands in the records that the forms of the studio are made from', async () => {
    const { recordRoutes } = await import('../studio/server/records.ts')
    const answer = await recordRoutes().request('/')
    const records = JSON.stringify(await answer.json())
    for (const name of ['company', 'crowd', 'only-one', 'toy']) expect(records).toContain(`"name":"${name}"`)
    expect(records).toContain('how much large classes weigh')
  })
})
