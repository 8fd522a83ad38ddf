/**
 * Verifies a release of baskets in the engine by counting token sets with self-joins. Cost: Σ over baskets of C(length,
 * m). The 15.5 million triples of the raw BMS-WebView-2 take under 4 s and 600 MiB.
 */
import { explodeBaskets, type ItemsLayout } from '../baskets/engine-baskets.ts'
import { setsOfSize } from '../baskets/engine-sets.ts'
import type { Engine, EngineRun } from '../engines/engine.ts'
import { askFigures } from '../engines/figures.ts'
import { InternalError } from '../ground/errors.ts'
import type { ItemRequirement, SetsCheck } from '../requirements/items/item-requirement.ts'
import type { Table } from '../sources/table.ts'
import { join, type Sql, sql } from '../sql/dialect.ts'
import type { Check, Verification, Witness } from './verification.ts'
import { checkKnown, type KnownOfFile } from './verify-rows.ts'

export interface VerifyItemsRequest extends KnownOfFile {
  readonly layout: ItemsLayout
  readonly requirement: AskedOfBaskets
  readonly more?: readonly Check[]
  /** Checks that read the tables of tokens and baskets before they are dropped. */
  readonly counts?: (tables: TokenTables) => Promise<readonly Check[]>
}

/** `tokens` numbers the names of tokens; `held` has the tokens of each basket. */
export interface TokenTables {
  readonly tokens: Sql
  readonly held: Sql
}

export interface AskedOfBaskets extends Pick<ItemRequirement, 'name' | 'promise'> {
  readonly check: SetsCheck
}

const tokensTable = 'halftone tokens'
const heldTable = 'halftone held'
const setsTable = 'halftone sets'
const wantedTable = 'halftone wanted'
const mostWitnesses = 10

export async function verifyItems(
  table: Table,
  request: VerifyItemsRequest,
  run: EngineRun = {},
): Promise<Verification> {
  const { engine } = table
  const { dialect } = engine
  const exploded = await explodeBaskets(engine, table.source, request.layout, run)
  try {
    const { filled, tokens } = await numberTokens(engine, exploded.occurrences, run)
    const { requirement } = request
    const counted = await ask(engine, requirement, run)
    const known = await checkKnown(table, request, exploded.count, 'basket', run)
    const tables = { tokens: dialect.identifier(tokensTable), held: dialect.identifier(heldTable) }
    const more = [...(request.more ?? []), ...((await request.counts?.(tables)) ?? [])]
    const checks: Check[] = [checkSets(requirement, counted), ...more, ...known]
    return {
      verdict: checks.every((check) => check.holds) ? 'holds' : 'broken',
      rows: exploded.count,
      suppressedRows: exploded.count - filled,
      classes: counted.sets,
      smallestClass: counted.smallest,
      items: { tokens, setsBySize: counted.bySize },
      checks,
    }
  } finally {
    await exploded.drop()
    for (const name of [tokensTable, heldTable, setsTable, wantedTable]) await engine.execute(dialect.dropTable(name))
  }
}

/** An unsupported check is a bug and must never pass. */
function ask(engine: Engine, { name, check }: AskedOfBaskets, run: EngineRun): Promise<CountedSets> {
  if ('upTo' in check) return countSets(engine, check.upTo, check.k, run)
  if ('sets' in check) return countWanted(engine, check.sets, check.k, run)
  throw new InternalError(`requirement ${name} has no check that can be asked of baskets; nothing is promised`)
}

async function numberTokens(engine: Engine, occurrences: Sql, run: EngineRun) {
  const { dialect } = engine
  const selectTokens = sql`SELECT item AS name,
    ${dialect.integer(sql`row_number() OVER (ORDER BY ${dialect.ordered(sql`item`)})`)} AS token FROM (SELECT DISTINCT
    item FROM ${occurrences}) AS names`
  await engine.execute(dialect.createTable(tokensTable, selectTokens), run)
  const selectHeld = sql`SELECT DISTINCT ${dialect.integer(sql`o.basket`)} AS basket, t.token AS token FROM
    ${occurrences} AS o JOIN ${dialect.identifier(tokensTable)} AS t ON o.item = t.name`
  await engine.execute(dialect.createTable(heldTable, selectHeld), run)
  const figures = { filled: sql`COUNT(DISTINCT basket)`, tokens: sql`COUNT(DISTINCT token)` }
  return askFigures(engine, figures, dialect.identifier(heldTable), run)
}

