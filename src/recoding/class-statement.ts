/**
 * Builds the query that applies a class decision inside the engine. A row finds its cell by its groups packed into
 * integers; in a divided cell, a digest of seed and row number orders the rows. Cost: two joins per row, and a sort of
 * divided cells.
 */
import type { CodeRanges } from '../hierarchy/grouping.ts'
import type { Dialect, Listed, Source, Sql } from '../sql/dialect.ts'
import { allOf, join, joinable, rowsInOrder, sql } from '../sql/dialect.ts'
import { type ColumnEncoding, packColumns } from '../sql/encoding.ts'
import { type ClassDecision, distinguishedColumns } from './class-decision.ts'
import { groupName, rowsWithGroups } from './recode-statement.ts'

export interface ClassRequest {
  /** In release order; quasi-identifiers are recoded, all others released unchanged. */
  readonly columns: readonly string[]
  readonly decision: ClassDecision
  /** Another name for the table of cells: Spark reads tables late, so they must not be replaced. */
  readonly cellsTable?: string
  readonly encodings: readonly ColumnEncoding[]
  readonly targetEncoding?: ColumnEncoding | undefined
  readonly dropMissing: boolean
  /** The value of a column as text, NULL if missing. */
  readonly value: (column: string) => Sql
  readonly seed: number
}

const tables = {
  cells: 'halftone cells',
  shares: 'halftone shares',
  ranges: 'halftone ranges',
  outputs: 'halftone outputs',
} as const

const DIVIDED = -2

/** The distinct ranges that classes show of a column, and the range of each class, from 1; 0 is `?`. */
export interface ShownRanges extends CodeRanges {
  readonly of: Int32Array
}

export function distinctRanges({ outputs, groupings }: ClassDecision): ShownRanges[] {
  return outputs.ranges.map(({ low, high }, column) => {
    const size = groupings[column].codeGroups.length
    const places = new Map<number, number>()
    const of = new Int32Array(outputs.count)
    for (let output = 0; output < outputs.count; output++) {
      if (low[output] < 0) continue
      const key = low[output] * size + high[output]
      let place = places.get(key)
      if (place === undefined) places.set(key, (place = places.size + 1))
      of[output] = place
    }
    const keys = [...places.keys()]
    return {
      of,
      low: Int32Array.from(keys, (key) => Math.floor(key / size)),
      high: Int32Array.from(keys, (key) => key % size),
    }
  })
}

export function uploadCells(dialect: Dialect, decision: ClassDecision, name: string = tables.cells): Sql[] {
  const { cells, moves } = decision
  const outputs = new Int32Array(cells.count).fill(-1)
  const shares: [cell: number[], first: number[], end: number[], output: number[]] = [[], [], [], []]
  for (let move = 0; move < moves.count; ) {
    const cell = moves.cell[move]
    let next = move + 1
    while (next < moves.count && moves.cell[next] === cell) next++
    outputs[cell] = next === move + 1 ? moves.output[move] : DIVIDED
    for (let first = 0; outputs[cell] === DIVIDED && move < next; first += moves.rows[move++]) {
      ;[cell, first, first + moves.rows[move], moves.output[move]].forEach((value, i) => {
        shares[i].push(value)
      })
    }
    move = next
  }
  const packs = cellPacks(decision)
  const keys = packs.map((parts, pack) => ({
    name: `halftone key ${pack}`,
    values: Array.from({ length: cells.count }, (_, cell) =>
      parts.reduce((sum, { codes, factor }) => sum + codes[cell] * factor, 0),
    ),
  }))
  const numbers = Array.from({ length: cells.count }, (_, cell) => cell)
  const upload = (name: string, lists: readonly Listed[]) => dialect.createTable(name, dialect.listed(lists))
  return [
    upload(name, [
      ...keys,
      { name: 'halftone cell', values: numbers },
      { name: 'halftone class', values: Array.from(outputs) },
    ]),
    ...(shares[0].length === 0
      ? []
      : [
          upload(
            tables.shares,
            ['of', 'first', 'end', 'takes'].map((name, i) => ({ name: `halftone ${name}`, values: shares[i] })),
          ),
        ]),
  ]
}

export function uploadRanges(
  dialect: Dialect,
  { groupings, outputs }: ClassDecision,
  ranges: readonly ShownRanges[],
  columns: readonly number[],
): Sql {
  const lists = columns.flatMap((i) => {
    const { of, low, high } = ranges[i]
    const group = (codes: Int32Array) =>
      Array.from(of, (place) => (place === 0 ? -1 : groupings[i].codeGroups[codes[place - 1]]))
    return [
      { name: `halftone range ${i}`, values: Array.from(of) },
      { name: `halftone from ${i}`, values: group(low) },
      { name: `halftone to ${i}`, values: group(high) },
    ]
  })
  return dialect.createTable(tables.ranges, dialect.listed([numbered(outputs.count), ...lists]))
}

