/** All file formats. */
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

export const typedFormat = parquet

export function formatNamed(name: string): FormatRecord {
  const format = formats.find((record) => record.name === name)
  if (format !== undefined) return format
  const names = formats.map((record) => record.name)
  throw userError('known', 'data.format')`data.format must be one of ${names.join(', ')}${didYouMean(name, names)}; got
    "${name}"`
}

/** Returns the format implied by the ending; undefined if it may be any. */
export function toldFormat(file: string): FormatRecord | undefined {
  return formats.find(({ endings }) => hasEnding(file, endings))
}

export function defaultFormat(file: string): FormatRecord {
  return toldFormat(file) ?? csv
}

export function hasEnding(file: string, endings: readonly string[] = []): boolean {
  const name = file.toLowerCase().replace(/\.gz$/, '')
  return endings.some((ending) => name.endsWith(ending))
}

export function isDataFile(file: string): boolean {
  return toldFormat(file) !== undefined || formats.some(({ vagueEndings }) => hasEnding(file, vagueEndings))
}

export function isDelimited(file: string): boolean {
  return formats.some(
    ({ text, endings, vagueEndings = [] }) => text === 'delimited' && hasEnding(file, [...endings, ...vagueEndings]),
  )
}

export function requireFormat(file: string, format: FormatRecord): void {
  refuseForeign(file, format, formats, tableFormats())
}

/** "csv, tsv, parquet, json lines or xlsx". */
export function tableFormats(): string {
  return orList(formats.filter(({ text }) => text !== 'lines').map(({ title }) => title))
}

export function allFormats(): string {
  return orList(formats.map(({ title }) => title))
}

/** ".csv, .tsv, .parquet, .xlsx or .csv.gz". */
export function releaseEndings(): string {
  const endings = formats.flatMap(({ write }) => write?.endings[0] ?? [])
  return orList([...endings, `${csv.endings[0]}.gz`])
}

function orList(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}

export function releaseFormat(release: string): FormatRecord | undefined {
  return formats.find(
    ({ write }) =>
      write !== undefined && hasEnding(release, write.endings) && (write.gzip === true || !/\.gz$/i.test(release)),
  )
}

export function withoutEnding(release: string): string {
  const plain = release.replace(/\.gz$/i, '')
  const endings = formats.flatMap(({ write }) => write?.endings ?? [])
  const ending = endings.find((candidate) => plain.toLowerCase().endsWith(candidate)) ?? ''
  return plain.slice(0, plain.length - ending.length)
}

/** Writes to `file` in the format implied by the ending of `target`. `key` is the job key of the target. */
export function fileSink(target: string, file: string, key = 'output.release'): FileSink {
  const write = releaseFormat(target)?.write
  if (write === undefined) throw userError('value', key)`${key} must end in ${releaseEndings()}; got "${target}"`
  return { file, ...write.sink, compression: /\.gz$/i.test(target) ? 'gzip' : 'none' }
}
