/** Writes rows that a server streams as text, through the local engine: the same bytes as any release. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join as joinPath } from 'node:path'
import { type Dialect, type FileSink, OWN_CSV, type Sql, sql } from '../sql/dialect.ts'
import type { Engine, EngineRun } from './engine.ts'

/** Marks a missing value in streams; an equal text is quoted. */
export const NULL_TEXT = '\\N'

export function quotedCell(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`
}

/** `write` puts the rows into a file: comma-separated, without header, all cells quoted except missing ones. */
export async function exportStreamed(
  local: () => Promise<Engine>,
  columns: readonly { readonly name: string; readonly type?: string | undefined }[],
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

/** Restores the type of a column released unchanged, which was read as text to avoid rounding. */
export function typedColumn({ identifier }: Dialect, name: string, type: Sql | undefined): Sql {
  const column = identifier(name)
  return type === undefined ? column : sql`CAST(${column} AS ${type}) AS ${column}`
}
