import type { FrequencyTable } from '../frequency/frequency-table.ts'
import { createCounter } from '../frequency/kernel/counter.ts'
import { rowsBelow } from '../frequency/rows-by-code.ts'
import { finestGrouping, type Grouping } from '../hierarchy/grouping.ts'
import type { Hierarchy, Tree } from '../hierarchy/hierarchy.ts'
import { mergeHierarchy } from '../hierarchy/merge-codes.ts'
import { utilityLoss } from '../metrics/utility/loss.ts'
import { utilitySuppression } from '../metrics/utility/suppression.ts'
import { createHeap } from './heap.ts'
import { refines } from './levels/ladder.ts'
import { rollUp } from './levels/roll-up.ts'
import type { GoalTerm, SearchProblem } from './search.ts'

export type MergedProblem = NonNullable<ReturnType<typeof mergeCodes>>

/** Leaves under one node above which they are merged. */
const MOST_LEAVES = 64
/** Codes of a tree above which sparse nodes stay closed. */
const MOST_CODES = 256
/** Values of an order above which its finest levels are left out. */
const MOST_VALUES = 512

/** Undefined if no column is wide enough, or the goal reads more than rows and groups of classes. */
export function mergeCodes(problem: SearchProblem) {
  const { frequencies, hierarchies, goal } = problem
  const bases = hierarchies.map((hierarchy, column) => baseGrouping(hierarchy, rowsBelow(frequencies, column)))
  const isMerged = bases.some((base, column) => base.groups < hierarchies[column].values.length)
  const readsCodes = problem.requirements.some(({ reads }) => reads === 'codes')
  if (!isMerged || readsCodes || !goal.terms.every(readsGroupsAlone)) return undefined
  const merged = hierarchies.map((hierarchy, column) => mergeHierarchy(hierarchy, bases[column]))
  const terms = goal.terms.map((term) => ({ ...term, settings: { ...term.settings, hierarchies: merged } }))
  const counter = createCounter(frequencies)
  const table = mergeTable(frequencies, bases, counter)
  return {
    counter,
    problem: { ...problem, frequencies: table, hierarchies: merged, goal: { ...goal, terms } },
    widen: (groupings: readonly Grouping[]): Grouping[] =>
      groupings.map(({ codeGroups, groups }, column) => ({
        codeGroups: bases[column].codeGroups.map((code) => codeGroups[code]),
        groups,
      })),
  }
}

/** The term reads only rows, target counts and losses of groups: merging codes changes nothing. */
function readsGroupsAlone({ metric }: GoalTerm): boolean {
  return metric.reads === 'totals' || metric === utilityLoss || metric === utilitySuppression
}

function baseGrouping(hierarchy: Hierarchy, rows: Float64Array): Grouping {
  const { tree, values, levels, missing } = hierarchy
  const finest = finestGrouping(values.length)
  if (tree !== undefined) return values.length <= MOST_LEAVES ? finest : openedNodes(tree, rows)
  if (values.length <= MOST_VALUES) return finest
  const base = levels.find(({ grouping }) => grouping.groups <= MOST_VALUES)?.grouping ?? finest
  const coarser = levels.filter(({ grouping }) => grouping.groups <= base.groups)
  const missingIsAlone = missing === undefined || base.codeGroups[missing - 1] !== base.codeGroups[missing]
  return missingIsAlone && coarser.every(({ grouping }) => refines(base, grouping)) ? base : finest
}

/** Opens the tree from the root, most rows first, up to MOST_CODES; nodes with very many leaves stay closed. */
function openedNodes(tree: Tree, rowsBefore: Float64Array): Grouping {
  const countRows = (node: number) => rowsBefore[tree.last[node] + 1] - rowsBefore[tree.first[node]]
  const closed = createHeap<number>((a, b) => countRows(b) - countRows(a) || a - b)
  const codes: number[] = []
  closed.push(0)
  for (let open = 1, node = closed.pop(); node !== undefined; node = closed.pop()) {
    const children = tree.children[node]
    const leaves = children.reduce((sum, child) => sum + (tree.children[child].length === 0 ? 1 : 0), 0)
    // The root carries no information: its leaves stay, however many.
    const stays = node > 0 && (leaves > MOST_LEAVES || open + children.length > MOST_CODES)
    if (children.length === 0 || stays) codes.push(node)
    else {
      for (const child of children) closed.push(child)
      open += children.length - 1
    }
  }
  codes.sort((a, b) => tree.first[a] - tree.first[b])
  const codeGroups = new Int32Array(tree.leafNode.length)
  for (const [code, node] of codes.entries()) codeGroups.fill(code, tree.first[node], tree.last[node] + 1)
  return { codeGroups, groups: codes.length }
}

/** Combinations are sorted by the unmerged codes, which is nearly the merged order. */
function mergeTable(table: FrequencyTable, bases: readonly Grouping[], counter = createCounter(table)): FrequencyTable {
  const smaller = rollUp(table, counter.count(bases))
  return {
    ...smaller,
    population: smaller.population && mergeTable(smaller.population, bases),
    columns: smaller.columns.map(({ name, codes }, column) => {
      const { codeGroups, groups } = bases[column]
      return { name, size: groups, codes: codes.map((code) => codeGroups[code]) }
    }),
  }
}
