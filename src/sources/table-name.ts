/** Parses and formats table names: `public.people`, or `"My Schema"."a.b"` with quotes if a name has a dot. */
import { identifier } from '../sql/dialect.ts'
import type { SourceRequest } from './open-source.ts'

/** Quotes parts only if needed. */
export function plainTable(parts: readonly string[]): string {
  return parts.map((part) => (/[."]/.test(part) ? identifier(part) : part)).join('.')
}

/** A display name for a table, path or query and its database. */
export function nameInDatabase({ source, table, path }: Pick<SourceRequest, 'source' | 'table' | 'path'>): string {
  return `${table ?? path ?? 'a query'} of ${databaseName(source as string)}`
}

/** Removes user and password from an address. */
export function databaseName(address: string): string {
  const { protocol, host, pathname } = new URL(address)
  return `${protocol}//${host}${pathname.replace(/;.*/, '')}`
}
