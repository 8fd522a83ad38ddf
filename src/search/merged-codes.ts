/**
 * A problem over fewer codes: where a tree node has very many leaves for children, or few rows in a tree of very many nodes, or an order has very
 * many values, they are merged into one code each. What the finest values can gain is small once rows are few per value, and an evaluation of some hundred codes costs a fraction of
 * one of tens of thousands. A recoding of the merged problem is one of the whole problem, with the same classes and the same
 * value; a search ends by polishing it on all codes.
 *
 * Cost: one count of the classes and a pass over them.
 */
import type { ClassCounter } from '../frequency/classes.ts'
import type { FrequencyTable } from '../frequency/frequency-table.ts'
import { createCounter } from '../frequency/kernel/counter.ts'
import { rowsBelow } from '../frequency/rows-by-code.ts'
import { finestGrouping, type Grouping } from '../hierarchy/grouping.ts'
import type { Hierarchy, Tree } from '../hierarchy/hierarchy.ts'
import { mergeHierarchy } from '../hierarchy/merge-codes.ts'
import { utilityLoss } from '../metrics/utility/loss.ts'
import { utilitySuppression } from '../metrics/utility/suppression.ts'
import { createHeap } from './heap.ts'
import { rollsUp } from './levels/bound.ts'
import { rollUp } from './levels/roll-up.ts'
import type { GoalTerm, SearchProblem } from './search.ts'

export interface MergedProblem {
  readonly problem: SearchProblem
  /** Counts classes of the whole problem. */
  readonly counter: ClassCounter
  /** The groupings of the whole problem that those of the merged one stand for. */
  widen(groupings: readonly Grouping[]): Grouping[]
}

/** Leaves under one node, from which on they are merged. */
const MOST_LEAVES = 64
/** Codes of a tree, from which on nodes with few rows are not opened. */
const MOST_CODES = 256
/** Values of an order, from which on its finest levels are left out. */
const MOST_VALUES = 512

/** Undefined where no column is wide enough, or the goal looks at more than rows and groups of classes. */
export function mergeCodes(problem: SearchProblem): MergedProblem | undefined {
  const { frequencies, hierarchies, goal } = problem
  const bases = hierarchies.map((hierarchy, column) => baseGrouping(hierarchy, rowsBelow(frequencies, column)))
  const isMerged = bases.some((base, column) => base.groups < hierarchies[column].values.length)
  const readsCodes = problem.requirements.some(({ reads }) => reads === 'codes')
  if (!isMerged || readsCodes || !goal.terms.every(readsGroupsAlone)) return undefined
  const merged = hierarchies.map((hierarchy, column) => mergeHierarchy(hierarchy, bases[column]))
  const terms = goal.terms.map((term) => ({ ...term, settings: { ...term.settings, hierarchies: merged } }))
  const counter = createCounter(frequencies)
  return {
    counter,
    problem: {
      ...problem,
      frequencies: mergeTable(frequencies, bases, counter),
      hierarchies: merged,
      goal: { ...goal, terms },
    },
    widen: (groupings) =>
      groupings.map(({ groupOf, groups }, column) => ({
        groupOf: bases[column].groupOf.map((code) => groupOf[code]),
        groups,
      })),
  }
}

/** Rows, target counts and losses of groups are all that the term reads: merging codes that stay together changes nothing. */
function readsGroupsAlone(term: GoalTerm): boolean {
  return rollsUp(term) || term.metric === utilityLoss || term.metric === utilitySuppression
}

/** The codes that are distinguished: of a tree the nodes that stand for their many leaves, of an order the groups of a level. */
function baseGrouping(hierarchy: Hierarchy, rows: Float64Array): Grouping {
  const { tree, values, levels, missing } = hierarchy
  const finest = finestGrouping(values.length)
  if (tree !== undefined) return values.length <= MOST_LEAVES ? finest : openedNodes(tree, rows)
  if (values.length <= MOST_VALUES) return finest
  const base = levels.find(({ grouping }) => grouping.groups <= MOST_VALUES)?.grouping ?? finest
  // A level that cuts through a group of the base could not be said in merged codes.
  const coarser = levels.filter(({ grouping }) => grouping.groups <= base.groups)
  const missingIsAlone = missing === undefined || base.groupOf[missing - 1] !== base.groupOf[missing]
  return missingIsAlone && coarser.every(({ grouping }) => isUnion(grouping, base)) ? base : finest
}

/** The tree opened from the root, always the node with most rows next, until there are enough codes. Nodes with very many leaves stay closed. */
function openedNodes(tree: Tree, rowsBefore: Float64Array): Grouping {
  const rowsOf = (node: number) => rowsBefore[tree.last[node] + 1] - rowsBefore[tree.first[node]]
  const closed = createHeap<number>((a, b) => rowsOf(b) - rowsOf(a) || a - b)
  const codes: number[] = []
  closed.push(0)
  for (let open = 1, node = closed.pop(); node !== undefined; node = closed.pop()) {
    const children = tree.children[node]
    const leaves = children.reduce((sum, child) => sum + (tree.children[child].length === 0 ? 1 : 0), 0)
    // The root says nothing: its leaves stay, however many.
    const stays = node > 0 && (leaves > MOST_LEAVES || open + children.length > MOST_CODES)
    if (children.length === 0 || stays) codes.push(node)
    else {
      for (const child of children) closed.push(child)
      open += children.length - 1
    }
  }
  codes.sort((a, b) => tree.first[a] - tree.first[b])
  const groupOf = new Int32Array(tree.leafNode.length)
  for (const [code, node] of codes.entries()) groupOf.fill(code, tree.first[node], tree.last[node] + 1)
  return { groupOf, groups: codes.length }
}

function isUnion(coarser: Grouping, base: Grouping): boolean {
  for (let code = 1; code < base.groupOf.length; code++) {
    if (base.groupOf[code] === base.groupOf[code - 1] && coarser.groupOf[code] !== coarser.groupOf[code - 1])
      return false
  }
  return true
}

/** Combinations stand in the order of the codes before merging, which is nearly that of the merged ones. */
function mergeTable(table: FrequencyTable, bases: readonly Grouping[], counter = createCounter(table)): FrequencyTable {
  const smaller = rollUp(table, counter.count(bases))
  return {
    ...smaller,
    population: smaller.population && mergeTable(smaller.population, bases),
    columns: smaller.columns.map(({ name, codes }, column) => {
      const { groupOf, groups } = bases[column]
      return { name, size: groups, codes: codes.map((code) => groupOf[code]) }
    }),
  }
}
