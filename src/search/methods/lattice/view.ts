/**
 * A view of the lattice. A look at a node counts its classes and splits its value into a *floor*, the value with
 * nothing suppressed, and a *penalty*, the cost of suppression. Floors grow and penalties fall on the way up, so the
 * two bound all nodes between theirs.
 * Cost of a look: a count, and kept classes × columns. Allocates nothing per combination.
 */
import type { Classes, ColumnsPartition, Partition } from '../../../frequency/classes.ts'
import type { FrequencyTable } from '../../../frequency/frequency-table.ts'
import { createCounter } from '../../../frequency/kernel/counter.ts'
import { rowsByCode } from '../../../frequency/rows-by-code.ts'
import type { Grouping } from '../../../hierarchy/grouping.ts'
import { keptRowsByGroup } from '../../../metrics/shown.ts'
import { requireKAnonymity } from '../../../requirements/k-anonymity/k-anonymity.ts'
import type { ClassRule } from '../../../requirements/requirement.ts'
import { coarserIsEasier, enoughRows, smallestAllowedClass } from '../../../requirements/requirement.ts'
import { allowedSuppression, createEvaluator } from '../../evaluation.ts'
import { isBoundedByClasses, leastContribution } from '../../levels/bound.ts'
import { type Ladder, type Node, nodeGroupings } from '../../levels/ladder.ts'
import type { GoalTerm, SearchProblem } from '../../search.ts'
import { type ColumnCosts, isPriced, priceTerms } from './column-costs.ts'
import { openShortClasses } from './short-classes.ts'

export interface Look {
  readonly acceptable: boolean
  /** ∞ if the limit rules out the node and all finer ones. */
  readonly value: number
  readonly suppressedRows: number
  /** Lower bound of the cost of suppression at any node at or below this one; ∞ if the limit rules them out. */
  readonly penalty: number
}

export type Views = ReturnType<typeof openViews>

/** Counting the values of more classes takes several passes over the combinations. */
const MANY_CLASSES = 1000

/** Rounding allowance: class-bounded terms may be large (DM up to N²), and a penalty is a difference of two. */
const ROUNDING = 4e-16

type Ground = ReturnType<typeof openGround>

function openGround(problem: SearchProblem, ladders: readonly Ladder[]) {
  const { frequencies: table, goal, requirements } = problem
  const allowed = allowedSuppression(problem)
  const others = goal.terms.filter((term) => !isPriced(term))
  const costs = priceTerms(table, ladders, goal.terms.filter(isPriced))
  const counter = createCounter(table)
  const count = (node: Node) => counter.count(nodeGroupings(ladders, node))
  return {
    problem,
    ladders,
    table,
    counter,
    count,
    allowed,
    lostBetween: openShortClasses(requirements, table, allowed, count),
    ...lastingRules(requirements, table),
    coarserIsEasier: coarserIsEasier(requirements, allowed),
    costs,
    /** `floors[column][step]`: cost of all rows in the column if none is suppressed. */
    floors: costs === undefined ? [] : columnFloors(table, costs),
    others,
    byClasses: others.filter(isBoundedByClasses),
  }
}

