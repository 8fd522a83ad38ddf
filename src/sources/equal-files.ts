/**
 * Files of a source that hold the same: a copy under another name, caught by a glob, would give everybody a double who is not there.
 * Only files of equal size are read for it, and only as far as they are equal.
 */
import { statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import type { EngineRun } from '../engines/engine.ts'
import { join, sql } from '../sql/dialect.ts'
import type { Table } from './open-source.ts'

/** A warning for each file that holds what an earlier one holds. */
export async function equalFiles(files: readonly string[]): Promise<string[]> {
  const bySize = new Map<number, string[]>()
  const warnings: string[] = []
  for (const file of files) {
    const { size } = statSync(file)
    const others = bySize.get(size) ?? []
    bySize.set(size, others)
    let copied: string | undefined
    for (const other of others) if (await holdTheSame(other, file)) copied = other
    if (copied === undefined) others.push(file)
    else
      warnings.push(
        `${copied} and ${file} hold the same; everybody in them is counted twice, and k people are only half as many: leave one of them out`,
      )
  }
  return warnings
}

const step = 1 << 20

async function holdTheSame(a: string, b: string): Promise<boolean> {
  const handles = await Promise.all([open(a), open(b)])
  try {
    const buffers = [Buffer.alloc(step), Buffer.alloc(step)] as const
    for (let place = 0; ; place += step) {
      const [one, other] = await Promise.all(
        handles.map(async (handle, i) => {
          const { bytesRead } = await handle.read(buffers[i], 0, step, place)
          return buffers[i].subarray(0, bytesRead)
        }),
      )
      if (!one.equals(other)) return false
      if (one.length < step) return true
    }
  } finally {
    await Promise.all(handles.map((handle) => handle.close()))
  }
}

/** A table is looked through for equal rows when it is small, or when it is put together of several files. */
const smallTable = 64 << 20

/** Above this share of equal rows something is wrong with the data, not with the people. */
const mostEqualRows = 0.05

/**
 * The table with a warning where many rows are equal in everything that identifies a person and in all other columns: the same people are
 * there twice. Without an identifier equal rows are nothing strange.
 */
export async function warnOfEqualRows(
  table: Table,
  identifiers: readonly string[],
  run: EngineRun = {},
): Promise<Table> {
  const { engine, source, files, columns } = table
  const named = columns.filter(({ name }) => identifiers.includes(name)).map(({ name }) => name)
  // A table of a database is not put together of copies.
  if (source.kind === 'table' || named.length === 0 || (files.length === 1 && statSync(files[0]).size > smallTable))
    return table
  const { dialect } = engine
  const all = join(columns.map(({ name }) => dialect.identifier(name)))
  const result = await engine.query(
    sql`SELECT ${dialect.wholeNumber(sql`COUNT(*)`)} AS different, ${dialect.wholeNumber(sql`SUM(n)`)} AS total FROM (SELECT COUNT(*) AS n FROM ${dialect.scan(source)} GROUP BY ${all}) AS t`,
    run,
  )
  const rows = result.numbers('total')[0]
  const repeated = rows - result.numbers('different')[0]
  if (!(repeated > mostEqualRows * rows)) return table
  const warning = `${repeated} of ${rows} rows repeat another row in every column, ${named.join(', ')} too; the same people are counted more than once, and k rows are fewer than k people: take the doubles out, or name the column that says whose row it is, as in persons: { column: ${named[0]} }`
  return { ...table, warnings: [...table.warnings, warning] }
}
