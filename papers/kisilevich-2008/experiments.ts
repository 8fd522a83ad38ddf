/** Kisilevich et al., §5: accuracy by k on five data sets (Figures 1 to 5), the areas under it (Table 1), missing values (Table 2), and significance. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CodedTable, selectRows } from '../../src/learn/coded-table.ts'
import { crossValidate } from '../../src/learn/evaluation/cross-validate.ts'
import { type Fold, fiveByTwoFolds } from '../../src/learn/evaluation/folds.ts'
import { findLearner } from '../../src/learn/index.ts'
import { areaOverK } from '../../src/learn/statistics/area.ts'
import { compareWithControl } from '../../src/learn/statistics/bonferroni-dunn.ts'
import { testFriedman } from '../../src/learn/statistics/friedman.ts'
import { dataPath } from '../../test/data.ts'
import { type Experiment, papersFolder, type Series, valuesOf, type Work } from '../paper.ts'
import { type AnonymizedHalf, cutHalf, type MethodSettings, suppressHalf } from './anonymize-half.ts'
import { anonymousTreeLearner, levelsHalf, type PathOf } from './anonymous-tree-half.ts'
import { dataSets, type PaperData } from './data-sets.ts'
import { columnsMethods, generalizeHalf } from './generalize-half.ts'

const METHODS = ['TDS', 'TDR', 'kADET', 'kACTUS', 'kACTUS-2'] as const
const LEARNERS = { 'C4.5': 'decision-tree', PART: 'rules', 'naive Bayes': 'naive-bayes', logistic: 'logistic' } as const
type LearnerName = keyof typeof LEARNERS
const SEED = 1

interface PublishedTables {
  readonly areas: Readonly<Record<string, Readonly<Record<LearnerName, readonly (number | null)[]>>>>
  /** By data set and k: TDS, TDR, kACTUS, kACTUS-2. */
  readonly missing: Readonly<Record<string, readonly (readonly number[])[]>>
}

function publishedTables(): PublishedTables {
  return JSON.parse(readFileSync(join(papersFolder, 'kisilevich-2008', 'published.json'), 'utf8')) as PublishedTables
}

interface Compared {
  /** By method and learner, along k. */
  readonly accuracy: Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>
  readonly missing: Readonly<Record<string, readonly number[]>>
  readonly withoutConstant: Readonly<Record<string, readonly number[]>>
  readonly original: number
}

interface Task {
  readonly table: CodedTable
  readonly folds: readonly Fold[]
  readonly ks: readonly number[]
  readonly quasiIdentifiers: readonly string[]
}

function taskOf({ read, ks, quasiIdentifiers, repeats: own = 5 }: PaperData, repeats = own): Task {
  const table = read()
  const folds = fiveByTwoFolds(table.rows, SEED).slice(0, 2 * repeats)
  return { table, folds, ks, quasiIdentifiers: quasiIdentifiers ?? table.columns.map(({ name }) => name) }
}

type MakeHalf = (train: CodedTable, settings: MethodSettings) => AnonymizedHalf | Promise<AnonymizedHalf>

const makers: Readonly<Record<string, MakeHalf>> = {
  TDS: (train, settings) => generalizeHalf(columnsMethods['tds'], train, settings),
  TDR: (train, settings) => generalizeHalf(columnsMethods['tdr'], train, settings),
  kACTUS: (train, settings) => suppressHalf('kactus', train, settings),
  'kACTUS-2': (train, settings) => suppressHalf('kactus-2', train, settings),
}

interface MethodRow {
  readonly accuracy: Readonly<Record<string, readonly number[]>>
  readonly missing: readonly number[]
  readonly withoutConstant: readonly number[]
}

/** The halves are anonymized once for all learners. */
async function runMethod(
  { table, folds, ks, quasiIdentifiers }: Task,
  make: MakeHalf,
  learners: readonly LearnerName[],
  swappingThreshold = 0.5,
): Promise<MethodRow> {
  const accuracy: Record<string, number[]> = Object.fromEntries(learners.map((name) => [name, []]))
  const missing: number[] = []
  const withoutConstant: number[] = []
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  for (const k of ks) {
    const halves: AnonymizedHalf[] = []
    for (const { train } of folds) {
      halves.push(await make(selectRows(table, train), { k, swappingThreshold, seed: SEED, quasiIdentifiers }))
    }
    missing.push(mean(halves.map(({ figures }) => figures.missing)))
    withoutConstant.push(mean(halves.map(({ figures }) => figures.withoutConstant)))
    for (const name of learners) {
      let next = 0
      const judged = await crossValidate(table, findLearner(LEARNERS[name]), folds, { prepare: () => halves[next++] })
      accuracy[name].push(100 * judged.accuracy)
    }
  }
  return { accuracy, missing, withoutConstant }
}

