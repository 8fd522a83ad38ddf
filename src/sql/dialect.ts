/**
 * A dialect: how one engine writes SQL. Pure text, no connection. Each difference between engines is a method here, and
 * statements are written once against it.
 */

import { userError } from '../ground/errors.ts'
import type { Encoding, PlainEncoding } from '../table/encodings.ts'
import type { KeyedColumn, KeyedDialect } from './keyed.ts'

/** SQL text made by a dialect. Raw strings are never sent to an engine. */
export type Sql = string & { readonly __sql: unique symbol }

export type Scalar = string | number | boolean | null

export type Source = FileSource | TableSource

export interface TableSource {
  readonly kind: 'table'
  readonly table: readonly string[]
  /** Columns that order the rows; texts in binary order. */
  readonly key?: readonly string[]
  /** Databases: the user's SELECT instead of a table. */
  readonly query?: string
  /** Databases: column types, so that values are read in the form shared by all engines. */
  readonly columns?: readonly { readonly name: string; readonly type: string; readonly kind: string }[]
}

export interface FileSource {
  readonly kind: 'files'
  /** Absolute, with globs resolved. */
  readonly files: readonly string[]
  /** Delimited text (`csv`), one column of whole lines (`lines`), or any file that the engine has a `reader` for. */
  readonly format: 'csv' | 'lines' | 'reader'
  readonly csv?: CsvDialect
  readonly reader?: FileReader
  /** Columns with this decimal mark: read with a point, without thousands separators and currency. */
  readonly numbers?:
    | {
        readonly decimal: ',' | '.'
        readonly columns: readonly string[]
        /** Releases: the columns also contain interval labels, such as [1,5;2,5], and no other marks. */
        readonly labels?: boolean
      }
    | undefined
  /** Releases: formulas have an escape mark (formulas.ts), which is removed. */
  readonly marked?: boolean | undefined
  /** Columns replaced by a keyed function in the scan, so that nothing else sees their values. */
  readonly keyed?: readonly KeyedColumn[]
  /** For `lines`: the column with the text of each line. */
  readonly lines?: { readonly column: string; readonly skip: number; readonly encoding: CsvDialect['encoding'] }
}

/** A table function of the local engine, with its options. */
export interface FileReader {
  readonly name: string
  readonly options: EngineOptions
  /** Reads only the columns of a statement, so that repeated reads are cheap. */
  readonly byColumns?: boolean
}

export type EngineOptions = Readonly<Record<string, Scalar>>

/** How a delimited file is written. Complete, so that engines guess nothing. */
export interface CsvDialect {
  readonly delimiter: string
  readonly quote: string
  /** The first line after `skip` has names, which are also in `columns`. */
  readonly headerLine: boolean
  readonly columns: readonly string[]
  readonly skip: number
  readonly encoding: PlainEncoding
  /** For our own files: the unquoted text of a missing value, and column types. */
  readonly ours?: { readonly nullText: string; readonly types: readonly string[] }
}

/** Files that a cluster can read, not necessarily on this machine. */
export interface ViewedFiles {
  readonly path: string
  /** The cluster's name of the format. */
  readonly format: string
  readonly csv: Partial<Pick<CsvDialect, 'delimiter' | 'quote'> & Required<Pick<FileSink, 'encoding'>>>
}

/** Our own files: commas, no header. */
export const OWN_CSV = { delimiter: ',', quote: '"', headerLine: false, skip: 0, encoding: 'utf-8' } as const

export interface FileSink {
  readonly file: string
  /** Delimited text (`csv`); typed columns written with `options` (`typed`); or `made` from CSV. */
  readonly format: 'csv' | 'typed' | 'made'
  readonly options?: EngineOptions
  readonly make?: (text: string, file: string) => Promise<void>
  readonly delimiter: string
  readonly compression: 'none' | 'gzip'
  /** For csv; default: `"`, UTF-8 and LF. */
  readonly quote?: string | undefined
  readonly encoding?: Encoding | undefined
  readonly lineEnd?: '\n' | '\r\n' | undefined
}

