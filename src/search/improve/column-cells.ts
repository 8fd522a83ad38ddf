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

export class ColumnCells {
  looks = 0
  readonly combinations: number
  readonly columns: FrequencyTable['columns']
  readonly counts: FrequencyTable['counts']
  readonly rows: number
  readonly orders: readonly ReturnType<typeof placesByCode>[]
  readonly wholes: readonly Grouping[]
  readonly counter: ClassCounter
  // Per combination, then per fine class, coarse class and cell; each at most as long as the combinations.
  readonly fineIndex: Int32Array
  readonly coarseOfFine: Int32Array
  readonly fineLoss: Float64Array
  readonly cellOfFine: Int32Array
  readonly cellFine: Int32Array
  readonly cellCoarse: Int32Array
  readonly cellRows: Int32Array
  /** Cost of a cell's rows in the other columns and targets if none were in the majority. */
  readonly cellDues: Float64Array
  readonly cellCounts: Int32Array
  readonly classRows: Int32Array
  readonly classCost: Float64Array
  readonly fineCounts: Int32Array
  readonly hopeless: Uint8Array
  hopelessRows = 0
  fineClasses = 0
  coarseClasses = 0
  goal: AdditiveGoal
  widths = new Int32Array()
  targetWeights = new Float64Array()
  totalWidth = 0
  targetWeight = 0
  /** Rows kept in the current group, and their cost without the column itself. */
  keptRows = 0
  keptCost = 0
  costOfAll = 0

  constructor(frequencies: FrequencyTable, goal: AdditiveGoal, counter: ClassCounter) {
    const { combinations, columns, counts, rows } = frequencies
    const mostWidth = goal.targets.reduce((total, { target }) => total + target.values.length, 0)
    this.combinations = combinations
    this.columns = columns
    this.counts = counts
    this.rows = rows
    this.counter = counter
    this.goal = goal
    this.orders = columns.map((column) => placesByCode(column.codes, column.size))
    this.wholes = columns.map((column) => coarsestGrouping(column.size))
    this.fineIndex = new Int32Array(combinations)
    this.coarseOfFine = new Int32Array(combinations)
    this.fineLoss = new Float64Array(combinations)
    this.cellOfFine = new Int32Array(combinations)
    this.cellFine = new Int32Array(combinations)
    this.cellCoarse = new Int32Array(combinations)
    this.cellRows = new Int32Array(combinations)
    this.cellDues = new Float64Array(combinations)
    this.cellCounts = new Int32Array(combinations * mostWidth)
    this.classRows = new Int32Array(combinations)
    this.classCost = new Float64Array(combinations)
    this.fineCounts = new Int32Array(combinations * mostWidth)
    this.hopeless = new Uint8Array(combinations)
  }

  setGoal(wanted: AdditiveGoal): void {
    this.goal = wanted
    this.widths = Int32Array.from(this.goal.targets, ({ target }) => target.values.length)
    this.targetWeights = Float64Array.from(this.goal.targets, ({ weight }) => weight)
    this.totalWidth = this.widths.reduce((total, width) => total + width, 0)
    this.targetWeight = this.targetWeights.reduce((total, weight) => total + weight, 0)
  }

  isCharged(column: number): boolean {
    return this.goal.cells.some(({ weights }) => weights[column] !== 0)
  }

  countOthers(question: OtherColumns): void {
    const { combinations, columns, wholes, fineIndex, coarseOfFine, fineLoss, counter } = this
    const { column } = question
    const replaced = (groupings: readonly Grouping[]) =>
      groupings.map((grouping, other) => (other === column ? wholes[column] : grouping))
    const fine = counter.count(replaced(question.finest))
    this.fineClasses = this.coarseClasses = fine.count
    fineIndex.set(fine.classIds.subarray(0, combinations))
    fineLoss.fill(0, 0, this.fineClasses)
    for (let other = 0; other < columns.length; other++) {
      if (other === column || !this.isCharged(other)) continue
      const costs = costOfCodes(this.goal, other, question.finest[other])
      const { codes } = columns[other]
      for (let f = 0; f < this.fineClasses; f++) fineLoss[f] += costs[codes[fine.representatives[f]]]
    }
    if (question.coarsest === question.finest) {
      for (let f = 0; f < this.fineClasses; f++) coarseOfFine[f] = f
      this.findHopeless(fine)
      return
    }
    const representatives = fine.representatives.slice(0, this.fineClasses)
    const coarse = counter.count(replaced(question.coarsest))
    this.coarseClasses = coarse.count
    for (let f = 0; f < this.fineClasses; f++) coarseOfFine[f] = coarse.classIds[representatives[f]]
    this.findHopeless(coarse)
  }

  findHopeless(coarse: Classes): void {
    const { hopeless } = this
    this.hopelessRows = 0
    for (let c = 0; c < this.coarseClasses; c++) {
      const { sizes } = coarse
      hopeless[c] = sizes[c] < this.goal.k ? 1 : 0
      if (hopeless[c] === 1) this.hopelessRows += sizes[c]
    }
  }

