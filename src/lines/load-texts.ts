/**
 * Loads a plain delimited file into a table of the engine without its parser: the kernel that reads tuples numbers the
 * texts of each column, the engine gets two bytes per cell, and its table has the ENUM of those texts, a fifth of the
 * memory. With `times`, equal rows become one with their count: the table of a release is a tenth of the file.
 */
import type { Engine, EngineRun } from '../engines/engine.ts'
import { join, type Source, type Sql, sql } from '../sql/dialect.ts'
import { readKept } from './count-texts.ts'
import { cutFile, groupFile, openReader, readForm } from './read-plain.ts'

const PLACES = 'halftone places'
/** A count as two numbers of 16 bits. */
const HALVES = ['halftone low', 'halftone high']

interface LoadRequest {
  readonly source: Source
  readonly table: string
  readonly times?: string
}

/** False if the file is not plain, or a column has too many texts. */
export async function loadTexts(
  engine: Engine,
  { source, table, times }: LoadRequest,
  run: EngineRun,
): Promise<boolean> {
  if (engine.append === undefined || source.kind !== 'files' || source.csv === undefined) return false
  const { columns } = source.csv
  const { dialect } = engine
  const keys = times === undefined ? [] : columns.map((column) => ({ column }))
  const keep = times === undefined ? columns : undefined
  const form = readForm(source, { columns: keys, keep, missingValues: [] })
  if (form === undefined) return false
  const names = [...columns, ...(times === undefined ? [] : HALVES)]
  try {
    const texts = await engine.append(PLACES, names, async (add) => {
      if (times !== undefined) return (await groupFile(form, run))?.visitTuples(add)
      const [range] = cutFile(form, Number.POSITIVE_INFINITY) ?? []
      const reader = range && openReader(form)
      const isRead = reader && (await readKept(form, range, reader.kernel, run.signal, add))
      return isRead ? columns.map((_, cell) => reader.readTexts(cell)) : undefined
    })
    // A byte order mark inside the file is not text.
    if (texts === undefined || texts.flat().some((text) => text.startsWith('\ufeff'))) return false
    const cells = columns.map((column, i) => {
      const name = dialect.identifier(column)
      // The first text is that of an empty cell.
      const others = texts[i].length > 1 ? texts[i].slice(1) : texts[i]
      return sql`${dialect.choose(sql`(CAST(NULLIF(${name}, 0) AS INTEGER) - 1)`, others)} AS ${name}`
    })
    const counts = times === undefined ? [] : [sql`${countOf(dialect.identifier)} AS ${dialect.identifier(times)}`]
    const select = sql`SELECT ${join([...cells, ...counts])} FROM ${dialect.identifier(PLACES)}`
    await engine.execute(dialect.createTable(table, select), run)
    return true
  } finally {
    await engine.execute(dialect.dropTable(PLACES))
  }
}

function countOf(identifier: (name: string) => Sql): Sql {
  return sql`(CAST(${identifier(HALVES[0])} AS BIGINT) + 65536 * CAST(${identifier(HALVES[1])} AS BIGINT))`
}
