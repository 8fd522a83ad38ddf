/** Escapes cells that a spreadsheet might run as formulas with an apostrophe, on request. Reading removes it. */
import { type Dialect, join, type Sql, sql } from './dialect.ts'

/** First characters of formulas, including whitespace that spreadsheets skip. Numbers may begin with them too. */
const SIGNS = ['=', '+', '-', '@', '\t', '\r', '\n']
const MARK = "'"

type Texts = Pick<Dialect, 'literal' | 'number'>

export function startsWithSign({ literal }: Texts, text: Sql): Sql {
  return sql`SUBSTR(${text}, 1, 1) IN (${join(SIGNS.map((sign) => literal(sign)))})`
}

export function isFormula(dialect: Texts, text: Sql): Sql {
  return sql`(${startsWithSign(dialect, text)} AND ${dialect.number(text)} IS NULL)`
}

export function withMark(dialect: Texts, text: Sql, plain: Sql): Sql {
  return sql`CASE WHEN ${isFormula(dialect, text)} THEN ${dialect.literal(MARK)} || ${text} ELSE ${plain} END`
}

export function withoutMark(dialect: Texts, text: Sql): Sql {
  const rest = sql`SUBSTR(${text}, 2)`
  const marked = sql`SUBSTR(${text}, 1, 1) = ${dialect.literal(MARK)} AND ${isFormula(dialect, rest)}`
  return sql`CASE WHEN ${marked} THEN ${rest} ELSE ${text} END`
}

export function isFormulaName(name: string): boolean {
  return SIGNS.includes(name[0]) && (name.trim() === '' || Number.isNaN(Number(name)))
}
