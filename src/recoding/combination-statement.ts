/**
 * The query that applies a recoding of combinations to the rows, where they are. Cells (combination of groups and target value) are
 * numbered so that those whose rows all take one output stand together, output by output, and the divided ones after them. Sorting all
 * rows by cell, and within a divided cell by a digest of seed and row number, then makes every output a range of positions: what a
 * column shows is a search tree over the position, and no table has to be joined. The rows leave in the order they came in.
 *
 * When no cell is divided the cell's number is position enough, and nothing is sorted.
 */
import {
  type Dialect,
  join,
  type RowsInOrder,
  ranges,
  rowsInOrder,
  type Source,
  type Sql,
  sql,
} from '../sql/dialect.ts'
import { type ColumnEncoding, placeOf } from '../sql/encoding.ts'
import { type CombinationOutputs, LEFT_OUT_LABEL } from './combinations.ts'
import { type ClassKeys, classKeys, groupNumber } from './recode-statement.ts'

export interface CombinationRequest {
  /** Columns of the release, in order; quasi-identifiers among them are recoded, all others released as they are. */
  readonly columns: readonly string[]
  readonly combinations: CombinationOutputs
  /** Of the quasi-identifiers, then of the target. */
  readonly encodings: readonly ColumnEncoding[]
  readonly targetEncoding: ColumnEncoding
  /** Name of the uploaded dictionary of cells, `orderCells(…).keys`. */
  readonly dictionary: string
  readonly order: CellOrder
  /** Leave out rows with a missing quasi-identifier. */
  readonly dropMissing: boolean
  /** The value of a column as text, NULL when missing. */
  readonly value: (column: string) => Sql
  readonly seed: number
}

/** Cells in the order of their numbers, and the outputs as consecutive pieces of positions. */
export interface CellOrder {
  /** A text for each cell: place is number. */
  readonly keys: readonly string[]
  /** Number of the first cell whose rows take several outputs. */
  readonly firstDivided: number
  /** Output of each piece and how many positions it has: rows, or cells when none is divided. */
  readonly pieces: readonly { readonly output: number; readonly length: number }[]
}

export function orderCells(combinations: CombinationOutputs): CellOrder {
  const { cells, moves } = combinations
  const keysOf = keysFor(combinations)
  const movesOf = new Map<number, CombinationOutputs['moves'][number][]>()
  for (const move of moves) {
    const own = movesOf.get(move.cell)
    if (own === undefined) movesOf.set(move.cell, [move])
    else own.push(move)
  }
  const whole: number[] = []
  const divided: number[] = []
  for (let cell = 0; cell < cells.count; cell++) (ownMoves(cell).length === 1 ? whole : divided).push(cell)
  whole.sort((a, b) => ownMoves(a)[0].output - ownMoves(b)[0].output || a - b)
  const told = toldApart(combinations)
  const pieces: { output: number; length: number }[] = []
  const keys = [...whole, ...divided].map((cell) => {
    for (const { output, rows } of ownMoves(cell)) {
      const length = divided.length === 0 ? 1 : rows
      const last = pieces[pieces.length - 1]
      if (last?.output === output) last.length += length
      else pieces.push({ output, length })
    }
    return keysOf.text([...told.map((i) => cells.groups[i][cell]), cells.target[cell]])
  })
  return { keys, firstDivided: whole.length, pieces }

  function ownMoves(cell: number) {
    return movesOf.get(cell) as CombinationOutputs['moves'][number][]
  }
}

/** The released rows. `labels` are those of each column's groups. */
export function combinationStatement(
  dialect: Dialect,
  source: Source,
  request: CombinationRequest,
  labels: readonly (readonly string[])[],
): Sql {
  const { columns, encodings, combinations, order } = request
  const own = columns.filter((column) => encodings.every((encoding) => encoding.column !== column))
  const cells = columns.map((column) => {
    const i = encodings.findIndex((encoding) => encoding.column === column)
    const name = dialect.identifier(column)
    if (i < 0) return name
    const shown = shownGroup(dialect, combinations, i)
    if (shown === undefined) return sql`${dialect.literal(LEFT_OUT_LABEL)} AS ${name}`
    return sql`${dialect.choose(shown, [LEFT_OUT_LABEL, ...labels[i]])} AS ${name}`
  })
  const loses = order.pieces.some(({ output }) => output < 0)
  const filter = loses ? sql` WHERE ${packName(dialect, 0)} >= 0` : sql``
  return sql`SELECT ${join(cells)} FROM ${rowsWithOutput(dialect, source, request, own)}${filter}${rowsOf(dialect, source, order).orderBy}`
}

/**
 * For each numeric column that is told apart, the smallest and largest number of the rows that show the group they are in: one row with
 * columns `low <column> <group>` and `high <column> <group>`. Undefined when there is no such column.
 */
