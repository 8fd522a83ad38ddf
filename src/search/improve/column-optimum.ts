/**
 * The best grouping of one column while the others stay as they are, exactly, for goals that add up over classes (`additive-goal.ts`):
 *
 *     cost of a group = Σ over classes of the other columns: rows in the group fewer than k: all suppressed, else cells + minority
 *     best grouping   = the cheapest cover: over intervals for an ordered column, over a tree's cuts for a tree
 *
 * The same program bounds from below when the other columns are known only to lie between a coarsest and a finest grouping:
 * suppression is then judged by the coarsest and loss by the finest, which errs on the cheap side both times.
 *
 * Cost: at most cells × codes / 2 for an ordered column, cells × depth for a tree, a cell being a class of the others with a code.
 */
import type { ClassCounter, Classes } from '../../frequency/classes.ts'
import type { FrequencyTable } from '../../frequency/frequency-table.ts'
import { coarsestGrouping, forEachGroup, type Grouping } from '../../hierarchy/grouping.ts'
import type { Hierarchy } from '../../hierarchy/hierarchy.ts'
import { type AdditiveGoal, cellCost } from './additive-goal.ts'

/** What is free in the column: 0 or 1 where a bit (ordered) or node (tree; 1 = open) is decided, FREE where it is not. */
export type Decisions = Uint8Array
export const FREE = 2

export interface ColumnQuestion {
  readonly column: number
  /** All columns at their finest: it decides the loss of the others. The entry of the column itself does not matter. */
  readonly finest: readonly Grouping[]
  /** All columns at their coarsest: it decides suppression. The same array as `finest` when all is decided. */
  readonly coarsest: readonly Grouping[]
  readonly decisions?: Decisions
  /** What things cost, when not as the optimizer was made for; it has no more targets than that. */
  readonly goal?: AdditiveGoal | undefined
  /** Ordered columns: codes at which a group may start, ascending from 0; every code when absent. */
  readonly starts?: Int32Array
  /** Ordered columns: the codes in the order in which they are neighbours, where it is not their own. Starts are places in it, and no cell of the column may have a price. */
  readonly order?: Int32Array
}

export interface ColumnOptimum {
  /** Cost of all rows, in units of the goal times rows. */
  cost: number
  /** Codes at which the groups of the best grouping start. */
  starts: number[]
}

export interface ColumnOptimizer {
  optimize(question: ColumnQuestion): ColumnOptimum
  /** Combinations and cells looked at so far: what the programs cost, whatever the machine. */
  looks: number
}