interface CountedSets {
  readonly sets: number
  readonly bySize: readonly number[]
  readonly smallest: number
  readonly broken: number
  readonly witnesses: readonly Witness[]
}

async function countSets(engine: Engine, m: number, k: number, run: EngineRun): Promise<CountedSets> {
  const { dialect } = engine
  const held = dialect.identifier(heldTable)
  const bySize: number[] = []
  const witnesses: Witness[] = []
  let smallest = 0
  let broken = 0
  for (let size = 1; size <= m; size++) {
    const { select, names } = setsOfSize(dialect, held, size)
    await engine.execute(dialect.createTable(setsTable, select), run)
    const counted = await queryFigures(engine, k, run)
    if (counted.sets === 0) break
    bySize.push(counted.sets)
    smallest = smallest === 0 ? counted.smallest : Math.min(smallest, counted.smallest)
    if (counted.broken === 0) continue
    broken += counted.broken
    witnesses.push(...(await namedWitnesses(engine, names, k, run)))
  }
  witnesses.sort((a, b) => a.size - b.size)
  return {
    sets: bySize.reduce((sum, sets) => sum + sets, 0),
    bySize,
    smallest,
    broken,
    witnesses: witnesses.slice(0, mostWitnesses),
  }
}

function queryFigures(engine: Engine, k: number, run: EngineRun) {
  const broken = sql`COUNT(CASE WHEN support < ${k} THEN 1 END)`
  const figures = { sets: sql`COUNT(*)`, smallest: sql`MIN(support)`, broken }
  return askFigures(engine, figures, engine.dialect.identifier(setsTable), run)
}

async function namedWitnesses(engine: Engine, names: readonly string[], k: number, run: EngineRun): Promise<Witness[]> {
  const { dialect } = engine
  const columns = names.map((name) => dialect.identifier(name))
  const tables = names.map((name) => dialect.identifier(`${name} names`))
  const named = columns.map((column, i) => sql`${tables[i]}.name AS ${column}`)
  const joins = columns.map(
    (column, i) => sql`JOIN ${dialect.identifier(tokensTable)} AS ${tables[i]} ON ${tables[i]}.token = rare.${column}`,
  )
  const rare = sql`SELECT * FROM ${dialect.identifier(setsTable)} WHERE support < ${k} ORDER BY support,
    ${join(columns)} LIMIT ${mostWitnesses}`
  const selectResult = sql`SELECT support, ${join(named)} FROM (${rare}) AS rare ${join(joins, ' ')} ORDER BY
    rare.support, ${join(columns.map((column) => sql`rare.${column}`))}`
  const result = await engine.query(selectResult, run)
  const texts = names.map((name) => result.texts(name))
  return Array.from(result.integers('support'), (support, row) => ({
    size: support,
    values: { items: texts.map((column) => column[row]).join(' ') },
  }))
}

