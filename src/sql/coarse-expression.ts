/**
 * Coarser values as expressions, for statements that run without us: rounding by whole numbers and parts of dates by
 * patterns, so that every dialect writes the texts of `hierarchy/coarsen.ts`. A number beyond 15 digits, or one that no
 * shared group covers, is NULL.
 */
import { type Caps, type Coarsening, MOST_DIGITS, type SharedRange } from '../hierarchy/coarsen.ts'
import { numberBefore } from '../hierarchy/ends/public-bins.ts'
import { decimalPlaces } from '../hierarchy/number.ts'
import { type DerivedDialect, dateTexts } from './derived.ts'
import { type Dialect, join, ranges, type Sql, sql } from './dialect.ts'
import { valueOrMissing } from './encoding.ts'

export interface CoarseColumn {
  readonly column: string
  readonly coarsening: Coarsening
  readonly caps?: Caps | undefined
  readonly shared?: readonly SharedRange[] | undefined
}

export type CoarseDialect = DerivedDialect & Pick<Dialect, 'wholeNumber'>

/** The table with coarser columns. Each stage reads the one before, so that no expression is repeated. */
export function selectCoarse(
  dialect: CoarseDialect,
  rows: Sql,
  names: readonly string[],
  columns: readonly CoarseColumn[],
  missingValues: readonly string[],
): Sql {
  const stages = new Map(columns.map((column) => [column.column, coarseStages(dialect, column)]))
  const cells = (name: string, of: Sql) => sql`${of} AS ${dialect.identifier(name)}`
  const stored = names.map((name) =>
    stages.has(name) ? cells(name, valueOrMissing(dialect, name, missingValues)) : dialect.identifier(name),
  )
  let from = sql`(SELECT ${join(stored)} FROM ${rows}${dialect.once}) AS halftone_stored`
  const most = Math.max(0, ...[...stages.values()].map(({ length }) => length))
  for (let i = 0; i < most; i++) {
    const made = names.map((name) => {
      const stage = stages.get(name)?.[i]
      return stage === undefined ? dialect.identifier(name) : cells(name, stage(dialect.identifier(name)))
    })
    from = sql`(SELECT ${join(made)} FROM ${from}${dialect.once}) AS halftone_coarse`
  }
  return from
}

type Stage = (value: Sql) => Sql

function coarseStages(dialect: CoarseDialect, { coarsening, caps, shared }: CoarseColumn): Stage[] {
  const { keep, format, round, digits = MOST_DIGITS } = coarsening
  if (keep !== undefined) return dateTexts(dialect, keep, format)
  if (shared !== undefined) return [dialect.number, (number) => sharedText(dialect, number, shared)]
  const rounded: Stage = (number) =>
    round === undefined ? digitsText(dialect, number, digits) : roundedText(dialect, number, round)
  const { top, bottom } = caps ?? {}
  const capped: Stage = (text) => {
    const number = dialect.number(text)
    const cases = [
      ...(top === undefined
        ? []
        : [sql`WHEN ${number} >= ${dialect.literal(top.at)} THEN ${dialect.literal(top.text)}`]),
      ...(bottom === undefined
        ? []
        : [sql`WHEN ${number} <= ${dialect.literal(bottom.at)} THEN ${dialect.literal(bottom.text)}`]),
    ]
    return cases.length === 0 ? text : sql`CASE ${join(cases, ' ')} ELSE ${text} END`
  }
  return [dialect.number, rounded, capped]
}

function sharedText(dialect: CoarseDialect, number: Sql, shared: readonly SharedRange[]): Sql {
  const starts = shared.flatMap(([from, to]) => [from, -numberBefore(-to)])
  const texts = shared.flatMap(([, , text]) => [null, text])
  const text = ranges(
    number,
    starts.map((start) => dialect.literal(start)),
    [...texts, null].map((one) => dialect.literal(one)),
  )
  return sql`CASE WHEN ${number} IS NOT NULL THEN ${text} END`
}

/** Multiples of a step, half away from zero, as `roundTo` writes them. */
function roundedText(dialect: CoarseDialect, number: Sql, step: number): Sql {
  const decimals = decimalPlaces(step)
  const factor = 10 ** decimals
  const [half, tolerance] = [0.5, 1e-9].map((one) => dialect.literal(one))
  const steps = sql`FLOOR(ABS(${number}) / ${dialect.literal(step)} + ${half} + ${tolerance})`
  const units = dialect.wholeNumber(sql`${steps} * ${dialect.literal(Math.round(step * factor))}`)
  const whole = dialect.text(dialect.wholeNumber(dialect.quotient(units, factor)))
  // Below the first case, units have at most 15 digits.
  const [before, after] = factor < 1e15 ? [whole, sql`MOD(${units}, ${factor})`] : [sql`'0'`, units]
  const parts = sql`${before} || '.' || LPAD(${dialect.text(after)}, ${decimals}, '0')`
  const text = decimals === 0 ? dialect.text(units) : parts
  return sql`CASE WHEN ABS(${number}) >= ${dialect.literal(10 ** MOST_DIGITS / factor)} THEN NULL WHEN ${steps} = 0
    THEN '0' ELSE CASE WHEN ${number} < 0 THEN '-' ELSE '' END || ${text} END`
}

/** Significant digits, without zeros at the end; numbers of 1e-6 to 1e15, which have a plain text. */
function digitsText(dialect: CoarseDialect, number: Sql, digits: number): Sql {
  const cases = Array.from({ length: MOST_DIGITS + 6 }, (_, i) => {
    const step = Number(`1e${i - 5 - Math.min(digits, MOST_DIGITS)}`)
    const text = dialect.extracted(roundedText(dialect, number, step), '^(-?[0-9]+(?:[.][0-9]*[1-9])?)')
    return sql`WHEN ABS(${number}) < ${dialect.literal(Number(`1e${i - 5}`))} THEN ${text}`
  })
  return sql`CASE WHEN ${number} = 0 THEN '0' WHEN ABS(${number}) < 1e-6 THEN NULL ${join(cases, ' ')} END`
}
