/** `halftone evaluate` for tables: learners on original and release. */
import { writeFileSync } from 'node:fs'
import type { Plan, ReleaseEvaluation } from '../src/index.ts'
import type { Answer } from './command.ts'
import { type FileOptions, sourceOf } from './source-options.ts'
import { facts, table } from './text.ts'

export interface TableEvaluationOptions extends FileOptions {
  readonly recoding?: string | undefined
  readonly original?: string | undefined
  readonly test?: string | undefined
  readonly learners?: string[] | undefined
  readonly folds?: number | '5x2' | undefined
  readonly seed?: number | undefined
  readonly plot?: string | undefined
}

export async function evaluateTable(
  release: string,
  job: Plan,
  options: TableEvaluationOptions,
  signal: AbortSignal,
): Promise<Answer> {
  const { drawLearners, evaluateRelease, learners, learnersPage, UserError } = await import('../src/index.ts')
  const { plot } = options
  if (plot !== undefined && !/\.(svg|html)$/i.test(plot))
    throw new UserError(`--plot must name an .svg or .html file; got "${plot}"`)
  // Files beside the original are written as it is; the release is as Halftone writes it.
  const like = (file: string) => {
    const { source: _, base: __, ...dialect } = job.source
    return { ...dialect, ...sourceOf(file, options) }
  }
  const evaluation = await evaluateRelease(
    {
      job,
      release: sourceOf(release, options),
      ...(options.original === undefined ? {} : { original: like(options.original) }),
      ...(options.test === undefined ? {} : { test: like(options.test) }),
      ...(options.recoding === undefined ? {} : { recoding: options.recoding }),
      learners: options.learners ?? learners.map(({ name }) => name).filter((name) => name !== 'majority'),
      folds: options.folds ?? 10,
      seed: options.seed ?? job.seed,
    },
    { signal },
  )
  if (plot !== undefined) {
    const data = {
      title: `Accuracy of learning ${evaluation.target}`,
      worst: evaluation.worst.accuracy,
      learners: evaluation.learners.map(({ title, original, release: own }) => ({
        title,
        original: original.accuracy,
        release: own.accuracy,
      })),
    }
    writeFileSync(plot, /\.svg$/i.test(plot) ? `${drawLearners(data)}\n` : learnersPage(data))
  }
  return { record: { release, ...evaluation, ...(plot === undefined ? {} : { plot }) }, text: await words(evaluation) }
}

async function words(evaluation: ReleaseEvaluation): Promise<string> {
  const { formatCount, formatShare } = await import('../src/index.ts')
  const { rows, worst, folds } = evaluation
  const share = (value: number) => `${(100 * value).toFixed(2)} %`
  const how = {
    'test-file': `trained on all rows, tested on the ${formatCount(rows.test ?? 0)} rows of the test file`,
    original: `${foldsInWords(folds)}: trained on rows of the release, tested on other rows of the original. The release was made from all of them; --test FILE tests on rows that nothing was made from`,
    release: `${foldsInWords(folds)}: trained and tested on rows of the release, which has fewer rows than the original and cannot be laid beside it`,
  }[evaluation.testedOn]
  return [
    facts([
      ['target', `${evaluation.target}, learned from ${evaluation.columns.length} quasi-identifiers`],
      ['rows', `${formatCount(rows.original)} original, ${formatCount(rows.release)} released`],
      ['tested', how],
    ]),
    '',
    table([
      ['learner', 'original', 'release', 'lost', 'ROC area', 'log loss'],
      ...evaluation.learners.map(({ title, original, release }) => [
        title,
        share(original.accuracy),
        share(release.accuracy),
        kept(original.accuracy, release.accuracy, worst.accuracy),
        `${original.rocArea.toFixed(3)} → ${release.rocArea.toFixed(3)}`,
        `${original.logLoss.toFixed(3)} → ${release.logLoss.toFixed(3)}`,
      ]),
      ['Most frequent class (worst)', share(worst.accuracy), share(worst.accuracy), '', '', ''],
    ]),
    '',
    '  lost: how much of what the original gives over the worst is gone in the release',
  ].join('\n')

  /** (original − release)/(original − worst). */
  function kept(original: number, release: number, least: number): string {
    return original > least ? formatShare((original - release) / (original - least)) : '–'
  }
}

function foldsInWords(folds: ReleaseEvaluation['folds']): string {
  return folds === '5x2' ? '5×2 cross-validation' : `${folds}-fold cross-validation`
}
