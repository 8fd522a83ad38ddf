/** Resolves dotted keys into a job: `privacy.k`, `columns.age.weight`. Names of the job's columns may have dots. */
import { didYouMean, nearestName, userError } from '../ground/errors.ts'
import { ownValue } from '../ground/names.ts'
import { jobSchema } from '../plan/job.ts'
import { schemaParts, schemasUnder, withoutChoice } from '../plan/schema-places.ts'
import type { Job } from '../table/job-schema.ts'

const notKnown = userError('known', 'grid')

export type KeyPath = readonly string[]

/** Splits a dotted key, or throws an error that proposes the nearest key. `thing` names its location. */
export function pathOfKey(key: string, job: Job, thing: string): KeyPath {
  const path: string[] = []
  let places = withoutChoice(jobSchema())
  let value: unknown = job
  for (let rest = key; rest !== ''; ) {
    const known = [...new Set(places.flatMap((place) => listKeys(place, value)))]
    const step =
      known.toSorted((a, b) => b.length - a.length).find((name) => rest === name || rest.startsWith(`${name}.`)) ??
      (places.some(takesAnyKey) ? rest.split('.')[0] : undefined)
    if (step === undefined) {
      const before = path.map((part) => `${part}.`).join('')
      const full = known.map((name) => before + name)
      const near = didYouMean(key, full) || nearStep(before, rest, known)
      throw notKnown`${thing} names the key "${key}", which a job does not
        have${near || (full.length > 0 ? `; known are ${full.join(', ')}` : `: ${path.join('.')} is a single value`)}`
    }
    path.push(step)
    places = places.flatMap((place) => schemasUnder(place, step))
    value = isMapping(value) || Array.isArray(value) ? ownValue(value as Record<string, unknown>, step) : undefined
    rest = rest.slice(step.length + 1)
  }
  if (path[0] === 'output' || path[0] === 'version')
    throw notKnown`${thing} names the key "${key}", which a study sets itself: each run has its folder; remove it`
  return path
}

/** Returns the whole key with its unknown part replaced by the nearest name; list indices are not names. */
function nearStep(before: string, rest: string, known: readonly string[]): string {
  const [step, ...after] = rest.split('.')
  const nearest = /^\d+$/.test(step) ? undefined : nearestName(step, known)
  return nearest === undefined ? '' : `; did you mean "${before}${[nearest, ...after].join('.')}"?`
}

/** Returns a copy of the job with the value at the path; null removes the key. */
export function withValue(job: unknown, path: KeyPath, value: unknown, done: KeyPath = []): unknown {
  if (path.length === 0) return value
  const [key, ...rest] = path
  const owner = expandOwner(job, done, path)
  if (Array.isArray(owner))
    return owner.map((item, i) => (String(i) === key ? withValue(item, rest, value, [...done, key]) : item))
  const inner = ownValue(owner, key)
  const others = Object.fromEntries(Object.entries(owner).filter(([name]) => name !== key))
  if (rest.length === 0 && value === null) return others
  return { ...owner, [key]: withValue(inner, rest, value, [...done, key]) }
}

/** Expands `algorithm: genetic`, which is short for a mapping. */
function expandOwner(value: unknown, done: KeyPath, path: KeyPath): Record<string, unknown> | unknown[] {
  if (isMapping(value) || Array.isArray(value)) return value
  if (value === undefined) return {}
  if (done.length === 1 && done[0] === 'algorithm' && typeof value === 'string') return { name: value }
  const notTogether = userError('together', done.join('.'))
  throw notTogether`"${[...done, ...path].join('.')}" cannot be set: ${done.join('.')} is ${JSON.stringify(value)} in
    the job, not a mapping; write it as one there`
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

/** Keys that the schema knows; for open mappings and lists, those of the value. */
function listKeys(schema: unknown, value: unknown): string[] {
  const { type, shape } = schemaParts(schema)
  if (shape !== undefined) return Object.keys(shape)
  if (type === 'record' && isMapping(value)) return Object.keys(value)
  return type === 'array' && Array.isArray(value) ? value.map((_, i) => String(i)) : []
}

/** Options of an algorithm are checked when the run is planned. */
function takesAnyKey(schema: unknown): boolean {
  const { type, catchall } = schemaParts(schema)
  return type === 'unknown' || (type === 'object' && catchall !== undefined && schemaParts(catchall).type === 'unknown')
}
