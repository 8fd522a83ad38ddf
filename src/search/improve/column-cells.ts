/** The cells of one column for `column-optimum.ts`: classes of the other columns × blocks of codes. */

import type { ClassCounter, Classes } from '../../frequency/classes.ts'
import type { FrequencyTable } from '../../frequency/frequency-table.ts'
import { placesByCode } from '../../ground/sorted.ts'
import { coarsestGrouping, forEachGroup, type Grouping } from '../../hierarchy/grouping.ts'
import { type AdditiveGoal, cellCost } from './additive-goal.ts'

export interface OtherColumns {
  readonly column: number
  /** All columns at their finest: bounds the loss of the others. The column's own entry is ignored. */
  readonly finest: readonly Grouping[]
  /** All columns at their coarsest: decides suppression. Equals `finest` if all is decided. */
  readonly coarsest: readonly Grouping[]
}

export type ColumnCells = ReturnType<typeof openCells>

export function openCells(
  { combinations, columns, counts, rows }: FrequencyTable,
  goal: AdditiveGoal,
  counter: ClassCounter,
) {
  const mostWidth = goal.targets.reduce((total, { target }) => total + target.values.length, 0)
  return {
    looks: 0,
    combinations,
    columns,
    counts,
    rows,
    counter,
    orders: columns.map((column) => placesByCode(column.codes, column.size)),
    wholes: columns.map((column) => coarsestGrouping(column.size)),
    // Per combination, then per fine class, coarse class and cell; each at most as long as the combinations.
    fineIndex: new Int32Array(combinations),
    coarseOfFine: new Int32Array(combinations),
    fineLoss: new Float64Array(combinations),
    cellOfFine: new Int32Array(combinations),
    cellFine: new Int32Array(combinations),
    cellCoarse: new Int32Array(combinations),
    cellRows: new Int32Array(combinations),
    /** Cost of a cell's rows in the other columns and targets if none were in the majority. */
    cellDues: new Float64Array(combinations),
    cellCounts: new Int32Array(combinations * mostWidth),
    classRows: new Int32Array(combinations),
    classCost: new Float64Array(combinations),
    fineCounts: new Int32Array(combinations * mostWidth),
    hopeless: new Uint8Array(combinations),
    hopelessRows: 0,
    fineClasses: 0,
    coarseClasses: 0,
    goal,
    widths: new Int32Array(),
    targetWeights: new Float64Array(),
    totalWidth: 0,
    targetWeight: 0,
    /** Rows kept in the current group, and their cost without the column itself. */
    keptRows: 0,
    keptCost: 0,
    costOfAll: 0,
  }
}

export function setGoal(cells: ColumnCells, wanted: AdditiveGoal): void {
  cells.goal = wanted
  cells.widths = Int32Array.from(cells.goal.targets, ({ target }) => target.values.length)
  cells.targetWeights = Float64Array.from(cells.goal.targets, ({ weight }) => weight)
  cells.totalWidth = cells.widths.reduce((total, width) => total + width, 0)
  cells.targetWeight = cells.targetWeights.reduce((total, weight) => total + weight, 0)
}

export function countOthers(cells: ColumnCells, question: OtherColumns): void {
  const { combinations, columns, wholes, fineIndex, coarseOfFine, fineLoss, counter } = cells
  const { column } = question
  const replaced = (groupings: readonly Grouping[]) =>
    groupings.map((grouping, other) => (other === column ? wholes[column] : grouping))
  const fine = counter.count(replaced(question.finest))
  cells.fineClasses = cells.coarseClasses = fine.count
  fineIndex.set(fine.classIds.subarray(0, combinations))
  fineLoss.fill(0, 0, cells.fineClasses)
  for (let other = 0; other < columns.length; other++) {
    if (other === column || cells.goal.cells.every(({ weights }) => weights[other] === 0)) continue
    const costs = costOfCodes(cells.goal, other, question.finest[other])
    const { codes } = columns[other]
    for (let f = 0; f < cells.fineClasses; f++) fineLoss[f] += costs[codes[fine.representatives[f]]]
  }
  if (question.coarsest === question.finest) {
    for (let f = 0; f < cells.fineClasses; f++) coarseOfFine[f] = f
    findHopeless(cells, fine)
    return
  }
  const representatives = fine.representatives.slice(0, cells.fineClasses)
  const coarse = counter.count(replaced(question.coarsest))
  cells.coarseClasses = coarse.count
  for (let f = 0; f < cells.fineClasses; f++) coarseOfFine[f] = coarse.classIds[representatives[f]]
  findHopeless(cells, coarse)
}

export function findHopeless(cells: ColumnCells, coarse: Classes): void {
  const { hopeless } = cells
  cells.hopelessRows = 0
  for (let c = 0; c < cells.coarseClasses; c++) {
    const { sizes } = coarse
    hopeless[c] = sizes[c] < cells.goal.k ? 1 : 0
    if (hopeless[c] === 1) cells.hopelessRows += sizes[c]
  }
}

