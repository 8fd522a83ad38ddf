/** Proposes changes of the job that improve a table's release and that the plan and the searches accept. */
import type { EngineRun } from '../../engines/engine.ts'
import { profileColumns } from '../../frequency/profile-columns.ts'
import { UserError, withoutUndefined } from '../../ground/errors.ts'
import { formatCount, many } from '../../ground/format.ts'
import { type ProfiledColumn, proposeHierarchy } from '../../hierarchy/propose.ts'
import { proposeCoarsening } from '../../hierarchy/propose-coarsening.ts'
import { hierarchySettings } from '../../hierarchy/specification.ts'
import { makeTablePlan } from '../../plan/table-plan.ts'
import type { AdvisedJob, JobSetting, Remedies } from '../../report/advice.ts'
import { findRemedies, noRemedies, withSetting } from '../../report/advice.ts'
import { isExposed } from '../../report/judge/judge-exposure.ts'
import { kAnonymity } from '../../requirements/k-anonymity/k-anonymity.ts'
import { smallestAllowedClass } from '../../requirements/requirement.ts'
import type { StepRun } from '../../run.ts'
import { checkRule } from '../../search/classes/row-units.ts'
import { allSearches } from '../../search/index.ts'
import type { Job, JobColumn } from '../../table/job-schema.ts'
import type { Exposure } from '../../verification/exposure.ts'
import { type Countable, countedTable } from '../../verification/read-once.ts'
import type { Verified } from '../kind.ts'
import { isRequired } from './coarsen-columns.ts'
import type { TableStations } from './stations.ts'

const classSearches = allSearches.filter(({ kind, withoutHierarchies }) => kind === 'classes' && !withoutHierarchies)

/** A prefix hierarchy has a level for each character. */
const LONGEST_CODE = 100

export async function remediesFor(
  work: Verified<TableStations>,
  exposure: Exposure,
  suppressed: number,
  run: StepRun,
): Promise<Remedies> {
  const { plan, counted } = work
  if (plan.asked === undefined) return noRemedies
  const { job } = plan.asked
  const rows = counted.rowsRead - counted.rowsMissing
  return findRemedies({
    job,
    accepts: (setting) => isAccepted(work, setting),
    k: namedK(job),
    suppressionLimit: plan.suppressionLimit,
    suppressed: rows === 0 ? 0 : suppressed / rows,
    classSearches: plan.search.kind === 'classes' ? [] : classSearches.map(({ name }) => name),
    ...(await proposedSettings(work, exposure, run)),
  })
}

function namedK({ privacy }: Job): AdvisedJob['k'] {
  if (privacy.k !== undefined) return { key: ['privacy', 'k'], value: privacy.k }
  const { name } = kAnonymity
  const values = privacy.requirements?.map((requirement) => requirement[name]) ?? []
  const place = values.findIndex((value) => typeof value === 'number')
  return place < 0
    ? undefined
    : { key: ['privacy', 'requirements', String(place), name], value: values[place] as number }
}

/** Plans the changed job; a class-by-class search must also support each requirement. */
export function isAccepted({ plan, problem }: Verified<TableStations>, setting: JobSetting): boolean {
  if (plan.asked === undefined) return false
  try {
    const { kind, search } = makeTablePlan(withSetting(plan.asked.job, setting), plan.asked.base, plan.name)
    if (kind === 'classes')
      for (const rule of problem.requirements.filter(({ reads }) => reads !== 'sizes')) checkRule(search.name, rule)
    return true
  } catch (error) {
    if (error instanceof UserError) return false
    throw error
  }
}

async function proposedSettings(
  { plan, countable }: Verified<TableStations>,
  { columns, joint }: Exposure,
  run: StepRun,
): Promise<Pick<AdvisedJob, 'hierarchies' | 'coarsenings'>> {
  const alone = columns.flatMap((one) => (isExposed(one) || (one.together ?? 0) > 0 ? one.column : []))
  const names = [...new Set([...alone, ...(joint?.columns ?? [])])]
  if (names.length === 0) return { hierarchies: new Map(), coarsenings: new Map() }
  const profiles = await profileCounted(countable, names, plan.missingValues, { signal: run.signal })
  const k = Math.max(LEAST_SHARE, smallestAllowedClass(plan.requirements))
  const alreadyCoarse = plan.columns.flatMap(({ name, coarsening }) => (coarsening === undefined ? [] : [name]))
  const coarsenings = new Map(
    profiles.flatMap((profile) => {
      // Requirements and targets would count other values, and persons have several rows: the effect is unknown.
      const isCounted = isRequired(plan, profile.name)
      const isTarget = plan.columns.some(({ name, role }) => name === profile.name && role === 'target')
      if (isCounted || isTarget || alreadyCoarse.includes(profile.name)) return []
      const proposed = proposeCoarsening(profile, k)
      if (proposed === undefined || plan.persons !== undefined) return []
      const alone = columns.find(({ column }) => column === profile.name)?.alone ?? 0
      const effect = ` (${formatCount(alone)} → ${many(proposed.unique, 'row')} singled out by it)`
      return [[profile.name, { settings: withoutUndefined(proposed.coarsening), effect }] as const]
    }),
  )
  const hierarchies = new Map(
    profiles.flatMap((profile): [string, Partial<JobColumn>][] => {
      const settings = hierarchyKeys(profile, plan.search.withoutHierarchies === true)
      // A quasi-identifier with missing values stops a job with `missing: fail`.
      return settings === undefined || (profile.missingCount > 0 && plan.missing === 'fail')
        ? []
        : [[profile.name, settings]]
    }),
  )
  return { hierarchies, coarsenings }
}

/** The fewest people who share a value that is proposed to be shared. */
const LEAST_SHARE = 2

function hierarchyKeys(profile: ProfiledColumn, plainCategories: boolean): Partial<JobColumn> | undefined {
  const { specification } = proposeHierarchy(profile)
  if (specification === undefined) return undefined
  if (specification.kind !== 'tree') return hierarchySettings(specification)
  if (plainCategories) return { type: 'category' }
  // Words that begin alike have nothing in common; numbered names and codes do.
  const codes = profile.values.filter((value) => /\d/.test(value)).length
  return 2 * codes >= profile.values.length && profile.values.every(({ length }) => length <= LONGEST_CODE)
    ? { type: 'prefix' }
    : undefined
}

/** Profiles columns of a written file from the rows in the engine. */
export function profileCounted(
  counted: Countable,
  columns: readonly string[],
  missingValues: readonly string[],
  run: EngineRun,
): ReturnType<typeof profileColumns> {
  const { engine, source } = countedTable(counted)
  const times = 'times' in counted ? counted.times : undefined
  return profileColumns(engine, source, columns, missingValues, { ...run, times })
}
