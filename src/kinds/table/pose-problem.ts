/** Poses the search problem of a table. */
import type { CountedTable } from '../../frequency/counted-table.ts'
import { countedInAll } from '../../frequency/persons.ts'
import { userError } from '../../ground/errors.ts'
import { columnsInRole, type TablePlan } from '../../plan/plan.ts'
import { findPreset, requireShown } from '../../presets/presets.ts'
import { countedNoun, smallestAllowedClass } from '../../requirements/requirement.ts'
import { requireSeenValues } from '../../requirements/seen-values.ts'
import { makeGoal } from '../../search/goal.ts'
import type { SearchProblem } from '../../search/search.ts'

export function poseProblem(
  plan: TablePlan,
  { frequencies, hierarchies, start }: CountedTable & Pick<SearchProblem, 'start'>,
): SearchProblem {
  const k = smallestAllowedClass(plan.requirements)
  const preset = plan.preset === undefined ? undefined : findPreset(plan.preset)
  const most = countedInAll(frequencies)
  if (k > most) {
    const noun = countedNoun(plan.persons)
    throw userError('data', 'privacy.k')`k must be at most the number of ${noun}, ${most}; got ${k}: a class cannot have
      more ${noun} than the table`
  }
  const weights = columnsInRole(plan, 'quasi-identifier').map((column) => column.weight)
  return {
    frequencies,
    hierarchies,
    start,
    requirements: [
      ...plan.requirements,
      ...(hierarchies.some((hierarchy) => hierarchy.unseen !== undefined) ? [requireSeenValues(hierarchies)] : []),
      ...(preset === undefined ? [] : requireShown(preset, hierarchies)),
    ],
    suppressionLimit: plan.suppressionLimit,
    suppressedGroup:
      plan.suppressedGroup === 'exempt' && plan.requirements.some(({ ofRegister }) => ofRegister)
        ? 'register'
        : plan.suppressedGroup,
    goal: makeGoal(plan.goal, {
      frequencies,
      hierarchies,
      weights,
      k,
      preference: plan.preference,
      people: plan.people,
      population: frequencies.population,
    }),
  }
}
