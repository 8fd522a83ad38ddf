/**
 * Groups rows by their texts in one pass over the source. Grouping by text is slow, so the first rows provide a
 * dictionary per column, and the engine groups by the mixed-radix integer of a row's places. The few rows with unknown
 * texts carry their texts along. On request the engine keeps those integers, so that a release need not parse the
 * source again.
 */

import type { Engine, EngineRun } from '../engines/engine.ts'
import { countRows } from '../engines/figures.ts'
import { UserError } from '../ground/errors.ts'
import { prose } from '../ground/format.ts'
import { entryAt } from '../ground/maps.ts'
import type { Dialect, Source, Sql, TableSource } from '../sql/dialect.ts'
import { join, rowColumn, rowsInOrder, sql } from '../sql/dialect.ts'
import { type BinRule, binCount, binNumber, type Digit, packColumns, valueOrMissing } from '../sql/encoding.ts'

interface GroupedBy {
  readonly column: string
  readonly rule?: BinRule | undefined
  /** Groups by the code of each text; these are all texts of the column. */
  readonly coded?: CodedTexts | undefined
  /** Texts that mean missing stay as they are. */
  readonly isKept?: boolean
}

export interface CodedTexts {
  readonly texts: readonly string[]
  readonly codes: Int32Array
  /** Codes are below this. */
  readonly size: number
}

/** Reads rows without the engine, or returns undefined if only the engine can group them. */
export type ReadTuples = (
  engine: Engine,
  source: Source,
  request: GroupRequest,
  run: EngineRun,
) => Promise<GroupedRows | undefined>

export interface GroupRequest {
  readonly columns: readonly GroupedBy[]
  readonly missingValues: readonly string[]
  readonly keep?: readonly string[] | undefined
  /** Most combinations to return. Default: the engine's limit. */
  readonly most?: number | undefined
}

export class TooManyCombinations extends UserError {
  readonly combinations: number
  readonly most: number
  constructor(combinations: number, most: number) {
    super(
      prose`the rows have about ${combinations} different combinations of quasi-identifiers, targets and sensitive
        values, more than the ${most} of limits.combinations; coarsen numbers with endpoints, dates and codes with
        levels, name fewer columns, or coarsen them in data.query`,
      { path: 'columns', rule: 'data' },
    )
    this.combinations = combinations
    this.most = most
  }
}

export interface GroupedRows {
  readonly counts: Float64Array
  readonly columns: readonly GroupedColumn[]
  /** Only if requested and the dictionaries cover all rows; otherwise the numbers would be incomplete. */
  readonly stored?: StoredRows
  readonly held?: HeldRows
  /** About the share of rows that repeat an earlier one in every column. */
  readonly repeats?: number
}

/** Rows in source order: the requested columns, and each grouped column as a digit or (undefined) unchanged. */
export interface StoredRows {
  readonly source: TableSource
  /** The highest digit means missing. */
  readonly digits: readonly (Digit | undefined)[]
}

/** Rows in source order as tuple numbers, with the requested columns. */
export interface HeldRows {
  readonly tuples: Int32Array
  readonly kept: readonly KeptColumn[]
}

export interface KeptColumn {
  readonly column: string
  readonly places: Uint16Array
  readonly texts: readonly (string | null)[]
  /** The cells are not texts: numbers are sorted as such, all others only by the engine. */
  readonly isNumber?: boolean
}

export interface GroupedColumn {
  /** Text index of each tuple, or its bin number; −1 if missing. */
  readonly places: Int32Array
  readonly texts: readonly string[]
  readonly low?: Float64Array
  readonly high?: Float64Array
}

const firstRows = 'halftone first rows'
export const keptRows = 'halftone rows'
const groups = 'halftone groups'
/** Enough for all but rare values, few enough to read in no time. */
const rowsToLearnFrom = 20_000
/** One statement for a few columns is faster than one each, and far faster than one for hundreds. */
const columnsAtOnce = 16
/** Digits are looked up in lists; longer lists cost more than reading the text again. */
const mostDigits = 1000

