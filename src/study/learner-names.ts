/** Names learners as in the literature. */
import { findLearner, paperName } from '../learn/index.ts'

export function learnerNamed(name: string): string {
  return findLearner(name).name
}

export function learnedFigureName(figure: string, learner: string): string {
  return `${figure} ${paperName(learner)}`
}
