/**
 * What a release is worth to whoever learns from it: classifiers are trained on the original and on the release and tested on the same
 * untouched rows, between the worst (always the most frequent class) and the baseline (the original). Test rows are brought into the
 * release's terms by its recoding. All rows are held in memory, as learners need them.
 */

import type { Engine, EngineRun } from '../engines/engine.ts'
import { openEngine } from '../engines/open-engine.ts'
import { UserError } from '../errors.ts'
import { type CodedTable, selectRows } from '../learn/coded-table.ts'
import { type CrossValidationSettings, crossValidate, letSignalsIn } from '../learn/evaluation/cross-validate.ts'
import { type Fold, fiveByTwoFolds, stratifiedFolds } from '../learn/evaluation/folds.ts'
import { evaluateModel } from '../learn/evaluation/measures.ts'
import { findLearner } from '../learn/index.ts'
import type { LearnerRecord } from '../learn/learner.ts'
import { majorityLearner } from '../learn/majority.ts'
import { tableFromRows } from '../learn/read-rows.ts'
import { columnsOf, type TablePlan } from '../plan.ts'
import { requireOneSet } from '../published-set.ts'
import { seedFor } from '../random/random.ts'
import { intervalsOverlap, middleOf } from '../recoding/overlapping-intervals.ts'
import { pairRows } from '../recoding/pair-rows.ts'
import { readLabels, type ValueLabels } from '../recoding/value-labels.ts'
import { openSource, requireColumn, type SourceRequest } from '../sources/open-source.ts'
import { causeOf, requireUnchanged } from '../sources/stamp.ts'
import { join, sql } from '../sql/dialect.ts'

export interface EvaluateReleaseRequest {
  readonly job: TablePlan
  readonly release: SourceRequest
  /** The data the release was made from; that of the job when absent. */
  readonly original?: SourceRequest
  /** Rows that neither was made from; folds of the original when absent. */
  readonly test?: SourceRequest
  /** File of the recoding; that of the job when absent. */
  readonly recoding?: string
  /** Names of learners. */
  readonly learners: readonly string[]
  /** Parts of the cross-validation, or five times two halves. */
  readonly folds: number | '5x2'
  readonly seed: number
}

export interface LearnedFigures {
  readonly accuracy: number
  readonly rocArea: number
  readonly logLoss: number
}

export interface ReleaseEvaluation {
  readonly target: string
  readonly columns: readonly string[]
  readonly rows: { readonly original: number; readonly release: number; readonly test?: number }
  /**
   * `test-file`; `original`: held-out rows of the original; `release`: held-out rows of the release, because it has fewer rows than the
   * original, or labels that do not follow from the values, and cannot be laid beside it.
   */
  readonly testedOn: 'test-file' | 'original' | 'release'
  readonly folds?: number | '5x2'
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
  const engine = await openEngine(request.original ?? job.source)
  try {
    const original = await readTexts(engine, request.original ?? job.source, names, job, run)
    const written = await readTexts(engine, request.release, names, { ...job, missing: 'fail' }, run)
    const test = request.test === undefined ? undefined : await readTexts(engine, request.test, names, job, run)
    const labelsOf = () => readLabels(request.recoding ?? job.output.recoding)
    const beside = test === undefined ? besideOriginal(job, original, written, labelsOf, columns) : undefined
    const shown = beside ?? written
    const overlapping = columnsOf(job, 'quasi-identifier').map(
      ({ type }, place) => type === 'numeric' && intervalsOverlap(shown.map((row) => row[place])),
    )
    const release = shown.map((row) => row.map((cell, place) => (overlapping[place] ? middleOf(cell) : cell)))
    const testedOn = test !== undefined ? 'test-file' : beside !== undefined ? 'original' : 'release'
    // Rows to test on in the release's terms; the release itself where there are no others.
    const labels = testedOn === 'release' ? undefined : labelsOf()
    const recoded = labels === undefined ? release : labelled(labels, columns, test ?? original)
    const shape: Shape = {
      job,
      columns,
      target: target.name,
      classes: [...new Set([original, release, test ?? []].flatMap((rows) => rows.map(lastOf)))].sort(),
      numbers: columns.map((_, place) => onlyNumbers([release, recoded], place)),
    }
    const suppressed = testedOn === 'release' ? 'category' : 'missing'
    const judge = judgeBy(
      {
        original: codeOriginal(shape, original),
        release: codeRelease(shape, release, suppressed),
        test: test === undefined ? undefined : codeOriginal(shape, test),
        recoded: labels === undefined ? undefined : codeRelease(shape, recoded, suppressed),
      },
      request,
      run.signal,
    )
    const found: ReleaseEvaluation['learners'][number][] = []
    const worst = await judge.original(majorityLearner)
    for (const learner of learners) {
      const { name, title } = learner
      // Half of a learner's time is for the original, half for the release.
      const half = (which: 0 | 1) => (share: number) =>
        run.progress?.((found.length + (which + share) / 2) / learners.length)
      found.push({
        name,
        title,
        original: await judge.original(learner, half(0)),
        release: await judge.release(learner, half(1)),
      })
    }
    await requireUnchanged(engine)
    return {
      target: target.name,
      columns,
      rows: {
        original: original.length,
        release: release.length,
        test: test?.length,
      },
      testedOn,
      folds: test === undefined ? folds : undefined,
      byMiddle: columns.filter((_, place) => overlapping[place]),
      seed,
      worst,
      learners: found,
    }
  } catch (error) {
    throw await causeOf(engine, error)
  } finally {
    await engine.close()
  }
}

