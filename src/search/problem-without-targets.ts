/** Drops targets and sensitive columns that nothing reads: a third of the work on a large table. */
import type { FrequencyTable, Target } from '../frequency/frequency-table.ts'
import { isMeant } from '../metrics/targets.ts'
import type { SearchProblem } from './search.ts'

export function problemWithoutTargets(problem: SearchProblem): SearchProblem {
  const { frequencies, requirements } = problem
  const { targets: all, sensitive: counted = [] } = frequencies
  const readsSensitive = problem.goal.terms.some(({ metric }) => metric.needs === 'sensitive')
  const targets = all.filter((target) => isNeeded(problem, target))
  const sensitive = counted.filter(
    ({ name }) => readsSensitive || requirements.some(({ counts }) => counts.includes(name)),
  )
  if (targets.length === all.length && sensitive.length === counted.length) return problem
  const lean: FrequencyTable = { ...frequencies, targets, sensitive }
  return { ...problem, frequencies: lean }
}

/** A metric without a named target takes the first of its kind, so all of that kind stay. */
function isNeeded({ goal }: SearchProblem, target: Target): boolean {
  const kind = target.kind === 'categories' ? 'category-target' : 'number-target'
  return goal.terms.some(({ metric, settings }) => metric.needs === kind && isMeant(target.name, metric, settings))
}
