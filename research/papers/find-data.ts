/**
 * Finds the data sets of the papers (data.yaml) in a given folder, in HALFTONE_DATA, or in `../shared/data`; on demand
 * fetches them from their public source. A file with another SHA-256 is rejected.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parse } from 'yaml'
import { papersFolder } from './paper.ts'

export interface DataFile {
  readonly path: string
  /** Absent if the file was never available: any version is accepted. */
  readonly sha256?: string
  /** Absent if no public source has exactly this file. */
  readonly url?: string
  /** Path in this repository. */
  readonly local?: string
}

export interface DataSet {
  readonly name: string
  readonly title: string
  readonly source: string
  readonly licence: string
  readonly files: readonly DataFile[]
}

export interface FoundData {
  readonly folder: string
  /** Sets with all files present and correct. */
  readonly present: ReadonlySet<string>
}

export function readDataSets(): readonly DataSet[] {
  const { sets } = parse(readFileSync(join(papersFolder, 'data.yaml'), 'utf8')) as { sets: DataSet[] }
  return sets
}

export interface DataRequest {
  readonly folder?: string | undefined
  readonly fetch: boolean
  readonly say: (line: string) => void
  /** Defaults to data.yaml. */
  readonly sets?: readonly DataSet[]
}

export async function findData({
  folder: named,
  fetch: mayFetch,
  say,
  sets = readDataSets(),
}: DataRequest): Promise<FoundData> {
  const given = named ?? process.env['HALFTONE_DATA']
  const beside = join(papersFolder, '..', '..', '..', 'shared', 'data')
  const folder = given ? resolve(given) : mayFetch && !existsSync(beside) ? join(papersFolder, 'data', 'out') : beside
  const present = new Set<string>()
  for (const { name, files } of sets) {
    let complete = true
    for (const file of files) complete = (await have(folder, file)) && complete
    if (complete) present.add(name)
  }
  return { folder, present }

  async function have(place: string, file: DataFile): Promise<boolean> {
    const path = join(place, ...file.path.split('/'))
    if (!existsSync(path) && mayFetch) await get(path, file)
    if (!existsSync(path)) return false
    if (file.sha256 === undefined) return true
    const sum = createHash('sha256').update(readFileSync(path)).digest('hex')
    if (sum === file.sha256) return true
    say(`${path} is not the file that research/papers/data.yaml describes (SHA-256 ${sum}); it is left out`)
    return false
  }

  async function get(path: string, { url, local }: DataFile): Promise<void> {
    const content = local === undefined ? await download(url) : readFileSync(join(papersFolder, ...local.split('/')))
    if (content === undefined) return
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
  }

  async function download(url: string | undefined): Promise<Uint8Array | undefined> {
    if (url === undefined) return undefined
    try {
      const response = await fetch(url)
      if (response.ok) return new Uint8Array(await response.arrayBuffer())
      say(`${url} answers ${response.status}`)
    } catch (error) {
      say(`${url} cannot be reached: ${(error as Error).message}`)
    }
    return undefined
  }
}
