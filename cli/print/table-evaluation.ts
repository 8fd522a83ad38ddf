/** `halftone evaluate` for tables: learners on original and release, and queries. */
import { evaluateQueries, type QueriesEvaluation } from '../../src/evaluate/evaluate-queries.ts'
import { DEFAULT_FOLDS, evaluateRelease, type ReleaseEvaluation } from '../../src/evaluate/evaluate-release.ts'
import { userError } from '../../src/ground/errors.ts'
import { formatCount, formatFigure, formatShare, many, prose } from '../../src/ground/format.ts'
import { learners } from '../../src/learn/index.ts'
import type { Estimator } from '../../src/metrics/items/item-metric.ts'
import type { TablePlan } from '../../src/plan/plan.ts'
import type { Answer } from '../command.ts'
import type { NewFile } from '../new-files.ts'
import { type FileOptions, fileSource, readAsJob } from '../source-options.ts'
import { facts, table } from './text.ts'

const notTogether = userError('together', '--learners')

/** Options of the command; those of the other kind are refused earlier. */
export interface EvaluationOptions extends FileOptions {
  readonly recoding?: string | undefined
  readonly original?: string | undefined
  readonly test?: string | undefined
  readonly learners?: string[] | undefined
  readonly folds?: number | '5x2' | undefined
  readonly seed?: number | undefined
  readonly workload?: string | undefined
  readonly queries?: string | undefined
  readonly saveWorkload?: string | undefined
  readonly estimator?: Estimator | undefined
}

export interface EvaluationAnswer extends Answer {
  readonly files: readonly NewFile[]
}

const MOST_QUERIES = 15

export async function evaluateTable(
  release: string,
  job: TablePlan,
  options: EvaluationOptions,
  signal: AbortSignal,
): Promise<EvaluationAnswer> {
  const { learners: named } = options
  const hasWorkload = job.workload !== undefined || options.queries !== undefined
  const asks = hasWorkload || job.kind === 'mixed'
  if (options.saveWorkload !== undefined && !hasWorkload)
    throw userError('together', '--save-workload')`--save-workload has no queries to save; add utility.workload to the
      job`
  const none = named?.length === 1 && named[0] === 'none'
  if (none && !asks)
    throw notTogether`--learners none leaves nothing to evaluate; add utility.workload to the job, or --workload FILE`
  if (none && options.test !== undefined)
    throw notTogether`--test is about learners, and --learners none asks for none; leave it out`
  // A table without a class to learn still answers queries.
  const hasClasses = job.columns.some(({ role, type }) => role === 'target' && type !== 'numeric')
  const learns = !none && !(asks && named === undefined && !hasClasses)
  const { original, test, queries: text, workload, recoding, saveWorkload } = options
  const files = {
    job,
    release: fileSource(release, options, readAsJob(release, job)),
    original: original === undefined ? undefined : fileSource(original, options, job.source),
  }
  const asked = { ...files, workload: text === undefined ? undefined : { file: workload as string, text } }
  const queries = asks ? await evaluateQueries(asked, { signal }) : undefined
  const learning = {
    ...files,
    test: test === undefined ? undefined : fileSource(test, options, job.source),
    recoding,
    learners: named ?? learners.filter(({ isBaseline }) => !isBaseline).map(({ name }) => name),
    folds: options.folds ?? DEFAULT_FOLDS,
    seed: options.seed ?? job.seed,
  }
  const learned = learns ? await evaluateRelease(learning, { signal }) : undefined
  const { saved, ...answered } = queries ?? {}
  return {
    record: { release, ...learned, ...answered },
    text: [
      ...(learned === undefined ? [] : [words(learned)]),
      ...(queries === undefined ? [] : [queriesInWords(queries)]),
    ].join('\n\n'),
    files: saveWorkload !== undefined && saved !== undefined ? [{ file: saveWorkload, text: saved }] : [],
  }
}

function queriesInWords({ metrics, median, withinTenth, workload, queries }: QueriesEvaluation): string {
  return [
    facts(
      Object.entries(metrics).map(([name, value]): [string, string] => [
        name,
        `${formatFigure(value)}; half of the queries are off by ` +
          `${formatFigure(median)} or less, ${formatShare(withinTenth)} by a tenth at most`,
      ]),
      { workload },
    ),
    '',
    'The queries furthest off:',
    '',
    furthestOff('query', queries, ({ query }) => shortened(query)),
    '',
    'All of them: --json. They tell counts of the data, so they are not for publishing.',
  ].join('\n')
}

export function furthestOff<A extends Readonly<Record<'actual' | 'estimated' | 'relativeError', number>>>(
  head: string,
  answers: readonly A[],
  asked: (answer: A) => string,
): string {
  return table([
    [head, 'in the data', 'estimated', 'relative error'],
    ...answers
      .toSorted((a, b) => b.relativeError - a.relativeError)
      .slice(0, MOST_QUERIES)
      .map((one) => [
        asked(one),
        formatCount(one.actual),
        formatFigure(one.estimated),
        formatFigure(one.relativeError),
      ]),
  ])
}

const LONGEST_QUERY = 90

function shortened(query: string): string {
  return query.length > LONGEST_QUERY ? `${query.slice(0, LONGEST_QUERY - 1)}…` : query
}

function words(evaluation: ReleaseEvaluation): string {
  const { rows, worst, folds } = evaluation
  const how = {
    'test-file': `trained on all rows, tested on the ${many(rows.test ?? 0, 'row')} of the test file`,
    folds: prose`${folds === '5x2' ? '5×2' : `${folds}-fold`} cross-validation: the job was run anew on the training
      rows of each fold, and tested on rows that it never saw`,
  }[evaluation.testedOn]
  return [
    facts({
      target: `${evaluation.target}, learned from ${many(evaluation.columns.length, 'quasi-identifier')}`,
      rows: `${formatCount(rows.original)} original, ${formatCount(rows.release)} released`,
      tested: how,
      'no release':
        evaluation.foldsWithoutRelease !== undefined &&
        `in ${many(evaluation.foldsWithoutRelease, 'fold')}: nothing to learn from there, counted as the worst`,
      read:
        evaluation.byMiddle.length > 0 &&
        `${evaluation.byMiddle.join(', ')}: intervals overlap, so learners take their middles; nodes are categories`,
    }),
    '',
    table([
      ['learner', 'original', 'release', 'lost', 'ROC area', 'log loss'],
      ...evaluation.learners.map(({ title, original, release }) => [
        title,
        formatShare(original.accuracy),
        formatShare(release.accuracy),
        stillRight(original.accuracy, release.accuracy, worst.accuracy),
        `${original.rocArea.toFixed(3)} → ${release.rocArea.toFixed(3)}`,
        `${original.logLoss.toFixed(3)} → ${release.logLoss.toFixed(3)}`,
      ]),
      ['Most frequent class (worst)', formatShare(worst.accuracy), formatShare(worst.accuracy), '', '', ''],
    ]),
    '',
    '  lost: how much of what the original gives over the worst is gone in the release; – where the original ' +
      'gives hardly anything over it',
  ].join('\n')

  function stillRight(original: number, release: number, least: number): string {
    const share = lostShare(original, release, least)
    return share === undefined ? '–' : share < 0 ? 'nothing' : share > 1 ? 'all' : formatShare(share)
  }
}

/** A smaller advantage over the most frequent class is chance: its share is undefined. */
const ANY_ADVANTAGE = 0.005

/** (original − release)/(original − worst), if the original beats the worst. */
export function lostShare(original: number, release: number, worst: number): number | undefined {
  return original - worst < ANY_ADVANTAGE ? undefined : (original - release) / (original - worst)
}
