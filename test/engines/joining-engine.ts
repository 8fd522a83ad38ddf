/**
 * DuckDB spoken to in a deliberately different dialect: look-ups are joins with tables instead of casts to types, lists are search
 * trees, and rows come out of tables and joins in an order of no meaning. What holds here holds for an engine that has nothing of
 * DuckDB's own.
 */
import { openDuckDB } from '../../src/engines/duckdb/duckdb-engine.ts'
import type { Engine, EngineOptions } from '../../src/engines/engine.ts'
import { scanDerived } from '../../src/sql/derived.ts'
import { type Dialect, join, type Lookup, ranges, type Sql, sql } from '../../src/sql/dialect.ts'
import { duckdbDialect } from '../../src/sql/duckdb.ts'

const { identifier, literal } = duckdbDialect

const joiningDialect: Dialect = {
  ...duckdbDialect,
  name: 'joining',
  keepsOrder: false,
  // A table's rows by a digest of their key.
  scan: (source) =>
    source.kind === 'table' && source.key !== undefined
      ? scanDerived(
          joiningDialect,
          sql`(SELECT * FROM ${identifier(...source.table)} ORDER BY md5(CAST(${identifier(source.key[0])} AS VARCHAR))) AS halftone_shuffled`,
          source.derived,
        )
      : duckdbDialect.scan(source),
  text: (expression) => sql`(${expression})::VARCHAR`,
  number: (expression) =>
    sql`CASE WHEN regexp_full_match(trim(${expression}), '[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]+)?') AND isfinite(TRY_CAST(${expression} AS DOUBLE)) THEN TRY_CAST(${expression} AS DOUBLE) END`,
  quotient: (number, divisor) => sql`CAST(((${number}) - (${number}) % ${divisor}) / ${divisor} AS BIGINT)`,
  md5: (text) => sql`lower(hex(unhex(md5(${text}))))`,
  position: (from, text, dictionary) => {
    const table = joined(from, text, identifier(dictionary))
    return { from: table.from, expression: sql`CAST(${table.expression}.halftone_place AS INTEGER)` }
  },
  contains: (from, text, dictionary) => {
    const table = joined(from, text, identifier(dictionary))
    return { from: table.from, expression: sql`(${table.expression}.halftone_place IS NOT NULL)` }
  },
  flag: (from, number, flags) => {
    const set = Array.from(flags.keys()).filter((place) => flags[place] === 1)
    const rows = join([sql`(NULL, NULL)`, ...set.map((place) => sql`(${place}, 1)`)])
    const table = joined(from, number, sql`(SELECT * FROM (VALUES ${rows}) AS listed(halftone_text, halftone_place))`)
    return { from: table.from, expression: sql`(${table.expression}.halftone_place IS NOT NULL)` }
  },
  choose: (number, texts) => ranges(number, placesFrom(1, texts.length), texts.map(literal)),
  chooseNumber: (number, numbers) =>
    ranges(
      number,
      placesFrom(1, numbers.length),
      numbers.map((own) => sql`${own}`),
    ),
  approximateDistinct: (expression) => sql`COUNT(DISTINCT ${expression})`,
}

/** A join that keeps all rows, and the name of the joined table: one that no other join of the FROM item has. */
function joined(from: Sql, text: Sql, table: Sql): Lookup {
  const name = identifier(`joined ${from.length}`)
  return { from: sql`${from} LEFT JOIN ${table} AS ${name} ON ${name}.halftone_text = ${text}`, expression: name }
}

function placesFrom(first: number, end: number): Sql[] {
  return Array.from({ length: end - first }, (_, i) => sql`${first + i}`)
}

/** Texts of a dictionary that travel in one statement. */
const textsAtOnce = 1000

export async function openJoining(options: EngineOptions = {}): Promise<Engine> {
  const engine = await openDuckDB(options)
  await engine.execute(sql`SET preserve_insertion_order = false`)
  return {
    dialect: joiningDialect,
    version: `${engine.version}, joining`,
    room: engine.room ?? 0,
    describe: (source) => engine.describe(source),
    execute: (statement, run) => engine.execute(statement, run),
    query: (statement, run) => engine.query(statement, run),
    export: (select, sink, run) => engine.export(select, sink, run),
    close: () => engine.close(),
    async uploadDictionary(name, texts) {
      const table = identifier(name)
      await engine.execute(sql`CREATE OR REPLACE TEMP TABLE ${table} (halftone_text VARCHAR, halftone_place INTEGER)`)
      for (let from = 0; from < texts.length; from += textsAtOnce) {
        const rows = texts.slice(from, from + textsAtOnce).map((text, i) => sql`(${literal(text)}, ${from + i})`)
        await engine.execute(sql`INSERT INTO ${table} VALUES ${join(rows)}`)
      }
    },
  }
}
