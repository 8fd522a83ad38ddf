/**
 * Compares columns before and after: counts of one or two columns in the data and in the release. Rows are not paired.
 * Cost: one grouping of both tables per question.
 */

import { UserError, userError } from '../../../src/ground/errors.ts'
import { SUPPRESSED_LABEL } from '../../../src/hierarchy/hierarchy.ts'
import { plannedReader } from '../../../src/kinds/table/label-reader.ts'
import { columnsInRole } from '../../../src/plan/plan.ts'
import { ofTable } from '../../../src/plan/read-plan.ts'
import { join as joinSql, sql } from '../../../src/sql/dialect.ts'
import type { Job } from '../../../src/table/job-schema.ts'
import type { WindowedTable } from '../data/windowed-table.ts'
import { remembered } from '../remembered.ts'
import { plannedRun } from '../run/runs.ts'
import type { Session } from '../session.ts'
import type { Association, ColumnBeforeAfter, ExtremeClasses, PairBeforeAfter } from './api.ts'
import { type ColumnBins, columnBins } from './column-bins.ts'
import { findPreview, type Preview } from './previews.ts'

const MOST_BARS = 24
/** Of the smallest and of the largest. */
const MOST_CLASSES = 8
const MOST_IN_PAIR = 12
/** All pairs of the first columns are compared. */
const MOST_ASSOCIATED = 8

interface Sides {
  readonly preview: Preview
  readonly columns: readonly string[]
  readonly reader: ReturnType<typeof plannedReader>
  readonly missing: readonly string[]
  readonly job: Job
}

/** Columns in both files, recoded ones first. */
export async function comparedColumns(session: Session, id: string): Promise<readonly string[]> {
  return (await openSides(session, id)).columns
}

export async function columnBeforeAfter(session: Session, id: string, column: string): Promise<ColumnBeforeAfter> {
  const sides = await openSides(session, id)
  const { bins, before, after } = await countedBins(sides, [column], MOST_BARS)
  return {
    column,
    bins: bins[0].labels.map((label, i) => ({ label, before: before.cells[i], after: after.cells[i] })),
    silentAfter: after.silent,
  }
}

export async function pairBeforeAfter(session: Session, id: string, x: string, y: string): Promise<PairBeforeAfter> {
  if (x === y) throw new UserError('two columns are compared with each other; choose two', { rule: 'together' })
  return comparePair(await openSides(session, id), x, y)
}

async function comparePair(sides: Sides, x: string, y: string): Promise<PairBeforeAfter> {
  const { bins, before, after } = await countedBins(sides, [x, y], MOST_IN_PAIR)
  const [across, down] = bins.map(({ labels }) => labels)
  const grid = (cells: Float64Array) => down.map((_, j) => across.map((_, i) => cells[i * down.length + j]))
  return {
    x,
    y,
    across,
    down,
    before: grid(before.cells),
    after: grid(after.cells),
    silentAfter: after.silent,
    associationBefore: cramersV(before.cells, across.length, down.length),
    associationAfter: cramersV(after.cells, across.length, down.length),
  }
}

/** Association of each pair of the first columns, before and after, strongest in the data first. */
export async function associations(session: Session, id: string, signal: AbortSignal): Promise<Association[]> {
  const sides = await openSides(session, id)
  const columns = sides.columns.slice(0, MOST_ASSOCIATED)
  const found: Association[] = []
  for (const [i, x] of columns.entries()) {
    for (const y of columns.slice(i + 1)) {
      if (signal.aborted) return found
      const { associationBefore: before, associationAfter: after } = await comparePair(sides, x, y)
      found.push({ x, y, before, after })
    }
  }
  return found.sort((a, b) => b.before - a.before)
}

/** The smallest and the largest classes of the release by the labels they show; suppressed rows are no class. */
export async function extremeClasses(session: Session, id: string): Promise<ExtremeClasses> {
  const { plan } = plannedRun(session, id)
  const table = ofTable(plan, userError('together')`baskets have no classes; see the items of the release`)
  const { after } = await findPreview(session, id)
  const columns = columnsInRole(table, 'quasi-identifier').map(({ name }) => name)
  const { keys, counts } = await countGroups(after, columns)
  const classes = Array.from({ length: counts.length }, (_, i) => ({
    labels: keys.map((texts) => texts[i] ?? ''),
    rows: counts[i],
  }))
  const shown = classes
    .filter(({ labels }) => labels.some((label) => label !== SUPPRESSED_LABEL))
    .sort((a, b) => a.rows - b.rows || (a.labels.join() < b.labels.join() ? -1 : 1))
  const largest = shown.slice(Math.max(MOST_CLASSES, shown.length - MOST_CLASSES)).reverse()
  return { columns, classes: shown.length, smallest: shown.slice(0, MOST_CLASSES), largest }
}

