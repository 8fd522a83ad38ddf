/** Names learners as in the literature. */
import { findLearner, paperName } from '../learn/index.ts'

/** Returns the registered name of a learner, given by either name. */
export function learnerNamed(name: string): string {
  return findLearner(name).name
}

/** `accuracy C4.5`. */
export function learnedFigureName(figure: string, learner: string): string {
  return `${figure} ${paperName(learner)}`
}
