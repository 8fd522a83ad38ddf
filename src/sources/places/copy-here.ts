/** Copies what a place has into the engine's private folder, once per engine. */
import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Engine } from '../../engines/engine.ts'
import { userError } from '../../ground/errors.ts'
import { madeOnce } from '../../ground/made-once.ts'
import { entryAt } from '../../ground/maps.ts'
import { sql } from '../../sql/dialect.ts'
import { engineFolder } from '../engine-folder.ts'
import { fileSink, toldFormat, typedFormat } from '../formats/index.ts'
import type { CopiedFile, SourceRequest } from '../table.ts'
import { findPlace, lastPart } from './index.ts'
import type { PlaceRecord } from './place.ts'

const copies = madeOnce((_: Engine) => new Map<string, Promise<readonly CopiedFile[]>>())

export function copyHere(source: string, request: SourceRequest, engine: Engine): Promise<readonly CopiedFile[]> {
  const key = JSON.stringify([source, request.table, request.format])
  return entryAt(copies(engine), key, () => copyFiles(source, request, engine))
}

async function copyFiles(source: string, request: SourceRequest, engine: Engine): Promise<readonly CopiedFile[]> {
  const place = findPlace(source) as PlaceRecord
  const inside = place.secret === undefined ? source.slice(source.indexOf(':') + 1) : source
  const path = findPlace(inside) === undefined ? resolve(request.base, inside) : inside
  await openPlace(place, engine, 'data.source', path)
  const copied: CopiedFile[] = []
  for (const { address, snapshot, name, rows, close } of await place.pin(path, request, engine)) {
    const folder = join(engineFolder(engine), `copied-${randomUUID()}`)
    await mkdir(folder, { mode: 0o700 })
    const plain = lastPart(name).replaceAll(/[^\p{L}\p{N}_.-]+/gu, '-')
    const isNamed = rows === undefined || toldFormat(plain) === typedFormat
    const file = join(folder, isNamed ? plain : plain + typedFormat.endings[0])
    if (rows === undefined) await copyBytes(engine, address, file)
    else await engine.export(rows, fileSink(file, file))
    if (close !== undefined) await engine.execute(close)
    copied.push({ address, snapshot, file })
  }
  return copied
}

/** Loads the extensions of a place, and the credentials of the store in `address`. */
export async function openPlace(place: PlaceRecord, engine: Engine, key: string, address: string): Promise<void> {
  const store = findPlace(address)
  const variables = (store?.variables ?? []).join(', ')
  if (/[?&][^/]*=/.test(address) || (store !== undefined && /:\/\/[^/]*:[^/]*@/.test(address)))
    throw userError('value', key)`${key} must have no settings or credentials in its address; set ${variables}`
  if (engine.extend === undefined)
    throw userError('together', key)`${place.title} is read and written by DuckDB, not by ${engine.version}`
  await engine.extend(place.extensions)
  if (store?.secret !== undefined) await engine.extend(store.extensions, store.secret(process.env))
}

/** Copies a file or object as it is. The engine holds it in memory. */
export function copyBytes(engine: Engine, from: string, to: string): Promise<void> {
  const sink = { format: 'typed', options: { FORMAT: 'blob' }, delimiter: ',', compression: 'none' } as const
  return engine.export(sql`SELECT content FROM read_blob(${engine.dialect.literal(from)})`, { file: to, ...sink })
}
