/** A child of a root with fewer than k rows forces, without suppression, its whole column to the root: worth a word beforehand. */
import { type ColumnCounts, rowsIn } from './measures.ts'

export function lonelyTopNodes(columns: readonly ColumnCounts[], k: number): string[] {
  return columns.flatMap((counts) => {
    const { tree, column } = counts.hierarchy
    return Array.from(tree?.children[0] ?? []).flatMap((node) => {
      const rows = rowsIn(counts, tree!.first[node], tree!.last[node] + 1)
      if (rows === 0 || rows >= k) return []
      return [
        `column "${column}": "${tree!.names[node]}" stands directly under the root with ${rows} rows, fewer than ${k}; ` +
          'without suppression the whole column will be generalized to its root; move it under another node or give suppression',
      ]
    })
  })
}
