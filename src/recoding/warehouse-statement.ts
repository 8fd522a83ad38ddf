/**
 * Writes a recoding as SQL for people to run: the release as one SELECT, and a check that returns a row for each class
 * that breaks a requirement. The statement recounts which classes to suppress, so it is safe on other rows: unknown
 * values and uncovered numbers are suppressed.
 */
import { userError } from '../ground/errors.ts'
import { MISSING_LABEL, SUPPRESSED_LABEL } from '../hierarchy/hierarchy.ts'
import { allOf, join, type Scalar, type Sql, sql } from '../sql/dialect.ts'
import { valueOrMissing } from '../sql/encoding.ts'
import type { WarehouseDialect } from '../sql/warehouse.ts'
import type { ColumnsRecoding, RecodedColumn } from './recoding.ts'

const wrongKey = userError('present', '--key')

export interface WarehouseRequest
  extends Pick<ColumnsRecoding, 'columns' | 'missing' | 'missingValues' | 'suppressedRows' | 'suppressedGroup'> {
  readonly tests: readonly ClassTest[]
  readonly ofSource: boolean
  readonly smallestGroup: number
  readonly kept: readonly string[]
  /** Kept columns whose values are shared, with the fewest rows, or persons, of a value. */
  readonly shares: readonly { readonly column: string; readonly share: number }[]
  readonly persons: string | undefined
  readonly decision?: WarehouseDecision | undefined
  readonly source: Sql
  readonly release: Sql
}

export interface ClassTest {
  /** An aggregate over the rows of the class, and the condition under which it breaks the requirement. */
  readonly figure: Sql
  readonly breaks: Sql
  readonly columns: readonly string[]
  /** Numbers that the figure reads from each row. */
  readonly rowCounts: readonly RowCount[]
}

/** The number of rows of the row's class, or of all rows; with `value` only those that have the row's. */
interface RowCount {
  readonly name: Sql
  readonly within: 'class' | 'all'
  readonly value: Sql | undefined
}

export interface WarehouseDecision {
  readonly columns: readonly string[]
  readonly lines: readonly { readonly labels: readonly string[]; readonly output: number; readonly rows: number }[]
  readonly shown: ReadonlyMap<number, readonly string[]>
  readonly seed: number
  readonly key: readonly string[]
}

export interface WarehouseStatements {
  readonly select: Sql
  readonly check: Sql
}

const MOST_BRANCHES = 100

export function warehouseStatements(dialect: WarehouseDialect, request: WarehouseRequest): WarehouseStatements {
  const { columns, kept, tests, suppressedRows, decision } = request
  const names = columns.map(({ column }) => dialect.identifier(column))
  const people = request.persons === undefined ? [] : [request.persons]
  const carried = [...new Set([...kept, ...tests.flatMap((test) => test.columns), ...people])]
  const unchanged = carried.map((column) => dialect.identifier(column))
  const labelled = [
    ...labelledRows(dialect, request, unchanged),
    ...(decision === undefined ? [] : decidedRows(dialect, request, decision, unchanged)),
  ]
  const known = allOf(names.map((name) => sql`${name} IS NOT NULL`))
  const holds = allOf(tests.map(({ breaks }) => sql`NOT (${breaks})`))
  const rowCounts = tests.flatMap((test) => test.rowCounts)
  const counted = (from: Sql, counts: readonly RowCount[] = rowCounts, alias = sql`halftone_counted`) => {
    if (counts.length === 0) return from
    const windows = counts.map(({ name, within, value }) => {
      const by = [...(within === 'class' ? names : []), ...(value === undefined ? [] : [value])]
      return sql`COUNT(*) OVER (${by.length === 0 ? sql`` : sql`PARTITION BY ${join(by)}`}) AS ${name}`
    })
    return sql`(SELECT ${join([sql`halftone_rows.*`, ...windows])} FROM ${from} AS halftone_rows) AS ${alias}`
  }
  const holding = sql`FROM ${counted(sql`halftone_labelled`)}\n  WHERE ${known}\n  GROUP BY ${join(names)}\n  HAVING ${holds}`
  const parts = [
    ...labelled,
    ...(request.suppressedGroup === 'enforce'
      ? enforcedClasses(dialect, request, holding)
      : [sql`halftone_held AS (\n  SELECT ${join(names)}\n  ${holding})`]),
  ]
  const equal = allOf(names.map((name) => sql`halftone_labelled.${name} = halftone_held.${name}`))
  const star = dialect.literal(SUPPRESSED_LABEL)
  const masks = suppressedRows === 'mask' && decision === undefined
  const select = (more: readonly Sql[], from: Sql): Sql => {
    const cells = names.map((name) =>
      masks
        ? sql`CASE WHEN halftone_held.${names[0]} IS NULL THEN ${star} ELSE halftone_labelled.${name} END AS ${name}`
        : sql`halftone_labelled.${name} AS ${name}`,
    )
    const others = more.map((column) => sql`halftone_labelled.${column} AS ${column}`)
    return sql`SELECT\n  ${join([...cells, ...others], ',\n  ')}\nFROM ${from}\n${masks ? sql`LEFT ` : sql``}JOIN halftone_held ON ${equal}`
  }
  const broken = tests.map(({ breaks: some }) => some)
  const breaks = join(broken, ' OR ')
  const exempt = masks && request.suppressedGroup === 'exempt'
  const masked = allOf(names.map((name) => sql`${name} = ${star}`))
  const figures = tests.map(({ figure }, i) => sql`${figure} AS ${dialect.identifier(`figure_${i + 1}`)}`)
  const classes = (from: Sql) =>
    sql`SELECT ${join([...names, ...figures])}\nFROM ${from}${exempt ? sql`\nWHERE NOT (${masked})` : sql``}\nGROUP BY ${join(names)}\nHAVING ${breaks}`
  const ctes = sql`WITH ${join(parts, ',\n')}\n`
  const ofAll = rowCounts.filter(({ within }) => within === 'all')
  const released = select(
    [...unchanged, ...ofAll.map(({ name }) => name)],
    counted(sql`halftone_labelled`, ofAll, sql`halftone_labelled`),
  )
  const ofClass = rowCounts.filter(({ within }) => within === 'class')
  const keptNames = kept.map((column) => dialect.identifier(column))
  return {
    select:
      request.shares.length === 0
        ? sql`${ctes}${select(keptNames, sql`halftone_labelled`)}`
        : sharedSelect(dialect, request, parts, [...names, ...keptNames], select(unchanged, sql`halftone_labelled`)),
    check: !request.ofSource
      ? classes(counted(request.release))
      : sql`WITH ${join([...parts, sql`halftone_release AS (${released})`], ',\n')}\n${classes(counted(sql`halftone_release`, ofClass))}`,
  }
}

