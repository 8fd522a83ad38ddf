/**
 * The queries of a table's job: drawn or read, answered on the data, and estimated from a release. Sensitive columns
 * are not counted for the search, so queries that name one cost another count.
 */
import type { EngineRun } from '../../engines/engine.ts'
import type { CodedTarget } from '../../frequency/build-frequency-table.ts'
import type { ColumnsPartition } from '../../frequency/classes.ts'
import type { CountedTable } from '../../frequency/counted-table.ts'
import type { FrequencyTable, Target } from '../../frequency/frequency-table.ts'
import { type GroupedColumn, groupRows } from '../../frequency/group-rows.ts'
import { InternalError, throwIfCancelled, UserError, userError } from '../../ground/errors.ts'
import { MISSING_LABEL } from '../../hierarchy/hierarchy.ts'
import { parseNumber } from '../../hierarchy/number.ts'
import { peoplePerBin, withPeople } from '../../hierarchy/specification.ts'
import type { WorkloadAnswers } from '../../metrics/workload/answers.ts'
import type { Rest } from '../../metrics/workload/table-counts.ts'
import { generateTableWorkload } from '../../metrics/workload/table-generate.ts'
import { answerTableWorkload, releasedGroups, releasedRows } from '../../metrics/workload/table-release.ts'
import type { QueryColumns, TableWorkload } from '../../metrics/workload/table-workload.ts'
import { queryColumns, workloadFromQueries } from '../../metrics/workload/table-workload.ts'
import { columnsInRole, type PlannedColumn, type PlannedQueries, type TablePlan } from '../../plan/plan.ts'
import type { ShownGroups } from '../../report/public-figures.ts'
import { keepPace } from '../../search/pace.ts'
import { requireColumn, type Table } from '../../sources/table.ts'
import { countRows } from './count-rows.ts'

export interface AskedQueries {
  readonly workload: TableWorkload
  readonly columns: QueryColumns
  readonly frequencies: FrequencyTable
  /** A query cuts a public bin, so that single values were counted: only the file can answer. */
  readonly single?: true
}

export interface AnsweredQueries {
  readonly workload: TableWorkload
  readonly answers: WorkloadAnswers
}

export async function askQueries(
  planned: PlannedQueries,
  plan: TablePlan,
  table: Table,
  counted: CountedTable,
  run: EngineRun,
): Promise<AskedQueries> {
  try {
    return await askCounted(planned, plan, table, counted, run)
  } catch (error) {
    const single = withSingleValues(plan)
    if (single === undefined || !(error instanceof UserError)) throw error
    return { ...(await askCounted(planned, single, table, await countRows(single, table, run), run)), single: true }
  }
}

/** Returns the plan without public bins; undefined if it has none that a query could cut. */
function withSingleValues(plan: TablePlan): TablePlan | undefined {
  const columns = plan.columns.map((column) => {
    const { hierarchy } = column
    if (peoplePerBin(hierarchy) === undefined || (hierarchy as { kind: string }).kind === 'date') return column
    return { ...column, hierarchy: withPeople(hierarchy, undefined) }
  })
  return columns.some((column, i) => column !== plan.columns[i]) ? { ...plan, columns } : undefined
}

async function askCounted(
  planned: PlannedQueries,
  plan: TablePlan,
  table: Table,
  counted: CountedTable,
  run: EngineRun,
): Promise<AskedQueries> {
  const asked = columnsAsked(plan, planned)
  const known = counted.frequencies.targets
  const enough = asked.every(({ name }) => known.some((target) => target.name === name))
  const wider = enough ? counted : await countRows(withTargets(plan, asked), table, run)
  const targets = wider.frequencies.targets.filter(({ name }) => asked.some((column) => column.name === name))
  const frequencies = { ...wider.frequencies, targets }
  const columns = queryColumns(counted.hierarchies, targets)
  const rest = restUntil(run.signal)
  if ('draw' in planned)
    return { workload: await generateTableWorkload(planned.draw, columns, frequencies, rest), columns, frequencies }
  const { file, queries } = planned
  const about = `${queries.length === 1 ? '1 query' : `${queries.length} queries`} of ${file.replace(/^.*[\\/]/, '')}`
  return { workload: await workloadFromQueries(about, queries, columns, frequencies, rest), columns, frequencies }
}

