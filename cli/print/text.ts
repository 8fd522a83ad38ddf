/** Helpers for terminal text. */
import { relative } from 'node:path'
import colors from 'picocolors'

/** Control characters and bidirectional overrides; our colours and line ends are exempt. */
const unseen = /\x1b\[(?:1|2|22|3[1-69]|90)m|[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g

/** Escapes names and values from the data: they must not move the cursor, hide a line or reverse one. */
export function printable(text: string): string {
  return text.replace(unseen, (sign) =>
    sign.length > 1 ? sign : `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

type FactText = string | undefined | false
type Facts = Readonly<Record<string, FactText>> | readonly (readonly [name: string, text: FactText])[]

/** Aligned rows of name and text; a row without text is skipped. */
export function facts(...parts: readonly Facts[]): string {
  const rows = parts.flatMap((part) =>
    Array.isArray(part) ? part : Object.entries(part as Readonly<Record<string, FactText>>),
  )
  const shown = rows.filter(([, text]) => text !== undefined && text !== false)
  const width = Math.max(0, ...shown.map(([name]) => name.length))
  return shown.map(([name, text]) => `  ${colors.dim(name.padEnd(width))}  ${text}`).join('\n')
}

/** An aligned table; the first row is its header. */
export function table(rows: readonly (readonly string[])[], indent = '  '): string {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    indent + row.map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column]))).join('  ')
  return [colors.dim(line(rows[0])), ...rows.slice(1).map(line)].join('\n')
}

/** A path as the user would type it; a database address stays as it is. */
export function shown(path: string): string {
  if (path.includes('://')) return path
  const short = relative(process.cwd(), path)
  return short !== '' && !short.startsWith('..') ? short : path
}

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
