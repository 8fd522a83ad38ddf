/**
 * The contract of a learner: from a coded table to a model that gives each row a share for every class. To write your own: a folder
 * here with a `LearnerRecord`, and a line in `index.ts`. Every learner promises: the shares of a row are at least 0 and sum to 1;
 * neither the order of the rows nor telling equal rows once with their weight changes the model beyond rounding; missing cells and
 * values never seen are accepted in training and in prediction; there is no chance in it.
 */
import type { PublishedPart } from '../options.ts'
import type { CodedTable } from './coded-table.ts'

export interface LearnerRecord extends PublishedPart {
  /** It learns nothing: what others are measured against. */
  readonly isBaseline?: true
  train(table: CodedTable): Model
}

export interface Model {
  /** Name of the learner. */
  readonly learner: string
  /** Names of the classes, in the order of the shares. */
  readonly classes: readonly string[]
  /** `shares[row * classes.length + class]`. Columns are found by name, values by name too. */
  predict(table: CodedTable): Float64Array
  describe(): ModelDescription
}

export interface ModelDescription {
  /** Figures of size, e.g. leaves and nodes. Plain JSON. */
  readonly size: Readonly<Record<string, number>>
  /** The model to read, a line each. */
  readonly lines: readonly string[]
}

/** Below this, a difference of shares or errors is rounding; Weka's constant, which its ties depend on. */
export const TINY = 1e-6

/** The class with the largest share of each row, the first one on ties. */
export function likeliestClasses(shares: Float64Array, classes: number): Int32Array {
  const chosen = new Int32Array(shares.length / classes)
  for (let row = 0; row < chosen.length; row++) {
    chosen[row] = likeliest(shares, row * classes, classes)
  }
  return chosen
}

/** Place, counted from `offset`, of the largest of `length` values; the first of those within rounding. */
export function likeliest(values: Float64Array, offset: number, length: number): number {
  let best = 0
  let most = 0
  for (let place = 0; place < length; place++) {
    if (values[offset + place] > most + TINY) {
      most = values[offset + place]
      best = place
    }
  }
  return best
}
