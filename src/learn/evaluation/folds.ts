/** Seeded splits into training and test rows; rows of a fold are in row order. */
import { userError } from '../../ground/errors.ts'
import { randomFrom, randomStreams, shuffle } from '../../ground/random.ts'

export interface Fold {
  readonly train: Int32Array
  readonly test: Int32Array
}

export function stratifiedFolds(rowClasses: Int32Array, k: number, seed: number): Fold[] {
  checkFolds(rowClasses.length, k)
  const shuffled = shuffle(rowNumbers(rowClasses.length), randomFrom(seed))
  // Dealt out class by class, so that a class differs by at most one row between parts.
  const byClass = shuffled.sort((a, b) => rowClasses[a] - rowClasses[b])
  return makeFolds(dealOut(byClass, k), k)
}

/** Dietterich's 5×2: shuffles and halves the rows five times; each half is tested by a model of the other. */
export function fiveByTwoFolds(rows: number, seed: number): Fold[] {
  checkFolds(rows, 2)
  return randomStreams(seed, 5).flatMap((random) => makeFolds(dealOut(shuffle(rowNumbers(rows), random), 2), 2))
}

function checkFolds(rows: number, k: number): void {
  if (!Number.isInteger(k) || k < 2 || k > rows)
    throw userError('value', '--folds')`the number of folds must be a whole number from 2 to the number of rows,
      ${rows}; got ${k}`
}

export function rowNumbers(rows: number): Int32Array {
  return Int32Array.from({ length: rows }, (_, row) => row)
}

function dealOut(order: Int32Array, k: number): Int32Array {
  const part = new Int32Array(order.length)
  order.forEach((row, place) => {
    part[row] = place % k
  })
  return part
}

function makeFolds(part: Int32Array, k: number): Fold[] {
  const all = rowNumbers(part.length)
  return Array.from({ length: k }, (_, fold) => ({
    train: all.filter((row) => part[row] !== fold),
    test: all.filter((row) => part[row] === fold),
  }))
}