/** Counts shared values again, so that other rows are safe: hides those of too few, or all if too few are hidden. */
function sharedSelect(
  dialect: WarehouseDialect,
  { shares, persons }: WarehouseRequest,
  parts: readonly Sql[],
  names: readonly Sql[],
  released: Sql,
): Sql {
  const people = persons === undefined ? sql`COUNT(*)` : sql`COUNT(DISTINCT ${dialect.identifier(persons)})`
  const made = shares.map(({ column, share }, i) => {
    const [name, table] = [dialect.identifier(column), sql`halftone_shared_${i + 1}`]
    const there = sql`SELECT ${name} FROM halftone_release WHERE ${name} IS NOT NULL`
    const enough = sql`${there} GROUP BY ${name} HAVING ${people} >= ${share}`
    const hidden = sql`SELECT ${people} FROM halftone_release WHERE ${name} IS NULL OR ${name} NOT IN (SELECT ${name}
      FROM ${table})`
    const hides = sql`(${hidden}) BETWEEN 1 AND ${share - 1}`
    const cell = sql`CASE WHEN ${hides} THEN NULL ELSE ${table}.${name} END AS ${name}`
    const join = sql`\nLEFT JOIN ${table} ON ${table}.${name} = halftone_release.${name}`
    return { name, cell, join, part: sql`${table} AS (\n  ${enough})` }
  })
  const cells = names.map((name) => made.find((one) => one.name === name)?.cell ?? sql`halftone_release.${name}`)
  const ctes = [...parts, sql`halftone_release AS (\n${released})`, ...made.map(({ part }) => part)]
  const joins = made.map((one) => one.join)
  return sql`WITH ${join(ctes, ',\n')}\nSELECT ${join(cells, ',\n  ')}\nFROM halftone_release${join(joins, '')}`
}

