/**
 * Trains classifiers on the original and on the release and tests them on the same rows. The worst case always predicts
 * the most frequent class; the baseline is the original. Without a test file, the job runs again inside each fold. All
 * rows are in memory.
 */
import type { EngineRun } from '../engines/engine.ts'
import { userError } from '../ground/errors.ts'
import { seedFor } from '../ground/random.ts'
import { selectRows } from '../learn/coded-table.ts'
import { crossValidate, meanFigures } from '../learn/evaluation/cross-validate.ts'
import { fiveByTwoFolds, rowNumbers, stratifiedFolds } from '../learn/evaluation/folds.ts'
import type { LearnedFigures } from '../learn/evaluation/measures.ts'
import { findLearner } from '../learn/index.ts'
import type { LearnerRecord } from '../learn/learner.ts'
import { majorityLearner } from '../learn/majority.ts'
import { type ReadRowsPlan, tableFromRows } from '../learn/read-rows.ts'
import { columnsInRole, type TablePlan } from '../plan/plan.ts'
import { requireOneSet } from '../publish/published-set.ts'
import { intervalsOverlap, midpoint, readLabels, type ValueLabels } from '../recoding/value-labels.ts'
import { openSource } from '../sources/open-source.ts'
import { withEngine } from '../sources/stamp.ts'
import { requireColumn, type SourceRequest } from '../sources/table.ts'
import { join, sql } from '../sql/dialect.ts'
import { type WholeRows, withFoldRelease } from './inside-folds.ts'

/** Each fold is a run of the job. */
export const DEFAULT_FOLDS = 5

export interface EvaluateReleaseRequest {
  readonly job: TablePlan
  readonly release: SourceRequest
  readonly original?: SourceRequest
  /** Held-out rows; by default the job runs inside folds of the original. */
  readonly test?: SourceRequest
  readonly recoding?: string
  readonly learners: readonly string[]
  readonly folds: number | '5x2'
  readonly seed: number
}

export interface ReleaseEvaluation {
  readonly target: string
  readonly columns: readonly string[]
  readonly rows: { readonly original: number; readonly release: number; readonly test?: number }
  /** `folds`: rows unseen by the job. */
  readonly testedOn: 'test-file' | 'folds'
  readonly folds?: number | '5x2'
  /** Folds without a release count as the worst case. */
  readonly foldsWithoutRelease?: number
  /** Numeric columns with overlapping intervals, as in local recoding: learners use the midpoints. */
  readonly byMiddle: readonly string[]
  readonly seed: number
  readonly worst: LearnedFigures
  readonly learners: readonly (Pick<LearnerRecord, 'name' | 'title'> & BeforeAndAfter)[]
}

