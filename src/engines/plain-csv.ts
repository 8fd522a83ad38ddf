/** Writes delimited text with the bytes of the local engine. Quotes empty texts, unlike missing values. */
import type { FileSink } from '../sql/dialect.ts'
import { needsRewriting } from './rewrite-text.ts'

export function isPlainCsv(sink: FileSink): boolean {
  const { format, compression, quote = '"', delimiter } = sink
  return format === 'csv' && compression === 'none' && quote === '"' && delimiter.length === 1 && !needsRewriting(sink)
}

export function plainCsvLines(delimiter: string): (cells: readonly (string | null | undefined)[]) => string {
  const special = new RegExp(`[#"\\r\\n${inClass(delimiter)}]`)
  const written = (cell: string | null | undefined): string => {
    if (cell === null || cell === undefined) return ''
    return cell === '' || special.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
  }
  return (cells) => `${cells.map(written).join(delimiter)}\n`
}

/** Adds the quotes around # that a server leaves out. Other chunks pass unchanged. */
export function quoteHashes(delimiter: string): (chunks: AsyncIterable<Buffer>) => AsyncGenerator<Buffer> {
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
