/** The majority baseline: every row gets the class shares of the training rows. O(rows). */
import { checkTrainingTable, classWeights } from './coded-table.ts'
import type { LearnerRecord } from './learner.ts'

export const majorityLearner: LearnerRecord = {
  name: 'majority',
  title: 'Majority class',
  summary: 'Predicts the most frequent class of the training rows: what a release without information achieves.',
  source: 'baseline',
  isBaseline: true,
  train(table) {
    checkTrainingTable('learner majority', table)
    const weights = classWeights(table)
    const total = weights.reduce((sum, weight) => sum + weight, 0)
    const shares = weights.map((weight) => weight / total)
    const classes = table.target.values
    return {
      classes,
      size: { classes: classes.length },
      predict(rows) {
        const predicted = new Float64Array(rows.rows * shares.length)
        for (let row = 0; row < rows.rows; row++) predicted.set(shares, row * shares.length)
        return predicted
      },
    }
  },
}
