/**
 * The detail that a column keeps at a given k, alone: the cut of its hierarchy with the least loss in which every group
 * has k rows or none. An upper bound for what it keeps with other columns. Cost: one pass for a tree; for numbers and
 * orders, values × values in a group of about 2k rows.
 */
import { groupLoss, type Hierarchy } from '../../../src/hierarchy/hierarchy.ts'

/** Share of its detail, 0 to 1, by the rows of each code; undefined if fewer than k rows have a value. */
export function keptAlone(hierarchy: Hierarchy, rows: ArrayLike<number>, k: number): number | undefined {
  const before = new Float64Array(rows.length + 1)
  for (let i = 0; i < rows.length; i++) before[i + 1] = before[i] + rows[i]
  const total = before[rows.length]
  const groupCost = (from: number, to: number): number => {
    const inside = before[to + 1] - before[from]
    return inside === 0 ? 0 : inside < k ? Infinity : inside * groupLoss(hierarchy, from, to)
  }
  const cost =
    hierarchy.tree === undefined ? leastOfRuns(before, groupCost, 2 * k) : leastOfCut(hierarchy.tree, groupCost)
  return total === 0 || cost === Infinity ? undefined : 1 - cost / total
}

type Cost = (from: number, to: number) => number

function leastOfCut({ first, last, parent }: NonNullable<Hierarchy['tree']>, groupCost: Cost): number {
  const inside = new Float64Array(first.length)
  const isGroup = new Uint8Array(first.length)
  // Pre-order: children follow their parent.
  for (let node = first.length - 1; node >= 0; node--) {
    const cost = groupCost(first[node], last[node])
    const least = isGroup[node] === 1 ? Math.min(cost, inside[node]) : cost
    if (parent[node] < 0) return least
    inside[parent[node]] += least
    isGroup[parent[node]] = 1
  }
  return Infinity
}

/** A group of more than 2k rows would lose less in two, unless its last value alone is that frequent. */
function leastOfRuns(before: Float64Array, groupCost: Cost, enough: number): number {
  const size = before.length - 1
  const least = new Float64Array(size + 1).fill(Infinity)
  least[0] = 0
  for (let to = 0; to < size; to++) {
    for (let from = to; from >= 0; from--) {
      least[to + 1] = Math.min(least[to + 1], least[from] + groupCost(from, to))
      if (from < to && before[to] - before[from + 1] > enough) break
    }
  }
  return least[size]
}