export function openViews(problem: SearchProblem, ladders: readonly Ladder[]) {
  const ground = openGround(problem, ladders)
  const { table, counter, allowed, lostBetween, allLast, costs, floors, others, byClasses } = ground
  const least = others
    .filter((term) => !isBoundedByClasses(term))
    .reduce((sum, term) => sum + leastContribution(term), costs?.offset ?? 0)
  return {
    full: openView(ground),
    counter,
    /** Whether the limit rules out all nodes from one to a coarser one. */
    rulesOut: (low: Node, high: Node) => lostBetween !== undefined && lostBetween(low, high) > allowed,
    /** Whether every requirement has fact B: then no node suppresses fewer rows than the coarsest. */
    allLast,
    boundsByClasses: byClasses.length > 0,
    isPriced: others.length === 0,
    /** Per column, cost at the finest step and if suppressed, if the goal is all prices and all requirements last. */
    prices:
      costs === undefined || others.length > 0 || !allLast || problem.suppressedGroup !== 'exempt'
        ? undefined
        : {
            offset: costs.offset,
            finest: floors.map(([first]) => first),
            whole: Array.from(costs.suppressed, (price) => price * table.rows),
          },
    /** Lower bound, without penalty, of every node at or above `low`; `classFloor` may be that of a finer node. */
    floor: (low: Node, classFloor: number) => least + classFloor + sumOfSteps(floors, low),
    /** How much lower the finer node's floor is; without prices, how much finer its groups are. */
    spared(node: Node, finer: Node): number {
      if (costs !== undefined) return sumOfSteps(floors, node) - sumOfSteps(floors, finer)
      let sum = 0
      for (let column = 0; column < node.length; column++) {
        const { steps } = ladders[column]
        sum += Math.log(steps[finer[column]].grouping.groups / steps[node[column]].grouping.groups)
      }
      return sum
    },
  }
}

function openView(ground: Ground) {
  const { problem, ladders, table, counter, count, allowed, lostBetween, costs, floors, others, byClasses } = ground
  const { lasting, allLast, coarserIsEasier } = ground
  const goal = { ...problem.goal, terms: others }
  const lean: SearchProblem = { ...problem, suppressedGroup: 'exempt', goal }
  const exempt = createEvaluator(lean, counter)
  const { suppressedGroup } = problem
  const enforcing = suppressedGroup === 'exempt' ? undefined : createEvaluator({ ...lean, suppressedGroup }, counter)
  const minimumSize = smallestAllowedClass(problem.requirements)
  const ofLasting = allLast
    ? undefined
    : createEvaluator({ ...lean, requirements: lasting, goal: { ...goal, terms: [] } }, counter)
  const ofRows = openRows(ground)
  const sureLosses = openLosses(ground)
  const enough = Math.max(...problem.requirements.map((rule) => enoughRows(rule, table)))
  const nothing = byClasses.length > 0 ? new Uint8Array(table.combinations) : undefined
  const classFloors = new Map<string, number>()

  /**
   * Counts the node. If a bound of its value `rules` it out, computes only the bound. If `roughly`, the suppressed rows
   * of a node that the limit rules out are those of classes that are too small.
   */
  function look(node: Node, rules?: (bound: number) => boolean, roughly = false): Look {
    const spoilt = roughly ? (lostBetween?.(node, node) ?? 0) : 0
    if (coarserIsEasier && spoilt > allowed) return hopeless(spoilt)
    const groupings = nodeGroupings(ladders, node)
    const classes = counter.count(groupings)
    const tooSmall = roughly && coarserIsEasier ? rowsInClassesBelow(classes, minimumSize) : 0
    if (tooSmall > allowed) return hopeless(tooSmall)
    const byRows = roughly ? ofRows?.judge(groupings, classes).partition : undefined
    const least = byRows === undefined ? 0 : payment(ground, byRows, node)
    if (byRows !== undefined && rules?.(least))
      return ruledOut(byRows.suppressedRows, computePenalty(byRows, node, least))
    const sure = ofLasting?.judge(groupings, classes).partition
    if (sure !== undefined && sure.suppressedRows > allowed) return hopeless(sure.suppressedRows)
    // Of many small classes, the short ones bound about as much.
    const bounds = lostBetween === undefined || classes.count <= MANY_CLASSES
    const losses = sure !== undefined && bounds ? sureLosses?.(sure) : undefined
    if (losses !== undefined && losses.rows > allowed) return hopeless(losses.rows)
    if (losses !== undefined && others.length === 0) {
      const bound = losses.price(node)
      const penalty = bound - (costs?.offset ?? 0) - sumOfSteps(floors, node)
      if (spoilt > allowed || rules?.(bound)) return ruledOut(losses.rows, penalty)
    }
    if (spoilt > allowed) return ruledOut(spoilt, 0)
    const { partition, value, acceptable } = exempt.judge(groupings, classes)
    const broken = partition.suppressedRows
    const forbidden = coarserIsEasier && broken > allowed
    const enforced = enforcing !== undefined && broken > 0 && broken < enough
    if (forbidden && !enforced) return hopeless(broken)
    const price = payment(ground, partition, node)
    // Only rows that break a lasting requirement: finer nodes need not suppress the others.
    const lost = sure ?? partition
    const losesRows = lost.suppressedRows > 0 || (losses !== undefined && losses.rows > 0)
    const lostPrice = () => losses?.price(node) ?? (sure === undefined ? price : payment(ground, sure, node))
    const penalty = forbidden ? Infinity : losesRows ? computePenalty(lost, node, lostPrice()) : 0
    if (!enforced) return { acceptable, value: value + price, suppressedRows: broken, penalty }
    const more = enforcing.judge(groupings, classes)
    const { suppressedRows } = more.partition
    const total = more.value + payment(ground, more.partition, node)
    return { acceptable: more.acceptable, value: total, suppressedRows, penalty }
  }

  function computePenalty(partition: ColumnsPartition, node: Node, price: number): number {
    const ofPrices = costs === undefined ? 0 : price - costs.offset - sumOfSteps(floors, node)
    if (byClasses.length === 0) return ofPrices
    const value = sumTerms(byClasses, partition)
    const floor = computeFloor(partition.classes, partition.groupings, node)
    return ofPrices + Math.max(0, value - floor - ROUNDING * (Math.abs(value) + Math.abs(floor)))
  }

  function computeFloor(classes: Classes, groupings: readonly Grouping[], node: Node): number {
    const { count, sizes } = classes
    let smallestClass = count === 0 ? 0 : sizes[0]
    for (let c = 1; c < count; c++) if (sizes[c] < smallestClass) smallestClass = sizes[c]
    const exact = sumTerms(byClasses, {
      frequencies: table,
      groupings,
      classes,
      suppressed: nothing as Uint8Array,
      suppressedRows: 0,
      keptClasses: count,
      smallestClass,
    })
    const floor = exact - ROUNDING * Math.abs(exact)
    classFloors.set(node.join(), floor)
    return floor
  }

  return {
    table,
    look,
    /** Class-bounded terms at the node with nothing suppressed; 0, without a count, if the goal has none. */
    classFloor(node: Node): number {
      if (byClasses.length === 0) return 0
      const known = classFloors.get(node.join())
      if (known !== undefined) return known
      return computeFloor(count(node), nodeGroupings(ladders, node), node)
    },
  }
}

