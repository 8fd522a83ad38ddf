/** Names of tables as a job has them: `public.people`, or `"My Schema"."a.b"` with quotes where a name has a point. */
import { identifier } from '../sql/dialect.ts'
import type { SourceRequest } from './open-source.ts'

/** As a person writes it: with quotes only where they are needed. */
export function plainTable(parts: readonly string[]): string {
  return parts.map((part) => (/[."]/.test(part) ? identifier(part) : part)).join('.')
}

/** A table, a path or a query, and where it is, for people. */
export function nameInDatabase({ source, table, path }: Pick<SourceRequest, 'source' | 'table' | 'path'>): string {
  return `${table ?? path ?? 'a query'} of ${databaseName(source as string)}`
}

/** An address for people, and for files: without user and password. */
export function databaseName(address: string): string {
  const { protocol, host, pathname } = new URL(address)
  return `${protocol}//${host}${pathname.replace(/;.*/, '')}`
}
