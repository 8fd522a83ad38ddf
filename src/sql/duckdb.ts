/** DuckDB's dialect. Look-ups are casts to ENUM types instead of joins, because a cast keeps the order of rows. */
import { BESIDE_FIGURES } from '../table/currency.ts'
import { scanCoarsened } from './coarsened.ts'
import { scanDerived } from './derived.ts'
import type { Dialect, FileSink, FileSource, KeyedDialect, Listed, Scalar, Source, Sql } from './dialect.ts'
import { BEYOND_ASCII, identifier, join, plainLiteral, sql, textLiteral } from './dialect.ts'
import { withoutMark } from './formulas.ts'
import { keyedDigest, keyedExpression } from './keyed.ts'

const PLAIN_DATE = '\\d{4}-\\d{2}-\\d{2}(?:[T ].*)?'

const duckdbKeyed: KeyedDialect = {
  digest: (secret, text) => {
    const block = (part: 'inner' | 'outer') => sql`getvariable(${literal(`${secret} ${part}`)})`
    return sql`sha256(${block('outer')} || unhex(sha256(${block('inner')} || encode(${text}))))`
  },
  fromHex: (digits) => sql`CAST('0x' || ${digits} AS BIGINT)`,
  remainder: (high, low, divisor) =>
    sql`CAST((CAST(${high} AS HUGEINT) * 72057594037927936 + ${low}) % (${divisor}) AS BIGINT)`,
  shiftByPattern: (text, pattern, days) =>
    sql`strftime(try_strptime(${text}, ${literal(pattern)}) + to_days(CAST(${days} AS INTEGER)), ${literal(pattern)})`,
  shiftPlain: (text, days) =>
    sql`CASE WHEN regexp_full_match(${text}, ${literal(PLAIN_DATE)}) THEN CAST(TRY_CAST(SUBSTR(${text}, 1, 10) AS DATE)
      + CAST(${days} AS INTEGER) AS VARCHAR) || SUBSTR(${text}, 11) END`,
  as: (expression, type) => sql`CAST(${expression} AS ${type as Sql})`,
}

export const duckdbDialect: Dialect = {
  name: 'duckdb',
  keepsOrder: true,
  once: sql``,
  identifier,
  literal,
  scan,
  text: (expression) => sql`CAST(${expression} AS VARCHAR)`,
  number,
  wholeNumber: (expression) => sql`CAST(${expression} AS BIGINT)`,
  integer: (expression) => sql`CAST(${expression} AS INTEGER)`,
  quotient: (number, divisor) => sql`${number} // ${divisor}`,
  hex: (text) => sql`hex(${text})`,
  sixteenth: (columns) => sql`hash(${join(columns)}) % 16 = 0`,
  md5: (text) => sql`md5(${text})`,
  trimmed,
  extracted: (text, pattern) => sql`NULLIF(regexp_extract(${text}, ${literal(pattern)}, 1), '')`,
  inAscii: (text) => sql`regexp_replace(${text}, ${literal(BEYOND_ASCII)}, 'x', 'g')`,
  ordered: (expression) => expression,
  position: (from, text, dictionary) => ({
    from,
    // enum_code returns the width of the type; the code of NULL is NULL.
    expression: sql`CAST(enum_code(TRY_CAST(${text} AS ${identifier(dictionary)})) AS INTEGER)`,
  }),
  numberOfCell,
  contains: (from, text, dictionary) => ({
    from,
    expression: sql`(TRY_CAST(${text} AS ${identifier(dictionary)}) IS NOT NULL)`,
  }),
  flag: (from, number, flags) => ({
    from,
    expression: sql`(get_bit(CAST(${literal(flags.join(''))} AS BIT), CAST(${number} AS INTEGER)) = 1)`,
  }),
  choose,
  placeIn: (text, texts) => sql`list_position([${join(texts.map(literal))}], ${text})`,
  chooseNumber: (number, numbers) =>
    sql`list_extract(CAST(${literal(`[${numbers.join()}]`)} AS INTEGER[]), ${number} + 1)`,
  rowNumber: (source) =>
    source.kind === 'table' && source.key !== undefined
      ? sql`(row_number() OVER (ORDER BY ${join(source.key.map((column) => identifier(column)))}) - 1)`
      : sql`(row_number() OVER () - 1)`,
  parts: (text, separator) =>
    separator === undefined
      ? // Runs of spaces leave empty parts, which are dropped later; splitting by a pattern is several times slower.
        sql`UNNEST(string_split(${blanksAlike(text)}, ' '))`
      : trimmed(sql`UNNEST(string_split(${text}, ${literal(separator)}))`),
  elements: (list) => trimmed(sql`CAST(UNNEST(${list}) AS VARCHAR)`),
  unpivoted: (from, texts) =>
    sql`(SELECT UNNEST([${join(texts.map((_, i) => sql`${i}`))}]) AS place, UNNEST([${join(texts)}]) AS value FROM
      ${from}) AS halftone_cells`,
  each: (list) => sql`UNNEST(${list})`,
  collected: (text, order, separator) => sql`string_agg(${text}, ${literal(separator)} ORDER BY ${order})`,
  approximateDistinct: (expression) => sql`approx_count_distinct(${expression})`,
  quantiles: (expression, shares) =>
    sql`quantile_disc(${expression}, [${join(shares.map((share) => sql`CAST(${literal(share)} AS DOUBLE)`))}])`,
  listed,
  createTable: (name, select) => sql`CREATE OR REPLACE TEMP TABLE ${identifier(name)} AS ${select}`,
  dropTable: (name) => sql`DROP TABLE IF EXISTS ${identifier(name)}`,
  keyed: duckdbKeyed,
}

