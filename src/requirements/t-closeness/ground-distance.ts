/**
 * Earth mover's distance between the values of a class and of all rows, in closed form for each ground distance (Li,
 * Li, Venkatasubramanian 2007).
 *
 *     equal all values are 1 apart: Σ over values of max(q − p, 0) = ½ Σ |q − p|
 *     ordered |i − j| / (m − 1) of m in order: Σ over places of |Σ up to there of (q − p)| / (m − 1)
 *     tree height of the nearest common node: Σ over inner nodes of h/H · min(surplus, shortage of their children)
 * Visits only values that occur in the class: between two of them q is constant and the sums of p are precomputed;
 * other nodes have no surplus. Cost for a class of v values: equal v, ordered v log m, tree v × depth.
 */
import type { Amounts } from '../../frequency/frequency-table.ts'

export type ClassDistance = (codes: Int32Array, counts: Amounts, found: number, size: number) => number

export function equalDistance(shares: Float64Array): ClassDistance {
  return (codes, counts, found, size) => {
    let sum = 0
    for (let i = 0; i < found; i++) {
      const gain = counts[i] / size - shares[codes[i]]
      if (gain > 0) sum += gain
    }
    return sum
  }
}

/** `placeOf[code]`: the index of the value in the order. */
export function orderedDistance(shares: Float64Array, codePlaces: Int32Array, places: number): ClassDistance {
  const upTo = new Float64Array(places + 1)
  shares.forEach((share, code) => {
    upTo[codePlaces[code] + 1] += share
  })
  for (let place = 0; place < places; place++) upTo[place + 1] += upTo[place]
  const sums = new Float64Array(places + 1)
  for (let place = 0; place < places; place++) sums[place + 1] = sums[place] + upTo[place + 1]
  const order = new Int32Array(shares.length)
  const amounts = new Float64Array(places)

  /** Σ over places in [from, end) of |reached − upTo[place + 1]|; upTo never falls. */
  function work(from: number, end: number, reached: number): number {
    let low = from
    let high = end
    while (low < high) {
      const middle = (low + high) >> 1
      if (upTo[middle + 1] <= reached) low = middle + 1
      else high = middle
    }
    return reached * (low - from) - (sums[low] - sums[from]) + (sums[end] - sums[low]) - reached * (end - low)
  }

  return (codes, counts, found, size) => {
    if (places < 2) return 0
    for (let i = 0; i < found; i++) {
      order[i] = codePlaces[codes[i]]
      amounts[order[i]] = counts[i] / size
    }
    order.subarray(0, found).sort()
    let sum = 0
    let reached = 0
    let from = 0
    for (let i = 0; i < found; i++) {
      sum += work(from, order[i], reached)
      reached += amounts[order[i]]
      from = order[i]
    }
    // Except the last place, where both sums are 1.
    return (sum + work(from, places - 1, reached)) / (places - 1)
  }
}

/** `ancestors[code]`: inner nodes above a value, nearest first; `weights[node]`: its height over the tree's. */
export interface ValueTree {
  readonly ancestors: readonly Int32Array[]
  readonly weights: Float64Array
}

export function treeDistance(shares: Float64Array, { ancestors, weights }: ValueTree): ClassDistance {
  const expected = new Float64Array(weights.length)
  shares.forEach((share, code) => {
    for (const node of ancestors[code]) expected[node] += share
  })
  const held = new Float64Array(weights.length)
  const surplus = new Float64Array(weights.length)
  const touched: number[] = []
  const parents = new Int32Array(weights.length).fill(-1)
  const depths = new Int32Array(weights.length)
  for (const path of ancestors) {
    path.forEach((node, i) => {
      if (i + 1 < path.length) parents[node] = path[i + 1]
      depths[node] = path.length - i
    })
  }

  return (codes, counts, found, size) => {
    touched.length = 0
    for (let i = 0; i < found; i++) {
      const share = counts[i] / size
      const path = ancestors[codes[i]]
      for (const node of path) {
        if (held[node] === 0) touched.push(node)
        held[node] += share
      }
      const gain = share - shares[codes[i]]
      if (gain > 0 && path.length > 0) surplus[path[0]] += gain
    }
    // Deepest first, so that a node's surplus is complete before it is passed on.
    touched.sort((a, b) => depths[b] - depths[a])
    let sum = 0
    for (const node of touched) {
      const extra = held[node] - expected[node]
      // The children's shortage is their surplus minus the node's total surplus.
      sum += weights[node] * Math.min(surplus[node], surplus[node] - extra)
      if (extra > 0 && parents[node] >= 0) surplus[parents[node]] += extra
      held[node] = 0
      surplus[node] = 0
    }
    return sum
  }
}
