/**
 * Cross-validation with whatever is done to the training rows inside the fold: a caller that anonymizes gets the numbers of the
 * training rows only, so nothing of the test rows can leak into the release that is learned from.
 */
import { throwIfCancelled } from '../../ground/errors.ts'
import { type CodedTable, selectRows } from '../coded-table.ts'
import type { LearnerRecord } from '../learner.ts'
import type { Fold } from './folds.ts'
import { type Evaluation, evaluateModel, type LearnedFigures } from './measures.ts'

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

/** Means over the folds. */
export interface CrossValidation extends LearnedFigures {
  /** One per fold, in order. */
  readonly folds: readonly Evaluation[]
}

export async function crossValidate(
  table: CodedTable,
  learner: LearnerRecord,
  folds: readonly Fold[],
  settings: CrossValidationSettings = {},
): Promise<CrossValidation> {
  const evaluations: Evaluation[] = []
  for (const { train, test } of folds) {
    // Learning keeps the thread to itself: only between two models can a signal arrive.
    await new Promise((resolve) => setImmediate(resolve))
    throwIfCancelled(settings.signal)
    const prepared: Prepared = settings.prepare ? await settings.prepare(train) : { train: selectRows(table, train) }
    const model = learner.train(prepared.train)
    const untouched = selectRows(table, test)
    evaluations.push(evaluateModel(model, prepared.recode?.(untouched) ?? untouched))
    settings.progress?.(evaluations.length / folds.length)
  }
  return { folds: evaluations, ...meanFigures(evaluations) }
}

export function meanFigures(figures: readonly LearnedFigures[]): LearnedFigures {
  const mean = (of: keyof LearnedFigures) => figures.reduce((sum, one) => sum + one[of], 0) / figures.length
  return { accuracy: mean('accuracy'), rocArea: mean('rocArea'), logLoss: mean('logLoss') }
}
