/**
 * Small jobs of every search, kind, goal and option, for `golden.test.ts`. Their data is made by the samples and by hand, so that they run
 * anywhere.
 */
import type { JobSettings } from '../end-to-end/workshop.ts'

export interface GoldenJob {
  readonly title: string
  /** The folder that it runs in: those that `golden.test.ts` writes. */
  readonly folder: 'census' | 'baskets' | 'visits'
  readonly job: JobSettings
  /** Afterwards the release for another k is taken from the trail that the job left. */
  readonly trailTo?: number
  /** Afterwards the recoding is applied to this file. */
  readonly applyTo?: string
}

const taxonomy = (name: string) => ({ role: 'quasi-identifier', taxonomy: `taxonomies/${name}.json` })
const identifiers = Object.fromEntries(
  ['name', 'number', 'birth-date', 'postcode'].map((name) => [name, { role: 'identifier' }]),
)
const columns = {
  ...identifiers,
  age: { role: 'quasi-identifier', type: 'numeric', endpoints: 12 },
  sex: taxonomy('sex'),
  education: taxonomy('education'),
  workclass: taxonomy('workclass'),
  hours: { role: 'other' },
  income: { role: 'target' },
}
/** So few groupings that all of them can be tried. */
const few = { ...columns, age: { role: 'other' }, workclass: { role: 'sensitive' } }
/** A number to learn instead of a category. */
const hours = { hours: { role: 'target', type: 'numeric' }, income: { role: 'other' } }

const table = (title: string, job: JobSettings = {}, more: Partial<GoldenJob> = {}): GoldenJob => ({
  title,
  folder: 'census',
  job: {
    version: 1,
    columns,
    algorithm: 'lattice',
    seed: 7,
    ...job,
    data: { source: 'census.csv', unlisted: 'drop', ...job.data },
    privacy: { k: 5, 'suppression-limit': 0.1, ...job.privacy },
    output: { release: 'out/release.csv', report: 'out/report.html', ...job.output },
  },
  ...more,
})

const goal = (title: string, asked: unknown, own: JobSettings = {}): GoldenJob =>
  table(`goal ${title}`, { goal: asked, ...own })

