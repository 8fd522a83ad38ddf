/** The small dialects for recodings printed as SQL. Engines that we run reuse their dialects. */
import type { CoarseDialect } from './coarse-expression.ts'
import { type Dialect, identifier, join, plainLiteral, type Scalar, type Sql, sql, tableParts } from './dialect.ts'
import { duckdbDialect } from './duckdb.ts'
import { postgresDialect } from './postgres.ts'
import { sparkDialect } from './spark.ts'
import type { WarehouseName } from './warehouse-names.ts'

export interface WarehouseDialect extends CoarseDialect, Pick<Dialect, 'md5'> {
  rows(columns: readonly string[], rows: readonly (readonly Scalar[])[]): Sql
  /** Spark: keeps the expressions of a SELECT from being copied to where its columns, `names`, are read. */
  isolated?(select: Sql, names: readonly Sql[]): Sql
}

/**
 * Spark copies the expressions of a subquery into each condition that reads them, layer by layer, and plans for hours;
 * it copies nothing past a generator that is not deterministic.
 */
const copiesEnd = sql` LATERAL VIEW explode(array(rand())) AS halftone_once`

const backticks = (...path: readonly string[]): Sql =>
  path.map((part) => `\`${part.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``).join('.') as Sql

function escaped(value: Scalar): Sql {
  if (typeof value !== 'string') return plainLiteral(value)
  const escapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\0': '\\0' }
  return `'${value.replaceAll(/['\\]/g, '\\$&').replaceAll(/[\n\r\t\0]/g, (sign) => escapes[sign])}'` as Sql
}

function values(dialect: Pick<Dialect, 'identifier' | 'literal'>): WarehouseDialect['rows'] {
  return (columns, rows) => {
    const listed = rows.map((row) => sql`(${join(row.map((value) => dialect.literal(value)))})`)
    const names = columns.map((column) => dialect.identifier(column))
    return sql`SELECT * FROM (VALUES\n    ${join(listed, ',\n    ')}) AS listed (${join(names)})`
  }
}

export const warehouseDialects: Readonly<Record<WarehouseName, WarehouseDialect>> = {
  duckdb: { ...duckdbDialect, rows: values(duckdbDialect) },
  postgres: { ...postgresDialect, rows: values(postgresDialect) },
  spark: {
    ...sparkDialect,
    rows: values(sparkDialect),
    once: copiesEnd,
    isolated: (select, names) => sql`SELECT ${join(names)} FROM (${select}) AS halftone_isolated${copiesEnd}`,
  },
  bigquery: {
    identifier: backticks,
    literal: escaped,
    text: (expression) => sql`CAST(${expression} AS STRING)`,
    number: (expression) => sql`SAFE_CAST(${expression} AS FLOAT64)`,
    integer: (expression) => sql`CAST(${expression} AS INT64)`,
    wholeNumber: (expression) => sql`CAST(${expression} AS INT64)`,
    quotient: (number, divisor) => sql`DIV(${number}, ${divisor})`,
    extracted: (text, pattern) => sql`REGEXP_EXTRACT(${text}, ${escaped(pattern)})`,
    once: sql``,
    md5: (text) => sql`TO_HEX(MD5(${text}))`,
    rows: (columns, rows) => {
      const [first, ...others] = rows.map((row) => row.map(escaped))
      const named = sql`STRUCT(${join(first.map((value, i) => sql`${value} AS ${backticks(columns[i])}`))})`
      const listed = [named, ...others.map((row) => sql`STRUCT(${join(row)})`)]
      return sql`SELECT * FROM UNNEST([\n    ${join(listed, ',\n    ')}])`
    },
  },
  snowflake: {
    identifier,
    literal: escaped,
    text: (expression) => sql`CAST(${expression} AS VARCHAR)`,
    number: (expression) => sql`TRY_TO_DOUBLE(${expression})`,
    integer: (expression) => sql`CAST(${expression} AS INTEGER)`,
    wholeNumber: (expression) => sql`CAST(${expression} AS INTEGER)`,
    quotient: (number, divisor) => sql`FLOOR(${number} / ${divisor})`,
    // It knows no groups that are not counted; the part is the first one.
    extracted: (text, pattern) => sql`REGEXP_SUBSTR(${text}, ${escaped(pattern.replace('(?:', '('))}, 1, 1, 'e', 1)`,
    once: sql``,
    md5: (text) => sql`MD5(${text})`,
    rows: values({ identifier, literal: escaped }),
  },
}

/** Parses `clinic.people`. A text in double braces is a template of another tool and stays. */
export function tableNamed(dialect: WarehouseDialect, text: string): Sql {
  if (/^\{\{.*\}\}$/s.test(text)) return text as Sql
  const parts = tableParts(text)
  return dialect.identifier(...(parts.length === 0 ? [text] : parts))
}
