/** Whether a column of a release holds pseudonyms and nothing else: each value has their length and their characters. */
import type { EngineRun } from '../engines/engine.ts'
import { askFigures } from '../engines/figures.ts'
import { sql } from '../sql/dialect.ts'
import { PSEUDONYM_FORMATS, type PseudonymFormat } from '../sql/keyed.ts'
import { type Countable, countRowsOf, tableOf } from './read-once.ts'
import type { Check } from './verification.ts'

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
  const { engine, source, columns } = tableOf(counted)
  const check = {
    name: 'pseudonyms',
    promise: `${column} holds nothing but pseudonyms (${length} ${PSEUDONYM_FORMATS[format].unit})`,
    witnesses: [],
  }
  if (columns.every(({ name }) => name !== column))
    return { ...check, holds: true, found: 'the column is not in the release' }
  const { dialect } = engine
  const { characters, width } = PSEUDONYM_FORMATS[format]
  const text = dialect.text(dialect.identifier(column))
  const strange = sql`LENGTH(${text}) <> ${width(length)} OR TRANSLATE(${text}, ${dialect.literal(characters)}, '') <> ''`
  const from = sql`${dialect.scan(source)} WHERE ${text} <> '' AND (${strange})`
  const { wrong } = await askFigures(engine, { wrong: countRowsOf(counted) }, from, run)
  return { ...check, holds: wrong === 0, found: wrong === 0 ? 'in every row' : `${wrong} rows hold something else` }
}