/** Texts in a list that is searched: without a dictionary in the file, the search is linear. */
const MOST_LISTED = 128

/** Functions, not casts or sums: DuckDB evaluates these once per entry of the file's dictionary. */
function numberOfCell(
  source: Source,
  column: string,
  texts: readonly string[],
  numbers: Iterable<number>,
  missing?: readonly string[],
): Sql | undefined {
  if (source.kind !== 'files' || texts.length === 0 || texts.length > MOST_LISTED) return undefined
  const { reader, keyed, derived, coarsened, part } = source
  const type = reader?.types?.get(column) ?? ''
  const isInteger = /^U?(TINY|SMALL|BIG)?INT(EGER)?$/.test(type)
  const isChanged = [keyed, derived, coarsened, part].some((change) => change !== undefined)
  if (isChanged || !(isInteger || type === 'VARCHAR')) return undefined
  const others = missing?.filter((text) => !isInteger || /^(0|-?[1-9]\d*)$/.test(text)) ?? []
  const cells = [...texts, ...others].map((text) =>
    isInteger ? sql`TRY_CAST(${literal(text)} AS ${type as Sql})` : literal(text),
  )
  const all = missing === undefined ? cells : [...cells, sql`NULL`]
  const given = [...numbers, ...all.slice(texts.length).map(() => texts.length)]
  const place = sql`list_position([${join(all)}], ${identifier(column)})`
  return sql`list_extract(CAST(${literal(`[${given.join()}]`)} AS INTEGER[]), ${place})`
}

export function copyToFile(select: Sql, sink: FileSink): Sql {
  const options = Object.entries(sink.options ?? {}).map(([name, value]) => sql`${name as Sql} ${literal(value)}`)
  return sink.format === 'typed'
    ? sql`COPY (${select}) TO ${literal(sink.file)} (${join([...options, sql`USE_TMP_FILE false`])})`
    : sql`COPY (${select}) TO ${literal(sink.file)} (FORMAT csv, HEADER true, DELIMITER
      ${literal(sink.delimiter)}${sink.quote === undefined ? sql`` : sql`, QUOTE ${literal(sink.quote)}, ESCAPE ${literal(sink.quote)}`}, COMPRESSION ${literal(sink.compression)}, USE_TMP_FILE false)`
}

/** Uses an ENUM, which is written like a text but processed as a number of one or two bytes. */
function choose(number: Sql, texts: readonly string[]): Sql {
  const list = sql`[${join(texts.map(literal))}]`
  // A type cannot contain an expression, and a large one is slow to create.
  if (texts.length > 1000 || texts.some((text) => text.includes('\0')))
    return sql`list_extract(${listLiteral(texts)}, ${number} + 1)`
  const type = sql`ENUM (${join([...new Set(texts)].map(literal))})`
  return sql`list_extract(CAST(${list} AS ${type}[]), ${number} + 1)`
}