/** kADET is judged by its own tree. */
async function runTree({ table, folds, ks, quasiIdentifiers }: Task, pathOf?: PathOf): Promise<number[]> {
  const accuracy: number[] = []
  for (const k of ks) {
    const judged = await crossValidate(table, anonymousTreeLearner(k), folds, {
      prepare: (train) => levelsHalf(selectRows(table, train), quasiIdentifiers, pathOf),
    })
    accuracy.push(100 * judged.accuracy)
  }
  return accuracy
}

/** The nodes above a value in our taxonomies of Adult. */
function adultPaths(): PathOf {
  const trees = new Map<string, Map<string, readonly string[]>>()
  return (column, value) => {
    let paths = trees.get(column)
    if (paths === undefined) {
      paths = new Map()
      const file = dataPath(`adult/taxonomies/${column}.json`)
      if (existsSync(file)) walk(JSON.parse(readFileSync(file, 'utf8')), [], paths)
      trees.set(column, paths)
    }
    return paths.get(value) ?? [column, value]
  }
}

interface Node {
  readonly name: string
  readonly children?: readonly Node[]
}

function walk({ name, children = [] }: Node, above: readonly string[], paths: Map<string, readonly string[]>): void {
  if (children.length === 0) paths.set(name, [...above, name])
  for (const child of children) walk(child, [...above, name], paths)
}

const here = ({ name }: PaperData) => name === 'tic-tac-toe' || name === 'waveform' || existsSync(dataPath(name))

function compare(work: Work, data: PaperData): Promise<Compared> {
  return work.once(data.name, async () => {
    const task = taskOf(data)
    const learners = Object.keys(LEARNERS) as LearnerName[]
    const accuracy: Record<string, Record<string, readonly number[]>> = {}
    const missing: Record<string, readonly number[]> = {}
    const withoutConstant: Record<string, readonly number[]> = {}
    for (const [name, make] of Object.entries(makers)) {
      const row = await runMethod(task, make, learners)
      accuracy[name] = row.accuracy
      missing[name] = row.missing
      withoutConstant[name] = row.withoutConstant
      work.say(`  ${data.title}: ${name}`)
    }
    accuracy['kADET'] = { 'C4.5': await runTree(task, data.name === 'adult' ? adultPaths() : undefined) }
    const original = await crossValidate(task.table, findLearner('decision-tree'), task.folds, {
      prepare: (train) => cutHalf(selectRows(task.table, train)),
    })
    return { accuracy, missing, withoutConstant, original: 100 * original.accuracy }
  })
}

const areaOf = ({ ks }: PaperData, accuracy: readonly number[]) => areaOverK(ks, accuracy)
const percent = (ours: number, published: number) => (100 * (ours - published)) / published
const signed = (value: number) => `${value >= 0 ? '+' : '−'}${Math.abs(value).toFixed(1)} %`

