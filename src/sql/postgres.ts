/** PostgreSQL's dialect. Look-ups are joins, which lose row order. Texts compare as bytes, whatever the collation. */
import { userError } from '../ground/errors.ts'
import { scanCoarsened } from './coarsened.ts'
import { scanDerived } from './derived.ts'
import type { Dialect, Listed, Scalar, Source, Sql } from './dialect.ts'
import { BEYOND_ASCII, identifier, join, joinedLookups, plainLiteral, ranges, sql, textLiteral } from './dialect.ts'

const wrongSource = userError('together', 'data.source')

export const postgresDialect: Dialect = {
  name: 'postgres',
  keepsOrder: false,
  once: sql` OFFSET 0`,
  identifier,
  literal,
  scan,
  text: (expression) => sql`CAST(${expression} AS text)`,
  number,
  wholeNumber: (expression) => sql`CAST(${expression} AS bigint)`,
  integer: (expression) => sql`CAST(${expression} AS integer)`,
  quotient: (number, divisor) => sql`(${number}) / ${divisor}`,
  hex: (text) => sql`upper(encode(convert_to(${text}, 'UTF8'), 'hex'))`,
  md5: (text) => sql`md5(${text})`,
  trimmed,
  extracted: (text, pattern) => sql`substring(${text} FROM ${literal(pattern)})`,
  inAscii: (text) => sql`regexp_replace(${text}, ${literal(BEYOND_ASCII)}, 'x', 'g')`,
  ordered: (expression) => sql`(${expression}) COLLATE "C"`,
  ...joinedLookups(identifier, (text) => sql`(${text}) COLLATE "C"`),
  flag: (from, number, flags) => ({
    from,
    expression: sql`(get_bit(CAST(${literal(flags.join(''))} AS bit varying), CAST(${number} AS integer)) = 1)`,
  }),
  // Array access is linear in the position, hence a CASE tree.
  choose: (number, texts) => ranges(number, places(texts), texts.map(literal)),
  placeIn: (text, texts) => sql`array_position(${arrayLiteral(texts)}, ${text})`,
  chooseNumber: (number, numbers) => sql`(CAST(${literal(`{${numbers.join()}}`)} AS integer[]))[(${number}) + 1]`,
  rowNumber,
  parts: (text, separator) =>
    separator === undefined
      ? sql`unnest(string_to_array(translate(${text}, E'\t\r\n', '   '), ' '))`
      : trimmed(sql`unnest(string_to_array(${text}, ${literal(separator)}))`),
  elements: (list) => trimmed(sql`CAST(unnest(${list}) AS text)`),
  unpivoted: (from, texts) =>
    sql`(SELECT own.place, own.value COLLATE "C" AS value FROM ${from} CROSS JOIN LATERAL (VALUES
      ${join(texts.map((text, i) => sql`(${i}, ${text})`))}) AS own (place, value)) AS halftone_cells`,
  each: (list) => sql`unnest(${list})`,
  collected: (text, order, separator) => sql`string_agg(${text}, ${literal(separator)} ORDER BY ${order})`,
  approximateDistinct: (expression) => sql`COUNT(DISTINCT ${expression})`,
  quantiles: (expression, shares) =>
    sql`percentile_disc(CAST(${literal(`{${shares.join()}}`)} AS double precision[])) WITHIN GROUP (ORDER BY
      ${expression})`,
  listed: (lists) =>
    sql`SELECT * FROM unnest(${join(lists.map(({ values }) => arrayLiteral(values)))}) AS
      listed(${join(lists.map(({ name }) => identifier(name)))})`,
  // In the session's schema, so that no user table is replaced.
  createTable: (name, select) =>
    sql`DROP TABLE IF EXISTS pg_temp.${identifier(name)}; CREATE TEMPORARY TABLE ${identifier(name)} AS ${select}`,
  dropTable: (name) => sql`DROP TABLE IF EXISTS pg_temp.${identifier(name)}`,
}

