/** Methods, learners and areas, for the figures and the readings. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CodedTable, selectRows } from '../../../src/learn/coded-table.ts'
import { findCuts } from '../../../src/learn/discretize.ts'
import { type CrossValidation, crossValidate } from '../../../src/learn/evaluation/cross-validate.ts'
import { type Fold, fiveByTwoFolds } from '../../../src/learn/evaluation/folds.ts'
import { findLearner } from '../../../src/learn/index.ts'
import { areaOverK, compareWithControl, testFriedman } from '../../../src/learn/statistics/comparison.ts'
import { dataPath } from '../../../test/data.ts'
import { type Found, findRange, mean, papersFolder, type Work } from '../paper.ts'
import { type AnonymizedHalf, type Cutter, cutHalf, type MethodSettings, suppressHalf } from './anonymize-half.ts'
import { anonymousTreeLearner, type FindPath, levelsHalf } from './anonymous-tree-half.ts'
import { equalWidthCuts, type PaperData } from './data-sets.ts'
import { columnsMethods, generalizeHalf, treeFolders } from './generalize-half.ts'

export const METHODS = ['TDS', 'TDR', 'kADET', 'kACTUS', 'kACTUS-2'] as const

const LEARNERS = { 'C4.5': 'decision-tree', PART: 'rules', 'naive Bayes': 'naive-bayes', logistic: 'logistic' } as const

type LearnerName = keyof typeof LEARNERS

export const LEARNER_NAMES = Object.keys(LEARNERS) as LearnerName[]

export const SEED = 1

/** Five times two halves, as in the paper; each repeat has a seed. */
export const SEEDS = [1, 2, 3, 4, 5]

/** Numbers are cut by the training half, by the whole table, or into ten intervals of equal width. */
export const cutters = {
  half: () => findCuts,
  whole: (table) => {
    const cuts = findCuts(table)
    return () => cuts
  },
  'equal width': (table) => {
    const cuts = equalWidthCuts(table, 10)
    return () => cuts
  },
} satisfies Readonly<Record<string, (table: CodedTable) => Cutter>>

export type CutsBy = keyof typeof cutters

/** The paper discretizes "as a preprocessing step". */
const CUTS = 'whole' as CutsBy

interface PublishedTables {
  readonly areas: Readonly<Record<string, Readonly<Record<LearnerName, readonly (number | null)[]>>>>
  /** By data set and k: TDS, TDR, kACTUS, kACTUS-2. */
  readonly missing: Readonly<Record<string, readonly (readonly number[])[]>>
}

export function publishedTables(): PublishedTables {
  return JSON.parse(readFileSync(join(papersFolder, 'kisilevich-2008', 'published.json'), 'utf8')) as PublishedTables
}

/** Accuracy in percent, by k and repeat; a repeat learns from each of two halves. */
export type Curve = readonly (readonly number[])[]

interface Compared {
  /** By method; kADET has accuracy only. */
  readonly accuracy: Readonly<Record<string, MethodRow['accuracy']>>
  readonly rows: Readonly<Record<string, MethodRow>>
  /** By repeat. */
  readonly original: readonly number[]
}

interface Task {
  readonly table: CodedTable
  readonly cutter: Cutter
  /** Two for each seed. */
  readonly folds: readonly Fold[]
  readonly ks: readonly number[]
  readonly quasiIdentifiers: readonly string[]
}

export function makeTask({ read, ks, quasiIdentifiers }: PaperData, repeats = SEEDS.length, cuts: CutsBy = CUTS): Task {
  const table = read()
  const folds = SEEDS.slice(0, repeats).flatMap((seed) => fiveByTwoFolds(table.rows, seed).slice(0, 2))
  return {
    table,
    cutter: cutters[cuts](table),
    folds,
    ks,
    quasiIdentifiers: quasiIdentifiers ?? table.columns.map(({ name }) => name),
  }
}

export type MakeHalf = (train: CodedTable, settings: MethodSettings) => AnonymizedHalf | Promise<AnonymizedHalf>

export function columnsMaker(name: string): MakeHalf {
  return (train, settings) => generalizeHalf(columnsMethods[name], train, settings)
}

export const makers: Readonly<Record<string, MakeHalf>> = {
  TDS: columnsMaker('tds'),
  TDR: columnsMaker('tdr'),
  kACTUS: (train, settings) => suppressHalf('kactus', train, settings),
  'kACTUS-2': (train, settings) => suppressHalf('kactus-2', train, settings),
}

interface MethodRow {
  readonly accuracy: Readonly<Record<string, Curve>>
  readonly missing: readonly number[]
  readonly withoutConstant: readonly number[]
  /** Largest difference between the halves at one k. */
  readonly missingSpread: number
}

