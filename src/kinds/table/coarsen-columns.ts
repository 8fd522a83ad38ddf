/**
 * Makes the values of columns that are not recoded coarser before anything counts or writes them. The engine counts
 * the distinct values, `hierarchy/coarsen.ts` decides what each shows, and the scan of the table replaces them, so that
 * every search and engine releases the same texts. Cost: one pass per column; distinct values travel, rows do not.
 */
import type { EngineRun } from '../../engines/engine.ts'
import { userError } from '../../ground/errors.ts'
import type { CoarsenedTexts, Coarsening, CountedTexts, SharedRange } from '../../hierarchy/coarsen.ts'
import { coarsenTexts } from '../../hierarchy/coarsen.ts'
import { columnsInRole, type TablePlan } from '../../plan/plan.ts'
import { smallestAllowedClass } from '../../requirements/requirement.ts'
import type { Table } from '../../sources/table.ts'
import { allOf, join, type Sql, sql } from '../../sql/dialect.ts'
import { valueOrMissing } from '../../sql/encoding.ts'
import type { CoarsenedColumn } from '../../sql/scans.ts'
import { isSuppressed } from '../../verification/counted-classes.ts'

/** The effect of coarsening on a column, for verification and the report. */
export interface CoarsenedValues extends Omit<CoarsenedTexts, 'shown'> {
  readonly column: string
  readonly coarsening: Coarsening
  /** Only the values of released rows were counted. */
  readonly ofReleased?: boolean
  /** Texts of shared groups as the search saw them → as they are released, if rows were left out since. */
  readonly renamed?: ReadonlyMap<string, string> | undefined
}

interface CoarseningPlan extends Pick<TablePlan, 'columns' | 'missing' | 'missingValues' | 'persons' | 'requirements'> {
  /** Values are made coarser to count the effect: the dictionaries of the table that is released stay. */
  readonly isTrial?: boolean
  /** The column that says how often each row is there. */
  readonly times?: string | undefined
}

/** Rows and people of each number of a column in the release, before it is made coarser. */
export interface ReleasedNumbers {
  readonly counts: ReadonlyMap<number, readonly [rows: number, people: number]>
  readonly missing: number
}

/** More distinct values are not fetched. */
const MOST_VALUES = 5_000_000

export async function coarsenColumns(
  table: Table,
  plan: CoarseningPlan,
  run: EngineRun = {},
  released?: ReadonlyMap<string, ReleasedNumbers>,
): Promise<{ readonly table: Table; readonly coarsened: readonly CoarsenedValues[] }> {
  const names = table.columns.map(({ name }) => name)
  const planned = plan.columns.flatMap(({ name, coarsening }) =>
    coarsening !== undefined && names.includes(name) ? [{ column: name, coarsening }] : [],
  )
  if (planned.length === 0) return { table, coarsened: [] }
  const columns: CoarsenedColumn[] = []
  const coarsened: CoarsenedValues[] = []
  for (const [i, { column, coarsening }] of planned.entries()) {
    const all = await countTexts(table, plan, column, run)
    const counted = onlyReleased(all, released?.get(column), isRequired(plan, column))
    const k = smallestAllowedClass(plan.requirements)
    const { shown, ...effect } = coarsenTexts(column, counted, coarsening, k)
    const renamed = counted.released && renamedTexts(coarsenTexts(column, all, coarsening, k).shared, effect.shared)
    coarsened.push({ column, coarsening, ...effect, ofReleased: counted !== all, renamed })
    const isNumber = table.columns.find(({ name }) => name === column)?.kind === 'number'
    const dictionary = `halftone ${plan.isTrial ? 'tried' : 'coarse'} ${i}`
    columns.push(await upload(table, { column, dictionary, isNumber }, counted.texts, shown))
  }
  return { table: { ...table, source: { ...table.source, coarsened: { names, columns } } }, coarsened }
}

/** Counts the numbers of a staged release that has exact values; its rows are staged with their persons, too. */
export async function countReleased(
  staged: Table,
  withPersons: Table | undefined,
  plan: CoarseningPlan,
  column: string,
  run: EngineRun,
): Promise<ReleasedNumbers> {
  const { texts, rows, people, missing } = await countTexts(
    withPersons ?? staged,
    { ...plan, missing: 'fail' },
    column,
    run,
    withPersons && columnsInRole(plan, 'quasi-identifier').map(({ name }) => name),
  )
  const counts = new Map<number, readonly [number, number]>()
  texts.forEach((text, i) => {
    const [before = 0, persons = 0] = counts.get(Number(text)) ?? []
    counts.set(Number(text), [before + rows[i], persons + people[i]])
  })
  return { counts, missing }
}

/** A requirement counts the values of the column, so that its groups must stay as the search saw them. */
export function isRequired({ requirements }: Pick<CoarseningPlan, 'requirements'>, column: string): boolean {
  return requirements.some(({ counts }) => counts.includes(column))
}

