/** Classes as lists of entries: removing, concatenating, and turning them into a decision. */
import type { Codes, FrequencyTable } from '../../frequency/frequency-table.ts'
import { groupBy } from '../../ground/maps.ts'
import { finestGrouping } from '../../hierarchy/grouping.ts'
import { type Hierarchy, smallestNode } from '../../hierarchy/hierarchy.ts'
import type { ClassDecision } from '../../recoding/class-decision.ts'
import type { CellLoss } from './cell-goal.ts'
import type { RowUnits } from './row-units.ts'

/** Entry e (some rows of a combination) belongs to class c if starts[c] ≤ e < starts[c + 1]. */
export interface ClassList {
  readonly starts: Int32Array
  readonly combinations: Int32Array
  readonly rows: Int32Array
}

export function joinLists(lists: readonly ClassList[]): ClassList {
  const starts = new Int32Array(lists.reduce((sum, list) => sum + list.starts.length - 1, 1))
  const combinations = new Int32Array(lists.reduce((sum, list) => sum + list.rows.length, 0))
  const rows = new Int32Array(combinations.length)
  let classes = 0
  let entries = 0
  for (const list of lists) {
    for (let c = 0; c < list.starts.length - 1; c++) starts[classes++] = entries + list.starts[c]
    combinations.set(list.combinations, entries)
    rows.set(list.rows, entries)
    entries += list.rows.length
  }
  starts[classes] = entries
  return { starts, combinations, rows }
}

export function pickClasses(list: ClassList, chosen: Int32Array): ClassList {
  const starts = new Int32Array(chosen.length + 1)
  for (let i = 0; i < chosen.length; i++) {
    starts[i + 1] = starts[i] + list.starts[chosen[i] + 1] - list.starts[chosen[i]]
  }
  const combinations = new Int32Array(starts[chosen.length])
  const rows = new Int32Array(combinations.length)
  for (let i = 0; i < chosen.length; i++) {
    const from = list.starts[chosen[i]]
    const to = list.starts[chosen[i] + 1]
    combinations.set(list.combinations.subarray(from, to), starts[i])
    rows.set(list.rows.subarray(from, to), starts[i])
  }
  return { starts, combinations, rows }
}

/** Classes of whole combinations as classes of their units. */
export function inUnits({ starts, combinations }: ClassList, { combination, rows }: RowUnits): ClassList {
  const units = groupBy(combination.keys(), (unit) => combination[unit])
  const unitsFrom = (from: number, to: number) =>
    Array.from(combinations.subarray(from, to)).flatMap((i) => units.get(i) ?? [])
  return listUnits(
    Array.from(starts.subarray(1), (end, c) => unitsFrom(starts[c], end)),
    rows,
  )
}

export function listUnits(classes: readonly (readonly number[])[], rows: Int32Array): ClassList {
  const combinations = Int32Array.from(classes.flat())
  const starts = new Int32Array(classes.length + 1)
  for (const [c, { length }] of classes.entries()) starts[c + 1] = starts[c] + length
  return { starts, combinations, rows: combinations.map((unit) => rows[unit]) }
}

/** The classes of a decision whose cells are units; rows that are left out are in none. */
export function listClasses({ outputs, moves }: ClassDecision): ClassList {
  const order = Int32Array.from({ length: moves.count }, (_, move) => move)
    .filter((move) => moves.output[move] >= 0)
    .sort((a, b) => moves.output[a] - moves.output[b] || a - b)
  const starts = new Int32Array(outputs.count + 1)
  for (const move of order) starts[moves.output[move] + 1]++
  for (let c = 0; c < outputs.count; c++) starts[c + 1] += starts[c]
  return { starts, combinations: order.map((move) => moves.cell[move]), rows: order.map((move) => moves.rows[move]) }
}

/**
 * Shows, per class and column, the smallest range (in a tree the smallest node) that covers its rows, and merges
 * classes that look alike, unless they show means. Outputs are sorted, so the order of classes does not matter.
 */
