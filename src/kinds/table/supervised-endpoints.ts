/**
 * Endpoints supervised by a target (`endpoints: { target: income }`): cuts that separate its values best by minimum
 * description length (Fayyad and Irani 1993; Iyengar 2002, §4). Cost: one more pass over the source, and a row per
 * distinct pair of number and target value.
 */
import type { Engine, EngineRun } from '../../engines/engine.ts'
import { didYouMean, userError } from '../../ground/errors.ts'
import type { HierarchySpecification } from '../../hierarchy/specification.ts'
import { cutRanks } from '../../learn/discretize.ts'
import { columnsInRole, type TablePlan } from '../../plan/plan.ts'
import { type Source, sql } from '../../sql/dialect.ts'
import { valueOrMissing } from '../../sql/encoding.ts'

/** More distinct pairs are not fetched. */
const MOST_PAIRS = 1_000_000

export async function superviseEndpoints(
  plan: TablePlan,
  engine: Engine,
  source: Source,
  run: EngineRun,
): Promise<{ readonly column: string; readonly hierarchy: HierarchySpecification }[]> {
  const found: { readonly column: string; readonly hierarchy: HierarchySpecification }[] = []
  for (const { name: column, hierarchy } of columnsInRole(plan, 'quasi-identifier')) {
    const given = hierarchy as HierarchySpecification
    const { endpoints } = given.kind === 'number' ? given : { endpoints: undefined }
    if (given.kind !== 'number' || typeof endpoints !== 'object' || !('target' in endpoints)) {
      found.push({ column, hierarchy: given })
      continue
    }
    const pair = { column, target: checkedTarget(plan, column, endpoints.target), missingValues: plan.missingValues }
    found.push({ column, hierarchy: { ...given, endpoints: { list: await findEndpoints(pair, engine, source, run) } } })
  }
  return found
}

function checkedTarget(plan: TablePlan, column: string, target: string): string {
  const targets = columnsInRole(plan, 'target').filter(({ type }) => type !== 'numeric')
  const names = targets.map(({ name }) => name)
  if (names.includes(target)) return target
  throw userError('known', `columns.${column}.endpoints.target`)`endpoints of column "${column}" are supervised by
    "${target}", which must be a column with role: target that is not numeric${didYouMean(target, names)}; there
    ${names.length === 0 ? 'is none' : `are ${names.join(', ')}`}`
}

interface SupervisedColumn extends Pick<TablePlan, 'missingValues'> {
  readonly column: string
  readonly target: string
}

async function findEndpoints(
  { column, target, missingValues }: SupervisedColumn,
  engine: Engine,
  source: Source,
  run: EngineRun,
): Promise<number[]> {
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
  return supervisedEndpoints(Array.from(numbers), counted.texts('label'), Array.from(counted.numbers('rows')))
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
