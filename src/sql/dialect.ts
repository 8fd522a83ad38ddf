/** A dialect: how one engine writes SQL. Each difference is a method here; statements are written once against it. */
import { InternalError, userError } from '../ground/errors.ts'
import { joinLines } from '../ground/format.ts'
import type { PlainEncoding, WrittenEncoding } from '../table/encodings.ts'
import type { CoarsenedScan, DerivedScan, KeyedColumn } from './scans.ts'

/** SQL text made by a dialect. Raw strings are never sent to an engine. */
export type Sql = string & { readonly __sql: unique symbol }

export type Scalar = string | number | boolean | null

export type Source = (FileSource | TableSource) & {
  readonly derived?: DerivedScan | undefined
  /** Columns whose values the scan replaces by coarser ones, so that nothing else sees them. */
  readonly coarsened?: CoarsenedScan
}

export interface TableSource {
  readonly kind: 'table'
  readonly table: readonly string[]
  readonly key?: readonly string[]
  readonly query?: string
  /** Databases: column types, so that values are read in the form shared by all engines. */
  readonly columns?: readonly { readonly name: string; readonly type: string; readonly kind: string }[]
}

export interface FileSource {
  readonly kind: 'files'
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
  /** Only the rows that a seed sets aside, or only the others; all rows of a value of `by` go together. */
  readonly part?: {
    readonly share: number
    readonly seed: number
    readonly by?: string | undefined
    readonly aside: boolean
  }
  readonly lines?: {
    readonly column: string
    readonly skip: number
    readonly encoding: CsvDialect['encoding']
    /** Fails at a line that cannot be read whole. */
    readonly strict?: true
  }
}

export interface FileReader {
  readonly name: string
  readonly options: EngineOptions
  /** Reads only the columns of a statement, so that repeated reads are cheap. */
  readonly byColumns?: boolean
  /** By column. */
  readonly types?: ReadonlyMap<string, string>
}

export function isColumnar(source: Source): boolean {
  return source.kind === 'files' && source.reader?.byColumns === true
}

export type EngineOptions = Readonly<Record<string, Scalar>>

/** How a delimited file is written. Complete, so that engines guess nothing. */
export interface CsvDialect {
  readonly delimiter: string
  readonly quote: string
  readonly headerLine: boolean
  readonly columns: readonly string[]
  readonly skip: number
  readonly encoding: PlainEncoding
  /** For our own files: the unquoted text of a missing value, and column types. */
  readonly ours?: { readonly nullText: string; readonly types: readonly string[] }
}

export interface ViewedFiles {
  readonly path: string
  readonly format: string
  readonly csv: Partial<Pick<CsvDialect, 'delimiter' | 'quote'> & Required<Pick<FileSink, 'encoding'>>>
}

export const OWN_CSV = { delimiter: ',', quote: '"', headerLine: false, skip: 0, encoding: 'utf-8' } as const

export interface FileSink {
  readonly file: string
  /** Delimited text (`csv`); typed columns written with `options` (`typed`); or `made` from CSV. */
  readonly format: 'csv' | 'typed' | 'made'
  readonly options?: EngineOptions
  readonly make?: (text: string, file: string) => Promise<void>
  readonly delimiter: string
  readonly compression: 'none' | 'gzip'
  readonly quote?: string | undefined
  readonly encoding?: WrittenEncoding | undefined
  readonly lineEnd?: '\n' | '\r\n' | undefined
}

export interface TableSink {
  readonly format: 'table'
  readonly table: readonly string[]
  readonly temporary?: boolean
  readonly types?: ReadonlyMap<string, string>
}

export type Sink = FileSink | TableSink

/** An expression and the FROM item it needs, which may include a join. */
export interface Lookup {
  readonly from: Sql
  readonly expression: Sql
}

export interface Listed {
  readonly name: string
  readonly values: readonly number[] | readonly string[]
}

