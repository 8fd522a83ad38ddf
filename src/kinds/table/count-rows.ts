/** From a plan to the table that it names, and from there to counts. */

import type { Engine, EngineRun } from '../../engines/engine.ts'
import { countClassSizes, tableOfClasses } from '../../frequency/class-sizes.ts'
import { type CountedTable, countCombinations } from '../../frequency/count-combinations.ts'
import { listedNames } from '../../ground/errors.ts'
import type { Grouping } from '../../hierarchy/grouping.ts'
import { findMetric } from '../../metrics/index.ts'
import { targetOption } from '../../metrics/targets.ts'
import { insideOf } from '../../plan/outputs.ts'
import { columnsOf, identifying, matchColumns, type TablePlan } from '../../plan/plan.ts'
import { type Pseudonymized, pseudonymize } from '../../pseudonyms/pseudonymize.ts'
import { refuseFormulaNames } from '../../release/arrange.ts'
import { hasLines } from '../../release/write-lines.ts'
import { releaseSink } from '../../release/write-release.ts'
import type { StepRun } from '../../run.ts'
import { goalTerms } from '../../search/goal.ts'
import { warnOfEqualRows } from '../../sources/equal-files.ts'
import { estimateRows } from '../../sources/estimate-rows.ts'
import { openSource, requireColumn, type Table } from '../../sources/open-source.ts'
import type { CountedData, OpenedData } from '../kind.ts'
import { unlistedWarning } from '../unlisted.ts'
import { orderByTarget } from './order-by-target.ts'
import { type AskedQueries, askQueries } from './queries.ts'
import { superviseEndpoints } from './supervised-endpoints.ts'

export interface OpenedTable extends OpenedData {
  /** Columns of the release in the order of the table, and those that the job does not name. */
  readonly released: readonly string[]
  readonly unlisted: readonly string[]
  /** Of columns with a key: which one it was. */
  readonly fingerprints: Pseudonymized['fingerprints']
}

export async function openTable(plan: TablePlan, engine: Engine, run: EngineRun = {}): Promise<OpenedTable> {
  const identifiers = identifying(plan)
  const found = await openSource(plan.source, engine)
  if (plan.persons !== undefined) requireColumn(found, plan.persons, plan.name)
  // Where persons are counted they may well have equal rows.
  const opened = plan.persons === undefined ? await warnOfEqualRows(found, identifiers, { signal: run.signal }) : found
  const names = opened.columns.map((column) => column.name)
  const files = plan.fromTrail === undefined ? opened.files : [...opened.files, plan.fromTrail]
  const matched = matchColumns(plan, names, opened.name)
  refuseFormulaNames(matched.released, plan.arrangement)
  return { files, ...matched, ...(await pseudonymize(opened, plan, { signal: run.signal })) }
}

export interface CountedRows extends CountedTable, CountedData {
  readonly queries: AskedQueries | undefined
  /** Groupings that are known to be good. */
  readonly start?: readonly Grouping[] | undefined
}

/** Counts the rows and answers the plan's queries: one that cannot be asked is refused before the search. */
export async function countTable(plan: TablePlan, data: OpenedTable, run: StepRun): Promise<CountedRows> {
  const counting = orderByTarget(plan, data.table, run, countRows).then(async (ordered) => ({
    counted: await withRawClasses(
      plan,
      data.table,
      await countRows(ordered.plan, data.table, run, columnsToKeep(plan, data)),
      run,
    ),
    start: ordered.start,
  }))
  // The engine counts in threads of its own; this one would only wait.
  if (plan.output.report !== undefined) void loadDrawing()
  const { counted, start } = await counting
  return {
    ...counted,
    start,
    queries: await askQueries(plan, data.table, counted, { signal: run.signal }),
    combinations: counted.frequencies.combinations,
    warnings: [
      ...data.table.warnings,
      ...unlistedWarning(plan, data.unlisted),
      ...unaskedWarning(plan),
      ...registerWarning(counted),
      ...coarsenedWarning(counted),
      ...counted.findings.filter((finding) => finding.severity === 'warning').map((finding) => finding.message),
    ],
  }
}

/** People of the register who could not be counted. */
function registerWarning({ register }: CountedTable): string[] {
  const { missing = 0 } = register ?? {}
  return missing === 0
    ? []
    : [`${missing} people of the register have a missing quasi-identifier and are not counted as people who look alike`]
}

/** Columns that were cut into bins, or counted by a level, because there were too many combinations. */
function coarsenedWarning({ coarsened, frequencies }: CountedTable): string[] {
  if (coarsened === undefined) return []
  const { combinations, columns, bins, levels = [] } = coarsened
  const done = [
    ...(columns.length === 0
      ? []
      : [
          `${listedNames(columns)} ${columns.length === 1 ? 'was' : 'were'} cut into ${bins} bins of about as many rows each`,
        ]),
    ...levels.map(({ column, level }) => `${column} was counted by ${level}`),
  ]
  return [
    `the rows have ${combinations} combinations, more than limits.combinations: ${done.join(', ')} where the rows are, which leaves ${frequencies.combinations}; the release is verified on all rows`,
  ]
}

