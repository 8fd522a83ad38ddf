/**
 * How good predictions are: accuracy, confusion matrix, area under the ROC curve, log loss. One pass over the rows, and a sort per
 * class for the curve.
 */
import { type CodedTable, recodeColumn } from '../coded-table.ts'
import { likeliestClasses, type Model } from '../learner.ts'
import { areaUnderRoc } from './roc.ts'

export interface LearnedFigures {
  /** Share of rows whose likeliest class is their own. */
  readonly accuracy: number
  /** Mean over the classes, weighted by their rows, of one class against the rest; NaN when only one class occurs. */
  readonly rocArea: number
  /** Mean of −ln share of the own class, shares below 1e-15 read as that. */
  readonly logLoss: number
}

export interface Evaluation extends LearnedFigures {
  /** Names of the classes, in the order of the confusion matrix. */
  readonly classes: readonly string[]
  /** Weight of the rows tested. */
  readonly weight: number
  /** 1 − accuracy. */
  readonly error: number
  /** `confusion[own][predicted]`, in weight of rows. */
  readonly confusion: readonly (readonly number[])[]
}

/** Applies the model to the rows and measures it. Classes are matched by name. */
export function evaluateModel(model: Model, table: CodedTable): Evaluation {
  const known = recodeColumn(table.target, model.classes)
  const strange = table.target.values.filter((value) => !model.classes.includes(value))
  const shares = model.predict(table)
  if (strange.length === 0) return measurePredictions(shares, known.codes, model.classes, table.weights)
  // Classes that the model has never seen: it gives them no share.
  const classes = [...model.classes, ...strange]
  const wider = new Float64Array(table.rows * classes.length)
  for (let row = 0; row < table.rows; row++) {
    wider.set(shares.subarray(row * model.classes.length, (row + 1) * model.classes.length), row * classes.length)
  }
  return measurePredictions(wider, recodeColumn(table.target, classes).codes, classes, table.weights)
}

/** `shares[row * classes + class]` against the rows' own classes. */
export function measurePredictions(
  shares: Float64Array,
  own: Int32Array,
  classes: readonly string[],
  weights?: Float64Array,
): Evaluation {
  const predicted = likeliestClasses(shares, classes.length)
  const confusion = classes.map(() => classes.map(() => 0))
  let weight = 0
  let right = 0
  let loss = 0
  for (let row = 0; row < own.length; row++) {
    const rowWeight = weights?.[row] ?? 1
    weight += rowWeight
    confusion[own[row]][predicted[row]] += rowWeight
    if (predicted[row] === own[row]) right += rowWeight
    loss -= rowWeight * Math.log(Math.max(1e-15, shares[row * classes.length + own[row]]))
  }
  return {
    classes,
    weight,
    accuracy: right / weight,
    error: 1 - right / weight,
    confusion,
    rocArea: areaUnderRoc(shares, own, classes.length, weights),
    logLoss: loss / weight,
  }
}
