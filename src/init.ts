/**
 * A first job file for a table that nobody has described yet: profiles the columns, proposes roles and hierarchies with a reason each
 * (`proposeJob`), and writes a commented job file and taxonomies that a person can edit (`initJob`).
 */
import { writeFile } from 'node:fs/promises'
import { basename, dirname, extname, join, relative, resolve } from 'node:path'
import type { EngineRun } from './engines/engine.ts'
import { openEngine } from './engines/open-engine.ts'
import { UserError } from './errors.ts'
import { profileColumns } from './frequency/profile-columns.ts'
import { type ProfiledColumn, type Proposal, proposeColumn } from './hierarchy/propose.ts'
import type { TaxonomyNode } from './hierarchy/taxonomy.ts'
import { writeTaxonomyJson } from './hierarchy/write-taxonomy.ts'
import { looksLikeTransactions, proposeItemsJob } from './kinds/items/init.ts'
import { openStaging } from './release/staging.ts'
import { findFiles } from './sources/files.ts'
import { openSource, type SourceRequest, type Table } from './sources/open-source.ts'

export interface InitRequest {
  readonly source: SourceRequest
  /** The job file to write; taxonomies go into a folder `taxonomies` beside it. */
  readonly job: string
  readonly force: boolean
}

export interface InitResult {
  readonly job: string
  readonly taxonomies: readonly string[]
  readonly rows: number
  readonly columns: readonly {
    readonly name: string
    readonly role: string
    readonly reason: string
    readonly distinct: number
  }[]
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
  /** Where the job file would be. */
  readonly job: string
  /** Whether a taxonomy may have this path, relative to the job's folder; all may when absent. */
  readonly free?: (path: string, root: TaxonomyNode) => boolean
}

/** Up to this share of rows that lack a value of one column, leaving them out is proposed. */
const FEW_MISSING = 0.1
/** Up to this many quasi-identifiers an exact search is proposed: the lattice grows by a factor with each. */
const MOST_FOR_LATTICE = 15

const defaultMissingValues: readonly string[] = ['?', '']

export async function initJob({ source, job, force }: InitRequest, run: EngineRun = {}): Promise<InitResult> {
  const engine = await openEngine(source)
  try {
    const table = await openSource(readAs(source), engine)
    const proposal = await proposeJob(table, { source, job }, run)
    const base = dirname(resolve(job))
    const files = proposal.taxonomies.map(({ path, root }) => ({
      path: join(base, path),
      text: writeTaxonomyJson(root),
    }))
    await writeAll([{ path: resolve(job), text: proposal.text }, ...files], force)
    const { rows, columns } = proposal
    return { job: resolve(job), taxonomies: files.map(({ path }) => path), rows, columns }
  } finally {
    await engine.close()
  }
}

/** How a file is read that nobody has described: as a table, or, where it looks like that, as a line of items per person. */
export function readAs(source: SourceRequest): SourceRequest {
  const transactions =
    source.format === 'transactions' ||
    (!isDescribed(source) && looksLikeTransactions(findFiles(source.source, source.base)[0]))
  return transactions ? { ...source, format: 'transactions', header: ['items'] } : source
}

/** The job for a table that `readAs` told how to open. `profiles`, where they are known already, save a pass over the rows. */
export async function proposeJob(
  table: Table,
  request: ProposalRequest,
  run: EngineRun = {},
  profiles?: readonly ProfiledColumn[],
): Promise<JobProposal> {
  if (readAs(request.source).format === 'transactions') return proposeItemsJob(table, request, run)
  const names = table.columns.map((column) => column.name)
  const known = profiles ?? (await profileColumns(table.engine, table.source, names, defaultMissingValues, run))
  if (known.length === 0 || known[0].rows === 0)
    throw new UserError(`${table.name} has a header but no rows; there is nothing to describe`)
  const proposals = settleItems(known.map((profile) => ({ profile, proposal: proposeColumn(profile) })))
  const taken = new Set<string>()
  const taxonomies = proposals.flatMap(({ profile, proposal }) =>
    proposal.specification?.kind === 'tree'
      ? [taxonomyFile(profile.name, proposal.specification.root, taken, request.free)]
      : [],
  )
  const lacking = proposals.map(({ profile, proposal }) =>
    proposal.role === 'quasi-identifier' ? profile.missingCount : 0,
  )
  return {
    text: jobText(
      table,
      request.source,
      proposals.map(({ profile, proposal }) => ({ name: profile.name, proposal })),
      new Map(taxonomies.map(({ column, path }) => [column, path])),
      request.job,
      Math.max(...lacking),
      known[0].rows,
    ),
    taxonomies,
    rows: known[0].rows,
    columns: proposals.map(({ profile, proposal }) => ({
      name: profile.name,
      role: proposal.role,
      reason: proposal.reason,
      distinct: profile.distinct ?? profile.values.length,
    })),
  }
}

