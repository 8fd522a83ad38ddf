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
  readonly support: number
  readonly weighted: number
  readonly lowKey: number
  readonly highKey: number
}

/** Clusters neither merged nor suppressed, by utility constraint. */
export interface AliveClusters {
  /** Clusters in the constraint of `cluster`, itself included: `list[from]` to `list[to - 1]`. */
  rangeOf(cluster: number): { readonly list: Int32Array; readonly from: number; readonly to: number }
  count(cluster: number): number
  remove(cluster: number): void
}

export function aliveClusters(utility: UtilityConstraints): AliveClusters {
  const { constraintOf, count } = utility
  const starts = new Int32Array(count + 1)
  for (const constraint of constraintOf) starts[constraint + 1]++
  for (let i = 0; i < count; i++) starts[i + 1] += starts[i]
  const ends = starts.slice(0, count)
  const list = new Int32Array(constraintOf.length)
  const placeOf = new Int32Array(constraintOf.length)
  constraintOf.forEach((constraint, item) => {
    placeOf[item] = ends[constraint]
    list[ends[constraint]++] = item
  })
  return {
    rangeOf: (cluster) => ({ list, from: starts[constraintOf[cluster]], to: ends[constraintOf[cluster]] }),
    count: (cluster) => ends[constraintOf[cluster]] - starts[constraintOf[cluster]],
    remove(cluster) {
      const last = list[--ends[constraintOf[cluster]]]
      list[placeOf[cluster]] = last
      placeOf[last] = placeOf[cluster]
    },
  }
}

export interface Candidates {
  readonly clusters: ItemClusters
  readonly alive: AliveClusters
  readonly weightOf?: ((c: number, d: number) => number) | undefined
  compare(n1: number, s1: number, n2: number, s2: number): number
}

export function bestPartner(
  { clusters, alive, compare, weightOf }: Candidates,
  cluster: number,
  best: Pair | undefined,
  allowed?: (partner: number) => boolean,
): Pair | undefined {
  const { support, size, key } = clusters
  const row = clusters.row(cluster)
  const { list, from, to } = alive.rangeOf(cluster)
  const ownSupport = support[cluster]
  const ownSize = size[cluster]
  const ownKey = key[cluster]
  let found = -1
  let bestSize = best?.size ?? 0
  let bestSupport = best?.support ?? 0
  let bestWeighted = best?.weighted ?? 0
  let bestLow = best?.lowKey ?? 0
  let bestHigh = best?.highKey ?? 0
  let any = best !== undefined
  for (let i = from; i < to; i++) {
    const partner = list[i]
    if (partner === cluster) continue
    const unionSize = ownSize + size[partner]
    const unionSupport = ownSupport + support[partner] - row[partner]
    const weighted = weightOf === undefined ? unionSupport : unionSupport * weightOf(cluster, partner)
    if (any) {
      let order = compare(unionSize, weighted, bestSize, bestWeighted)
      if (order > 0) continue
      if (order === 0) {
        const low = Math.min(ownKey, key[partner])
        order = unionSize - bestSize || low - bestLow || Math.max(ownKey, key[partner]) - bestHigh
        if (order >= 0) continue
      }
    }
    if (allowed !== undefined && !allowed(partner)) continue
    any = true
    found = partner
    bestSize = unionSize
    bestSupport = unionSupport
    bestWeighted = weighted
    bestLow = Math.min(ownKey, key[partner])
    bestHigh = Math.max(ownKey, key[partner])
  }
  if (found < 0) return best
  return {
    c: cluster,
    d: found,
    size: bestSize,
    support: bestSupport,
    weighted: bestWeighted,
    lowKey: bestLow,
    highKey: bestHigh,
  }
}