function figureOf(data: PaperData): Experiment {
  const published = publishedTables().areas[data.title]['C4.5']
  return {
    id: data.figure,
    needs: data.name === 'waveform' || data.name === 'tic-tac-toe' ? [] : [data.name],
    tolerance: 1e-6,
    sizes: data.name === 'tic-tac-toe' ? ['full', 'quick', 'test'] : ['full'],
    async run(work) {
      if (work.size !== 'full') {
        const task = { ...taskOf(data, 1), ks: data.ks.slice(0, 1) }
        const { accuracy, missing } = await runMethod(task, makers['kACTUS-2'], ['C4.5'])
        return {
          series: [],
          facts: { 'kACTUS-2, first two halves, k = 5': accuracy['C4.5'][0], 'missing cells of the same': missing[0] },
          seeds: [SEED],
        }
      }
      const { accuracy, original } = await compare(work, data)
      const facts: Record<string, number | string> = {
        'times two halves': data.repeats ?? 5,
        'original in intervals, %': original,
      }
      METHODS.forEach((name, i) => {
        const area = areaOf(data, accuracy[name]['C4.5'])
        facts[`area, ${name}`] =
          `${area.toFixed(0)}, published ${published[i]?.toFixed(0)} (${signed(percent(area, published[i] as number))})`
      })
      if (data.name === 'tic-tac-toe') {
        const task = { ...taskOf(data, 1), ks: data.ks.slice(0, 1) }
        const first = await runMethod(task, makers['kACTUS-2'], ['C4.5'])
        facts['kACTUS-2, first two halves, k = 5'] = first.accuracy['C4.5'][0]
        facts['missing cells of the same'] = first.missing[0]
      }
      return {
        series: METHODS.map(
          (name): Series => ({
            name,
            points: data.ks.map((k, i) => [k, accuracy[name]['C4.5'][i]]),
          }),
        ),
        facts,
        seeds: [SEED],
      }
    },
    judge(found) {
      const areas = METHODS.map((name) => areaOf(data, valuesOf(found, name)))
      const apart = METHODS.map((_, i) => percent(areas[i], published[i] as number))
      const own = apart.filter((_, i) => METHODS[i].startsWith('kACTUS'))
      const far = METHODS.filter((_, i) => Math.abs(apart[i]) > 3)
      const met = own.every((value) => Math.abs(value) <= 3)
      return {
        verdict: met ? 'met' : 'differs',
        ours: `area of kACTUS-2 ${areas[4].toFixed(0)} (${signed(apart[4])}), kACTUS ${areas[3].toFixed(0)} (${signed(apart[3])}), kADET ${signed(apart[2])}, TDS ${signed(apart[0])}, TDR ${signed(apart[1])}`,
        because: `The paper's own two methods come to within ${Math.max(...own.map(Math.abs)).toFixed(1)} % of their published areas. ${far.length === 0 ? 'So do all others, within 3 %.' : `Further away than 3 % ${far.length === 1 ? 'is' : 'are'} ${far.join(', ')}: readings 1 and 2 have what the trees, and what counts as a category, do to them.`}`,
      }
    },
  }
}

