/** All requirements by name, and how to make one from the job file. */
import { didYouMean, userError } from '../ground/errors.ts'
import { readOptions } from '../ground/options.ts'
import { alphaK } from './alpha-k/alpha-k.ts'
import { averageRisk } from './average-risk/average-risk.ts'
import { betaLikeness } from './beta-likeness/beta-likeness.ts'
import { deltaDisclosure } from './delta-disclosure/delta-disclosure.ts'
import { deltaPresence } from './delta-presence/delta-presence.ts'
import { kAnonymity } from './k-anonymity/k-anonymity.ts'
import { kMap } from './k-map/k-map.ts'
import { lDiversity } from './l-diversity/l-diversity.ts'
import { lkc } from './lkc/lkc.ts'
import { quasiIdentifierSets } from './quasi-identifier-sets/quasi-identifier-sets.ts'
import { type Requirement, type RequirementColumn, type RequirementRecord, requirementWith } from './requirement.ts'
import { tCloseness } from './t-closeness/t-closeness.ts'

export const allRequirements: readonly RequirementRecord[] = [
  kAnonymity,
  lDiversity,
  tCloseness,
  betaLikeness,
  deltaDisclosure,
  alphaK,
  kMap,
  deltaPresence,
  averageRisk,
  lkc,
  quasiIdentifierSets,
]

/** `{ k-anonymity: 5 }` or `{ k-anonymity: { k: 5 } }`: a number is the first option. */
export function makeRequirement(
  name: string,
  value: unknown,
  columns: readonly RequirementColumn[] = [],
  persons?: string,
): Requirement {
  const record = allRequirements.find((requirement) => requirement.name === name)
  if (record === undefined) {
    const names = allRequirements.map((requirement) => requirement.name)
    const remedy = didYouMean(name, names) || `; requirements are ${names.join(', ')}`
    throw userError('known', 'privacy.requirements')`there is no requirement "${name}"${remedy}`
  }
  const isMap = typeof value === 'object' && value !== null
  const given = isMap ? (value as Record<string, unknown>) : { [record.options[0].name]: value }
  const options = readOptions(`requirement ${name}`, record.options, given, `privacy.requirements.${name}`)
  const required = record.required ?? record.options.map((option) => option.name)
  const missing = record.options.find((option) => required.includes(option.name) && options[option.name] === undefined)
  if (missing !== undefined)
    throw userError('present', `privacy.requirements.${name}`)`requirement ${name} needs ${missing.name},
      ${missing.meaning}; write ${name}: { ${missing.name}: 5 }`
  const made = requirementWith({ name, options, ...record.make(options, columns, persons) })
  if (persons === undefined || made.persons !== undefined) return made
  return { ...made, persons, promise: `${made.promise}; every person counts once, however many rows they have` }
}

/** Replaces k if one is given: `privacy.k` and `--k` mean k-anonymity. */
export function withK(
  requirements: readonly Requirement[],
  k: number | undefined,
  persons = requirements.find((candidate) => candidate.persons !== undefined)?.persons,
): readonly Requirement[] {
  if (k === undefined) return requirements
  return [
    makeRequirement(kAnonymity.name, k, [], persons),
    ...requirements.filter(({ name }) => name !== kAnonymity.name),
  ]
}
