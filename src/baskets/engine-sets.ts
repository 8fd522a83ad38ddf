/**
 * Counts baskets inside a database: only the distinct sets travel, with their counts. Above a limit, a seeded sample is
 * counted; searches then ask the engine for sets that are rare among all baskets (`rareSets`). Cost: one pass and a
 * sort of the occurrences in the engine.
 */
import type { Engine, EngineRun } from '../engines/engine.ts'
import { askFigures, countRows } from '../engines/figures.ts'
import { type UserError, userError } from '../ground/errors.ts'
import { type Dialect, join, type Sql, sql } from '../sql/dialect.ts'
import { type Baskets, basketsFrom, compareCodePoints, type EmptyBaskets, emptyBasketsError } from './baskets.ts'

const wrongQuery = userError('data', 'data.query')

export const itemsTable = 'halftone items'
const setsTable = 'halftone sets of items'
const rareTable = 'halftone rare'

export interface SetsRequest {
  readonly emptyBaskets: EmptyBaskets
  /** Default: all. Above this, samples about this many; without a seed, they are refused. */
  readonly most?: number | undefined
  readonly seed?: number | undefined
}

export interface SampledBaskets {
  readonly share: number
  readonly count: number
  readonly empty: number
  readonly occurrences: number
  readonly supports: ReadonlyMap<string, number>
}

/** Returns the sets of `count` baskets, each repeated by its count, in code order. */
export async function countSetsOfItems(
  engine: Engine,
  exploded: { readonly occurrences: Sql; readonly count: number },
  { emptyBaskets, most = Number.POSITIVE_INFINITY, seed }: SetsRequest,
  run: EngineRun,
): Promise<{ readonly baskets: Baskets; readonly sampled?: SampledBaskets | undefined }> {
  const { dialect } = engine
  try {
    const labels = await numberItems(engine, exploded.occurrences, run)
    await gatherSets(engine, exploded.occurrences, run)
    const sets = dialect.identifier(setsTable)
    const items = dialect.identifier(itemsTable)
    const figures = { filled: sql`COUNT(*)`, held: sql`SUM(size)`, given: sql`SUM(given)` }
    const { filled, held, given } = await askFigures(engine, figures, sets, run)
    const share = Math.min(1, most / Math.max(1, filled))
    if (share < 1 && seed === undefined) throw tooManyBaskets(filled, most)
    const some = share < 1 ? sql` WHERE ${inSample(dialect, share, seed ?? 1)}` : sql``
    const select = sql`SELECT items, ${dialect.integer(sql`COUNT(*)`)} AS n FROM ${sets}${some} GROUP BY items`
    const counted = await engine.query(select, run)
    const [texts, counts] = [counted.texts('items') as string[], counted.integers('n')]
    const empty = exploded.count - filled
    if (empty > 0 && emptyBaskets === 'fail')
      throw emptyBasketsError(empty === 1 ? 'a basket has' : `${empty} baskets have`)
    const { offsets, codes } = repeatSets(texts, counts, share < 1 ? 0 : empty)
    const baskets = basketsFrom(labels, offsets, codes, emptyBaskets, share < 1)
    const repeats = given - held
    if (share === 1) return { baskets: { ...baskets, repeats } }
    const kept = emptyBaskets === 'keep' ? empty : 0
    const perItem = await engine.query(
      sql`SELECT i.item AS item, ${dialect.wholeNumber(sql`COUNT(DISTINCT o.basket)`)} AS n FROM ${exploded.occurrences}
        AS o JOIN ${items} AS i ON o.item = i.item GROUP BY i.item`,
      run,
    )
    const numbers = perItem.numbers('n')
    const supports = new Map(perItem.texts('item').map((item, i) => [item as string, numbers[i]]))
    return {
      baskets: { ...baskets, repeats },
      sampled: { share, count: filled + kept, empty: kept, occurrences: held, supports },
    }
  } finally {
    await dropSets(engine)
  }
}

/** The name of the table with a row per counted row of the source: `place`, `cell`, and the codes of its `items`. */
export const cellsOfRows = 'halftone cells of rows'

export interface SetsInCells {
  /** In the order of cells and of their sets. */
  readonly baskets: Baskets
  /** Cell of each basket, and its codes as `cellsOfRows` has them. */
  readonly cells: Int32Array
  readonly texts: readonly string[]
}

/**
 * Counts the distinct sets of items inside each cell, of which `selectCells` has `place` and `cell` for each row. Its
 * tables stay: Spark reads those behind `cellsOfRows` when rows are written.
 */
