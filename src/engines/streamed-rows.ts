/** Rows of a server that leave it as a stream of texts, for the local engine to give them the form of a file: it has the bytes of any other release. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join as joinPath } from 'node:path'
import { type Dialect, type FileSink, OWN_CSV, type Sql, sql } from '../sql/dialect.ts'
import type { Engine, EngineRun } from './engine.ts'

/** A missing value in streams; a text that reads so has quotes. */
export const NULL_TEXT = '\\N'

export function quotedCell(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`
}

/** A column with the type that it has in a file with types; a text when absent. */
export interface StreamedColumn {
  readonly name: string
  readonly type?: string | undefined
}

/** `write` puts the rows into a file: cells between commas, all of them in quotes but those that are missing, no line of names. */
export async function exportStreamed(
  local: () => Promise<Engine>,
  columns: readonly StreamedColumn[],
  write: (file: string) => Promise<void>,
  sink: FileSink,
  run: EngineRun,
): Promise<void> {
  const folder = await mkdtemp(joinPath(tmpdir(), 'halftone-export-'))
  try {
    const scratch = joinPath(folder, 'rows.csv')
    await write(scratch)
    const types = columns.map(({ type }) => (sink.format === 'typed' ? type : undefined) ?? 'VARCHAR')
    const csv = { ...OWN_CSV, columns: columns.map(({ name }) => name), ours: { nullText: NULL_TEXT, types } }
    const engine = await local()
    try {
      const streamed = engine.dialect.scan({ kind: 'files', files: [scratch], format: 'csv', csv })
      await engine.export(sql`SELECT * FROM ${streamed}`, sink, run)
    } finally {
      await engine.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A column of a released table. One that is released as it is, and was read as text so that no number is rounded, gets its own type again. */
export function typedColumn({ identifier }: Dialect, name: string, type: Sql | undefined): Sql {
  const column = identifier(name)
  return type === undefined ? column : sql`CAST(${column} AS ${type}) AS ${column}`
}
