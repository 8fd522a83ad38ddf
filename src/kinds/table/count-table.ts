/** Counts an opened table for the search, with query answers and warnings. */
import { countRows as countRowsOf } from '../../engines/figures.ts'
import type { CountedTable, CountRequest } from '../../frequency/counted-table.ts'
import { listedNames } from '../../ground/errors.ts'
import { columnsInRole, type TablePlan } from '../../plan/plan.ts'
import type { StepRun } from '../../run.ts'
import { estimateRows } from '../../sources/first-bytes.ts'
import { isColumnar } from '../../sql/dialect.ts'
import { countRows, withRawClasses } from './count-rows.ts'
import { unlistedWarning } from './kept-columns.ts'
import { orderByTarget } from './order-by-target.ts'
import { askQueries } from './queries.ts'
import type { CountedRows, OpenedTable } from './stations.ts'

/** Also answers the plan's queries, so that an invalid one is refused before the search. */
export async function countTable(plan: TablePlan, data: OpenedTable, run: StepRun): Promise<CountedRows> {
  const counting = orderByTarget(plan, data.table, run, countRows).then(async (ordered) => ({
    counted: await withRawClasses(
      plan,
      data.table,
      await countRows(ordered.plan, data.table, run, await columnsToKeep(plan, data)),
      run,
    ),
    start: ordered.start,
  }))
  // The engine counts in its own threads, so this one loads the drawing code. A failure is repeated when it is needed.
  if (plan.output.report !== undefined) void import('../../report/html.ts').catch(() => {})
  const { counted, start } = await counting
  return {
    ...counted,
    start,
    queries: plan.workload && (await askQueries(plan.workload, plan, data.table, counted, { signal: run.signal })),
    combinations: counted.frequencies.combinations,
    warnings: [
      ...data.table.warnings,
      ...(await data.equalRows(counted.repeats)),
      ...unlistedWarning(plan, data.unlisted),
      ...unaskedWarning(plan),
      ...registerWarning(counted),
      ...coarsenedWarning(counted),
      ...counted.findings.filter((finding) => finding.severity === 'warning').map((finding) => finding.message),
    ],
  }
}

function registerWarning({ register }: CountedTable): string[] {
  const { missing = 0 } = register ?? {}
  return missing === 0
    ? []
    : [`${missing} people of the register have a missing quasi-identifier and are not counted as people who look alike`]
}

/** Says what was made coarser and how the job can decide that itself. */
function coarsenedWarning({ coarsened, rawSizes, frequencies }: CountedTable): string[] {
  const before =
    rawSizes === 'many'
      ? ['the rows have too many combinations to count each: the risk before is that of values as the search saw them']
      : []
  if (coarsened === undefined) return before
  const { combinations, columns, bins, levels = [] } = coarsened
  const are = columns.length === 1 ? 'was' : 'were'
  const done = [
    ...(columns.length === 0 ? [] : [`${listedNames(columns)} ${are} cut into ${bins} bins or fewer`]),
    ...levels.map(({ column, level }) => `${column} was counted by ${level}`),
  ]
  return [
    `the rows have about ${combinations} combinations, more than limits.combinations: ${done.join(', ')}, which ` +
      `leaves ${frequencies.combinations}; the release is verified on all rows. To choose for yourself, give numbers ` +
      'endpoints and other columns levels, name fewer quasi-identifiers, or raise limits.combinations',
    ...before,
  ]
}

/** Warns of sensitive columns without a requirement: a class may have a single value. */
export function unaskedWarning(plan: Pick<TablePlan, 'columns' | 'requirements'>): string[] {
  const columns = unaskedColumns(plan)
  if (columns.length === 0) return []
  const [first] = columns
  const remedy = `add for example privacy: { l-diversity: { column: ${first}, l: 2 } }`
  return columns.length === 1
    ? [`column "${first}" is sensitive and nothing is asked of it: a class may share one value; ${remedy}`]
    : [
        `${columns.length} columns are sensitive and nothing is asked of them (${listedNames(columns, 5)}): a ` +
          `class may share one value of each; ${remedy}`,
      ]
}

export function unaskedColumns(plan: Pick<TablePlan, 'columns' | 'requirements'>): string[] {
  const asked = new Set(plan.requirements.flatMap(({ counts }) => counts))
  return columnsInRole(plan, 'sensitive').flatMap(({ name }) => (asked.has(name) ? [] : [name]))
}

/**
 * The columns released unchanged, if keeping the rows in memory pays: text is slower to read than to recode. Outside
 * the engine a cell takes two bytes, and twice that while it is read. In the engine it takes 16 and the length of
 * longer text; the quasi-identifiers take two cells.
 */
async function columnsToKeep(
  plan: TablePlan,
  { table: { engine, source }, released }: OpenedTable,
): Promise<Pick<CountRequest, 'keep' | 'stores'> | undefined> {
  const { room = 0 } = engine
  const isCounted = plan.persons !== undefined || plan.register !== undefined || plan.history !== undefined
  const isText = source.kind === 'files' && source.format === 'csv'
  if (isCounted || plan.kind === 'mixed' || source.kind !== 'files' || !(isText || isColumnar(source))) return undefined
  const recoded = columnsInRole(plan, 'quasi-identifier').map((column) => column.name)
  const keep = released.filter((column) => !recoded.includes(column))
  const { rows, bytes } = isText
    ? estimateRows(source.files)
    : { rows: await countRowsOf(engine, engine.dialect.scan(source)), bytes: 0 }
  if (rows * 4 * (keep.length + 2) > room) return undefined
  // The engine reads columnar files again as fast as rows that it stored.
  const stores = isText && plan.kind === 'columns' && bytes <= 2 * room && rows * 16 * (keep.length + 2) <= room
  return { keep, stores }
}