export interface TableSink {
  readonly format: 'table'
  readonly table: readonly string[]
  /** Private, and dropped with the session. */
  readonly temporary?: boolean
  /** Columns released unchanged, with their types in the source. */
  readonly types?: ReadonlyMap<string, string>
}

export type Sink = FileSink | TableSink

/** An expression and the FROM item it needs, which may include a join. */
export interface Lookup {
  readonly from: Sql
  readonly expression: Sql
}

/** A column of integers or texts to upload. */
export interface Listed {
  readonly name: string
  readonly values: readonly number[] | readonly string[]
}

export interface Dialect {
  readonly name: string
  /**
   * Whether a SELECT without ORDER BY keeps the order of its source, also after look-ups. If not, statements that need
   * an order use `rowNumber`.
   */
  readonly keepsOrder: boolean
  /**
   * Ends a subquery whose columns are read several times, so that they are computed once. Empty if the engine does so
   * itself; PostgreSQL inlines the expression at each use, which multiplies from layer to layer.
   */
  readonly once: Sql
  identifier(...path: readonly string[]): Sql
  /** The only way a value enters a statement. */
  literal(value: Scalar): Sql
  /** A FROM item that reads a source. */
  scan(source: Source): Sql
  /** Equal text for equal values on every engine. */
  text(expression: Sql): Sql
  /** The number that a text spells, or NULL. */
  number(expression: Sql): Sql
  /** Converts to a 64-bit integer. */
  wholeNumber(expression: Sql): Sql
  /** Converts to a 32-bit integer. */
  integer(expression: Sql): Sql
  /** Integer division of a non-negative number. */
  quotient(number: Sql, divisor: number): Sql
  /** UTF-8 bytes in upper-case hexadecimal. */
  hex(text: Sql): Sql
  /** MD5 digest of the UTF-8 text, in lower-case hexadecimal. */
  md5(text: Sql): Sql
  /** Removes spaces, tabs and line breaks at both ends. */
  trimmed(text: Sql): Sql
  /** Replaces non-ASCII characters, except currencies, by x. */
  inAscii(text: Sql): Sql
  /** Binary order, the same on every engine. */
  ordered(expression: Sql): Sql
  /** Position of a text in an uploaded dictionary, from 0; NULL if absent. */
  position(from: Sql, text: Sql, dictionary: string): Lookup
  contains(from: Sql, text: Sql, dictionary: string): Lookup
  /** Whether the n-th flag is set, n from 0. */
  flag(from: Sql, number: Sql, flags: Uint8Array): Lookup
  /** The n-th text, n from 0, of a type that is written as text. */
  choose(number: Sql, texts: readonly string[]): Sql
  /** Position of a text in that list, from 0 or 1. */
  placeIn(text: Sql, texts: readonly string[]): Sql
  /** The n-th 32-bit integer, n from 0. */
  chooseNumber(number: Sql, numbers: readonly number[]): Sql
  /** Number of each row from 0, in the order of the key or of the files. */
  rowNumber(source: Source): Sql
  /** Splits a text at a separator (default: runs of spaces) into one trimmed row per part; parts may be empty. */
  parts(text: Sql, separator: string | undefined): Sql
  /** One row per list element, as trimmed text. */
  elements(list: Sql): Sql
  /** A FROM item with a row per text and source row: `place`, from 0, and `value`. */
  unpivoted(from: Sql, texts: readonly Sql[]): Sql
  /** One row per list element. */
  each(list: Sql): Sql
  /** Joins the texts of a group in the order of integers. */
  collected(text: Sql, order: Sql, separator: string): Sql
  approximateDistinct(expression: Sql): Sql
  /** Values at these shares of the sorted column, as a list. */
  quantiles(expression: Sql, shares: readonly number[]): Sql
  /** A SELECT of equally long lists as columns. Handles a million elements. */
  listed(lists: readonly Listed[]): Sql
  /** Creates a table that lasts as long as the session. */
  createTable(name: string, select: Sql): Sql
  dropTable(name: string): Sql
  /** For pseudonyms; absent for remote engines, because the key must not leave this machine. */
  readonly keyed?: KeyedDialect
}

