/** Files of transactions, for a first job file: detects one, counts its items, and proposes a tree that a person can edit. */

import { readSourceBaskets } from '../baskets/engine-baskets.ts'
import type { EngineRun } from '../engines/engine.ts'
import { balancedTaxonomy } from '../hierarchy/balanced-tree.ts'
import { itemSearchesWith } from '../search/items-index.ts'
import { readStart } from '../sources/first-bytes.ts'
import type { Table } from '../sources/open-source.ts'
import type { DescribedData } from './describe-table.ts'

const PEEK = 1 << 16

/** Whether a file reads like one of transactions: lines of blank-separated tokens, not all of one length, no delimiter of a table. */
export function looksLikeTransactions(file: string): boolean {
  if (/\.(csv|tsv|tab|parquet|pq|json|jsonl|ndjson)(\.gz)?$/i.test(file)) return false
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
    const text = readStart(file, PEEK).toString('utf8')
    // The last line of a longer file is cut here; a file without an ending line break ends here all the same.
    return text.length < PEEK / 2 ? `${text}\n` : text.slice(0, text.lastIndexOf('\n') + 1)
  } catch {
    // Whoever opens the file for reading says what is wrong with it.
    return undefined
  }
}

/** A column of items, with a balanced tree over them to begin with. */
export async function describeBaskets(
  { engine, source, columns: [{ name }] }: Table,
  run: EngineRun = {},
): Promise<DescribedData> {
  const layout = { column: name, cells: 'text', missingValues: [] } as const
  const { baskets, read } = await readSourceBaskets(engine, source, layout, { emptyBaskets: 'keep' }, run)
  const uses = `Its tree is used by ${itemSearchesWith({ needsTree: true })}; ${itemSearchesWith({ needsTree: false })} do without.`
  const column = {
    name,
    role: 'items',
    sure: 'sure',
    reason: `a line per person, items separated by blanks; the tree is made by rule, name its nodes as you like. ${uses}`,
    distinct: baskets.items.length,
    specification: { kind: 'tree', root: balancedTaxonomy(baskets.items) },
  } as const
  return { columns: [column], rows: read, missing: baskets.empty, missingValues: [] }
}