/** Suppresses no rows or enough: the smallest classes go first, ties in the order of groups. */
function enforcedClasses(dialect: WarehouseDialect, { columns, smallestGroup }: WarehouseRequest, holding: Sql): Sql[] {
  const names = columns.map(({ column }) => dialect.identifier(column))
  const places = columns.flatMap(({ groups }, i) => {
    const labels = [...new Set(groups.map(({ label }) => label))]
    if (labels.length > MOST_BRANCHES) return [names[i]]
    const branches = labels.map((label, place) => sql`WHEN ${dialect.literal(label)} THEN ${place}`)
    return [sql`CASE ${names[i]} ${join(branches, ' ')} END`]
  })
  const before = sql`SUM(halftone_rows) OVER (ORDER BY ${join([sql`halftone_rows`, ...places])} ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) - halftone_rows`
  const lost = sql`(SELECT COUNT(*) FROM halftone_labelled) - SUM(halftone_rows) OVER ()`
  return [
    sql`halftone_whole AS (\n  SELECT ${join(names)}, COUNT(*) AS halftone_rows\n  ${holding})`,
    sql`halftone_ranked AS (\n  SELECT ${join([...names, sql`${before} AS halftone_before`, sql`${lost} AS halftone_lost`])}\n  FROM halftone_whole)`,
    sql`halftone_held AS (\n  SELECT ${join(names)}\n  FROM halftone_ranked\n  WHERE halftone_lost = 0 OR halftone_lost + halftone_before >= ${smallestGroup})`,
  ]
}

function labelledRows(dialect: WarehouseDialect, request: WarehouseRequest, unchanged: readonly Sql[]): Sql[] {
  const { columns, missing, missingValues, decision, source } = request
  const value = (column: string): Sql => valueOrMissing(dialect, column, missingValues)
  const divided = decision !== undefined && isDivided(decision)
  const target = decision?.columns.find((column) => columns.every((recoded) => recoded.column !== column))
  const texts = columns.flatMap(({ column, type }, i) => {
    const text = value(column)
    const number = type === 'numeric' ? [sql`${dialect.number(text)} AS ${numberName(i)}`] : []
    return [sql`${text} AS ${valueName(i)}`, ...number]
  })
  const extra = [
    ...(target === undefined
      ? []
      : [sql`COALESCE(${value(target)}, ${dialect.literal(MISSING_LABEL)}) AS halftone_target`]),
    ...(divided
      ? [
          sql`ROW_NUMBER() OVER (ORDER BY ${join(requireKey(decision).map((name) => dialect.identifier(name)))}) AS halftone_row`,
        ]
      : []),
  ]
  const present = columns.map((_, i) => sql`${valueName(i)} IS NOT NULL`)
  const where = missing === 'drop' ? sql`\n  WHERE ${allOf(present)}` : sql``
  const maps: Sql[] = []
  const joins: Sql[] = []
  const labels = columns.map((column, i) => {
    const { cases, rows } = labelRows(dialect, column, i, decision !== undefined)
    const name = dialect.identifier(column.column)
    if (rows.length <= MOST_BRANCHES) return sql`${cases(rows)} AS ${name}`
    const map = sql`halftone_map_${i + 1}`
    const numeric = column.type === 'numeric'
    maps.push(sql`${map} AS (\n  ${dialect.rows(numeric ? ['low', 'high', 'label'] : ['value', 'label'], rows)})`)
    const on = numeric
      ? sql`${numberName(i)} BETWEEN ${map}.low AND ${map}.high`
      : sql`${map}.value = COALESCE(${valueName(i)}, ${dialect.literal(MISSING_LABEL)})`
    joins.push(sql`\n  LEFT JOIN ${map} ON ${on}`)
    return sql`${map}.label AS ${name}`
  })
  const carried = [
    ...unchanged,
    ...(target === undefined ? [] : [sql`halftone_target`]),
    ...(divided ? [sql`halftone_row`] : []),
  ]
  const to = decision === undefined ? sql`halftone_labelled` : sql`halftone_grouped`
  const valued = sql`SELECT ${join([...unchanged, ...texts, ...extra], ',\n    ')}\n  FROM ${source}`
  const named = columns.flatMap(({ type }, i) => [valueName(i), ...(type === 'numeric' ? [numberName(i)] : [])])
  return [
    sql`halftone_values AS (\n  ${dialect.isolated?.(valued, [...carried, ...named]) ?? valued})`,
    ...maps,
    sql`${to} AS (\n  SELECT ${join([...carried, ...labels], ',\n    ')}\n  FROM halftone_values${join(joins, '')}${where})`,
  ]
}

function valueName(i: number): Sql {
  return sql`halftone_value_${i + 1}`
}

function numberName(i: number): Sql {
  return sql`halftone_number_${i + 1}`
}

