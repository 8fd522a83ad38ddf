/** Describes files of baskets for a first job file: counts the items and proposes an editable tree. */
import { readSourceBaskets } from '../baskets/engine-baskets.ts'
import type { EngineRun } from '../engines/engine.ts'
import { prose } from '../ground/format.ts'
import { balancedTaxonomy } from '../hierarchy/tree.ts'
import { itemSearchesWith } from '../search/items-index.ts'
import type { Table } from '../sources/table.ts'
import type { DescribedData } from './proposal.ts'

export async function describeBaskets(
  { engine, source, columns: [{ name }] }: Table,
  run: EngineRun = {},
): Promise<DescribedData> {
  const layout = { column: name, cells: 'text', missingValues: [] } as const
  const { baskets, read } = await readSourceBaskets(engine, source, layout, { emptyBaskets: 'keep' }, run)
  const uses = prose`Its tree is used by ${itemSearchesWith({ needsTree: true })};
    ${itemSearchesWith({ needsTree: false })} do without.`
  const column = {
    name,
    role: 'items',
    sure: 'sure',
    reason: prose`a line per person, items separated by blanks; the tree is made by rule, name its nodes as you like.
      ${uses}`,
    distinct: baskets.items.length,
    specification: { kind: 'tree', root: balancedTaxonomy(baskets.items) },
  } as const
  return { columns: [column], rows: read, missing: baskets.empty, missingValues: [] }
}