/** Selects `place` and `cell` of the rows that have one, once the cells of a decision are known. */
export function rowCellsStatement(dialect: Dialect, source: Source, request: Omit<ClassRequest, 'columns'>): Sql {
  const { rows, row } = decidedRows(dialect, source, { ...request, columns: [] }, [])
  const cell = dialect.integer(dialect.identifier('halftone takes'))
  return sql`SELECT ${dialect.integer(row)} AS place, ${cell} AS cell FROM ${rows}`
}

/** With more columns, planning a join of their labels is too slow; labels are then uploaded per class. */
const MOST_JOINED = 40

export function uploadOutputs(
  dialect: Dialect,
  { outputs }: ClassDecision,
  ranges: readonly ShownRanges[],
  labels: readonly (readonly string[])[],
): Sql[] {
  if (labels.length > MOST_JOINED) {
    const texts = ranges.map(({ of }, i) => ({
      name: `halftone label ${i}`,
      values: Array.from(of, (place) => labels[i][place]),
    }))
    return [dialect.createTable(tables.outputs, dialect.listed([numbered(outputs.count), ...texts]))]
  }
  const name = (i: number) => dialect.identifier(`halftone labels ${i}`)
  const texts = labels.map((texts, i) =>
    dialect.createTable(
      `halftone labels ${i}`,
      dialect.listed([
        { name: 'halftone place', values: texts.map((_, place) => place) },
        { name: 'halftone text', values: texts },
      ]),
    ),
  )
  const shown = ranges.map(({ of }, i) => ({ name: `halftone range ${i}`, values: Array.from(of) }))
  const listed = sql`(${dialect.listed([numbered(outputs.count), ...shown])}) AS halftone_listed`
  const cells = labels.map(
    (_, i) => sql`${name(i)}.${dialect.identifier('halftone text')} AS ${dialect.identifier(`halftone label ${i}`)}`,
  )
  const joins = labels.map(
    (_, i) =>
      sql` JOIN ${name(i)} ON ${name(i)}.${dialect.identifier('halftone place')} =
        halftone_listed.${dialect.identifier(`halftone range ${i}`)}`,
  )
  const select = sql`SELECT ${join([dialect.identifier('halftone number'), ...cells])} FROM ${listed}${join(joins, '')}`
  return [...texts, dialect.createTable(tables.outputs, select)]
}

function numbered(count: number): Listed {
  return { name: 'halftone number', values: Array.from({ length: count }, (_, place) => place) }
}

export function classStatement(dialect: Dialect, source: Source, request: ClassRequest): Sql {
  const { columns, encodings } = request
  const unchanged = columns.filter((column) => encodings.every((encoding) => encoding.column !== column))
  const cells = columns.map((column) => {
    const i = encodings.findIndex((encoding) => encoding.column === column)
    const name = dialect.identifier(column)
    return i < 0 ? name : sql`${dialect.identifier(`halftone label ${i}`)} AS ${name}`
  })
  const { rows, orderBy } = decidedRows(dialect, source, request, unchanged)
  const { outputs } = tables
  return sql`SELECT ${join(cells)} FROM ${rows} JOIN ${joinable(dialect, outputs)} ON
    ${dialect.identifier('halftone number')} = ${dialect.identifier('halftone takes')}${orderBy}`
}

/**
 * Returns the smallest and largest released number of each range: one line per column and range, with `low <column>`
 * and `high <column>`. Skips swapped rows, whose number is outside the range they show.
 */
export function shownNumbersStatement(
  dialect: Dialect,
  source: Source,
  request: ClassRequest,
  columns: readonly number[],
): Sql {
  const { encodings, value } = request
  const names = columns.map((i) => encodings[i].column)
  const { rows } = decidedRows(dialect, source, request, names)
  const range = (i: number) => dialect.identifier(`halftone range ${i}`)
  const figures = columns.flatMap((i) => {
    const inside = sql`${dialect.identifier(groupName(i))} BETWEEN ${dialect.identifier(`halftone from ${i}`)} AND
      ${dialect.identifier(`halftone to ${i}`)}`
    const number = sql`CASE WHEN ${inside} THEN ${dialect.number(value(encodings[i].column))} END`
    return [
      sql`MIN(${number}) AS ${dialect.identifier(`low ${i}`)}`,
      sql`MAX(${number}) AS ${dialect.identifier(`high ${i}`)}`,
    ]
  })
  const places = columns.map((i) => sql`${dialect.integer(range(i))} AS ${dialect.identifier(`range ${i}`)}`)
  const sets = columns.map((i) => sql`(${range(i)})`)
  return sql`SELECT ${join([...places, ...figures])} FROM ${rows} JOIN ${joinable(dialect, tables.ranges)} ON
    ${dialect.identifier('halftone number')} = ${dialect.identifier('halftone takes')} GROUP BY GROUPING SETS
    (${join(sets)})`
}