export async function evaluateRelease(
  request: EvaluateReleaseRequest,
  run: EngineRun = {},
): Promise<ReleaseEvaluation> {
  const { job, folds, seed } = request
  const learners = request.learners.map(findLearner)
  const target = columnsInRole(job, 'target').find(({ type }) => type !== 'numeric')
  if (target === undefined)
    throw userError('present', 'columns')`${job.name} has no target column of categories, and learners need one to
      learn; give a column role: target`
  const columns = columnsInRole(job, 'quasi-identifier').map(({ name }) => name)
  const names = [...columns, target.name]
  await requireOneSet(request.release, job.output)
  const task: Task = { request, job, learners, columns, target: target.name, names }
  const judged =
    request.test === undefined ? await judgeInsideFolds(task, run) : await judgeByFile(task, request.test, run)
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

interface Task {
  readonly request: EvaluateReleaseRequest
  readonly job: TablePlan
  readonly learners: readonly LearnerRecord[]
  readonly columns: readonly string[]
  readonly target: string
  readonly names: readonly string[]
}

type Judged = Pick<ReleaseEvaluation, 'rows' | 'testedOn' | 'byMiddle' | 'worst' | 'foldsWithoutRelease'> & {
  readonly learners: readonly BeforeAndAfter[]
}

interface BeforeAndAfter {
  readonly original: LearnedFigures
  readonly release: LearnedFigures
}

async function judgeByFile(task: Task, file: SourceRequest, run: EngineRun): Promise<Judged> {
  const { request, job, names } = task
  const original = await readTexts(request.original ?? job.source, names, job, run)
  const shown = await readTexts(request.release, names, { ...job, missing: 'fail' }, run)
  const test = await readTexts(file, names, job, run)
  const labels = readLabels(request.recoding ?? job.output.recoding)
  const found = await judgeBeside(task, { original, shown, test }, labels, run)
  const rows = { original: original.length, release: shown.length, test: test.length }
  return { ...found, rows, testedOn: 'test-file' }
}

async function judgeInsideFolds(task: Task, run: EngineRun): Promise<Judged> {
  const { request, job, names, columns, learners } = task
  const whole = await readRows(request.original ?? job.source, { names }, job, run)
  const original = cellTexts(whole, names)
  const written = await readTexts(request.release, names, { ...job, missing: 'fail' }, run)
  const classes = [...new Set(original.map(lastCell))]
  const codes = Int32Array.from(original, (row) => classes.indexOf(lastCell(row)))
  const { folds, seed } = request
  const foldSeed = seedFor(seed, 'folds')
  const parts = folds === '5x2' ? fiveByTwoFolds(codes.length, foldSeed) : stratifiedFolds(codes, folds, foldSeed)
  const judged: (Pick<Judged, 'worst' | 'learners' | 'byMiddle'> & { readonly released: boolean })[] = []
  for (const fold of parts) {
    const done = judged.length
    const progress = (share: number) => run.progress?.((done + share) / parts.length)
    const pickRows = (numbers: Int32Array) => Array.from(numbers, (row) => original[row])
    const [train, test] = [pickRows(fold.train), pickRows(fold.test)]
    judged.push(
      await withFoldRelease(job, whole, fold, run, async (made) => {
        const shown =
          made === undefined
            ? train.map((row) => [...columns.map(() => '?'), lastCell(row)])
            : await readTexts(made.release, names, { ...job, missing: 'fail' }, run)
        const labels = made === undefined ? new Map() : readLabels(made.recoding)
        const found = await judgeBeside(task, { original: train, shown, test }, labels, { ...run, progress })
        const { worst } = found
        return made === undefined
          ? { ...found, learners: found.learners.map((learner) => ({ ...learner, release: worst })), released: false }
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

async function judgeBeside(
  { job, learners, columns, target }: Task,
  { original, shown, test }: Readonly<Record<'original' | 'shown' | 'test', Rows>>,
  labels: LabelsByColumn,
  run: EngineRun,
): Promise<Pick<Judged, 'worst' | 'learners' | 'byMiddle'>> {
  const overlapping = columnsInRole(job, 'quasi-identifier').map(
    ({ type }, place) => type === 'numeric' && intervalsOverlap(shown.map((row) => row[place])),
  )
  const release = shown.map((row) => row.map((cell, place) => (overlapping[place] ? midpoint(cell) : cell)))
  // Bins of the recoding are no labels of the release where intervals overlap: a tested row keeps its number there.
  const recoded = test.map((row) =>
    row.map((cell, place) =>
      overlapping[place] || place === columns.length ? cell : (labels.get(columns[place])?.(cell) ?? '?'),
    ),
  )
  const targetValues = [...new Set([original, release, test].flatMap((rows) => rows.map(lastCell)))].sort()
  const coded = (
    rows: Rows,
    reading: Pick<ReadRowsPlan, 'missing' | 'suppressed'>,
    areNumbers: (place: number) => boolean = () => true,
  ) =>
    tableFromRows(rows, {
      header: [...columns, target],
      columns: columnsInRole(job, 'quasi-identifier').map(({ name, type }, place) => ({
        name,
        type: type === 'numeric' && areNumbers(place) ? 'numbers' : 'categories',
      })),
      target,
      targetValues,
      ...reading,
    })
  const codeOriginal = (rows: Rows) => coded(rows, { missing: ['', ...job.missingValues] })
  const numbers = columns.map((_, place) => onlyNumbers([release, recoded], place))
  const codeRelease = (rows: Rows) =>
    coded(rows, { missing: ['?', ''], suppressed: 'missing' }, (place) => numbers[place])
  const taught = { original: codeOriginal(original), release: codeRelease(release) }
  const tested = { original: codeOriginal(test), release: codeRelease(recoded) }
  const judge = async (which: keyof typeof taught, learner: LearnerRecord, progress?: (share: number) => void) => {
    const rows = tested[which]
    const folds = [{ train: rowNumbers(taught[which].rows), test: rowNumbers(rows.rows) }]
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

async function readTexts(
  request: SourceRequest,
  names: readonly string[],
  job: Pick<TablePlan, 'missing' | 'missingValues'>,
  run: EngineRun,
): Promise<Rows> {
  return cellTexts(await readRows(request, { names, shown: names }, job, run), names)
}

/** Reads the rows usable for learning; all columns unless `shown` lists some. */
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
    const texts = cellTexts({ names: all, rows }, names)
    return { names: all, rows: rows.filter((_, row) => canBeLearned(texts[row], job)) }
  })
}

function cellTexts({ names, rows }: WholeRows, wanted: readonly string[]): Rows {
  const places = wanted.map((name) => names.indexOf(name))
  return rows.map((row) => places.map((place) => row[place] ?? ''))
}

/** Learning needs a class, and rows with a missing quasi-identifier are unusable if the job drops them. */
function canBeLearned(row: readonly string[], job: Pick<TablePlan, 'missing' | 'missingValues'>): boolean {
  const missing = (cell: string) => cell === '' || job.missingValues.includes(cell)
  return !missing(lastCell(row)) && (job.missing !== 'drop' || !row.some(missing))
}

function lastCell(row: readonly string[]): string {
  return row[row.length - 1]
}

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
