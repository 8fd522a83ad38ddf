/**
 * Orders the rows of a release. In source order, rows could be linked by line number (the unsorted matching attack of
 * Sweeney 2002); a shuffle would not help, since its seed is public. Suppressed rows come last because programs detect
 * a file's format from its first rows.
 */
import { statSync } from 'node:fs'
import type { EngineRun } from '../engines/engine.ts'
import { askFigures } from '../engines/figures.ts'
import { listedNames, userError } from '../ground/errors.ts'
import type { Table } from '../sources/table.ts'
import { type Dialect, type FileSink, join, type Sink, type Source, type Sql, sql } from '../sql/dialect.ts'
import { isFormula, isFormulaName, startsWithSign, withMark } from '../sql/formulas.ts'

export interface Arrangement {
  readonly order: 'sorted' | 'source'
  readonly spreadsheetSafe: boolean
  readonly labels?: ReadonlyMap<string, readonly string[]> | undefined
  /** Columns of the query, not released, that hold the sort position of a label. */
  readonly places?: ReadonlyMap<string, string> | undefined
  /** A column of the query, not released, that is true for rows that come last. */
  readonly last?: string | undefined
  readonly kinds?: ReadonlyMap<string, string> | undefined
  readonly form?: Partial<Pick<FileSink, 'delimiter' | 'quote' | 'encoding' | 'lineEnd'>> & {
    /** Columns with decimal commas: 1,5 and [1,5;2,5]. */
    readonly decimalComma?: readonly string[] | undefined
  }
}

export const DEFAULT_ARRANGEMENT: Arrangement = { order: 'sorted', spreadsheetSafe: false }

export function arranged(
  dialect: Dialect,
  select: Sql,
  columns: readonly string[],
  { format }: Pick<Sink, 'format'>,
  { order, spreadsheetSafe, form, last, ...keys }: Arrangement,
): Sql {
  const safe = spreadsheetSafe && format === 'csv'
  const commas = new Set(format === 'csv' ? form?.decimalComma : [])
  if (order === 'source' && !safe && commas.size === 0) return select
  const cells = columns.map((column) => {
    const name = dialect.identifier(column)
    if (!safe && !commas.has(column)) return name
    const text = dialect.text(name)
    const written = commas.has(column) ? withDecimalComma(dialect, text) : text
    if (!safe) return sql`${written} AS ${name}`
    return sql`${withMark(dialect, text, written)} AS ${name}`
  })
  const sortedBy = sortKeys(dialect, columns, keys)
  if (last !== undefined) sortedBy.unshift(sql`halftone_release.${dialect.identifier(last)}`)
  const sorted = order === 'sorted' ? sql` ORDER BY ${join(sortedBy)}` : sql``
  return sql`SELECT ${join(cells)} FROM (${select}${dialect.once}) AS halftone_release${sorted}`
}

/** Sorts by the whole row. Adjacent label positions are combined by mixed radix into one key. */
function sortKeys(
  dialect: Dialect,
  columns: readonly string[],
  { labels, places, kinds }: Pick<Arrangement, 'labels' | 'places' | 'kinds'>,
): Sql[] {
  const keys: Sql[] = []
  let packed: { readonly key: Sql; readonly values: number } | undefined
  const flush = () => {
    if (packed !== undefined) keys.push(sql`${packed.key} NULLS LAST`)
    packed = undefined
  }
  for (const column of columns) {
    const order = labels?.get(column)
    const place = places?.get(column)
    if (order !== undefined && place !== undefined) {
      const number = sql`halftone_release.${dialect.identifier(place)}`
      if (packed !== undefined && packed.values * order.length > Number.MAX_SAFE_INTEGER) flush()
      packed = {
        key: packed === undefined ? dialect.wholeNumber(number) : sql`(${packed.key}) * ${order.length} + ${number}`,
        values: (packed?.values ?? 1) * order.length,
      }
      continue
    }
    flush()
    const cell = sql`halftone_release.${dialect.identifier(column)}`
    const key = order === undefined ? sortable(dialect, cell, kinds?.get(column)) : dialect.placeIn(cell, order)
    keys.push(sql`${key} NULLS LAST`)
  }
  flush()
  return keys
}

