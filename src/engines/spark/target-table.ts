/**
 * A release as a table of a Spark cluster. It is staged as a table beside its target and verified there. Spark has no transaction: the place of a
 * new table is taken by one rename; an old one is moved aside first, and comes back where the second rename fails.
 */
import { randomBytes } from 'node:crypto'
import { UserError } from '../../errors.ts'
import { type Sql, sql } from '../../sql/dialect.ts'
import { sparkDialect } from '../../sql/spark.ts'
import type { Engine, EngineTarget, TargetRequest } from '../engine.ts'

const { identifier, literal } = sparkDialect

export async function openTargetTable(
  engine: Pick<Engine, 'execute' | 'query'>,
  { table, source, force }: TargetRequest,
): Promise<EngineTarget> {
  const about = await engine.query(sql`SELECT current_catalog() AS catalog, current_schema() AS own`)
  const whole = [String(about.texts('catalog')[0]), String(about.texts('own')[0])].slice(
    0,
    Math.max(0, 3 - table.length),
  )
  const path = [...whole, ...table]
  const name = path.join('.')
  const beside = (mark: string) => [...path.slice(0, -1), `halftone_${mark}_${randomBytes(8).toString('hex')}`]
  const there = await isThere(engine, identifier(...path))
  if (there && !force)
    throw refusal(`${name} exists already; remove it, choose another name, or add --force to replace it`)
  const plan = await engine.query(sql`EXPLAIN EXTENDED SELECT * FROM ${sparkDialect.scan(source)}`)
  if (
    new RegExp(`(^|[^\\w.])${name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}($|[^\\w.])`, 'm').test(
      String(plan.texts('plan')[0]),
    )
  )
    throw refusal(
      'is the table that the data come from; a release must not replace what it was made from: choose another name',
    )
  const staged = beside('staged')
  const rename = (from: readonly string[], to: readonly string[]): Sql =>
    sql`ALTER TABLE ${identifier(...from)} RENAME TO ${identifier(...to.slice(1))}`
  let published = false
  return {
    staged,
    async publish(note) {
      await engine.execute(sql`COMMENT ON TABLE ${identifier(...staged)} IS ${literal(note)}`)
      const aside = beside('old')
      if (there) await engine.execute(rename(path, aside))
      await engine.execute(rename(staged, path)).catch(async (error) => {
        if (there) await engine.execute(rename(aside, path))
        throw error
      })
      published = true
      if (there) await engine.execute(sql`DROP TABLE ${identifier(...aside)}`)
    },
    async discard() {
      if (published) return
      await engine.execute(sql`DROP TABLE IF EXISTS ${identifier(...staged)}`).catch((error: unknown) => {
        throw new UserError(
          `Spark did not answer when the staged release was to be removed; nothing was published, but the table ${staged.join('.')} may still be there: drop it`,
          { cause: error, path: 'output.table', rule: 'file' },
        )
      })
    },
  }
}

async function isThere(engine: Pick<Engine, 'query'>, table: Sql): Promise<boolean> {
  try {
    await engine.query(sql`DESCRIBE TABLE ${table}`)
    return true
  } catch (error) {
    // Any other complaint, such as a missing right, comes again when the table is written.
    if (error instanceof UserError) return false
    throw error
  }
}

function refusal(words: string): UserError {
  return new UserError(`output.table ${words}`, { path: 'output.table', rule: 'file' })
}
