/**
 * The exact best grouping of one column with the others fixed, for additive goals (`additive-goal.ts`):
 *
 *     cost of a group = Σ over classes of the other columns: all suppressed if fewer than k rows, else cells + minority
 *     best grouping = the cheapest cover, by intervals (ordered column) or by a cut (tree)
 * If the other columns are only known to be between a coarsest and a finest grouping, the program gives a lower bound:
 * the coarsest decides suppression, the finest the loss.
 * Cost: at most cells × codes / 2 for an ordered column, cells × depth for a tree.
 */
import type { ClassCounter } from '../../frequency/classes.ts'
import type { FrequencyTable } from '../../frequency/frequency-table.ts'
import type { Hierarchy, Tree } from '../../hierarchy/hierarchy.ts'
import { type AdditiveGoal, cellCost } from './additive-goal.ts'
import type { ColumnCells, OtherColumns } from './column-cells.ts'
import { addCells, buildCells, clearGroup, countOthers, groupCost, openCells, rowsIn, setGoal } from './column-cells.ts'

/** Per bit (ordered) or node (tree; 1 = open): 0 or 1 if decided, otherwise FREE. */
export type Decisions = Uint8Array
export const FREE = 2

export interface ColumnQuestion extends OtherColumns {
  readonly decisions?: Decisions
  readonly goal?: AdditiveGoal | undefined
  /** Ordered columns: codes at which a group may start, ascending from 0; default: every code. */
  readonly starts?: Int32Array
  /** Ordered columns: another order of the codes, which `starts` then index; cells must have no price. */
  readonly order?: Int32Array
}

export interface ColumnOptimum {
  /** In goal units times rows. */
  cost: number
  starts: number[]
}

export type ColumnOptimizer = ReturnType<typeof createColumnOptimizer>

export function createColumnOptimizer(
  frequencies: FrequencyTable,
  hierarchies: readonly Hierarchy[],
  usualGoal: AdditiveGoal,
  counter: ClassCounter,
) {
  const cells = openCells(frequencies, usualGoal, counter)
  const { columns, combinations, rows } = frequencies
  return {
    /** Combinations and cells visited: a machine-independent cost. */
    looks: () => cells.looks,
    optimize(question: ColumnQuestion): ColumnOptimum {
      if (rows === 0) return { cost: 0, starts: [0] }
      setGoal(cells, question.goal ?? usualGoal)
      const { size } = columns[question.column]
      const { tree } = hierarchies[question.column]
      const starts = (tree === undefined && question.starts) || Int32Array.from({ length: size }, (_, code) => code)
      cells.looks += 2 * combinations
      countOthers(cells, question)
      const blockStarts = buildCells(cells, question.column, starts, question.order)
      const optimum =
        tree === undefined
          ? bestIntervals(cells, question, starts, blockStarts)
          : bestCut(cells, question, tree, blockStarts)
      optimum.cost += cells.goal.suppressedCost * cells.hopelessRows
      return optimum
    },
  }
}

/**
 * A group costs at least as much as its rows without suppression, and this floor only grows as groups merge. So a group
 * is extended only while its floor plus the floor of the rest can still win.
 */
function bestIntervals(cells: ColumnCells, question: ColumnQuestion, starts: Int32Array, blockStarts: Int32Array) {
  const { columns, rows, goal } = cells
  const { column, decisions } = question
  const blocks = starts.length
  // From block b on: the best cost, the end of its first group, and the cost without suppression in that group.
  const best = new Float64Array(blocks + 1).fill(Number.POSITIVE_INFINITY)
  const next = new Int32Array(blocks + 1)
  const floor = new Float64Array(blocks + 1).fill(Number.POSITIVE_INFINITY)
  best[blocks] = 0
  // Ties go to the longer, more general group; a bound does not care.
  const slack = decisions === undefined ? goal.suppressedCost * rows * 1e-12 : 0
  const blockRows = Float64Array.from(starts, (_, b) => rowsIn(cells, blockStarts[b], blockStarts[b + 1]))
  for (let from = blocks - 1; from >= 0; from--) {
    let groupRows = 0
    let added = from
    for (let to = from; to < blocks; to++) {
      if (to > from && decisions?.[starts[to] - 1] === 1) break
      addCells(cells, blockStarts[to], blockStarts[to + 1])
      added = to + 1
      groupRows += blockRows[to]
      if (to + 1 < blocks && decisions?.[starts[to + 1] - 1] === 0) continue
      const last = to + 1 < blocks ? starts[to + 1] - 1 : columns[column].size - 1
      const rowCost = cellCost(goal, column, starts[from], last)
      const cost = groupCost(cells, rowCost, groupRows) + best[to + 1]
      if (cost <= best[from]) {
        best[from] = cost
        next[from] = to + 1
      }
      const least = rowCost * groupRows + cells.costOfAll
      floor[from] = Math.min(floor[from], least + best[to + 1])
      if (least + floor[to + 1] < best[from] + slack) continue
      floor[from] = Math.min(floor[from], least + floor[to + 1])
      break
    }
    clearGroup(cells, blockStarts[from], blockStarts[added])
  }
  const chosen: number[] = []
  for (let block = 0; block < blocks; block = next[block]) chosen.push(starts[block])
  return { cost: best[0], starts: chosen }
}

function bestCut(cells: ColumnCells, question: ColumnQuestion, tree: Tree, blockStarts: Int32Array): ColumnOptimum {
  const { goal } = cells
  const { column, decisions } = question
  const nodes = tree.first.length
  const best = new Float64Array(nodes)
  const opens = new Uint8Array(nodes)
  for (let node = nodes - 1; node >= 0; node--) {
    const children = tree.children[node]
    const decided = decisions === undefined || children.length === 0 ? FREE : decisions[node]
    let closed = Number.POSITIVE_INFINITY
    if (decided !== 1) {
      const from = blockStarts[tree.first[node]]
      const to = blockStarts[tree.last[node] + 1]
      addCells(cells, from, to)
      closed = groupCost(cells, cellCost(goal, column, tree.first[node], tree.last[node]), rowsIn(cells, from, to))
      clearGroup(cells, from, to)
    }
    let open = children.length === 0 || decided === 0 ? Number.POSITIVE_INFINITY : 0
    for (let i = 0; i < children.length; i++) open += best[children[i]]
    opens[node] = open < closed ? 1 : 0
    best[node] = Math.min(open, closed)
  }
  const chosen: number[] = []
  const visit = (node: number): void => {
    if (opens[node] === 0) chosen.push(tree.first[node])
    else for (const child of tree.children[node]) visit(child)
  }
  visit(0)
  return { cost: best[0], starts: chosen }
}