export async function groupRows(
  engine: Engine,
  source: Source,
  request: GroupRequest,
  run: EngineRun = {},
): Promise<GroupedRows> {
  const { dialect } = engine
  const packing = await packTexts(engine, source, request, run)
  const { radices, packs } = packing
  const asTheyAre = request.columns.filter((_, i) => radices[i] > mostDigits).map(({ column }) => column)
  const keep = request.keep && [...new Set([...request.keep, ...asTheyAre])]
  const rows = numberedRows(dialect, source, { ...request, keep }, packing)
  let from = sql`(${rows}) AS halftone_rows`
  if (keep !== undefined) {
    await engine.execute(dialect.createTable(keptRows, rows), run)
    from = dialect.identifier(keptRows)
  }
  try {
    await engine.execute(dialect.createTable(groups, groupStatement(dialect, from, request, packs)), run)
    await refuseMany(engine, request.most ?? engine.mostCombinations, run)
    const { complete, ...grouped } = await readGroups(engine, request, packing, run)
    if (keep === undefined) return grouped
    if (complete) {
      const key = dialect.keepsOrder ? {} : { key: [rowColumn] }
      const source: TableSource = { kind: 'table', table: [keptRows], ...key }
      return { ...grouped, stored: { source, digits: packDigits(radices, packs) } }
    }
    await engine.execute(dialect.dropTable(keptRows))
    return grouped
  } finally {
    await engine.execute(dialect.dropTable(groups))
  }
}

async function packTexts(engine: Engine, source: Source, request: GroupRequest, run: EngineRun): Promise<Packing> {
  const dictionaries = await learnDictionaries(engine, source, request, run)
  const values = request.columns.map(({ rule, coded }, i) =>
    rule ? binCount(rule) : (coded?.size ?? dictionaries[i].length),
  )
  const radices = values.map((count) => count + 1)
  return { dictionaries, radices, packs: packColumns(radices) }
}

/** Combinations to draw if there are as many as allowed: an estimate is then off by a percent, seldom by two. */
const DRAWN = 16_384

/**
 * Local engines: the number of combinations, in one pass, and by which share it may be off. One in many is drawn by its
 * hash and counted; if few are allowed, all are.
 */
export async function estimateGroups(
  engine: Engine,
  source: Source,
  request: GroupRequest & { readonly most: number },
  run: EngineRun = {},
): Promise<{ readonly combinations: number; readonly off: number }> {
  const { dialect } = engine
  const packing = await packTexts(engine, source, request, run)
  const oneIn = Math.max(1, Math.floor(request.most / DRAWN))
  const by = join([...packing.packs.map((_, p) => name(dialect, 'k', p)), dialect.identifier(spelledColumn)])
  const rows = sql`(${numberedRows(dialect, source, request, packing)}) AS halftone_rows`
  const drawn = sql`SELECT DISTINCT ${by} FROM ${rows} WHERE HASH(${by}) % ${oneIn} = 0`
  const found = await countRows(engine, sql`(${drawn}) AS halftone_drawn`, run)
  return { combinations: found * oneIn, off: oneIn === 1 ? 0 : 0.03 }
}

async function refuseMany(engine: Engine, most: number | undefined, run: EngineRun): Promise<void> {
  if (most === undefined) return
  const combinations = await countRows(engine, engine.dialect.identifier(groups), run)
  if (combinations > most) throw new TooManyCombinations(combinations, most)
}

function packDigits(radices: readonly number[], packs: readonly (readonly number[])[]): StoredRows['digits'] {
  return packs.flatMap((pack, p) => {
    let stride = pack.reduce((product, i) => product * radices[i], 1)
    return pack.map((i) => {
      stride /= radices[i]
      return radices[i] > mostDigits ? undefined : { number: columnName('k', p), stride, radix: radices[i] }
    })
  })
}

export async function learnDictionaries(
  engine: Engine,
  source: Source,
  { columns, missingValues }: GroupRequest,
  run: EngineRun,
): Promise<string[][]> {
  const { dialect } = engine
  const values = columns.map((by, i) => {
    const value = valueOrMissing(dialect, by.column, textsForMissing(by, missingValues))
    return sql`${value} AS ${name(dialect, 'c', i)}`
  })
  const selectFirstRows = sql`SELECT ${join(values)} FROM ${dialect.scan(source)} LIMIT ${rowsToLearnFrom}`
  await engine.execute(dialect.createTable(firstRows, selectFirstRows), run)
  try {
    const dictionaries = columns.map(({ coded }): string[] => [...(coded?.texts ?? [])])
    const texts = [...columns.keys()].filter((i) => columns[i].rule === undefined && columns[i].coded === undefined)
    for (let from = 0; from < texts.length; from += columnsAtOnce) {
      const distinct = texts.slice(from, from + columnsAtOnce).map((i) => {
        const value = name(dialect, 'c', i)
        return sql`SELECT ${i} AS place, ${value} AS value FROM ${dialect.identifier(firstRows)} WHERE ${value} IS NOT
          NULL GROUP BY ${value}`
      })
      const selectLearned = sql`SELECT place, value FROM (${join(distinct, ' UNION ALL ')}) AS learned ORDER BY place,
        ${dialect.ordered(sql`value`)}`
      const learned = await engine.query(selectLearned, run)
      const places = learned.integers('place')
      learned.texts('value').forEach((text, at) => void dictionaries[places[at]].push(text as string))
    }
    for (const [i, { rule }] of columns.entries())
      if (rule === undefined) await engine.uploadDictionary(dictionaryName(i), dictionaries[i])
    return dictionaries
  } finally {
    await engine.execute(dialect.dropTable(firstRows))
  }
}

