/**
 * What a release is worth to whoever learns from it: classifiers are trained on the original and on the release and tested on the same
 * untouched rows, between the worst (always the most frequent class) and the baseline (the original). Test rows are brought into the
 * release's terms by its recoding. Without rows of their own to test on, the job is run anew inside each fold, on its training rows. All
 * rows are held in memory, as learners need them.
 */

import type { EngineRun } from '../engines/engine.ts'
import { UserError } from '../ground/errors.ts'
import { seedFor } from '../ground/random.ts'
import { selectRows } from '../learn/coded-table.ts'
import { crossValidate, meanFigures } from '../learn/evaluation/cross-validate.ts'
import { type Fold, fiveByTwoFolds, rowNumbers, stratifiedFolds } from '../learn/evaluation/folds.ts'
import type { LearnedFigures } from '../learn/evaluation/measures.ts'
import { findLearner } from '../learn/index.ts'
import type { LearnerRecord } from '../learn/learner.ts'
import { majorityLearner } from '../learn/majority.ts'
import { type ReadRowsPlan, tableFromRows } from '../learn/read-rows.ts'
import { columnsOf, type TablePlan } from '../plan/plan.ts'
import { requireOneSet } from '../publish/published-set.ts'
import { intervalsOverlap, middleOf } from '../recoding/overlapping-intervals.ts'
import { pairRows } from '../recoding/pair-rows.ts'
import { readLabels, type ValueLabels } from '../recoding/value-labels.ts'
import { openSource, requireColumn, type SourceRequest } from '../sources/open-source.ts'
import { withEngine } from '../sources/stamp.ts'
import { join, sql } from '../sql/dialect.ts'
import { type WholeRows, withFoldRelease } from './inside-folds.ts'

/** Each fold is a run of the job. */
export const DEFAULT_FOLDS = 5

export interface EvaluateReleaseRequest {
  readonly job: TablePlan
  readonly release: SourceRequest
  /** The data the release was made from; that of the job when absent. */
  readonly original?: SourceRequest
  /** Rows that neither was made from; the job is run anew inside folds of the original when absent. */
  readonly test?: SourceRequest
  /** Without `test`: the release as it stands is judged, though it was made from the rows that it is tested on. */
  readonly asReleased?: boolean | undefined
  /** File of the recoding; that of the job when absent. */
  readonly recoding?: string
  /** Names of learners. */
  readonly learners: readonly string[]
  /** Parts of the cross-validation, or five times two halves. */
  readonly folds: number | '5x2'
  readonly seed: number
}

export interface ReleaseEvaluation {
  readonly target: string
  readonly columns: readonly string[]
  readonly rows: { readonly original: number; readonly release: number; readonly test?: number }
  /**
   * `test-file`; `folds`: rows that the job, run on the others, never saw; and of a release as it stands, which knows the rows it is
   * tested on: `original`: other rows of the original; `release`: other rows of the release, because it has fewer rows than the original,
   * or labels that do not follow from the values, and cannot be laid beside it.
   */
  readonly testedOn: 'test-file' | 'folds' | 'original' | 'release'
  readonly folds?: number | '5x2'
  /** Folds on whose training rows the job found nothing to release: they count as the worst. */
  readonly foldsWithoutRelease?: number
  /** Numeric columns whose intervals overlap, as those of a local recoding do: learners take the middle of each. Nodes are categories. */
  readonly byMiddle: readonly string[]
  readonly seed: number
  /** Always the most frequent class. */
  readonly worst: LearnedFigures
  readonly learners: readonly {
    readonly name: string
    readonly title: string
    /** The baseline. */
    readonly original: LearnedFigures
    readonly release: LearnedFigures
  }[]
}

