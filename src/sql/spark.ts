/**
 * Spark's dialect. Look-ups are joins, which lose the order of rows. A long list is one literal that Spark splits once:
 * a CASE with thousands of branches exceeds the JVM's method size.
 */
import { scanCoarsened } from './coarsened.ts'
import { scanDerived } from './derived.ts'
import type { Dialect, Listed, Scalar, Source, Sql, ViewedFiles } from './dialect.ts'
import { BEYOND_ASCII, join, joinedLookups, plainLiteral, sql } from './dialect.ts'

export const sparkDialect: Dialect = {
  name: 'spark',
  keepsOrder: false,
  once: sql``,
  identifier,
  literal,
  scan,
  text: (expression) => sql`CAST(${expression} AS STRING)`,
  number,
  wholeNumber: (expression) => sql`CAST(${expression} AS BIGINT)`,
  integer: (expression) => sql`CAST(${expression} AS INT)`,
  quotient: (number, divisor) => sql`(${number}) DIV ${divisor}`,
  hex: (text) => sql`hex(${text})`,
  md5: (text) => sql`md5(${text})`,
  trimmed,
  extracted: (text, pattern) => sql`NULLIF(regexp_extract(${text}, ${literal(pattern)}, 1), '')`,
  inAscii: (text) => sql`regexp_replace(${text}, ${literal(BEYOND_ASCII)}, 'x')`,
  ordered: (expression) => expression,
  ...joinedLookups(identifier, (text) => text),
  flag: (from, number, flags) => {
    const words = Array.from({ length: Math.ceil(flags.length / WORD) }, (_, word) =>
      flags.subarray(word * WORD, (word + 1) * WORD).reduce((sum, flag, bit) => sum + flag * 2 ** bit, 0),
    )
    const word = sql`get(${integers(words)}, CAST((${number}) DIV ${WORD} AS INT))`
    return { from, expression: sql`(getbit(${word}, CAST((${number}) % ${WORD} AS INT)) = 1)` }
  },
  choose: (number, texts) => sql`get(${textArray(texts)}, CAST(${number} AS INT))`,
  placeIn: (text, texts) => sql`array_position(${textArray(texts)}, ${text})`,
  chooseNumber: (number, numbers) => sql`get(${integers(numbers)}, CAST(${number} AS INT))`,
  rowNumber,
  parts: (text, separator) =>
    separator === undefined
      ? sql`explode(split(translate(${text}, '\t\r\n', '   '), ' '))`
      : sql`explode(transform(split(${text}, ${literal(quotedPattern(separator))}), own -> ${trimmed(sql`own`)}))`,
  elements: (list) => sql`explode(transform(${list}, own -> ${trimmed(sql`CAST(own AS STRING)`)}))`,
  unpivoted: (from, texts) =>
    sql`(SELECT stack(${texts.length}, ${join(texts.map((text, i) => sql`${i}, ${text}`))}) AS (place, value) FROM
      ${from}) AS halftone_cells`,
  each: (list) => sql`explode(${list})`,
  collected: (text, order, separator) =>
    sql`array_join(transform(array_sort(collect_list(struct(${order} AS place, ${text} AS text))), own -> own.text),
      ${literal(separator)})`,
  approximateDistinct: (expression) => sql`approx_count_distinct(${expression})`,
  quantiles: (expression, shares) =>
    sql`array(${join(
      shares.map(
        (share) => sql`percentile_disc(CAST(${literal(share)} AS DOUBLE)) WITHIN GROUP (ORDER BY
      ${expression})`,
      ),
    )})`,
  listed,
  createTable: (name, select) => sql`CREATE OR REPLACE TEMPORARY VIEW ${identifier(name)} AS ${select}`,
  dropTable: (name) => sql`DROP VIEW IF EXISTS ${identifier(name)}`,
}

export function viewOfFiles(name: string, { path, format, csv }: ViewedFiles): Sql {
  const where = sql`path ${literal(path)}`
  if (format !== 'csv')
    return sql`CREATE OR REPLACE TEMPORARY VIEW ${identifier(name)} USING ${format as Sql} OPTIONS (${where})`
  const quote = literal(csv.quote ?? '"')
  return sql`CREATE OR REPLACE TEMPORARY VIEW ${identifier(name)} USING csv OPTIONS (${where}, header 'true',
    inferSchema 'false', mode 'FAILFAST', emptyValue '', sep ${literal(csv.delimiter ?? ',')}, quote ${quote}, escape
    ${quote}, encoding ${literal(csv.encoding ?? 'utf-8')})`
}

/** A line of `engines/plain-csv.ts`, with its line break, written by the workers. */
export function plainCsvLine(texts: readonly Sql[], delimiter: string): Sql {
  const special = literal(`[#"\r\n${quotedPattern(delimiter)}]`)
  const cells = texts.map(
    (text) =>
      sql`CASE WHEN ${text} IS NULL THEN '' WHEN ${text} = '' OR ${text} RLIKE ${special} THEN
        concat('"', replace(${text}, '"', '""'), '"') ELSE ${text} END`,
  )
  return sql`concat(concat_ws(${literal(delimiter)}, ${join(cells)}), '\n')`
}

