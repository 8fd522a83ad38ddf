/**
 * A view: a frequency table, full or rolled up, on which nodes are looked at. A look counts a node's classes, prices what is kept and
 * suppressed, and gives a bound for all nodes between a finest one and the node looked at.
 *
 * Cost of a look: combinations of the view × columns.
 */
import type { Partition } from '../../frequency/classes.ts'
import { createCounter } from '../../frequency/counter.ts'
import type { FrequencyTable } from '../../frequency/frequency-table.ts'
import { plainCounter } from '../../frequency/plain-counter.ts'
import { createEvaluator } from '../evaluation.ts'
import type { GoalTerm, SearchProblem } from '../search.ts'
import { createFinestPartition, isBoundedByClasses, leastContribution, rollsUp } from './bound.ts'
import { type ColumnCosts, isPriced, priceTerms } from './column-costs.ts'
import { groupingsOf, type Ladder, type Node } from './ladder.ts'
import { createMarginals } from './marginals.ts'
import { rollUp } from './roll-up.ts'

export interface View {
  readonly table: FrequencyTable
  /** Counts the node. With `finest` the look also bounds every node from `finest` up to it; the table must not be coarser than that. */
  look(node: Node, finest?: Node): Look
  /** The table of the node's classes, or undefined when it would have more than `most` combinations. */
  rolledUp(node: Node, most: number): View | undefined
}

export interface Look {
  readonly acceptable: boolean
  /** Goal value. */
  readonly value: number
  /** Rows that break a requirement, and rows suppressed: more, where the suppressed group has to be made large enough. */
  readonly brokenRows: number
  readonly suppressedRows: number
  /** At most the value of every node from `low` up to the node looked at; `low` not below `finest` of the look. */
  bound(low: Node): number
}

/** A rolled-up table of so few combinations is not worth a kernel of its own: hundreds of them may be made. */
const SMALL = 1024

/** What the views of one problem share. */
interface Ground {
  readonly problem: SearchProblem
  readonly ladders: readonly Ladder[]
  /** Suppressed rows stay suppressed at every finer node. */
  readonly monotone: boolean
  readonly costs: ColumnCosts | undefined
  /** Terms that are not priced: those bounded by classes, and what the rest contributes at least. */
  readonly others: readonly GoalTerm[]
  readonly byClasses: readonly GoalTerm[]
  readonly least: number
}

export interface Views {
  /** The view on the full table. */
  readonly full: View
  /** Suppressed rows stay suppressed at every finer node: what the limit forbids at a node it forbids below. */
  readonly monotone: boolean
  /** Whether the goal can be had from rolled-up tables. */
  readonly canRollUp: boolean
  /** Whether bounds get better when the table is rolled up to the finest node of a part. */
  readonly boundsByClasses: boolean
}

export function openViews(problem: SearchProblem, ladders: readonly Ladder[]): Views {
  const { frequencies, goal, requirements } = problem
  const priced = goal.terms.filter(isPriced)
  const others = goal.terms.filter((term) => !isPriced(term))
  const byClasses = others.filter(isBoundedByClasses)
  const ground: Ground = {
    problem,
    ladders,
    monotone: requirements.every((requirement) => requirement.coarserStaysAcceptable),
    costs: priceTerms(frequencies, ladders, priced),
    others,
    byClasses,
    least: others.filter((term) => !isBoundedByClasses(term)).reduce((sum, term) => sum + leastContribution(term), 0),
  }
  return {
    full: openView(ground, frequencies),
    monotone: ground.monotone,
    canRollUp: others.every(rollsUp),
    boundsByClasses: byClasses.length > 0,
  }
}