/** One literal per list: binding thousands of expressions is slow. */
function listed(lists: readonly Listed[]): Sql {
  return sql`SELECT ${join(lists.map(({ name, values }) => sql`UNNEST(${listLiteral(values)}) AS ${identifier(name)}`))}`
}

function listLiteral(values: Listed['values']): Sql {
  if (values.length === 0) return sql`CAST([] AS VARCHAR[])`
  if (typeof values[0] === 'number') return sql`CAST(${literal(`[${values.join()}]`)} AS BIGINT[])`
  const texts = values as readonly string[]
  let separator = '\u001f'
  while (texts.some((text) => text.includes(separator))) separator += '\u001e'
  return sql`string_split(${literal(texts.join(separator))}, ${literal(separator)})`
}

function trimmed(text: Sql): Sql {
  return sql`trim(${text}, ${literal(' \t\r\n')})`
}

/** Replaces tabs and line breaks by spaces. Testing for them first is ten times faster for texts that have none. */
function blanksAlike(text: Sql): Sql {
  const others = ['\t', '\r', '\n']
  const has = others.map((blank) => sql`contains(${text}, ${literal(blank)})`)
  return sql`CASE WHEN ${join(has, ' OR ')} THEN translate(${text}, ${literal(others.join(''))}, '   ') ELSE ${text}
    END`
}

/** DuckDB also parses 1_000, nan and inf as numbers; we do not. */
function number(expression: Sql): Sql {
  const value = sql`TRY_CAST(${expression} AS DOUBLE)`
  return sql`CASE WHEN contains(${expression}, '_') OR NOT isfinite(${value}) THEN NULL ELSE ${value} END`
}

function literal(value: Scalar): Sql {
  if (typeof value !== 'string') return plainLiteral(value)
  return value.includes('\0') ? (value.split('\0').map(textLiteral).join(' || chr(0) || ') as Sql) : textLiteral(value)
}

/** Bytes per read: small enough to give all threads work and return first rows early. A line has at most 2 MiB. */
const csvBuffer = 8 << 20

function scan(source: Source): Sql {
  return scanCoarsened(duckdbDialect, scanPlain(source), source.coarsened)
}

function scanPlain(source: Source): Sql {
  if (source.kind === 'table') {
    const { table, query, derived } = source
    const rows = query === undefined ? identifier(...table) : sql`(${query as Sql}) AS halftone_query`
    return scanDerived(duckdbDialect, rows, derived)
  }
  const { keyed, derived } = source
  // Derived before a key changes their sources.
  const rows = scanDerived(duckdbDialect, scanNumbers(source), derived)
  if (keyed === undefined || keyed.length === 0) return rows
  // A separate layer, so that a digest is computed once.
  const name = (i: number) => identifier(`halftone digest ${i}`)
  const digests = keyed.map((column, i) => sql`${keyedDigest(duckdbDialect, duckdbKeyed, column)} AS ${name(i)}`)
  const made = keyed.map(
    (column, i) => sql`${keyedExpression(duckdbDialect, duckdbKeyed, column, name(i))} AS ${identifier(column.column)}`,
  )
  const names = join(keyed.map((_, i) => name(i)))
  return sql`(SELECT * EXCLUDE (${names}) REPLACE (${join(made)}) FROM (SELECT *, ${join(digests)} FROM ${rows}))`
}

function scanNumbers(source: FileSource): Sql {
  const { numbers } = source
  if (numbers === undefined || numbers.columns.length === 0) return scanMarked(source)
  const plain = numbers.columns.map(
    (column) =>
      sql`${numbers.labels ? plainLabel(identifier(column)) : plainNumber(identifier(column), numbers.decimal)} AS
        ${identifier(column)}`,
  )
  return sql`(SELECT * REPLACE (${join(plain)}) FROM ${scanMarked(source)})`
}

function scanMarked(source: FileSource): Sql {
  if (!source.marked || source.csv === undefined) return scanPart(source)
  const plain = source.csv.columns.map((column) => {
    const name = identifier(column)
    return sql`${withoutMark({ literal, number }, name)} AS ${name}`
  })
  return sql`(SELECT ${join(plain)} FROM ${scanPart(source)})`
}

