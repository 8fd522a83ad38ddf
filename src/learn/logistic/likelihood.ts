/**
 * The objective of ridge logistic regression with gradient and Hessian: f(β) = −Σ w log P(class | row) + ridge · Σ β²
 * (intercepts free), P(j) = e^{x·β_j} / Σ e^{x·β_l}, β = 0 for the last class. Parameters by class: intercept, then one
 * per feature. A pass costs rows × width × classes, the Hessian width² per pair of classes.
 */
import type { SparseRows } from './design.ts'

export interface RegressionProblem {
  readonly rows: SparseRows
  readonly features: number
  readonly classes: number
  readonly target: Int32Array
  readonly weights: Float64Array
  readonly ridge: number
}

/** Writes the class shares of a row into `shares`; returns −log share of `target` (0 if target is −1). */
export function classShares(
  { width, features, values }: SparseRows,
  row: number,
  parameters: Float64Array,
  shares: Float64Array,
  target: number,
): number {
  const last = shares.length - 1
  const block = parameters.length / last
  let largest = 0
  shares[last] = 0
  for (let j = 0; j < last; j++) {
    let score = parameters[j * block]
    for (let e = row * width, end = e + width; e < end; e++)
      if (features[e] >= 0) score += parameters[j * block + 1 + features[e]] * values[e]
    shares[j] = score
    if (score > largest) largest = score
  }
  const chance = target >= 0 ? shares[target] : 0
  let total = 0
  for (let j = 0; j <= last; j++) total += shares[j] = Math.exp(shares[j] - largest)
  for (let j = 0; j <= last; j++) shares[j] /= total
  return target >= 0 ? Math.log(total) + largest - chance : 0
}

/** Returns f; fills the gradient and the lower triangle of the Hessian (row-major) if given. */
export function evaluate(
  problem: RegressionProblem,
  parameters: Float64Array,
  gradient?: Float64Array,
  hessian?: Float64Array,
): number {
  const { rows, target, weights, ridge, classes } = problem
  const { width, features, values } = rows
  const block = problem.features + 1
  const size = parameters.length
  const shares = new Float64Array(classes)
  gradient?.fill(0)
  hessian?.fill(0)

  /** Adds factor · x xᵀ to the block at (top, left) for the row at `first`; only the lower triangle is read later. */
  function addOuter(cells: Float64Array, top: number, left: number, factor: number, first: number): void {
    const end = first + width
    cells[top * size + left] += factor
    for (let a = first; a < end; a++) {
      if (features[a] < 0) continue
      const line = (top + 1 + features[a]) * size + left
      const scaled = factor * values[a]
      cells[line] += scaled
      for (let b = first; b < end; b++) if (features[b] >= 0) cells[line + 1 + features[b]] += scaled * values[b]
      // Off the class diagonal, the intercept's line is in the lower triangle too.
      if (top !== left) cells[top * size + left + 1 + features[a]] += scaled
    }
  }

  let value = 0
  for (let row = 0; row < rows.rows; row++) {
    const weight = weights[row]
    value += weight * classShares(rows, row, parameters, shares, target[row])
    const first = row * width
    const end = first + width
    if (gradient) {
      for (let j = 0; j < classes - 1; j++) {
        // ∂f/∂β_j = w (P(j) − [class is j]) x
        const slope = weight * (shares[j] - (target[row] === j ? 1 : 0))
        gradient[j * block] += slope
        for (let e = first; e < end; e++)
          if (features[e] >= 0) gradient[j * block + 1 + features[e]] += slope * values[e]
      }
    }
    if (hessian) {
      for (let j = 0; j < classes - 1; j++) {
        for (let l = 0; l <= j; l++) {
          // ∂²f/∂β_j∂β_l = w P(j) ([j is l] − P(l)) x xᵀ
          addOuter(hessian, j * block, l * block, weight * shares[j] * ((j === l ? 1 : 0) - shares[l]), first)
        }
      }
    }
  }
  for (let p = 0; p < size; p++) {
    if (p % block === 0) continue
    value += ridge * parameters[p] * parameters[p]
    if (gradient) gradient[p] += 2 * ridge * parameters[p]
    if (hessian) hessian[p * size + p] += 2 * ridge
  }
  return value
}
