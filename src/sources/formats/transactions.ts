/** Baskets: one line per person, items separated by spaces. The whole line is one column. */
import { readStart } from '../first-bytes.ts'
import { checkText } from '../whole-file.ts'
import { readableText } from './delimited.ts'
import type { FormatRecord } from './format.ts'

const PEEK_BYTES = 1 << 16

export const transactions: FormatRecord = {
  name: 'transactions',
  title: 'transactions',
  label: 'transactions',
  note: 'a line of items per person',
  content: 'lines of items',
  endings: [],
  text: 'lines',
  looksLike: looksLikeTransactions,
  async read(files, request, engine) {
    const readable = await readableText(files, request, engine)
    const column = Array.isArray(request.header) ? request.header[0] : 'items'
    const lines = { column, skip: request.skip ?? 0, encoding: readable.encoding }
    return { source: { kind: 'files', files: readable.files, format: 'lines', lines }, warnings: [] }
  },
  checkWhole: checkText,
}

function looksLikeTransactions(file: string): boolean {
  const text = peek(file)
  if (text === undefined || text.includes('\0')) return false
  const lines = text
    .split('\n')
    .slice(0, -1)
    .filter((line) => line.trim() !== '')
  if (lines.length < 2) return false
  const isTable = [',', ';', '\t', '|'].some((delimiter) => {
    const counts = new Set(lines.map((line) => line.split(delimiter).length))
    return counts.size === 1 && !counts.has(1)
  })
  const lengths = new Set(lines.map((line) => line.trim().split(/\s+/).length))
  return !isTable && lengths.size > 1
}

function peek(file: string): string | undefined {
  try {
    const text = readStart(file, PEEK_BYTES).toString('utf8')
    return text.length < PEEK_BYTES / 2 ? `${text}\n` : text.slice(0, text.lastIndexOf('\n') + 1)
  } catch {
    return undefined
  }
}
