/**
 * A first job file for a table that nobody has described yet: profiles the columns, proposes roles and hierarchies with a reason each
 * (`proposeJob`), and writes a commented job file and taxonomies that a person can edit (`initJob`).
 */
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { EngineRun } from '../engines/engine.ts'
import { openEngine } from '../engines/open-engine.ts'
import { packageFile } from '../ground/version.ts'
import type { ProfiledColumn } from '../hierarchy/propose.ts'
import type { TaxonomyNode } from '../hierarchy/taxonomy/taxonomy.ts'
import { writeTaxonomyJson } from '../hierarchy/taxonomy/write-taxonomy.ts'
import { publishTexts } from '../publish/staging.ts'
import { portablePath } from '../sources/files.ts'
import { openSource, receive, type SourceRequest, STANDARD_INPUT, type Table } from '../sources/open-source.ts'
import { type DescribedData, describeTable } from './describe-table.ts'
import { describeBaskets } from './init-items.ts'
import { jobText } from './job-text.ts'
import { readAs } from './read-as.ts'

export interface InitResult {
  readonly job: string
  readonly taxonomies: readonly string[]
  readonly rows: number
  readonly columns: readonly Pick<DescribedData['columns'][number], 'name' | 'role' | 'reason' | 'sure' | 'distinct'>[]
  /** What a person should know of the file though it is no error. */
  readonly warnings: readonly string[]
}

/** A job that nothing was written of yet. */
export interface JobProposal extends Pick<InitResult, 'rows' | 'columns'> {
  /** The job file, with a reason for every role. */
  readonly text: string
  /** Trees for columns to start from; paths are relative to the job's folder. */
  readonly taxonomies: readonly { readonly column: string; readonly path: string; readonly root: TaxonomyNode }[]
}

export interface ProposalRequest {
  /** As it was asked for: what is said there is said in the job file. */
  readonly source: SourceRequest
  /** Where the job file is, or would be; taxonomies go into a folder `taxonomies` beside it. */
  readonly job: string
  /** A rule book that the job is to follow. */
  readonly preset?: string | undefined
  /** The decimal mark of its numbers, where they do not show it (`1,234`). */
  readonly decimal?: ',' | '.' | undefined
  /** Whether a taxonomy may have this path, relative to the job's folder; all may when absent. */
  readonly free?: (path: string, root: TaxonomyNode) => boolean
}

export interface InitRequest extends Omit<ProposalRequest, 'free'> {
  readonly force: boolean
}

export async function initJob(
  { source, job, force, preset, decimal }: InitRequest,
  run: EngineRun = {},
): Promise<InitResult> {
  const engine = await openEngine(source)
  try {
    const given =
      source.source === STANDARD_INPUT ? { ...source, received: await receive(engine, source.format) } : source
    const read = readAs(given)
    const table = await openSource(read, engine)
    const proposal = await proposeJob(table, { source: read, job, preset, decimal }, run)
    const base = dirname(resolve(job))
    const files = proposal.taxonomies.map(({ path, root }) => ({
      path: join(base, path),
      text: writeTaxonomyJson(root),
    }))
    const text = `# yaml-language-server: $schema=${schemaFrom(base)}\n${proposal.text}`
    await publishTexts([{ path: resolve(job), text }, ...files], { force, sources: table.files })
    const { rows, columns } = proposal
    const above =
      read.skip === 1
        ? 'the line above the names of the columns is'
        : `the ${read.skip} lines above the names of the columns are`
    const titles = `${table.name}: ${above} left out (data.skip)`
    const warnings = read.skip === source.skip ? table.warnings : [titles, ...table.warnings]
    return { job: resolve(job), taxonomies: files.map(({ path }) => path), rows, columns, warnings }
  } finally {
    await engine.close()
  }
}

/**
 * Where an editor finds the schema of a job file in this folder: the one of the package. From the folder itself where the package is
 * installed in its project, so that the line is the same for everybody who has the project.
 */
export function schemaFrom(folder: string, schema: string = packageFile('docs/job.schema.json')): string {
  const path = portablePath(folder, schema)
  return /^(\.\.\/)*node_modules\//.test(path) ? path : pathToFileURL(schema).href
}

/** The job for a table that `readAs` says how to open. `profiles`, where they are known already, save a pass over the rows. */
export async function proposeJob(
  table: Table,
  request: ProposalRequest,
  run: EngineRun = {},
  profiles?: () => Promise<readonly ProfiledColumn[]>,
): Promise<JobProposal> {
  const lines = readAs(request.source).format === 'transactions'
  const described = lines ? await describeBaskets(table, run) : await describeTable(table, request, run, profiles)
  const taken = new Set<string>()
  const taxonomies = described.columns.flatMap(({ name, specification }) =>
    specification?.kind === 'tree' ? [taxonomyFile(name, specification.root, taken, request.free)] : [],
  )
  const columns = described.columns.map(({ name, role, reason, sure, distinct }) => ({
    name,
    role,
    reason,
    sure,
    distinct,
  }))
  return { text: jobText(table, request, described, taxonomies), taxonomies, rows: described.rows, columns }
}

/** A file for a column's tree that no other column has. */
export function taxonomyFile(
  column: string,
  root: TaxonomyNode,
  taken: Set<string> = new Set(),
  free: ProposalRequest['free'] = () => true,
): JobProposal['taxonomies'][number] {
  const stem = inBytes(column.replace(/[^\p{L}\p{N}_]+/gu, '-').replace(/^-|-$/g, ''), LONGEST_STEM) || 'column'
  let name = stem
  const path = () => `taxonomies/${name}.json`
  for (let number = 2; taken.has(name.toLowerCase()) || !free(path(), root); number++) name = `${stem}-${number}`
  taken.add(name.toLowerCase())
  return { column, path: path(), root }
}

/** Bytes of a file's name that leave room for an ending and for the name it is staged under: file systems have 255. */
const LONGEST_STEM = 120

/** The beginning of a text that takes so many bytes at most; no character is cut. */
function inBytes(text: string, most: number): string {
  const characters = Array.from(text)
  while (Buffer.byteLength(characters.join('')) > most) characters.pop()
  return characters.join('')
}
