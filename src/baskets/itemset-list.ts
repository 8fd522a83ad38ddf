/** A list of itemsets as compressed rows: privacy constraints, workload queries, sets to repair. */
import { grow, type Rows } from './baskets.ts'

export type Itemsets = Rows

export function collectItemsets() {
  let offsets = new Int32Array(1 << 8)
  let codes = new Int32Array(1 << 9)
  let count = 0
  let end = 0
  return {
    add(set: ArrayLike<number>, size = set.length): void {
      while (end + size > codes.length) codes = grow(codes)
      for (let i = 0; i < size; i++) codes[end++] = set[i]
      if (++count === offsets.length) offsets = grow(offsets)
      offsets[count] = end
    },
    list: (): Itemsets => ({ count, offsets: offsets.slice(0, count + 1), codes: codes.slice(0, end) }),
  }
}

export function itemsetsFrom(sets: Iterable<ArrayLike<number>>): Itemsets {
  const collector = collectItemsets()
  for (const set of sets) collector.add(set)
  return collector.list()
}

export function distinctItemsets(sets: readonly ArrayLike<number>[]): Itemsets {
  const sorted = sets.map((set) => Int32Array.from(new Set(Array.from(set))).sort())
  sorted.sort(compareSets)
  return itemsetsFrom(sorted.filter((set, i) => i === 0 || compareSets(sorted[i - 1], set) !== 0))
}

function compareSets(a: Int32Array, b: Int32Array): number {
  if (a.length !== b.length) return a.length - b.length
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return a[i] - b[i]
  return 0
}

export function itemsetAt(sets: Itemsets, index: number): Int32Array {
  return sets.codes.subarray(sets.offsets[index], sets.offsets[index + 1])
}

export function compareItemsets(sets: Itemsets, a: number, b: number): number {
  const { offsets, codes } = sets
  const sizeA = offsets[a + 1] - offsets[a]
  const sizeB = offsets[b + 1] - offsets[b]
  const size = Math.min(sizeA, sizeB)
  for (let i = 0; i < size; i++) {
    const difference = codes[offsets[a] + i] - codes[offsets[b] + i]
    if (difference !== 0) return difference
  }
  return sizeA - sizeB
}

/**
 * Returns the sets with 0 < support < `below` in the order of COAT and PCTA: support descending (nearest to satisfied
 * first), then size, then lexicographic.
 */
export function repairOrder(sets: Itemsets, supports: Int32Array, below: number): Int32Array {
  const natural = naturalOrder(sets)
  const next = new Int32Array(below + 1)
  for (let i = 0; i < sets.count; i++) if (supports[i] > 0 && supports[i] < below) next[below - supports[i] + 1]++
  for (let i = 1; i <= below; i++) next[i] += next[i - 1]
  const order = new Int32Array(next[below])
  for (const i of natural) if (supports[i] > 0 && supports[i] < below) order[next[below - supports[i]]++] = i
  return order
}

/** By size, then lexicographic; lists from a walk are already in that order. */
function naturalOrder(sets: Itemsets): Int32Array {
  const size = (i: number) => sets.offsets[i + 1] - sets.offsets[i]
  const compare = (a: number, b: number) => size(a) - size(b) || compareItemsets(sets, a, b)
  const order = Int32Array.from({ length: sets.count }, (_, i) => i)
  for (let i = 1; i < sets.count; i++) if (compare(i - 1, i) > 0) return order.sort(compare)
  return order
}
