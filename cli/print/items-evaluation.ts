/** `halftone evaluate` for baskets: loss and queries. */
import { type BasketsEvaluation, evaluateBaskets } from '../../src/evaluate/evaluate-baskets.ts'
import { userError } from '../../src/ground/errors.ts'
import { formatCount, formatFigure, many, prose } from '../../src/ground/format.ts'
import type { ItemsPlan } from '../../src/plan/plan.ts'
import { readItemsRecodingFile } from '../../src/recoding/items.ts'
import { fileSource } from '../source-options.ts'
import { type EvaluationAnswer, type EvaluationOptions, furthestOff } from './table-evaluation.ts'
import { facts } from './text.ts'

export async function evaluateItems(
  release: string,
  job: ItemsPlan,
  options: EvaluationOptions,
  signal: AbortSignal,
): Promise<EvaluationAnswer> {
  const { estimator, queries: workload, saveWorkload } = options
  const recodingFile = options.recoding ?? job.output.recoding
  const recoding = readItemsRecodingFile(recodingFile)
  if (recoding === undefined)
    throw userError('file', '--recoding')`there is no recoding of items at ${recodingFile}; give the .recoding.json of
      this release with --recoding FILE`
  const { saved, ...evaluation } = await evaluateBaskets(
    { job, release: fileSource(release, options), recoding, workload, estimator },
    { signal },
  )
  return {
    record: { release, ...evaluation },
    text: evaluationText(evaluation),
    files:
      saveWorkload === undefined || saved === undefined
        ? []
        : [{ file: saveWorkload, text: `${JSON.stringify(saved, null, 2)}\n` }],
  }
}

function evaluationText(evaluation: Omit<BasketsEvaluation, 'saved'>): string {
  const { metrics, queries, workload } = evaluation
  const worst = (answers: BasketsEvaluation['queries']) => furthestOff('items', answers, ({ items }) => items.join(' '))
  return [
    facts(
      {
        baskets: prose`${formatCount(evaluation.baskets)}; ${many(evaluation.items, 'item')} as
          ${formatCount(evaluation.tokens)}`,
      },
      Object.entries(metrics).map(([name, value]) => [name, formatFigure(value)] as const),
      {
        workload:
          workload === undefined
            ? 'none: no basket has two items'
            : `${many(queries.length, 'query', 'queries')}: ${workload}`,
        estimator: evaluation.estimator,
      },
    ),
    ...(queries.length === 0 ? [] : ['', 'The queries furthest off:', '', worst(queries)]),
    '',
    'The items whose counts are furthest off:',
    '',
    worst(evaluation.itemFrequencies),
    '',
    'All of them: --json. They tell counts of the data, so they are not for publishing.',
  ].join('\n')
}