/** The texts of released rows, with their counts, or all texts with both; equal numbers are counted at the first. */
function onlyReleased(counted: CountedTexts, released: ReleasedNumbers | undefined, keepsAll: boolean): CountedTexts {
  if (released === undefined) return counted
  const seen = new Set<number>()
  const texts = keepsAll ? counted.texts : counted.texts.filter((text) => released.counts.has(Number(text)))
  const counts = texts.map((text) => {
    const number = Number(text)
    if (seen.has(number)) return [0, 0]
    seen.add(number)
    return released.counts.get(number) ?? [0, 0]
  })
  const left = {
    rows: Float64Array.from(counts, ([rows]) => rows),
    people: Float64Array.from(counts, ([, people]) => people),
    missing: released.missing,
  }
  return keepsAll ? { ...counted, released: left } : { texts, ...left }
}

/** Groups are merged at most, so that the first number of a group tells which one it is in now. */
function renamedTexts(
  before: readonly SharedRange[] | undefined = [],
  after: readonly SharedRange[] | undefined = [],
): ReadonlyMap<string, string> {
  return new Map(
    before.flatMap(([from, , text]) => {
      const now = after.find(([, to]) => from <= to)?.[2]
      return text === null || now === undefined || now === null ? [] : [[text, now] as const]
    }),
  )
}

async function upload(
  { engine, source }: Table,
  { column, dictionary, isNumber }: { column: string; dictionary: string; isNumber: boolean },
  texts: readonly string[],
  shown: readonly (string | undefined)[],
): Promise<CoarsenedColumn> {
  const labelGroups = new Map<string, number>()
  const known: string[] = []
  const groups: number[] = []
  texts.forEach((text, i) => {
    const label = shown[i]
    if (label === undefined) return
    const group = labelGroups.get(label) ?? labelGroups.size
    labelGroups.set(label, group)
    known.push(text)
    groups.push(group)
  })
  if (known.length > 0) await engine.uploadDictionary(dictionary, known)
  const labels = [...labelGroups.keys()]
  // Typed files keep the type of numbers; elsewhere texts are written as they are.
  const isTyped = isNumber && source.kind === 'files' && labels.every((label) => Number.isFinite(Number(label)))
  const number = isTyped ? (labels.every((label) => /^-?\d{1,15}$/.test(label)) ? 'whole' : 'fraction') : undefined
  return { column, dictionary, groups, shown: labels, number }
}

/** Counts each distinct value of the rows that may be released. A person is counted at one value, drawn by a digest. */
async function countTexts(
  { engine, source }: Table,
  { columns, missing, missingValues, persons, times }: CoarseningPlan,
  column: string,
  run: EngineRun,
  unlessSuppressed: readonly string[] = [],
): Promise<CountedTexts> {
  const { dialect } = engine
  const masked = unlessSuppressed.map((name) => dialect.text(dialect.identifier(name)))
  const present = columnsInRole({ columns }, 'quasi-identifier').map(
    ({ name }) => sql`${valueOrMissing(dialect, name, missingValues)} IS NOT NULL`,
  )
  const conditions = [
    ...(missing === 'drop' ? present : []),
    ...(masked.length > 0 ? [sql`NOT (${isSuppressed(dialect, masked)})`] : []),
  ]
  const kept = conditions.length > 0 ? sql` WHERE ${allOf(conditions)}` : sql``
  const value = valueOrMissing(dialect, column, missingValues)
  const from = sql`${dialect.scan(source)}${kept}`
  const whole = (expression: Sql, name: Sql) => sql`${dialect.wholeNumber(expression)} AS ${name}`
  const rowCount = (name: Sql) =>
    whole(times === undefined ? sql`COUNT(*)` : sql`SUM(${dialect.identifier(times)})`, name)
  const select =
    persons === undefined
      ? sql`SELECT ${value} AS value, ${rowCount(sql`n`)}, ${rowCount(sql`people`)} FROM ${from} GROUP BY 1`
      : countPersons(value, dialect.text(dialect.identifier(persons)))
  const found = await engine.query(sql`${select} LIMIT ${MOST_VALUES + 1}`, run)
  if (found.rows > MOST_VALUES)
    throw userError('data', `columns.${column}`)`column "${column}" has more than ${MOST_VALUES} different values, too
      many to make them coarser; round them in the data, or give it role: identifier`
  const [texts, rows, people] = [found.texts('value'), found.numbers('n'), found.numbers('people')]
  const places = texts.flatMap((text, i) => (text === null ? [] : [i]))
  const absent = texts.indexOf(null)
  return {
    texts: places.map((i) => texts[i] as string),
    rows: Float64Array.from(places, (i) => rows[i]),
    people: Float64Array.from(places, (i) => people[i]),
    missing: absent < 0 ? 0 : people[absent],
  }

  function countPersons(text: Sql, person: Sql): Sql {
    const pairs = sql`SELECT ${text} AS value, ${person} AS person, COUNT(*) AS n FROM ${from} GROUP BY 1, 2`
    const digest = dialect.md5(sql`person || ' ' || COALESCE(value, '')`)
    const isMissing = sql`CASE WHEN value IS NULL THEN 1 ELSE 0 END`
    const drawn = sql`row_number() OVER (PARTITION BY person, ${isMissing} ORDER BY ${digest}, value)`
    const placed = sql`SELECT value, n, ${drawn} AS place FROM (${pairs}) AS pairs`
    const figures = [whole(sql`SUM(n)`, sql`n`), whole(sql`COUNT(CASE WHEN place = 1 THEN 1 END)`, sql`people`)]
    return sql`SELECT value, ${join(figures)} FROM (${placed}) AS placed GROUP BY value`
  }
}
