/**
 * Endpoints supervised by a target (`endpoints: { target: income }`): cuts that separate its values best by minimum
 * description length (Fayyad and Irani 1993; Iyengar 2002, §4). Cost: one more pass over the source, and a row per
 * distinct pair of number and target value.
 */
import type { Engine, EngineRun } from '../engines/engine.ts'
import { didYouMean, userError } from '../ground/errors.ts'
import type { HierarchySpecification } from '../hierarchy/specification.ts'
import { type Source, sql } from '../sql/dialect.ts'
import { valueOrMissing } from '../sql/encoding.ts'
import { cutRanks } from './discretize.ts'

/** More distinct pairs are not fetched. */
const MOST_PAIRS = 1_000_000

/** Replaces `{ target }` by the endpoints that it decides; `targets` are the category targets of the job. */
export async function superviseEndpoints(
  column: string,
  hierarchy: HierarchySpecification,
  { targets, missingValues }: { readonly targets: readonly string[]; readonly missingValues: readonly string[] },
  { engine, source }: { readonly engine: Engine; readonly source: Source },
  run: EngineRun,
): Promise<HierarchySpecification> {
  const { endpoints } = hierarchy.kind === 'number' ? hierarchy : { endpoints: undefined }
  if (hierarchy.kind !== 'number' || typeof endpoints !== 'object' || !('target' in endpoints)) return hierarchy
  const target = checkedTarget(targets, column, endpoints.target)
  const { dialect } = engine
  const value = dialect.number(valueOrMissing(dialect, column, missingValues))
  const label = valueOrMissing(dialect, target, missingValues)
  const pairs = sql`SELECT ${value} AS number, ${label} AS label FROM ${dialect.scan(source)}`
  const selectCounted = sql`SELECT number, label, ${dialect.wholeNumber(sql`COUNT(*)`)} AS rows FROM (${pairs}) AS pairs
    WHERE number IS NOT NULL AND label IS NOT NULL GROUP BY number, label LIMIT ${MOST_PAIRS + 1}`
  const counted = await engine.query(selectCounted, run)
  const numbers = counted.numbers('number')
  if (numbers.length > MOST_PAIRS)
    throw userError('data', `columns.${column}.endpoints`)`column "${column}" has more than ${MOST_PAIRS} pairs of a
      number and a value of "${target}", too many to supervise endpoints by; set endpoints to a number of quantiles or a
      width`
  const rows = Array.from(counted.numbers('rows'))
  return { ...hierarchy, endpoints: { list: supervisedEndpoints(Array.from(numbers), counted.texts('label'), rows) } }
}

function checkedTarget(names: readonly string[], column: string, target: string): string {
  if (names.includes(target)) return target
  throw userError('known', `columns.${column}.endpoints.target`)`endpoints of column "${column}" are supervised by
    "${target}", which must be a column with role: target that is not numeric${didYouMean(target, names)}; there
    ${names.length === 0 ? 'is none' : `are ${names.join(', ')}`}`
}

/** The first number after each cut, ascending. The rows are counted by number and label. */
export function supervisedEndpoints(
  numbers: readonly number[],
  labels: readonly (string | null)[],
  rows: readonly number[],
): number[] {
  const values = [...new Set(numbers)].sort((a, b) => a - b)
  const classes = [...new Set(labels)]
  const ranks = new Map(values.map((value, rank) => [value, rank]))
  const classIds = new Map(classes.map((label, place) => [label, place]))
  const counts = new Float64Array(values.length * classes.length)
  numbers.forEach((number, i) => {
    counts[(ranks.get(number) as number) * classes.length + (classIds.get(labels[i]) as number)] += rows[i]
  })
  return cutRanks(counts, classes.length).map((rank) => values[rank])
}
