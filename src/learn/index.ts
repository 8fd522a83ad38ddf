/** All learners by name. */
import { didYouMean, userError } from '../ground/errors.ts'
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

/** Names in papers; accepted wherever a learner is named. */
const paperNames: Readonly<Record<string, string>> = { 'decision-tree': 'C4.5', rules: 'PART' }

/** The name of a figure in the table of a study. */
export function learnedFigureName(figure: string, learner: string): string {
  return `${figure} ${paperNames[learner] ?? learner}`
}

export function findLearner(name: string): LearnerRecord {
  const lower = name.toLowerCase()
  const found = learners.find((learner) => learner.name === name || paperNames[learner.name]?.toLowerCase() === lower)
  if (found) return found
  const names = [...learners.map((learner) => learner.name), ...Object.values(paperNames)]
  const remedy = didYouMean(name, names) || `; there are ${names.join(', ')}`
  throw userError('known', 'learners')`there is no learner "${name}"${remedy}`
}
