/**
 * Groupings of one column that are only partly decided, for the lower bound: a bit of an order or a node of a tree is decided one
 * way or the other, or free. Between the coarsest and the finest grouping that agree with the decisions lie all that do.
 */
import { emptyGrouping, fillFromBits, type Grouping } from '../../hierarchy/grouping.ts'
import type { Hierarchy } from '../../hierarchy/hierarchy.ts'
import { type Decisions, FREE } from './column-optimum.ts'

/** Nothing decided yet: one entry per bit of an order, per node of a tree. */
export function nothingDecided(hierarchy: Hierarchy): Decisions {
  return new Uint8Array(hierarchy.tree?.first.length ?? hierarchy.values.length - 1).fill(FREE)
}

/** The coarsest (free means together) or finest (free means apart) grouping that agrees. */
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
    else grouping.groupOf.fill(group++, tree.first[node], tree.last[node] + 1)
  }
  visit(0)
  grouping.groups = group
  return grouping
}

export interface Question {
  /** Entry of the decisions. */
  readonly index: number
  /** What deciding for "together" would cost at least: rows times loss of the entries it joins. */
  readonly weight: number
}

/** The free decision that matters most, or undefined when the column is decided. `rowsBefore[c]`: rows with a code below c. */
export function nextQuestion(
  hierarchy: Hierarchy,
  decisions: Decisions,
  rowsBefore: ArrayLike<number>,
  lossOf: (from: number, to: number) => number,
): Question | undefined {
  const { tree, values } = hierarchy
  let best: Question | undefined
  const consider = (index: number, weight: number) => {
    if (best === undefined || weight > best.weight) best = { index, weight }
  }
  if (tree === undefined) {
    for (let i = 0; i < decisions.length; i++) {
      if (decisions[i] !== FREE) continue
      // Splitting in the middle says most about suppression; joining two neighbours costs little either way.
      const rows = Math.min(rowsBefore[i + 1], rowsBefore[values.length] - rowsBefore[i + 1])
      consider(i, rows * lossOf(i, i + 1))
    }
    return best
  }
  const visit = (node: number): void => {
    if (tree.children[node].length === 0 || decisions[node] === 0) return
    if (decisions[node] === 1) tree.children[node].forEach(visit)
    else {
      const { first, last } = tree
      const rows = rowsBefore[last[node] + 1] - rowsBefore[first[node]]
      consider(node, rows * lossOf(first[node], last[node]))
    }
  }
  visit(0)
  return best
}