/** Judges by rows, where k counts persons: they bound most nodes as well, and persons are costly to count. */
function openRows({ problem, table, counter, others }: Ground) {
  const { requirements, goal } = problem
  const isCounted = table.persons === undefined || table.population !== undefined || others.length > 0
  if (isCounted || requirements.some(({ counts, ofRelease }) => counts.length > 0 || ofRelease)) return undefined
  const byRows = [requireKAnonymity(smallestAllowedClass(requirements))]
  const frequencies = { ...table, persons: undefined }
  const lean = { ...problem, frequencies, requirements: byRows, goal: { ...goal, terms: [] } }
  return createEvaluator({ ...lean, suppressedGroup: 'exempt' }, counter)
}

/** Counts the rows of each class lost at every finer node, because no division can keep them. */
function openLosses({ problem, table, allowed, costs, floors }: Ground) {
  const limiting = problem.requirements.filter(
    ({ limitKept, mergedHolds, mergedWithAnyHolds }) => limitKept !== undefined && mergedHolds && !mergedWithAnyHolds,
  )
  if (limiting.length === 0) return undefined
  const most = new Float64Array(table.combinations)
  const lostRows = new Int32Array(table.combinations)
  const minimumSize = smallestAllowedClass(problem.requirements)
  return ({ classes, groupings, suppressed, suppressedRows }: ColumnsPartition) => {
    const { count, sizes, representatives } = classes
    for (let c = 0; c < count; c++) most[c] = suppressed[c] === 1 ? 0 : sizes[c]
    for (const rule of limiting) rule.limitKept?.(classes, table, most, allowed - suppressedRows)
    let rows = 0
    for (let c = 0; c < count; c++) {
      const kept = Math.floor(most[c] + 1e-6)
      lostRows[c] = kept < minimumSize ? sizes[c] : sizes[c] - kept
      rows += lostRows[c]
    }
    return {
      rows,
      // Lost rows cost at least the difference to their cost here: at a finer node they would pay less.
      price(node: Node): number {
        if (costs === undefined) return 0
        let sum = costs.offset + sumOfSteps(floors, node)
        for (let column = 0; column < groupings.length; column++) {
          const { codes } = table.columns[column]
          const prices = costs.cells[column][node[column]]
          const dear = costs.suppressed[column]
          for (let c = 0; c < count; c++)
            if (lostRows[c] > 0) sum += lostRows[c] * (dear - prices[codes[representatives[c]]])
        }
        return sum
      },
    }
  }
}

