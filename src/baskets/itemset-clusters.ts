/**
 * Clusters of items that only ever merge: the state of COAT and PCTA. A table of co-occurrences gives the support of any two
 * clusters, and of their union, in one look: sup(c ∪ d) = sup c + sup d − co(c, d). When d joins c, a basket counts once for the
 * new cluster, so co(c∪d, e) = co(c, e) + co(d, e) − |baskets with c, d and e|: only baskets that hold both are scanned again.
 *
 * Cost of a merge: clusters alive + lengths of the baskets of the rarer of the two. Memory: items² × 4 bytes.
 */
import { userError } from '../ground/errors.ts'
import { type Baskets, grow, invertRows, type Rows, rowSupports } from './baskets.ts'

const wrongAlgorithm = userError('data', 'algorithm')

export interface ItemClusters {
  /** Cluster of each item. Cluster numbers are items; which one of its items a cluster carries is not its key. */
  readonly clusterOf: Int32Array
  /** Baskets that hold a cluster. */
  readonly support: Int32Array
  /** Items in a cluster. */
  readonly size: Int32Array
  /** Smallest item of a cluster: decides ties. */
  readonly key: Int32Array
  /** Row c of the table of co-occurrences, items wide, right for clusters that are alive. */
  row(cluster: number): Int32Array
  /** Joins two clusters; gives the number of the new one (one of the two). */
  merge(c: number, d: number): number
  /** Support of a set of distinct clusters; of three or more it may stop counting at `enough`. */
  supportOf(clusters: readonly number[], enough: number): number
  /** Calls `visit` with the clusters of each basket that holds all of `clusters`: `codes[from]` up to but excluding `codes[to]`. */
  forEachHolder(clusters: readonly number[], visit: (codes: Int32Array, from: number, to: number) => void): void
  /** Items of a cluster, ascending. */
  members(cluster: number): number[]
}

/** 2 GiB of co-occurrences. */
const MOST_ITEMS = 23_000

export function itemClusters(baskets: Baskets): ItemClusters {
  const items = baskets.items.length
  if (items > MOST_ITEMS) {
    const gigabytes = ((items * items * 4) / 1e9).toFixed(1)
    throw wrongAlgorithm`this algorithm counts every pair of items, at most ${MOST_ITEMS} items; got ${items} (${gigabytes} GB); use one that works along a tree (halftone list search), or fewer items`
  }
  const { offsets } = baskets
  // Baskets as sets of clusters: renamed in place, shrinking when two of their clusters merge. Not in order.
  const codes = baskets.codes.slice()
  const ends = offsets.slice(1)
  const holders = growingLists(invertRows(baskets, items))
  const clusterOf = Int32Array.from({ length: items }, (_, item) => item)
  const support = rowSupports(baskets, items)
  const size = new Int32Array(items).fill(1)
  const key = clusterOf.slice()
  const nextMember = new Int32Array(items).fill(-1)
  const lastMember = clusterOf.slice()
  const together = countTogether(baskets, items)
  const alive = clusterOf.slice()
  const placeOf = clusterOf.slice()
  let aliveCount = items
  const stamp = new Int32Array(items)
  let stamps = 0

  function merge(c: number, d: number): number {
    if (support[c] < support[d]) [c, d] = [d, c]
    const rowC = row(c)
    const rowD = row(d)
    const both = rowC[d]
    for (let i = 0; i < aliveCount; i++) rowC[alive[i]] += rowD[alive[i]]
    const { list, length } = holders.of(d)
    for (let h = 0; h < length; h++) {
      const basket = list[h]
      const start = offsets[basket]
      const end = ends[basket]
      let atC = -1
      let atD = -1
      for (let at = start; at < end; at++) {
        if (codes[at] === c) atC = at
        else if (codes[at] === d) atD = at
      }
      if (atC < 0) {
        codes[atD] = c
        holders.add(c, basket)
      } else {
        for (let at = start; at < end; at++) rowC[codes[at]]--
        codes[atD] = codes[end - 1]
        ends[basket] = end - 1
      }
    }
    holders.clear(d)
    // Out with d: the last one alive takes its place.
    alive[placeOf[d]] = alive[--aliveCount]
    placeOf[alive[placeOf[d]]] = placeOf[d]
    for (let i = 0; i < aliveCount; i++) together[alive[i] * items + c] = rowC[alive[i]]
    support[c] += support[d] - both
    rowC[c] = support[c]
    size[c] += size[d]
    key[c] = Math.min(key[c], key[d])
    for (let member = d; member >= 0; member = nextMember[member]) clusterOf[member] = c
    nextMember[lastMember[c]] = d
    lastMember[c] = lastMember[d]
    return c
  }

  function row(cluster: number): Int32Array {
    return together.subarray(cluster * items, (cluster + 1) * items)
  }

  /** Marks the clusters for `holdsAll`; gives the rarest. */
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
    for (let at = offsets[basket]; at < end; at++) if (stamp[codes[at]] === stamps && --wanted === 0) return true
    return false
  }

  return {
    clusterOf,
    support,
    size,
    key,
    row,
    merge,
    supportOf(clusters, enough) {
      if (clusters.length === 1) return support[clusters[0]]
      if (clusters.length === 2) return together[clusters[0] * items + clusters[1]]
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

/** Baskets that hold both, for every two items, as a full square; the diagonal holds the supports. */
function countTogether(baskets: Baskets, items: number): Int32Array {
  const together = new Int32Array(items * items)
  const { offsets, codes } = baskets
  for (let basket = 0; basket < baskets.count; basket++) {
    const end = offsets[basket + 1]
    for (let i = offsets[basket]; i < end; i++) {
      const base = codes[i] * items
      for (let j = i; j < end; j++) together[base + codes[j]]++
    }
  }
  // Mirrored in blocks, so that both triangles stay in the cache.
  const block = 64
  for (let top = 0; top < items; top += block) {
    for (let left = top; left < items; left += block) {
      const bottom = Math.min(top + block, items)
      const right = Math.min(left + block, items)
      for (let i = top; i < bottom; i++) {
        for (let j = Math.max(left, i + 1); j < right; j++) together[j * items + i] = together[i * items + j]
      }
    }
  }
  return together
}

/** Lists that start as views of inverted rows and get room of their own when they first grow. */
function growingLists(inverted: Rows) {
  const lengths = new Int32Array(inverted.count)
  const own: (Int32Array<ArrayBuffer> | undefined)[] = new Array(inverted.count)
  for (let i = 0; i < inverted.count; i++) lengths[i] = inverted.offsets[i + 1] - inverted.offsets[i]
  const view = (list: number) => inverted.codes.subarray(inverted.offsets[list], inverted.offsets[list + 1])
  return {
    of: (list: number) => ({ list: own[list] ?? view(list), length: lengths[list] }),
    add(list: number, value: number) {
      let array = own[list]
      if (array === undefined) {
        array = new Int32Array(Math.max(8, lengths[list] * 2))
        array.set(view(list))
        own[list] = array
      } else if (array.length === lengths[list]) {
        own[list] = array = grow(array)
      }
      array[lengths[list]++] = value
    },
    clear(list: number) {
      own[list] = undefined
      lengths[list] = 0
    },
  }
}
