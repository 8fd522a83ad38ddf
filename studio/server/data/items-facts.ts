/** Statistics of baskets: support of items, sizes of baskets, most frequent items. */
import { type ItemsLayout, readSourceBaskets } from '../../../src/baskets/engine-baskets.ts'
import { openEngine } from '../../../src/engines/open-engine.ts'
import { openSource } from '../../../src/sources/open-source.ts'
import { requireColumn, type SourceRequest } from '../../../src/sources/table.ts'
import type { ItemsFacts, ItemsRequest } from './api.ts'
import { countHistogram } from './histogram.ts'

const SHOWN_ITEMS = 12

export function itemsFacts({ labels, supports, sizes, empty }: CountedItems): ItemsFacts {
  const bySupport = new Map<number, number>()
  for (const support of supports) bySupport.set(support, (bySupport.get(support) ?? 0) + 1)
  const bySize = new Map<number, number>()
  for (const size of sizes) if (size > 0) bySize.set(size, (bySize.get(size) ?? 0) + 1)
  const order = [...labels.keys()].sort((a, b) => supports[b] - supports[a] || a - b)
  return {
    baskets: sizes.length,
    empty,
    items: labels.length,
    occurrences: sizes.reduce((sum, size) => sum + size, 0),
    longest: sizes.reduce((longest, size) => Math.max(longest, size), 0),
    supports: countHistogram(bySupport),
    sizes: countHistogram(bySize),
    top: order.slice(0, SHOWN_ITEMS).map((item) => ({ value: labels[item], count: supports[item] })),
  }
}

export interface CountedItems {
  readonly labels: readonly string[]
  readonly supports: Int32Array
  readonly sizes: Int32Array
  readonly empty: number
}

export async function countItems(
  source: SourceRequest,
  { column = 'items', separator, per }: ItemsRequest,
  signal?: AbortSignal,
): Promise<CountedItems> {
  const run = signal === undefined ? {} : { signal }
  const engine = await openEngine(source)
  try {
    const table = await openSource(source, engine)
    const { kind } = requireColumn(table, column, 'the job')
    const layout: ItemsLayout = {
      column,
      cells: kind === 'list' ? 'list' : per !== undefined && separator === undefined ? 'one' : 'text',
      missingValues: [],
      separator,
      per,
    }
    const { baskets } = await readSourceBaskets(engine, table.source, layout, { emptyBaskets: 'keep' }, run)
    const supports = new Int32Array(baskets.items.length)
    for (const item of baskets.codes) supports[item]++
    const sizes = Int32Array.from({ length: baskets.count }, (_, i) => baskets.offsets[i + 1] - baskets.offsets[i])
    return { labels: baskets.items, supports, sizes, empty: baskets.empty }
  } finally {
    await engine.close()
  }
}
