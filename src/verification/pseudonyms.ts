/** Checks that a column contains only pseudonyms, by length and characters. */
import type { EngineRun } from '../engines/engine.ts'
import { askFigures } from '../engines/figures.ts'
import { sql } from '../sql/dialect.ts'
import { PSEUDONYM_FORMATS, type PseudonymFormat } from '../sql/keyed.ts'
import { type Countable, countedTable, rowCount } from './read-once.ts'
import { type Check, plainCheck } from './verification.ts'

export interface PseudonymShape {
  readonly column: string
  readonly format: PseudonymFormat
  readonly length: number
}

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
  const strange = sql`LENGTH(${text}) <> ${width(length)} OR TRANSLATE(${text}, ${dialect.literal(characters)}, '') <> ''`
  const from = sql`${dialect.scan(source)} WHERE ${text} <> '' AND (${strange})`
  const { wrong } = await askFigures(engine, { wrong: rowCount(counted) }, from, run)
  const fault = wrong === 0 ? undefined : `${wrong} rows hold something else`
  return plainCheck('pseudonyms', promise, fault, 'in every row')
}