const tables: readonly GoldenJob[] = [
  table('lattice'),
  table('nothing said of the search', { algorithm: undefined, seed: undefined }),
  table('lattice, columns improved', { algorithm: { name: 'lattice', improve: 'columns' }, columns: few }),
  table('lattice, chosen levels and a budget', {
    algorithm: { name: 'lattice', evaluations: 40, levels: { workclass: [0] } },
  }),
  table('genetic', { algorithm: { name: 'genetic', population: 60, iterations: 2000, islands: 2 } }),
  table('genetic as in its paper', {
    algorithm: { name: 'genetic', preset: 'paper', population: 60, iterations: 2000 },
    goal: 'classification',
  }),
  table('genetic, one island', {
    algorithm: { name: 'genetic', population: 50, iterations: 1500, islands: 1 },
    privacy: { 'suppression-limit': 0.6 },
  }),
  table('exhaustive', { algorithm: 'exhaustive', columns: { ...few, education: { role: 'other' } } }),
  table('bottom-up', { algorithm: { name: 'bottom-up', preset: 'paper' }, goal: 'classification' }, { trailTo: 7 }),
  table('bottom-up, careful, trail to the end', {
    algorithm: { name: 'bottom-up', preset: 'careful', 'trail-to': 'all' },
  }),
  table('bottom-up, index, moves', {
    algorithm: { name: 'bottom-up', form: 'index', metric: 'entropy', improve: 'moves' },
  }),
  table('top-down', { algorithm: 'top-down', goal: 'classification' }, { trailTo: 12 }),
  table('top-down, by ratio and loss', {
    algorithm: { name: 'top-down', score: 'ratio', rule: 'program', metric: 'LM' },
  }),
  table('top-down, disclosure and sets of columns', {
    algorithm: {
      name: 'top-down',
      refinement: 'tdr',
      disclose: 'any',
      'suppress-columns': ['sex'],
    },
    privacy: { 'quasi-identifier-sets': [{ columns: ['age', 'sex'], k: 12 }] },
    goal: 'classification',
  }),
  table('pareto', {
    algorithm: { name: 'pareto', population: 20, evaluations: 600 },
  }),
  table('pareto as in its paper, three objectives, a point', {
    algorithm: {
      name: 'pareto',
      preset: 'paper',
      population: 20,
      evaluations: 600,
      objectives: ['LM', 'k', 'DM'],
      point: 2,
    },
  }),
  table(
    'boxes, single cells hidden',
    {
      algorithm: { name: 'boxes', rounds: 20 },
      columns: {
        ...columns,
        education: { role: 'quasi-identifier', type: 'category' },
        workclass: { role: 'quasi-identifier', type: 'category', weight: 3 },
      },
    },
    { applyTo: 'next.csv' },
  ),
  table('boxes, means of classes, values shared', {
    algorithm: { name: 'boxes', rounds: 20 },
    columns: {
      ...columns,
      age: { role: 'quasi-identifier', type: 'numeric', shows: 'mean' },
      hours: { role: 'other', share: 5 },
    },
  }),
  table(
    'derived columns, a place, rounded values',
    {
      columns: {
        ...identifiers,
        age: { role: 'other', round: 10, top: 70 },
        sex: taxonomy('sex'),
        place: { role: 'quasi-identifier', derive: { place: ['age', 'hours'] } },
        born: { role: 'quasi-identifier', derive: { part: ['birth-date', 'year'] } },
        range: { role: 'quasi-identifier', derive: { bin: ['hours', 20, 40] } },
        income: { role: 'target' },
      },
      output: { tidy: 'out/tidy.csv' },
    },
    { applyTo: 'next.csv' },
  ),
  table('kactus-2', { algorithm: 'kactus-2', goal: 'classification' }),
  table('kactus-2, true values, lost rows borrow, with queries', {
    algorithm: { name: 'kactus-2', 'swapping-threshold': 0, 'lost-rows': 'borrow' },
    utility: { workload: { count: 40, target: true } },
    output: { workload: 'out/queries.txt' },
  }),
  table('kactus', { algorithm: 'kactus', goal: 'classification' }),
  table('kadet', { algorithm: { name: 'kadet', prune: false, confidence: 0.1 }, goal: 'classification' }),
  goal('regression', 'regression', { columns: { ...columns, ...hours } }),
  goal('preference', 'preference', { preference: { NWP: 0.3, NECD: 0.8 } }),
  goal('of two terms, with costs', [
    { metric: 'LM', weight: 2 },
    { metric: 'CM', target: 'income', costs: { '>50K': { '<=50K': 3 } }, assign: 'minimum-cost' },
  ]),
  goal(
    'of two targets',
    [
      { metric: 'CM', target: 'income' },
      { metric: 'CM', target: 'race' },
    ],
    {
      columns: { ...columns, race: { role: 'target' } },
    },
  ),
  goal(
    'absolute deviation',
    { metric: 'RM', target: 'hours', deviation: 'absolute' },
    {
      columns: { ...columns, ...hours },
    },
  ),
  goal(
    'of a category and a number, among two categories',
    [
      { metric: 'RM', target: 'hours' },
      { metric: 'CM', target: 'race' },
    ],
    {
      columns: { ...columns, hours: { role: 'target', type: 'numeric' }, race: { role: 'target' } },
    },
  ),
  ...['DM', 'AECS', 'entropy', 'NWP', 'NECD'].map((metric) => goal(metric, { metric })),
  table('no report, queries of a file, masked rows', {
    utility: { workload: 'queries.txt' },
    output: { report: undefined, workload: 'out/queries.txt' },
    columns: {
      ...columns,
      age: { role: 'quasi-identifier', type: 'numeric', endpoints: { width: 10, origin: 0 } },
      education: { ...columns.education, weight: 3 },
    },
  }),
  table('drawn queries', {
    utility: { workload: { count: 50, columns: 3, share: 0.2, target: true, seed: 4 } },
    privacy: { 'suppressed-rows': 'drop', 'suppressed-group': 'enforce', 'suppression-limit': 0.3 },
  }),
  table('missing values are a category', { data: { source: 'holes.csv', missing: 'category' } }),
  table('missing rows are left out, unlisted columns are kept', {
    data: { source: 'holes.csv', missing: 'drop', unlisted: 'keep' },
  }),
  table('no suppression, Parquet', {
    privacy: { 'suppression-limit': 0 },
    output: { release: 'out/release.parquet' },
  }),
  table('dates, prefixes, orders, widths', {
    columns: {
      ...columns,
      'birth-date': { role: 'quasi-identifier', type: 'date' },
      postcode: { role: 'quasi-identifier', type: 'prefix' },
      sex: { role: 'quasi-identifier', order: ['Female', 'Male'] },
      age: { role: 'identifier' },
      hours: { role: 'quasi-identifier', type: 'numeric', endpoints: { width: 10 } },
      education: { role: 'other' },
    },
    output: { release: 'out/release.tsv.gz' },
  }),
  table('a recoding for the next month', {}, { applyTo: 'next.csv' }),
  table('none exists', {
    privacy: { k: 300, 'suppression-limit': 0 },
    algorithm: { name: 'lattice', levels: { sex: [0] } },
  }),
]

