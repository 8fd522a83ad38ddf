/**
 * The staged rows with the column of persons, for verification alone. It lies beside the staged release under the same unguessable name, so
 * that whatever a killed process leaves is cleared with the rest; only we can read it.
 */
import { rm, writeFile } from 'node:fs/promises'
import type { FileSink } from '../sql/dialect.ts'
import { sinkOf } from './write-release.ts'

export function personsFile(release: string): string {
  return `${release}.persons`
}

/** Where the rows go: comma-separated as the release itself, where its cells may be marked for spreadsheets, else Parquet. */
export async function openPersonsFile(release: string, target: string): Promise<FileSink> {
  const file = personsFile(release)
  await writeFile(file, '', { mode: 0o600 })
  return sinkOf(personsFormat(target) === 'csv' ? '.csv' : '.parquet', file)
}

export function personsFormat(target: string): 'csv' | 'parquet' {
  return sinkOf(target, '').format === 'csv' ? 'csv' : 'parquet'
}

export function removePersonsFile(release: string): Promise<void> {
  return rm(personsFile(release), { force: true })
}
