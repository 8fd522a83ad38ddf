/** Checks that the files beside a release are of one run, by the digests in its manifests. */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { realDisk } from '../ground/disk.ts'
import { userError } from '../ground/errors.ts'
import { type FileDigest, hashFile } from '../ground/hash-file.ts'
import { type PlannedOutput, PRIVATE_FOLDER } from '../plan/outputs.ts'
import { digestBeforeMark } from '../report/signing.ts'
import { withoutEnding } from '../sources/formats/index.ts'
import { singleFile } from '../sources/open-source.ts'
import type { SourceRequest, Table } from '../sources/table.ts'
import { finishSwitches } from './journal.ts'
import type { Manifest } from './manifest.ts'

export async function finishSets(files: Iterable<string | undefined>): Promise<void> {
  const folders = new Set<string>()
  for (const file of files) {
    if (file === undefined) continue
    const folder = dirname(resolve(file))
    folders.add(basename(folder).toLowerCase() === PRIVATE_FOLDER ? dirname(folder) : folder)
  }
  const wrongFile = userError('file', [...folders][0])
  const busy = await finishSwitches(realDisk, folders).catch((error: NodeJS.ErrnoException) => {
    throw wrongFile`${[...folders].join(', ')} has a release that was not published to its end, and this cannot be put
      right (${error.code}); ask for the right to write there, or run the job again`
  })
  if (busy !== undefined)
    throw wrongFile`process ${busy.split('.')[0]} is publishing there now; wait until it has ended`
}

/** Completes the set of a release; throws if a manifest, report or recoding of another run is beside it. */
export async function requireOneSet(source: SourceRequest, output?: PlannedOutput): Promise<void> {
  const release = singleFile(source)
  if (release === undefined) return
  await finishSets([release])
  const folder = dirname(release)
  const manifest = output?.release === release ? output.manifest : `${withoutEnding(release)}.manifest.json`
  const record = await readManifest(manifest)
  if (record !== undefined) {
    const listed = record.output.map(({ name, sha256, before }) => ({ file: join(folder, name), sha256, before }))
    if (listed.some(({ file }) => file === release)) await compare(manifest, listed)
  }
  await requireListed(join(folder, PRIVATE_FOLDER, `${basename(withoutEnding(release))}.manifest.json`), release)
}

/** Checks a released table: its comment has the digest of its manifest. */
export async function requireTableOfSet(
  { engine, source, name }: Pick<Table, 'engine' | 'source' | 'name'>,
  output: PlannedOutput | undefined,
): Promise<void> {
  if (output?.table === undefined || engine.readNote === undefined) return
  const text = await readFile(output.manifest, 'utf8').catch(() => undefined)
  // The manifest of another table says nothing about this one, and a copy of the table has no comment.
  if (text === undefined || (JSON.parse(text) as Manifest).table !== name) return
  const note = await engine.readNote(source)
  if (note !== undefined && note !== tableNote(text))
    throw userError('file', 'output.table')`${name} and ${output.manifest} do not belong together: one of them was
      changed, or is of another run; run the job again, or move the manifest away to look at the table by itself`
}

export function tableNote(manifest: string): string {
  return `Released by Halftone; its manifest has sha256 ${createHash('sha256').update(manifest).digest('hex')}`
}

export async function requireSetOfRecoding(recoding: string): Promise<void> {
  await finishSets([recoding])
  await requireListed(recoding.replace(/\.recoding\.json$/, '.manifest.json'), recoding)
}

async function requireListed(hidden: string, file: string): Promise<void> {
  const full = await readManifest(hidden)
  const places = full?.files?.map((name, i) => ({
    file: resolve(dirname(hidden), name),
    sha256: full.output[i]?.sha256,
    before: full.output[i]?.before,
  }))
  if (places?.some((place) => place.file === resolve(file))) await compare(hidden, places)
}

async function compare(
  manifest: string,
  listed: readonly { readonly file: string; readonly sha256: string; readonly before?: string | undefined }[],
): Promise<void> {
  for (const { file, sha256, before } of listed) {
    // A recipient may have only a part of the set.
    const digest = await digestAsListed(file, before).catch(() => undefined)
    if (digest !== undefined && digest.sha256 !== sha256)
      throw userError('file', file)`${file} and ${manifest} do not belong together: one of them was changed, or is of
        another run; run the job again, or move the manifest away to look at the file by itself`
  }
}

export async function digestAsListed(file: string, before: string | undefined): Promise<FileDigest | undefined> {
  return before === undefined ? hashFile(file) : digestBeforeMark(await readFile(file, 'utf8'))
}

/** Warns about other releases of the same data in the folder: together, two can reveal more than each alone. */
export async function warnOfOtherReleases(
  fullManifest: string,
  input: readonly { readonly name: string; readonly sha256?: string }[],
): Promise<string[]> {
  const folder = dirname(fullManifest)
  const names = (await readdir(folder).catch(() => [])).filter((name) => /^[^.].*\.manifest\.json$/.test(name)).sort()
  const others: string[] = []
  for (const name of names.filter((one) => one !== basename(fullManifest))) {
    const other = await readManifest(join(folder, name))
    const isSameData = other?.input.some(
      ({ sha256 }) => sha256 !== undefined && input.some((source) => source.sha256 === sha256),
    )
    if (isSameData) others.push(other?.output[0]?.name ?? name)
  }
  if (others.length === 0) return []
  const shown = others.slice(0, 3).join(', ') + (others.length > 3 ? `, and ${others.length - 3} more` : '')
  return [
    `${shown} in the same folder: released from the same data before; anyone who has both releases can combine ` +
      'them, and no requirement was counted over both; give out one of them',
  ]
}

async function readManifest(file: string): Promise<Manifest | undefined> {
  try {
    const found = JSON.parse(await readFile(file, 'utf8')) as Manifest & { readonly halftone?: string }
    return found.halftone === 'manifest' && Array.isArray(found.output) ? found : undefined
  } catch {
    return undefined
  }
}
