/** Adds columns to an opened table: derived from others, or items of a second file. Cost: one pass over the rows. */
import { askFigures } from '../engines/figures.ts'
import { userError } from '../ground/errors.ts'
import { many } from '../ground/format.ts'
import { derivationText, derivedFrom, isNumberRule, mapDictionary } from '../sql/derived.ts'
import { allOf, join, sql } from '../sql/dialect.ts'
import { valueOrMissing } from '../sql/encoding.ts'
import type { DerivedScan } from '../sql/scans.ts'
import { type JoinedItems, requireColumn, type Table } from './table.ts'

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
    const failed = sql`${allOf(present)} AND ${dialect.identifier(column.column)} IS NULL`
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

const JOINED = 'halftone joined rows'

/** Joins a file with a row per person and item: the items of a person become a list in one column. */
export async function joinItems(table: Table, items: Table, { column, per }: JoinedItems): Promise<Table> {
  const { engine, source, columns } = table
  const { dialect } = engine
  const path = `columns.${column}`
  if (columns.some(({ name }) => name === column))
    throw userError('together', `${path}.file`)`${table.name} has a column "${column}" already; remove the key file, or
      give the items of ${items.name} another name`
  for (const name of [per, column]) requireColumn(items, name, `${path}.file`)
  const text = (name: string) => dialect.text(dialect.identifier(name))
  const rows = sql`(SELECT ${text(per)} AS person FROM ${dialect.scan(source)}) AS halftone_people`
  const figures = { all: sql`COUNT(*)`, people: sql`COUNT(DISTINCT person)` }
  const { all, people } = await askFigures(engine, figures, rows, {})
  if (people < all)
    throw userError('data', `${path}.per`)`${many(all - people, 'row')} of ${table.name} have no "${per}" or that of
      another row, so the items of ${items.name} belong to nobody in particular; keep one row for each person`
  const held = sql`SELECT ${text(per)} AS halftone_person, list(${text(column)}) AS ${dialect.identifier(column)} FROM
    ${dialect.scan(items.source)} GROUP BY halftone_person`
  const numbered = sql`SELECT *, ${dialect.rowNumber(source)} AS halftone_place FROM ${dialect.scan(source)}`
  const names = columns.map(({ name }) => sql`s.${dialect.identifier(name)}, `)
  const joined = sql`SELECT ${names.join('') as typeof held}h.${dialect.identifier(column)} FROM (${numbered}) AS s LEFT
    JOIN (${held}) AS h ON ${dialect.text(sql`s.${dialect.identifier(per)}`)} = h.halftone_person ORDER BY
    s.halftone_place`
  await engine.execute(dialect.createTable(JOINED, joined))
  const strangers = sql`(SELECT DISTINCT ${text(per)} AS person FROM ${dialect.scan(items.source)} EXCEPT SELECT
    ${text(per)} FROM ${dialect.scan(source)}) AS halftone_strangers`
  const { count } = await askFigures(engine, { count: sql`COUNT(*)` }, strangers, {})
  return {
    ...table,
    source: { kind: 'table', table: [JOINED] },
    files: [...table.files, ...items.files],
    columns: [...columns, { name: column, type: 'VARCHAR[]', kind: 'list' }],
    warnings: [
      ...table.warnings,
      ...items.warnings,
      ...(count === 0
        ? []
        : [`${many(count, 'person')} of ${items.name} are not in ${table.name}; their items are left out`]),
    ],
  }
}