const WORD = 30

function identifier(...path: readonly string[]): Sql {
  return path.map((part) => `\`${part.replaceAll('`', '``')}\``).join('.') as Sql
}

/** Escapes backslashes, and `${…}`, which Spark may substitute. */
function literal(value: Scalar): Sql {
  if (typeof value !== 'string') return plainLiteral(value)
  return `'${value.replaceAll(/['\\]/g, '\\$&').replaceAll('$', '\\u0024').replaceAll('\0', '\\u0000')}'` as Sql
}

function trimmed(text: Sql): Sql {
  return sql`btrim(${text}, ' \t\r\n')`
}

/** Rejects numbers that only Java accepts (1d, NaN, Infinity). */
function number(expression: Sql): Sql {
  const value = sql`try_cast(${trimmed(expression)} AS DOUBLE)`
  const form = sql`(${expression}) RLIKE '^\\\\s*[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]+)?\\\\s*\\u0024'`
  return sql`CASE WHEN ${form} AND abs(${value}) < double('Infinity') THEN ${value} END`
}

function integers(values: readonly number[]): Sql {
  return sql`CAST(split(${literal(values.join())}, ',') AS ARRAY<INT>)`
}

function textArray(texts: readonly string[]): Sql {
  let separator = '\u001f'
  while (texts.some((text) => text.includes(separator))) separator += '\u001e'
  return sql`split(${literal(texts.join(separator))}, ${literal(separator)})`
}

function listed(lists: readonly Listed[]): Sql {
  const arrays = lists.map(({ values }) => {
    if (values.length === 0) return sql`CAST(array() AS ARRAY<STRING>)`
    return typeof values[0] === 'number'
      ? sql`CAST(split(${literal(values.join())}, ',') AS ARRAY<BIGINT>)`
      : textArray(values as readonly string[])
  })
  return sql`SELECT inline(arrays_zip(${join(arrays)})) AS (${join(lists.map(({ name }) => identifier(name)))})`
}

function quotedPattern(text: string): string {
  return text.replaceAll(/[\\^$.|?*+()[\]{}]/g, '\\$&')
}

/** Selects the columns of user tables in the form shared by all engines; reads our own views directly. */
function scan(source: Source): Sql {
  const { derived, coarsened } = source
  return scanCoarsened(sparkDialect, scanDerived(sparkDialect, scanPlain(source), derived), coarsened)
}

function scanPlain(source: Source): Sql {
  if (source.kind === 'files') throw new TypeError('Spark reads files by a view')
  const from =
    source.query === undefined ? identifier(...source.table) : sql`(${source.query as Sql}) AS halftone_query`
  if (source.columns === undefined) return from
  const columns = source.columns.map(({ name, type, kind }) => {
    const column = identifier(name)
    if (type === 'double' || type === 'float') return sql`${doubleText(column)} AS ${column}`
    if (type === 'timestamp') return sql`CAST(${column} AS STRING) || '+00' AS ${column}`
    return kind === 'text' ? sql`CAST(${column} AS STRING) AS ${column}` : column
  })
  return sql`(SELECT ${join(columns)} FROM ${from}) AS halftone_table`
}

/** As DuckDB writes it: 1.0 for 1, plain from 0.0001 up to 1e16, two-digit exponents beyond. */
function doubleText(value: Sql): Sql {
  const text = sql`CAST(${value} AS STRING)`
  const plain = sql`rtrim('0', CAST(CAST(${text} AS DECIMAL(38, 21)) AS STRING))`
  const digits = sql`replace(split(${text}, 'E')[0], '.0', '')`
  const exponent = sql`CAST(split(${text}, 'E')[1] AS INT)`
  const long = sql`concat(${digits}, CASE WHEN ${exponent} < 0 THEN 'e-' ELSE 'e+' END, lpad(CAST(abs(${exponent}) AS
    STRING), greatest(2, length(CAST(abs(${exponent}) AS STRING))), '0'))`
  return sql`CASE WHEN ${text} IN ('0.0', '-0.0') THEN ${text} WHEN ${text} IN ('NaN', 'Infinity', '-Infinity') THEN
    replace(lower(${text}), 'inity', '') WHEN abs(${value}) < 1e16 AND ${value} = floor(${value}) THEN
    CAST(CAST(${value} AS BIGINT) AS STRING) || '.0' WHEN abs(${value}) >= 1e-4 AND abs(${value}) < 1e16 THEN ${plain}
    ELSE ${long} END`
}

/** Without a key, orders by all columns: only equal rows may change places. */
function rowNumber(source: Source): Sql {
  const { key = [], columns = [] } = source.kind === 'table' ? source : {}
  const order = key.length > 0 ? key : columns.map(({ name }) => name)
  return sql`(row_number() OVER (ORDER BY ${join(order.map((column) => identifier(column)))}) - 1)`
}
