/** A first job file for a file of transactions: counts its items, writes a balanced tree that a person can edit, and a commented job. */
import { basename, dirname, resolve } from 'node:path'
import type { EngineRun } from './engines/engine.ts'
import { readSourceBaskets } from './frequency/engine-baskets.ts'
import { balancedTaxonomy } from './hierarchy/balanced-tree.ts'
import { type JobProposal, type ProposalRequest, TIME_LIMIT, taxonomyFile } from './init.ts'
import { ITEMS_SEARCH } from './init-search.ts'
import { itemSearchesWith } from './search/items-index.ts'
import { portablePath } from './sources/files.ts'
import { readStart } from './sources/first-bytes.ts'
import type { SourceRequest, Table } from './sources/open-source.ts'

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

export async function proposeItemsJob(
  table: Table,
  { source, job, free }: ProposalRequest,
  run: EngineRun = {},
): Promise<JobProposal> {
  const layout = { column: 'items', cells: 'text', missingValues: [] } as const
  const { baskets, read } = await readSourceBaskets(table.engine, table.source, layout, { emptyBaskets: 'keep' }, run)
  const tree = taxonomyFile('items', balancedTaxonomy(baskets.items), new Set(), free)
  const reason = 'a line per person, items separated by blanks; the tree is made by rule, name its nodes as you like'
  return {
    text: jobText({
      files: table.files.map((file) => portablePath(dirname(resolve(job)), file)),
      source,
      tree: tree.path,
      job: basename(job),
      baskets: read,
      empty: baskets.empty,
      items: baskets.items.length,
    }),
    taxonomies: [tree],
    rows: read,
    columns: [{ name: 'items', role: 'items', sure: 'sure', reason, distinct: baskets.items.length }],
  }
}

function jobText(found: {
  files: readonly string[]
  source: SourceRequest
  tree: string
  job: string
  baskets: number
  empty: number
  items: number
}): string {
  const name = basename(found.files[0])
  const stem = name.replace(/(\.[^.]*)?(\.gz)?$/i, '') || 'baskets'
  return [
    `# Made by \`halftone init\` from ${name.replace(/\s+/g, ' ')}: ${found.baskets} baskets, ${found.items} items. Then: halftone run ${found.job}`,
    'version: 1',
    'data:',
    `  source: ${JSON.stringify(found.files.length === 1 ? found.files[0] : found.files)}`,
    '  format: transactions         # a line per person, items separated by blanks',
    ...(['skip', 'encoding'] as const).flatMap((key) =>
      found.source[key] === undefined ? [] : [`  ${key}: ${JSON.stringify(found.source[key])}`],
    ),
    ...(found.empty > 0
      ? [`  empty-baskets: keep          # ${found.empty} lines have no items: keep | drop | fail`]
      : []),
    '',
    'columns:',
    `  # The tree is used by algorithm ${itemSearchesWith({ needsTree: true })}; ${itemSearchesWith({ needsTree: false })} do without.`,
    `  items: { role: items, taxonomy: ${JSON.stringify(found.tree)} }`,
    '',
    'privacy:',
    '  km: { k: 5, m: 2 }           # whoever knows two items of somebody finds at least five people who have them',
    '  suppression-limit: 0         # the largest share of distinct items that may be left out',
    ITEMS_SEARCH,
    'seed: 1',
    TIME_LIMIT,
    'output:',
    `  release: ${JSON.stringify(`out/${stem}-release.txt`)}`,
    '  report: out/report.html',
    '',
  ].join('\n')
}
