/** Options for reading a file named on the command line. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Command, InvalidArgumentError, Option, type OptionValues } from '@commander-js/extra-typings'
import { isDatabase } from '../src/engines/open-engine.ts'
import { withoutUndefined } from '../src/ground/errors.ts'
import type { Plan } from '../src/plan/read-plan.ts'
import { releaseForm } from '../src/release/write-release.ts'
import { detectForm } from '../src/sources/detect-form.ts'
import { findFiles } from '../src/sources/files.ts'
import { formats } from '../src/sources/formats/index.ts'
import { findPlace } from '../src/sources/places/index.ts'
import type { SourceRequest } from '../src/sources/table.ts'
import { ENCODINGS } from '../src/table/encodings.ts'
import { listOfNames, wholeNumber } from './values.ts'

export type FileOptions = Pick<
  SourceRequest,
  'format' | 'delimiter' | 'quote' | 'skip' | 'sheet' | 'encoding' | 'table' | 'query' | 'path'
> & {
  /** false: no header line. */
  readonly header?: string[] | boolean | undefined
}

/** Adds the options that `sourceOf` reads. The type is explicit because inferring it takes the compiler minutes. */
export function addFileOptions<Words extends unknown[], Options extends OptionValues>(
  command: Command<Words, Options>,
): Command<Words, Options & FileOptions> {
  const plain: Command = command as unknown as Command
  plain
    .addOption(
      new Option('--format <name>', 'file format (default: detected from the name)').choices(
        formats.map(({ name }) => name),
      ),
    )
    .option('--delimiter <text>', 'field delimiter (default: detected from the first line)', readDelimiter)
    .option('--header <names>', 'comma-separated column names, for a file without a header line', listOfNames)
    .option('--no-header', 'the file has no header line: its columns are column1, column2, …')
    .option('--quote <character>', 'quote character (default: ")', readQuote)
    .option('--skip <number>', 'lines to skip at the top', wholeNumber)
    .option('--sheet <name>', 'sheet of a workbook (default: the first)')
    .option('--table <name>', 'databases (postgres://…, sc://…): the table, such as public.people')
    .option('--query <select>', 'databases: a SELECT instead of a table')
    .option('--path <files>', 'Spark (sc://…): files that the cluster can read, instead of a table')
    .addOption(new Option('--encoding <name>', 'character encoding (default: utf-8)').choices(ENCODINGS))
  return command as unknown as Command<Words, Options & FileOptions>
}

/** Accepts `\t` for a tab. */
function readDelimiter(text: string): string {
  const delimiter = text.replaceAll('\\t', '\t')
  if (delimiter.length < 1 || delimiter.length > 4) throw new InvalidArgumentError('must be 1 to 4 characters.')
  return delimiter
}

function readQuote(text: string): string {
  if (text.length !== 1) throw new InvalidArgumentError('must be one character.')
  return text
}

/** The file as a source; options that are absent come from `like`. */
export function fileSource(file: string, options: FileOptions, like: Partial<SourceRequest> = {}): SourceRequest {
  const { format, delimiter, header, quote, skip, sheet, encoding, table, query, path } = options
  const inside = table ?? query ?? path
  return {
    ...like,
    ...withoutUndefined({ format, delimiter, header, quote, skip, sheet, encoding }),
    // Another table, such as a release, has no sources of derived columns.
    derived: inside === undefined || inside === (like.table ?? like.query ?? like.path) ? like.derived : undefined,
    source: file,
    base: process.cwd(),
    typed: true,
    table: inside === undefined ? like.table : table,
    query: inside === undefined ? like.query : query,
    path: inside === undefined ? like.path : path,
  }
}

/** Reads the job's data or release as the job says; any other file, perhaps a copy, as detected. */
export function readAsJob(
  file: string,
  job: Plan | undefined,
  numeric: readonly string[] = job?.arrangement.form?.decimalComma ?? [],
): Partial<SourceRequest> {
  if (isDatabase(file)) return job?.source.source === file ? job.source : {}
  const path = findPlace(file) === undefined ? resolve(file) : file
  const { form, spreadsheetSafe } = job?.arrangement ?? {}
  if (job !== undefined && (form !== undefined || spreadsheetSafe) && path === job.output.release)
    return releaseForm(job)
  try {
    if (job !== undefined && findFiles(job.source.source, job.source.base).includes(resolve(file))) return job.source
  } catch {
    // The job's data may be absent when only a release is examined.
  }
  return existsSync(file) ? detectForm(resolve(file), numeric) : {}
}