export interface Dialect {
  readonly name: string
  /** Whether a SELECT without ORDER BY keeps the order of its source. If not, statements use `rowNumber`. */
  readonly keepsOrder: boolean
  /**
   * Ends a subquery whose columns are read several times, so that they are computed once: PostgreSQL inlines the
   * expression at each use, which multiplies from layer to layer.
   */
  readonly once: Sql
  identifier(...path: readonly string[]): Sql
  /** The only way a value enters a statement. */
  literal(value: Scalar): Sql
  scan(source: Source): Sql
  /** Equal text for equal values on every engine. */
  text(expression: Sql): Sql
  number(expression: Sql): Sql
  wholeNumber(expression: Sql): Sql
  integer(expression: Sql): Sql
  /** Integer division of a non-negative number. */
  quotient(number: Sql, divisor: number): Sql
  hex(text: Sql): Sql
  /** Local engine: holds for a sixteenth of all values of the columns, for all rows of a value or none. */
  readonly sixteenth?: (columns: readonly Sql[]) => Sql
  /** MD5 digest of the UTF-8 text, in lower-case hexadecimal. */
  md5(text: Sql): Sql
  trimmed(text: Sql): Sql
  /** The part of a text in the first group of a regular expression; NULL if it does not match. */
  extracted(text: Sql, pattern: string): Sql
  /** Replaces non-ASCII characters, except currencies, by x. */
  inAscii(text: Sql): Sql
  /** Binary order, the same on every engine. */
  ordered(expression: Sql): Sql
  /** Position of a text in an uploaded dictionary, from 0; NULL if absent. */
  position(from: Sql, text: Sql, dictionary: string): Lookup
  /**
   * The number of a text, for a cell of a columnar file, which the engine looks up once per distinct value; NULL if
   * absent. With `missing`, NULL and these texts have the number after the last place. Undefined if `position` is
   * faster.
   */
  numberOfCell?(
    source: Source,
    column: string,
    texts: readonly string[],
    numbers: Iterable<number>,
    missing?: readonly string[],
  ): Sql | undefined
  contains(from: Sql, text: Sql, dictionary: string): Lookup
  flag(from: Sql, number: Sql, flags: Uint8Array): Lookup
  /** The n-th text, n from 0, of a type that is written as text. */
  choose(number: Sql, texts: readonly string[]): Sql
  placeIn(text: Sql, texts: readonly string[]): Sql
  chooseNumber(number: Sql, numbers: readonly number[]): Sql
  /** Number of each row from 0, in the order of the key or of the files. */
  rowNumber(source: Source): Sql
  /** Splits a text at a separator (default: runs of spaces) into one trimmed row per part; parts may be empty. */
  parts(text: Sql, separator: string | undefined): Sql
  elements(list: Sql): Sql
  /** A FROM item with a row per text and source row: `place`, from 0, and `value`. */
  unpivoted(from: Sql, texts: readonly Sql[]): Sql
  each(list: Sql): Sql
  collected(text: Sql, order: Sql, separator: string): Sql
  approximateDistinct(expression: Sql): Sql
  /** Values at these shares of the sorted column, as a list. */
  quantiles(expression: Sql, shares: readonly number[]): Sql
  /** A SELECT of equally long lists as columns. Handles a million elements. */
  listed(lists: readonly Listed[]): Sql
  createTable(name: string, select: Sql): Sql
  dropTable(name: string): Sql
  /** For pseudonyms; absent for remote engines, because the key must not leave this machine. */
  readonly keyed?: KeyedDialect
}

/** Template tag; all parts are already safe. */
export function sql(strings: TemplateStringsArray, ...parts: readonly (Sql | number)[]): Sql {
  return String.raw({ raw: joinLines(strings) }, ...parts) as Sql
}

/** A word or whole number of SQL, written as it is. */
export function word(text: string): Sql {
  if (!/^\w+$/.test(text)) throw new InternalError(`not a word of SQL: ${text}`)
  return text as Sql
}

export function join(parts: readonly Sql[], separator = ', '): Sql {
  return parts.join(separator) as Sql
}

export function allOf(conditions: readonly Sql[]): Sql {
  return join(conditions, ' AND ')
}

/**
 * Builds `CASE` as a balanced tree, so that n ranges cost log n comparisons per row. A value in [`starts[i − 1]`,
 * `starts[i]`) gives `results[i]`; above all starts, the last result.
 */
