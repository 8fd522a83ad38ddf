/** Roles, their meaning, and the changes to a job when a column changes its role. */
import type { About } from '../../../src/table/about.ts'
import type { Role } from '../../../src/table/column.ts'
import type { Job } from '../../../src/table/job-schema.ts'
import type { HierarchyProposal } from '../../server/hierarchies/api.ts'
import { hierarchyKeys, type JobColumn } from '../hierarchies/settings.ts'
import { changed } from '../job/change.ts'
import { jobKind } from '../job/kinds.ts'

export const roleWords: Readonly<Record<Role, { readonly title: string; readonly note: string }>> = {
  identifier: { title: 'identifier', note: 'points at a person by itself; never released' },
  'quasi-identifier': { title: 'quasi-identifier', note: 'points at a person together with others; made coarser' },
  sensitive: { title: 'sensitive', note: 'what others should not learn about a person; released as it is' },
  target: { title: 'target', note: 'what the release is used for; released as it is' },
  items: { title: 'items', note: 'a set of items per person: purchases, diagnoses, visits' },
  pseudonym: { title: 'pseudonym', note: 'released under another name, made with a key (halftone key); links tables' },
  other: { title: 'other', note: 'tells nobody apart; released as it is' },
}

/** Keeps only the keys allowed for the role. */
export function columnAs(
  role: Role,
  before: JobColumn | undefined,
  proposal?: HierarchyProposal['settings'],
): JobColumn {
  if (role === 'quasi-identifier') {
    return { role, ...hierarchyKeys({ ...before, ...proposal, role }), ...changed({}, { weight: before?.weight }) }
  }
  if (role === 'pseudonym') {
    const { key, format, length, scope } = before?.role === role ? before : {}
    return changed<JobColumn>({ role }, { key, format, length, scope })
  }
  if (role === 'items') {
    const { separator, per } = before ?? {}
    return changed<JobColumn>({ role }, { separator, per })
  }
  return { role }
}

/** Returns the job with a column changed. If that changes the kind of job, its kind-specific keys are replaced. */
export function withColumn(job: Job, name: string, column: JobColumn): Job {
  return fitting({ ...job, columns: { ...job.columns, [name]: column } })
}

function fitting(job: Job): Job {
  const { about, begins } = jobKind(job)
  const { km, constraints, ...privacy } = job.privacy
  const isTogether = ['items', 'quasi-identifier'].every((role) => columnsWithRole(job, role as Role).length > 0)
  const asked: About | 'both' =
    km === undefined && constraints === undefined ? 'columns' : privacy.k === undefined ? 'items' : 'both'
  if ((isTogether ? 'both' : about) === asked) return job
  const { missing, 'empty-baskets': _empty, ...data } = job.data
  const { goal, preference: _preference, utility: _utility, algorithm: _algorithm, ...rest } = job
  if (!isTogether) return { ...rest, data, ...begins }
  return { ...rest, data: { ...data, missing }, goal, privacy: { ...privacy, k: privacy.k ?? 5, km: { m: 2 } } }
}

/** Returns the job with the decimal mark of its numbers, unless it names one. */
export function withDecimal(job: Job, decimal: ',' | undefined): Job {
  return { ...job, data: changed(job.data, { decimal: job.data.decimal ?? decimal }) }
}

export function columnsWithRole(job: Job, role: Role): string[] {
  return Object.entries(job.columns).flatMap(([name, column]) => (column.role === role ? [name] : []))
}
