/**
 * A dialect: how one engine writes what we need to say. Pure text in, text out; no connection. Each difference between engines
 * is a method here, and the statements above are written once against it.
 */

import { userError } from '../ground/errors.ts'
import type { Encoding, PlainEncoding } from '../table/encodings.ts'
import type { KeyedColumn, KeyedDialect } from './keyed.ts'

/** Text that only a dialect makes. A raw string is never sent to an engine. */
export type Sql = string & { readonly __sql: unique symbol }

export type Scalar = string | number | boolean | null

/** Where rows come from. */
export type Source = FileSource | TableSource

export interface TableSource {
  readonly kind: 'table'
  readonly table: readonly string[]
  /** Columns whose values order the rows; in binary order where they are texts. */
  readonly key?: readonly string[]
  /** Of a database: a SELECT of the user's in place of a table. */
  readonly query?: string
  /** Of a database: what it says of the columns, so that their values can be read in the form that is the same on every engine. */
  readonly columns?: readonly { readonly name: string; readonly type: string; readonly kind: string }[]
}

export interface FileSource {
  readonly kind: 'files'
  /** Absolute paths; globs are resolved before. */
  readonly files: readonly string[]
  /** Delimited text (`csv`), one column of whole lines (`lines`), or any file that the engine has a `reader` for. */
  readonly format: 'csv' | 'lines' | 'reader'
  readonly csv?: CsvDialect
  readonly reader?: FileReader
  /** Columns whose numbers are written with this decimal mark: they are read with a point, without marks of thousands and currency. */
  readonly numbers?:
    | {
        readonly decimal: ',' | '.'
        readonly columns: readonly string[]
        /** Of a release: they hold labels of intervals, such as [1,5;2,5], too, and no other marks. */
        readonly labels?: boolean
      }
    | undefined
  /** Of a release: formulas have a mark in front (formulas.ts), which is taken off. */
  readonly marked?: boolean | undefined
  /** Columns that are read as a keyed function of what they hold: nothing behind the scan sees their values. */
  readonly keyed?: readonly KeyedColumn[]
  /** For `lines`: each line, whatever is in it, is the text of this one column. */
  readonly lines?: { readonly column: string; readonly skip: number; readonly encoding: CsvDialect['encoding'] }
}

/** A function of the local engine that reads files, with its options. */
export interface FileReader {
  readonly name: string
  readonly options: EngineOptions
  /** It reads the columns of a statement alone, so reading a file several times costs little. */
  readonly byColumns?: boolean
}

export type EngineOptions = Readonly<Record<string, Scalar>>

/** How a delimited file is written. Everything is shown, nothing is left to an engine's guess. */
export interface CsvDialect {
  readonly delimiter: string
  readonly quote: string
  /** The first line after `skip` holds names; they are in `columns` all the same. */
  readonly headerLine: boolean
  readonly columns: readonly string[]
  readonly skip: number
  readonly encoding: PlainEncoding
  /** Of a file that we wrote ourselves: what stands, without quotes, for a missing value, and the engine's types of the columns. */
  readonly ours?: { readonly nullText: string; readonly types: readonly string[] }
}

/** Files that a cluster sees, which need not be on this machine. */
export interface ViewedFiles {
  readonly path: string
  /** The name that the cluster has for the format. */
  readonly format: string
  readonly csv: Partial<Pick<CsvDialect, 'delimiter' | 'quote'> & Required<Pick<FileSink, 'encoding'>>>
}

/** Of a file that we write ourselves: no line of names, commas between cells. */
export const OWN_CSV = { delimiter: ',', quote: '"', headerLine: false, skip: 0, encoding: 'utf-8' } as const

/** Where rows go. */
export interface FileSink {
  readonly file: string
  /** Delimited text (`csv`); columns with their types, written with `options` (`typed`); or `made` from comma-separated text. */
  readonly format: 'csv' | 'typed' | 'made'
  readonly options?: EngineOptions
  readonly make?: (text: string, file: string) => Promise<void>
  readonly delimiter: string
  readonly compression: 'none' | 'gzip'
  /** Of csv: `"`, UTF-8 and LF when absent. */
  readonly quote?: string | undefined
  readonly encoding?: Encoding | undefined
  readonly lineEnd?: '\n' | '\r\n' | undefined
}

