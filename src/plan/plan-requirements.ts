/** Creates requirements from the keys under `privacy` and `population`. */
import { userError } from '../ground/errors.ts'
import { findPreset } from '../presets/presets.ts'
import { allRequirements, makeRequirement, withK } from '../requirements/index.ts'
import { kAnonymity } from '../requirements/k-anonymity/k-anonymity.ts'
import { kMap } from '../requirements/k-map/k-map.ts'
import type { Requirement } from '../requirements/requirement.ts'
import type { Job } from '../table/job-schema.ts'
import type { PlannedColumn, PlanOverrides, TablePlan } from './plan.ts'
import { planSource } from './shared-plan.ts'

export function planRequirements(
  { privacy, population: people }: Job,
  name: string,
  { k: override }: PlanOverrides,
  columns: readonly PlannedColumn[],
  persons: string | undefined,
): readonly Requirement[] {
  const listed = (privacy.requirements ?? []).flatMap((entry) => Object.entries(entry))
  // A model may have several entries: one per sensitive column.
  const keys = allRequirements.flatMap(({ name: key }): [string, unknown][] =>
    [privacy[key] ?? []].flat().map((value) => [key, value]),
  )
  const requirements = [
    ...(privacy.k === undefined ? [] : [makeRequirement(kAnonymity.name, privacy.k, [], persons)]),
    ...[...listed, ...keys].map(([requirement, value]) =>
      makeRequirement(
        requirement,
        withPeople(requirement, value, people && 'size' in people ? people.size : undefined),
        columns,
        persons,
      ),
    ),
  ]
  const lost = requirements.find(({ ofRegister }) => ofRegister)
  if (lost !== undefined && (people === undefined || 'size' in people))
    throw userError('present', 'population')`requirement ${lost.name} counts people of the population, and ${name} does
      not say where they are; add population: { source: register.csv
      }${lost.name === kMap.name ? ', or their number: population: { size: 67000000 }' : ''}`
  // Any m facts, columns and items alike, are asked of the rows, and nothing of classes.
  const isOverFacts = Object(privacy['km']).over !== undefined
  const asked = withPreset(isOverFacts ? requirements : withK(requirements, override), privacy.preset, persons)
  if (asked.length === 0 && !isOverFacts)
    throw userError('present', 'privacy.k')`${name} asks for no privacy; add privacy.k, for example k: 10`
  return asked
}

function withPreset(requirements: readonly Requirement[], name: string | undefined, persons: string | undefined) {
  const preset = name === undefined ? undefined : findPreset(name)
  if (preset?.k === undefined) return requirements
  const kept = requirements.find((one) => one.name === kAnonymity.name)
  if (kept === undefined) return [makeRequirement(kAnonymity.name, preset.k, [], persons), ...requirements]
  if (kept.minimumSize >= preset.k) return requirements
  throw userError('together', 'privacy.k')`preset ${preset.name} asks for k of at least ${preset.k} (${preset.why}); got
    ${kept.minimumSize}: raise k, or remove it`
}

/** k-map uses the job's population unless it has another number. */
function withPeople(requirement: string, value: unknown, people: number | undefined): unknown {
  if (requirement !== kMap.name || people === undefined) return value
  return { population: people, ...(typeof value === 'object' ? value : { k: value }) }
}

/** Plans the population: the number of people the rows were drawn from, or a register of them. */
export function planPopulation(
  { population, data, columns }: Job,
  base: string,
): Pick<TablePlan, 'people' | 'register'> {
  if (population === undefined || 'size' in population) return { people: population?.size }
  return { register: planSource({ ...population, decimal: data.decimal }, base, columns) }
}