async function openSides(session: Session, id: string): Promise<Sides> {
  const preview = await findPreview(session, id)
  const { plan: planned, request } = plannedRun(session, id)
  const plan = ofTable(
    planned,
    userError('together')`columns are compared, and baskets have none; see the items of the release`,
  )
  const names = new Set(preview.before.columns.map(({ name }) => name))
  const roles = ['quasi-identifier', 'target', 'sensitive', 'other']
  const released = preview.after.columns.map(({ name }) => name).filter((name) => names.has(name))
  const findRole = (name: string) => plan.columns.find((column) => column.name === name)?.role ?? 'other'
  return {
    preview,
    columns: roles.flatMap((role) => released.filter((name) => findRole(name) === role)),
    reader: plannedReader(plan),
    missing: plan.missingValues,
    job: request.job,
  }
}

interface Counted {
  /** Rows by bin, first column slowest; fractional for the release. */
  readonly cells: Float64Array
  /** Rows with no information about one of the columns. */
  readonly silent: number
}

async function countedBins(
  { preview, columns, reader, missing, job }: Sides,
  names: readonly string[],
  most: number,
): Promise<{ readonly bins: readonly ColumnBins[]; readonly before: Counted; readonly after: Counted }> {
  const unknown = names.find((name) => !columns.includes(name))
  if (unknown !== undefined)
    throw userError('known')`column "${unknown}" is not in both the data and the release; choose another`
  const bins = await Promise.all(names.map((name) => memoizedBins(preview, `${most} ${name}`, () => makeBins(name))))
  const inBins = async (table: WindowedTable) => spreadAll(bins, await countGroups(table, names))
  return { bins, before: await inBins(preview.before), after: await inBins(preview.after) }

  async function makeBins(name: string): Promise<ColumnBins> {
    const { keys, counts } = await countGroups(preview.before, [name])
    const values = keys[0].flatMap((value, i) =>
      value === null || value === '' || missing.includes(value) ? [] : [{ value, count: counts[i] }],
    )
    const texts = values.map(({ value }) => value)
    return columnBins(values, most, reader(name, texts), job.columns[name])
  }
}

/** By number of bins and column. */
const memoizedBins = remembered<Preview, ColumnBins>()

interface Groups {
  /** Texts of each column, by group. */
  readonly keys: readonly (readonly (string | null)[])[]
  readonly counts: ArrayLike<number>
}

async function countGroups({ table }: WindowedTable, names: readonly string[]): Promise<Groups> {
  const { dialect } = table.engine
  const cells = names.map((name, i) => sql`${dialect.identifier(name)} AS ${dialect.identifier(`c${i}`)}`)
  const places = names.map((_, i) => sql`${i + 1}`)
  const answer = await table.engine.query(
    sql`SELECT ${joinSql(cells)}, ${dialect.wholeNumber(sql`COUNT(*)`)} AS n FROM ${dialect.scan(table.source)} GROUP BY ${joinSql(places)}`,
  )
  return { keys: names.map((_, i) => answer.texts(`c${i}`)), counts: answer.numbers('n') }
}

function spreadAll(bins: readonly ColumnBins[], { keys, counts }: Groups): Counted {
  const [first, second] = bins
  const wide = second?.labels.length ?? 1
  const cells = new Float64Array(first.labels.length * wide)
  let silent = 0
  const whole = [[0, 1]] as const
  for (let group = 0; group < counts.length; group++) {
    const across = first.spread(keys[0][group] ?? '')
    const down = second === undefined ? whole : second.spread(keys[1][group] ?? '')
    if (across.length === 0 || down.length === 0) silent += counts[group]
    for (const [i, share] of across) for (const [j, other] of down) cells[i * wide + j] += counts[group] * share * other
  }
  return { cells, silent }
}

/** Cramér's V: 0 for independent columns, 1 if one determines the other. */
export function cramersV(cells: ArrayLike<number>, across: number, down: number): number {
  const rows = new Float64Array(across)
  const columns = new Float64Array(down)
  let total = 0
  for (let i = 0; i < across; i++) {
    for (let j = 0; j < down; j++) {
      const count = cells[i * down + j]
      rows[i] += count
      columns[j] += count
      total += count
    }
  }
  let chiSquared = 0
  for (let i = 0; i < across; i++) {
    for (let j = 0; j < down; j++) {
      const expected = (rows[i] * columns[j]) / total
      if (expected > 0) chiSquared += (cells[i * down + j] - expected) ** 2 / expected
    }
  }
  const filled = Math.min(rows.filter((count) => count > 0).length, columns.filter((count) => count > 0).length)
  const squared = total > 0 && filled > 1 ? chiSquared / (total * (filled - 1)) : 0
  // Rounding error of adding fractions.
  return squared < 1e-20 ? 0 : Math.sqrt(squared)
}