/** The cells of block b start at `blockStarts[b]`. */
export function buildCells(cells: ColumnCells, column: number, starts: Int32Array, order?: Int32Array): Int32Array {
  const { columns, counts, orders, fineIndex, coarseOfFine, fineLoss, hopeless } = cells
  const { cellOfFine, cellFine, cellCoarse, cellRows, cellDues, cellCounts } = cells
  const { order: byCode, starts: codeStarts } = orders[column]
  const blockStarts = new Int32Array(starts.length + 1)
  const width = cells.totalWidth
  const only = cells.goal.targets.length === 1 ? cells.goal.targets[0].target.counts : undefined
  let count = 0
  cellOfFine.fill(-1, 0, cells.fineClasses)
  for (let block = 0; block < starts.length; block++) {
    const first = count
    blockStarts[block] = first
    const next = block + 1 < starts.length ? starts[block + 1] : columns[column].size
    for (let place = starts[block]; place < next; place++) {
      const code = order === undefined ? place : order[place]
      for (let at = codeStarts[code], end = codeStarts[code + 1]; at < end; at++) {
        const combination = byCode[at]
        const fine = fineIndex[combination]
        if (hopeless[coarseOfFine[fine]] === 1) continue
        let cell = cellOfFine[fine]
        if (cell < first) {
          cell = cellOfFine[fine] = count++
          cellFine[cell] = fine
          cellRows[cell] = 0
          for (let i = cell * width, to = i + width; i < to; i++) cellCounts[i] = 0
        }
        cellRows[cell] += counts[combination]
        if (only !== undefined && width === 2) {
          // The usual target, without a loop: this is the innermost line of every program.
          cellCounts[2 * cell] += only[2 * combination]
          cellCounts[2 * cell + 1] += only[2 * combination + 1]
        } else if (only !== undefined) {
          for (let v = 0; v < width; v++) cellCounts[cell * width + v] += only[combination * width + v]
        } else if (width > 0) addTargetCounts(cells, cell * width, combination)
      }
    }
  }
  blockStarts[starts.length] = count
  for (let cell = 0; cell < count; cell++) {
    const fine = cellFine[cell]
    cellCoarse[cell] = coarseOfFine[fine]
    cellDues[cell] = cellRows[cell] * (fineLoss[fine] + cells.targetWeight)
  }
  return blockStarts
}

export function addTargetCounts(cells: ColumnCells, to: number, combination: number): void {
  const { cellCounts } = cells
  for (let t = 0; t < cells.widths.length; t++) {
    const counts = cells.goal.targets[t].target.counts
    const width = cells.widths[t]
    for (let v = 0, from = combination * width; v < width; v++) cellCounts[to + v] += counts[from + v]
    to += width
  }
}

/** Removes only the group's cells: a tree of many leaves has many small groups. */
export function clearGroup(cells: ColumnCells, from: number, to: number): void {
  const { cellFine, cellCoarse, classRows, classCost, fineCounts } = cells
  const width = cells.totalWidth
  for (let cell = from; cell < to; cell++) {
    const fine = cellFine[cell]
    const coarse = cellCoarse[cell]
    classRows[coarse] = 0
    classCost[coarse] = 0
    for (let i = fine * width, end = i + width; i < end; i++) fineCounts[i] = 0
  }
  cells.keptRows = 0
  cells.keptCost = 0
  cells.costOfAll = 0
}

// Sums are local variables: captured ones would be heap-allocated at each change.
export function addCells(cells: ColumnCells, from: number, to: number): void {
  const { cellFine, cellCoarse, cellRows, cellDues, classRows, classCost } = cells
  const { k } = cells.goal
  const width = cells.totalWidth
  const pairWeight = width === 2 && cells.widths.length === 1 ? cells.targetWeights[0] : 0
  let rowsKept = cells.keptRows
  let costKept = cells.keptCost
  let all = cells.costOfAll
  cells.looks += to - from
  for (let cell = from; cell < to; cell++) {
    const coarse = cellCoarse[cell]
    const more = cellRows[cell]
    let cost = cellDues[cell]
    if (pairWeight > 0) cost -= pairWeight * pairGain(cells, cell * 2, cellFine[cell] * 2)
    else if (width > 0) cost -= majorityGain(cells, cell * width, cellFine[cell] * width)
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
  cells.keptRows = rowsKept
  cells.keptCost = costKept
  cells.costOfAll = all
}

export function pairGain(cells: ColumnCells, from: number, to: number): number {
  const { cellCounts, fineCounts } = cells
  const first = fineCounts[to]
  const second = fineCounts[to + 1]
  const firstAfter = (fineCounts[to] = first + cellCounts[from])
  const secondAfter = (fineCounts[to + 1] = second + cellCounts[from + 1])
  return (firstAfter > secondAfter ? firstAfter : secondAfter) - (first > second ? first : second)
}

/** The weight of majority rows that the fine class gains with the cell, given the offsets of their counts. */
export function majorityGain(cells: ColumnCells, from: number, to: number): number {
  const { cellCounts, fineCounts } = cells
  let gain = 0
  for (let t = 0; t < cells.widths.length; t++) {
    const width = cells.widths[t]
    let before = 0
    let after = 0
    for (let v = 0; v < width; v++) {
      const old = fineCounts[to + v]
      const count = (fineCounts[to + v] = old + cellCounts[from + v])
      if (old > before) before = old
      if (count > after) after = count
    }
    gain += cells.targetWeights[t] * (after - before)
    from += width
    to += width
  }
  return gain
}

/** Cost of the current group; `rowCost` is the cost of a kept row in the column itself. */
export function groupCost(cells: ColumnCells, rowCost: number, groupRows: number): number {
  return cells.goal.suppressedCost * (groupRows - cells.keptRows) + cells.keptCost + rowCost * cells.keptRows
}

export function rowsIn(cells: ColumnCells, from: number, to: number): number {
  const { cellRows } = cells
  let total = 0
  for (let cell = from; cell < to; cell++) total += cellRows[cell]
  return total
}

function costOfCodes(goal: AdditiveGoal, column: number, grouping: Grouping): Float64Array {
  const costs = new Float64Array(grouping.codeGroups.length)
  forEachGroup(grouping, (_, from, to) => {
    costs.fill(cellCost(goal, column, from, to), from, to + 1)
  })
  return costs
}
