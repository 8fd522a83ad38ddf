/** Loads the first rows of a file into a table of the engine, so that text is parsed once for many queries. */
import type { Engine, EngineRun } from '../engines/engine.ts'
import { countRows } from '../engines/figures.ts'
import { type Source, sql } from '../sql/dialect.ts'

/** More rows than this say the same of the columns and of how they relate. */
export const FIRST_ROWS = 50_000

export interface HeldFirst {
  /** All rows: the table of the first ones if there are no others. */
  readonly source: Source
  readonly first: Source
  /** First rows to look at, if not `FIRST_ROWS`. */
  readonly firstRows?: number | undefined
}

/** A database finds its first rows itself. */
export async function holdFirst(
  engine: Engine,
  source: Source,
  { name, firstRows }: { readonly name: string; readonly firstRows: number },
  run: EngineRun = {},
): Promise<HeldFirst> {
  const { dialect } = engine
  if (source.kind !== 'files') return { source, first: source }
  const rows = sql`SELECT * FROM ${dialect.scan(source)} LIMIT ${firstRows + 1}`
  await engine.execute(dialect.createTable(name, rows), run)
  const first = { kind: 'table', table: [name] } as const
  const isAll = (await countRows(engine, dialect.scan(first), run)) <= firstRows
  return { source: isAll ? first : source, first, firstRows }
}