/** A file for a column's tree that no other column has. */
export function taxonomyFile(
  column: string,
  root: TaxonomyNode,
  taken: Set<string> = new Set(),
  free: ProposalRequest['free'] = () => true,
): JobProposal['taxonomies'][number] {
  const stem = column.replace(/[^\p{L}\p{N}_-]+/gu, '-').replace(/^-+|-+$/g, '') || 'column'
  let name = stem
  const path = () => `taxonomies/${name}.json`
  for (let number = 2; taken.has(name.toLowerCase()) || !free(path(), root); number++) name = `${stem}-${number}`
  taken.add(name.toLowerCase())
  return { column, path: path(), root }
}

/** Whether the person has said that it is a table. */
function isDescribed({ format, delimiter, header }: SourceRequest): boolean {
  return format !== undefined || delimiter !== undefined || header !== undefined
}

async function writeAll(
  files: readonly { readonly path: string; readonly text: string }[],
  force: boolean,
): Promise<void> {
  const staging = await openStaging(
    files.map(({ path }) => path),
    { force },
  )
  try {
    for (const { path, text } of files) await writeFile(staging.path(path), text)
    await staging.publish()
  } finally {
    await staging.discard()
  }
}

/**
 * Items and quasi-identifiers cannot be protected together, and only one column of items can be: the others are left out of the
 * release, with the reason, until a person decides.
 */
function settleItems<P extends { readonly proposal: Proposal }>(columns: readonly P[]): P[] {
  const beside = columns.some(({ proposal }) => proposal.role === 'quasi-identifier')
  const first = columns.find(({ proposal }) => proposal.role === 'items')
  return columns.map((column) => {
    const { proposal } = column
    if (proposal.role !== 'items' || (!beside && column === first)) return column
    const other = beside ? 'quasi-identifiers' : 'another column of items'
    const reason = `${proposal.reason} It cannot be protected beside ${other}, so it is left out; see docs/transactions.md.`
    return { ...column, proposal: { role: 'identifier', reason } }
  })
}

interface ProposedColumn {
  readonly name: string
  readonly proposal: Proposal
}