export function shownExtentStatement(
  dialect: Dialect,
  source: Source,
  request: CombinationRequest,
  numeric: readonly boolean[],
): Sql | undefined {
  const { combinations, encodings } = request
  const told = toldApart(combinations).filter((i) => numeric[i])
  if (told.length === 0) return undefined
  const rows = rowsWithOutput(
    dialect,
    source,
    request,
    told.map((i) => encodings[i].column),
  )
  // A swapped row shows a group that its own number is not in; it says nothing about the extent.
  const shown = told.map((i) => {
    const group = shownGroup(dialect, combinations, i) ?? sql`0`
    return sql`CASE WHEN ${packName(dialect, 0)} >= 0 AND ${group} = ${groupName(dialect, i)} + 1 THEN ${groupName(dialect, i)} END AS ${dialect.identifier(`halftone s${i}`)}`
  })
  const numbers = told.map(
    (i) => sql`${dialect.number(request.value(encodings[i].column))} AS ${dialect.identifier(`halftone n${i}`)}`,
  )
  const figures = told.flatMap((i) =>
    Array.from({ length: combinations.groupings[i].groups }, (_, group) => {
      const own = sql`CASE WHEN ${dialect.identifier(`halftone s${i}`)} = ${group} THEN ${dialect.identifier(`halftone n${i}`)} END`
      return sql`MIN(${own}) AS ${dialect.identifier(`low ${i} ${group}`)}, MAX(${own}) AS ${dialect.identifier(`high ${i} ${group}`)}`
    }),
  )
  return sql`SELECT ${join(figures)} FROM (SELECT ${join([...shown, ...numbers])} FROM ${rows}) AS halftone_shown`
}

/** Columns with more than one group; only they are part of a cell's key. */
function toldApart({ groupings }: CombinationOutputs): number[] {
  return groupings.flatMap(({ groups }, i) => (groups > 1 ? [i] : []))
}

function keysFor(combinations: CombinationOutputs): ClassKeys {
  const { groupings, cells } = combinations
  let values = 1
  for (let cell = 0; cell < cells.count; cell++) values = Math.max(values, cells.target[cell] + 1)
  return classKeys([...toldApart(combinations).map((i) => groupings[i].groups), values])
}

function isDivided({ firstDivided, keys }: CellOrder): boolean {
  return firstDivided < keys.length
}

/** Rows with the wanted columns, their number in the source, their groups, and what their output shows (−1: left out), packed. */
function rowsWithOutput(
  dialect: Dialect,
  source: Source,
  request: CombinationRequest,
  columns: readonly string[],
): Sql {
  const { combinations, order } = request
  const kept = [
    ...columns.map((column) => dialect.identifier(column)),
    ...rowsOf(dialect, source, order).carried,
    ...toldApart(combinations).map((i) => groupName(dialect, i)),
  ]
  const packs = packedOutputs(combinations).map(
    ({ values }, pack) => sql`${outputAt(dialect, order, values)} AS ${packName(dialect, pack)}`,
  )
  return sql`(SELECT ${join([...kept, ...packs])} FROM ${positionedRows(dialect, source, request, columns)}) AS halftone_outputs`
}

/** Rows with the wanted columns, their number in the source, their groups, and their position. */
function positionedRows(
  dialect: Dialect,
  source: Source,
  request: CombinationRequest,
  columns: readonly string[],
): Sql {
  const { combinations, encodings, targetEncoding, order, value, seed } = request
  const told = toldApart(combinations)
  const ordered = rowsOf(dialect, source, order)
  let { from } = ordered
  const places: Sql[] = []
  const look = (encoding: ColumnEncoding, name: Sql): void => {
    const lookup = placeOf(dialect, from, value(encoding.column), encoding)
    from = lookup.from
    places.push(sql`${lookup.expression} AS ${name}`)
  }
  for (const i of told) look(encodings[i], dialect.identifier(`halftone p${i}`))
  look(targetEncoding, dialect.identifier('halftone target place'))
  const kept = [...columns.map((column) => dialect.identifier(column)), ...ordered.carried]
  const where = request.dropMissing
    ? sql` WHERE ${join(
        encodings.map(({ column }) => sql`${value(column)} IS NOT NULL`),
        ' AND ',
      )}`
    : sql``
  const placed = sql`(SELECT ${join([...kept, ...places])} FROM ${from}${where}) AS halftone_places`
  const identity = (encoding: ColumnEncoding, groupOf: Int32Array) => ({ encoding, groupOf })
  const groups = told.map(
    (i) =>
      sql`${groupNumber(dialect.identifier(`halftone p${i}`), identity(encodings[i], combinations.groupings[i].groupOf))} AS ${groupName(dialect, i)}`,
  )
  const codes = targetCodes(targetEncoding)
  const target = sql`${groupNumber(dialect.identifier('halftone target place'), identity(targetEncoding, codes))} AS ${targetName(dialect)}`
  const grouped = sql`(SELECT ${join([...kept, ...groups, target])} FROM ${placed}) AS halftone_groups`
  const names = told.map((i) => groupName(dialect, i))
  const key = keysFor(combinations).expression(dialect, [...names, targetName(dialect)])
  const cell = dialect.position(grouped, key, request.dictionary)
  const numbered = sql`(SELECT ${join([...kept, ...names, sql`${cell.expression} AS ${cellName(dialect)}`])} FROM ${cell.from}) AS halftone_cells`
  if (!isDivided(order)) {
    return sql`(SELECT ${join([...kept, ...names, sql`${cellName(dialect)} AS ${positionName(dialect)}`])} FROM ${numbered}) AS halftone_positions`
  }
  const [row] = ordered.carried
  const drawn = dialect.md5(sql`${dialect.literal(`${seed}.`)} || ${dialect.text(sql`${row} + 1`)}`)
  // Only divided cells need it.
  const digest = sql`CASE WHEN ${cellName(dialect)} >= ${order.firstDivided} THEN ${drawn} ELSE '' END`
  const position = sql`row_number() OVER (ORDER BY ${cellName(dialect)}, ${dialect.ordered(digest)}, ${row}) - 1 AS ${positionName(dialect)}`
  return sql`(SELECT ${join([...kept, ...names, position])} FROM ${numbered}) AS halftone_positions`
}

