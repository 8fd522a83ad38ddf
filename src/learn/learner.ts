/**
 * The contract of a learner: from a coded table to a model that gives each row a share for every class. To write your own: a folder
 * here with a `LearnerRecord`, and a line in `index.ts`. Every learner promises: the shares of a row are at least 0 and sum to 1;
 * neither the order of the rows nor telling equal rows once with their weight changes the model beyond rounding; missing cells and
 * values never seen are accepted in training and in prediction; there is no chance in it.
 */
import type { PublishedPart } from '../ground/options.ts'
import type { CodedTable } from './coded-table.ts'

export interface LearnerRecord extends Omit<PublishedPart, 'options'> {
  /** It learns nothing: what others are measured against. */
  readonly isBaseline?: true
  train(table: CodedTable): Model
}

export interface Model {
  /** Names of the classes, in the order of the shares. */
  readonly classes: readonly string[]
  /** Figures of its size, e.g. leaves and nodes. */
  readonly size: Readonly<Record<string, number>>
  /** `shares[row * classes.length + class]`. Columns are found by name, values by name too. */
  predict(table: CodedTable): Float64Array
}

/** Below this, a difference of shares or errors is rounding; Weka's constant, which its ties depend on. */
export const TINY = 1e-6

/** The class with the largest share of each row, the first of those within rounding. */
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
