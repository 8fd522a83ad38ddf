/** Partly decided groupings of one column, for the lower bound: each bit or tree node is decided or free. */
import { emptyGrouping, fillFromBits, type Grouping } from '../../hierarchy/grouping.ts'
import type { Hierarchy } from '../../hierarchy/hierarchy.ts'
import { type Decisions, FREE } from './column-optimum.ts'

export function nothingDecided(hierarchy: Hierarchy): Decisions {
  return new Uint8Array(hierarchy.tree?.first.length ?? hierarchy.values.length - 1).fill(FREE)
}

/** The coarsest (free means merged) or finest (free means separate) grouping that agrees. */
export function extremeGrouping(hierarchy: Hierarchy, decisions: Decisions, extreme: 'coarsest' | 'finest'): Grouping {
  const { tree, values } = hierarchy
  const grouping = emptyGrouping(values.length)
  const apart = (decision: number) => decision === 1 || (decision === FREE && extreme === 'finest')
  if (tree === undefined) {
    fillFromBits(
      grouping,
      Uint8Array.from(decisions, (decision) => (apart(decision) ? 1 : 0)),
    )
    return grouping
  }
  let group = 0
  const visit = (node: number): void => {
    if (tree.children[node].length > 0 && apart(decisions[node])) tree.children[node].forEach(visit)
    else grouping.codeGroups.fill(group++, tree.first[node], tree.last[node] + 1)
  }
  visit(0)
  grouping.groups = group
  return grouping
}

export interface Question {
  readonly index: number
  readonly weight: number
}

/** The most influential free decision; undefined if all are decided. `rowsBefore[c]`: rows with a code below c. */
export function nextQuestion(
  hierarchy: Hierarchy,
  decisions: Decisions,
  rowsBefore: ArrayLike<number>,
  loss: (from: number, to: number) => number,
): Question | undefined {
  const { tree, values } = hierarchy
  let best: Question | undefined
  const consider = (index: number, weight: number) => {
    if (best === undefined || weight > best.weight) best = { index, weight }
  }
  if (tree === undefined) {
    for (let i = 0; i < decisions.length; i++) {
      if (decisions[i] !== FREE) continue
      // A split in the middle decides most about suppression; merging two neighbours costs little either way.
      const rows = Math.min(rowsBefore[i + 1], rowsBefore[values.length] - rowsBefore[i + 1])
      consider(i, rows * loss(i, i + 1))
    }
    return best
  }
  const visit = (node: number): void => {
    if (tree.children[node].length === 0 || decisions[node] === 0) return
    if (decisions[node] === 1) tree.children[node].forEach(visit)
    else {
      const { first, last } = tree
      const rows = rowsBefore[last[node] + 1] - rowsBefore[first[node]]
      consider(node, rows * loss(first[node], last[node]))
    }
  }
  visit(0)
  return best
}