export function createColumnOptimizer(
  frequencies: FrequencyTable,
  hierarchies: readonly Hierarchy[],
  usualGoal: AdditiveGoal,
  counter: ClassCounter,
): ColumnOptimizer {
  const { combinations, columns, counts, rows } = frequencies
  const orders = columns.map((column) => orderByCode(column.codes, column.size))
  const wholes = columns.map((column) => coarsestGrouping(column.size))
  const mostWidth = usualGoal.targets.reduce((total, { target }) => total + target.values.length, 0)

  // Per combination, then per fine class, coarse class and cell: all of them at most as many as combinations.
  const fineOf = new Int32Array(combinations)
  const coarseOfFine = new Int32Array(combinations)
  const fineLoss = new Float64Array(combinations)
  const cellOfFine = new Int32Array(combinations)
  const cellFine = new Int32Array(combinations)
  const cellCoarse = new Int32Array(combinations)
  const cellRows = new Int32Array(combinations)
  // What the rows of a cell cost in the other columns and by their targets, if none were in the majority.
  const cellDues = new Float64Array(combinations)
  const cellCounts = new Int32Array(combinations * mostWidth)
  const classRows = new Int32Array(combinations)
  const classCost = new Float64Array(combinations)
  const fineCounts = new Int32Array(combinations * mostWidth)
  let goal = usualGoal
  let widths = new Int32Array()
  let targetWeights = new Float64Array()
  let totalWidth = 0
  let targetWeight = 0
  // Rows of coarse classes that are too small even as a whole: suppressed in every group, so they are no cells.
  const hopeless = new Uint8Array(combinations)
  let hopelessRows = 0
  let fineClasses = 0
  let coarseClasses = 0
  // Rows kept in the group being built, and what they cost apart from the column itself.
  let keptRows = 0
  let keptCost = 0
  // What all rows of the group would cost apart from the column itself if none were suppressed.
  let costOfAll = 0

  function setGoal(wanted: AdditiveGoal): void {
    goal = wanted
    widths = Int32Array.from(goal.targets, ({ target }) => target.values.length)
    targetWeights = Float64Array.from(goal.targets, ({ weight }) => weight)
    totalWidth = widths.reduce((total, width) => total + width, 0)
    targetWeight = targetWeights.reduce((total, weight) => total + weight, 0)
  }

  function isCharged(column: number): boolean {
    return goal.cells.some(({ weights }) => weights[column] !== 0)
  }

  function countOthers(question: ColumnQuestion): void {
    const { column } = question
    const replaced = (groupings: readonly Grouping[]) =>
      groupings.map((grouping, other) => (other === column ? wholes[column] : grouping))
    const fine = counter.count(replaced(question.finest))
    fineClasses = coarseClasses = fine.count
    fineOf.set(fine.classOf.subarray(0, combinations))
    fineLoss.fill(0, 0, fineClasses)
    for (let other = 0; other < columns.length; other++) {
      if (other === column || !isCharged(other)) continue
      const costs = costOfCodes(goal, other, question.finest[other])
      const { codes } = columns[other]
      for (let f = 0; f < fineClasses; f++) fineLoss[f] += costs[codes[fine.representatives[f]]]
    }
    if (question.coarsest === question.finest) {
      for (let f = 0; f < fineClasses; f++) coarseOfFine[f] = f
      findHopeless(fine)
      return
    }
    const representatives = fine.representatives.slice(0, fineClasses)
    const coarse = counter.count(replaced(question.coarsest))
    coarseClasses = coarse.count
    for (let f = 0; f < fineClasses; f++) coarseOfFine[f] = coarse.classOf[representatives[f]]
    findHopeless(coarse)
  }

  function findHopeless(coarse: Classes): void {
    hopelessRows = 0
    for (let c = 0; c < coarseClasses; c++) {
      const { sizes } = coarse
      hopeless[c] = sizes[c] < goal.k ? 1 : 0
      if (hopeless[c] === 1) hopelessRows += sizes[c]
    }
  }

  /** Combinations alike in fine class and block of codes become one cell; cells of block b are `blockStarts[b]`… */
  function buildCells(column: number, starts: Int32Array, order?: Int32Array): Int32Array {
    const { byCode, codeStarts } = orders[column]
    const blockStarts = new Int32Array(starts.length + 1)
    const width = totalWidth
    const only = goal.targets.length === 1 ? goal.targets[0].target.counts : undefined
    let cells = 0
    cellOfFine.fill(-1, 0, fineClasses)
    for (let block = 0; block < starts.length; block++) {
      const first = cells
      blockStarts[block] = first
      const next = block + 1 < starts.length ? starts[block + 1] : columns[column].size
      for (let place = starts[block]; place < next; place++) {
        const code = order === undefined ? place : order[place]
        for (let at = codeStarts[code], end = codeStarts[code + 1]; at < end; at++) {
          const combination = byCode[at]
          const fine = fineOf[combination]
          if (hopeless[coarseOfFine[fine]] === 1) continue
          let cell = cellOfFine[fine]
          if (cell < first) {
            cell = cellOfFine[fine] = cells++
            cellFine[cell] = fine
            cellRows[cell] = 0
            for (let i = cell * width, to = i + width; i < to; i++) cellCounts[i] = 0
          }
          cellRows[cell] += counts[combination]
          if (only !== undefined) {
            for (let v = 0; v < width; v++) cellCounts[cell * width + v] += only[combination * width + v]
          } else if (width > 0) addTargetCounts(cell * width, combination)
        }
      }
    }
    blockStarts[starts.length] = cells
    for (let cell = 0; cell < cells; cell++) {
      const fine = cellFine[cell]
      cellCoarse[cell] = coarseOfFine[fine]
      cellDues[cell] = cellRows[cell] * (fineLoss[fine] + targetWeight)
    }
    return blockStarts
  }

  function addTargetCounts(to: number, combination: number): void {
    for (let t = 0; t < widths.length; t++) {
      const own = goal.targets[t].target.counts
      const width = widths[t]
      for (let v = 0, from = combination * width; v < width; v++) cellCounts[to + v] += own[from + v]
      to += width
    }
  }

  /** Takes the cells of a group out again, so that the next one begins with nothing. A tree of many leaves has many small groups. */
  function clearGroup(from: number, to: number): void {
    const width = totalWidth
    for (let cell = from; cell < to; cell++) {
      const fine = cellFine[cell]
      const coarse = cellCoarse[cell]
      classRows[coarse] = 0
      classCost[coarse] = 0
      for (let i = fine * width, end = i + width; i < end; i++) fineCounts[i] = 0
    }
    keptRows = 0
    keptCost = 0
    costOfAll = 0
  }

  // Sums are kept in local variables: a captured one is a new object in memory each time it changes.
  function addCells(from: number, to: number): void {
    const { k } = goal
    const width = totalWidth
    // One target of two values is by far the most frequent.
    const pairWeight = width === 2 && widths.length === 1 ? targetWeights[0] : 0
    let rowsKept = keptRows
    let costKept = keptCost
    let all = costOfAll
    optimizer.looks += to - from
    for (let cell = from; cell < to; cell++) {
      const coarse = cellCoarse[cell]
      const more = cellRows[cell]
      // cost of a kept row: what it pays in the other columns, and its target weight unless it is in the majority
      let cost = cellDues[cell]
      if (pairWeight > 0) cost -= pairWeight * pairGain(cell * 2, cellFine[cell] * 2)
      else if (width > 0) cost -= majorityGain(cell * width, cellFine[cell] * width)
      const before = classRows[coarse]
      const after = (classRows[coarse] = before + more)
      const classTotal = (classCost[coarse] += cost)
      all += cost
      if (before >= k) {
        rowsKept += more
        costKept += cost
      } else if (after >= k) {
        rowsKept += after
        costKept += classTotal
      }
    }
    keptRows = rowsKept
    keptCost = costKept
    costOfAll = all
  }

  /** The same of one target with two values, without its weight. */
  function pairGain(from: number, to: number): number {
    const first = fineCounts[to]
    const second = fineCounts[to + 1]
    const firstAfter = (fineCounts[to] = first + cellCounts[from])
    const secondAfter = (fineCounts[to + 1] = second + cellCounts[from + 1])
    return (firstAfter > secondAfter ? firstAfter : secondAfter) - (first > second ? first : second)
  }

  /** How much weight of majority rows the fine class gains with the cell; given are the places of their counts. */
  function majorityGain(from: number, to: number): number {
    let gain = 0
    for (let t = 0; t < widths.length; t++) {
      const width = widths[t]
      let before = 0
      let after = 0
      for (let v = 0; v < width; v++) {
        const old = fineCounts[to + v]
        const count = (fineCounts[to + v] = old + cellCounts[from + v])
        if (old > before) before = old
        if (count > after) after = count
      }
      gain += targetWeights[t] * (after - before)
      from += width
      to += width
    }
    return gain
  }

  /** Cost of the group just built, given what a kept row pays in the column itself and how many rows it has. */
  function groupCost(own: number, groupRows: number): number {
    return goal.suppressedCost * (groupRows - keptRows) + keptCost + own * keptRows
  }

  function rowsIn(from: number, to: number): number {
    let total = 0
    for (let cell = from; cell < to; cell++) total += cellRows[cell]
    return total
  }

  /**
   * A group costs at least what its rows would cost if none were suppressed, and that floor only grows when groups are joined: ranges show less, and the
   * majority of a whole is at most the sum of those of its parts. So a group is grown only while its floor and the floor of all that follows leave hope.
   */
  function bestIntervals(question: ColumnQuestion, starts: Int32Array, blockStarts: Int32Array): ColumnOptimum {
    const { column, decisions } = question
    const blocks = starts.length
    // Best cost of blocks b… to the end, where the group that begins at b ends, and a floor: the same if the first group suppressed no row.
    const best = new Float64Array(blocks + 1).fill(Number.POSITIVE_INFINITY)
    const next = new Int32Array(blocks + 1)
    const floor = new Float64Array(blocks + 1).fill(Number.POSITIVE_INFINITY)
    best[blocks] = 0
    // A bound has no use for ties; elsewhere they go to the longer group, the more general one.
    const slack = decisions === undefined ? goal.suppressedCost * rows * 1e-12 : 0
    const blockRows = Float64Array.from(starts, (_, b) => rowsIn(blockStarts[b], blockStarts[b + 1]))
    for (let from = blocks - 1; from >= 0; from--) {
      let groupRows = 0
      let added = from
      for (let to = from; to < blocks; to++) {
        // A bit decided as 1 inside the group forbids it, and all that are longer.
        if (to > from && decisions?.[starts[to] - 1] === 1) break
        addCells(blockStarts[to], blockStarts[to + 1])
        added = to + 1
        groupRows += blockRows[to]
        if (to + 1 < blocks && decisions?.[starts[to + 1] - 1] === 0) continue
        const last = to + 1 < blocks ? starts[to + 1] - 1 : columns[column].size - 1
        const own = cellCost(goal, column, starts[from], last)
        const cost = groupCost(own, groupRows) + best[to + 1]
        if (cost <= best[from]) {
          best[from] = cost
          next[from] = to + 1
        }
        const least = own * groupRows + costOfAll
        floor[from] = Math.min(floor[from], least + best[to + 1])
        if (least + floor[to + 1] < best[from] + slack) continue
        floor[from] = Math.min(floor[from], least + floor[to + 1])
        break
      }
      clearGroup(blockStarts[from], blockStarts[added])
    }
    const chosen: number[] = []
    for (let block = 0; block < blocks; block = next[block]) chosen.push(starts[block])
    return { cost: best[0], starts: chosen }
  }

  function bestCut(question: ColumnQuestion, blockStarts: Int32Array): ColumnOptimum {
    const { column, decisions } = question
    const tree = hierarchies[column].tree!
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
        addCells(from, to)
        closed = groupCost(cellCost(goal, column, tree.first[node], tree.last[node]), rowsIn(from, to))
        clearGroup(from, to)
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

  const optimizer: ColumnOptimizer = {
    looks: 0,
    optimize(question) {
      if (rows === 0) return { cost: 0, starts: [0] }
      setGoal(question.goal ?? usualGoal)
      const { size } = columns[question.column]
      const isTree = hierarchies[question.column].tree !== undefined
      const starts = isTree || question.starts === undefined ? everyCode(size) : question.starts
      optimizer.looks += 2 * combinations
      countOthers(question)
      const blockStarts = buildCells(question.column, starts, question.order)
      const optimum = isTree ? bestCut(question, blockStarts) : bestIntervals(question, starts, blockStarts)
      optimum.cost += goal.suppressedCost * hopelessRows
      return optimum
    },
  }
  return optimizer
}

/** What a kept row pays for each code of a column under a grouping. */
function costOfCodes(goal: AdditiveGoal, column: number, grouping: Grouping): Float64Array {
  const costs = new Float64Array(grouping.groupOf.length)
  forEachGroup(grouping, (_, from, to) => {
    costs.fill(cellCost(goal, column, from, to), from, to + 1)
  })
  return costs
}

function everyCode(size: number): Int32Array {
  return Int32Array.from({ length: size }, (_, code) => code)
}

/** Combinations in order of a column's code, and where each code's begin. */
function orderByCode(codes: ArrayLike<number>, size: number): { byCode: Int32Array; codeStarts: Int32Array } {
  const codeStarts = new Int32Array(size + 1)
  for (let i = 0; i < codes.length; i++) codeStarts[codes[i] + 1]++
  for (let code = 0; code < size; code++) codeStarts[code + 1] += codeStarts[code]
  const next = codeStarts.slice()
  const byCode = new Int32Array(codes.length)
  for (let i = 0; i < codes.length; i++) byCode[next[codes[i]]++] = i
  return { byCode, codeStarts }
}