/** A table of the engine itself. */
export interface TableSink {
  readonly format: 'table'
  readonly table: readonly string[]
  /** Gone with the session, and seen by nobody else. */
  readonly temporary?: boolean
  /** Columns that are released as they are, with the type that the engine gives them in the source. */
  readonly types?: ReadonlyMap<string, string>
}

export type Sink = FileSink | TableSink

/** An expression, and the FROM item it needs (an engine may have to join a table to have it). */
export interface Lookup {
  readonly from: Sql
  readonly expression: Sql
}

/** Whole numbers or texts, as a column of a table to be uploaded. */
export interface Listed {
  readonly name: string
  readonly values: readonly number[] | readonly string[]
}

export interface Dialect {
  readonly name: string
  /**
   * Whether rows leave a SELECT without ORDER BY as they stand in their source, look-ups included. Where they do not, what needs an order
   * asks for it by `rowNumber`.
   */
  readonly keepsOrder: boolean
  /**
   * Ends a SELECT inside another one that reads its columns several times, so that they are computed once. Empty where the engine sees to that by
   * itself; PostgreSQL writes the expression in place of each reading, which multiplies from layer to layer.
   */
  readonly once: Sql
  identifier(...path: readonly string[]): Sql
  /** The only way a value enters a statement. */
  literal(value: Scalar): Sql
  /** A FROM item that reads a source. */
  scan(source: Source): Sql
  /** The same text for equal values on every engine. */
  text(expression: Sql): Sql
  /** The number that a text spells, or NULL. */
  number(expression: Sql): Sql
  /** Any numeric expression as a whole number of 64 bits. */
  wholeNumber(expression: Sql): Sql
  /** The same of 32 bits. */
  integer(expression: Sql): Sql
  /** A whole number, not negative, divided by another without rest. */
  quotient(number: Sql, divisor: number): Sql
  /** The bytes of a text in UTF-8, as hexadecimal digits in capitals. */
  hex(text: Sql): Sql
  /** The MD5 digest of a text in UTF-8, as hexadecimal digits in small letters: the same on every machine and in every version. */
  md5(text: Sql): Sql
  /** A text without the blanks, tabs and ends of lines around it. */
  trimmed(text: Sql): Sql
  /** A text in which signs beyond ASCII are x, but for currencies. */
  inAscii(text: Sql): Sql
  /** Binary order, the same on every engine. */
  ordered(expression: Sql): Sql
  /** Place of a text in an uploaded dictionary, from 0; NULL when it is not there. */
  position(from: Sql, text: Sql, dictionary: string): Lookup
  /** Whether a text is in an uploaded dictionary. */
  contains(from: Sql, text: Sql, dictionary: string): Lookup
  /** Whether the n-th of a list of flags is set, n from 0. */
  flag(from: Sql, number: Sql, flags: Uint8Array): Lookup
  /** The n-th of a list of texts, n from 0, of a type that is written as text. */
  choose(number: Sql, texts: readonly string[]): Sql
  /** The place of a text in such a list, from 0 or 1. */
  placeIn(text: Sql, texts: readonly string[]): Sql
  /** The n-th of a list of whole numbers of 32 bits, n from 0. */
  chooseNumber(number: Sql, numbers: readonly number[]): Sql
  /** Number of each row of a source from 0: in the order of its key or, of files, in the order in which they stand there. */
  rowNumber(source: Source): Sql
  /** A text cut at a separator, or at runs of blanks when there is none: one row for each part, blanks around it taken off; parts may be empty. */
  parts(text: Sql, separator: string | undefined): Sql
  /** One row for each element of a list, as text, blanks around it taken off. */
  elements(list: Sql): Sql
  /** A FROM item with a row for each of some texts of each row: `place`, from 0, and `value`. */
  unpivoted(from: Sql, texts: readonly Sql[]): Sql
  /** One row for each element of a list. */
  each(list: Sql): Sql
  /** The texts of a group, joined in the order of whole numbers. */
  collected(text: Sql, order: Sql, separator: string): Sql
  /** About how many distinct values there are. */
  approximateDistinct(expression: Sql): Sql
  /** Values at the given shares of the sorted column, as a list. */
  quantiles(expression: Sql, shares: readonly number[]): Sql
  /** A SELECT of lists of the same length as columns: a row for each place. Takes a million of them. */
  listed(lists: readonly Listed[]): Sql
  /** Makes a table that lives as long as the session. */
  createTable(name: string, select: Sql): Sql
  dropTable(name: string): Sql
  /** For pseudonyms; absent where the engine is not on this machine, which the key does not leave. */
  readonly keyed?: KeyedDialect
}

