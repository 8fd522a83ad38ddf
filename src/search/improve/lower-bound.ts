/**
 * A lower bound on the goal over all recodings of single columns. Best-first branch and bound after K-Optimize (Bayardo
 * and Agrawal 2005), extended to cuts and cell sums. A branch decides one tree node or endpoint and covers all
 * recodings between its coarsest and finest groupings.
 * Bound: for any recoding, grouping g_c of one column crossed with the coarsest of the others suppresses no row that
 * the recoding keeps, so
 *
 *     goal ≥ (1/N) Σ_c min over g_c of Σ_rows weight_c · (leftOut if the class under (g_c, coarsest others) has < k
 *     rows, else shown)
 * Each minimum is a program of `column-optimum.ts`. Decided columns and CM are charged with the widest free column;
 * minority rows are counted at the finest groupings. The README has the proof.
 * Cost: the given number of combinations and cells visited.
 */
import { createCounter } from '../../frequency/kernel/counter.ts'
import { rowsBelow } from '../../frequency/rows-by-code.ts'
import type { WorkContext } from '../../ground/workers/pool.ts'
import { emptyGrouping, fillFromBits, type Grouping, groupingFromStarts } from '../../hierarchy/grouping.ts'
import { groupLoss, type Hierarchy } from '../../hierarchy/hierarchy.ts'
import { createHeap } from '../heap.ts'
import type { SearchProblem } from '../search.ts'
import { type AdditiveGoal, additiveGoal, leftOutCost } from './additive-goal.ts'
import { createColumnOptimizer, type Decisions, FREE } from './column-optimum.ts'

export interface LowerBound {
  readonly value: number
  readonly programs: number
  readonly ended: boolean
  readonly solution?: readonly Grouping[]
}

/** A value this near to a lower bound meets it. */
export const ROUNDING = 1e-12

interface Branch {
  readonly decisions: readonly Decisions[]
  readonly bound: number
  /** Charge of each column alone, and of the widest with the rest; 0 for columns in the rest. */
  readonly costs: Float64Array
  readonly number: number
}

/** Ordered columns with more codes are assumed to lose nothing: their programs cost too much. */
const MOST_CODES = 200

/** Undefined if no term is additive, or one has no bound. */
export function openBounding(problem: SearchProblem) {
  const goal = additiveGoal(problem)
  if (goal === undefined || !Number.isFinite(goal.remainder) || problem.frequencies.rows === 0) return undefined
  const bounding = createBounding(problem, goal)
  const open = createHeap<Branch>((a, b) => a.bound - b.bound || a.number - b.number)
  const decidable = problem.hierarchies.map(({ tree, values }) => tree?.first.length ?? values.length - 1)
  let created = 0
  function add(decisions: readonly Decisions[], parent?: Branch, closed?: number): void {
    const costs = bounding.charge(decisions, parent?.costs, closed)
    const bound = bounding.bound(costs)
    open.push({ decisions, bound: Math.max(parent?.bound ?? bound, bound), costs, number: created++ })
  }

  return {
    async advance(looks: number, incumbent: number, context: WorkContext): Promise<LowerBound> {
      const end = bounding.looks() + looks
      if (created === 0) add(decidable.map((length) => new Uint8Array(length).fill(FREE)))
      for (;;) {
        const branch = open.pop() as Branch
        const { programs } = bounding
        const question = bounding.ask(branch.decisions)
        const isMet = branch.bound >= incumbent - ROUNDING
        await context.pause()
        if (isMet || question === undefined || bounding.looks() >= end || context.stopped()) {
          open.push(branch)
          if (isMet) return { value: incumbent, programs, ended: true }
          if (question !== undefined) return { value: branch.bound, programs, ended: false }
          return { value: branch.bound, programs, ended: true, solution: bounding.solve(branch.decisions) }
        }
        for (const answer of [0, 1]) {
          const decisions = branch.decisions.slice()
          decisions[question.column] = decisions[question.column].slice()
          decisions[question.column][question.index] = answer
          add(decisions, branch, answer === 0 ? question.column : undefined)
        }
      }
    },
  }
}

