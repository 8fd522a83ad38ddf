/**
 * Reads baskets from a source: a line of items per person, a cell of items per row, or a row per person and item. The
 * engine explodes the rows into occurrences (basket, item); from a database, only distinct sets with counts travel
 * (`engine-sets.ts`). Cost: one pass, 8 bytes per occurrence from the local engine.
 */
import type { Engine, EngineRun } from '../engines/engine.ts'
import { countRows } from '../engines/figures.ts'
import { userError } from '../ground/errors.ts'
import { type Dialect, join, type Source, type Sql, sql } from '../sql/dialect.ts'
import { type Baskets, basketsFrom } from './baskets.ts'
import { countSetsOfItems, itemsTable, numberItems, type SampledBaskets, type SetsRequest } from './engine-sets.ts'

export interface ItemsLayout {
  readonly column: string
  /** `text` cells are split at the separator, `list` cells are lists, `one` cells are single items. */
  readonly cells: 'text' | 'list' | 'one'
  readonly separator?: string
  /** The column that identifies the person, if each row is one item; otherwise each row is a person. */
  readonly per?: string
  /** Baskets are released with the person's name, which is a pseudonym. */
  readonly named?: boolean
  readonly missingValues: readonly string[]
  /** Columns that form classes: an item carries the number of its class, so that sets are counted inside classes. */
  readonly classes?: readonly string[]
  /** Columns that are known like items: each row has `column = text` of these and of its items. */
  readonly facts?: readonly string[]
}

/** Numbers the classes of rows that have the same texts in these columns. */
export function classNumber(dialect: Dialect, columns: readonly string[]): Sql {
  const texts = columns.map((name) => sql`${dialect.ordered(dialect.text(dialect.identifier(name)))} NULLS FIRST`)
  return sql`dense_rank() OVER (ORDER BY ${join(texts)})`
}

const occurrencesTable = 'halftone occurrences'
const peopleTable = 'halftone people'

export interface SourceBaskets {
  readonly baskets: Baskets
  readonly read: number
  /** Position of each basket in the source; absent if none was dropped. */
  readonly places?: Int32Array
  readonly people?: readonly string[]
  /** Set if a database has more baskets than are counted: the baskets are a sample. */
  readonly sampled?: SampledBaskets | undefined
}

export async function readSourceBaskets(
  engine: Engine,
  source: Source,
  layout: ItemsLayout,
  { emptyBaskets, most = engine.mostCombinations, seed }: SetsRequest,
  run: EngineRun = {},
): Promise<SourceBaskets> {
  const exploded = await explodeBaskets(engine, source, layout, run)
  try {
    if (engine.folder === undefined)
      return { ...(await countSetsOfItems(engine, exploded, { emptyBaskets, most, seed }, run)), read: exploded.count }
    const { labels, codes, baskets } = await codeOccurrences(engine, exploded.occurrences, run)
    const offsets = new Int32Array(exploded.count + 1)
    for (let at = 0; at < baskets.length; at++) offsets[baskets[at] + 1]++
    for (let basket = 0; basket < exploded.count; basket++) offsets[basket + 1] += offsets[basket]
    const next = offsets.slice(0, exploded.count)
    const sorted = new Int32Array(codes.length)
    for (let at = 0; at < codes.length; at++) sorted[next[baskets[at]]++] = codes[at]
    const people = layout.named
      ? await engine.query(sql`SELECT person FROM ${engine.dialect.identifier(peopleTable)} ORDER BY basket`, run)
      : undefined
    const result = {
      baskets: basketsFrom(labels, offsets, sorted, emptyBaskets),
      read: exploded.count,
      people: people && (people.texts('person') as string[]),
    }
    if (result.baskets.count === exploded.count) return result
    const places = Int32Array.from({ length: exploded.count }, (_, place) => place)
    return { ...result, places: places.filter((place) => offsets[place + 1] > offsets[place]) }
  } finally {
    await exploded.drop()
  }
}

/**
 * Returns the occurrences of a source in the engine: columns `basket` (from 0) and `item` (text), with repeats and
 * without empty baskets. `drop` removes its tables.
 */