function textsForMissing({ isKept }: GroupedBy, missingValues: readonly string[]): readonly string[] {
  return isKept ? [] : missingValues
}

/** Per row: its numbers; its texts if one is in no dictionary; numbers whose extents are needed; kept columns. */
export function numberedRows(
  dialect: Dialect,
  source: Source,
  { columns, missingValues, keep }: GroupRequest,
  { dictionaries, radices, packs }: Packing,
): Sql {
  const ordered = rowsInOrder(dialect, source, keep !== undefined && !dialect.keepsOrder)
  let { from } = ordered
  const digits = columns.map((by, i) => {
    const { column, rule, coded } = by
    const value = valueOrMissing(dialect, column, textsForMissing(by, missingValues))
    const numbered = (place: Sql): Sql =>
      coded === undefined ? place : dialect.chooseNumber(place, [...coded.codes, coded.size])
    if (rule !== undefined) return sql`COALESCE(${binNumber(dialect, value, rule)}, ${radices[i] - 1})`
    const learned = dictionaries[i]
    const ofCell = dialect.numberOfCell?.(source, column, learned, learned.keys(), textsForMissing(by, missingValues))
    if (ofCell !== undefined) return numbered(ofCell)
    const lookup = dialect.position(from, dialect.text(dialect.identifier(column)), dictionaryName(i))
    from = lookup.from
    // Texts for missing are in no dictionary. The rest, texts unknown to the first rows, become NULL.
    const last = dictionaries[i].length
    return numbered(sql`COALESCE(${lookup.expression}, CASE WHEN ${value} IS NULL THEN ${last} END)`)
  })
  const keys = packs.map((pack, p) => {
    const sum = pack
      .slice(1)
      .reduce((high, i) => sql`(${high}) * ${radices[i]} + ${digits[i]}`, dialect.wholeNumber(digits[pack[0]]))
    return sql`${sum} AS ${name(dialect, 'k', p)}`
  })
  const texts = columns.map(({ column }, i) => sql`${dialect.identifier(column)} AS ${name(dialect, 'c', i)}`)
  const columnsKept = [...ordered.carried, ...(keep ?? []).map((column) => dialect.identifier(column))]
  const rows = sql`(SELECT ${join([...texts, ...keys, ...columnsKept])} FROM ${from}${dialect.once}) AS
    halftone_numbered`

  const by = packs.map((_, p) => name(dialect, 'k', p))
  const unknown = by.map((key) => sql`${key} IS NULL`)
  const spelled = withCommas(
    columns.map((by, i) => {
      const { rule } = by
      const value = valueOrMissing(dialect, columnName('c', i), textsForMissing(by, missingValues))
      return sql`COALESCE(${rule === undefined ? dialect.hex(value) : dialect.text(binNumber(dialect, value, rule))},
        '-')`
    }),
  )
  const numbers = columns.flatMap(({ rule }, i) => {
    const value = valueOrMissing(dialect, columnName('c', i), missingValues)
    return rule === undefined ? [] : [sql`${dialect.number(value)} AS ${name(dialect, 'v', i)}`]
  })
  return sql`SELECT ${join([
    ...by,
    sql`CASE WHEN ${join(unknown, ' OR ')} THEN ${spelled} END AS ${dialect.identifier(spelledColumn)}`,
    ...numbers,
    ...columnsKept,
  ])} FROM ${rows}${dialect.once}`
}

function groupStatement(dialect: Dialect, rows: Sql, { columns }: GroupRequest, packs: readonly (readonly number[])[]) {
  const by = [...packs.map((_, p) => name(dialect, 'k', p)), dialect.identifier(spelledColumn)]
  const extents = columns.flatMap(({ rule }, i) => {
    if (rule === undefined) return []
    const number = name(dialect, 'v', i)
    return [sql`MIN(${number}) AS ${name(dialect, 'low', i)}`, sql`MAX(${number}) AS ${name(dialect, 'high', i)}`]
  })
  const count = sql`${dialect.wholeNumber(sql`COUNT(*)`)} AS ${dialect.identifier(countColumn)}`
  return sql`SELECT ${join([...by, ...extents, count])} FROM ${rows} GROUP BY ${join(by)}`
}