/** Digests are the same in every version of DuckDB, unlike its random numbers. */
function scanPart(source: FileSource): Sql {
  const { part } = source
  if (part === undefined) return scanFiles(source)
  const { share, seed, by, aside } = part
  const row = identifier('halftone part')
  const key = by === undefined ? sql`row_number() OVER ()` : identifier(by)
  const digest = sql`md5(${literal(`${seed} `)} || COALESCE(CAST(${row} AS VARCHAR), ''))`
  const chosen = sql`CAST('0x' || SUBSTR(${digest}, 1, 8) AS BIGINT) < ${literal(Math.round(share * 2 ** 32))}`
  return sql`(SELECT * EXCLUDE (${row}) FROM (SELECT *, ${key} AS ${row} FROM ${scanFiles(source)}) WHERE
    ${aside ? sql`` : sql`NOT `}(${chosen}))`
}

/** `1.234,50 €` becomes 1234.50: without spaces, thousands separators, currency and percent. */
function plainNumber(text: Sql, decimal: ',' | '.'): Sql {
  const marks = literal(`${BESIDE_FIGURES}|[${decimal === ',' ? '.' : ','}]`)
  const bare = sql`regexp_replace(CAST(${text} AS VARCHAR), ${marks}, '', 'g')`
  const point = decimal === ',' ? sql`replace(${bare}, ',', '.')` : bare
  return sql`CASE WHEN TRY_CAST(${point} AS DOUBLE) IS NULL THEN CAST(${text} AS VARCHAR) ELSE ${point} END`
}

/** `1,5` becomes 1.5, and `[1,5;2,5]` becomes [1.5,2.5]; other texts stay unchanged. */
function plainLabel(column: Sql): Sql {
  const text = sql`CAST(${column} AS VARCHAR)`
  const label = sql`(starts_with(${text}, '[') OR ${number(sql`replace(${text}, ',', '.')`)} IS NOT NULL)`
  return sql`CASE WHEN ${label} THEN translate(${text}, ';,', ',.') ELSE ${text} END`
}

function scanFiles(source: FileSource): Sql {
  const files = sql`[${join(source.files.map((file) => literal(file.replace(/[*?[]/g, '[$&]'))))}]`
  switch (source.format) {
    case 'reader': {
      if (source.reader === undefined) throw new TypeError('a file that has no text needs its reader')
      const { name, options } = source.reader
      const given = Object.entries(options).map(([option, value]) => sql`${option as Sql} = ${literal(value)}`)
      return sql`${name as Sql}(${join([files, ...given])})`
    }
    case 'lines': {
      if (source.lines === undefined) throw new TypeError('a file of lines needs its column')
      const { column, skip, encoding, strict = false } = source.lines
      // A delimiter that no text file has, and no quotes: the whole line. An empty line is NULL.
      return sql`read_csv(${files}, auto_detect = false, columns = {${literal(column)}: 'VARCHAR'}, delim =
        ${literal('\u0001')}, quote = '', escape = '', header = false, skip = ${literal(skip)}, encoding =
        ${literal(encoding)}, buffer_size = ${csvBuffer}, strict_mode = ${literal(strict)}, hive_partitioning =
        false)`
    }
    case 'csv': {
      const csv = source.csv
      if (csv === undefined) throw new TypeError('a delimited file needs its csv dialect')
      const { ours } = csv
      const columns = join(
        csv.columns.map((column, i) => sql`${literal(column)}: ${literal(ours?.types[i] ?? 'VARCHAR')}`),
      )
      const nulls = ours === undefined ? sql`` : sql`, nullstr = ${literal(ours.nullText)}, allow_quoted_nulls = false`
      return sql`read_csv(${files}, auto_detect = false, columns = {${columns}}, delim = ${literal(csv.delimiter)},
        quote = ${literal(csv.quote)}, escape = ${literal(csv.quote)}, header = ${literal(csv.headerLine)}, skip =
        ${literal(csv.skip)}, encoding = ${literal(csv.encoding)}, buffer_size = ${csvBuffer}, strict_mode = true,
        hive_partitioning = false${nulls})`
    }
  }
}