export async function countSetsInCells(
  engine: Engine,
  { occurrences, selectCells }: { readonly occurrences: Sql; readonly selectCells: Sql },
  { most = Number.POSITIVE_INFINITY }: Pick<SetsRequest, 'most'>,
  run: EngineRun,
): Promise<SetsInCells> {
  const { dialect } = engine
  const labels = await numberItems(engine, occurrences, run)
  await gatherSets(engine, occurrences, run)
  const sets = dialect.identifier(setsTable)
  const { held, given } = await askFigures(engine, { held: sql`SUM(size)`, given: sql`SUM(given)` }, sets, run)
  const joined = sql`SELECT c.place AS place, c.cell AS cell, COALESCE(s.items, '') AS items FROM (${selectCells}) AS c
    LEFT JOIN ${sets} AS s ON s.basket = c.place`
  await engine.execute(dialect.createTable(cellsOfRows, joined), run)
  const rows = dialect.identifier(cellsOfRows)
  const distinct = sql`SELECT cell, items, ${dialect.integer(sql`COUNT(*)`)} AS n FROM ${rows} GROUP BY cell, items`
  const number = await countRows(engine, sql`(${distinct}) AS counted`, run)
  if (number > most) throw tooManyBaskets(number, most)
  const counted = await engine.query(distinct, run)
  const [cells, items, counts] = [counted.integers('cell'), counted.texts('items'), counted.integers('n')]
  const order = Array.from(cells.keys()).sort(
    (a, b) => cells[a] - cells[b] || compareCodePoints(items[a] as string, items[b] as string),
  )
  const repeated = order.flatMap((i) => Array.from({ length: counts[i] }, () => i))
  const texts = repeated.map((i) => items[i] as string)
  const codes = texts.map((text) => (text === '' ? [] : text.split(' ').map(Number)))
  const offsets = [0]
  for (const set of codes) offsets.push(offsets[offsets.length - 1] + set.length)
  const baskets = basketsFrom(labels, offsets, codes.flat(), 'keep')
  return { baskets: { ...baskets, repeats: given - held }, cells: Int32Array.from(repeated, (i) => cells[i]), texts }
}

export async function numberItems(engine: Engine, occurrences: Sql, run: EngineRun): Promise<string[]> {
  const { dialect } = engine
  const selectItems = sql`SELECT item, row_number() OVER (ORDER BY ${dialect.ordered(sql`item`)}) - 1 AS code FROM
    (SELECT DISTINCT item FROM ${occurrences}) AS labels`
  await engine.execute(dialect.createTable(itemsTable, selectItems), run)
  const labels = await engine.query(sql`SELECT item FROM ${dialect.identifier(itemsTable)} ORDER BY code`, run)
  return labels.texts('item') as string[]
}

/** Stores per basket its item codes as one text, their number, and the number before merging. */
async function gatherSets(engine: Engine, occurrences: Sql, run: EngineRun): Promise<void> {
  const { dialect } = engine
  const once = sql`SELECT o.basket AS basket, i.code AS code, COUNT(*) AS given FROM ${occurrences} AS o JOIN
    ${dialect.identifier(itemsTable)} AS i ON o.item = i.item GROUP BY o.basket, i.code`
  await engine.execute(
    dialect.createTable(
      setsTable,
      sql`SELECT basket, ${dialect.collected(dialect.text(sql`code`), sql`code`, ' ')} AS items, COUNT(*) AS size,
        SUM(given) AS given FROM (${once}) AS held GROUP BY basket`,
    ),
    run,
  )
}

function tooManyBaskets(baskets: number, most: number): UserError {
  return wrongQuery`there are ${baskets} baskets with items, more than the ${most} whose sets are counted here; name
    fewer with data.query`
}

function inSample(dialect: Dialect, share: number, seed: number): Sql {
  const digest = dialect.md5(sql`${dialect.literal(`halftone ${seed} `)} || ${dialect.text(sql`basket`)}`)
  const bound = Math.floor(share * 2 ** 48)
    .toString(16)
    .padStart(12, '0')
  return sql`${dialect.ordered(digest)} < ${dialect.literal(bound)}`
}

function repeatSets(texts: readonly string[], counts: Int32Array, empty: number) {
  const sets = texts.map((text) => Int32Array.from(text.split(' '), Number))
  const order = Array.from(sets.keys()).sort((a, b) => compareSets(sets[a], sets[b]))
  const rows = counts.reduce((sum, count) => sum + count, 0)
  const offsets = new Int32Array(rows + empty + 1)
  const codes = new Int32Array(sets.reduce((sum, set, i) => sum + set.length * counts[i], 0))
  let row = 0
  for (const i of order) {
    for (let time = 0; time < counts[i]; time++, row++) {
      codes.set(sets[i], offsets[row])
      offsets[row + 1] = offsets[row] + sets[i].length
    }
  }
  offsets.fill(codes.length, row + 1)
  return { offsets, codes }
}

function compareSets(a: Int32Array, b: Int32Array): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) if (a[i] !== b[i]) return a[i] - b[i]
  return a.length - b.length
}

/** The part of some baskets in a local recoding: among those with these items, from `first` to `last`. */
export interface PartRun {
  readonly items: string
  readonly first: number
  readonly last: number
  readonly part: number
}

