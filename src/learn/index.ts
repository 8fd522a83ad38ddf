/** All learners, by name. A new one needs a line here. */
import { didYouMean, UserError } from '../errors.ts'
import { decisionTreeLearner } from './decision-tree/decision-tree.ts'
import type { LearnerRecord } from './learner.ts'
import { logisticLearner } from './logistic/logistic.ts'
import { majorityLearner } from './majority.ts'
import { naiveBayesLearner } from './naive-bayes/naive-bayes.ts'
import { rulesLearner } from './rules/rules.ts'

export const learners: readonly LearnerRecord[] = [
  decisionTreeLearner,
  rulesLearner,
  naiveBayesLearner,
  logisticLearner,
  majorityLearner,
]

export function findLearner(name: string): LearnerRecord {
  const found = learners.find((learner) => learner.name === name)
  if (!found) {
    const names = learners.map((learner) => learner.name)
    throw new UserError(`there is no learner "${name}"${didYouMean(name, names) || `; there are ${names.join(', ')}`}`)
  }
  return found
}