/** Joins parts of a statement that are already safe. */
export function sql(strings: TemplateStringsArray, ...parts: readonly (Sql | number)[]): Sql {
  return String.raw({ raw: strings }, ...parts) as Sql
}

export function join(parts: readonly Sql[], separator = ', '): Sql {
  return parts.join(separator) as Sql
}

/**
 * `CASE` as a balanced tree of comparisons, so that n ranges cost log n comparisons a row: a value below `starts[i]` (and not below
 * `starts[i − 1]`) gives `results[i]`; one not below any of them gives the last result. `starts` ascend and are one fewer.
 */
export function ranges(value: Sql, starts: readonly Sql[], results: readonly Sql[]): Sql {
  const between = (from: number, to: number): Sql => {
    if (from === to) return results[from]
    const middle = (from + to) >> 1
    return sql`CASE WHEN ${value} < ${starts[middle]} THEN ${between(from, middle)} ELSE ${between(middle + 1, to)} END`
  }
  return between(0, results.length - 1)
}

/** The name of the number of a row in statements; as the key of a table it is there already. */
export const rowColumn = 'halftone row'

export interface RowsInOrder {
  readonly from: Sql
  /** Columns to carry along. */
  readonly carried: readonly Sql[]
  readonly orderBy: Sql
}

/**
 * The rows of a source as a FROM item, and what puts them into the order of the source again after whatever is done with them. Nothing
 * is carried and nothing sorted on an engine that keeps the order by itself, unless numbers are asked for.
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
 * A table of ours to join with columns of a user. As a SELECT it has no pseudo-columns, such as DuckDB's `rowid` and PostgreSQL's `ctid`,
 * which a column of that name could be mistaken for.
 */
export function joinable(dialect: Pick<Dialect, 'identifier'>, table: string, name = dialect.identifier(table)): Sql {
  return sql`(SELECT * FROM ${dialect.identifier(table)}) AS ${name}`
}

/** A name in quotes, as every engine has it; several are a path. */
export function identifier(...path: readonly string[]): Sql {
  return path.map((part) => `"${part.replaceAll('"', '""')}"`).join('.') as Sql
}

/** The names of a path, such as `public.people`, or `"My Schema"."a.b"` with quotes where a name has a point. */
export function tableParts(path: string): string[] {
  const name = '(?:"(?:[^"]|"")+"|[^."]+)'
  if (path !== '' && !new RegExp(`^${name}(?:[.]${name})*$`, 'u').test(path))
    throw userError(
      'value',
    )`${path} is no name of a table; put quotes around a name with a point or a quote in it, and write a quote inside twice, such as public."a ""b"""`
  const names = path.match(new RegExp(name, 'gu')) ?? []
  return names.map((part) => (part.startsWith('"') ? part.slice(1, -1).replaceAll('""', '"') : part))
}

/** What is no text, as every engine has it. */
export function plainLiteral(value: Exclude<Scalar, string>): Sql {
  if (value === null) return 'NULL' as Sql
  if (typeof value === 'boolean') return (value ? 'TRUE' : 'FALSE') as Sql
  if (!Number.isFinite(value)) throw new RangeError(`${value} has no literal`)
  return (
    Number.isInteger(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER ? String(value) : value.toExponential()
  ) as Sql
}

/** Signs beyond ASCII that are no currency, as a pattern. */
export const BEYOND_ASCII = '[^\\x01-\\x7F€£¥]'

/** A text without NUL bytes, which engines treat differently. */
export function textLiteral(text: string): Sql {
  return `'${text.replaceAll("'", "''")}'` as Sql
}
