/** Compares the release and the data of a run, as they are on disk now, with the digests in its private manifest. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { isDatabase } from '../../../src/engines/open-engine.ts'
import { hashFile } from '../../../src/ground/hash-file.ts'
import type { Manifest } from '../../../src/publish/manifest.ts'
import { findFiles } from '../../../src/sources/files.ts'
import { remembered } from '../remembered.ts'
import { plannedRun } from '../run/runs.ts'
import type { Session } from '../session.ts'
import type { FilesNow } from './api.ts'

const digests = remembered<Session, string>()

export async function filesNow(session: Session, id: string): Promise<FilesNow> {
  const { result, plan } = plannedRun(session, id)
  const { fullManifest } = result
  if (fullManifest === undefined) return { isAltered: false, changedData: [] }
  // The folder was removed.
  if (!existsSync(fullManifest)) return { isAltered: true, changedData: [] }
  const manifest = JSON.parse(readFileSync(fullManifest, 'utf8')) as Manifest
  const isSame = async (file: string, sha256: string | undefined): Promise<boolean> => {
    const stat = statSync(file, { throwIfNoEntry: false })
    if (stat === undefined || sha256 === undefined) return stat !== undefined
    const key = JSON.stringify([file, stat.size, stat.mtimeMs])
    return (await digests(session, key, async () => (await hashFile(file)).sha256)) === sha256
  }
  const [release] = manifest.files ?? []
  const isAltered =
    release !== undefined &&
    manifest.table === undefined &&
    !(await isSame(resolve(dirname(fullManifest), release), manifest.output[0]?.sha256))
  const { source, base } = plan.source
  const changedData: string[] = []
  for (const file of isDatabase(source) ? [] : findFiles(source, base)) {
    const named = basename(file).toLowerCase()
    const input = manifest.input.find(({ name }) => basename(name).toLowerCase() === named)
    if (input !== undefined && !(await isSame(file, input.sha256))) changedData.push(basename(file))
  }
  return { isAltered, changedData }
}
