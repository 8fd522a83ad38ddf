/** Cross-validates with preparation inside the fold, so that no test row leaks into the release. */
import { throwIfCancelled } from '../../ground/errors.ts'
import { type CodedTable, selectRows } from '../coded-table.ts'
import type { LearnerRecord } from '../learner.ts'
import type { Fold } from './folds.ts'
import { type Evaluation, evaluateModel, type LearnedFigures } from './measures.ts'

export interface CrossValidationSettings {
  /** Builds the training table from these rows only, e.g. their release; it may have other rows and values. */
  readonly prepare?: (trainRows: Int32Array) => Prepared | Promise<Prepared>
  readonly signal?: AbortSignal | undefined
  readonly progress?: ((share: number) => void) | undefined
}

export interface Prepared {
  readonly train: CodedTable
  /** Recodes test rows like the training table. Default: unchanged. */
  readonly recode?: (test: CodedTable) => CodedTable
}

export interface CrossValidation extends LearnedFigures {
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
    // Training blocks the thread: signals arrive only between two models.
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