/** offset + Σ_columns (suppressed rows · price + Σ_groups kept rows · price of the group). */
function payment({ costs, floors, ladders }: Ground, partition: ColumnsPartition, node: Node): number {
  if (costs === undefined) return 0
  const { suppressedRows } = partition
  if (suppressedRows === 0) return costs.offset + sumOfSteps(floors, node)
  const kept = keptRowsByGroup(partition)
  let sum = costs.offset
  for (let column = 0; column < kept.length; column++) {
    const { starts } = ladders[column].steps[node[column]]
    const prices = costs.cells[column][node[column]]
    sum += suppressedRows * costs.suppressed[column]
    for (let group = 0; group < starts.length; group++) sum += kept[column][group] * prices[starts[group]]
  }
  return sum
}

function rowsInClassesBelow({ count, sizes }: Classes, size: number): number {
  let rows = 0
  for (let c = 0; c < count; c++) if (sizes[c] < size) rows += sizes[c]
  return rows
}

function hopeless(suppressedRows: number): Look {
  return ruledOut(suppressedRows, Infinity)
}

function ruledOut(suppressedRows: number, penalty: number): Look {
  return { acceptable: false, value: Infinity, suppressedRows, penalty }
}

/** Requirements with fact B, which rows break at every finer node too, and the class size that each other implies. */
function lastingRules(requirements: readonly ClassRule[], table: FrequencyTable) {
  const lasting = requirements.filter(({ mergedWithAnyHolds }) => mergedWithAnyHolds)
  if (lasting.length === requirements.length) return { lasting, allLast: true }
  const implied = requirements.map(({ fewestRows }) => fewestRows?.(table) ?? 1)
  const size = Math.max(smallestAllowedClass(requirements), ...implied)
  const known = smallestAllowedClass(lasting) >= size
  return { lasting: known ? lasting : [...lasting, requireKAnonymity(size)], allLast: false }
}

function sumTerms(terms: readonly GoalTerm[], partition: Partition): number {
  let sum = 0
  for (const { metric, settings, weight } of terms) sum += weight * metric.compute(partition, settings)
  return sum
}

function columnFloors(table: FrequencyTable, costs: ColumnCosts): Float64Array[] {
  return table.columns.map((_, c) => {
    const rows = rowsByCode(table, c)
    return Float64Array.from(costs.cells[c], (prices) => {
      let sum = 0
      for (let code = 0; code < rows.length; code++) sum += rows[code] * prices[code]
      return sum
    })
  })
}

function sumOfSteps(figures: readonly Float64Array[], node: Node): number {
  let sum = 0
  for (let column = 0; column < figures.length; column++) sum += figures[column][node[column]]
  return sum
}
