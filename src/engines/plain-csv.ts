/**
 * Delimited text as the local engine writes it, for engines whose rows come as a stream: such a release goes straight to its file, and has the same bytes.
 * Quotes stand around a cell that holds a delimiter, a quote, an end of a line or a #, and around an empty text, which is not a missing one.
 */
import type { FileSink } from '../sql/dialect.ts'
import { needsRewriting } from './rewrite-text.ts'

/** Whether a file is written so. */
export function isPlainCsv(sink: FileSink): boolean {
  const { format, compression, quote = '"', delimiter } = sink
  return format === 'csv' && compression === 'none' && quote === '"' && delimiter.length === 1 && !needsRewriting(sink)
}

/** Cells of a row as its line. */
export function plainCsvLines(delimiter: string): (cells: readonly (string | null | undefined)[]) => string {
  const special = new RegExp(`[#"\\r\\n${inClass(delimiter)}]`)
  const written = (cell: string | null | undefined): string => {
    if (cell === null || cell === undefined) return ''
    return cell === '' || special.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
  }
  return (cells) => `${cells.map(written).join(delimiter)}\n`
}

/** Such lines of a server that puts no quotes around a #, with them. Whatever has none goes on as it came. */
export function quoteHashes(delimiter: string): (chunks: AsyncIterable<Buffer>) => AsyncGenerator<Buffer> {
  // A cell in quotes, the end of which may be yet to come, or one without quotes that has a #.
  const cells = new RegExp(`"(?:[^"]|"")*(?:"|$)|[^"\\n${inClass(delimiter)}]*#[^"\\n${inClass(delimiter)}]*`, 'g')
  return async function* (chunks) {
    let rest: Buffer = Buffer.alloc(0)
    let inside = false
    const written = (lines: Buffer): Buffer => {
      const began = inside
      for (let at = lines.indexOf(QUOTE); at >= 0; at = lines.indexOf(QUOTE, at + 1)) inside = !inside
      if (!lines.includes('#')) return lines
      const text = `${began ? '"' : ''}${lines.toString('latin1')}`
      const quoted = text.replace(cells, (cell) => (cell.startsWith('"') ? cell : `"${cell}"`))
      return Buffer.from(began ? quoted.slice(1) : quoted, 'latin1')
    }
    for await (const chunk of chunks) {
      const all = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      const end = all.lastIndexOf('\n') + 1
      rest = all.subarray(end)
      if (end > 0) yield written(all.subarray(0, end))
    }
    if (rest.length > 0) yield written(rest)
  }
}

const QUOTE = 0x22

function inClass(sign: string): string {
  return sign.replace(/[\\\]^-]/, '\\$&')
}
