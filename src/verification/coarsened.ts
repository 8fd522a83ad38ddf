/** Checks that the values of coarsened columns are as coarse as promised, by counting the release. */
import type { EngineRun } from '../engines/engine.ts'
import { formatFigure, many } from '../ground/format.ts'
import { type Caps, type Coarsening, coarseningText, isCoarse, type Totals } from '../hierarchy/coarsen.ts'
import { sql } from '../sql/dialect.ts'
import { isSuppressed } from './counted-classes.ts'
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
    sql`SELECT ${value} AS value, ${dialect.wholeNumber(people)} AS people FROM ${dialect.scan(source)}${shown} GROUP BY 1`,
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
