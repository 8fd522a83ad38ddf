/** Baskets of one class as bit sets: a bit per basket, a set per node of the item tree; counts intersections. */
import type { Rows } from '../../../baskets/baskets.ts'
import type { Itemsets } from '../../../baskets/itemset-list.ts'
import type { Tree } from '../../../hierarchy/hierarchy.ts'
import type { UtilityConstraints } from '../../items-search.ts'

/** Baskets whose codes are leaves of the tree, and the guarantee. */
export interface ItemTask {
  readonly baskets: Rows
  readonly tree: Tree
  readonly k: number
  readonly m: number
  /** For searches that generalize sets of items: constraints by leaves, in place of all sets of up to m items. */
  readonly constraints?: ItemConstraints | undefined
}

export interface ItemConstraints {
  /** Sets that occur in k baskets of a class or in none. */
  readonly protects?: Itemsets | undefined
  /** The part of each leaf: only items of one part are generalized together. */
  readonly utility?: UtilityConstraints | undefined
}

export type Bits = Int32Array

export interface ClassBits {
  /** Baskets of the class, also those without items. */
  readonly baskets: number
  /** Baskets with an item below the node; valid until the next class. */
  bits(node: number): Bits
  /** Baskets with an item below the node, and occurrences of such items. */
  readonly support: Int32Array
  readonly held: Int32Array
}

/** Returns a function that reads the baskets of a class. Cost: nodes × baskets / 32. */
export function classReader({ baskets, tree }: ItemTask): (members: ArrayLike<number>) => ClassBits {
  const { offsets, codes } = baskets
  const { parent, leafNode } = tree
  const nodes = parent.length
  let words = new Int32Array(0)
  const support = new Int32Array(nodes)
  const held = new Int32Array(nodes)
  return (members) => {
    const width = (members.length + 31) >>> 5
    if (words.length < nodes * width) words = new Int32Array(2 * nodes * width)
    else words.fill(0, 0, nodes * width)
    held.fill(0)
    for (let i = 0; i < members.length; i++) {
      for (let at = offsets[members[i]]; at < offsets[members[i] + 1]; at++) {
        const node = leafNode[codes[at]]
        words[node * width + (i >>> 5)] |= 1 << (i & 31)
        held[node]++
      }
    }
    // Parents precede their children.
    for (let node = nodes - 1; node >= 0; node--) {
      const [from, to] = [node * width, parent[node] * width]
      support[node] = 0
      if (held[node] === 0) continue
      for (let w = 0; w < width; w++) support[node] += bitCount(words[from + w])
      if (parent[node] < 0) continue
      held[parent[node]] += held[node]
      for (let w = 0; w < width; w++) words[to + w] |= words[from + w]
    }
    return { baskets: members.length, support, held, bits: (node) => words.subarray(node * width, (node + 1) * width) }
  }
}

/** Counts up to `most` baskets that are in both sets. */
export function countBoth(a: Bits, b: Bits, most: number): number {
  let count = 0
  for (let w = 0; w < a.length && count < most; w++) {
    const both = a[w] & b[w]
    if (both !== 0) count += bitCount(both)
  }
  return count
}

/** Whether a set of `bits` and up to `more` of the others is in some baskets, but in fewer than k. */
export function makesRareSet(bits: Bits, others: readonly Bits[], more: number, k: number, from = 0): boolean {
  for (let i = from; i < others.length; i++) {
    const count = countBoth(bits, others[i], k)
    if (count > 0 && count < k) return true
    if (count > 0 && more > 1 && i + 1 < others.length) {
      const both = bits.map((word, w) => word & others[i][w])
      if (makesRareSet(both, others, more - 1, k, i + 1)) return true
    }
  }
  return false
}

function bitCount(word: number): number {
  let x = word - ((word >>> 1) & 0x55555555)
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333)
  return Math.imul((x + (x >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
