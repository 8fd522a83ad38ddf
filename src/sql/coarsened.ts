/**
 * Replaces the values of columns by coarser ones when a table is scanned: a text is looked up in an uploaded
 * dictionary, and the group at its place has the text that is shown. Texts that are not in it become NULL.
 */
import { type Dialect, join, type Sql, sql } from './dialect.ts'
import type { CoarsenedScan } from './scans.ts'

export function scanCoarsened(dialect: Dialect, rows: Sql, coarsened: CoarsenedScan | undefined): Sql {
  if (coarsened === undefined) return rows
  const { names, columns } = coarsened
  let from = rows
  const places = columns.map(({ column, dictionary, shown }, i) => {
    if (shown.length === 0) return sql`NULL AS ${dialect.identifier(`halftone coarse ${i}`)}`
    const lookup = dialect.position(from, dialect.text(dialect.identifier(column)), dictionary)
    from = lookup.from
    return sql`${lookup.expression} AS ${dialect.identifier(`halftone coarse ${i}`)}`
  })
  const cells = names.map((name) => {
    const i = columns.findIndex(({ column }) => column === name)
    if (i < 0) return dialect.identifier(name)
    const { groups, shown, number } = columns[i]
    if (shown.length === 0) return sql`${dialect.text(sql`NULL`)} AS ${dialect.identifier(name)}`
    const place = dialect.identifier(`halftone coarse ${i}`)
    const text = dialect.text(dialect.choose(dialect.chooseNumber(place, groups), shown))
    const typed = number === undefined ? text : number === 'whole' ? dialect.wholeNumber(text) : dialect.number(text)
    return sql`CASE WHEN ${place} IS NULL THEN NULL ELSE ${typed} END AS ${dialect.identifier(name)}`
  })
  const kept = names.map((name) => dialect.identifier(name))
  const placed = sql`(SELECT ${join([...kept, ...places])} FROM ${from}${dialect.once}) AS halftone_placed`
  return sql`(SELECT ${join(cells)} FROM ${placed}${dialect.once}) AS halftone_table`
}
