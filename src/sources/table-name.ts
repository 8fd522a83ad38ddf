/** Names of tables (`public.people`, or `"My Schema"."a.b"` with quotes if a name has a dot) and of their columns. */
import type { SourceColumn } from '../engines/engine.ts'
import { userError } from '../ground/errors.ts'
import { identifier } from '../sql/dialect.ts'
import type { SourceRequest } from './table.ts'

export function plainTable(parts: readonly string[]): string {
  return parts.map((part) => (/[."]/.test(part) ? identifier(part) : part)).join('.')
}

export function nameInDatabase({ source, table, path }: Pick<SourceRequest, 'source' | 'table' | 'path'>): string {
  return `${table ?? path ?? 'a query'} of ${databaseName(source as string)}`
}

export function databaseName(address: string): string {
  const { protocol, host, pathname } = new URL(address)
  return `${protocol}//${host}${pathname.replace(/;.*/, '')}`
}

/** Refuses columns whose names begin with `halftone`, which statements use for their own. */
export function requireForeignNames(columns: readonly Pick<SourceColumn, 'name'>[], source: string): void {
  const ours = columns.find(({ name }) => /^halftone[ _]/i.test(name))
  if (ours !== undefined)
    throw userError('value', 'data.source')`${source} has a column "${ours.name}": names that begin with "halftone " or
      "halftone_" are Halftone's; rename it`
}
