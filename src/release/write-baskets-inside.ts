/**
 * Writes released baskets inside a database: joins the exploded items with an uploaded table of published tokens. Order
 * and numbers are those of `write-baskets.ts`, so that the bytes are equal.
 */
import { explodeBaskets, type ItemsLayout } from '../baskets/engine-baskets.ts'
import { dropSets, type PartRun, placeParts } from '../baskets/engine-sets.ts'
import type { EngineRun } from '../engines/engine.ts'
import type { Table } from '../sources/table.ts'
import { join, type Sink, type Sql, sql } from '../sql/dialect.ts'
import { type Arrangement, arranged, columnKinds } from './arrange.ts'

export type PublishedTokens = readonly { readonly token: string; readonly items: readonly string[] }[]

export interface InsideBaskets {
  readonly layout: ItemsLayout
  readonly parts: readonly PublishedTokens[]
  readonly runs?: readonly PartRun[] | undefined
  readonly dropEmpty: boolean
  readonly form:
    | { readonly columns: readonly string[]; readonly separator: string }
    | { readonly basket: string; readonly item: string }
}

const mappingTable = 'halftone published'
const tokensTable = 'halftone released'

export async function writeBasketsInside(
  table: Table,
  baskets: InsideBaskets,
  { sink, arrangement }: { readonly sink: Sink; readonly arrangement: Arrangement },
  run: EngineRun = {},
): Promise<void> {
  const { engine, source } = table
  const { dialect } = engine
  const exploded = await explodeBaskets(engine, source, baskets.layout, run)
  try {
    const runs = baskets.runs && (await placeParts(engine, exploded.occurrences, baskets.runs, run))
    await engine.execute(dialect.createTable(mappingTable, dialect.listed(makeMapping(baskets.parts))), run)
    const mapping = dialect.identifier(mappingTable)
    const part = runs === undefined ? sql`0` : sql`p.part`
    const placed = runs === undefined ? sql`` : sql` JOIN (${runs}) AS p ON p.basket = o.basket`
    await engine.execute(
      dialect.createTable(
        tokensTable,
        sql`SELECT DISTINCT o.basket AS basket, m.place AS place, m.token AS token, m.sorts AS sorts FROM
          ${exploded.occurrences} AS o${placed} JOIN ${mapping} AS m ON m.part = ${part} AND
          ${dialect.ordered(sql`m.item`)} = ${dialect.ordered(sql`o.item`)}`,
      ),
      run,
    )
    const tokens = dialect.identifier(tokensTable)
    const filled = sql`(SELECT DISTINCT basket FROM ${exploded.occurrences})`
    const select =
      'columns' in baskets.form
        ? selectCells(table, { ...baskets, ...baskets.form, tokens, filled }, sink, arrangement)
        : selectRows(
            table,
            { ...baskets.form, tokens, of: baskets.dropEmpty ? filled : exploded.baskets },
            sink,
            arrangement,
          )
    await engine.export(select, sink, run)
  } finally {
    for (const name of [tokensTable, mappingTable]) await engine.execute(dialect.dropTable(name))
    await dropSets(engine)
    await exploded.drop()
  }
}

/** The first row keeps the list non-empty; no real item is empty. `sorts` has a text that sorts like the token. */
function makeMapping(parts: readonly PublishedTokens[]) {
  const rows = [{ part: 0, item: '', place: 0, token: '' }]
  parts.forEach((tokens, part) => {
    for (const [place, { token, items }] of tokens.entries())
      for (const item of items) rows.push({ part, item, place, token })
  })
  const order = [...new Set(rows.map(({ token }) => token))].sort()
  const width = String(order.length).length
  const sorts = new Map(order.map((token, rank) => [token, String(rank).padStart(width, '0')]))
  return [
    { name: 'part', values: rows.map(({ part }) => part) },
    { name: 'item', values: rows.map(({ item }) => item) },
    { name: 'place', values: rows.map(({ place }) => place) },
    { name: 'token', values: rows.map(({ token }) => token) },
    { name: 'sorts', values: rows.map(({ token }) => sorts.get(token) as string) },
  ]
}

function selectCells(
  { engine: { dialect }, source }: Table,
  request: {
    readonly columns: readonly string[]
    readonly separator: string
    readonly layout: ItemsLayout
    readonly dropEmpty: boolean
    readonly tokens: Sql
    readonly filled: Sql
  },
  sink: Sink,
  arrangement: Arrangement,
): Sql {
  const { columns, separator, layout, dropEmpty, tokens, filled } = request
  const row = dialect.identifier('halftone row')
  const released = columns.map((name) => {
    const cell = name === layout.column ? sql`COALESCE(b.text, '')` : sql`s.${dialect.identifier(name)}`
    return sql`${cell} AS ${dialect.identifier(name)}`
  })
  const texts = sql`SELECT basket, ${dialect.collected(sql`token`, sql`place`, separator)} AS text FROM ${tokens} GROUP
    BY basket`
  const kept = dropEmpty ? sql` JOIN ${filled} AS f ON f.basket = s.${row}` : sql``
  const order = arrangement.order === 'source' ? sql` ORDER BY s.${row}` : sql``
  return arranged(
    dialect,
    sql`SELECT ${join(released)} FROM (SELECT ${dialect.rowNumber(source)} AS ${row}, * FROM ${dialect.scan(source)}) AS
      s${kept} LEFT JOIN (${texts}) AS b ON b.basket = s.${row}${order}`,
    columns,
    sink,
    { ...arrangement, kinds: columnKinds(source, [layout.column]) },
  )
}

/** A basket without tokens has one row with a missing token. Baskets are numbered from 1. */
function selectRows(
  { engine: { dialect } }: Table,
  {
    basket,
    item,
    tokens,
    of,
  }: { readonly basket: string; readonly item: string; readonly tokens: Sql; readonly of: Sql },
  sink: Sink,
  arrangement: Arrangement,
): Sql {
  const texts = sql`SELECT basket, ${dialect.collected(sql`sorts`, sql`place`, '')} AS held FROM ${tokens} GROUP BY
    basket`
  const order =
    arrangement.order === 'source' ? sql`b.basket` : sql`${dialect.ordered(sql`COALESCE(t.held, '')`)}, b.basket`
  const numbered = sql`SELECT b.basket AS basket, row_number() OVER (ORDER BY ${order}) AS number FROM ${of} AS b LEFT
    JOIN (${texts}) AS t ON t.basket = b.basket`
  return arranged(
    dialect,
    sql`SELECT ${dialect.wholeNumber(sql`n.number`)} AS ${dialect.identifier(basket)}, r.token AS
      ${dialect.identifier(item)} FROM (${numbered}) AS n LEFT JOIN ${tokens} AS r ON r.basket = n.basket ORDER BY
      n.number, r.place`,
    [basket, item],
    sink,
    { ...arrangement, order: 'source' },
  )
}