export function decideClasses(
  given: ClassList,
  { columns }: FrequencyTable,
  hierarchies: readonly Hierarchy[],
  units?: Pick<RowUnits, 'combination' | 'value' | 'distinguishedColumns'>,
): ClassDecision {
  const { distinguishedColumns, value, combination = new Int32Array() } = units ?? {}
  const ofCombinations = units !== undefined && distinguishedColumns === undefined
  const cells = ofCombinations ? given.combinations.map((unit) => combination[unit]) : given.combinations
  const list = { ...given, combinations: cells }
  const classes = list.starts.length - 1
  const pickCodes = (codes: Codes): Codes =>
    distinguishedColumns === undefined ? codes : Int32Array.from(combination, (index) => codes[index])
  const cellCodes = columns.map(({ codes }) => pickCodes(codes))
  const hulls = cellCodes.map((codes, column) => findHull(list, codes, hierarchies[column]))
  const order = Int32Array.from({ length: classes }, (_, c) => c).sort((a, b) => compareHulls(hulls, a, b) || a - b)
  const mayMerge = hierarchies.every(({ shows }) => shows === undefined)
  const outputs = new Int32Array(classes)
  const firsts: number[] = []
  for (let place = 0; place < classes; place++) {
    if (place === 0 || !mayMerge || compareHulls(hulls, order[place - 1], order[place]) !== 0) firsts.push(order[place])
    outputs[order[place]] = firsts.length - 1
  }
  return {
    groupings: columns.map(({ size }) => finestGrouping(size)),
    target: distinguishedColumns?.name,
    cells: { count: cellCodes[0]?.length ?? 0, groups: cellCodes, target: distinguishedColumns && value },
    outputs: {
      count: firsts.length,
      ranges: hulls.map(({ low, high }) => ({
        low: Int32Array.from(firsts, (c) => low[c]),
        high: Int32Array.from(firsts, (c) => high[c]),
      })),
    },
    moves: listMoves(list, outputs),
  }
}

/** Σ rows · loss of the cells that the release shows. */
export function hullLoss(
  list: ClassList,
  { columns }: FrequencyTable,
  hierarchies: readonly Hierarchy[],
  { combination }: Pick<RowUnits, 'combination'>,
  losses: readonly CellLoss[],
): number {
  const { starts, rows } = list
  const classRows = new Float64Array(starts.length - 1)
  for (let c = 0; c < classRows.length; c++) for (let e = starts[c]; e < starts[c + 1]; e++) classRows[c] += rows[e]
  const entries = { ...list, combinations: list.combinations.map((unit) => combination[unit]) }
  return columns.reduce((sum, { codes }, column) => {
    const { low, high } = findHull(entries, codes, hierarchies[column])
    return classRows.reduce((total, count, c) => total + count * losses[column](low[c], high[c]), sum)
  }, 0)
}

interface Hull {
  readonly low: Int32Array
  readonly high: Int32Array
}

function findHull({ starts, combinations }: ClassList, codes: ArrayLike<number>, hierarchy: Hierarchy): Hull {
  const classes = starts.length - 1
  const low = new Int32Array(classes)
  const high = new Int32Array(classes)
  for (let c = 0; c < classes; c++) {
    let least = codes[combinations[starts[c]]]
    let most = least
    for (let e = starts[c] + 1; e < starts[c + 1]; e++) {
      const code = codes[combinations[e]]
      if (code < least) least = code
      if (code > most) most = code
    }
    if (hierarchy.tree !== undefined && least < most) [least, most] = smallestNode(hierarchy.tree, least, most)
    low[c] = least
    high[c] = most
  }
  return { low, high }
}

function compareHulls(hulls: readonly Hull[], a: number, b: number): number {
  for (const { low, high } of hulls) {
    const difference = low[a] - low[b] || high[a] - high[b]
    if (difference !== 0) return difference
  }
  return 0
}

/** Sorted by combination, then output; entries of one combination in the same output are summed. */
function listMoves({ starts, combinations, rows }: ClassList, outputs: Int32Array): ClassDecision['moves'] {
  const classes = new Int32Array(combinations.length)
  for (let c = 0; c < starts.length - 1; c++) classes.fill(c, starts[c], starts[c + 1])
  const order = Int32Array.from({ length: combinations.length }, (_, e) => e).sort(
    (a, b) => combinations[a] - combinations[b] || outputs[classes[a]] - outputs[classes[b]],
  )
  const cell = new Int32Array(order.length)
  const output = new Int32Array(order.length)
  const moved = new Int32Array(order.length)
  let count = 0
  for (const e of order) {
    const to = outputs[classes[e]]
    if (count > 0 && cell[count - 1] === combinations[e] && output[count - 1] === to) moved[count - 1] += rows[e]
    else {
      cell[count] = combinations[e]
      output[count] = to
      moved[count++] = rows[e]
    }
  }
  return { count, cell: cell.slice(0, count), output: output.slice(0, count), rows: moved.slice(0, count) }
}
