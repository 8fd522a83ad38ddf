/** The study and its curves, for the figures and the readings. */
import { join } from 'node:path'
import type { Grouping } from '../../../src/hierarchy/grouping.ts'
import type { Hierarchy } from '../../../src/hierarchy/hierarchy.ts'
import { crossValidate } from '../../../src/learn/evaluation/cross-validate.ts'
import { stratifiedFolds } from '../../../src/learn/evaluation/folds.ts'
import { findLearner } from '../../../src/learn/index.ts'
import { readRecodingFile } from '../../../src/recoding/read-recoding.ts'
import { recodedGrouping } from '../../../src/recoding/recoding.ts'
import type { StudyRow } from '../../../src/report/study/study-row.ts'
import { adultHierarchies, readAdult } from '../../../test/adult.ts'
import { codedRows, learnTable, type Rows, suppressedRows } from '../adult/generalized.ts'
import { findRange, fixed, type Series, type Work } from '../paper.ts'
import { type PaperStudy, type PartOfGrid, runPaperStudy } from '../run-study.ts'

export type Metric = 'CM' | 'LM'

export const QUICK_KS = [250]

/** The default search with three seeds; a quick run has one k and one seed. */
export function runStudy(work: Work): Promise<PaperStudy> {
  const grid: PartOfGrid = work.size === 'full' ? {} : { 'privacy.k': QUICK_KS, seed: [1] }
  return work.once('figures-6-7', () => runPaperStudy(work, 'iyengar-2002', 'figures-6-7.study.yaml', grid))
}

export const optimizing = (rows: readonly StudyRow[], metric: Metric) =>
  rows.filter(({ settings }) => settings['optimized'] === metric)

/** At each k, the smallest and largest value of a metric over the seeds, and the metric of the best run. */
export function curves(rows: readonly StudyRow[], optimized: Metric): Series[] {
  const chosen = optimizing(rows, optimized)
  const other = optimized === 'CM' ? 'LM' : 'CM'
  const ks = [...new Set(chosen.map(({ k }) => k as number))]
  const best = (k: number) =>
    chosen
      .filter((row) => row.k === k)
      .reduce((least, row) => (row.metrics[optimized] < least.metrics[optimized] ? row : least))
  return [
    { name: `${optimized}, default search`, points: ks.map((k) => [k, best(k).metrics[optimized]]) },
    { name: `${other} of the same`, points: ks.map((k) => [k, best(k).metrics[other]]) },
  ]
}

export interface Loaded {
  readonly hierarchies: readonly Hierarchy[]
  readonly train: Rows
  readonly testHierarchies: readonly Hierarchy[]
  readonly test: Rows
  /** Test rows encoded like the training table. */
  readonly testAsTrain: Rows
}

export function load(work: Work): Promise<Loaded> {
  return work.once('rows', async () => {
    const training = readAdult('adult.data')
    const testing = readAdult('adult.test')
    const hierarchies = adultHierarchies(training)
    const testHierarchies = adultHierarchies(testing)
    return {
      hierarchies,
      train: codedRows(hierarchies, training),
      testHierarchies,
      test: codedRows(testHierarchies, testing),
      testAsTrain: codedRows(hierarchies, testing),
    }
  })
}

export async function foundGroupings(work: Work, metric: Metric, k: number, seed = 1): Promise<Grouping[]> {
  const { rows, runFolder } = await runStudy(work)
  const { hierarchies } = await load(work)
  const row = optimizing(rows, metric).find((candidate) => candidate.k === k && candidate.seed === seed)
  if (row === undefined) throw new Error(`the study has no run for ${metric} at k = ${k}, seed ${seed}`)
  const recoding = readRecodingFile(join(runFolder(row), 'private', 'release.recoding.json'))
  if (recoding.kind !== 'columns') throw new Error('the recoding is not of columns')
  return hierarchies.map((hierarchy) => {
    const recoded = recoding.columns.find(({ column }) => column === hierarchy.column)
    if (recoded === undefined) throw new Error(`no ${hierarchy.column} in the recoding`)
    if (recoded.type === 'numeric') {
      const codeGroups = Int32Array.from(hierarchy.low!, (low) =>
        recoded.groups.findLastIndex(({ from = low }) => from <= low),
      )
      return { codeGroups, groups: recoded.groups.length }
    }
    if (hierarchy.kind !== 'number') return recodedGrouping(recoded, hierarchy)
    // Education is an order of names in the job, and numbers 1 to 16 here.
    const codeGroups = Int32Array.from(recoded.groups.flatMap(({ values }, group) => values.map(() => group)))
    return { codeGroups, groups: recoded.groups.length }
  })
}

/** Ten-fold cross-validation of C4.5 on the release, all generalized, as in the paper. */
export async function releaseError(
  { hierarchies, train }: Loaded,
  groupings: readonly Grouping[],
  k: number,
  suppressedAs: 'missing' | 'value',
  foldSeed = 1,
): Promise<number> {
  const suppressed = suppressedRows(train, groupings, k)
  const table = learnTable(hierarchies, train, groupings, { suppressed, suppressedAs })
  const folds = stratifiedFolds(table.target.codes, 10, foldSeed)
  const { accuracy } = await crossValidate(table, findLearner('decision-tree'), folds)
  return 100 * (1 - accuracy)
}

export const span = (values: readonly number[], digits = 2) => fixed(findRange(values), digits, ' to ')