/** Target and sensitive columns that the queries name, or may be drawn for. */
function columnsAsked(plan: TablePlan, planned: PlannedQueries): readonly PlannedColumn[] {
  const open = [...columnsInRole(plan, 'target'), ...columnsInRole(plan, 'sensitive')]
  if ('draw' in planned) return planned.draw.target ? open.filter(({ type }) => type !== 'numeric') : []
  const named = new Set(planned.queries.flatMap(({ conditions }) => conditions.map(({ column }) => column)))
  return open.filter(({ name }) => named.has(name))
}

function withTargets(plan: TablePlan, asked: readonly PlannedColumn[]): TablePlan {
  const columns = plan.columns.map((column): PlannedColumn => {
    if (asked.includes(column)) return { ...column, role: 'target', type: column.type ?? 'category' }
    return column.role === 'target' ? { ...column, role: 'other' } : column
  })
  return { ...plan, columns }
}

export async function answerGroups(
  { suppressedRows }: TablePlan,
  { workload, columns, frequencies }: AskedQueries,
  { partition, labels }: Pick<ShownGroups, 'labels'> & { readonly partition: ColumnsPartition },
  { signal }: EngineRun,
): Promise<AnsweredQueries> {
  if (frequencies.combinations !== partition.frequencies.combinations)
    throw new InternalError('the queries were answered on other rows than the release was made from')
  const released = releasedGroups({ partition, frequencies, labels, suppressedRows }, columns.quasiIdentifiers)
  return { workload, answers: await answerTableWorkload(workload, released, restUntil(signal)) }
}

export async function answerFile(
  { workload, columns, frequencies }: AskedQueries,
  { missingValues }: Pick<TablePlan, 'missingValues'>,
  release: Table,
  run: EngineRun,
): Promise<AnsweredQueries> {
  const names = [...columns.quasiIdentifiers, ...columns.targets].map(({ column }) => column)
  for (const name of names) requireColumn(release, name, 'the workload')
  const grouped = await groupRows(
    release.engine,
    release.source,
    { columns: names.map((column) => ({ column })), missingValues },
    run,
  )
  const width = columns.quasiIdentifiers.length
  const released = releasedRows(
    {
      counts: grouped.counts,
      labels: grouped.columns.slice(0, width),
      targets: frequencies.targets.map((target, t) => codeTarget(target, grouped.columns[width + t])),
    },
    columns.quasiIdentifiers,
  )
  return { workload, answers: await answerTableWorkload(workload, released, restUntil(run.signal)) }
}

function restUntil(signal: AbortSignal | undefined): Rest {
  const pace = keepPace({ now: () => performance.now(), signal })
  return () => (pace.due() ? pace.rest().then(() => throwIfCancelled(signal)) : undefined)
}

function codeTarget(target: Target, { texts, places }: GroupedColumn): CodedTarget {
  const values: ArrayLike<string | number> = target.values
  const known = new Map(Array.from(values, (value, code) => [value, code] as const))
  const findCode = (text: string): number => {
    const code = known.get(target.kind === 'categories' ? text : parseNumber(text))
    if (code !== undefined) return code
    throw userError('data', `columns.${target.name}`)`the release has the value "${text}" in column "${target.name}",
      which the data does not have; give the data that the release was made from`
  }
  const codes = texts.map(findCode)
  const missing = places.includes(-1) ? findCode(MISSING_LABEL) : -1
  const tupleCodes = places.map((place) => (place < 0 ? missing : codes[place]))
  return target.kind === 'categories'
    ? { kind: 'categories', name: target.name, values: target.values, codes: tupleCodes }
    : { kind: 'numbers', name: target.name, values: target.values, codes: tupleCodes }
}
