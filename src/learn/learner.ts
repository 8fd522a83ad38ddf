/**
 * The contract of a learner: trains a model that gives each row a share for every class. To add one: a folder here with
 * a `LearnerRecord`, and a line in `index.ts`. Every learner promises: shares are at least 0 and sum to 1; neither row
 * order nor merging equal rows changes the model beyond rounding; missing cells and unseen values are accepted;
 * training is deterministic.
 */
import type { PublishedPart } from '../ground/options.ts'
import type { CodedTable } from './coded-table.ts'

export interface LearnerRecord extends Omit<PublishedPart, 'options'> {
  /** It learns nothing; others are measured against it. */
  readonly isBaseline?: true
  train(table: CodedTable): Model
}

export interface Model {
  readonly classes: readonly string[]
  readonly size: Readonly<Record<string, number>>
  /** `shares[row * classes.length + class]`. Columns and values are matched by name. */
  predict(table: CodedTable): Float64Array
}

/** Smaller differences of shares or errors are rounding; Weka's constant, on which its ties depend. */
export const TINY = 1e-6

/** The first of equals, within rounding. */
export function likeliestClasses(shares: Float64Array, classes: number): Int32Array {
  const chosen = new Int32Array(shares.length / classes)
  for (let row = 0; row < chosen.length; row++) {
    let most = 0
    for (let c = 0; c < classes; c++) {
      const share = shares[row * classes + c]
      if (share > most + TINY) {
        most = share
        chosen[row] = c
      }
    }
  }
  return chosen
}