function decidedRows(dialect: Dialect, source: Source, request: ClassRequest, columns: readonly string[]) {
  const { decision, seed, cellsTable = tables.cells } = request
  const ordered = rowsInOrder(dialect, source, true)
  const [row] = ordered.carried
  const carried = [...columns.map((column) => dialect.identifier(column)), row]
  const names = [...carried, ...distinguishedColumns(decision).map((i) => dialect.identifier(groupName(i)))]
  const packs = cellPacks(decision)
  const grouped = groupedRows(dialect, ordered.from, request, carried)
  const on = packs.map(
    (parts, pack) =>
      sql`${dialect.identifier(`halftone key ${pack}`)} = ${join(
        parts.map(({ name, factor }) => sql`${dialect.wholeNumber(dialect.identifier(name))} * ${factor}`),
        ' + ',
      )}`,
  )
  const cell = dialect.identifier('halftone cell')
  const whole = dialect.identifier('halftone class')
  const takes = dialect.identifier('halftone takes')
  const from = sql`${grouped} JOIN ${joinable(dialect, cellsTable)} ON
    ${on.length === 0 ? sql`TRUE` : allOf(on)}`
  const { cell: movedCells, count } = decision.moves
  const isDivided = movedCells.subarray(1, count).some((moved, i) => moved === movedCells[i])
  if (!isDivided) {
    const rows = sql`(SELECT ${join([...names, sql`${whole} AS ${takes}`])} FROM ${from}) AS halftone_decided`
    return { rows, row, orderBy: ordered.orderBy }
  }
  const drawn = dialect.md5(sql`${dialect.literal(`${seed}.`)} || ${dialect.text(sql`${row} + 1`)}`)
  const divided = sql`${whole} = ${DIVIDED}`
  const digest = sql`CASE WHEN ${divided} THEN ${drawn} ELSE '' END`
  const place = sql`row_number() OVER (PARTITION BY CASE WHEN ${divided} THEN ${cell} END ORDER BY
    ${dialect.ordered(digest)}, ${row}) - 1 AS ${dialect.identifier('halftone place')}`
  const placed = sql`(SELECT ${join([...names, cell, whole, place])} FROM ${from}) AS halftone_placed`
  const share = (name: string) => dialect.identifier(`halftone ${name}`)
  const shares = sql`${placed} LEFT JOIN ${joinable(dialect, tables.shares)} ON ${share('of')} = ${cell} AND ${divided}
    AND ${share('place')} >= ${share('first')} AND ${share('place')} < ${share('end')}`
  const taken = sql`CASE WHEN ${divided} THEN ${share('takes')} ELSE ${whole} END AS
    ${dialect.identifier('halftone taken')}`
  const rows = sql`(SELECT ${join(names)}, ${dialect.identifier('halftone taken')} AS ${takes} FROM (SELECT
    ${join([...names, taken])} FROM ${shares}) AS halftone_shared) AS halftone_decided`
  return { rows, row, orderBy: ordered.orderBy }
}

function groupedRows(dialect: Dialect, source: Sql, request: ClassRequest, carried: readonly Sql[]): Sql {
  const { decision, encodings, targetEncoding, dropMissing, value } = request
  const grouped = distinguishedColumns(decision).map((i) => ({
    name: groupName(i),
    encoding: encodings[i],
    codeGroups: decision.groupings[i].codeGroups,
  }))
  if (targetEncoding !== undefined)
    grouped.push({ name: targetName, encoding: targetEncoding, codeGroups: targetCodes(targetEncoding) })
  return rowsWithGroups(dialect, source, { carried, grouped, there: dropMissing ? encodings : [], value })
}

function targetCodes({ missing, ...encoding }: ColumnEncoding): Int32Array {
  const size = Math.max(missing ?? 0, encoding.kind === 'dictionary' ? encoding.texts.length : 0) + 1
  return Int32Array.from({ length: size }, (_, code) => code)
}

/** Packs the groups (and target value) of a cell into integers of mixed radix. */
function cellPacks(decision: ClassDecision) {
  const { cells, groupings } = decision
  const { target } = cells
  let values = 1
  if (target !== undefined) for (let c = 0; c < cells.count; c++) values = Math.max(values, target[c] + 1)
  const parts = [
    ...distinguishedColumns(decision).map((i) => ({
      name: groupName(i),
      codes: cells.groups[i],
      size: groupings[i].groups,
    })),
    ...(target === undefined ? [] : [{ name: targetName, codes: target, size: values }]),
  ]
  return packColumns(parts.map(({ size }) => size)).map((pack) => {
    let next = 1
    return pack.map((i) => {
      const factor = next
      next *= parts[i].size
      return { ...parts[i], factor }
    })
  })
}

const targetName = 'halftone target'
