/** Translates DuckDB errors, whose messages quote lines of the file: ours name the position instead. */
import { userError } from '../../ground/errors.ts'

const wrongSource = userError('file', 'data.source')
const wrongFormat = userError('file', 'data.format')
const wrongDelimiter = userError('file', 'data.delimiter')
const wrongQuote = userError('file', 'data.quote')
const wrongEncoding = userError('file', 'data.encoding')
const wrongDisk = userError('file')
const outOfMemory = userError('data', '--memory')

/** `isExtended`: the statement may reach a store, whose messages can contain keys; they are never shown. */
export function translateError(error: unknown, statement: string, isExtended = false): unknown {
  if (!(error instanceof Error)) return error
  const { message } = error
  if (isExtended && /HTTP|Azure|connect|timed? ?out|ETag/i.test(message)) return unreachable(message, statement)
  const line = message.match(/CSV Error on Line: (\d+)/)?.[1]
  const file = message.match(/file\s*=\s*(.+)/)?.[1]?.trim() ?? 'the file'
  if (line !== undefined) {
    const columns = message.match(/Expected Number of Columns: (\d+) Found: (\d+)/)
    if (columns !== null)
      return wrongDelimiter`${file}: line ${line} has ${columns[2]} fields, but every line must have ${columns[1]}; fix
        the line, or set data.delimiter or data.quote if the file is written in another way`
    if (/unterminated quote/i.test(message))
      return wrongQuote`${file}: a quote that opens at line ${line} is never closed; fix the line, or set data.quote`
    if (/unicode|utf-?8|encod/i.test(message))
      return wrongEncoding`${file}: line ${line} is not valid UTF-8; convert the file, or set data.encoding (--encoding
        on the command line) to latin-1, windows-1252, utf-16 or what it is`
    if (/maximum line size/i.test(message))
      return wrongSource`${file}: line ${line} is longer than 2 MiB; is a quote open, or is it not a delimited file?`
    return wrongDelimiter`${file}: line ${line} cannot be read as delimited text; see whether data.delimiter and
      data.quote fit the file`
  }
  if (/Parallel CSV Reader currently does not support/.test(message))
    return wrongFormat`the file has a line of more than 2 MiB; is a line end missing, is a quote open, or is it not a
      delimited file? Set data.format or data.quote, or give the right file`
  if (/state machine reached an invalid state/.test(message))
    return wrongQuote`the file cannot be read as delimited text: line ends of two kinds, or a quote in the wrong place;
      save it with one kind of line end, or set data.quote`
  if (/schema mismatch/i.test(message))
    return wrongSource`${quotedFile(message)} has other columns than the first file; files read together must have the
      same columns with the same types`
  if (/Parquet|magic bytes/i.test(message) && /Invalid (Input )?Error/i.test(message))
    return wrongFormat`${quotedFile(`${message} ${statement}`)} is not a Parquet file; set data.format, or give the
      right file`
  if (/maximum_object_size/.test(message))
    return wrongFormat`${quotedFile(message)} has an object of more than 2 MiB; a row of a table has less: leave long
      texts out, or set data.format if it is no JSON`
  if (/Malformed JSON|JSON/i.test(message) && /Invalid Input|non-record JSON/i.test(message))
    return wrongFormat`${quotedFile(message)} is not valid JSON lines; fix it, or set data.format`
  if (/No space left on device|Disk quota exceeded/i.test(message))
    return wrongDisk`the disk is full; nothing was published. Free some space and run again`
  if (/File too large/i.test(message))
    return wrongDisk`a file would be larger than the system allows (EFBIG); raise the limit (ulimit -f), or write to
      another disk`
  if (/Read-only file system|Permission denied|Input\/output error/i.test(message))
    return wrongDisk`a file cannot be read or written
      (${message.match(/Read-only file system|Permission denied|Input\/output error/i)?.[0]}); nothing was published:
      choose another place, or repair the disk`
  if (/Out of Memory/i.test(message))
    return outOfMemory`the engine ran out of memory; give it more with --memory (for example --memory 4GB), or free disk
      space for its temporary files`
  if (
    statement.includes('read_parquet(') &&
    /^(Invalid|Invalid Input|IO|Serialization|Not implemented|Out of Range) Error/.test(message)
  )
    return wrongSource`${quotedFile(statement)} is damaged: it begins and ends as a Parquet file, but what is between
      cannot be read; copy it or write it again`
  return isExtended ? unreachable(message, statement) : error
}

/** Says what a store or lake answered, without its message. */
function unreachable(message: string, statement: string): Error {
  const names = [/'([a-z0-9]+:\/\/[^']*)'/i, /'([a-z]+:[^']*)'/i, /'([^']*)'/]
  const place = names.map((name) => name.exec(statement)?.[1]).find((name) => name !== undefined) ?? 'the place'
  const status = /HTTP (?:code |Error code: )?(\d{3})\b|\b([45]\d{2}) [A-Z]/.exec(message)
  const code = status?.[1] ?? status?.[2]
  const [says, remedy] =
    code === '403' || code === '401'
      ? [`was refused (${code})`, 'set credentials that may read, list and write there']
      : code === '404'
        ? ['is not there (404)', 'see whether bucket and path are right']
        : code !== undefined
          ? [`answered with ${code}`, 'try again later']
          : /ETag/.test(message)
            ? ['was changed while it was read', 'run again']
            : /error for HTTP|connect|timed? ?out/i.test(message)
              ? ['cannot be reached, or the connection was cut', 'see whether address and network are right']
              : ['cannot be read or written', 'see whether it is whole, and has the snapshot and the table']
  return userError('file')`${place} ${says}; nothing was published: ${remedy}`
}

function quotedFile(message: string): string {
  return message.match(/(?:file |read_parquet\(\[)['"]([^'"]+)['"]/i)?.[1] ?? 'the file'
}