/** Searches the baskets with a set's rarest token for its other tokens. Equal sets are counted once. */
async function countWanted(engine: Engine, sets: readonly (readonly string[])[], k: number, run: EngineRun) {
  const { dialect } = engine
  const distinct = new Map(
    sets.map((set) => {
      const sorted = [...new Set(set)].sort()
      return [sorted.join('\u0000'), sorted] as const
    }),
  )
  const wanted = [...distinct.values()].filter((set) => set.length > 0)
  if (wanted.length === 0) return { sets: 0, bySize: [], smallest: 0, broken: 0, witnesses: [] }
  const numbers = await engine.query(sql`SELECT name, token FROM ${dialect.identifier(tokensTable)}`, run)
  const tokens = numbers.integers('token')
  const tokenNumbers = new Map(numbers.texts('name').map((name, row) => [name as string, tokens[row]]))
  const listed = {
    held: dialect.identifier(heldTable),
    list: wantedTable,
    sets: wanted.map((set) => set.map((token) => tokenNumbers.get(token) ?? -1)),
  }
  await engine.execute(dialect.createTable(setsTable, await supportsOfListed(engine, listed, run)), run)
  const { smallest, broken } = await queryFigures(engine, k, run)
  const selectRare = sql`SELECT ${dialect.integer(sql`id`)} AS id, support FROM ${dialect.identifier(setsTable)} WHERE
    support < ${k} ORDER BY support, size, id LIMIT ${mostWitnesses}`
  const rare = await engine.query(selectRare, run)
  const ids = rare.integers('id')
  const bySize: number[] = []
  for (const set of wanted) {
    while (bySize.length < set.length) bySize.push(0)
    bySize[set.length - 1]++
  }
  return {
    sets: wanted.length,
    bySize,
    smallest,
    broken,
    witnesses: Array.from(rare.integers('support'), (support, row) => ({
      size: support,
      values: { items: wanted[ids[row]].join(' ') },
    })),
  }
}

/** `held` has each basket's distinct tokens; `list` is the name for the uploaded table. */
interface ListedSets {
  readonly held: Sql
  readonly list: string
  readonly sets: readonly (readonly number[])[]
}

/** Returns a SELECT of the sets that occur, by their index in the list: `id`, `size`, `support`. */
export async function supportsOfListed(engine: Engine, { held, list, sets }: ListedSets, run: EngineRun): Promise<Sql> {
  const { dialect } = engine
  const wanted = dialect.identifier(list)
  const rows = sets.flatMap((set, id) => set.map((token) => ({ id, size: set.length, token })))
  // The engine needs at least one row; no basket holds this set.
  if (rows.length === 0) rows.push({ id: -1, size: 1, token: -1 })
  const lists = (['id', 'size', 'token'] as const).map((name) => ({ name, values: rows.map((row) => row[name]) }))
  await engine.execute(dialect.createTable(list, dialect.listed(lists)), run)
  const supports = sql`SELECT token, COUNT(*) AS support FROM ${held} GROUP BY token`
  // Rank of each token in its set, rarest first; a set with an unknown token has no support.
  const ranked = sql`SELECT w.id AS id, w.size AS size, w.token AS token, row_number() OVER (PARTITION BY w.id ORDER BY
    s.support, w.token) AS place FROM ${wanted} AS w JOIN (${supports}) AS s ON s.token = w.token`
  const candidates = sql`SELECT r.id AS id, r.size AS size, h.basket AS basket FROM (${ranked}) AS r JOIN ${held} AS h
    ON h.token = r.token WHERE r.place = 1`
  const full = sql`SELECT c.id AS id, c.size AS size, c.basket AS basket FROM (${candidates}) AS c JOIN ${wanted} AS w
    ON w.id = c.id JOIN ${held} AS h ON h.basket = c.basket AND h.token = w.token GROUP BY c.id, c.size, c.basket HAVING
    COUNT(*) = c.size`
  return sql`SELECT id, size, ${dialect.integer(sql`COUNT(*)`)} AS support FROM (${full}) AS found GROUP BY id, size`
}

function checkSets({ name, promise, check: { k } }: AskedOfBaskets, counted: CountedSets): Check {
  const { sets, smallest, broken, witnesses } = counted
  const rarest = smallest === 0 ? 'no set occurs' : `smallest support ${smallest}`
  return {
    name,
    promise,
    holds: broken === 0,
    found:
      broken === 0
        ? `${rarest}, asked ${k}`
        : `${broken} of ${sets} sets of items are held by fewer than ${k} baskets; ${rarest}`,
    witnesses,
  }
}
