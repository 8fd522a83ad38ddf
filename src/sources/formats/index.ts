/** All file formats, each by its record. */
import { didYouMean, userError } from '../../ground/errors.ts'
import type { FileSink } from '../../sql/dialect.ts'
import { csv } from './csv.ts'
import { refuseForeign } from './foreign.ts'
import type { FormatRecord } from './format.ts'
import { json } from './json.ts'
import { parquet } from './parquet.ts'
import { transactions } from './transactions.ts'
import { tsv } from './tsv.ts'
import { xlsx } from './xlsx.ts'

export const formats: readonly FormatRecord[] = [csv, tsv, parquet, json, xlsx, transactions]

/** The format of files that carry typed columns from one step to the next. */
export const typedFormat = parquet

export function formatNamed(name: string): FormatRecord {
  const format = formats.find((own) => own.name === name)
  if (format !== undefined) return format
  const names = formats.map((own) => own.name)
  throw userError(
    'known',
    'data.format',
  )`data.format must be one of ${names.join(', ')}${didYouMean(name, names)}; got "${name}"`
}

/** The format that the ending of a file tells; undefined if it may hold anything. */
export function toldFormat(file: string): FormatRecord | undefined {
  return formats.find(({ endings }) => hasEnding(file, endings))
}

/** The format that a file is read in if nobody names one. */
export function formatOf(file: string): FormatRecord {
  return toldFormat(file) ?? csv
}

/** Whether the name of a file, with or without `.gz`, has one of the endings. */
export function hasEnding(file: string, endings: readonly string[] = []): boolean {
  const name = file.toLowerCase().replace(/\.gz$/, '')
  return endings.some((ending) => name.endsWith(ending))
}

/** Whether a file is likely to hold data, by its name. */
export function isDataFile(file: string): boolean {
  return toldFormat(file) !== undefined || formats.some(({ vagueEndings }) => hasEnding(file, vagueEndings))
}

/** Whether a file has delimited text, by its name. */
export function isDelimited(file: string): boolean {
  return formats.some(
    ({ text, endings, vagueEndings = [] }) => text === 'delimited' && hasEnding(file, [...endings, ...vagueEndings]),
  )
}

export function requireFormat(file: string, format: FormatRecord): void {
  refuseForeign(file, format, formats, tableFormats())
}

/** The formats of tables for people: "csv, tsv, parquet, json lines or xlsx". */
export function tableFormats(): string {
  return orList(formats.filter(({ text }) => text !== 'lines').map(({ title }) => title))
}

/** All formats for people, in the same way. */
export function allFormats(): string {
  return orList(formats.map(({ title }) => title))
}

/** The endings of releases for people: ".csv, .tsv, .parquet, .xlsx or .csv.gz". */
export function releaseEndings(): string {
  const endings = formats.flatMap(({ write }) => write?.endings[0] ?? [])
  return orList([...endings, `${csv.endings[0]}.gz`])
}

function orList(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}

/** The format that a release of this name is written in; undefined if there is none. */
export function releaseFormat(release: string): FormatRecord | undefined {
  return formats.find(
    ({ write }) =>
      write !== undefined && hasEnding(release, write.endings) && (write.gzip === true || !/\.gz$/i.test(release)),
  )
}

/** A release without the ending that tells its format. */
export function withoutEnding(release: string): string {
  const plain = release.replace(/\.gz$/i, '')
  const endings = formats.flatMap(({ write }) => write?.endings ?? [])
  const ending = endings.find((own) => plain.toLowerCase().endsWith(own)) ?? ''
  return plain.slice(0, plain.length - ending.length)
}

/** Writes to `file` in the format that the ending of `target` tells. `key` is where the job names the target. */
export function sinkOf(target: string, file: string, key = 'output.release'): FileSink {
  const write = releaseFormat(target)?.write
  if (write === undefined) throw userError('value', key)`${key} must end in ${releaseEndings()}; got "${target}"`
  return { file, ...write.sink, compression: /\.gz$/i.test(target) ? 'gzip' : 'none' }
}