export async function explodeBaskets(engine: Engine, source: Source, layout: ItemsLayout, run: EngineRun = {}) {
  const { dialect } = engine
  const drop = async () => {
    for (const table of [occurrencesTable, peopleTable]) await engine.execute(dialect.dropTable(table))
  }
  try {
    const cell = dialect.identifier(layout.column)
    const separator = layout.separator?.trim() === '' ? undefined : layout.separator
    const items = layout.cells === 'list' ? dialect.elements(cell) : dialect.parts(dialect.text(cell), separator)
    const item = layout.cells === 'one' ? dialect.trimmed(dialect.text(cell)) : items
    const none = join(['', ...layout.missingValues].map((text) => dialect.literal(text)))
    const numbered = dialect.identifier('halftone class')
    const number = layout.classes === undefined ? sql`` : sql`, ${classNumber(dialect, layout.classes)} AS ${numbered}`
    const [carried, named] =
      layout.classes === undefined
        ? [sql``, layout.facts === undefined ? sql`item` : factOf(layout.column, sql`item`)]
        : [sql`${numbered}, `, sql`${dialect.text(numbered)} || ' ' || item AS item`]
    const rows =
      layout.per === undefined
        ? sql`SELECT ${dialect.rowNumber(source)} AS basket${number}, ${cell} FROM ${dialect.scan(source)}`
        : await rowsOfPeople(engine, source, cell, layout.per, run)
    const selectOccurrences = sql`SELECT basket, ${named} FROM (SELECT basket, ${carried}${item} AS item FROM (${rows})
      AS numbered) AS exploded WHERE item IS NOT NULL AND item NOT IN (${none})`
    const ofColumns = (layout.facts ?? []).map((name) => {
      const text = sql`COALESCE(${dialect.text(dialect.identifier(name))}, '')`
      return sql` UNION ALL SELECT ${dialect.rowNumber(source)} AS basket, ${factOf(name, text)} FROM
        ${dialect.scan(source)}`
    })
    const select = sql`${selectOccurrences}${join(ofColumns, '')}`
    await engine.execute(dialect.createTable(occurrencesTable, select), run)
    const from = layout.per === undefined ? dialect.scan(source) : dialect.identifier(peopleTable)
    return {
      occurrences: dialect.identifier(occurrencesTable),
      count: await countRows(engine, from, run),
      baskets: dialect.identifier(peopleTable),
      drop,
    }
  } catch (error) {
    await drop()
    throw error
  }

  /** Facts of different columns never have one name. */
  function factOf(column: string, text: Sql): Sql {
    const names = [layout.column, ...(layout.facts ?? [])]
    const name = names.some((other) => other.includes(' = ')) ? String(names.indexOf(column)) : column
    return sql`${dialect.literal(`${name} = `)} || ${text} AS item`
  }
}

/** Numbers people by the row of their first appearance; selects basket and cell. */
async function rowsOfPeople(engine: Engine, source: Source, cell: Sql, per: string, run: EngineRun): Promise<Sql> {
  const { dialect } = engine
  const person = dialect.text(dialect.identifier(per))
  const selectPeople = sql`SELECT person, row_number() OVER (ORDER BY first) - 1 AS basket FROM (SELECT person, MIN(n)
    AS first FROM (SELECT ${dialect.rowNumber(source)} AS n, ${person} AS person FROM ${dialect.scan(source)}) AS
    numbered GROUP BY person) AS people`
  await engine.execute(dialect.createTable(peopleTable, selectPeople), run)
  const people = dialect.identifier(peopleTable)
  if ((await countRows(engine, sql`${people} WHERE person IS NULL OR person = ''`, run)) > 0) {
    const wrongData = userError('data', `columns.${per}`)
    throw wrongData`column "${per}" says whose item a row is, but it is empty in some rows; fill it in, or remove these
      rows`
  }
  return sql`SELECT p.basket AS basket, s.${cell} FROM (SELECT * FROM ${dialect.scan(source)}) AS s JOIN ${people} AS p
    ON ${dialect.text(sql`s.${dialect.identifier(per)}`)} = p.person`
}

/** Returns labels in binary order, and the basket and label position of each occurrence, unsorted. */
async function codeOccurrences(engine: Engine, occurrences: Sql, run: EngineRun) {
  const { dialect } = engine
  const items = dialect.identifier(itemsTable)
  try {
    const labels = await numberItems(engine, occurrences, run)
    const selectCoded = sql`SELECT ${dialect.integer(sql`o.basket`)} AS basket, ${dialect.integer(sql`i.code`)} AS code
      FROM ${occurrences} AS o JOIN ${items} AS i ON o.item = i.item`
    const coded = await engine.query(selectCoded, run)
    return { labels, baskets: coded.integers('basket'), codes: coded.integers('code') }
  } finally {
    await engine.execute(dialect.dropTable(itemsTable))
  }
}