export async function evaluateRelease(
  request: EvaluateReleaseRequest,
  run: EngineRun = {},
): Promise<ReleaseEvaluation> {
  const { job, folds, seed } = request
  const learners = request.learners.map(findLearner)
  const target = columnsOf(job, 'target').find(({ type }) => type !== 'numeric')
  if (target === undefined) {
    throw new UserError(
      `${job.name} has no target column of categories, and learners need one to learn; give a column role: target`,
      { path: 'columns', rule: 'present' },
    )
  }
  const columns = columnsOf(job, 'quasi-identifier').map(({ name }) => name)
  const names = [...columns, target.name]
  await requireOneSet(request.release, job.output)
  const task: Task = { request, job, learners, columns, target: target.name, names }
  const inside = request.test === undefined && request.asReleased !== true
  const judged = inside ? await judgeInsideFolds(task, run) : await judgeRelease(task, run)
  const { rows, testedOn, byMiddle, worst } = judged
  return {
    target: target.name,
    columns,
    rows,
    testedOn,
    folds: testedOn === 'test-file' ? undefined : folds,
    foldsWithoutRelease: judged.foldsWithoutRelease,
    byMiddle,
    seed,
    worst,
    learners: learners.map(({ name, title }, i) => ({ name, title, ...judged.learners[i] })),
  }
}

/** What is judged by whom. */
interface Task {
  readonly request: EvaluateReleaseRequest
  readonly job: TablePlan
  readonly learners: readonly LearnerRecord[]
  readonly columns: readonly string[]
  readonly target: string
  /** The columns, then the target. */
  readonly names: readonly string[]
}

type Judged = Pick<ReleaseEvaluation, 'rows' | 'testedOn' | 'byMiddle' | 'worst' | 'foldsWithoutRelease'> & {
  readonly learners: readonly BeforeAndAfter[]
}

interface BeforeAndAfter {
  readonly original: LearnedFigures
  readonly release: LearnedFigures
}

/** The release as it stands: on rows of a test file, or on other rows of the data that it was made from. */
async function judgeRelease(task: Task, run: EngineRun): Promise<Judged> {
  const { request, job, columns, names } = task
  const original = await readTexts(request.original ?? job.source, names, job, run)
  const written = await readTexts(request.release, names, { ...job, missing: 'fail' }, run)
  const test = request.test === undefined ? undefined : await readTexts(request.test, names, job, run)
  const labelsOf = () => readLabels(request.recoding ?? job.output.recoding)
  const beside = test === undefined ? besideOriginal(job, original, written, labelsOf, columns) : undefined
  const testedOn = test !== undefined ? 'test-file' : beside !== undefined ? 'original' : 'release'
  const labels = testedOn === 'release' ? undefined : labelsOf()
  const found = await judgeBeside(task, { original, shown: beside ?? written, test, labels }, run)
  return { ...found, rows: { original: original.length, release: written.length, test: test?.length }, testedOn }
}

/** The job, run anew on the training rows of each fold, and judged on the rows that it did not see. */
async function judgeInsideFolds(task: Task, run: EngineRun): Promise<Judged> {
  const { request, job, names, columns, learners } = task
  const whole = await readRows(request.original ?? job.source, { names }, job, run)
  const original = textsOf(whole, names)
  const written = await readTexts(request.release, names, { ...job, missing: 'fail' }, run)
  const classes = [...new Set(original.map(lastOf))]
  const codes = Int32Array.from(original, (row) => classes.indexOf(lastOf(row)))
  const parts = foldsBy(request, codes)
  const judged: (Pick<Judged, 'worst' | 'learners' | 'byMiddle'> & { readonly released: boolean })[] = []
  for (const fold of parts) {
    const done = judged.length
    const progress = (share: number) => run.progress?.((done + share) / parts.length)
    const rowsOf = (numbers: Int32Array) => Array.from(numbers, (row) => original[row])
    const [train, test] = [rowsOf(fold.train), rowsOf(fold.test)]
    judged.push(
      await withFoldRelease(job, whole, fold, run, async (made) => {
        // A release that does not exist teaches nothing: as one whose cells all say nothing.
        const shown =
          made === undefined
            ? train.map((row) => [...columns.map(() => '?'), lastOf(row)])
            : await readTexts(made.release, names, { ...job, missing: 'fail' }, run)
        const labels = made === undefined ? new Map() : readLabels(made.recoding)
        const found = await judgeBeside(task, { original: train, shown, test, labels }, { ...run, progress })
        const { worst } = found
        return made === undefined
          ? { ...found, learners: found.learners.map((own) => ({ ...own, release: worst })), released: false }
          : { ...found, released: true }
      }),
    )
  }
  const without = judged.filter(({ released }) => !released).length
  return {
    rows: { original: original.length, release: written.length },
    testedOn: 'folds',
    byMiddle: columns.filter((name) => judged.some(({ byMiddle }) => byMiddle.includes(name))),
    worst: meanFigures(judged.map(({ worst }) => worst)),
    learners: learners.map((_, i) => ({
      original: meanFigures(judged.map((fold) => fold.learners[i].original)),
      release: meanFigures(judged.map((fold) => fold.learners[i].release)),
    })),
    foldsWithoutRelease: without === 0 ? undefined : without,
  }
}

