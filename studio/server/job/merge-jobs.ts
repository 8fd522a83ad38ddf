/**
 * Three-way merge of a job changed in a page and in its file. If both changed a key to different values, the user must
 * choose.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Job } from '../../../src/table/job-schema.ts'
import type { JobConflict } from './api.ts'

export interface MergedJobs {
  /** Changes of both sides; on conflict, the page's. */
  readonly job: Job
  readonly conflicts: readonly JobConflict[]
}

/** `read` is the common base, `mine` the page's version, `theirs` the file's. */
export function mergeJobs(read: Job, mine: Job, theirs: Job): MergedJobs {
  const conflicts: JobConflict[] = []
  return { job: merge(read, mine, theirs, [], conflicts) as Job, conflicts }
}

function merge(
  read: unknown,
  mine: unknown,
  theirs: unknown,
  path: readonly string[],
  conflicts: JobConflict[],
): unknown {
  if (isDeepStrictEqual(mine, theirs) || isDeepStrictEqual(read, mine)) return theirs
  if (isDeepStrictEqual(read, theirs)) return mine
  if (!isMapping(mine) || !isMapping(theirs)) {
    conflicts.push({ path, mine, theirs })
    return mine
  }
  const before = isMapping(read) ? read : {}
  const keys = new Set([...Object.keys(theirs), ...Object.keys(mine)])
  const merged: Record<string, unknown> = Object.create(null)
  for (const key of keys) {
    const value = merge(get(before, key), get(mine, key), get(theirs, key), [...path, key], conflicts)
    if (value !== undefined) merged[key] = value
  }
  return Object.fromEntries(Object.entries(merged))
}

type Mapping = Readonly<Record<string, unknown>>

function isMapping(value: unknown): value is Mapping {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

/** A column may have any name, even `constructor`. */
function get(mapping: Mapping, key: string): unknown {
  return Object.hasOwn(mapping, key) ? mapping[key] : undefined
}
