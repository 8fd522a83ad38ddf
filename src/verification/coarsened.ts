/** Checks values of the written file by counting: coarse enough, labels of their hierarchy, only pseudonyms. */
import type { EngineRun } from '../engines/engine.ts'
import { askFigures } from '../engines/figures.ts'
import { masked } from '../ground/errors.ts'
import { formatFigure, many } from '../ground/format.ts'
import { type Caps, type Coarsening, coarseningText, isCoarse, type Totals } from '../hierarchy/coarsen.ts'
import { SUPPRESSED_LABEL } from '../hierarchy/hierarchy.ts'
import { sql } from '../sql/dialect.ts'
import { PSEUDONYM_FORMATS } from '../sql/keyed.ts'
import type { PseudonymFormat } from '../sql/scans.ts'
import { type CountedClasses, isSuppressed } from './counted-classes.ts'
import type { PersonsTable } from './exposure.ts'
import { type Countable, countedTable, rowCount } from './read-once.ts'
import { type Check, plainCheck } from './verification.ts'

export const VALUES_CHECK = 'values'

export interface PromisedValues {
  readonly column: string
  readonly coarsening: Coarsening
  readonly caps: Caps
  readonly totals?: Totals | undefined
}

/** Counts the rows, or persons, of each released value of a column; missing values are the empty text. */
export async function countShown(
  release: Countable,
  column: string,
  {
    persons,
    quasiIdentifiers,
  }: { readonly persons?: PersonsTable | undefined; readonly quasiIdentifiers: readonly string[] },
  run: EngineRun,
): Promise<ReadonlyMap<string, number>> {
  const { engine, source } = persons?.table ?? countedTable(release)
  const { dialect } = engine
  const text = (name: string) => dialect.text(dialect.identifier(name))
  const people = persons === undefined ? rowCount(release) : sql`COUNT(DISTINCT ${text(persons.column)})`
  const shown = persons?.withoutSuppressed
    ? sql` WHERE NOT (${isSuppressed(dialect, quasiIdentifiers.map(text))})`
    : sql``
  const value = sql`COALESCE(${text(column)}, '')`
  const answer = await engine.query(
    sql`SELECT ${value} AS value, ${dialect.wholeNumber(people)} AS people FROM ${dialect.scan(source)}${shown} GROUP BY
      1`,
    run,
  )
  const counts = answer.numbers('people')
  return new Map(answer.texts('value').map((value, i) => [value as string, counts[i]]))
}

/** Sum and variance before and after, to four digits: exact ones could tell the value of a row that is left out. */
function totalsText(totals: Totals | undefined): string {
  if (totals === undefined) return ''
  const written = (pair: readonly number[]) => pair.map((n) => formatFigure(Number(n.toPrecision(4)))).join(' → ')
  return `; sum ${written(totals.sum)}, variance ${written(totals.variance)}`
}

export function checkCoarse(
  { column, coarsening, caps, totals }: PromisedValues,
  counts: ReadonlyMap<string, number>,
): Check {
  const { share = 0 } = coarsening
  const shown = [...counts].filter(([text]) => text !== '')
  const finer = shown.filter(([text]) => !isCoarse(text, coarsening, caps)).length
  const smallest = [...counts.values()].reduce((least, count) => Math.min(least, count), Number.POSITIVE_INFINITY)
  const wrong =
    finer > 0
      ? `${many(finer, 'value')} finer than that`
      : smallest < share
        ? `a value of ${smallest}, asked ${share}`
        : undefined
  const right =
    share > 0 && counts.size > 0 ? `each value has at least ${smallest}` : `in all ${many(shown.length, 'value')}`
  return plainCheck(VALUES_CHECK, `${column}: ${coarseningText(coarsening)}`, wrong, `${right}${totalsText(totals)}`)
}

export interface LabelledColumn {
  readonly column: string
  /** Returns the rows of the data under a label; undefined if the hierarchy has no such label. */
  rowsUnder(label: string): number | undefined
}

const LEFT_OUT = '?'

/** Checks that labels are of their hierarchy, in no more rows than the data has. Cost: a pass per column. */
export async function checkLabels(
  { engine, classesTable, rowsColumn }: CountedClasses,
  columns: readonly LabelledColumn[],
  run: EngineRun,
): Promise<Check> {
  const { dialect } = engine
  let wrong: string | undefined
  for (const { column, rowsUnder } of columns) {
    const label = sql`COALESCE(${dialect.identifier(column)}, '')`
    const rows = dialect.wholeNumber(sql`SUM(${dialect.identifier(rowsColumn)})`)
    const select = sql`SELECT ${label} AS label, ${rows} AS n FROM ${dialect.identifier(classesTable)} GROUP BY 1`
    const answer = await engine.query(select, run)
    const counts = answer.numbers('n')
    answer.texts('label').forEach((text, i) => {
      if (text === null || text === SUPPRESSED_LABEL || text === LEFT_OUT) return
      const most = rowsUnder(text)
      if (most === undefined) wrong ??= `column "${column}" has ${masked(text)}, which is no label of its hierarchy`
      else if (counts[i] > most)
        wrong ??= `column "${column}" has ${masked(text)} in ${counts[i]} rows, and the data has ${most} under it`
    })
  }
  return plainCheck('labels', 'every label is one of its hierarchy, and true of enough rows', wrong, 'all of them')
}

export interface PseudonymShape {
  readonly column: string
  readonly format: PseudonymFormat
  readonly length: number
}

/** Checks that a column contains only pseudonyms, by length and characters. */
export async function checkPseudonyms(
  counted: Countable,
  { column, format, length }: PseudonymShape,
  run: EngineRun,
): Promise<Check> {
  const { engine, source, columns } = countedTable(counted)
  const promise = `${column} holds nothing but pseudonyms (${length} ${PSEUDONYM_FORMATS[format].unit})`
  if (columns.every(({ name }) => name !== column))
    return plainCheck('pseudonyms', promise, undefined, 'the column is not in the release')
  const { dialect } = engine
  const { characters, width } = PSEUDONYM_FORMATS[format]
  const text = dialect.text(dialect.identifier(column))
  const strange = sql`LENGTH(${text}) <> ${width(length)} OR TRANSLATE(${text}, ${dialect.literal(characters)}, '') <>
    ''`
  const from = sql`${dialect.scan(source)} WHERE ${text} <> '' AND (${strange})`
  const { wrong } = await askFigures(engine, { wrong: rowCount(counted) }, from, run)
  const fault = wrong === 0 ? undefined : `${wrong} rows hold something else`
  return plainCheck('pseudonyms', promise, fault, 'in every row')
}
