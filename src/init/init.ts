/**
 * Creates a first job file: profiles the columns, proposes roles and hierarchies with reasons (`proposeJob`), and
 * writes the job and editable taxonomies (`initJob`).
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
import { openSource, receive, STANDARD_INPUT } from '../sources/open-source.ts'
import type { Table } from '../sources/table.ts'
import { describeTable } from './describe-table.ts'
import { describeBaskets } from './init-items.ts'
import { countPeople, proposeK, USUAL_K } from './init-search.ts'
import { jobText } from './job-text.ts'
import type { InitResult, JobProposal, ProposalRequest } from './proposal.ts'
import { readAs } from './read-as.ts'

export interface InitRequest extends Omit<ProposalRequest, 'free'> {
  readonly force: boolean
}

export async function initJob(
  { source, job, force, preset, decimal }: InitRequest,
  run: EngineRun = {},
): Promise<InitResult> {
  const engine = await openEngine(source)
  try {
    const received = source.source === STANDARD_INPUT && { received: await receive(engine, source.format) }
    const read = readAs({ ...source, ...received })
    const table = await openSource(read, engine)
    const proposal = await proposeJob(table, { source: read, job, preset, decimal }, run)
    const base = dirname(resolve(job))
    const taxonomies = proposal.taxonomies.map(({ path, root }) => [join(base, path), writeTaxonomyJson(root)])
    const files = taxonomies.map(([path, text]) => ({ path, text }))
    const text = `# yaml-language-server: $schema=${schemaFrom(base)}\n${proposal.text}`
    await publishTexts([{ path: resolve(job), text }, ...files], { force, sources: table.files })
    const { rows, columns } = proposal
    const [what, are] = read.skip === 1 ? ['line', 'is'] : [`${read.skip} lines`, 'are']
    const titles = `${table.name}: the ${what} above the names of the columns ${are} left out (data.skip)`
    const warnings = [...(read.skip === source.skip ? [] : [titles]), ...table.warnings, ...proposal.notes]
    return { job: resolve(job), taxonomies: files.map(({ path }) => path), rows, columns, warnings }
  } finally {
    await engine.close()
  }
}

/** Relative if the package is installed in the folder's project, so that the line works for everybody with it. */
export function schemaFrom(folder: string, schema: string = packageFile('docs/job.schema.json')): string {
  const path = portablePath(folder, schema)
  return /^(\.\.\/)*node_modules\//.test(path) ? path : pathToFileURL(schema).href
}

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
  const columns = described.columns.map((column) => {
    const { name, role, generalized, reason, sure, distinct } = column
    return { name, role: generalized ? ('other' as const) : role, generalized, reason, sure, distinct }
  })
  const text = jobText(table, request, described, taxonomies)
  const k = proposeK(countPeople(described), request.preset)
  const counted = `${countPeople(described)} ${described.persons?.column === undefined ? 'rows' : 'persons'}`
  const low = `k is ${k}, lower than the usual ${USUAL_K}: the file has ${counted}`
  const notes = [...(described.notes ?? []), ...(lines || k >= USUAL_K ? [] : [low])]
  return { text, taxonomies, rows: described.rows, columns, notes }
}

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

/** In bytes. Leaves room for an ending and the staging name: file systems allow 255. */
const LONGEST_STEM = 120

function inBytes(text: string, most: number): string {
  const characters = Array.from(text)
  while (Buffer.byteLength(characters.join('')) > most) characters.pop()
  return characters.join('')
}
