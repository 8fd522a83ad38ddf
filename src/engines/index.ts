/** All supported databases. */
import type { DatabaseRecord } from './engine.ts'
import { postgres } from './postgres/record.ts'
import { spark } from './spark/record.ts'

export const databases: readonly DatabaseRecord[] = [postgres, spark]

export function findDatabase(source: string | readonly string[]): DatabaseRecord | undefined {
  const scheme = typeof source === 'string' ? /^([a-z][a-z0-9+.-]*):\/\//i.exec(source)?.[1].toLowerCase() : undefined
  return scheme === undefined ? undefined : databases.find(({ schemes }) => schemes.includes(scheme))
}