export function ranges(value: Sql, starts: readonly Sql[], results: readonly Sql[]): Sql {
  const between = (from: number, to: number): Sql => {
    if (from === to) return results[from]
    const middle = (from + to) >> 1
    return sql`CASE WHEN ${value} < ${starts[middle]} THEN ${between(from, middle)} ELSE ${between(middle + 1, to)} END`
  }
  return between(0, results.length - 1)
}

export const rowColumn = 'halftone row'

export interface RowsInOrder {
  readonly from: Sql
  readonly carried: readonly Sql[]
  readonly orderBy: Sql
}

/**
 * Returns the rows of a source, with the columns and ORDER BY that restore the source's order later; empty if the
 * engine keeps the order, unless numbers are requested.
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

/** The subquery hides pseudo-columns (`rowid`, `ctid`), which could clash with a user column. */
export function joinable(dialect: Pick<Dialect, 'identifier'>, table: string, name = dialect.identifier(table)): Sql {
  return sql`(SELECT * FROM ${dialect.identifier(table)}) AS ${name}`
}

export function identifier(...path: readonly string[]): Sql {
  return path.map((part) => `"${part.replaceAll('"', '""')}"`).join('.') as Sql
}

/** Splits a path such as `public.people` or `"My Schema"."a.b"`. */
export function tableParts(path: string): string[] {
  const name = '(?:"(?:[^"]|"")+"|[^."]+)'
  if (path !== '' && !new RegExp(`^${name}(?:[.]${name})*$`, 'u').test(path))
    throw userError('value')`${path} is no name of a table; put quotes around a name with a point or a quote in it, and
      write a quote inside twice, such as public."a ""b"""`
  const names = path.match(new RegExp(name, 'gu')) ?? []
  return names.map((part) => (part.startsWith('"') ? part.slice(1, -1).replaceAll('""', '"') : part))
}

export function plainLiteral(value: Exclude<Scalar, string>): Sql {
  if (value === null) return 'NULL' as Sql
  if (typeof value === 'boolean') return (value ? 'TRUE' : 'FALSE') as Sql
  if (!Number.isFinite(value)) throw new RangeError(`${value} has no literal`)
  return (
    Number.isInteger(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER ? String(value) : value.toExponential()
  ) as Sql
}

export const BEYOND_ASCII = '[^\\x01-\\x7F€£¥]'

/** For texts without NUL bytes, which engines treat differently. */
export function textLiteral(text: string): Sql {
  return `'${text.replaceAll("'", "''")}'` as Sql
}

/** Look-ups in a dictionary by a left join; its alias is unique within the FROM item. `compared` adds a collation. */
export function joinedLookups(
  identifier: Dialect['identifier'],
  compared: (text: Sql) => Sql,
): Pick<Dialect, 'position' | 'contains'> {
  const position = (from: Sql, text: Sql, dictionary: string): Lookup => {
    const name = identifier(`halftone joined ${from.length}`)
    const table = sql`${identifier(dictionary)} AS ${name} ON ${name}.halftone_text = ${compared(text)}`
    return { from: sql`${from} LEFT JOIN ${table}`, expression: sql`${name}.halftone_place` }
  }
  const contains = (from: Sql, text: Sql, dictionary: string): Lookup => {
    const { expression, ...place } = position(from, text, dictionary)
    return { ...place, expression: sql`(${expression} IS NOT NULL)` }
  }
  return { position, contains }
}

export interface KeyedDialect {
  /** HMAC-SHA-256 of the UTF-8 text, as 64 lower-case hexadecimal digits. */
  digest(secret: string, text: Sql): Sql
  fromHex(digits: Sql): Sql
  /** (high · 2⁵⁶ + low) modulo a 64-bit divisor; both halves have 56 bits. */
  remainder(high: Sql, low: Sql, divisor: Sql): Sql
  /** Parses by a pattern, adds days, and formats back; NULL if not a date. */
  shiftByPattern(text: Sql, pattern: string, days: Sql): Sql
  shiftPlain(text: Sql, days: Sql): Sql
  as(expression: Sql, type: string): Sql
}