/** Their tables have the bytes that they had before intervals ended on public bins. */
const exactEnds = ['lattice', 'genetic', 'kactus-2', 'dates, prefixes, orders, widths'].map((title): GoldenJob => {
  const known = tables.find((job) => job.title === title) as GoldenJob
  const job = { ...known.job, privacy: { ...(known.job.privacy as object), ends: 'exact' } }
  return { ...known, title: `${title}, exact ends`, job }
})

const itemsJob = (title: string, folder: 'baskets' | 'visits', job: JobSettings, more: Partial<GoldenJob> = {}) => ({
  title,
  folder,
  job: {
    version: 1,
    algorithm: 'coat',
    seed: 7,
    columns: { items: { role: 'items', taxonomy: folder === 'baskets' ? 'items.json' : 'codes.json', separator: ' ' } },
    ...job,
    data: { source: folder === 'baskets' ? 'baskets.txt' : 'patients.txt', format: 'transactions', ...job.data },
    privacy: job.privacy ?? { km: { k: 4, m: 2 }, 'suppression-limit': 1 },
    output: { release: 'out/release.txt', report: 'out/report.html', ...job.output },
  },
  ...more,
})

const cells = {
  data: { source: 'cells.csv', format: undefined, unlisted: 'keep' },
  output: { release: 'out/release.csv' },
}

const items: readonly GoldenJob[] = [
  itemsJob('apriori', 'baskets', { algorithm: 'apriori' }, { applyTo: 'next.txt' }),
  itemsJob('apriori, whole sets lifted', 'baskets', { algorithm: { name: 'apriori', lift: 'set' } }),
  itemsJob('apriori, vertical parts', 'baskets', { algorithm: { name: 'apriori', partition: 'vertical', parts: 3 } }),
  itemsJob('apriori, local parts', 'baskets', { algorithm: { name: 'apriori', partition: 'local', parts: 3 } }),
  itemsJob('coat with policies', 'visits', {
    algorithm: 'coat',
    privacy: { k: 4, constraints: 'policy.txt', 'suppression-limit': 1 },
    utility: { constraints: 'groups.txt', estimator: 'half' },
  }),
  itemsJob('coat by depth of the tree, drawn constraints', 'visits', {
    algorithm: 'coat',
    privacy: { k: 4, constraints: { generate: 'frequent', size: 2, frequency: 0.02 }, 'suppression-limit': 1 },
    utility: { constraints: { depth: 1 } },
  }),
  itemsJob('pcta', 'visits', {
    algorithm: 'pcta',
    privacy: { k: 4, constraints: { generate: 'rows' } },
    utility: { workload: { count: 30, size: 3, draw: 'baskets' } },
    output: { workload: 'out/queries.json' },
  }),
  itemsJob('pcta, literal, strict', 'baskets', {
    algorithm: { name: 'pcta', merge: 'literal' },
    privacy: { km: { k: 4, m: 2, strict: true } },
  }),
  itemsJob('cells of items beside other columns', 'baskets', {
    ...cells,
    algorithm: 'coat',
    columns: { person: { role: 'identifier' }, items: { role: 'items', separator: ';', 'fan-out': 3 } },
  }),
  itemsJob('cells, apriori on a balanced tree', 'baskets', {
    ...cells,
    algorithm: 'apriori',
    columns: { person: { role: 'identifier' }, town: { role: 'other' }, items: { role: 'items', separator: ';' } },
  }),
  itemsJob('a row per item', 'baskets', {
    data: { source: 'pairs.csv', format: undefined },
    columns: { person: { role: 'identifier' }, items: { role: 'items', per: 'person' } },
    output: { release: 'out/release.csv' },
  }),
  itemsJob('empty baskets are kept', 'baskets', {
    data: { source: 'holes.txt', 'empty-baskets': 'keep' },
    columns: { items: { role: 'items', separator: ' ' } },
  }),
]

export const goldenJobs: readonly GoldenJob[] = [...tables, ...items, ...exactEnds]