/** Compares as text even if the database has a type, so that the order equals that of a delimited file. */
function sortable(dialect: Dialect, cell: Sql, kind = 'text'): Sql {
  return dialect.ordered(kind === 'text' ? cell : dialect.text(cell))
}

export function columnKinds(source: Source, recoded: readonly string[]): Arrangement['kinds'] {
  if (source.kind !== 'table' || source.columns === undefined) return undefined
  return new Map(source.columns.flatMap(({ name, kind }) => (recoded.includes(name) ? [] : [[name, kind] as const])))
}

/** Converts 1.5 to 1,5 and [1.5,2.5] to [1,5;2,5], since a comma between the ends would be ambiguous. */
function withDecimalComma(dialect: Dialect, text: Sql): Sql {
  const label = sql`(SUBSTR(${text}, 1, 1) = ${dialect.literal('[')} OR ${dialect.number(text)} IS NOT NULL)`
  return sql`CASE WHEN ${label} THEN TRANSLATE(${text}, ',.', ';,') ELSE ${text} END`
}

/** Unlike a cell, a column name cannot be marked as text, because readers look it up. */
export function refuseFormulaNames(names: readonly string[], { spreadsheetSafe }: Arrangement): void {
  const name = names.find(isFormulaName)
  if (spreadsheetSafe && name !== undefined)
    throw userError('together', `columns.${name}`)`column "${name}" has a name that a spreadsheet takes for a formula,
      and output.spreadsheet-safe asks that nothing is; rename it in the data, or leave it out`
}

/** Bytes; larger files do not fit a spreadsheet. */
const largestSheet = 64 << 20

/** DuckDB plans such a statement in quadratic time: 600 columns in one took 17 CPU seconds more. */
const columnsAtOnce = 32

/** Warns about cells that a spreadsheet would take for formulas; `rows` has the file's content. */
export async function formulaWarning(
  { source, files, columns }: Table,
  rows: Table,
  run: EngineRun,
): Promise<string[]> {
  if (source.kind !== 'files' || source.format !== 'csv' || statSync(files[0]).size > largestSheet) return []
  const names = columns.map(({ name }) => name)
  // Numbers may start with a sign too, so the costly check runs only on the columns found here.
  const signed = await columnsWith(rows, names, startsWithSign, run)
  const named = await columnsWith(rows, signed, isFormula, run)
  const cells =
    named.length === 0
      ? []
      : [
          `cells of ${listedNames(named)} begin with =, +, - or @, which a spreadsheet takes for a formula ` +
            'and may run; set output.spreadsheet-safe: true to mark them as text',
        ]
  const odd = names.filter(isFormulaName)
  if (odd.length === 0) return cells
  return [
    ...cells,
    `names of columns (${listedNames(odd)}) begin with =, +, - or @, which a spreadsheet takes for a formula ` +
      'and may run; rename them in the data',
  ]
}

async function columnsWith(
  { engine, source }: Table,
  names: readonly string[],
  isLike: typeof isFormula,
  run: EngineRun,
): Promise<string[]> {
  const { dialect } = engine
  const found: string[] = []
  for (let from = 0; from < names.length; from += columnsAtOnce) {
    const some = names.slice(from, from + columnsAtOnce)
    const figures = some.map((name, i) => {
      const like = isLike(dialect, dialect.text(dialect.identifier(name)))
      return [`n${i}`, sql`COUNT(CASE WHEN ${like} THEN 1 END)`] as const
    })
    const counted = await askFigures(engine, Object.fromEntries(figures), dialect.scan(source), run)
    found.push(...some.filter((_, i) => counted[`n${i}`] > 0))
  }
  return found
}