function createBounding(problem: SearchProblem, goal: AdditiveGoal) {
  const { frequencies, hierarchies } = problem
  const optimizer = createColumnOptimizer(frequencies, hierarchies, goal, createCounter(frequencies))
  const rowsBefore = hierarchies.map((_, column) => rowsBelow(frequencies, column))
  const solvable = hierarchies.map(({ tree, values }) => tree !== undefined || values.length <= MOST_CODES)
  const widest = hierarchies
    .map((_, column) => column)
    .filter((column) => solvable[column])
    .sort((a, b) => hierarchies[b].values.length - hierarchies[a].values.length || a - b)[0]

  const seesFinest = goal.targets.length > 0
  const columnGoals = hierarchies.map((_, column) => onlyColumn(goal, column))

  const questionIn = (column: number, decisions: Decisions) =>
    nextQuestion(hierarchies[column], decisions, rowsBefore[column])

  const bounding = {
    programs: 0,
    looks: () => optimizer.looks(),

    solve(decisions: readonly Decisions[]): readonly Grouping[] {
      const groupings = hierarchies.map((hierarchy, c) => extremeGrouping(hierarchy, decisions[c], 'coarsest'))
      if (widest === undefined) return groupings
      const question = { column: widest, finest: groupings, coarsest: groupings, decisions: decisions[widest] }
      const { starts } = optimizer.optimize(question)
      groupings[widest] = groupingFromStarts(starts, hierarchies[widest].values.length)
      return groupings
    },

    /** Charges by column. Merging in column `closed` keeps the coarsest groupings, and so the other charges. */
    charge(decisions: readonly Decisions[], parent?: Float64Array, closed?: number): Float64Array {
      const coarsest = hierarchies.map((hierarchy, c) => extremeGrouping(hierarchy, decisions[c], 'coarsest'))
      const makeFinest = (hierarchy: Hierarchy, c: number) => extremeGrouping(hierarchy, decisions[c], 'finest')
      const finest = seesFinest ? hierarchies.map(makeFinest) : coarsest
      const alone = hierarchies.map(
        (_, c) => c !== widest && solvable[c] && leftOutCost(goal, c) > 0 && questionIn(c, decisions[c]) !== undefined,
      )
      const costs = new Float64Array(hierarchies.length)
      const solve = (column: number, of: readonly Grouping[], charged: AdditiveGoal) => {
        const question = { column, finest: of, coarsest, decisions: decisions[column], goal: charged }
        costs[column] = optimizer.optimize(question).cost
        bounding.programs++
      }
      for (let column = 0; column < hierarchies.length; column++) {
        if (!alone[column]) continue
        if (parent !== undefined && closed !== undefined && closed !== column) costs[column] = parent[column]
        else solve(column, coarsest, columnGoals[column])
      }
      if (widest === undefined) return costs
      if (parent !== undefined && closed !== undefined && alone[closed] && !seesFinest) costs[widest] = parent[widest]
      else solve(widest, finest, chargedTogether(goal, alone, solvable))
      return costs
    },

    bound(costs: Float64Array): number {
      return costs.reduce((sum, cost) => sum + cost, 0) / frequencies.rows + goal.remainder
    },

    /** The free decision that merges most rows; the widest column last, because its program decides it anyway. */
    ask(decisions: readonly Decisions[]): (Question & { readonly column: number }) | undefined {
      let best: (Question & { readonly column: number }) | undefined
      for (let column = 0; column < hierarchies.length; column++) {
        if (column === widest) continue
        const question = questionIn(column, decisions[column])
        if (question === undefined) continue
        const weight = question.weight * (leftOutCost(goal, column) + goal.suppressedCost * 1e-6)
        if (best === undefined || weight > best.weight) best = { ...question, weight, column }
      }
      return best
    },
  }
  return bounding
}

function onlyColumn(goal: AdditiveGoal, column: number): AdditiveGoal {
  const cells = chargedCells(goal, (other) => other === column)
  return { ...goal, cells, targets: [], suppressedCost: leftOutCost({ cells }, column) }
}

/** Everything not charged alone. A column neither decided nor solvable costs nothing for kept rows. */
function chargedTogether(goal: AdditiveGoal, alone: readonly boolean[], solvable: readonly boolean[]): AdditiveGoal {
  let suppressedCost = goal.suppressedCost
  for (let column = 0; column < alone.length; column++) if (alone[column]) suppressedCost -= leftOutCost(goal, column)
  return { ...goal, cells: chargedCells(goal, (column) => !alone[column] && solvable[column]), suppressedCost }
}

function chargedCells({ cells }: AdditiveGoal, charged: (column: number) => boolean): AdditiveGoal['cells'] {
  const only = (weight: number, column: number) => (charged(column) ? weight : 0)
  return cells.map((costs) => ({ ...costs, weights: costs.weights.map(only) }))
}

/** The coarsest (free means merged) or finest (free means separate) grouping that agrees. */
function extremeGrouping(hierarchy: Hierarchy, decisions: Decisions, extreme: 'coarsest' | 'finest'): Grouping {
  const { tree, values } = hierarchy
  const grouping = emptyGrouping(values.length)
  const apart = (decision: number) => decision === 1 || (decision === FREE && extreme === 'finest')
  if (tree === undefined) {
    const bits = decisions.map((decision) => (apart(decision) ? 1 : 0))
    fillFromBits(grouping, bits)
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

interface Question {
  readonly index: number
  readonly weight: number
}

/** The most influential free decision; undefined if all are decided. `rowsBefore[c]`: rows with a code below c. */
function nextQuestion(hierarchy: Hierarchy, decisions: Decisions, rowsBefore: ArrayLike<number>): Question | undefined {
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
      consider(i, rows * groupLoss(hierarchy, i, i + 1))
    }
    return best
  }
  const visit = (node: number): void => {
    if (tree.children[node].length === 0 || decisions[node] === 0) return
    if (decisions[node] === 1) tree.children[node].forEach(visit)
    else {
      const { first, last } = tree
      const rows = rowsBefore[last[node] + 1] - rowsBefore[first[node]]
      consider(node, rows * groupLoss(hierarchy, first[node], last[node]))
    }
  }
  visit(0)
  return best
}
