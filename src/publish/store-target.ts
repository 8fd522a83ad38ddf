/**
 * Publishes files to an object store, which cannot rename: uploads verified files under a private prefix, reads them
 * back and compares digests, then writes each under its own name, the manifest last. An object is there whole or not at
 * all, and a set without its manifest is not a release.
 */
import { appendFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Engine } from '../engines/engine.ts'
import { userError } from '../ground/errors.ts'
import { hashFile } from '../ground/hash-file.ts'
import { engineFolder } from '../sources/engine-folder.ts'
import { copyBytes, openPlace } from '../sources/places/copy-here.ts'
import { findPlace, lastPart } from '../sources/places/index.ts'
import type { PlaceRecord } from '../sources/places/place.ts'
import type { CopiedFile } from '../sources/table.ts'
import { sql } from '../sql/dialect.ts'
import { copyToFile } from '../sql/duckdb.ts'
import { randomName } from './journal.ts'
import type { Staging } from './staging.ts'

const wrongPlace = userError('file', 'output.release')

interface StoreRequest {
  readonly engine: Engine
  readonly force: boolean
  readonly sources: readonly CopiedFile[]
}

/** Adds objects, the manifest last, to a set whose other files are `here`. They are published first. */
export async function withStore(here: Staging, addresses: readonly string[], request: StoreRequest): Promise<Staging> {
  if (addresses.length === 0) return here
  const store = await openStore(addresses, request).catch(async (error) => {
    await here.discard()
    throw error
  })
  const path = (target: string) => (addresses.includes(target) ? store.path(target) : here.path(target))
  return {
    path,
    write: (target, text) =>
      addresses.includes(target) ? writeFile(path(target), text, { mode: 0o600 }) : here.write(target, text),
    append: (target, text) =>
      addresses.includes(target) ? appendFile(path(target), text, { mode: 0o600 }) : here.append(target, text),
    async publish() {
      await store.publish()
      await here.publish().catch((error: Error) => {
        throw wrongPlace`${addresses[0]} was published without its private files (${error.message}); use --force`
      })
    },
    async discard() {
      await store.discard()
      await here.discard()
    },
  }
}

async function openStore(addresses: readonly string[], { engine, force, sources }: StoreRequest) {
  const { literal } = engine.dialect
  const folder = join(engineFolder(engine), `upload-${randomName()}`)
  const prefix = `${addresses[0].replace(/\/[^/]*$/, '')}/.halftone-${randomName()}`
  const name = (address: string) => `${addresses.indexOf(address)}-${lastPart(address)}`
  const path = (address: string) => `${folder}-${name(address)}`
  const object = async (address: string) => {
    const read = await engine.query(sql`SELECT filename, sha256(content) AS digest FROM read_blob(${literal(address)})`)
    return read.texts('digest')[0]
  }
  const upload = async (address: string, to: string) => {
    const { bytes, sha256 } = await hashFile(path(address))
    if (bytes > (engine.room ?? 0))
      throw wrongPlace`${address} would have ${bytes} bytes, written from memory; give twice as much with --memory`
    await copyBytes(engine, path(address), to)
    if ((await object(to)) !== sha256)
      throw wrongPlace`${to} does not have the bytes that were written; nothing was published: run again`
  }
  // No statement removes one object, but a partitioned copy of no rows empties its folder.
  const nothing = sql`SELECT 1 AS cell, 1 AS part WHERE false`
  const removeStaged = () =>
    engine.execute(sql`COPY (${nothing}) TO ${literal(prefix)} (FORMAT csv, PARTITION_BY part, OVERWRITE)`)
  for (const address of addresses) {
    if (/[*?[\]]|\/$/.test(address)) throw wrongPlace`"${address}" must be the full name of an object, without * or ?`
    if (sources.some((source) => source.address === address))
      throw wrongPlace`output ${address} is the source, which a release must not overwrite; choose another name`
    await openPlace(findPlace(address) as PlaceRecord, engine, 'output.release', address)
  }
  const isThere = async (address: string) =>
    (await engine.query(sql`SELECT filename FROM read_blob(${literal(address)})`)).rows > 0
  const old: string[] = []
  for (const address of addresses) if (await isThere(address)) old.push(address)
  if (old.length > 0 && !force)
    throw wrongPlace`output ${old[0]} exists already; remove it, choose another name, or add --force to replace it`
  // Finds out before hours of work whether objects can be written there.
  await engine.execute(copyToFile(sql`SELECT 1 AS cell`, { ...probe, file: `${prefix}/probe` }))
  return {
    path,
    async publish() {
      for (const address of addresses) await upload(address, `${prefix}/${name(address)}`)
      const manifest = addresses[addresses.length - 1]
      // The old manifest must not describe new objects.
      if (old.includes(manifest))
        await engine.execute(copyToFile(sql`SELECT 'withdrawn' AS halftone`, { ...probe, file: manifest }))
      try {
        for (const address of addresses) await upload(address, address)
      } catch (error) {
        const { message } = error as Error
        throw wrongPlace`${message}; objects without their manifest, no release, may be left: run again with --force`
      }
    },
    async discard() {
      for (const address of addresses) await rm(path(address), { force: true })
      await removeStaged().catch(() => {})
    },
  }
}

const probe = { format: 'typed', options: { FORMAT: 'json' }, delimiter: ',', compression: 'none' } as const
