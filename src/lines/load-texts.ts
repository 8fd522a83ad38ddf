/**
 * Loads a plain delimited file into a table of the engine without its parser: the kernel that reads tuples numbers the
 * texts of each column, and the engine gets the places of cells in an ENUM of those texts, a fifth of the memory. With
 * `times`, equal rows become one with their count: the table of a release is a tenth of the file.
 */
import type { AppendedRows, Engine, EngineRun } from '../engines/engine.ts'
import type { Source } from '../sql/dialect.ts'
import { readKept } from './count-texts.ts'
import { cutFile, groupFile, type LinesForm, openReader, readForm } from './read-plain.ts'

interface LoadRequest {
  readonly source: Source
  readonly table: string
  readonly times?: string
}

/** Texts of each column; the first is that of an empty cell. */
type LoadedRows = Pick<AppendedRows, 'blocks'> & { readonly texts: readonly (readonly string[])[] }

/** False if the file is not plain, or a column has too many texts. */
export async function loadTexts(
  engine: Engine,
  { source, table, times }: LoadRequest,
  run: EngineRun,
): Promise<boolean> {
  if (engine.append === undefined || source.kind !== 'files' || source.csv === undefined) return false
  const { columns } = source.csv
  const keys = times === undefined ? [] : columns.map((column) => ({ column }))
  const keep = times === undefined ? columns : undefined
  const form = readForm(source, { columns: keys, keep, missingValues: [] })
  const rows = form && (await (times === undefined ? readRows : readTuples)(form, run))
  // A byte order mark inside the file is not text, and an ENUM has no text with a NUL byte.
  if (rows === undefined || rows.texts.flat().some((text) => /^\ufeff|\0/.test(text))) return false
  const cells = columns.map((name, i) => ({ name, texts: rows.texts[i].slice(rows.texts[i].length > 1 ? 1 : 0) }))
  const counts = times === undefined ? [] : [{ name: times }]
  await engine.append(table, { columns: [...cells, ...counts], blocks: rows.blocks })
  return true
}

async function readTuples(form: LinesForm, run: EngineRun): Promise<LoadedRows | undefined> {
  const grouper = await groupFile(form, run)
  return grouper && { texts: grouper.texts(), blocks: grouper.tuples() }
}

async function readRows(form: LinesForm, { signal }: EngineRun): Promise<LoadedRows | undefined> {
  const [range] = cutFile(form, Number.POSITIVE_INFINITY) ?? []
  const reader = range && openReader(form)
  if (reader === undefined) return undefined
  const blocks: Uint16Array[][] = []
  const isRead = await readKept(form, range, reader.kernel, signal, (places) => {
    blocks.push(places.map((column) => column.slice()))
  })
  return isRead ? { texts: form.cells.map((_, cell) => reader.readTexts(cell)), blocks } : undefined
}
