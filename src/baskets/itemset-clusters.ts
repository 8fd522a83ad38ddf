/**
 * Clusters of items that only merge: the state of COAT and PCTA. A cluster's row has the baskets shared with every
 * other cluster, and so the support of any union: sup(c ∪ d) = sup c + sup d − co(c, d). Rows that are slow to count
 * are cached. Cost of a merge: the lengths of the baskets of the rarer cluster.
 */
import { type Baskets, grow, invertRows, type Rows, rowSupports } from './baskets.ts'

const MOST_KEPT = 1 << 25
/** A row is cached if counting it reads more than items / `SHARE_KEPT` entries. */
const SHARE_KEPT = 8
/** Words of all sets of baskets: 64 MB. */
const MOST_WORDS = 1 << 24

export class ItemClusters {
  /** Cluster of each item. A cluster's number is one of its items, not necessarily its `key`. */
  readonly assigned: Int32Array
  readonly support: Int32Array
  readonly size: Int32Array
  /** Smallest item of a cluster; breaks ties. */
  readonly key: Int32Array
  scanned = 0
  readonly #offsets: Int32Array
  /** Baskets as unsorted sets of clusters; renamed in place, shrinking when two of their clusters merge. */
  readonly #codes: Int32Array
  readonly #ends: Int32Array
  readonly #holders: ReturnType<typeof growingLists>
  readonly #nextMember: Int32Array
  readonly #lastMember: Int32Array
  readonly #kept: (Int32Array | undefined)[]
  readonly #mostKept: number
  readonly #fewestKept: number
  readonly #meanLength: number
  readonly #passing: Int32Array[]
  readonly #stamp: Int32Array
  /** The baskets of a cluster, a bit each, for clusters that were asked for together with two others. */
  readonly #bits: (Int32Array | undefined)[]
  readonly #words: number
  #freeWords = MOST_WORDS
  #keptCount = 0
  #stamps = 0

  constructor(baskets: Baskets) {
    const items = baskets.items.length
    this.assigned = Int32Array.from({ length: items }, (_, item) => item)
    this.support = rowSupports(baskets, items)
    this.size = new Int32Array(items).fill(1)
    this.key = this.assigned.slice()
    this.#offsets = baskets.offsets
    this.#codes = baskets.codes.slice()
    this.#ends = baskets.offsets.slice(1)
    this.#holders = growingLists(invertRows(baskets, items))
    this.#nextMember = new Int32Array(items).fill(-1)
    this.#lastMember = this.assigned.slice()
    this.#kept = new Array(items)
    this.#mostKept = Math.floor(MOST_KEPT / Math.max(1, items))
    this.#fewestKept = items / SHARE_KEPT
    this.#meanLength = baskets.codes.length / Math.max(1, baskets.count)
    this.#passing = [new Int32Array(items), new Int32Array(items)]
    this.#stamp = new Int32Array(items)
    this.#bits = new Array(items)
    this.#words = (baskets.count + 31) >>> 5
  }

