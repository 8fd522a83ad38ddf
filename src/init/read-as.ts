import { findFiles } from '../sources/files.ts'
import { defaultFormat, formats, toldFormat } from '../sources/formats/index.ts'
import { STANDARD_INPUT } from '../sources/open-source.ts'
import { isElsewhere } from '../sources/places/index.ts'
import type { SourceRequest } from '../sources/table.ts'

/** Completes a request that does not describe its file: detects format (by ending or content) and layout. */
export function readAs(source: SourceRequest): SourceRequest {
  const printed = source.source === STANDARD_INPUT
  const described = [source.format, source.delimiter, source.header].some((said) => said !== undefined)
  if (described || (printed && source.received === undefined) || isElsewhere(source.source)) return source
  const [file] = printed ? [source.received as string] : findFiles(source.source, source.base)
  const alike = toldFormat(file) === undefined ? formats.find(({ looksLike }) => looksLike?.(file)) : undefined
  return alike === undefined
    ? (defaultFormat(file).detect?.(source, file) ?? source)
    : { ...source, format: alike.name }
}