  /** The cells of block b start at `blockStarts[b]`. */
  buildCells(column: number, starts: Int32Array, order?: Int32Array): Int32Array {
    const {
      columns,
      counts,
      orders,
      fineIndex,
      coarseOfFine,
      fineLoss,
      cellOfFine,
      cellFine,
      cellCoarse,
      cellRows,
      cellDues,
      cellCounts,
      hopeless,
    } = this
    const { order: byCode, starts: codeStarts } = orders[column]
    const blockStarts = new Int32Array(starts.length + 1)
    const width = this.totalWidth
    const only = this.goal.targets.length === 1 ? this.goal.targets[0].target.counts : undefined
    let cells = 0
    cellOfFine.fill(-1, 0, this.fineClasses)
    for (let block = 0; block < starts.length; block++) {
      const first = cells
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
            cell = cellOfFine[fine] = cells++
            cellFine[cell] = fine
            cellRows[cell] = 0
            for (let i = cell * width, to = i + width; i < to; i++) cellCounts[i] = 0
          }
          cellRows[cell] += counts[combination]
          if (only !== undefined) {
            for (let v = 0; v < width; v++) cellCounts[cell * width + v] += only[combination * width + v]
          } else if (width > 0) this.addTargetCounts(cell * width, combination)
        }
      }
    }
    blockStarts[starts.length] = cells
    for (let cell = 0; cell < cells; cell++) {
      const fine = cellFine[cell]
      cellCoarse[cell] = coarseOfFine[fine]
      cellDues[cell] = cellRows[cell] * (fineLoss[fine] + this.targetWeight)
    }
    return blockStarts
  }

  addTargetCounts(to: number, combination: number): void {
    const { cellCounts } = this
    for (let t = 0; t < this.widths.length; t++) {
      const counts = this.goal.targets[t].target.counts
      const width = this.widths[t]
      for (let v = 0, from = combination * width; v < width; v++) cellCounts[to + v] += counts[from + v]
      to += width
    }
  }

  /** Removes only the group's cells: a tree of many leaves has many small groups. */
  clearGroup(from: number, to: number): void {
    const { cellFine, cellCoarse, classRows, classCost, fineCounts } = this
    const width = this.totalWidth
    for (let cell = from; cell < to; cell++) {
      const fine = cellFine[cell]
      const coarse = cellCoarse[cell]
      classRows[coarse] = 0
      classCost[coarse] = 0
      for (let i = fine * width, end = i + width; i < end; i++) fineCounts[i] = 0
    }
    this.keptRows = 0
    this.keptCost = 0
    this.costOfAll = 0
  }

  // Sums are local variables: captured ones would be heap-allocated at each change.
  addCells(from: number, to: number): void {
    const { cellFine, cellCoarse, cellRows, cellDues, classRows, classCost } = this
    const { k } = this.goal
    const width = this.totalWidth
    const pairWeight = width === 2 && this.widths.length === 1 ? this.targetWeights[0] : 0
    let rowsKept = this.keptRows
    let costKept = this.keptCost
    let all = this.costOfAll
    this.looks += to - from
    for (let cell = from; cell < to; cell++) {
      const coarse = cellCoarse[cell]
      const more = cellRows[cell]
      let cost = cellDues[cell]
      if (pairWeight > 0) cost -= pairWeight * this.pairGain(cell * 2, cellFine[cell] * 2)
      else if (width > 0) cost -= this.majorityGain(cell * width, cellFine[cell] * width)
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
    this.keptRows = rowsKept
    this.keptCost = costKept
    this.costOfAll = all
  }

  pairGain(from: number, to: number): number {
    const { cellCounts, fineCounts } = this
    const first = fineCounts[to]
    const second = fineCounts[to + 1]
    const firstAfter = (fineCounts[to] = first + cellCounts[from])
    const secondAfter = (fineCounts[to + 1] = second + cellCounts[from + 1])
    return (firstAfter > secondAfter ? firstAfter : secondAfter) - (first > second ? first : second)
  }

  /** The weight of majority rows that the fine class gains with the cell, given the offsets of their counts. */
  majorityGain(from: number, to: number): number {
    const { cellCounts, fineCounts } = this
    let gain = 0
    for (let t = 0; t < this.widths.length; t++) {
      const width = this.widths[t]
      let before = 0
      let after = 0
      for (let v = 0; v < width; v++) {
        const old = fineCounts[to + v]
        const count = (fineCounts[to + v] = old + cellCounts[from + v])
        if (old > before) before = old
        if (count > after) after = count
      }
      gain += this.targetWeights[t] * (after - before)
      from += width
      to += width
    }
    return gain
  }

  /** Cost of the current group; `rowCost` is the cost of a kept row in the column itself. */
  groupCost(rowCost: number, groupRows: number): number {
    return this.goal.suppressedCost * (groupRows - this.keptRows) + this.keptCost + rowCost * this.keptRows
  }

  rowsIn(from: number, to: number): number {
    const { cellRows } = this
    let total = 0
    for (let cell = from; cell < to; cell++) total += cellRows[cell]
    return total
  }
}

function costOfCodes(goal: AdditiveGoal, column: number, grouping: Grouping): Float64Array {
  const costs = new Float64Array(grouping.codeGroups.length)
  forEachGroup(grouping, (_, from, to) => {
    costs.fill(cellCost(goal, column, from, to), from, to + 1)
  })
  return costs
}