  /** Returns the number of the merged cluster. */
  merge(first: number, second: number): number {
    const { support } = this
    const [c, d] = support[first] < support[second] ? [second, first] : [first, second]
    const kept = this.#kept
    const rowC = kept[c]
    const { list, length } = this.#holders.of(d)
    for (let h = 0; h < length; h++) this.#rename(list[h], c, d, rowC)
    this.#holders.clear(d)
    if (kept[d] !== undefined) this.#keptCount--
    kept[d] = undefined
    if (this.#bits[d] !== undefined) this.#freeWords += this.#words
    this.#bits[d] = undefined
    this.size[c] += this.size[d]
    this.key[c] = Math.min(this.key[c], this.key[d])
    for (let member = d; member >= 0; member = this.#nextMember[member]) this.assigned[member] = c
    this.#nextMember[this.#lastMember[c]] = d
    this.#lastMember[c] = this.#lastMember[d]
    return c
  }

  /** Names cluster d of a basket c, and counts it with the others of the basket if c was not there. */
  #rename(basket: number, c: number, d: number, rowC: Int32Array | undefined): void {
    const codes = this.#codes
    const kept = this.#kept
    const start = this.#offsets[basket]
    const end = this.#ends[basket]
    this.scanned += end - start
    let atC = -1
    let atD = -1
    for (let at = start; at < end; at++) {
      if (codes[at] === c) atC = at
      else if (codes[at] === d) atD = at
    }
    if (atC >= 0) {
      codes[atD] = codes[end - 1]
      this.#ends[basket] = end - 1
      return
    }
    codes[atD] = c
    this.#holders.add(c, basket)
    const bits = this.#bits[c]
    if (bits !== undefined) bits[basket >>> 5] |= 1 << (basket & 31)
    this.support[c]++
    for (let at = start; at < end; at++) {
      const row = kept[codes[at]]
      if (row !== undefined) row[c]++
      if (rowC !== undefined && codes[at] !== c) rowC[codes[at]]++
    }
  }

  /** Baskets shared with every other live cluster. Valid until the next call for another cluster, or a merge. */
  row(cluster: number): Int32Array {
    const known = this.#kept[cluster]
    if (known !== undefined) return known
    const codes = this.#codes
    const counts = this.#passing.reverse()[0].fill(0)
    const { list, length } = this.#holders.of(cluster)
    let read = 0
    for (let h = 0; h < length; h++) {
      const start = this.#offsets[list[h]]
      const end = this.#ends[list[h]]
      for (let at = start; at < end; at++) counts[codes[at]]++
      read += end - start
    }
    this.scanned += read
    if (read <= this.#fewestKept || this.#keptCount >= this.#mostKept) return counts
    this.#keptCount++
    this.#passing[0] = new Int32Array(counts.length)
    this.#kept[cluster] = counts
    return counts
  }

  /** Support of distinct clusters; may stop counting at `enough`. */
  countHolders(clusters: readonly number[], enough: number): number {
    const { support } = this
    if (clusters.length === 1) return support[clusters[0]]
    if (clusters.length === 2) {
      const [c, d] = clusters
      const known = this.#kept[c]?.[d] ?? this.#kept[d]?.[c]
      if (known !== undefined) return known
      const [rare, other] = support[c] < support[d] ? [c, d] : [d, c]
      const isSlow = support[rare] * this.#meanLength > this.#fewestKept
      if (isSlow && this.#keptCount < this.#mostKept) return this.row(rare)[other]
    }
    const rarest = this.#ask(clusters)
    const { list, length } = this.#holders.of(rarest)
    const others = clusters.filter((cluster) => cluster !== rarest)
    const sets = others.length === 2 ? others.map((cluster) => this.#bitsOf(cluster)) : []
    const [one, other] = sets
    let count = 0
    if (one === undefined || other === undefined) {
      for (let h = 0; h < length && count < enough; h++) if (this.#holdsAll(list[h], clusters.length)) count++
      return count
    }
    let h = 0
    for (; h < length && count < enough; h++) {
      const basket = list[h]
      count += ((one[basket >>> 5] & other[basket >>> 5]) >>> (basket & 31)) & 1
    }
    this.scanned += h
    return count
  }

  /** Undefined if there is no room. */
  #bitsOf(cluster: number): Int32Array | undefined {
    const known = this.#bits[cluster]
    if (known !== undefined || this.#freeWords < this.#words) return known
    this.#freeWords -= this.#words
    const bits = new Int32Array(this.#words)
    const { list, length } = this.#holders.of(cluster)
    for (let h = 0; h < length; h++) bits[list[h] >>> 5] |= 1 << (list[h] & 31)
    this.#bits[cluster] = bits
    return bits
  }

  /** Visits each basket that contains all of `clusters`: `codes[from]` up to but excluding `codes[to]`. */
  forEachHolder(clusters: readonly number[], visit: (codes: Int32Array, from: number, to: number) => void): void {
    const { list, length } = this.#holders.of(this.#ask(clusters))
    for (let h = 0; h < length; h++)
      if (this.#holdsAll(list[h], clusters.length)) visit(this.#codes, this.#offsets[list[h]], this.#ends[list[h]])
  }

  members(cluster: number): number[] {
    const members: number[] = []
    for (let member = cluster; member >= 0; member = this.#nextMember[member]) members.push(member)
    return members.sort((a, b) => a - b)
  }

  /** Stamps the clusters for `#holdsAll`, and returns the rarest. */
  #ask(clusters: readonly number[]): number {
    let rarest = clusters[0]
    this.#stamps++
    for (const cluster of clusters) {
      this.#stamp[cluster] = this.#stamps
      if (this.support[cluster] < this.support[rarest]) rarest = cluster
    }
    return rarest
  }

  #holdsAll(basket: number, clusters: number): boolean {
    const codes = this.#codes
    const stamp = this.#stamp
    const end = this.#ends[basket]
    this.scanned += end - this.#offsets[basket]
    let wanted = clusters
    for (let at = this.#offsets[basket]; at < end; at++)
      if (stamp[codes[at]] === this.#stamps && --wanted === 0) return true
    return false
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