function jobText(
  table: Table,
  source: SourceRequest,
  columns: readonly ProposedColumn[],
  taxonomyOf: ReadonlyMap<string, string>,
  job: string,
  missing: number,
  rows: number,
): string {
  const from = dirname(resolve(job))
  const files = table.files.map((file) => relative(from, file))
  const stem = basename(files[0]).replace(/\.gz$/i, '')
  const width = Math.max(...columns.map(({ name }) => scalar(name).length)) + 1
  const items = columns.some(({ proposal }) => proposal.role === 'items')
  // A class cannot have more rows than the table.
  const k = Math.max(2, Math.min(10, rows))
  const goal = columns.some(({ proposal }) => proposal.role === 'target') ? 'classification' : 'general'
  return [
    `# Made by \`halftone init\` from ${table.name.replace(/\s+/g, ' ')}. Read the roles, mend what is wrong, then: halftone run ${basename(job)}`,
    'version: 1',
    'data:',
    `  source: ${files.length === 1 ? scalar(files[0]) : `[${files.map(scalar).join(', ')}]`}`,
    ...(source.format === undefined ? [] : [`  format: ${source.format}`]),
    ...(Array.isArray(source.header)
      ? [`  header: [${source.header.map(scalar).join(', ')}]`]
      : source.header === false
        ? ['  header: false']
        : []),
    ...(['delimiter', 'quote', 'skip', 'encoding'] as const).flatMap((key) =>
      source[key] === undefined ? [] : [`  ${key}: ${JSON.stringify(source[key])}`],
    ),
    ...(items
      ? ['  empty-baskets: fail          # people without any item: keep | drop | fail']
      : [missingText(missing / rows)]),
    '',
    '# Roles: identifier (never released), quasi-identifier (generalized), sensitive, target (what the release is used for), other (kept as it is).',
    'columns:',
    ...columns.flatMap((column) => [
      `  # ${column.proposal.reason.replace(/\s+/g, ' ')}`,
      `  ${`${scalar(column.name)}:`.padEnd(width)} ${columnText(column, taxonomyOf)}`,
    ]),
    '',
    'privacy:',
    ...(items
      ? [
          '  km: { k: 5, m: 2 }           # whoever knows two items of somebody finds at least five people who have them',
          'algorithm: { name: coat }      # coat | pcta | apriori; halftone list search shows what there is',
        ]
      : [
          `  ${`k: ${k}`.padEnd(28)} # every row must look like at least ${k === 2 ? '1 other' : `${k - 1} others`}`,
          '  suppression-limit: 0.05      # at most this share of the rows may be suppressed',
          `goal: ${goal.padEnd(24)} # general | classification | regression`,
          columns.filter(({ proposal }) => proposal.role === 'quasi-identifier').length > MOST_FOR_LATTICE
            ? 'algorithm: { name: genetic }   # lattice is exact, but takes long with so many quasi-identifiers'
            : 'algorithm: { name: lattice }   # halftone list search shows what there is',
        ]),
    'seed: 1',
    'output:',
    `  release: ${scalar(`out/${stem.slice(0, stem.length - extname(stem).length)}-release${extname(stem) === '.parquet' ? '.parquet' : '.csv'}`)}`,
    '  report: out/report.html',
    '',
  ].join('\n')
}

/** Rows that lack a value are left out while they are few; otherwise missing becomes a value. */
function missingText(share: number): string {
  if (share === 0)
    return '  missing: fail                # rows with a missing quasi-identifier: drop | category | fail'
  const meaning = 'drop leaves them out; category makes missing a value of its own'
  return `  ${`missing: ${share <= FEW_MISSING ? 'drop' : 'category'}`.padEnd(28)} # ${share <= FEW_MISSING ? 'some' : 'many'} rows lack a quasi-identifier: ${meaning}`
}

function columnText({ name, proposal }: ProposedColumn, taxonomyOf: ReadonlyMap<string, string>): string {
  const { role, specification, separator } = proposal
  const parts = [`role: ${role}`]
  if (separator !== undefined) parts.push(`separator: ${JSON.stringify(separator)}`)
  switch (specification?.kind) {
    case 'number': {
      parts.push('type: numeric')
      const { endpoints } = specification
      if (endpoints !== 'all') {
        parts.push(
          `endpoints: ${'quantiles' in endpoints ? endpoints.quantiles : 'width' in endpoints ? `{ width: ${endpoints.width} }` : `[${endpoints.list.join(', ')}]`}`,
        )
      }
      break
    }
    case 'order':
      parts.push(`order: [${specification.order.map(scalar).join(', ')}]`)
      break
    case 'tree':
      parts.push(`taxonomy: ${scalar(taxonomyOf.get(name) as string)}`)
      break
    case 'date':
    case 'prefix':
      parts.push(`type: ${specification.kind}`)
  }
  return `{ ${parts.join(', ')} }`
}

/** A YAML scalar: quoted unless it is plainly a word. */
function scalar(text: string): string {
  const plain =
    /^[A-Za-z_][\w ./+-]*$/.test(text) && !text.endsWith(' ') && !/^(true|false|null|yes|no|on|off|y|n)$/i.test(text)
  return plain ? text : JSON.stringify(text)
}
