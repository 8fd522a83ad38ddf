/** Class decisions looked at without the searches' own arithmetic: what holds of them, and the best there is on tiny tables. */
import { expect } from 'vitest'
import type { Hierarchy } from '../src/hierarchy/hierarchy.ts'
import { groupLoss } from '../src/hierarchy/hierarchy.ts'
import type { ClassDecision } from '../src/recoding/class-decision.ts'
import type { SearchProblem } from '../src/search/search.ts'

/** Every row is in one class, classes have k rows, show ranges that are as tight as their rows (or nodes) allow, and no two the same. */
export function expectTightClasses(
  { frequencies, hierarchies }: SearchProblem,
  decision: ClassDecision,
  k: number,
): void {
  const { outputs, moves } = decision
  const rowsOf = new Array<number>(outputs.count).fill(0)
  const taken = new Array<number>(frequencies.combinations).fill(0)
  const members = Array.from({ length: outputs.count }, () => new Set<number>())
  for (let m = 0; m < moves.count; m++) {
    expect(moves.rows[m]).toBeGreaterThan(0)
    if (m > 0) expect(moves.cell[m]).toBeGreaterThanOrEqual(moves.cell[m - 1])
    rowsOf[moves.output[m]] += moves.rows[m]
    taken[moves.cell[m]] += moves.rows[m]
    members[moves.output[m]].add(moves.cell[m])
  }
  expect(taken).toEqual(Array.from(frequencies.counts))
  expect(Math.min(...rowsOf)).toBeGreaterThanOrEqual(k)
  const shown = new Set<string>()
  for (let output = 0; output < outputs.count; output++) {
    const ranges = frequencies.columns.map(({ codes }, column) => {
      const own = [...members[output]].map((cell) => codes[cell])
      return tightRange(hierarchies[column], Math.min(...own), Math.max(...own))
    })
    expect(outputs.ranges.map(({ low, high }) => [low[output], high[output]])).toEqual(ranges)
    shown.add(ranges.join(';'))
  }
  expect(shown.size).toBe(outputs.count)
}

/** LM of a decision, row by row. */
export function lossOfDecision({ frequencies, hierarchies }: SearchProblem, { outputs, moves }: ClassDecision): number {
  let sum = 0
  for (let m = 0; m < moves.count; m++) {
    hierarchies.forEach((hierarchy, column) => {
      const { low, high } = outputs.ranges[column]
      sum += moves.rows[m] * groupLoss(hierarchy, low[moves.output[m]], high[moves.output[m]])
    })
  }
  return sum / (frequencies.rows * hierarchies.length)
}

/** The least LM of all ways to put the rows into classes of at least k. */
export function leastLoss({ frequencies, hierarchies }: SearchProblem, k: number): number {
  const rows = Array.from(frequencies.counts).flatMap((count, combination) =>
    new Array<number>(count).fill(combination),
  )
  const least = leastCost(rows, k, (some) => {
    const losses = hierarchies.map((hierarchy, column) => {
      const codes = some.map((combination) => frequencies.columns[column].codes[combination])
      return groupLoss(hierarchy, ...tightRange(hierarchy, Math.min(...codes), Math.max(...codes)))
    })
    return some.length * losses.reduce((sum, loss) => sum + loss, 0)
  })
  return least / (rows.length * hierarchies.length)
}

/** The least cost of all ways to put rows into classes of at least k: over all subsets of rows, so for a dozen rows at most. */
export function leastCost<Row>(rows: readonly Row[], k: number, classCost: (rows: readonly Row[]) => number): number {
  const all = 2 ** rows.length
  const cost = (set: number): number => {
    const some = rows.filter((_, row) => (set >> row) & 1)
    return some.length < k ? Number.POSITIVE_INFINITY : classCost(some)
  }
  const costs = Array.from({ length: all }, (_, set) => (set === 0 ? 0 : cost(set)))
  const least = new Array<number>(all).fill(Number.POSITIVE_INFINITY)
  least[0] = 0
  for (let set = 1; set < all; set++) {
    // The class of the lowest row of the set, and the best of what is left.
    const lowest = set & -set
    for (let part = set; part > 0; part = (part - 1) & set) {
      if (part & lowest) least[set] = Math.min(least[set], costs[part] + least[set ^ part])
    }
  }
  return least[all - 1]
}

/** The smallest range that may be shown: of a tree its smallest node, found by looking at all of them. */
function tightRange({ tree }: Hierarchy, low: number, high: number): [number, number] {
  if (tree === undefined) return [low, high]
  let best: [number, number] = [tree.first[0], tree.last[0]]
  for (let node = 0; node < tree.names.length; node++) {
    const [first, last] = [tree.first[node], tree.last[node]]
    if (first <= low && last >= high && last - first < best[1] - best[0]) best = [first, last]
  }
  return best
}