interface Packing {
  readonly dictionaries: readonly string[][]
  readonly radices: readonly number[]
  readonly packs: readonly (readonly number[])[]
}

async function readGroups(
  engine: Engine,
  { columns }: GroupRequest,
  { dictionaries, radices, packs }: Packing,
  run: EngineRun,
): Promise<GroupedRows & { readonly complete: boolean }> {
  const { dialect } = engine
  const spelled = dialect.identifier(spelledColumn)
  const extents = columns.flatMap(({ rule }, i) =>
    rule === undefined ? [] : [name(dialect, 'low', i), name(dialect, 'high', i)],
  )
  const keys = join(packs.map((_, p) => name(dialect, 'k', p)))
  const figures = join([keys, ...extents, dialect.identifier(countColumn)])
  const table = dialect.identifier(groups)
  // Sorted, because locality halves the time of all later passes.
  const known = await engine.query(sql`SELECT ${figures} FROM ${table} WHERE ${spelled} IS NULL ORDER BY ${keys}`, run)
  const others = await engine.query(sql`SELECT ${spelled}, ${figures} FROM ${table} WHERE ${spelled} IS NOT NULL`, run)

  const total = known.rows + others.rows
  const places = columns.map(() => new Int32Array(total))
  packs.forEach((pack, p) => void unpack(known.numbers(columnName('k', p)), pack, radices, places))
  const texts = others.texts(spelledColumn) as readonly string[]
  addSpelled(texts, (line) => known.rows + line, columns, dictionaries, places)
  const both = (column: string) => concatenate(known.numbers(column), others.numbers(column))
  return {
    complete: others.rows === 0,
    counts: both(countColumn),
    columns: columns.map(({ rule, coded }, i) => ({
      places: places[i],
      texts: coded === undefined ? dictionaries[i] : Array.from({ length: coded.size }, (_, code) => String(code)),
      low: rule && both(columnName('low', i)),
      high: rule && both(columnName('high', i)),
    })),
  }
}

/** Last column first; the highest digit of a column means missing. */
export function unpack(
  keys: Float64Array,
  pack: readonly number[],
  radices: readonly number[],
  places: readonly Int32Array[],
): void {
  for (let at = pack.length - 1; at >= 0; at--) {
    const radix = radices[pack[at]]
    const into = places[pack[at]]
    for (let row = 0; row < keys.length; row++) {
      const rest = Math.floor(keys[row] / radix)
      const digit = keys[row] - rest * radix
      into[row] = digit === radix - 1 ? -1 : digit
      keys[row] = rest
    }
  }
}

export function addSpelled(
  spelled: readonly string[],
  rowAt: (line: number) => number,
  columns: GroupRequest['columns'],
  dictionaries: readonly string[][],
  places: readonly Int32Array[],
): void {
  if (spelled.length === 0) return
  const textPlaces = dictionaries.map((texts) => new Map(texts.map((text, place) => [text, place] as const)))
  spelled.forEach((line, at) => {
    const row = rowAt(at)
    line.split(',').forEach((part, i) => {
      if (part === '-') places[i][row] = -1
      else if (columns[i].rule !== undefined) places[i][row] = Number(part)
      else {
        const text = Buffer.from(part, 'hex').toString('utf8')
        places[i][row] = entryAt(textPlaces[i], text, () => dictionaries[i].push(text) - 1)
      }
    })
  })
}

function concatenate(a: Float64Array, b: Float64Array): Float64Array {
  const both = new Float64Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return both
}

/** Not `||`: DuckDB's planning time is quadratic (3 s for 600 columns). PostgreSQL takes 100 arguments at most. */
function withCommas(parts: readonly Sql[]): Sql {
  if (parts.length <= 64) return sql`concat_ws(',', ${join(parts)})`
  const groups = Array.from({ length: Math.ceil(parts.length / 64) }, (_, i) => parts.slice(64 * i, 64 * (i + 1)))
  return withCommas(groups.map(withCommas))
}

export const spelledColumn = 'halftone spelled'
const countColumn = 'halftone n'

export function columnName(kind: 'c' | 'k' | 'v' | 'low' | 'high', i: number): string {
  return `halftone ${kind}${i}`
}

function name(dialect: Dialect, kind: 'c' | 'k' | 'v' | 'low' | 'high', i: number): Sql {
  return dialect.identifier(columnName(kind, i))
}

function dictionaryName(i: number): string {
  return `halftone learned${i}`
}
