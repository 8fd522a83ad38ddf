/**
 * Cross-validation with whatever is done to the training rows inside the fold: a caller that anonymizes gets the numbers of the
 * training rows only, so nothing of the test rows can leak into the release that is learned from.
 */
import { throwIfCancelled } from '../../errors.ts'
import { type CodedTable, selectRows } from '../coded-table.ts'
import type { LearnerRecord } from '../learner.ts'
import type { Fold } from './folds.ts'
import { type Evaluation, evaluateModel } from './measures.ts'

export interface CrossValidationSettings {
  /**
   * The table to learn from, made of these rows of the original alone: a release of them, say. It may have fewer rows and other
   * values. With it, optionally, a function that brings untouched test rows into the same terms (a recoding applied).
   */
  readonly prepare?: (trainRows: Int32Array) => Prepared | Promise<Prepared>
  /** Looked at before each fold; learning one cannot be interrupted. */
  readonly signal?: AbortSignal | undefined
  /** Called after each fold: the share of them that is done. */
  readonly progress?: ((share: number) => void) | undefined
}

export interface Prepared {
  readonly train: CodedTable
  /** Default: test rows stay as they are. */
  readonly recode?: (test: CodedTable) => CodedTable
}

export interface CrossValidation {
  /** One per fold, in order. */
  readonly folds: readonly Evaluation[]
  /** Means over the folds. */
  readonly accuracy: number
  readonly rocArea: number
  readonly logLoss: number
  /** Sample standard deviation of the folds' accuracy. */
  readonly accuracyDeviation: number
}

export async function crossValidate(
  table: CodedTable,
  learner: LearnerRecord,
  folds: readonly Fold[],
  settings: CrossValidationSettings = {},
): Promise<CrossValidation> {
  const evaluations: Evaluation[] = []
  for (const { train, test } of folds) {
    await letSignalsIn(settings.signal)
    const prepared: Prepared = settings.prepare ? await settings.prepare(train) : { train: selectRows(table, train) }
    const model = learner.train(prepared.train)
    const untouched = selectRows(table, test)
    evaluations.push(evaluateModel(model, prepared.recode?.(untouched) ?? untouched))
    settings.progress?.(evaluations.length / folds.length)
  }
  const accuracy = mean(evaluations.map((evaluation) => evaluation.accuracy))
  const squares = evaluations.reduce((sum, evaluation) => sum + (evaluation.accuracy - accuracy) ** 2, 0)
  return {
    folds: evaluations,
    accuracy,
    rocArea: mean(evaluations.map((evaluation) => evaluation.rocArea)),
    logLoss: mean(evaluations.map((evaluation) => evaluation.logLoss)),
    accuracyDeviation: evaluations.length > 1 ? Math.sqrt(squares / (evaluations.length - 1)) : 0,
  }
}

/** Learning keeps the thread to itself: only between two models can a signal arrive. */
export async function letSignalsIn(signal: AbortSignal | undefined): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
  throwIfCancelled(signal)
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
