/** Whole numbers that are said of all rows of something at once. */
import { join, type Sql, sql } from '../sql/dialect.ts'
import type { Engine, EngineRun } from './engine.ts'

/** Each figure by its name; 0 where it is that of no rows. */
export async function askFigures<Name extends string>(
  engine: Engine,
  figures: Readonly<Record<Name, Sql>>,
  from: Sql,
  run: EngineRun = {},
): Promise<Record<Name, number>> {
  const { wholeNumber, identifier } = engine.dialect
  const names = Object.keys(figures) as Name[]
  const columns = names.map((name) => sql`${wholeNumber(sql`COALESCE(${figures[name]}, 0)`)} AS ${identifier(name)}`)
  const answer = await engine.query(sql`SELECT ${join(columns)} FROM ${from}`, run)
  return Object.fromEntries(names.map((name) => [name, answer.numbers(name)[0]])) as Record<Name, number>
}

/** How many rows there are. */
export async function countRows(engine: Engine, from: Sql, run?: EngineRun): Promise<number> {
  return (await askFigures(engine, { rows: sql`COUNT(*)` }, from, run)).rows
}
