/** Small helpers for what stands on a terminal. */
import { relative } from 'node:path'
import colors from 'picocolors'

/** Signs that a terminal obeys or that turn a line around; beside them what we colour words with, and ends of lines. */
const unseen = /\x1b\[(?:1|2|22|3[1-69]|90)m|[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g

/** A text for a terminal: names and values are other people's, and must not move its cursor, hide a line or turn one around. */
export function printable(text: string): string {
  return text.replace(unseen, (sign) =>
    sign.length > 1 ? sign : `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Rows of name and text, names aligned and dim; one without a text is not shown. */
export function facts(rows: readonly (readonly [name: string, text: string | undefined | false])[]): string {
  const shown = rows.filter(([, text]) => text !== undefined && text !== false)
  const width = Math.max(0, ...shown.map(([name]) => name.length))
  return shown.map(([name, text]) => `  ${colors.dim(name.padEnd(width))}  ${text}`).join('\n')
}

/** A table with aligned columns; the first row is its head. */
export function table(rows: readonly (readonly string[])[], indent = '  '): string {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    indent + row.map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column]))).join('  ')
  return [colors.dim(line(rows[0])), ...rows.slice(1).map(line)].join('\n')
}

/** A path as the person would type it; a table of a database, which has an address, as it is. */
export function shown(path: string): string {
  if (path.includes('://')) return path
  const short = relative(process.cwd(), path)
  return short !== '' && !short.startsWith('..') ? short : path
}

/** Lines of at most `width` characters, broken at blanks. */
export function wrap(text: string, width: number, indent = ''): string {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line].map((one) => indent + one).join('\n')
}
