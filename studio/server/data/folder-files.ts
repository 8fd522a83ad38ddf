/** Lists the data, jobs, studies and trees in the studio's folder, two levels deep, without results. */
import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { PRIVATE_FOLDER } from '../../../src/plan/outputs.ts'
import { isDataFile } from '../../../src/sources/formats/index.ts'
import { pathFrom } from '../folder.ts'
import type { Session } from '../session.ts'
import type { FolderFile } from './api.ts'

const DEEPEST = 2
const MOST_FILES = 500
const PEEK = 4096

export async function listFiles({ folder }: Pick<Session, 'folder'>): Promise<FolderFile[]> {
  const found: FolderFile[] = []
  const walk = async (path: string, depth: number): Promise<void> => {
    const entries = await readdir(path, { withFileTypes: true }).catch(() => [])
    entries.sort((a, b) => (a.name < b.name ? -1 : 1))
    // A release has its manifest beside it.
    const releases = entries.flatMap(({ name }) => /^(.+)\.manifest\.json$/.exec(name)?.[1] ?? [])
    for (const entry of entries) {
      if (found.length >= MOST_FILES) return
      if (entry.name.startsWith('.') || ['node_modules', PRIVATE_FOLDER].includes(entry.name)) continue
      if (releases.includes(entry.name.replace(/(\.tidy|\.manifest)?\.[^.]+$/, ''))) continue
      const child = join(path, entry.name)
      if (entry.isDirectory()) {
        if (depth < DEEPEST) await walk(child, depth + 1)
        continue
      }
      const kind = entry.isFile() ? await detectKind(child) : undefined
      if (kind === undefined) continue
      found.push({ path: pathFrom(folder, child), kind, bytes: (await stat(child).catch(() => undefined))?.size ?? 0 })
    }
  }
  await walk(folder, 1)
  return found
}

async function detectKind(file: string): Promise<FolderFile['kind'] | undefined> {
  if (!/\.(ya?ml|json)$/i.test(file)) return isDataFile(file) ? 'data' : undefined
  const head = await readHead(file)
  // Recodings, manifests and trails are results, opened with their run.
  if (/^\s*["']?grid["']?\s*:/m.test(head) && /["']?job["']?\s*:/.test(head)) return 'study'
  if (/["']?version["']?\s*:\s*1\b/.test(head) && /["']?columns["']?\s*:/.test(head) && /["']?data["']?\s*:/.test(head))
    return 'job'
  if (!/\.json$/i.test(file)) return undefined
  if (/^\s*\{\s*"name"\s*:/.test(head)) return 'taxonomy'
  return /^\s*(\[\s*)?\{/.test(head) && !/"(version|recoding|algorithm|outcome)"\s*:/.test(head) ? 'data' : undefined
}

async function readHead(file: string): Promise<string> {
  const handle = await open(file).catch(() => undefined)
  if (handle === undefined) return ''
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(PEEK), 0, PEEK, 0)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await handle.close()
  }
}
