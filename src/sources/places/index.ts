/** All object stores and lakes. */
import { isDatabase } from '../../engines/open-engine.ts'
import { delta, ducklake, iceberg } from './lakes.ts'
import type { PlaceRecord } from './place.ts'
import { azure, gcs, s3 } from './stores.ts'

export const places: readonly PlaceRecord[] = [s3, gcs, azure, delta, iceberg, ducklake]

export function findPlace(source: string): PlaceRecord | undefined {
  const scheme = /^([a-z0-9]+):/i.exec(source)?.[1].toLowerCase()
  return scheme === undefined ? undefined : places.find(({ schemes }) => schemes.includes(scheme))
}

/** A database, an object store or a lake: not a path to a file. */
export function isElsewhere(source: string | readonly string[]): boolean {
  return isDatabase(source) || (typeof source === 'string' ? [source] : source).some(findPlace)
}

/** Renames the path of a file, or of a lake on this machine. */
export function renamePlace(source: string, rename: (path: string) => string): string {
  const place = findPlace(source)
  if (place === undefined) return rename(source)
  const inside = source.slice(source.indexOf(':') + 1)
  return isStore(source) || isStore(inside) ? source : `${place.schemes[0]}:${rename(inside)}`
}

export function lastPart(path: string): string {
  return path.replace(/^.*[/\\]/s, '')
}

export function isStore(source: string): boolean {
  return findPlace(source)?.secret !== undefined
}
