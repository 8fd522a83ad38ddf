/** A search problem as plain data for worker threads: registered metrics and requirements travel by name. */
import { allMetrics, findMetric } from '../metrics/index.ts'
import type { MetricSettings } from '../metrics/metric.ts'
import { allRequirements, makeRequirement } from '../requirements/index.ts'
import type { ClassRule } from '../requirements/requirement.ts'
import type { SearchProblem } from './search.ts'

export interface PortableProblem extends Omit<SearchProblem, 'requirements' | 'goal'> {
  readonly requirements: readonly Pick<ClassRule, 'name' | 'options' | 'columns' | 'persons'>[]
  readonly goal: {
    readonly name: string
    readonly terms: readonly { readonly metric: string; readonly settings: MetricSettings; readonly weight: number }[]
  }
}

/** Combinations × chromosomes below which starting a thread costs more than it saves. */
const WORTH_A_THREAD = 50_000_000

export function threadsFor(problem: SearchProblem, chromosomes: number, threads: number): number {
  const work = problem.frequencies.combinations * chromosomes
  return work < WORTH_A_THREAD || toPortable(problem) === undefined ? 1 : threads
}

export function toPortable(problem: SearchProblem): PortableProblem | undefined {
  const { requirements, goal } = problem
  const known =
    requirements.every(({ name }) => allRequirements.some((record) => record.name === name)) &&
    goal.terms.every(({ metric }) => allMetrics.includes(metric))
  if (!known) return undefined
  return {
    ...problem,
    requirements: requirements.map(({ name, options, columns, persons }) => ({ name, options, columns, persons })),
    goal: { ...goal, terms: goal.terms.map((term) => ({ ...term, metric: term.metric.name })) },
  }
}

export function fromPortable(problem: PortableProblem): SearchProblem {
  return {
    ...problem,
    requirements: problem.requirements.map(({ name, options, columns, persons }) =>
      makeRequirement(name, options, columns, persons),
    ),
    goal: { ...problem.goal, terms: problem.goal.terms.map((term) => ({ ...term, metric: findMetric(term.metric) })) },
  }
}
