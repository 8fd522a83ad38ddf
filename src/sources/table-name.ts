/** Parses and formats table names: `public.people`, or `"My Schema"."a.b"` with quotes if a name has a dot. */
import { identifier } from '../sql/dialect.ts'
import type { SourceRequest } from './open-source.ts'

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