/** Sensitive columns of which nothing is asked: a class may have one value of them. */
export function unaskedWarning(plan: Pick<TablePlan, 'columns' | 'requirements'>): string[] {
  const columns = unaskedColumns(plan)
  if (columns.length === 0) return []
  const [first] = columns
  const remedy = `add for example privacy: { l-diversity: { column: ${first}, l: 2 } }`
  return columns.length === 1
    ? [`column "${first}" is sensitive and nothing is asked of it: a class may have one value of it alone; ${remedy}`]
    : [
        `${columns.length} columns are sensitive and nothing is asked of them (${listedNames(columns, 5)}): a class may have one value of each alone; ${remedy}`,
      ]
}

export function unaskedColumns(plan: Pick<TablePlan, 'columns' | 'requirements'>): string[] {
  const asked = new Set(plan.requirements.flatMap(({ counts }) => counts))
  return columnsOf(plan, 'sensitive').flatMap(({ name }) => (asked.has(name) ? [] : [name]))
}

/** Loads what draws the report, for a moment when this thread has nothing else to do. What fails now fails again when it is needed. */
async function loadDrawing(): Promise<void> {
  await import('../../report/html.ts').catch(() => {})
}

/** Reads and counts the table. */
export async function countRows(
  plan: TablePlan,
  table: Table,
  run: EngineRun,
  keep?: readonly string[],
): Promise<CountedTable> {
  const numbers = goalTerms(plan.goal).filter(({ metric }) => findMetric(metric).needs === 'number-target')
  // A named goal is about every target; a metric is about the one it names.
  const isNumber = (name: string) =>
    numbers.some((term) => typeof plan.goal === 'string' || term[targetOption.name] === name)
  const register = plan.register && (await openSource(plan.register, table.engine))
  if (register !== undefined)
    for (const { name } of columnsOf(plan, 'quasi-identifier')) requireColumn(register, name, 'population.source')
  return countCombinations(
    table.engine,
    table.source,
    {
      quasiIdentifiers: await superviseEndpoints(plan, table.engine, table.source, run),
      targets: columnsOf(plan, 'target').map(({ name, type }) => ({
        column: name,
        kind: type === 'numeric' || (type === undefined && isNumber(name)) ? 'numbers' : 'categories',
      })),
      sensitive: sensitiveColumns(plan),
      persons: plan.persons,
      register: register?.source,
      missing: plan.missing,
      missingValues: plan.missingValues,
      keep,
      lines: insideOf(plan.output) === undefined && hasLines(releaseSink(plan, ''), plan.arrangement),
      mostCombinations: plan.mostCombinations,
    },
    run,
  )
}

/** Adds the classes of the values as they are, for the risk before anything is done, where several values share a code. */
export async function withRawClasses<T extends CountedTable>(
  plan: TablePlan,
  { engine, source }: Table,
  counted: T,
  run: EngineRun,
): Promise<T> {
  const quasiIdentifiers = columnsOf(plan, 'quasi-identifier')
  const isCoarse = quasiIdentifiers.some(
    ({ hierarchy }) => typeof hierarchy !== 'object' || (hierarchy.kind === 'number' && hierarchy.endpoints !== 'all'),
  )
  if (!isCoarse && counted.coarsened === undefined) return counted
  const register = plan.register && (await openSource(plan.register, engine))
  const { sizes, people } = await countClassSizes(
    engine,
    [source, register?.source],
    {
      quasiIdentifiers: quasiIdentifiers.map(({ name }) => name),
      missingValues: plan.missingValues,
      persons: plan.persons,
      completeOnly: plan.missing === 'drop',
    },
    { signal: run.signal },
  )
  const population = register === undefined ? undefined : tableOfClasses(people)
  return { ...counted, raw: { ...tableOfClasses(sizes), population } }
}

/** Columns that are counted for requirements and for the risk of attributes: those with that role, and any that a requirement names. */
function sensitiveColumns(plan: TablePlan): string[] {
  const named = plan.requirements.flatMap(({ counts }) => counts)
  return [...new Set([...columnsOf(plan, 'sensitive').map((column) => column.name), ...named])]
}

/**
 * The columns that will be released as they are, when the rows are worth keeping until then: text takes longer to read than to
 * recode, and the engine has room for them. A cell takes 16 bytes, a longer text its length besides; what stands for the
 * quasi-identifiers takes two cells.
 */
function columnsToKeep(
  plan: TablePlan,
  { table: { engine, source, files }, released }: OpenedTable,
): string[] | undefined {
  const { room = 0 } = engine
  if (
    plan.search.kind !== 'columns' ||
    plan.persons !== undefined ||
    plan.register !== undefined ||
    source.kind !== 'files' ||
    source.format !== 'csv'
  )
    return undefined
  if (files.some((file) => file.endsWith('.gz'))) return undefined
  const recoded = columnsOf(plan, 'quasi-identifier').map((column) => column.name)
  const keep = released.filter((column) => !recoded.includes(column))
  const { rows, bytes } = estimateRows(files)
  return bytes <= 2 * room && rows * 16 * (keep.length + 2) <= room ? keep : undefined
}