function openView(ground: Ground, table: FrequencyTable): View {
  const { problem, ladders, costs, others, byClasses, least, monotone } = ground
  const { combinations, columns, counts } = table
  const counter = table === problem.frequencies || combinations > SMALL ? createCounter(table) : plainCounter(table)
  const own: SearchProblem = {
    ...problem,
    frequencies: table,
    suppressedGroup: 'exempt',
    goal: { ...problem.goal, terms: others },
  }
  const exempt = createEvaluator(own, counter)
  const enforcing =
    problem.suppressedGroup === 'enforce' ? createEvaluator({ ...own, suppressedGroup: 'enforce' }, counter) : undefined
  const minimumSize = Math.max(1, ...problem.requirements.map((requirement) => requirement.minimumSize))
  const finest = byClasses.length > 0 ? createFinestPartition(table) : undefined
  const keptRows = new Int32Array(combinations)
  const gone = new Uint8Array(combinations)
  const tallies = columns.map((column) => new Int32Array(column.size))
  const marginals = costs && createMarginals(table)

  function look(node: Node, low?: Node): Look {
    const groupings = groupingsOf(ladders, node)
    const plain = exempt.evaluate(groupings)
    const brokenRows = plain.partition.suppressedRows
    const bound = low === undefined ? noBound : boundFrom(plain.partition, node, low)
    const evaluation =
      enforcing !== undefined && brokenRows > 0 && brokenRows < minimumSize ? enforcing.evaluate(groupings) : plain
    const value = evaluation.value + (costs === undefined ? 0 : priceNode(costs, evaluation.partition, node))
    const { suppressedRows } = evaluation.partition
    return { acceptable: evaluation.acceptable, value, brokenRows, suppressedRows, bound }
  }

  /** offset + Σ_columns (suppressed rows · price + Σ_groups kept rows · price of the group). */
  function priceNode(costs: ColumnCosts, partition: Partition, node: Node): number {
    const { suppressed, suppressedRows, groupings } = partition
    const { count, representatives, sizes } = partition.classes

    let sum = costs.offset
    for (let column = 0; column < columns.length; column++) {
      const { codes } = columns[column]
      const { groupOf, groups } = groupings[column]
      const tally = tallies[column].fill(0, 0, groups)
      for (let c = 0; c < count; c++) {
        if (suppressed[c] === 0) tally[groupOf[codes[representatives[c]]]] += sizes[c]
      }
      const prices = costs.cells[column][node[column]]
      sum += suppressedRows * costs.suppressed[column]
      for (let code = 0; code < groupOf.length; code++) {
        // All codes of a group have its price; the first one pays for all.
        if (code === 0 || groupOf[code] !== groupOf[code - 1]) sum += tally[groupOf[code]] * prices[code]
      }
    }
    return sum
  }

  function boundFrom(partition: Partition, node: Node, low: Node): (low: Node) => number {
    const { suppressed } = partition
    const { classOf } = partition.classes
    for (let i = 0; i < combinations; i++) {
      gone[i] = monotone ? suppressed[classOf[i]] : 0
      keptRows[i] = gone[i] === 1 ? 0 : counts[i]
    }
    const goneRows = monotone ? partition.suppressedRows : 0
    let constant = least
    if (finest !== undefined) {
      const bounding = finest(gone)
      for (const { metric, settings, weight } of byClasses) constant += weight * metric.compute(bounding, settings)
    }
    if (costs === undefined || marginals === undefined) return () => constant
    constant += costs.offset
    for (let column = 0; column < columns.length; column++) constant += goneRows * costs.suppressed[column]
    const kept = marginals(keptRows)
    const paid = kept.map((rows, column) => pricesOfKept(costs.cells[column], rows, low[column], node[column]))
    return (finer) => {
      let sum = constant
      for (let column = 0; column < paid.length; column++) sum += paid[column][finer[column]]
      return sum
    }
  }

  return {
    table,
    look,
    rolledUp(node, most) {
      const classes = counter.count(groupingsOf(ladders, node))
      return classes.count > most ? undefined : openView(ground, rollUp(table, classes))
    },
  }
}

/** What rows pay in a column at each step `from`..`to`. */
function pricesOfKept(cells: readonly Float64Array[], rows: Int32Array, from: number, to: number): Float64Array {
  const paid = new Float64Array(to + 1)
  for (let step = from; step <= to; step++) {
    const prices = cells[step]
    let sum = 0
    for (let code = 0; code < rows.length; code++) sum += rows[code] * prices[code]
    paid[step] = sum
  }
  return paid
}

function noBound(): number {
  return Number.NEGATIVE_INFINITY
}