/** Rows in the original's terms, and in those of a release. */
interface Beside {
  readonly original: Rows
  readonly shown: Rows
  /** Rows that neither was made from. */
  readonly test: Rows | undefined
  /** Absent where the release is tested on itself. */
  readonly labels: LabelsByColumn | undefined
}

async function judgeBeside(
  { request, job, learners, columns, target }: Task,
  { original, shown, test, labels }: Beside,
  run: EngineRun,
): Promise<Pick<Judged, 'worst' | 'learners' | 'byMiddle'>> {
  const overlapping = columnsOf(job, 'quasi-identifier').map(
    ({ type }, place) => type === 'numeric' && intervalsOverlap(shown.map((row) => row[place])),
  )
  const release = shown.map((row) => row.map((cell, place) => (overlapping[place] ? middleOf(cell) : cell)))
  // Rows to test on in the release's terms; the release itself where there are no others.
  const recoded = labels === undefined ? release : labelled(labels, columns, test ?? original)
  const targetValues = [...new Set([original, release, test ?? []].flatMap((rows) => rows.map(lastOf)))].sort()
  /** Numeric columns as numbers, where `areNumbers` says so; all others as categories. */
  const coded = (
    rows: Rows,
    reading: Pick<ReadRowsPlan, 'missing' | 'suppressed'>,
    areNumbers: (place: number) => boolean = () => true,
  ) =>
    tableFromRows(rows, {
      header: [...columns, target],
      columns: columnsOf(job, 'quasi-identifier').map(({ name, type }, place) => ({
        name,
        type: type === 'numeric' && areNumbers(place) ? 'numbers' : 'categories',
      })),
      target,
      targetValues,
      ...reading,
    })
  const codeOriginal = (rows: Rows) => coded(rows, { missing: ['', ...job.missingValues] })
  const numbers = columns.map((_, place) => onlyNumbers([release, recoded], place))
  const suppressed = labels === undefined ? 'category' : 'missing'
  const codeRelease = (rows: Rows) => coded(rows, { missing: ['?', ''], suppressed }, (place) => numbers[place])
  const taught = { original: codeOriginal(original), release: codeRelease(release) }
  const tested = {
    original: test === undefined ? taught.original : codeOriginal(test),
    release: labels === undefined ? taught.release : codeRelease(recoded),
  }
  const judge = async (which: keyof typeof taught, learner: LearnerRecord, progress?: (share: number) => void) => {
    const rows = tested[which]
    // Rows that nothing was made from are all tested by what all others teach.
    const folds =
      test === undefined
        ? foldsBy(request, rows.target.codes)
        : [{ train: rowNumbers(taught[which].rows), test: rowNumbers(rows.rows) }]
    const prepare = (numbers: Int32Array) => ({ train: selectRows(taught[which], numbers) })
    const { accuracy, rocArea, logLoss } = await crossValidate(rows, learner, folds, {
      prepare,
      signal: run.signal,
      progress,
    })
    return { accuracy, rocArea, logLoss }
  }
  const found: BeforeAndAfter[] = []
  const worst = await judge('original', majorityLearner)
  for (const learner of learners) {
    // Half of a learner's time is for the original, half for the release.
    const half = (which: 0 | 1) => (share: number) =>
      run.progress?.((found.length + (which + share) / 2) / learners.length)
    found.push({
      original: await judge('original', learner, half(0)),
      release: await judge('release', learner, half(1)),
    })
  }
  return { worst, learners: found, byMiddle: columns.filter((_, place) => overlapping[place]) }
}