/** The halves are anonymized once for all learners. */
export async function runMethod(
  { table, cutter, folds, ks, quasiIdentifiers }: Task,
  make: MakeHalf,
  learners: readonly LearnerName[],
  swappingThreshold = 0.5,
): Promise<MethodRow> {
  const accuracy: Record<string, number[][]> = Object.fromEntries(learners.map((name) => [name, []]))
  const missing: number[] = []
  const withoutConstant: number[] = []
  let missingSpread = 0
  for (const k of ks) {
    const halves: AnonymizedHalf[] = []
    for (const [i, { train }] of folds.entries()) {
      const settings = { k, swappingThreshold, seed: SEEDS[i >> 1], quasiIdentifiers, cutter }
      halves.push(await make(selectRows(table, train), settings))
    }
    const rates = halves.map(({ figures }) => figures.missing)
    missing.push(mean(rates))
    const [low, high] = findRange(rates)
    missingSpread = Math.max(missingSpread, high - low)
    withoutConstant.push(mean(halves.map(({ figures }) => figures.withoutConstant)))
    for (const name of learners) {
      let next = 0
      const judged = await crossValidate(table, findLearner(LEARNERS[name]), folds, { prepare: () => halves[next++] })
      accuracy[name].push(byRepeat(judged))
    }
  }
  return { accuracy, missing, withoutConstant, missingSpread }
}

/** kADET is judged by its own tree. */
export async function runTree(
  { table, cutter, folds, ks, quasiIdentifiers }: Task,
  findPath?: FindPath,
): Promise<Curve> {
  const accuracy: number[][] = []
  for (const k of ks) {
    const judged = await crossValidate(table, anonymousTreeLearner(k), folds, {
      prepare: (train) => levelsHalf(selectRows(table, train), quasiIdentifiers, findPath, cutter),
    })
    accuracy.push(byRepeat(judged))
  }
  return accuracy
}

/** Without anonymization, by repeat. */
export async function measureOriginal({ table, cutter, folds }: Task): Promise<number[]> {
  const prepare = (train: Int32Array) => cutHalf(selectRows(table, train), cutter)
  return byRepeat(await crossValidate(table, findLearner('decision-tree'), folds, { prepare }))
}

function byRepeat({ folds }: CrossValidation): number[] {
  return Array.from({ length: folds.length / 2 }, (_, i) => 50 * (folds[2 * i].accuracy + folds[2 * i + 1].accuracy))
}

/** The nodes above a value in taxonomies of Adult. */
export function adultPaths(folder: string = treeFolders.ours): FindPath {
  const trees = new Map<string, Map<string, readonly string[]>>()
  return (column, value) => {
    let paths = trees.get(column)
    if (paths === undefined) {
      paths = new Map()
      const file = dataPath(`${folder}/${column}.json`)
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

export function compare(work: Work, data: PaperData): Promise<Compared> {
  return work.once(data.name, async () => {
    const task = makeTask(data)
    const rows: Record<string, MethodRow> = {}
    const accuracy: Record<string, MethodRow['accuracy']> = {}
    for (const [name, make] of Object.entries(makers)) {
      rows[name] = await runMethod(task, make, LEARNER_NAMES)
      accuracy[name] = rows[name].accuracy
      work.say(`  ${data.title}: ${name}`)
    }
    accuracy['kADET'] = { 'C4.5': await runTree(task, data.name === 'adult' ? adultPaths() : undefined) }
    return { accuracy, rows, original: await measureOriginal(task) }
  })
}

export const meanCurve = (curve: Curve): number[] => curve.map(mean)

export const curveArea = ({ ks }: PaperData, accuracy: readonly number[]) => areaOverK(ks, accuracy)

export const meanArea = (data: PaperData, curve: Curve) => curveArea(data, meanCurve(curve))

export const areasByRepeat = (data: PaperData, curve: Curve) =>
  curve[0].map((_, repeat) =>
    curveArea(
      data,
      curve.map((values) => values[repeat]),
    ),
  )

/** Mean absolute difference of kACTUS-2's missing rates from the published ones, over k. */
export const farFromTable2 = ({ title }: PaperData, rates: readonly number[]) =>
  mean(rates.map((rate, i) => Math.abs(rate - publishedTables().missing[title][i][3])))

export const percent = (ours: number, published: number) => (100 * (ours - published)) / published

export const signed = (value: number) => `${value >= 0 ? '+' : '−'}${Math.abs(value).toFixed(1)} %`

export const [TDS, TDR, KADET, KACTUS, KACTUS_2] = METHODS.keys()

/** Rows of Table 1 by data set and learner: for each method our area and the published one. */
export function areasOfTable({ facts }: Pick<Found, 'facts'>): (readonly [string, readonly (readonly number[])[]])[] {
  const methods = ': TDS / TDR / kADET / kACTUS / kACTUS-2'
  // `76541 (76414) / 81174 (75472) / …`
  const areas = (words: string) => words.split(' / ').map((pair) => pair.split(/[ ()]+/).map(Number))
  return Object.entries(facts)
    .filter(([name]) => name.endsWith(methods))
    .map(([name, words]) => [name.replace(methods, ''), areas(String(words))])
}

/** Whether kACTUS-2 differs from the others, by mean ranks over the blocks. */
export function friedmanFacts(blocks: readonly (readonly number[])[]): Found['facts'] {
  const test = testFriedman(blocks)
  const { criticalDifference, methods } = compareWithControl(test, [...METHODS], 'kACTUS-2')
  return {
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
  }
}
