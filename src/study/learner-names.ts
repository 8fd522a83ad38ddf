/** Learners by the names that papers know them by; in a study file either name will do. */
import { findLearner } from '../learn/index.ts'

const known: Readonly<Record<string, string>> = { 'decision-tree': 'C4.5', rules: 'PART' }

/** The registered name of a learner. */
export function learnerNamed(name: string): string {
  const own = Object.keys(known).find((learner) => known[learner].toLowerCase() === name.toLowerCase())
  return findLearner(own ?? name).name
}

/** `accuracy C4.5`. */
export function learnedFigureName(figure: string, learner: string): string {
  return `${figure} ${known[learner] ?? learner}`
}