function labelRows(
  dialect: WarehouseDialect,
  column: RecodedColumn,
  place: number,
  wholeGroups: boolean,
): { readonly rows: (readonly Scalar[])[]; readonly cases: (rows: readonly (readonly Scalar[])[]) => Sql } {
  const value = valueName(place)
  if (column.type === 'numeric') {
    const number = numberName(place)
    const unknown = column.groups.find((group) => group.missing)
    const none = unknown === undefined ? [] : [sql`WHEN ${value} IS NULL THEN ${dialect.literal(unknown.label)}`]
    const rows = column.groups.flatMap(({ label, from, to, shown }) => {
      // Labels of cells identify groups; labels of a release must be true.
      const range = wholeGroups || shown === undefined ? [from, to] : shown
      return range?.[0] === undefined || range[1] === undefined ? [] : [[range[0], range[1], label] as const]
    })
    return {
      rows,
      cases: (lines) =>
        sql`CASE ${join([...none, ...lines.map(([low, high, label]) => sql`WHEN ${number} BETWEEN ${dialect.literal(low)} AND ${dialect.literal(high)} THEN ${dialect.literal(label)}`)], '\n      ')} END`,
    }
  }
  const rows = column.groups.flatMap(({ label, values, shown }) =>
    (wholeGroups ? values : (shown ?? values)).map((text) => [text, label] as const),
  )
  return {
    rows,
    cases: (pairs) => {
      const branches = new Map<string, Sql[]>()
      for (const [text, label] of pairs as readonly (readonly [string, string])[])
        branches.set(label, [...(branches.get(label) ?? []), dialect.literal(text)])
      const text = pairs.some(([known]) => known === MISSING_LABEL)
        ? sql`COALESCE(${value}, ${dialect.literal(MISSING_LABEL)})`
        : value
      const lines = [...branches].map(
        ([label, texts]) => sql`WHEN ${text} IN (${join(texts)}) THEN ${dialect.literal(label)}`,
      )
      return sql`CASE ${join(lines, '\n      ')} END`
    },
  }
}

function isDivided({ lines }: WarehouseDecision): boolean {
  const cells = new Set(lines.map(({ labels }) => JSON.stringify(labels)))
  return cells.size < lines.length
}

function requireKey({ key }: WarehouseDecision): readonly string[] {
  if (key.length > 0) return key
  throw wrongKey`some rows that look alike are divided between classes by their order; name the columns that order the
    rows with --key`
}

function decidedRows(
  dialect: WarehouseDialect,
  { columns }: WarehouseRequest,
  decision: WarehouseDecision,
  unchanged: readonly Sql[],
): Sql[] {
  const divided = isDivided(decision)
  const group = decision.columns.map((_, i) => `halftone_group_${i + 1}`)
  const labels = columns.map(({ column }) => dialect.identifier(column))
  const cell = decision.columns.map((column) =>
    columns.some((recoded) => recoded.column === column) ? dialect.identifier(column) : sql`halftone_target`,
  )
  const ends = new Map<string, number>()
  const lines = decision.lines.map(({ labels: texts, output, rows }) => {
    const first = ends.get(JSON.stringify(texts)) ?? 0
    ends.set(JSON.stringify(texts), first + rows)
    return [...texts, output, ...(divided ? [first, first + rows] : [])]
  })
  const outputs = [...decision.shown].map(([output, shown]) => [output, ...shown])
  const drawn = dialect.md5(sql`${dialect.literal(`${decision.seed}.`)} || ${dialect.text(sql`halftone_row`)}`)
  const place = sql`ROW_NUMBER() OVER (PARTITION BY ${join(cell)} ORDER BY ${drawn}, halftone_row) - 1 AS halftone_place`
  const from = divided
    ? sql`(SELECT halftone_grouped.*, ${place} FROM halftone_grouped) AS halftone_placed`
    : sql`halftone_grouped AS halftone_placed`
  const on = [
    ...cell.map((name, i) => sql`halftone_placed.${name} = halftone_cells.${dialect.identifier(group[i])}`),
    ...(divided
      ? [
          sql`halftone_placed.halftone_place >= halftone_cells.halftone_first`,
          sql`halftone_placed.halftone_place < halftone_cells.halftone_end`,
        ]
      : []),
  ]
  const shown = labels.map(
    (name, i) => sql`halftone_classes.${dialect.identifier(`halftone_shown_${i + 1}`)} AS ${name}`,
  )
  return [
    sql`halftone_cells AS (\n  ${dialect.rows([...group, 'halftone_output', ...(divided ? ['halftone_first', 'halftone_end'] : [])], lines)})`,
    sql`halftone_classes AS (\n  ${dialect.rows(['halftone_number', ...labels.map((_, i) => `halftone_shown_${i + 1}`)], outputs)})`,
    sql`halftone_labelled AS (\n  SELECT ${join([...unchanged.map((name) => sql`halftone_placed.${name} AS ${name}`), ...shown], ',\n    ')}\n  FROM ${from}\n  JOIN halftone_cells ON ${on.length === 0 ? sql`TRUE` : allOf(on)}\n  JOIN halftone_classes ON halftone_classes.halftone_number = halftone_cells.halftone_output)`,
  ]
}
