/**
 * Publishes a release as a Spark table or a folder of Parquet files, staged and verified as a table. Without
 * transactions, an old table is moved aside first, and restored if the second rename fails; rows copied to a folder are
 * counted again.
 */
import { randomBytes } from 'node:crypto'
import { UserError, userError } from '../../ground/errors.ts'
import { type Sql, sql } from '../../sql/dialect.ts'
import { sparkDialect } from '../../sql/spark.ts'
import type { Engine, EngineTarget, TargetRequest } from '../engine.ts'

const { identifier, literal } = sparkDialect

interface TargetEngine extends Pick<Engine, 'execute' | 'query'> {
  hasWritten(table: readonly string[]): boolean
}

export async function openTargetTable(
  engine: TargetEngine,
  { table, path: folder, source, force }: TargetRequest,
): Promise<EngineTarget> {
  const about = await engine.query(sql`SELECT current_catalog() AS catalog, current_schema() AS own`)
  const home = [String(about.texts('catalog')[0]), String(about.texts('own')[0])]
  if (folder !== undefined) return openTargetFolder(engine, { folder, source, force }, [...home, stagedName()])
  const path = [...home.slice(0, Math.max(0, 3 - table.length)), ...table]
  const name = path.join('.')
  const beside = (mark?: 'old') => [...path.slice(0, -1), stagedName(mark)]
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
  const staged = beside()
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
    discard: () => (published ? Promise.resolve() : dropStaged(engine, staged)),
  }
}

function stagedName(mark: 'staged' | 'old' = 'staged'): string {
  return `halftone_${mark}_${randomBytes(8).toString('hex')}`
}

async function dropStaged(engine: TargetEngine, staged: readonly string[]): Promise<void> {
  if (!engine.hasWritten(staged)) return
  await engine.execute(sql`DROP TABLE IF EXISTS ${identifier(...staged)}`).catch((error: unknown) => {
    throw userError('file', 'output.table', error)`nothing was published, but the table ${staged.join('.')} may still be
      in Spark, which did not answer when it was to be removed: drop it`
  })
}

interface FolderRequest extends Pick<TargetRequest, 'source' | 'force'> {
  readonly folder: string
}

async function openTargetFolder(
  engine: TargetEngine,
  { folder, source, force }: FolderRequest,
  staged: readonly string[],
): Promise<EngineTarget> {
  const bare = folder.replace(/(?<![/])[/]+$/, '')
  const bad = (words: string) => new UserError(`output.path ${words}`, { path: 'output.path', rule: 'file' })
  if (!/^([a-z0-9]+:)?[/].*[^/]/i.test(bare)) throw bad(`must be a whole path that all workers see; got ${folder}`)
  const files = sql`parquet.${identifier(bare)}`
  const countFrom = async (from: Sql) => (await engine.query(sql`SELECT COUNT(*) AS n FROM ${from}`)).numbers('n')[0]
  const there = await engine.query(sql`SELECT * FROM ${files} LIMIT 0`).then(
    () => true,
    (error: Error) => !error.message.includes('PATH_NOT_FOUND'),
  )
  if (there && !force) throw bad(`${bare} exists already; remove it, choose another, or add --force to replace it`)
  const below = literal(`${bare.replace(/^[a-z0-9]+:[/]+/i, '/')}/`)
  const reads = sql`(SELECT input_file_name() AS file FROM ${sparkDialect.scan(source)}) AS halftone_files WHERE
    contains(file, ${below})`
  if (there && (await countFrom(reads)) > 0)
    throw bad('holds files that the data come from; a release must not replace what it was made from: choose another')
  return {
    staged,
    async publish(_note, run) {
      const rows = identifier(...staged)
      await engine.execute(sql`INSERT OVERWRITE DIRECTORY ${literal(bare)} USING parquet SELECT * FROM ${rows}`, run)
      const [written, verified] = [await countFrom(files), await countFrom(rows)]
      if (written !== verified)
        throw bad(`${bare} has ${written} rows, and ${verified} were verified: somebody else writes there; remove it`)
    },
    discard: () => dropStaged(engine, staged),
  }
}

async function isThere(engine: Pick<Engine, 'query'>, table: Sql): Promise<boolean> {
  try {
    await engine.query(sql`DESCRIBE TABLE ${table}`)
    return true
  } catch (error) {
    // Writing the table repeats any other error, such as a missing privilege.
    if (error instanceof UserError) return false
    throw error
  }
}

function refusal(words: string): UserError {
  return new UserError(`output.table ${words}`, { path: 'output.table', rule: 'file' })
}
