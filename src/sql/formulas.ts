/**
 * Cells that a spreadsheet takes for formulas, and may run. On request a release has an apostrophe in front of them, which spreadsheets take for
 * "text follows"; reading the release again takes it off.
 */
import { type Dialect, join, type Sql, sql } from './dialect.ts'

/** Signs that begin a formula, blanks that a spreadsheet skips before one included; a number may begin with them, too. */
const SIGNS = ['=', '+', '-', '@', '\t', '\r', '\n']
const MARK = "'"

type Texts = Pick<Dialect, 'literal' | 'number'>

export function startsWithSign({ literal }: Texts, text: Sql): Sql {
  return sql`SUBSTR(${text}, 1, 1) IN (${join(SIGNS.map((sign) => literal(sign)))})`
}

export function isFormula(dialect: Texts, text: Sql): Sql {
  return sql`(${startsWithSign(dialect, text)} AND ${dialect.number(text)} IS NULL)`
}

/** The text with the mark where it is a formula, else `plain`. */
export function withMark(dialect: Texts, text: Sql, plain: Sql): Sql {
  return sql`CASE WHEN ${isFormula(dialect, text)} THEN ${dialect.literal(MARK)} || ${text} ELSE ${plain} END`
}

/** The text without the mark of a formula. */
export function withoutMark(dialect: Texts, text: Sql): Sql {
  const rest = sql`SUBSTR(${text}, 2)`
  const marked = sql`SUBSTR(${text}, 1, 1) = ${dialect.literal(MARK)} AND ${isFormula(dialect, rest)}`
  return sql`CASE WHEN ${marked} THEN ${rest} ELSE ${text} END`
}

/** Whether a spreadsheet takes the name of a column for a formula. */
export function isFormulaName(name: string): boolean {
  return SIGNS.includes(name[0]) && (name.trim() === '' || Number.isNaN(Number(name)))
}