type Rows = readonly (readonly string[])[]
type LabelsByColumn = ReadonlyMap<string, ValueLabels>

/** The cells of the named columns as text, in the order of the file; no value is the empty text. */
async function readTexts(
  engine: Engine,
  request: SourceRequest,
  names: readonly string[],
  job: Pick<TablePlan, 'missing' | 'missingValues'>,
  run: EngineRun,
): Promise<Rows> {
  const { dialect } = engine
  const table = await openSource(request, engine)
  for (const name of names) requireColumn(table, name, 'the evaluation')
  const cells = names.map((name) => sql`${dialect.text(dialect.identifier(name))} AS ${dialect.identifier(name)}`)
  const result = await engine.query(sql`SELECT ${join(cells)} FROM ${dialect.scan(table.source)}`, run)
  const columns = names.map((name) => result.texts(name))
  const rows = Array.from({ length: result.rows }, (_, row) => columns.map((column) => column[row] ?? ''))
  const missing = new Set(['', ...job.missingValues])
  // Rows without a class cannot be learned from. A release of a job that drops rows has none with a missing quasi-identifier either.
  return rows.filter(
    (row) =>
      !missing.has(lastOf(row)) && (job.missing !== 'drop' || row.slice(0, -1).every((cell) => !missing.has(cell))),
  )
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
  if (arrangement.order === 'source' && inStep(original, release)) return release
  const places = pairRows(labelled(labelsOf(), columns, original), release, columns.length)
  return places === undefined || places.includes(-1) ? undefined : Array.from(places, (place) => release[place])
}

/** Whether the two can be laid beside each other: as many rows, and the same class in each. */
function inStep(original: Rows, release: Rows): boolean {
  return original.length === release.length && original.every((row, i) => lastOf(row) === lastOf(release[i]))
}

function lastOf(row: readonly string[]): string {
  return row[row.length - 1]
}

interface Shape {
  readonly job: TablePlan
  readonly columns: readonly string[]
  readonly target: string
  readonly classes: readonly string[]
  /** For each column, whether the release has nothing but numbers in it. */
  readonly numbers: readonly boolean[]
}

function codeOriginal({ job, columns, target, classes }: Shape, rows: Rows): CodedTable {
  const numeric = columnsOf(job, 'quasi-identifier').map(({ type }) => type === 'numeric')
  return tableFromRows(rows, {
    header: [...columns, target],
    columns: columns.map((name, place) => ({ name, type: numeric[place] ? 'numbers' : 'categories' })),
    target,
    targetValues: classes,
    missing: ['', ...job.missingValues],
  })
}

function codeRelease(
  { columns, target, classes, numbers, job }: Shape,
  rows: Rows,
  suppressed: 'category' | 'missing',
): CodedTable {
  const numeric = columnsOf(job, 'quasi-identifier').map(({ type }, place) => type === 'numeric' && numbers[place])
  return tableFromRows(rows, {
    header: [...columns, target],
    columns: columns.map((name, place) => ({ name, type: numeric[place] ? 'numbers' : 'categories' })),
    target,
    targetValues: classes,
    missing: ['?', ''],
    suppressed,
  })
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

type Progress = ((share: number) => void) | undefined

interface Judge {
  original(learner: LearnerRecord, progress?: Progress): Promise<LearnedFigures>
  release(learner: LearnerRecord, progress?: Progress): Promise<LearnedFigures>
}

/** `recoded`: the rows to test on in the release's terms; absent, the release is tested on itself. */
interface Tables {
  readonly original: CodedTable
  readonly release: CodedTable
  readonly test?: CodedTable
  readonly recoded?: CodedTable
}

function judgeBy(tables: Tables, request: EvaluateReleaseRequest, signal: AbortSignal | undefined): Judge {
  const { folds } = request
  const seed = seedFor(request.seed, 'folds')
  const { original, release, test, recoded } = tables
  if (test !== undefined) {
    const judge = async (learner: LearnerRecord, train: CodedTable, rows: CodedTable, progress?: Progress) => {
      await letSignalsIn(signal)
      const figures = figuresOf(evaluateModel(learner.train(train), rows))
      progress?.(1)
      return figures
    }
    return {
      original: (learner, progress) => judge(learner, original, test, progress),
      release: (learner, progress) => judge(learner, release, recoded as CodedTable, progress),
    }
  }
  const judge = async (learner: LearnerRecord, table: CodedTable, settings: CrossValidationSettings) => {
    const parts: Fold[] =
      folds === '5x2' ? fiveByTwoFolds(table.rows, seed) : stratifiedFolds(table.target.codes, folds, seed)
    return figuresOf(await crossValidate(table, learner, parts, { signal, ...settings }))
  }
  const ofRelease = (rows: Int32Array) => ({ train: selectRows(release, rows) })
  return {
    original: (learner, progress) => judge(learner, original, { progress }),
    release: (learner, progress) =>
      recoded === undefined
        ? judge(learner, release, { progress })
        : judge(learner, recoded, { progress, prepare: ofRelease }),
  }
}

function figuresOf({ accuracy, rocArea, logLoss }: LearnedFigures): LearnedFigures {
  return { accuracy, rocArea, logLoss }
}