function literal(value: Scalar): Sql {
  if (typeof value !== 'string') return plainLiteral(value)
  if (value.includes('\0'))
    throw userError('value')`PostgreSQL has no texts with a NUL byte; remove it from the labels and values of the job`
  return textLiteral(value)
}

function arrayLiteral(values: Listed['values']): Sql {
  if (typeof values[0] === 'number') return sql`CAST(${literal(`{${values.join()}}`)} AS bigint[])`
  const quoted = values.map((text) => `"${String(text).replaceAll(/["\\]/g, '\\$&')}"`)
  return sql`CAST(${literal(`{${quoted.join()}}`)} AS text[])`
}

function trimmed(text: Sql): Sql {
  return sql`btrim(${text}, E' \t\r\n')`
}

function places(results: readonly unknown[]): Sql[] {
  return Array.from({ length: results.length - 1 }, (_, i) => sql`${i + 1}`)
}

/** PostgreSQL has no cast that returns NULL on errors: checks the format, and the size of large numbers. */
function number(expression: Sql): Sql {
  const short = sql`(${expression}) ~ '^[+-]?[0-9]{1,15}([.][0-9]{1,15})?$'`
  const any = sql`(${expression}) ~
    '^\\s*[+-]?([0-9]{1,255}[.]?[0-9]{0,255}|[.][0-9]{1,255})([eE][+-]?0*[0-9]{1,3})?\\s*$'`
  const exact = sql`CAST(${expression} AS numeric)`
  const finite = sql`ABS(${exact}) < 1.797693134862315808e308`
  const tiny = sql`ABS(${exact}) < 2.4703282292062328e-324`
  const long = sql`CASE WHEN ${tiny} THEN 0 WHEN ${finite} THEN CAST(CAST(${exact} AS text) AS double precision) END`
  return sql`CASE WHEN ${short} THEN CAST(${expression} AS double precision) WHEN ${any} THEN ${long} END`
}

/** Selects the columns of user tables in the form shared by all engines; reads our own tables directly. */
function scan(source: Source): Sql {
  const { derived, coarsened } = source
  return scanCoarsened(postgresDialect, scanDerived(postgresDialect, scanPlain(source), derived), coarsened)
}

function scanPlain(source: Source): Sql {
  if (source.kind === 'files')
    throw wrongSource`PostgreSQL reads its own tables; name one with data.table, or give the file as data.source`
  const from =
    source.query === undefined ? identifier(...source.table) : sql`(${source.query as Sql}) AS halftone_query`
  if (source.columns === undefined) return from
  const columns = source.columns.map(({ name, type, kind }) => {
    const column = identifier(name)
    if (type === 'double precision' || type === 'real') return sql`${doubleText(column)} AS ${column}`
    return kind === 'text' ? sql`CAST(${column} AS text) COLLATE "C" AS ${column}` : column
  })
  return sql`(SELECT ${join(columns)} FROM ${from}) AS halftone_table`
}

/** As DuckDB writes it: 1.0 for 1, exponents from 1e+16 on. */
function doubleText(value: Sql): Sql {
  const text = sql`CAST(${value} AS text)`
  return sql`CASE WHEN ${text} = '-0' THEN '-0.0' WHEN ${text} IN ('NaN', 'Infinity', '-Infinity') THEN
    replace(lower(${text}), 'inity', '') WHEN ABS(${value}) < 1e16 AND ${value} = trunc(${value}) THEN
    CAST(CAST(${value} AS bigint) AS text) || '.0' ELSE ${text} END COLLATE "C"`
}

/** Without a key, orders by all columns: only equal rows may change places. */
function rowNumber(source: Source): Sql {
  const key = source.kind === 'table' ? (source.key ?? []) : []
  const order =
    key.length > 0 ? join(key.map((column) => identifier(column))) : sql`CAST(halftone_table AS text) COLLATE "C"`
  return sql`(row_number() OVER (ORDER BY ${order}) - 1)`
}
