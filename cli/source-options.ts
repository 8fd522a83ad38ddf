/** How a file named on the command line is read, for commands that take a file instead of a job. */
import { resolve } from 'node:path'
import type { SourceRequest } from '../src/index.ts'
import { listOfNames } from './values.ts'

export interface FileOptions {
  readonly delimiter?: string | undefined
  readonly header?: string | undefined
}

export const delimiterFlag = [
  '--delimiter <text>',
  'what stands between fields (told by the first line when absent)',
] as const
export const headerFlag = [
  '--header <names>',
  'names of the columns, separated by commas, for files without a header line',
] as const

export function sourceOf(file: string, { delimiter, header }: FileOptions): SourceRequest {
  return {
    source: resolve(file),
    base: process.cwd(),
    ...(delimiter === undefined ? {} : { delimiter: delimiter === '\\t' ? '\t' : delimiter }),
    ...(header === undefined ? {} : { header: listOfNames(header) }),
  }
}
