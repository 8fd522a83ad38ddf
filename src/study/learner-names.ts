/** Learners by the names that papers know them by; in a study file either name will do. */
import { nearestName, UserError } from '../errors.ts'
import { findLearner, learners } from '../learn/index.ts'

const known: Readonly<Record<string, string>> = { 'decision-tree': 'C4.5', rules: 'PART' }

/** The registered name of a learner. */
export function learnerNamed(name: string): string {
  const own = Object.keys(known).find((learner) => known[learner].toLowerCase() === name.toLowerCase())
  const near = nearestName(name, Object.values(known))
  // Its own name is not near to the paper's; only what the list of learners does not know is looked for here.
  if (own === undefined && near !== undefined && !learners.some((learner) => learner.name === name)) {
    throw new UserError(`there is no learner "${name}"; did you mean "${near}"?`)
  }
  return findLearner(own ?? name).name
}

/** `accuracy C4.5`. */
export function learnedFigureName(figure: string, learner: string): string {
  return `${figure} ${known[learner] ?? learner}`
}
