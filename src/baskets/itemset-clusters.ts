/**
 * Clusters of items that only merge: the state of COAT and PCTA. A cluster's row has the baskets shared with every
 * other cluster, and so the support of any union: sup(c ∪ d) = sup c + sup d − co(c, d). Rows that are slow to count
 * are cached. Cost of a merge: the lengths of the baskets of the rarer cluster.
 */
import { type Baskets, grow, invertRows, type Rows, rowSupports } from './baskets.ts'

export interface ItemClusters {
  /** Cluster of each item. A cluster's number is one of its items, not necessarily its `key`. */
  readonly assigned: Int32Array
  readonly support: Int32Array
  readonly size: Int32Array
  /** Smallest item of a cluster; breaks ties. */
  readonly key: Int32Array
  readonly scanned: number
  /** Baskets shared with every other live cluster. Valid until the next call for another cluster, or a merge. */
  row(cluster: number): Int32Array
  merge(c: number, d: number): number
  /** Support of distinct clusters; may stop counting at `enough`. */
  countHolders(clusters: readonly number[], enough: number): number
  /** Visits each basket that contains all of `clusters`: `codes[from]` up to but excluding `codes[to]`. */
  forEachHolder(clusters: readonly number[], visit: (codes: Int32Array, from: number, to: number) => void): void
  members(cluster: number): number[]
}

const MOST_KEPT = 1 << 25
/** A row is cached if counting it reads more than items / `SHARE_KEPT` entries. */
const SHARE_KEPT = 8

export function itemClusters(baskets: Baskets): ItemClusters {
  const items = baskets.items.length
  const { offsets } = baskets
  // Baskets as unsorted sets of clusters; renamed in place, shrinking when two of their clusters merge.
  const codes = baskets.codes.slice()
  const ends = offsets.slice(1)
  const holders = growingLists(invertRows(baskets, items))
  const assigned = Int32Array.from({ length: items }, (_, item) => item)
  const support = rowSupports(baskets, items)
  const size = new Int32Array(items).fill(1)
  const key = assigned.slice()
  const nextMember = new Int32Array(items).fill(-1)
  const lastMember = assigned.slice()
  const kept: (Int32Array | undefined)[] = new Array(items)
  const mostKept = Math.floor(MOST_KEPT / Math.max(1, items))
  const fewestKept = items / SHARE_KEPT
  const meanLength = codes.length / Math.max(1, baskets.count)
  let keptCount = 0
  const passing = [new Int32Array(items), new Int32Array(items)]
  const stamp = new Int32Array(items)
  let stamps = 0
  let scanned = 0

  function merge(c: number, d: number): number {
    if (support[c] < support[d]) [c, d] = [d, c]
    const rowC = kept[c]
    const { list, length } = holders.of(d)
    for (let h = 0; h < length; h++) {
      const basket = list[h]
      const start = offsets[basket]
      const end = ends[basket]
      scanned += end - start
      let atC = -1
      let atD = -1
      for (let at = start; at < end; at++) {
        if (codes[at] === c) atC = at
        else if (codes[at] === d) atD = at
      }
      if (atC >= 0) {
        codes[atD] = codes[end - 1]
        ends[basket] = end - 1
        continue
      }
      codes[atD] = c
      holders.add(c, basket)
      support[c]++
      for (let at = start; at < end; at++) {
        const row = kept[codes[at]]
        if (row !== undefined) row[c]++
        if (rowC !== undefined && codes[at] !== c) rowC[codes[at]]++
      }
    }
    holders.clear(d)
    if (kept[d] !== undefined) keptCount--
    kept[d] = undefined
    size[c] += size[d]
    key[c] = Math.min(key[c], key[d])
    for (let member = d; member >= 0; member = nextMember[member]) assigned[member] = c
    nextMember[lastMember[c]] = d
    lastMember[c] = lastMember[d]
    return c
  }

  function row(cluster: number): Int32Array {
    const known = kept[cluster]
    if (known !== undefined) return known
    passing.reverse()
    const counts = passing[0].fill(0)
    const { list, length } = holders.of(cluster)
    const before = scanned
    for (let h = 0; h < length; h++) {
      const end = ends[list[h]]
      for (let at = offsets[list[h]]; at < end; at++) counts[codes[at]]++
      scanned += end - offsets[list[h]]
    }
    if (scanned - before <= fewestKept || keptCount >= mostKept) return counts
    keptCount++
    passing[0] = new Int32Array(items)
    kept[cluster] = counts
    return counts
  }

  function ask(clusters: readonly number[]): number {
    let rarest = clusters[0]
    stamps++
    for (const cluster of clusters) {
      stamp[cluster] = stamps
      if (support[cluster] < support[rarest]) rarest = cluster
    }
    return rarest
  }

  function holdsAll(basket: number, wanted: number): boolean {
    const end = ends[basket]
    scanned += end - offsets[basket]
    for (let at = offsets[basket]; at < end; at++) if (stamp[codes[at]] === stamps && --wanted === 0) return true
    return false
  }

  return {
    assigned,
    support,
    size,
    key,
    get scanned() {
      return scanned
    },
    row,
    merge,
    countHolders(clusters, enough) {
      if (clusters.length === 1) return support[clusters[0]]
      if (clusters.length === 2) {
        const [c, d] = clusters
        const known = kept[c]?.[d] ?? kept[d]?.[c]
        if (known !== undefined) return known
        const [rare, other] = support[c] < support[d] ? [c, d] : [d, c]
        if (support[rare] * meanLength > fewestKept && keptCount < mostKept) return row(rare)[other]
      }
      const { list, length } = holders.of(ask(clusters))
      let count = 0
      for (let h = 0; h < length && count < enough; h++) if (holdsAll(list[h], clusters.length)) count++
      return count
    },
    forEachHolder(clusters, visit) {
      const { list, length } = holders.of(ask(clusters))
      for (let h = 0; h < length; h++) {
        if (holdsAll(list[h], clusters.length)) visit(codes, offsets[list[h]], ends[list[h]])
      }
    },
    members(cluster) {
      const members: number[] = []
      for (let member = cluster; member >= 0; member = nextMember[member]) members.push(member)
      return members.sort((a, b) => a - b)
    },
  }
}

/** Lists that start as views of inverted rows and are copied when they first grow. */
function growingLists(inverted: Rows) {
  const lengths = new Int32Array(inverted.count)
  const copies: (Int32Array<ArrayBuffer> | undefined)[] = new Array(inverted.count)
  for (let i = 0; i < inverted.count; i++) lengths[i] = inverted.offsets[i + 1] - inverted.offsets[i]
  const view = (list: number) => inverted.codes.subarray(inverted.offsets[list], inverted.offsets[list + 1])
  return {
    of: (list: number) => ({ list: copies[list] ?? view(list), length: lengths[list] }),
    add(list: number, value: number) {
      let array = copies[list]
      if (array === undefined) {
        array = new Int32Array(Math.max(8, lengths[list] * 2))
        array.set(view(list))
        copies[list] = array
      } else if (array.length === lengths[list]) {
        copies[list] = array = grow(array)
      }
      array[lengths[list]++] = value
    },
    clear(list: number) {
      copies[list] = undefined
      lengths[list] = 0
    },
  }
}
