/** The open data files of a session, each imported into its engine once. The oldest is closed if there are too many. */
import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { isDatabase } from '../../../src/engines/open-engine.ts'
import { profileRows } from '../../../src/frequency/profile-rows.ts'
import { naming, UserError, userError } from '../../../src/ground/errors.ts'
import { madeOnce } from '../../../src/ground/made-once.ts'
import type { ProfiledColumn } from '../../../src/hierarchy/propose.ts'
import { readAs } from '../../../src/init/read-as.ts'
import { missingTokens, withMissing } from '../../../src/init/roles/missing-tokens.ts'
import { planDerived } from '../../../src/plan/plan-columns.ts'
import { planSource } from '../../../src/plan/shared-plan.ts'
import { findFiles } from '../../../src/sources/files.ts'
import type { SourceRequest } from '../../../src/sources/table.ts'
import type { Job } from '../../../src/table/job-schema.ts'
import { pathInside } from '../folder.ts'
import { checkedJob, refuseOutside } from '../job/job-paths.ts'
import type { Session } from '../session.ts'
import type { OpenAnswer, OpenRequest } from './api.ts'
import type { WindowedTable } from './row-windows.ts'
import { openWindowed } from './windowed-table.ts'

export interface OpenedFile {
  readonly id: string
  readonly request: SourceRequest
  readonly missingValues: readonly string[]
  readonly table: WindowedTable
  /** Distinct values of each column with counts, if not too many; computed once. */
  profiles(): Promise<readonly ProfiledColumn[]>
  /** As `profiles`, but only empty cells and `?` are missing: from these `init` finds further texts for missing. */
  rawProfiles(): Promise<readonly ProfiledColumn[]>
  readonly closed: AbortSignal
  /** Whether its files were changed on disk since they were opened. */
  isChanged(): boolean
}

const MISSING_VALUES: readonly string[] = ['?', '']

const MOST_OPEN = 4

const openedBy = madeOnce((_: Session) => new Map<string, OpenedFile & { readonly closing: AbortController }>())
let numbered = 0

export async function openFile(session: Session, wanted: Partial<OpenRequest>): Promise<OpenAnswer> {
  const { request: asked, missingValues } = requestSource(session, wanted)
  const files = isDatabase(asked.source) ? [] : findFiles(asked.source, asked.base)
  for (const file of files) pathInside(session.folder, file)
  const stamp = () => JSON.stringify(files.map(sizeAndTime))
  const opened = stamp()
  const { table, request } = await openDerived(session, asked).catch((error: Error) => {
    throw files.length === 0 ? error : namingFile(error, files[0])
  })
  if (table.rows === 0) {
    await table.close()
    throw userError('data', 'data.source')`${table.table.name} has a header but no rows; there is nothing to describe`
  }
  const closing = new AbortController()
  let raw: Promise<readonly ProfiledColumn[]> | undefined
  const rawProfiles = () => {
    const { engine, source } = table.table
    const names = table.columns.map((column) => column.name)
    raw ??= profileRows(engine, { source, first: source }, names, missingValues, { signal: closing.signal })
    return raw
  }
  // The proposal for a file names the same texts as missing.
  const isPlainFile =
    files.length > 0 && 'path' in wanted && wanted.path !== undefined && request.format !== 'transactions'
  const tokens = isPlainFile ? missingTokens(await rawProfiles()) : []
  const file = {
    id: `d${++numbered}`,
    request,
    missingValues: [...missingValues, ...tokens],
    table,
    rawProfiles,
    profiles: async () => (await rawProfiles()).map((profile) => withMissing(profile, tokens)),
    closed: closing.signal,
    isChanged: () => stamp() !== opened,
    closing,
  } as const
  const all = openedBy(session)
  all.set(file.id, file)
  for (const [id, old] of all) {
    if (all.size <= MOST_OPEN) break
    all.delete(id)
    old.closing.abort()
    await old.table.close()
  }
  const name = table.table.name
  return { id: file.id, name, rows: table.rows, shown: table.shown, columns: table.columns }
}

/** With the columns that the job derives, or without them if that fails: the check of the job says why. */
async function openDerived(session: Session, request: SourceRequest) {
  const plain = { ...request, derived: undefined }
  const table = request.derived && (await openWindowed(session, request).catch(() => undefined))
  return table ? { table, request } : { table: await openWindowed(session, plain), request: plain }
}

function sizeAndTime(file: string): readonly [number, number] {
  const stat = statSync(file, { throwIfNoEntry: false })
  return [stat?.size ?? -1, stat?.mtimeMs ?? 0]
}

/** Adds the file name, which some engine errors lack. */
function namingFile(error: Error, file: string): Error {
  const name = basename(file)
  return error instanceof UserError && !error.message.includes(name) ? naming(name, error) : error
}

export function openedFile(session: Session, id: string | undefined): OpenedFile {
  const file = openedBy(session).get(id ?? '')
  if (file === undefined)
    throw new UserError('this file is no longer open; open it again on the page Data', { rule: 'known' })
  return file
}

export function requestSource(
  session: Session,
  wanted: { readonly [key in 'path' | 'reading' | 'job' | 'base']?: unknown },
): { request: SourceRequest; missingValues: readonly string[] } {
  if (typeof wanted.path === 'string') {
    const path = pathInside(session.folder, wanted.path)
    const request = readAs({ ...checkReading(wanted.reading), source: path, base: session.folder })
    return { request, missingValues: request.format === 'transactions' ? [] : MISSING_VALUES }
  }
  if (typeof wanted.base !== 'string')
    throw new UserError('opening data needs a path, or a job and its base', { path: 'base', rule: 'present' })
  const job: Job = checkedJob(wanted.job, 'the job')
  const base = pathInside(session.folder, wanted.base)
  refuseOutside(session, job, base)
  const missingValues = job.data['missing-values'] ?? MISSING_VALUES
  const derivedAlone = Object.entries(job.columns).filter(([, { derive }]) => derive !== undefined)
  const source = {
    ...planSource(job.data, base, Object.fromEntries(derivedAlone)),
    derived: findDerived(job, base, missingValues),
  }
  // Transaction files have one column, named by the job.
  const column = Object.keys(job.columns)[0] ?? 'items'
  return {
    request: job.data.format === 'transactions' ? { ...source, header: [column] } : source,
    missingValues,
  }
}

function findDerived({ columns: all }: Job, base: string, missingValues: readonly string[]): SourceRequest['derived'] {
  try {
    const columns = planDerived(all, base)
    return columns.length === 0 ? undefined : { columns, missingValues }
  } catch {
    return undefined
  }
}

/** Validates reading settings like the keys of a job file. */
function checkReading(reading: unknown): Omit<SourceRequest, 'source' | 'base'> {
  if (reading === undefined) return {}
  const asked = { ...(reading as object), source: 'the file' }
  const rest = { version: 1, columns: {}, privacy: { k: 2 }, output: { release: 'release.csv' } }
  const { data } = checkedJob({ ...rest, data: asked }, 'the file')
  const { source: _source, base: _base, ...known } = planSource(data, '')
  return known
}
