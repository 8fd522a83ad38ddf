/**
 * Ridge logistic regression, multinomial with the last class as reference (le Cessie and van Houwelingen 1992;
 * conventions of Weka's Logistic). Merges equal rows first; costs a few tens of passes over the distinct rows.
 */
import { alignColumns, type CodedTable, checkTrainingTable, classWeights, tableSchema } from '../coded-table.ts'
import { distinctRows, prepareTrainingData } from '../decision-tree/training-data.ts'
import type { LearnerRecord } from '../learner.ts'
import { designFor, sparseRows } from './design.ts'
import { classShares, evaluate, type RegressionProblem } from './likelihood.ts'
import { minimizeNewton, minimizeQuasiNewton } from './minimize.ts'

const RIDGE = 1e-8
/** Up to here, a Cholesky factorization is cheaper than the many passes of L-BFGS. */
const MOST_NEWTON_PARAMETERS = 800

export function trainLogistic(table: CodedTable, ridge = RIDGE) {
  checkTrainingTable('learner logistic', table)
  const classes = table.target.values.length
  const merged = distinctRows(table, prepareTrainingData(table))
  const design = designFor(merged)
  const block = design.features + 1
  const problem: RegressionProblem = {
    rows: sparseRows(design, merged.columns, merged.rows),
    features: design.features,
    classes,
    target: merged.target.codes,
    weights: merged.weights,
    ridge,
  }
  const start = new Float64Array((classes - 1) * block)
  const counts = classWeights(merged)
  for (let j = 0; j < classes - 1; j++) start[j * block] = Math.log((counts[j] + 1) / (counts[classes - 1] + 1))
  const minimize = start.length <= MOST_NEWTON_PARAMETERS ? minimizeNewton : minimizeQuasiNewton
  const minimum = minimize((parameters, gradient, hessian) => evaluate(problem, parameters, gradient, hessian), start)
  const columns = tableSchema(table)
  const { parameters, value, iterations, converged } = minimum
  return {
    classes: table.target.values,
    size: { features: design.features, parameters: parameters.length, iterations },
    /** Per class except the last: intercept, then a coefficient per feature. */
    parameters,
    fit: { value, iterations, converged },
    predict(rows: CodedTable) {
      const sparse = sparseRows(design, alignColumns(columns, rows), rows.rows)
      const shares = new Float64Array(rows.rows * classes)
      for (let row = 0; row < rows.rows; row++)
        classShares(sparse, row, parameters, shares.subarray(row * classes, (row + 1) * classes), -1)
      return shares
    },
  }
}

export const logisticLearner: LearnerRecord = {
  name: 'logistic',
  title: 'Logistic regression (ridge)',
  summary: 'A weighted sum of the cells. Missing cells are replaced by the mean or the most frequent value.',
  source: 'le Cessie and van Houwelingen 1992; conventions of Weka Logistic',
  train: (table) => trainLogistic(table),
}
