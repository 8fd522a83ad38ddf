/**
 * Places new rows in old boxes: each combination goes to the box of least loss that covers it. A box with too few rows
 * takes some from boxes that can spare them, or is given up. Rows that no box covers join the nearest box, whose ranges
 * widen; rows with unknown values are not released.
 */
import type { Classes } from '../../frequency/classes.ts'
import type { FrequencyTable } from '../../frequency/frequency-table.ts'
import { groupLoss } from '../../hierarchy/hierarchy.ts'
import { type ClassRule, smallestAllowedClass } from '../../requirements/requirement.ts'
import { releasedLoss } from '../../search/classes/class-problem.ts'
import type { SearchProblem } from '../../search/search.ts'

export type Box = readonly (readonly [number, number])[]

/** Returns the box of each combination, −1 for none. `boxes` must be in ascending loss. */
export function placeRows(
  { frequencies: table, hierarchies, requirements }: SearchProblem,
  boxes: readonly Box[],
): Int32Array {
  const { combinations, counts, columns } = table
  const k = smallestAllowedClass(requirements)
  const given = new Uint8Array(boxes.length)
  const candidates = boxIndex(table, boxes)
  const rowBoxes = new Int32Array(combinations).fill(-1)
  const sizes = new Int32Array(boxes.length + 1)

  const covers = (box: number, combination: number): boolean =>
    columns.every(({ codes }, c) => codes[combination] >= boxes[box][c][0] && codes[combination] <= boxes[box][c][1])
  function place(combination: number): void {
    const to = candidates(combination).find((box) => given[box] === 0 && covers(box, combination))
    move(combination, to ?? nearest(combination))
  }
  const losses = hierarchies.map((hierarchy) => releasedLoss(hierarchy, (low, high) => groupLoss(hierarchy, low, high)))
  let looks = 0
  /** The box that loses least with the combination; −1 for unknown values, or if the budget is spent. */
  function nearest(combination: number): number {
    const codes = columns.map((column) => column.codes[combination])
    let [least, found] = [Number.POSITIVE_INFINITY, -1]
    if (codes.some((code, c) => code >= (hierarchies[c].unseen ?? code + 1)) || looks > MOST_LOOKS) return found
    for (let box = 0; box < boxes.length; box++) {
      if (given[box] === 1) continue
      looks++
      let loss = 0
      for (let c = 0; c < codes.length && loss < least; c++) {
        const [low, high] = boxes[box][c]
        loss += losses[c](Math.min(low, codes[c]), Math.max(high, codes[c]))
      }
      if (loss < least) [least, found] = [loss, box]
    }
    return found
  }
  function move(combination: number, to: number): void {
    if (rowBoxes[combination] >= 0) sizes[rowBoxes[combination]] -= counts[combination]
    rowBoxes[combination] = to
    if (to >= 0) sizes[to] += counts[combination]
  }
  function fill(box: number): void {
    for (let i = 0; i < combinations && sizes[box] < k; i++) {
      const from = rowBoxes[i]
      if (from !== box && (from < 0 || sizes[from] - counts[i] >= k) && covers(box, i)) move(i, box)
    }
  }

  for (let i = 0; i < combinations; i++) place(i)
  while (true) {
    const short = boxes.flatMap((_, box) => (sizes[box] > 0 && sizes[box] < k ? [box] : []))
    // On very large tables boxes that lack rows are not filled: too slow.
    if (short.length * combinations < MOST_LOOKS) for (const box of short) fill(box)
    const broken = brokenBoxes(table, rowBoxes, sizes, requirements)
    if (broken.length === 0) return rowBoxes
    // Gives up the smallest quarter per round: their rows may complete the others.
    for (const box of broken.slice(0, Math.ceil(broken.length / 4))) given[box] = 1
    for (let i = 0; i < combinations; i++) if (rowBoxes[i] >= 0 && given[rowBoxes[i]] === 1) place(i)
  }
}

const MOST_LOOKS = 2e8

function brokenBoxes(
  table: FrequencyTable,
  rowBoxes: Int32Array,
  sizes: Int32Array,
  requirements: readonly ClassRule[],
): number[] {
  const lost = sizes.length - 1
  const broken = new Uint8Array(sizes.length)
  const classes: Classes = {
    count: sizes.length,
    sizes,
    representatives: new Int32Array(sizes.length),
    classIds: rowBoxes.map((box) => (box < 0 ? lost : box)),
    histograms: [],
  }
  for (const requirement of requirements) requirement.mark(classes, table, broken)
  return Array.from(broken.keys())
    .filter((box) => broken[box] === 1 && sizes[box] > 0 && box < lost)
    .sort((a, b) => sizes[a] - sizes[b] || b - a)
}

/** Indexes boxes by the most selective column, to look up those that cover a combination there. */
function boxIndex({ columns }: FrequencyTable, boxes: readonly Box[]): (combination: number) => readonly number[] {
  const width = (c: number) => boxes.reduce((sum, box) => sum + (box[c][1] - box[c][0] + 1), 0) / columns[c].size
  const best = columns.map((_, c) => c).sort((a, b) => width(a) - width(b))[0]
  const lists = Array.from({ length: columns[best].size }, (): number[] => [])
  boxes.forEach((box, place) => {
    for (let code = box[best][0]; code <= box[best][1]; code++) lists[code].push(place)
  })
  return (combination) => lists[columns[best].codes[combination]]
}
