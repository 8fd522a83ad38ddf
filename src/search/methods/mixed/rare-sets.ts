/**
 * Counts, inside one class, the sets of up to m tokens that some but fewer than k of its baskets have.
 * Cost: baskets with the token × tokens per basket to the power of m − 1.
 */
import type { ItemTask } from './item-vocabulary.ts'

/** Rare sets; `all` if every one was asked for, otherwise the first ones are enough. */
export type RareSets = (readonly number[])[] & { readonly all: boolean }

export interface BasketsOfClass {
  /** Looks at these baskets from now on. */
  load(members: ArrayLike<number>): void
  /** Baskets of the class with a leaf. */
  support(leaf: number): number
  /** Sets with this token that are rare. */
  rareSets(token: number, all?: boolean): RareSets
}

/** `tokens` is the token of each leaf, −1 if it is left out; it may change between two questions. */
export function basketsOfClass({ baskets, tree, k, m }: ItemTask, tokens: Int32Array): BasketsOfClass {
  const { first, last, leafNode } = tree
  const { offsets, codes } = baskets
  const leaves = leafNode.length
  /** Baskets with each leaf: `holders[starts[leaf]]` up to `starts[leaf + 1]`. */
  const starts = new Int32Array(leaves + 1)
  let holders = new Int32Array(64)
  const counts = Array.from({ length: m + 1 }, () => new Int32Array(tree.parent.length))
  const rowStamps = new Float64Array(baskets.count)
  const tokenStamps = new Float64Array(tree.parent.length)
  let stamp = 0
  /** Other tokens of the baskets that are looked at: `list[from[row]]` up to `to[row]`. */
  const from = new Int32Array(baskets.count)
  const to = new Int32Array(baskets.count)
  let list = new Int32Array(256)

  function load(members: ArrayLike<number>): void {
    starts.fill(0)
    let total = 0
    for (let i = 0; i < members.length; i++)
      for (let at = offsets[members[i]]; at < offsets[members[i] + 1]; at++, total++) starts[codes[at] + 1]++
    for (let leaf = 0; leaf < leaves; leaf++) starts[leaf + 1] += starts[leaf]
    if (holders.length < total) holders = new Int32Array(2 * total)
    const next = starts.slice(0, leaves)
    for (let i = 0; i < members.length; i++)
      for (let at = offsets[members[i]]; at < offsets[members[i] + 1]; at++) holders[next[codes[at]]++] = members[i]
  }

  function basketsWith(token: number): number[] {
    const rows: number[] = []
    const seen = ++stamp
    for (let leaf = first[token]; leaf <= last[token]; leaf++) {
      if (tokens[leaf] !== token) continue
      for (let at = starts[leaf]; at < starts[leaf + 1]; at++) {
        const row = holders[at]
        if (rowStamps[row] === seen) continue
        rowStamps[row] = seen
        rows.push(row)
      }
    }
    return rows
  }

  function listOthers(rows: readonly number[], token: number): void {
    let end = 0
    for (const row of rows) {
      stamp++
      const [begin, finish] = [offsets[row], offsets[row + 1]]
      if (end + finish - begin > list.length) {
        const longer = new Int32Array(2 * list.length + finish - begin)
        longer.set(list)
        list = longer
      }
      from[row] = end
      for (let at = begin; at < finish; at++) {
        const other = tokens[codes[at]]
        if (other < 0 || other === token || tokenStamps[other] === stamp) continue
        tokenStamps[other] = stamp
        list[end++] = other
      }
      to[row] = end
    }
  }

  /** Adds the rare sets of `set` and up to `left` more tokens beyond `least`. */
  function findRare(
    rows: readonly number[],
    left: number,
    least: number,
    set: readonly number[],
    rare: RareSets,
  ): void {
    const count = counts[left]
    const touched: number[] = []
    for (const row of rows) {
      for (let at = from[row]; at < to[row]; at++) {
        const token = list[at]
        if (token > least && count[token]++ === 0) touched.push(token)
      }
    }
    const isEnough = () => rare.length > 0 && !rare.all
    for (const token of touched) if (count[token] < k && !isEnough()) rare.push([...set, token])
    for (const token of left > 1 ? touched : []) {
      if (isEnough()) break
      if (count[token] < k) continue
      const both = rows.filter((row) => list.subarray(from[row], to[row]).includes(token))
      findRare(both, left - 1, token, [...set, token], rare)
    }
    for (const token of touched) count[token] = 0
  }

  return {
    load,
    support: (leaf) => starts[leaf + 1] - starts[leaf],
    rareSets(token, all = false) {
      const rare: RareSets = Object.assign([], { all })
      const rows = basketsWith(token)
      if (rows.length === 0) return rare
      if (rows.length < k) rare.push([token])
      else if (m > 1) {
        listOthers(rows, token)
        findRare(rows, m - 1, -1, [token], rare)
      }
      return rare
    },
  }
}
