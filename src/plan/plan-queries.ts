/** Plans the workload of a table: queries from a file, or how to draw them. */
import { resolve } from 'node:path'
import { didYouMean, userError, within } from '../ground/errors.ts'
import { parseQueries } from '../metrics/workload/table-query-text.ts'
import type { Role } from '../table/column.ts'
import type { Job } from '../table/job-schema.ts'
import type { PlannedColumn, PlannedQueries } from './plan.ts'
import { readText } from './shared-plan.ts'

const wrongValue = userError('value', 'utility.workload')

const DEFAULT_QUERIES = { count: 1000, columns: 2, share: 0.1, target: false } as const

export function planWorkload(
  { utility, output }: Job,
  base: string,
  columns: readonly PlannedColumn[],
  seed: number,
): PlannedQueries | undefined {
  const asked = utility?.workload
  if (asked === undefined) return undefined
  if (typeof asked === 'string') {
    if (output.workload !== undefined && resolve(base, output.workload) === resolve(base, asked))
      throw userError('together', 'output.workload')`output.workload would overwrite the queries of utility.workload,
        "${asked}"; name another file`
    const read = () => plannedQueries(readText(resolve(base, asked), asked, 'workload'), asked, columns)
    return within('utility.workload', read)
  }
  const there = columns.filter(({ role }) => role === 'quasi-identifier').length
  const { count: drawn, share = DEFAULT_QUERIES.share, target = DEFAULT_QUERIES.target } = asked
  const { columns: perQuery = Math.min(there, DEFAULT_QUERIES.columns) } = asked
  if (perQuery > there)
    throw userError('value', 'utility.workload.columns')`utility.workload.columns must be at most the number of
      quasi-identifiers, ${there}; got ${perQuery}`
  const count = drawn === 'all' ? undefined : drawn
  return { draw: { count: count ?? DEFAULT_QUERIES.count, columns: perQuery, share, target, seed: asked.seed ?? seed } }
}

/** Parses queries and checks their columns; values are unknown before the data is opened. */
export function plannedQueries(text: string, file: string, columns: readonly PlannedColumn[]): PlannedQueries {
  const queries = parseQueries(text)
  if (queries.length === 0)
    throw wrongValue`the workload "${file}" has no query; give at least one line, such as age 30..39`
  const known = columns.filter(({ role }) => askable.includes(role)).map((column) => column.name)
  for (const { place, conditions } of queries) {
    const stranger = conditions.find(({ column }) => !known.includes(column))?.column
    if (stranger === undefined) continue
    const role = columns.find((column) => column.name === stranger)?.role
    const why = role === undefined ? 'that the job does not have' : `of role ${role}`
    throw wrongValue`${place} ("${file}") names a column "${stranger}"
      ${why}${didYouMean(stranger, known) || `; queries may name ${known.join(', ')}`}`
  }
  return { file, queries }
}

const askable: readonly Role[] = ['quasi-identifier', 'target', 'sensitive']
