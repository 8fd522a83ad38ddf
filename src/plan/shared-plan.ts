/** Plans the parts that every kind of job has: seed, limits, source and input files. */
import { resolve } from 'node:path'
import { UserError } from '../ground/errors.ts'
import { readSmallFile } from '../ground/small-file.ts'
import type { SourceRequest } from '../sources/table.ts'
import { readDuration } from '../table/duration.ts'
import type { Job } from '../table/job-schema.ts'
import { jobFiles } from './job-files.ts'
import type { PlanOverrides } from './plan.ts'

export function sharedPlan(job: Job, base: string, name: string, overrides: PlanOverrides) {
  const { purpose, limits } = job
  return {
    name,
    purpose,
    seed: overrides.seed ?? job.seed ?? 1,
    // A time limit on the command line replaces the work limit.
    workLimit: overrides.timeLimit === undefined ? limits?.work : undefined,
    timeLimit: planTimeLimit(limits, overrides),
    mostCombinations: limits?.combinations,
    inputs: planInputs(job, base, name),
  }
}

function planTimeLimit(limits: Job['limits'], { timeLimit }: PlanOverrides): number | undefined {
  if (timeLimit !== undefined) return readDuration(timeLimit, '--time-limit')
  return limits?.time === undefined ? undefined : readDuration(limits.time, 'limits.time')
}

export function numericColumns(columns: Job['columns']): string[] {
  return Object.entries(columns).flatMap(([name, { type }]) => (type === 'numeric' ? [name] : []))
}

export function planSource(data: Job['data'], base: string, jobColumns: Job['columns'] = {}): SourceRequest {
  const { source, table, query, path, key, format, sheet, header, delimiter, quote, skip, encoding, decimal } = data
  const sources = Object.values(jobColumns).flatMap(
    ({ derive }) => derive?.place ?? (derive?.bin?.slice(0, 1) as string[] | undefined) ?? [],
  )
  const numeric = [...new Set([...numericColumns(jobColumns), ...sources])]
  const numbers = decimal === undefined ? undefined : { decimal, columns: numeric }
  return { numbers, source, base, table, query, path, key, format, sheet, header, delimiter, quote, skip, encoding }
}

function planInputs(job: Job, base: string, name: string): string[] {
  const beside = jobFiles(job).filter(({ key }) => !key.startsWith('data.source') && key !== 'history.ledger')
  return [name, ...beside.map(({ file }) => file)].map((file) => resolve(base, file))
}

export function readText(path: string, named: string, what: string): string {
  try {
    return readSmallFile(path, `the ${what} "${named}"`)
  } catch (error) {
    if (error instanceof UserError) throw error
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new UserError(`no such ${what}: "${named}" (looked for ${path})`, { rule: 'file' })
    if (code === 'EISDIR') throw new UserError(`the ${what} "${named}" is a folder; name a file`, { rule: 'file' })
    throw new UserError(`the ${what} "${named}" cannot be read (${code})`, { rule: 'file' })
  }
}
