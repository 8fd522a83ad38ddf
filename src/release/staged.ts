/**
 * Stages a release: a local file or a table of the database. Rows with persons, for verification only, get the same
 * unguessable name, so that clean-up after a crash finds them.
 */
import { rename, rm, writeFile } from 'node:fs/promises'
import { fileSink, formatNamed, releaseFormat, typedFormat } from '../sources/formats/index.ts'
import type { SourceRequest, Table } from '../sources/table.ts'
import { identifier, type Sink } from '../sql/dialect.ts'
import type { Role } from '../table/column.ts'
import { type PlannedRelease, releaseForm, releaseSink } from './write-release.ts'

export type Staged = { readonly file: string } | StagedTable

interface StagedTable {
  readonly table: readonly string[]
  readonly address: string
}

const PERSONS = ['halftone persons']

export function stagedSink(
  plan: PlannedRelease & { readonly columns: readonly { readonly name: string; readonly role: Role }[] },
  staged: Staged,
  { columns }: Pick<Table, 'columns'>,
): Sink {
  if ('file' in staged) return releaseSink(plan, staged.file)
  const recoded = new Set(plan.columns.flatMap(({ name, role }) => (role === 'quasi-identifier' ? [name] : [])))
  const kept = columns.filter(({ name }) => !recoded.has(name))
  return { format: 'table', table: staged.table, types: new Map(kept.map(({ name, type }) => [name, type])) }
}

export function stagedSource(plan: PlannedRelease, staged: Staged): SourceRequest {
  if ('file' in staged) return { source: staged.file, base: '/', ...releaseForm(plan), ours: true }
  return tableRequest(staged, staged.table)
}

/** Rows with persons are CSV if the release is text; otherwise they keep their types. */
export async function openPersons({ output }: PlannedRelease, staged: Staged): Promise<Sink> {
  if (!('file' in staged)) return { format: 'table', table: PERSONS, temporary: true }
  const file = personsFile(staged.file)
  await writeFile(file, '', { mode: 0o600 })
  return fileSink(formatNamed(personsFormat(output.release)).endings[0], file)
}

export function personsSource(plan: PlannedRelease, staged: Staged): SourceRequest {
  return 'file' in staged ? fileOfPersons(plan, personsFile(staged.file)) : tableRequest(staged, PERSONS)
}

/** A file of rows with persons, staged or kept. */
export function fileOfPersons({ output, arrangement }: PlannedRelease, source: string): SourceRequest {
  const format = personsFormat(output.release)
  return { source, base: '/', format, delimiter: ',', marked: arrangement.spreadsheetSafe, ours: true }
}

export async function keepPersons(staged: Staged, file: string): Promise<void> {
  if ('file' in staged) await rename(personsFile(staged.file), file)
}

export async function removePersons(staged: Staged): Promise<void> {
  if ('file' in staged) await rm(personsFile(staged.file), { force: true })
}

function tableRequest({ address }: StagedTable, table: readonly string[]): SourceRequest {
  return { source: address, table: identifier(...table), base: '/', ours: true }
}

function personsFile(release: string): string {
  return `${release}.persons`
}

function personsFormat(release: string): string {
  return releaseFormat(release)?.text === 'delimited' ? 'csv' : typedFormat.name
}
