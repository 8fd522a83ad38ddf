/** Queries whole numbers that aggregate all rows. */
import { join, type Sql, sql } from '../sql/dialect.ts'
import type { Engine, EngineRun } from './engine.ts'

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

export async function countRows(engine: Engine, from: Sql, run?: EngineRun): Promise<number> {
  return (await askFigures(engine, { rows: sql`COUNT(*)` }, from, run)).rows
}