/** A target's codes are the places in its dictionary, and one more for missing. */
function targetCodes({ missing, ...encoding }: ColumnEncoding): Int32Array {
  const size = Math.max(missing ?? 0, encoding.kind === 'dictionary' ? encoding.texts.length : 0) + 1
  return Int32Array.from({ length: size }, (_, code) => code)
}

/**
 * What outputs show, as whole numbers of mixed radix, so that one search tree finds it for many columns and arithmetic tells them apart:
 * a column's digit is 0 for `?`, else its group + 1. A second number is begun where one would overflow.
 */
interface Pack {
  readonly columns: readonly number[]
  /** Value of a column's digit, and how many digits it has. */
  readonly factors: readonly number[]
  readonly sizes: readonly number[]
  /** The number of each output. */
  readonly values: readonly number[]
}

function packedOutputs(combinations: CombinationOutputs): Pack[] {
  const { groupings, outputs } = combinations
  const packs: { columns: number[]; factors: number[]; sizes: number[]; size: number }[] = []
  for (const column of toldApart(combinations)) {
    const size = groupings[column].groups + 1
    let pack = packs[packs.length - 1]
    if (pack === undefined || pack.size * size > Number.MAX_SAFE_INTEGER) {
      pack = { columns: [], factors: [], sizes: [], size: 1 }
      packs.push(pack)
    }
    pack.columns.push(column)
    pack.factors.push(pack.size)
    pack.sizes.push(size)
    pack.size *= size
  }
  if (packs.length === 0) packs.push({ columns: [], factors: [], sizes: [], size: 1 })
  return packs.map(({ columns, factors, sizes }) => ({
    columns,
    factors,
    sizes,
    values: outputs.map((output) =>
      columns.reduce((sum, column, digit) => sum + (output[column] + 1) * factors[digit], 0),
    ),
  }))
}

/** 0 for `?`, else the group + 1; undefined for a column that no output shows. */
function shownGroup(dialect: Dialect, combinations: CombinationOutputs, column: number): Sql | undefined {
  const packs = packedOutputs(combinations)
  const pack = packs.findIndex(({ columns }) => columns.includes(column))
  if (pack < 0) return undefined
  const digit = packs[pack].columns.indexOf(column)
  const { factors, sizes } = packs[pack]
  const number = packName(dialect, pack)
  const [factor, size] = [factors[digit], sizes[digit]]
  // A multiple of the factor is left, so that the division is exact on engines that divide as fractions.
  return dialect.integer(sql`((${number} % ${factor * size}) - (${number} % ${factor})) / ${factor}`)
}

/** The number of the output at a row's position: a search tree over the pieces. */
function outputAt(dialect: Dialect, { pieces }: CellOrder, values: readonly number[]): Sql {
  const starts: Sql[] = []
  let start = 0
  for (const { length } of pieces.slice(0, -1)) {
    start += length
    starts.push(sql`${start}`)
  }
  return dialect.wholeNumber(
    ranges(
      positionName(dialect),
      starts,
      pieces.map(({ output }) => sql`${output < 0 ? -1 : values[output]}`),
    ),
  )
}

/** Rows with their number in the source, before anything is left out, where cells are divided or the order has to be restored. */
function rowsOf(dialect: Dialect, source: Source, order: CellOrder): RowsInOrder {
  return rowsInOrder(dialect, source, isDivided(order) || !dialect.keepsOrder)
}

function groupName(dialect: Dialect, i: number): Sql {
  return dialect.identifier(`halftone g${i}`)
}

function targetName(dialect: Dialect): Sql {
  return dialect.identifier('halftone target')
}

function cellName(dialect: Dialect): Sql {
  return dialect.identifier('halftone cell')
}

function positionName(dialect: Dialect): Sql {
  return dialect.identifier('halftone position')
}

function packName(dialect: Dialect, pack: number): Sql {
  return dialect.identifier(`halftone o${pack}`)
}
