/**
 * Candidate merges: the clusters alive in each utility constraint, and the partner whose union loses least. The order
 * (UL(c∪d), |c∪d|, smaller key, larger key) is total, so storage order does not matter.
 */
import type { ItemClusters } from '../../baskets/itemset-clusters.ts'
import type { UtilityConstraints } from '../items-search.ts'

export interface Pair {
  readonly c: number
  readonly d: number
  readonly size: number
  readonly weighted: number
  readonly lowKey: number
  readonly highKey: number
}

export type AliveClusters = ReturnType<typeof aliveClusters>

/** Clusters neither merged nor suppressed, by utility constraint. */
export function aliveClusters(utility: UtilityConstraints) {
  const { constraints, count } = utility
  const starts = new Int32Array(count + 1)
  for (const constraint of constraints) starts[constraint + 1]++
  for (let i = 0; i < count; i++) starts[i + 1] += starts[i]
  const ends = starts.slice(0, count)
  const list = new Int32Array(constraints.length)
  const places = new Int32Array(constraints.length)
  constraints.forEach((constraint, item) => {
    places[item] = ends[constraint]
    list[ends[constraint]++] = item
  })
  return {
    /** Clusters in the constraint of `cluster`, itself included: `list[from]` to `list[to - 1]`. */
    range: (cluster: number) => ({ list, from: starts[constraints[cluster]], to: ends[constraints[cluster]] }),
    count: (cluster: number) => ends[constraints[cluster]] - starts[constraints[cluster]],
    remove(cluster: number): void {
      const last = list[--ends[constraints[cluster]]]
      list[places[cluster]] = last
      places[last] = places[cluster]
    },
  }
}

export interface Candidates {
  readonly clusters: ItemClusters
  readonly alive: AliveClusters
  readonly weigh?: ((c: number, d: number) => number) | undefined
  compare(n1: number, s1: number, n2: number, s2: number): number
}

/** The best of the given pair and those of `cluster` with a partner that is allowed. */
export function bestPartner(
  { clusters, alive, compare, weigh }: Candidates,
  cluster: number,
  given: Pair | undefined,
  allowed?: (partner: number) => boolean,
): Pair | undefined {
  const { support, size, key } = clusters
  const row = clusters.row(cluster)
  const { list, from, to } = alive.range(cluster)
  const ownKey = key[cluster]
  let best = given
  for (let i = from; i < to; i++) {
    const partner = list[i]
    if (partner === cluster) continue
    const unionSize = size[cluster] + size[partner]
    const unionSupport = support[cluster] + support[partner] - row[partner]
    const weighted = weigh === undefined ? unionSupport : unionSupport * weigh(cluster, partner)
    if (best !== undefined) {
      const order =
        compare(unionSize, weighted, best.size, best.weighted) ||
        unionSize - best.size ||
        Math.min(ownKey, key[partner]) - best.lowKey ||
        Math.max(ownKey, key[partner]) - best.highKey
      if (order >= 0) continue
    }
    if (allowed !== undefined && !allowed(partner)) continue
    best = {
      c: cluster,
      d: partner,
      size: unionSize,
      weighted,
      lowKey: Math.min(ownKey, key[partner]),
      highKey: Math.max(ownKey, key[partner]),
    }
  }
  return best
}
