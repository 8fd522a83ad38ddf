/**
 * The current cut of one column and its valid generalizations. A group is a range of codes identified by its first
 * code, which makes trees and orders alike: a generalization merges neighbouring groups.
 *
 * - Tree: {children} → p, valid if every child of p is in the cut (Wang, Yu, Chakraborty 2004, Definition 2).
 * - Order or numbers: any two neighbouring groups.
 * Cost: losses of families are computed once; merging neighbours changes at most two others.
 */
import type { Grouping } from '../../../hierarchy/grouping.ts'
import { groupLabel, type Tree } from '../../../hierarchy/hierarchy.ts'
import type { ColumnCounts, Measure } from '../../trail/measures.ts'

export interface Generalization {
  readonly column: number
  /** Tree node, or the first code of the right neighbour. Ascending ids break ties. */
  readonly id: number
  /** First code of each merged group, ascending; `end` is exclusive. */
  readonly starts: Int32Array
  readonly end: number
  /** I(G). */
  readonly loss: number
}

export interface ColumnCut {
  readonly counts: ColumnCounts
  valid(): Iterable<Generalization>
  visitAt(start: number, visit: (generalization: Generalization) => void): void
  apply(generalization: Generalization): void
  grouping(): Grouping
  label(generalization: Generalization): string
}

function familyCut(column: number, counts: ColumnCounts, tree: Tree, measure: Measure): ColumnCut {
  const { parent, children, first, last, leafNode } = tree
  const moves = new Map<number, Generalization>()
  const waiting = Int32Array.from(children, (kids) => kids.filter((child) => children[child].length > 0).length)
  const valid = new Set<number>()
  const nodeAt = Int32Array.from(leafNode)
  const isStart = new Uint8Array(leafNode.length).fill(1)
  for (let node = 0; node < children.length; node++) {
    if (children[node].length === 0) continue
    const starts = children[node].map((child) => first[child])
    const end = last[node] + 1
    moves.set(node, { column, id: node, starts, end, loss: measure(counts, starts, end) })
    if (waiting[node] === 0) valid.add(node)
  }
  return {
    counts,
    *valid() {
      for (const node of [...valid].sort((a, b) => a - b)) yield moves.get(node)!
    },
    visitAt(start, visit) {
      const above = parent[nodeAt[start]]
      if (above >= 0 && waiting[above] === 0) visit(moves.get(above)!)
    },
    apply({ id, starts }) {
      for (const start of starts) isStart[start] = 0
      isStart[first[id]] = 1
      nodeAt[first[id]] = id
      valid.delete(id)
      const above = parent[id]
      if (above >= 0 && --waiting[above] === 0) valid.add(above)
    },
    grouping: () => groupingOfStarts(isStart),
    label: ({ id }) => tree.names[id],
  }
}

/** Opens the cut of a column: families of its tree are generalized together, otherwise neighbours. */
export function openCut(
  column: number,
  counts: ColumnCounts,
  measure: Measure,
  startGroups: readonly number[],
): ColumnCut {
  if (counts.hierarchy.tree !== undefined) return familyCut(column, counts, counts.hierarchy.tree, measure)
  const size = counts.hierarchy.values.length
  const isStart = new Uint8Array(size)
  for (const start of startGroups) isStart[start] = 1
  // Cached move at each boundary, reset if a neighbour grows.
  const moves: (Generalization | undefined)[] = new Array(size)
  const before = (start: number): number => {
    do start--
    while (isStart[start] === 0)
    return start
  }
  const after = (start: number): number => {
    do start++
    while (start < size && isStart[start] === 0)
    return start
  }
  const moveAt = (boundary: number): Generalization => {
    const known = moves[boundary]
    if (known !== undefined) return known
    const starts = Int32Array.of(before(boundary), boundary)
    const end = after(boundary)
    const move = { column, id: boundary, starts, end, loss: measure(counts, starts, end) }
    moves[boundary] = move
    return move
  }
  return {
    counts,
    *valid() {
      for (let boundary = 1; boundary < size; boundary++) if (isStart[boundary] === 1) yield moveAt(boundary)
    },
    visitAt(start, visit) {
      if (start > 0 && isStart[start] === 1) visit(moveAt(start))
      const next = after(start)
      if (next < size) visit(moveAt(next))
    },
    apply({ id, starts, end }) {
      isStart[id] = 0
      moves[id] = undefined
      moves[starts[0]] = undefined
      if (end < size) moves[end] = undefined
    },
    grouping: () => groupingOfStarts(isStart),
    label: ({ starts, end }) => groupLabel(counts.hierarchy, starts[0], end - 1),
  }
}

function groupingOfStarts(isStart: Uint8Array): Grouping {
  const codeGroups = new Int32Array(isStart.length)
  let group = 0
  for (let code = 1; code < codeGroups.length; code++) codeGroups[code] = group += isStart[code]
  return { codeGroups, groups: group + 1 }
}