/** Template tag; all parts are already safe. */
export function sql(strings: TemplateStringsArray, ...parts: readonly (Sql | number)[]): Sql {
  return String.raw({ raw: strings }, ...parts) as Sql
}

export function join(parts: readonly Sql[], separator = ', '): Sql {
  return parts.join(separator) as Sql
}

/**
 * Builds `CASE` as a balanced tree, so that n ranges cost log n comparisons per row. A value in [`starts[i − 1]`,
 * `starts[i]`) gives `results[i]`; above all starts, the last result. `starts` ascend and are one fewer than `results`.
 */
export function ranges(value: Sql, starts: readonly Sql[], results: readonly Sql[]): Sql {
  const between = (from: number, to: number): Sql => {
    if (from === to) return results[from]
    const middle = (from + to) >> 1
    return sql`CASE WHEN ${value} < ${starts[middle]} THEN ${between(from, middle)} ELSE ${between(middle + 1, to)} END`
  }
  return between(0, results.length - 1)
}

/** Column name of row numbers; a table key may already have it. */
export const rowColumn = 'halftone row'

export interface RowsInOrder {
  readonly from: Sql
  readonly carried: readonly Sql[]
  readonly orderBy: Sql
}

/**
 * Returns the rows of a source as a FROM item, with the columns and ORDER BY that restore the source's order later.
 * Empty if the engine keeps the order, unless numbers are requested.
 */
export function rowsInOrder(dialect: Dialect, source: Source, numbered = !dialect.keepsOrder): RowsInOrder {
  if (!numbered) return { from: dialect.scan(source), carried: [], orderBy: sql`` }
  const row = dialect.identifier(rowColumn)
  const isThere = source.kind === 'table' && source.key?.[0] === rowColumn
  const from = isThere
    ? dialect.scan(source)
    : sql`(SELECT *, ${dialect.rowNumber(source)} AS ${row} FROM ${dialect.scan(source)}) AS halftone_source`
  return { from, carried: [row], orderBy: sql` ORDER BY ${row}` }
}

/**
 * A table of ours to join with user columns. The subquery hides pseudo-columns, such as DuckDB's `rowid` and
 * PostgreSQL's `ctid`, which could clash with a user column.
 */
export function joinable(dialect: Pick<Dialect, 'identifier'>, table: string, name = dialect.identifier(table)): Sql {
  return sql`(SELECT * FROM ${dialect.identifier(table)}) AS ${name}`
}

/** Quotes a name, or the parts of a path. */
export function identifier(...path: readonly string[]): Sql {
  return path.map((part) => `"${part.replaceAll('"', '""')}"`).join('.') as Sql
}

/** Splits a path such as `public.people` or `"My Schema"."a.b"`. */
export function tableParts(path: string): string[] {
  const name = '(?:"(?:[^"]|"")+"|[^."]+)'
  if (path !== '' && !new RegExp(`^${name}(?:[.]${name})*$`, 'u').test(path))
    throw userError(
      'value',
    )`${path} is no name of a table; put quotes around a name with a point or a quote in it, and write a quote inside twice, such as public."a ""b"""`
  const names = path.match(new RegExp(name, 'gu')) ?? []
  return names.map((part) => (part.startsWith('"') ? part.slice(1, -1).replaceAll('""', '"') : part))
}

/** Literals other than texts, equal on every engine. */
export function plainLiteral(value: Exclude<Scalar, string>): Sql {
  if (value === null) return 'NULL' as Sql
  if (typeof value === 'boolean') return (value ? 'TRUE' : 'FALSE') as Sql
  if (!Number.isFinite(value)) throw new RangeError(`${value} has no literal`)
  return (
    Number.isInteger(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER ? String(value) : value.toExponential()
  ) as Sql
}

/** A pattern of non-ASCII characters, except currencies. */
export const BEYOND_ASCII = '[^\\x01-\\x7F€£¥]'

/** For texts without NUL bytes, which engines treat differently. */
export function textLiteral(text: string): Sql {
  return `'${text.replaceAll("'", "''")}'` as Sql
}