export const experiments: readonly Experiment[] = [
  ...dataSets.map(figureOf),
  {
    id: 'table-1',
    needs: ['adult', 'german'],
    tolerance: 1e-6,
    sizes: ['full'],
    async run(work) {
      const facts: Record<string, string> = {}
      const counts = { rows: 0, first: 0, aboveTDS: 0, aboveTDR: 0, aboveKACTUS: 0 }
      for (const data of dataSets.filter(here)) {
        const { accuracy } = await compare(work, data)
        for (const learner of Object.keys(LEARNERS) as LearnerName[]) {
          const published = publishedTables().areas[data.title][learner]
          const areas = METHODS.map((name) => {
            const own = accuracy[name][learner]
            return own === undefined ? undefined : areaOf(data, own)
          })
          const [tds, tdr, kadet, kactus, own] = areas as number[]
          counts.rows++
          if (own >= Math.max(tds, tdr, kadet ?? 0, kactus)) counts.first++
          if (own > tds) counts.aboveTDS++
          if (own > tdr) counts.aboveTDR++
          if (own > kactus) counts.aboveKACTUS++
          facts[`${data.title}, ${learner}: TDS / TDR / kADET / kACTUS / kACTUS-2`] = areas
            .map((area, i) => (area === undefined ? '–' : `${area.toFixed(0)} (${published[i]?.toFixed(0) ?? '–'})`))
            .join(' / ')
        }
      }
      return {
        series: [],
        facts: {
          ...facts,
          rows: String(counts.rows),
          'kACTUS-2 first': String(counts.first),
          'above TDS': String(counts.aboveTDS),
          'above TDR': String(counts.aboveTDR),
          'above kACTUS': String(counts.aboveKACTUS),
        },
        seeds: [SEED],
      }
    },
    judge({ facts }) {
      const rows = Number(facts['rows'])
      const met = Number(facts['above TDS']) / rows >= 0.6 && Number(facts['above kACTUS']) / rows >= 0.5
      return {
        verdict: met ? 'met' : 'differs',
        ours: `of ${rows} rows kACTUS-2 is first in ${facts['kACTUS-2 first']}, above TDS in ${facts['above TDS']}, TDR in ${facts['above TDR']}, kACTUS in ${facts['above kACTUS']}`,
        because: `Published areas stand in brackets; Glass is missing where its file is not given. Where an order differs it is mostly between kACTUS and kACTUS-2, whose areas differ by less than the halves do, and for TDR, of which reading 1 speaks.`,
      }
    },
  },
  {
    id: 'table-2',
    needs: ['adult', 'german'],
    tolerance: 1e-6,
    sizes: ['full'],
    async run(work) {
      const facts: Record<string, string | number> = {}
      const { missing: published } = publishedTables()
      const distances: number[] = []
      for (const data of dataSets.filter(here)) {
        const { missing } = await compare(work, data)
        ;['TDS', 'TDR', 'kACTUS', 'kACTUS-2'].forEach((name, i) => {
          const theirs = published[data.title].map((row) => row[i])
          facts[`${data.title}, ${name}`] = missing[name]
            .map((own, at) => `${own.toFixed(2)} (${theirs[at].toFixed(2)})`)
            .join(', ')
          if (name === 'kACTUS-2') distances.push(...missing[name].map((own, at) => Math.abs(own - theirs[at])))
        })
      }
      facts['kACTUS-2: mean distance'] = distances.reduce((sum, own) => sum + own, 0) / distances.length
      facts['kACTUS-2: largest distance'] = Math.max(...distances)
      return { series: [], facts, seeds: [SEED] }
    },
    judge({ facts }) {
      const [mean, most] = ['mean', 'largest'].map((own) => Number(facts[`kACTUS-2: ${own} distance`]))
      return {
        verdict: mean <= 0.02 ? 'met' : 'differs',
        ours: `kACTUS-2 is on average ${mean.toFixed(3)} away, at most ${most.toFixed(3)}`,
        because: `The class column counts among the cells, which is what fits the paper; rates in brackets are the published ones, by ascending k, and the distance is mostly that of Waveform, whose columns of noise discretization leaves constant (reading 4 has the rates without them). For TDS and TDR, which generalize, we count what is left at the root or undisclosed, since the paper does not say what is missing there.`,
      }
    },
  },
  {
    id: 'significance',
    needs: ['adult', 'german'],
    tolerance: 1e-6,
    sizes: ['full'],
    async run(work) {
      const blocks: number[][] = []
      for (const data of dataSets.filter(here)) {
        const { accuracy } = await compare(work, data)
        blocks.push(...data.ks.map((_, i) => METHODS.map((name) => accuracy[name]['C4.5'][i])))
      }
      const test = testFriedman(blocks)
      const { criticalDifference, methods } = compareWithControl(test, [...METHODS], 'kACTUS-2')
      return {
        series: [],
        facts: {
          blocks: test.blocks,
          'χ²': test.chiSquare,
          F: test.f,
          p: test.probability,
          'critical difference': criticalDifference,
          ...Object.fromEntries(
            methods.map(({ name, rank, differs }) => [
              `mean rank of ${name}`,
              `${rank.toFixed(2)}${differs ? ', differs' : ''}`,
            ]),
          ),
        },
        seeds: [SEED],
      }
    },
    judge({ facts }) {
      const differ = METHODS.filter((name) => String(facts[`mean rank of ${name}`]).endsWith('differs'))
      return {
        verdict: differ.length === 4 ? 'met' : 'differs',
        ours: `${differ.length === 0 ? 'none differs' : `${differ.join(', ')} differ`} (${facts['blocks']} blocks of data set and k, C4.5, p ${Number(facts['p']).toExponential(0)})`,
        because: `What the paper's blocks are it does not say; by its own Table 1 with a block for each data set, Bonferroni–Dunn separates kACTUS-2 from TDS and TDR alone (ranks 4.2 and 4.6 against 1.2, critical difference 2.50). Between kACTUS and kACTUS-2 neither the paper's areas nor ours allow the claim.`,
      }
    },
  },
  {
    id: 'reading-1',
    needs: ['adult'],
    tolerance: 1e-6,
    sizes: ['full'],
    async run() {
      const data = dataSets[0]
      const task = taskOf(data, 1)
      const series: Series[] = []
      const facts: Record<string, number> = {}
      for (const name of Object.keys(columnsMethods).filter((own) => own.startsWith('tdr'))) {
        const make: MakeHalf = (train, settings) => generalizeHalf(columnsMethods[name], train, settings)
        const { accuracy } = await runMethod(task, make, ['C4.5'])
        series.push({ name, points: data.ks.map((k, i) => [k, accuracy['C4.5'][i]]) })
        facts[`area, ${name}`] = areaOf(data, accuracy['C4.5'])
      }
      return { series, facts, seeds: [SEED] }
    },
    judge({ facts }) {
      const areas = Object.entries(facts).map(([name, area]) => ({
        name: name.replace('area, ', ''),
        area: Number(area),
      }))
      const nearest = areas.reduce((best, own) =>
        Math.abs(own.area - 75_472) < Math.abs(best.area - 75_472) ? own : best,
      )
      return {
        verdict: 'met',
        ours: '',
        because: `Published is 75,472, hardly more than always answering with the larger class (74,844); ours are ${areas.map(({ name, area }) => `${area.toFixed(0)} for ${name}`).join(', ')}. ${nearest.name === 'tdr' ? 'Disclosing intervals one by one does not explain the published area' : `With ${nearest.name} the area comes to ${signed(percent(nearest.area, 75_472))} of the published one: what the filter made of the numbers is what TDR cannot use`}.`,
      }
    },
  },
  {
    id: 'reading-2',
    needs: ['adult'],
    tolerance: 1e-6,
    sizes: ['full'],
    async run() {
      const data = dataSets[0]
      const task = taskOf(data, 1)
      const series: Series[] = []
      const facts: Record<string, number> = {}
      for (const [name, pathOf] of [
        ['with taxonomies', adultPaths()],
        ['whole values', undefined],
      ] as const) {
        const accuracy = await runTree(task, pathOf)
        series.push({ name: `kADET, ${name}`, points: data.ks.map((k, i) => [k, accuracy[i]]) })
        facts[`area, ${name}`] = areaOf(data, accuracy)
      }
      return { series, facts, seeds: [SEED] }
    },
    judge({ facts }) {
      const [trees, whole] = Object.values(facts).map(Number)
      return {
        verdict: 'met',
        ours: '',
        because: `The area on Adult is ${trees.toFixed(0)} with taxonomies (${signed(percent(trees, 80_843))} of the published 80,843) and ${whole.toFixed(0)} with whole values (${signed(percent(whole, 80_843))}). Splitting by coarse values first lets a tree go on where a whole value would leave a branch below k.`,
      }
    },
  },
  {
    id: 'reading-3',
    needs: ['adult'],
    tolerance: 1e-6,
    sizes: ['full'],
    async run() {
      const facts: Record<string, number> = {}
      for (const data of dataSets.filter(({ name }) => name === 'adult' || name === 'tic-tac-toe')) {
        const task = taskOf(data, data.name === 'adult' ? 1 : 5)
        for (const threshold of [0, 0.5, 1]) {
          const { accuracy } = await runMethod(task, makers['kACTUS-2'], ['C4.5'], threshold)
          facts[`${data.title}, ST ${threshold}: area`] = areaOf(data, accuracy['C4.5'])
        }
      }
      return { series: [], facts, seeds: [SEED] }
    },
    judge({ facts }) {
      const own = (title: string) =>
        [0, 0.5, 1].map((st) => Number(facts[`${title}, ST ${st}: area`]).toFixed(0)).join(' / ')
      return {
        verdict: 'met',
        ours: '',
        because: `Areas for ST 0 / 0.5 / 1: Adult ${own('Adult')} (published 82,663), tic-tac-toe ${own('Tic-tac-toe')} (published 1,802). The runs do not single out one value; 0.5 is a convention.`,
      }
    },
  },
  {
    id: 'reading-4',
    needs: ['adult', 'german'],
    tolerance: 1e-6,
    sizes: ['full'],
    async run(work) {
      const facts: Record<string, number> = {}
      const { missing: published } = publishedTables()
      for (const data of dataSets.filter(here)) {
        const { missing, withoutConstant } = await compare(work, data)
        const distance = (own: readonly number[]) =>
          own.reduce((sum, value, i) => sum + Math.abs(value - published[data.title][i][3]), 0) / own.length
        facts[`${data.title}: mean distance, constant columns counted`] = distance(missing['kACTUS-2'])
        facts[`${data.title}: mean distance, left out`] = distance(withoutConstant['kACTUS-2'])
      }
      return { series: [], facts, seeds: [SEED] }
    },
    judge({ facts }) {
      const nearer = Object.entries(facts)
        .filter(([name]) => name.endsWith('counted'))
        .map(([name, counted]) => {
          const title = name.split(':')[0]
          const left = Number(facts[`${title}: mean distance, left out`])
          return `${title} ${Number(counted).toFixed(3)} / ${left.toFixed(3)}`
        })
      return {
        verdict: 'met',
        ours: '',
        because: `Mean distance of kACTUS-2 to the published rates, counted / left out: ${nearer.join(', ')}. Table 2 above counts them.`,
      }
    },
  },
]