/** Equal baskets must be adjacent, as `countSetsOfItems` returns them. */
export function runsOfParts({ items, offsets, codes, count }: Baskets, basketParts: Int32Array): PartRun[] {
  const order = [...items].sort(compareCodePoints)
  const place = new Map(order.map((item, code) => [item, code]))
  const ranks = Int32Array.from(items, (item) => place.get(item) as number)
  const runs: PartRun[] = []
  let [before, ordinal] = ['', 0]
  for (let row = 0; row < count; row++) {
    if (offsets[row] === offsets[row + 1]) continue
    const basket = codes.subarray(offsets[row], offsets[row + 1]).map((code) => ranks[code])
    const text = basket.sort().join(' ')
    ordinal = text === before ? ordinal + 1 : 0
    const last = runs[runs.length - 1]
    if (text === before && last.part === basketParts[row]) runs[runs.length - 1] = { ...last, last: ordinal }
    else runs.push({ items: text, first: ordinal, last: ordinal, part: basketParts[row] })
    before = text
  }
  return runs
}

/** Returns a SELECT of each non-empty basket and its part. Valid until `dropSets`. */
export async function placeParts(
  engine: Engine,
  occurrences: Sql,
  runs: readonly PartRun[],
  run: EngineRun,
): Promise<Sql> {
  const { dialect } = engine
  await numberItems(engine, occurrences, run)
  await gatherSets(engine, occurrences, run)
  const listed = dialect.listed([
    { name: 'items', values: runs.map(({ items }) => items) },
    ...(['first', 'last', 'part'] as const).map((name) => ({ name, values: runs.map((run) => run[name]) })),
  ])
  const placed = sql`SELECT basket, items, row_number() OVER (PARTITION BY items ORDER BY basket) - 1 AS ordinal FROM
    ${dialect.identifier(setsTable)}`
  return sql`SELECT s.basket AS basket, r.part AS part FROM (${placed}) AS s JOIN (${listed}) AS r ON s.items = r.items
    AND s.ordinal >= r.${dialect.identifier('first')} AND s.ordinal <= r.${dialect.identifier('last')}`
}

export async function dropSets(engine: Engine): Promise<void> {
  for (const table of [setsTable, itemsTable]) await engine.execute(engine.dialect.dropTable(table))
}

/**
 * Selects all sets of `size` tokens that occur, with their supports, by self-joins; with `secrets`, some of the tokens
 * that baskets hold, each set beside every other one of these.
 */
export function setsOfSize(dialect: Dialect, held: Sql, size: number, secrets?: Sql) {
  const of = (place: number) => dialect.identifier(`h${place}`)
  const places = Array.from({ length: size }, (_, place) => place)
  const names = places.map((place) => `t${place}`)
  const from = places.map((place) =>
    place === 0
      ? sql`${held} AS ${of(0)}`
      : sql`JOIN ${held} AS ${of(place)} ON ${of(place)}.basket = ${of(0)}.basket AND ${of(place)}.token >
        ${of(place - 1)}.token`,
  )
  const columns = places.map((place) => sql`${of(place)}.token AS ${dialect.identifier(names[place])}`)
  const group = places.map((place) => sql`${of(place)}.token`)
  if (secrets !== undefined) {
    const others = group.map((token) => sql` AND x.token <> ${token}`)
    from.push(sql`JOIN ${secrets} AS x ON x.basket = ${of(0)}.basket${join(others, '')}`)
    columns.push(sql`x.token AS secret`)
    group.push(sql`x.token`)
  }
  return {
    select: sql`SELECT ${join(columns)}, ${dialect.integer(sql`COUNT(*)`)} AS support FROM ${join(from, ' ')} GROUP BY
      ${join(group)}`,
    names,
  }
}

export interface RareSets {
  readonly count: number
  readonly sets: readonly (readonly number[])[]
}

/** Returns the sets with support below k from a SELECT with these columns and `support`. Counts them first. */
export async function rareSets(
  engine: Engine,
  { select, names }: { readonly select: Sql; readonly names: readonly string[] },
  { k, most }: { readonly k: number; readonly most: number },
  run: EngineRun,
): Promise<RareSets> {
  const { dialect } = engine
  const rare = dialect.identifier(rareTable)
  try {
    const chosen = sql`SELECT * FROM (${select}) AS counted WHERE support < ${k}`
    await engine.execute(dialect.createTable(rareTable, chosen), run)
    const count = await countRows(engine, rare, run)
    if (count === 0 || count > most) return { count, sets: [] }
    const [support, ...tokenNames] = ['support', ...names].map((name) => dialect.identifier(name))
    const columns = tokenNames.map((name) => sql`${dialect.integer(name)} AS ${name}`)
    const order = join([support, ...tokenNames])
    const found = await engine.query(sql`SELECT ${join(columns)} FROM ${rare} ORDER BY ${order}`, run)
    const tokens = names.map((name) => found.integers(name))
    return { count, sets: Array.from({ length: found.rows }, (_, row) => tokens.map((column) => column[row])) }
  } finally {
    await engine.execute(dialect.dropTable(rareTable))
  }
}
