/**
 * A first job file for a table that nobody has described yet: profiles the columns, proposes roles and hierarchies with a reason each
 * (`proposeJob`), and writes a commented job file and taxonomies that a person can edit (`initJob`).
 */
import { basename, dirname, extname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { EngineRun } from '../engines/engine.ts'
import { isDatabase, openEngine } from '../engines/open-engine.ts'
import { holdRows } from '../frequency/hold-rows.ts'
import { countUniques } from '../frequency/relate-columns.ts'
import { userError } from '../ground/errors.ts'
import { packageFile } from '../ground/version.ts'
import { isDayFirst } from '../hierarchy/date-format.ts'
import { type ProfiledColumn, proposeHierarchy } from '../hierarchy/propose.ts'
import { type HierarchySpecification, hierarchySettings } from '../hierarchy/specification.ts'
import { type TaxonomyNode, taxonomyFromPaths } from '../hierarchy/taxonomy/taxonomy.ts'
import { writeTaxonomyJson } from '../hierarchy/taxonomy/write-taxonomy.ts'
import { ageRule } from '../presets/look.ts'
import { findPreset } from '../presets/presets.ts'
import { publishTexts } from '../publish/staging.ts'
import { columnSearches } from '../search/index.ts'
import { firstRecords, lineEndOf, textAtStart } from '../sources/csv-dialect.ts'
import { detectEncoding } from '../sources/detect-encoding.ts'
import { findFiles, portablePath } from '../sources/files.ts'
import { readStart } from '../sources/first-bytes.ts'
import { looksHeaderless } from '../sources/headerless.ts'
import { openSource, receive, type SourceRequest, STANDARD_INPUT, type Table } from '../sources/open-source.ts'
import { titleLines } from '../sources/title-lines.ts'
import { describeBaskets, looksLikeTransactions } from './init-items.ts'
import { ITEMS_SEARCH, proposeSearch } from './init-search.ts'
import { profileTable } from './profile-table.ts'
import { decimalMark, withPlainNumbers } from './roles/decimal-mark.ts'
import { findItems } from './roles/propose-items.ts'
import { proposeRoles } from './roles/propose-roles.ts'
import { type SettledRole, settleRelations } from './roles/settle-relations.ts'

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

/** Up to this share of rows that lack a value of one column, leaving them out is proposed. */
const FEW_MISSING = 0.1

const defaultMissingValues: readonly string[] = ['?', '']

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

/**
 * How a file is read that nobody has described: as a line of items per person where it looks like that, else as a table, without names where
 * its first line holds values.
 */
export function readAs(source: SourceRequest): SourceRequest {
  const printed = source.source === STANDARD_INPUT
  const described = [source.format, source.delimiter, source.header].some((said) => said !== undefined)
  if (described || (printed && source.received === undefined) || isDatabase(source.source)) return source
  const [file] = printed ? [source.received as string] : findFiles(source.source, source.base)
  if (looksLikeTransactions(file)) return { ...source, format: 'transactions' }
  if (/\.(parquet|pq|json|jsonl|ndjson|xlsx|xlsm)(\.gz)?$/i.test(file)) return source
  const encoding = source.encoding ?? detectEncoding(file)
  const own = encoding === undefined ? source : { ...source, encoding }
  // What is no text is refused with its kind by who opens it.
  if (encoding !== 'utf-16' && readStart(file, 1024).includes(0)) return own
  const skip = own.skip ?? titleLines(textAtStart(file, { encoding: encoding ?? 'utf-8', skip: 0 }))
  const below = skip === 0 ? own : { ...own, skip }
  if (!looksHeaderless(firstRecords(file, below))) return below
  // Without names there is no title above them: it is a row that lacks values.
  return skip === 0 || looksHeaderless(firstRecords(file, own)) ? { ...own, header: false } : own
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

async function describeTable(
  table: Table,
  { preset, decimal }: ProposalRequest,
  run: EngineRun,
  profiles?: () => Promise<readonly ProfiledColumn[]>,
): Promise<DescribedData> {
  const names = table.columns.map((column) => column.name)
  const held = await holdRows(table.engine, table.source, 'described', run)
  const request = { engine: table.engine, source: held, missingValues: defaultMissingValues }
  const { profiles: known, missingTexts: missingValues } = await profileTable(request, names, preset, run, profiles)
  if (known.length === 0 || known[0].rows === 0)
    throw userError('data', 'data.source')`${table.name} has a header but no rows; there is nothing to describe`
  const related = { ...request, missingValues: [...defaultMissingValues, ...missingValues] }
  const { rows } = known[0]
  const roles = settleItems(await settleRelations(withItems(proposeRoles(known)), related, run))
  const ranks = await rankColumns(roles, related, rows, run)
  const dayFirst = orderOfDates(roles)
  const columns = roles.map((role, i) => ({
    ...underPreset(proposalOf(role, ranks[i], { dayFirst, decimal }), known[i], preset),
    distinct: known[i].distinct ?? known[i].values.length,
  }))
  const lacking = columns.map(({ role }, i) => (role === 'quasi-identifier' ? known[i].missingCount : 0))
  return { columns, rows, missing: Math.max(...lacking), missingValues }
}

/** Above so many quasi-identifiers or cells, what each adds is not counted. */
const MOST_RANKED = 30
const MOST_CELLS = 50_000_000

/** For each quasi-identifier: the share of the rows that single out somebody with it but not without it. */
async function rankColumns(
  roles: readonly SettledRole[],
  related: Parameters<typeof countUniques>[0],
  rows: number,
  run: EngineRun,
): Promise<(number | undefined)[]> {
  const chosen = roles.flatMap(({ role, facts }) => (role === 'quasi-identifier' ? [facts.profile.name] : []))
  if (chosen.length < 2 || chosen.length > MOST_RANKED || rows * chosen.length ** 2 > MOST_CELLS)
    return roles.map(() => undefined)
  const without = chosen.map((name) => chosen.filter((other) => other !== name))
  const [all, ...others] = await countUniques(related, [chosen, ...without], run)
  return roles.map(({ role, facts }) =>
    role === 'quasi-identifier' ? (all - others[chosen.indexOf(facts.profile.name)]) / rows : undefined,
  )
}

/** Columns of lists, where nothing else was found out about them. */
function withItems(roles: readonly SettledRole[]): SettledRole[] {
  return roles.map((role) => {
    if (role.role === 'sensitive' || role.role === 'target' || role.sure === 'sure') return role
    const items = findItems(role.facts)
    return items === undefined ? role : { ...role, role: 'items', sure: 'likely', reason: items.reason }
  })
}

/** Whether day or month comes first in dates of the table that leave no doubt, where these agree. */
function orderOfDates(roles: readonly SettledRole[]): boolean | undefined {
  const sure = roles.flatMap(({ facts: { dateFormat } }) =>
    dateFormat !== undefined && dateFormat.or === undefined && /^%[dm][/-]%[dm][/-]/.test(dateFormat.format)
      ? [isDayFirst(dateFormat.format)]
      : [],
  )
  return sure.length > 0 && sure.every((one) => one === sure[0]) ? sure[0] : undefined
}

function proposalOf(
  column: SettledRole,
  rank: number | undefined,
  { dayFirst, decimal }: { readonly dayFirst: boolean | undefined; readonly decimal: ',' | '.' | undefined },
): ProposedColumn {
  const { role, reason, sure, facts, tree, meaning } = column
  const { profile } = facts
  const { name } = profile
  if (role === 'items') return { name, role, reason, sure, separator: findItems(facts)?.separator ?? ' ' }
  if (role !== 'quasi-identifier') return { name, role, reason, sure, meaning, repeated: column.repeated }
  if (profile.distinct !== undefined && profile.distinct > profile.values.length && facts.kind === 'texts') {
    const many = `${reason} Its ${profile.distinct} values are too many for a tree, so it is left out: give it a taxonomy to release it.`
    return { name, role: 'identifier', sure, reason: many }
  }
  const adds =
    rank === undefined || rank < 0.005
      ? ''
      : ` Without it, ${Math.round(rank * 100)}% of the rows are no longer singled out.`
  if (tree !== undefined)
    return { name, role, sure, reason: `${reason}${adds}`, specification: { kind: 'tree', root: tree } }
  const mark = facts.kind === 'amounts' ? decimalMark(profile.values, decimal) : undefined
  const hierarchy = proposeHierarchy(mark === undefined ? profile : withPlainNumbers(profile, mark), {
    postcode: meaning === 'postcode',
    dates: facts.kind === 'dates',
    dayFirst,
  })
  return {
    name,
    role,
    sure,
    reason: `${reason} ${hierarchy.reason}${adds}`,
    specification: hierarchy.specification,
    question: hierarchy.question,
    decimal: mark,
  }
}

/** What Safe Harbor allows to show of ages, dates and postcodes: 90+, the year, three digits. */
function underPreset(column: ProposedColumn, profile: ProfiledColumn, preset: string | undefined): ProposedColumn {
  if (preset !== 'hipaa-safe-harbor' || column.role !== 'quasi-identifier') return column
  const { name, reason, specification: own } = column
  const narrowed = (allowed: string, specification: HierarchySpecification): ProposedColumn => ({
    ...column,
    reason: `${reason} Safe Harbor allows ${allowed}.`,
    specification,
  })
  if (own?.kind === 'date') return narrowed('the year', { ...own, levels: ['year', 'decade'] })
  if (own?.kind === 'prefix') return narrowed('three digits', { ...own, levels: [1, 3] })
  if (own?.kind !== 'number' || !ageRule.name.test(name)) return column
  return narrowed('ages up to 89, and 90+', { kind: 'tree', root: ageTree(profile.values) })
}

/** Ages that occur, in groups of five and ten below 90, and one of 90 and older. */
export function ageTree(values: readonly string[]): TaxonomyNode {
  const ages = [...new Set(values)]
    .filter((value) => Number.isFinite(Number(value)))
    .sort((a, b) => Number(a) - Number(b))
  const group = (age: string, width: number): string => {
    const from = Math.floor(Number(age) / width) * width
    return `${from}-${from + width - 1}`
  }
  const paths = ages.map((age) => (Number(age) < 90 ? [group(age, 10), group(age, 5), age] : ['90+', age]))
  return taxonomyFromPaths(
    { name: '*' },
    paths.map((path) => path.map((name) => ({ name }))),
  )
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

/**
 * Items and quasi-identifiers cannot be protected together, and only one column of items can be: the others are left out of the
 * release, with the reason, until a person decides.
 */
function settleItems(columns: readonly SettledRole[]): SettledRole[] {
  const beside = columns.some(({ role }) => role === 'quasi-identifier')
  const first = columns.find(({ role }) => role === 'items')
  return columns.map((column) => {
    if (column.role !== 'items' || (!beside && column === first)) return column
    const other = beside ? 'quasi-identifiers' : 'another column of items'
    const reason = `${column.reason} It cannot be protected beside ${other}, so it is left out; see docs/transactions.md.`
    return { ...column, role: 'identifier', reason }
  })
}

interface ProposedColumn extends Pick<SettledRole, 'role' | 'reason' | 'sure' | 'meaning' | 'repeated'> {
  readonly name: string
  /** For a quasi-identifier, and for items. */
  readonly specification?: HierarchySpecification | undefined
  readonly question?: string | undefined
  /** The decimal mark of its numbers, where that is not a plain point. */
  readonly decimal?: ',' | '.' | undefined
  /** For items: what stands between them. */
  readonly separator?: string
}

/** What was found out about the data. */
export interface DescribedData {
  readonly columns: readonly (ProposedColumn & { readonly distinct: number })[]
  readonly rows: number
  /** Rows that lack the quasi-identifier that most rows lack, or that have no items. */
  readonly missing: number
  readonly missingValues: readonly string[]
}

function jobText(
  table: Table,
  { source, job, preset }: ProposalRequest,
  { columns, rows, missing, missingValues }: DescribedData,
  taxonomies: JobProposal['taxonomies'],
): string {
  const from = dirname(resolve(job))
  const printed = source.source === STANDARD_INPUT
  const inside = isDatabase(source.source)
  const files = printed || inside ? [source.source as string] : table.files.map((file) => portablePath(from, file))
  const stem = printed ? 'standard-input.csv' : inside ? nameInside(source) : basename(files[0]).replace(/\.gz$/i, '')
  const ending = endingOf(stem, source)
  const width = Math.max(...columns.map(({ name }) => scalar(name).length)) + 1
  const items = columns.some(({ role }) => role === 'items')
  const decimal = columns.find((column) => column.decimal !== undefined)?.decimal
  const book = preset === undefined ? undefined : findPreset(preset)
  // Fewer than four classes would say next to nothing of a small table; a class cannot have more rows than the table.
  const k = book?.k ?? Math.max(2, Math.min(10, Math.floor(rows / 4)))
  // A target that was guessed from its place does not decide what the release is for.
  const goal = columns.some(({ role, meaning }) => role === 'target' && meaning === 'outcome')
    ? 'classification'
    : 'general'
  const lines: readonly (string | false | undefined)[] = [
    `# Made by \`halftone init\` from ${table.name.replace(/\s+/g, ' ')}. Read the roles, fix what is wrong, then: halftone run ${basename(job)}`,
    'version: 1',
    'data:',
    `  source: ${flow(files.length === 1 ? files[0] : files)}`,
    ...SAID_OF_SOURCE.map((key) => source[key] !== undefined && `  ${key}: ${flow(source[key])}`),
    items ? emptyText(missing) : missingText(missing / rows),
    decimal &&
      `  decimal: ${JSON.stringify(decimal)}                 # of numeric columns; marks of thousands and currency are skipped`,
    missingValues.length > 0 && `  missing-values: ${flow([...defaultMissingValues, ...missingValues])}`,
    '',
    '# Roles: identifier (never released), quasi-identifier (generalized), sensitive, target (what the release is used for), items (the set that each person has), other (kept as it is).',
    'columns:',
    ...columns.flatMap(({ name, role, sure, reason, question, separator, specification }) => {
      const taxonomy = taxonomies.find(({ column }) => column === name)?.path
      const settings = { role, separator, ...(specification && hierarchySettings(specification)), taxonomy }
      return [
        `  # ${SURE[sure]}: ${reason.replace(/\s+/g, ' ')}`,
        question && `  # CHECK: ${question}`,
        `  ${`${scalar(name)}:`.padEnd(width)} ${flow(settings)}`,
      ]
    }),
    '',
    ...personsText(columns),
    'privacy:',
    ...(items
      ? [
          '  km: { k: 5, m: 2 }           # whoever knows two items of somebody finds at least five people who have them',
          '  suppression-limit: 0         # the largest share of distinct items that may be left out',
          ITEMS_SEARCH,
        ]
      : [
          book && `  preset: ${book.name.padEnd(20)} # ${book.title}: the report has a page by its points`,
          `  ${`k: ${k}`.padEnd(28)} # every row must look like at least ${k === 2 ? '1 other' : `${k - 1} others`}`,
          '  suppression-limit: 0.05      # at most this share of the rows may be suppressed',
          `goal: ${goal.padEnd(24)} # general | classification | regression`,
          ...proposeSearch(
            columns.filter(({ role }) => role === 'quasi-identifier').length,
            book?.allows !== undefined,
          ),
        ]),
    'seed: 1',
    '# purpose: …                  # what the release is for and who gets it: stands above the signatures of the report',
    LIMITS,
    'output:',
    `  release: ${scalar(`out/${stem.slice(0, stem.length - extname(stem).length)}-release${ending}`)}`,
    ...releaseText(table, ending, decimal, source),
    '  report: out/report.html',
    '',
  ]
  return lines.filter((line) => typeof line === 'string').join('\n')
}

/** Keys of a source that a job says as they were said. */
const SAID_OF_SOURCE = [
  'table',
  'query',
  'path',
  'format',
  'header',
  'sheet',
  'delimiter',
  'quote',
  'skip',
  'encoding',
] as const

/** What files about a table of a database are called after. */
function nameInside({ table, path }: SourceRequest): string {
  const name = table ?? path?.replace(/^.*\//, '').replace(/\.(csv|parquet)(\.gz)?$/i, '') ?? 'query'
  return `${name.replaceAll(/[^\p{L}\p{N}_.-]+/gu, '-')}.csv`
}

/** Whether rows of the same person repeat is asked: only somebody who knows the data can say. */
function personsText(columns: readonly ProposedColumn[]): string[] {
  const repeated = columns.find((column) => column.role === 'identifier' && column.repeated === true)
  if (repeated === undefined) return []
  return [
    `# CHECK: has a person several rows? Then k rows may be of one person: take the next line in to count persons, with algorithm: ${columnSearches()}.`,
    `# persons: { column: ${scalar(repeated.name)} }`,
    '',
  ]
}

/** Releases of such files are of the same kind. */
const SAME_ENDINGS = ['.parquet', '.tsv', '.xlsx']

function endingOf(stem: string, { format }: SourceRequest): string {
  const own = extname(stem).toLowerCase()
  return format === 'transactions' ? '.txt' : SAME_ENDINGS.includes(own) ? own : '.csv'
}

/** A delimited release is written as its source is. */
function releaseText(
  { source, files }: Table,
  ending: string,
  decimal: ',' | '.' | undefined,
  { encoding = 'utf-8' }: SourceRequest,
): string[] {
  if (source.kind !== 'files' || source.csv === undefined || !['.csv', '.tsv'].includes(ending)) return []
  const { delimiter, quote } = source.csv
  const usual = ending === '.tsv' ? '\t' : ','
  return [
    ...(delimiter.trim() === usual.trim() || delimiter.length > 1 ? [] : [`  delimiter: ${JSON.stringify(delimiter)}`]),
    ...(quote === '"' ? [] : [`  quote: ${JSON.stringify(quote)}`]),
    ...(encoding === 'utf-8' ? [] : [`  encoding: ${encoding}`]),
    ...(lineEndOf(files[0], encoding) === '\r\n' ? ['  line-end: crlf'] : []),
    ...(decimal === ',' ? ['  decimal: ","                 # 1,5 and [1,5;2,5]'] : []),
  ]
}

/**
 * Every proposed job ends, and ends with the same release on every machine: a search that is stopped releases the best it has, verified
 * like any other.
 */
const LIMITS =
  'limits: { work: 60, time: 5m } # of the search: work is counted, so that results repeat; time is for slow machines. Then the best so far is verified and released'

/** How a job file says how sure a role is. */
const SURE = { sure: 'Sure', likely: 'Likely', guess: 'A guess' } as const

/** Rows that lack a value are left out while they are few; otherwise missing becomes a value. */
function missingText(share: number): string {
  if (share === 0)
    return '  missing: fail                # rows with a missing quasi-identifier: drop | category | fail'
  const meaning = 'drop leaves them out; category makes missing a value of its own'
  return `  ${`missing: ${share <= FEW_MISSING ? 'drop' : 'category'}`.padEnd(28)} # ${share <= FEW_MISSING ? 'some' : 'many'} rows lack a quasi-identifier: ${meaning}`
}

function emptyText(empty: number): string {
  const here = empty > 0 ? ` (${empty} here)` : ''
  return `  ${`empty-baskets: ${empty > 0 ? 'keep' : 'fail'}`.padEnd(28)} # people without any item${here}: keep | drop | fail`
}

/** A value of YAML on one line. */
function flow(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flow).join(', ')}]`
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? scalar(value) : String(value)
  const parts = Object.entries(value).flatMap(([key, own]) => (own === undefined ? [] : [`${key}: ${flow(own)}`]))
  return `{ ${parts.join(', ')} }`
}

/** A YAML scalar: quoted unless it is plainly a word. */
function scalar(text: string): string {
  const plain =
    /^[A-Za-z_][\w ./+-]*$/.test(text) && !text.endsWith(' ') && !/^(true|false|null|yes|no|on|off|y|n)$/i.test(text)
  return plain ? text : JSON.stringify(text)
}
