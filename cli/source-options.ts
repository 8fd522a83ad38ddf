/** How a file named on the command line is read, for commands that take a file instead of a job. */
import { resolve } from 'node:path'
import { InvalidArgumentError } from '@commander-js/extra-typings'
import type { SourceRequest } from '../src/index.ts'
import { listOfNames } from './values.ts'

export interface FileOptions {
  readonly delimiter?: string | undefined
  readonly header?: string | undefined
  readonly format?: string | undefined
}

export const formatFlag = [
  '--format <name>',
  'csv, tsv, parquet, json or transactions (told by the name when absent)',
  fileFormat,
] as const

function fileFormat(name: string): NonNullable<SourceRequest['format']> {
  const formats = ['csv', 'tsv', 'parquet', 'json', 'transactions'] as const
  const found = formats.find((format) => format === name)
  if (found === undefined) throw new InvalidArgumentError(`must be one of ${formats.join(', ')}; got "${name}".`)
  return found
}

export const delimiterFlag = [
  '--delimiter <text>',
  'what stands between fields (told by the first line when absent)',
] as const
export const headerFlag = [
  '--header <names>',
  'names of the columns, separated by commas, for files without a header line',
] as const

export function sourceOf(file: string, { delimiter, header, format }: FileOptions): SourceRequest {
  return {
    source: resolve(file),
    base: process.cwd(),
    ...(format === undefined ? {} : { format: format as NonNullable<SourceRequest['format']> }),
    ...(delimiter === undefined ? {} : { delimiter: delimiter === '\\t' ? '\t' : delimiter }),
    ...(header === undefined ? {} : { header: listOfNames(header) }),
  }
}
