/** Measures predictions: accuracy, area under the ROC curve, log loss. */
import { type CodedTable, recodeColumn } from '../coded-table.ts'
import { likeliestClasses, type Model } from '../learner.ts'

export interface LearnedFigures {
  readonly accuracy: number
  /** One class against the rest, averaged by class weight; NaN if only one class occurs. */
  readonly rocArea: number
  /** Mean of −ln(share of the actual class), with shares of at least 1e-15. */
  readonly logLoss: number
}

export interface Evaluation extends LearnedFigures {
  readonly error: number
}

export function evaluateModel(model: Model, table: CodedTable): Evaluation {
  const known = recodeColumn(table.target, model.classes)
  const strange = table.target.values.filter((value) => !model.classes.includes(value))
  const shares = model.predict(table)
  if (strange.length === 0) return measurePredictions(shares, known.codes, model.classes.length, table.weights)
  const classes = [...model.classes, ...strange]
  const wider = new Float64Array(table.rows * classes.length)
  for (let row = 0; row < table.rows; row++)
    wider.set(shares.subarray(row * model.classes.length, (row + 1) * model.classes.length), row * classes.length)
  return measurePredictions(wider, recodeColumn(table.target, classes).codes, classes.length, table.weights)
}

/** `shares[row * classes + class]` against the actual classes. */
export function measurePredictions(
  shares: Float64Array,
  actual: Int32Array,
  classes: number,
  weights?: Float64Array,
): Evaluation {
  const predicted = likeliestClasses(shares, classes)
  let weight = 0
  let right = 0
  let loss = 0
  for (let row = 0; row < actual.length; row++) {
    const rowWeight = weights?.[row] ?? 1
    weight += rowWeight
    if (predicted[row] === actual[row]) right += rowWeight
    loss -= rowWeight * Math.log(Math.max(1e-15, shares[row * classes + actual[row]]))
  }
  return {
    accuracy: right / weight,
    error: 1 - right / weight,
    rocArea: areaUnderRoc(shares, actual, classes, weights),
    logLoss: loss / weight,
  }
}

/**
 * Area under the ROC curve: the probability that a row of the class has a larger share than another row, ties counting
 * half. Several classes: each against the rest, weighted by its rows (Provost and Domingos 2000). O(n log n) per class.
 */
export function areaUnderRoc(
  shares: Float64Array,
  actual: Int32Array,
  classes: number,
  weights?: Float64Array,
): number {
  let areas = 0
  let total = 0
  for (let c = 0; c < classes; c++) {
    const { area, weight } = oneAgainstRest(shares, actual, classes, c, weights)
    if (Number.isNaN(area)) continue
    areas += weight * area
    total += weight
  }
  return total > 0 ? areas / total : Number.NaN
}

function oneAgainstRest(shares: Float64Array, actual: Int32Array, classes: number, c: number, weights?: Float64Array) {
  const byShare = (a: number, b: number) => shares[a * classes + c] - shares[b * classes + c]
  const order = Int32Array.from(actual, (_, row) => row).sort(byShare)
  let inside = 0
  let outside = 0
  let pairs = 0
  for (let start = 0; start < order.length; ) {
    let tiedInside = 0
    let tiedOutside = 0
    let end = start
    const share = shares[order[start] * classes + c]
    for (; end < order.length && shares[order[end] * classes + c] === share; end++) {
      const weight = weights?.[order[end]] ?? 1
      if (actual[order[end]] === c) tiedInside += weight
      else tiedOutside += weight
    }
    // Rows of the class beat all others so far, and tie with half of the tied ones.
    pairs += tiedInside * (outside + tiedOutside / 2)
    inside += tiedInside
    outside += tiedOutside
    start = end
  }
  return { area: inside > 0 && outside > 0 ? pairs / (inside * outside) : Number.NaN, weight: inside }
}
