/** Joins a second file with a row per person and item to a table: the items of a person become a list in one column. */
import { askFigures } from '../engines/figures.ts'
import { userError } from '../ground/errors.ts'
import { many } from '../ground/format.ts'
import { sql } from '../sql/dialect.ts'
import { requireColumn, type Table } from './open-source.ts'

export interface JoinedItems {
  /** The column of items in the second file. */
  readonly column: string
  readonly file: string
  readonly per: string
}

const JOINED = 'halftone joined rows'

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
  const { all, people } = await askFigures(
    engine,
    { all: sql`COUNT(*)`, people: sql`COUNT(DISTINCT person)` },
    rows,
    {},
  )
  if (people < all)
    throw userError('data', `${path}.per`)`${many(all - people, 'row')} of ${table.name} have no "${per}" or that of
      another row, so the items of ${items.name} belong to nobody in particular; keep one row for each person`
  const held = sql`SELECT ${text(per)} AS halftone_person, list(${text(column)}) AS ${dialect.identifier(column)} FROM ${dialect.scan(items.source)} GROUP BY halftone_person`
  const numbered = sql`SELECT *, ${dialect.rowNumber(source)} AS halftone_place FROM ${dialect.scan(source)}`
  const names = columns.map(({ name }) => sql`s.${dialect.identifier(name)}, `)
  const joined = sql`SELECT ${names.join('') as typeof held}h.${dialect.identifier(column)} FROM (${numbered}) AS s LEFT JOIN (${held}) AS h ON ${dialect.text(sql`s.${dialect.identifier(per)}`)} = h.halftone_person ORDER BY s.halftone_place`
  await engine.execute(dialect.createTable(JOINED, joined))
  const strangers = sql`(SELECT DISTINCT ${text(per)} AS person FROM ${dialect.scan(items.source)} EXCEPT SELECT ${text(per)} FROM ${dialect.scan(source)}) AS halftone_strangers`
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
