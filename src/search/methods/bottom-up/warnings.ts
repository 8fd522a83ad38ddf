/** Warns of rare children of a root, without naming them: they may be values of suppressed rows. */
import { type ColumnCounts, rowsIn } from '../../trail/measures.ts'

export function lonelyTopNodes(columns: readonly ColumnCounts[], k: number): string[] {
  return columns.flatMap((counts) => {
    const { tree, column } = counts.hierarchy
    const lonely = Array.from(tree?.children[0] ?? []).filter((node) => {
      const rows = rowsIn(counts, tree!.first[node], tree!.last[node] + 1)
      return rows > 0 && rows < k
    })
    if (lonely.length === 0) return []
    const which = lonely.length === 1 ? 'a node stands' : `${lonely.length} nodes stand`
    return [
      `column "${column}": ${which} directly under the root with fewer than ${k} rows; without suppression ` +
        'the whole column ' +
        'will be generalized to its root; move such nodes under another one or give suppression',
    ]
  })
}
