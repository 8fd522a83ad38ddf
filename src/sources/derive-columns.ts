/** Adds derived columns to an opened table, and counts the rows that have no result. Cost: one pass over the rows. */
import { userError } from '../ground/errors.ts'
import { many } from '../ground/format.ts'
import { type DerivedScan, derivationText, derivedFrom, isNumberRule, mapDictionary } from '../sql/derived.ts'
import { join, sql } from '../sql/dialect.ts'
import { valueOrMissing } from '../sql/encoding.ts'
import { requireColumn, type Table } from './open-source.ts'

export async function deriveColumns(
  table: Table,
  { columns, missingValues }: Pick<DerivedScan, 'columns' | 'missingValues'>,
): Promise<Table> {
  const { engine } = table
  const { dialect } = engine
  const names = table.columns.map(({ name }) => name)
  for (const column of columns) {
    const path = `columns.${column.column}`
    if (names.includes(column.column))
      throw userError('together', `${path}.derive`)`column "${column.column}" is derived, but ${table.name} has it
        already; give it another name`
    for (const source of derivedFrom(column)) requireColumn(table, source, `${path}.derive`)
    if (column.map !== undefined) {
      const texts = column.map[1].map(([value]) => value)
      await engine.uploadDictionary(mapDictionary(column), texts)
    }
  }
  const typed = table.source.kind === 'files' && table.source.reader !== undefined
  const derived = { names, columns, missingValues, typed }
  const source = { ...table.source, derived }
  const failures = columns.map((column, i) => {
    const present = derivedFrom(column).map((name) => sql`${valueOrMissing(dialect, name, missingValues)} IS NOT NULL`)
    const failed = sql`${join(present, ' AND ')} AND ${dialect.identifier(column.column)} IS NULL`
    const count = dialect.wholeNumber(sql`COUNT(CASE WHEN ${failed} THEN 1 END)`)
    return sql`${count} AS ${dialect.identifier(`failed ${i}`)}`
  })
  const counts = await engine.query(sql`SELECT ${join(failures)} FROM ${dialect.scan(source)}`)
  const warnings = columns.flatMap((column, i) => {
    const count = counts.numbers(`failed ${i}`)[0]
    if (count === 0) return []
    const rows = many(count, 'row')
    const found = `column "${column.column}" has no ${derivationText(column)} in ${rows}: ${reasonFor(column)}`
    if (column.otherwise === 'missing') return [`${found}; they are missing there`]
    throw userError('data', `columns.${column.column}.derive`)`${found}; correct the data, name texts that mean missing
      under data.missing-values, or add otherwise: missing`
  })
  const made = columns.map((column) => {
    const isNumber = typed && isNumberRule(column)
    return { name: column.column, type: isNumber ? 'INTEGER' : 'VARCHAR', kind: isNumber ? 'number' : 'text' } as const
  })
  return { ...table, source, columns: [...table.columns, ...made], warnings: [...table.warnings, ...warnings] }
}

function reasonFor({ years, days, part, map, bin, place }: DerivedScan['columns'][number]): string {
  if (map !== undefined) return 'the map has no line for their value'
  if (bin !== undefined) return 'their value is no number'
  if (place !== undefined) return 'latitudes are numbers from -90 to 90, longitudes from -180 to 180'
  if (part?.[1] === 'hour') return 'a time such as 08:15 or 2004-03-17 20:15:00 cannot be read'
  const unread = 'a date cannot be read (derive.format says how dates are written)'
  return years === undefined && days === undefined ? unread : `the second date is earlier than the first, or ${unread}`
}