type Rows = readonly (readonly string[])[]
type LabelsByColumn = ReadonlyMap<string, ValueLabels>

/** The cells of the named columns as text, in the order of the file; no value is the empty text. */
async function readTexts(
  request: SourceRequest,
  names: readonly string[],
  job: Pick<TablePlan, 'missing' | 'missingValues'>,
  run: EngineRun,
): Promise<Rows> {
  return textsOf(await readRows(request, { names, shown: names }, job, run), names)
}

/** Columns of the data, of the rows that can be learned from by those that are named; all where `shown` says none: a job run on some rows needs every one. */
async function readRows(
  request: SourceRequest,
  { names, shown }: { readonly names: readonly string[]; readonly shown?: readonly string[] },
  job: Pick<TablePlan, 'missing' | 'missingValues'>,
  run: EngineRun,
): Promise<WholeRows> {
  return withEngine(request, {}, async (engine) => {
    const { dialect } = engine
    const table = await openSource(request, engine)
    for (const name of names) requireColumn(table, name, 'the evaluation')
    const all = shown ?? table.columns.map(({ name }) => name)
    const cells = all.map((name) => sql`${dialect.text(dialect.identifier(name))} AS ${dialect.identifier(name)}`)
    const result = await engine.query(sql`SELECT ${join(cells)} FROM ${dialect.scan(table.source)}`, run)
    const columns = all.map((name) => result.texts(name))
    const rows = Array.from({ length: result.rows }, (_, row) => columns.map((column) => column[row] ?? null))
    const texts = textsOf({ names: all, rows }, names)
    return { names: all, rows: rows.filter((_, row) => canBeLearned(texts[row], job)) }
  })
}

function textsOf({ names, rows }: WholeRows, wanted: readonly string[]): Rows {
  const places = wanted.map((name) => names.indexOf(name))
  return rows.map((row) => places.map((place) => row[place] ?? ''))
}

/** Rows without a class cannot be learned from. A release of a job that drops rows has none with a missing quasi-identifier either. */
function canBeLearned(row: readonly string[], job: Pick<TablePlan, 'missing' | 'missingValues'>): boolean {
  const missing = (cell: string) => cell === '' || job.missingValues.includes(cell)
  return !missing(lastOf(row)) && (job.missing !== 'drop' || !row.some(missing))
}

/** The release in the order of the original: paired by the recoding, or as it stands where the job keeps that order; undefined where neither. */
function besideOriginal(
  { arrangement }: TablePlan,
  original: Rows,
  release: Rows,
  labelsOf: () => LabelsByColumn,
  columns: readonly string[],
): Rows | undefined {
  if (original.length !== release.length) return undefined
  const inStep = original.every((row, i) => lastOf(row) === lastOf(release[i]))
  if (arrangement.order === 'source' && inStep) return release
  const places = pairRows(labelled(labelsOf(), columns, original), release, columns.length)
  return places === undefined || places.includes(-1) ? undefined : Array.from(places, (place) => release[place])
}

function lastOf(row: readonly string[]): string {
  return row[row.length - 1]
}

/** Some cell of the column is a number, and none is anything else that says something. */
function onlyNumbers(tables: readonly Rows[], place: number): boolean {
  const silent = new Set(['', '?'])
  let some = false
  for (const rows of tables) {
    for (const row of rows) {
      if (silent.has(row[place])) continue
      if (row[place].trim() === '' || !Number.isFinite(Number(row[place]))) return false
      some = true
    }
  }
  return some
}

function labelled(labels: LabelsByColumn, columns: readonly string[], rows: Rows): Rows {
  const mappings = columns.map((name) => labels.get(name))
  return rows.map((row) => row.map((cell, place) => mappings[place]?.(cell) ?? (place < columns.length ? '?' : cell)))
}

function foldsBy({ folds, seed }: EvaluateReleaseRequest, classOf: Int32Array): Fold[] {
  const own = seedFor(seed, 'folds')
  return folds === '5x2' ? fiveByTwoFolds(classOf.length, own) : stratifiedFolds(classOf, folds, own)
}
