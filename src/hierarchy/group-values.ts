/**
 * Groups values by first word, prefix, rarity, or similarity of their rows, as a taxonomy to edit. Cost: one pass; by
 * similarity, quadratic in the values.
 */
import { naturalCompare } from './natural-order.ts'
import { alikeBy, commonBeginning, groupsByRarity, groupsByWords } from './propose-taxonomy.ts'
import { rootBeside, type TaxonomyNode } from './taxonomy/taxonomy.ts'

export type GroupBy = 'name' | 'prefix' | 'frequency' | 'likeness'

export interface GroupedValues {
  readonly values: readonly string[]
  readonly counts: ArrayLike<number>
  /** Per value, the distribution of its rows over the values of other columns, concatenated. For similarity only. */
  readonly profiles?: readonly Float64Array[]
}

export function groupValues(given: GroupedValues, by: GroupBy): TaxonomyNode | undefined {
  const { values, counts } = given
  const taken = new Set(values)
  const root = rootBeside(taken)
  taken.add(root)
  const order = Array.from(values.keys()).sort((a, b) => naturalCompare(values[a], values[b]))
  const sorted = order.map((place) => values[place])
  const rows = order.reduce((sum, place) => sum + counts[place], 0)
  const shares = order.map((place) => counts[place] / Math.max(1, rows))
  const groups: Readonly<Record<GroupBy, () => TaxonomyNode[]>> = {
    name: () => groupsByWords(sorted, taken),
    prefix: () => groupsByPrefix(sorted, 0, taken),
    frequency: () => groupsByRarity(sorted, shares, taken),
    likeness: () => groupsByLikeness(given, taken),
  }
  const children = groups[by]()
  return children.some((child) => child.children !== undefined) ? { name: root, children } : undefined
}

function groupsByPrefix(sorted: readonly string[], from: number, taken: Set<string>): TaxonomyNode[] {
  return alikeBy(sorted, (value) => value.slice(0, from + 1)).flatMap((alike): TaxonomyNode[] => {
    if (alike.length === 1) return [{ name: alike[0] }]
    const shared = commonBeginning(alike)
    const inner = groupsByPrefix(alike, shared.length, taken)
    const name = `${shared}*`
    if (shared === '' || alike.length === sorted.length || taken.has(name)) return inner
    taken.add(name)
    return [{ name, children: inner }]
  })
}

interface Cluster {
  readonly nodes: TaxonomyNode[]
  readonly rows: number
  readonly profile: Float64Array
  readonly chief: string
  readonly most: number
}

/**
 * Ward's method on square roots of shares (Hellinger distance), until a quarter of the groups is left; repeats while at
 * least four are left.
 */
function groupsByLikeness({ values, counts, profiles = [] }: GroupedValues, taken: Set<string>): TaxonomyNode[] {
  let clusters = values.map(
    (value, i): Cluster => ({
      nodes: [{ name: value }],
      rows: counts[i],
      profile: profiles[i].map(Math.sqrt),
      chief: value,
      most: counts[i],
    }),
  )
  for (let wanted = Math.round(clusters.length / 4); wanted >= 2; wanted = Math.round(clusters.length / 4)) {
    clusters = joined(clusters, wanted).map((cluster) => {
      if (cluster.nodes.length < 2) return cluster
      const name = freeName(`${cluster.chief} and alike`, taken)
      taken.add(name)
      return { ...cluster, nodes: [{ name, children: cluster.nodes }] }
    })
    if (clusters.length < 4) break
  }
  return clusters.flatMap(({ nodes }) => nodes)
}

function joined(given: readonly Cluster[], wanted: number): Cluster[] {
  const clusters: (Cluster | undefined)[] = [...given]
  const nearest = given.map((_, i) => nearestAfter(clusters, i))
  for (let left = given.length; left > wanted; left--) {
    let first = -1
    for (let i = 0; i < clusters.length; i++)
      if (clusters[i] !== undefined && nearest[i].cost < (nearest[first]?.cost ?? Infinity)) first = i
    if (first < 0) break
    const second = nearest[first].at
    clusters[first] = union(clusters[first] as Cluster, clusters[second] as Cluster)
    clusters[second] = undefined
    for (let i = 0; i < clusters.length; i++)
      if (i <= first || nearest[i].at === first || nearest[i].at === second) nearest[i] = nearestAfter(clusters, i)
  }
  return clusters.filter((cluster) => cluster !== undefined)
}

function nearestAfter(clusters: readonly (Cluster | undefined)[], i: number): { at: number; cost: number } {
  const cluster = clusters[i]
  const best = { at: -1, cost: Infinity }
  if (cluster === undefined) return best
  for (let j = i + 1; j < clusters.length; j++) {
    const other = clusters[j]
    if (other === undefined) continue
    let distance = 0
    for (let d = 0; d < cluster.profile.length; d++) distance += (cluster.profile[d] - other.profile[d]) ** 2
    const cost = (distance * cluster.rows * other.rows) / (cluster.rows + other.rows)
    if (cost < best.cost) Object.assign(best, { at: j, cost })
  }
  return best
}

function union(a: Cluster, b: Cluster): Cluster {
  const rows = a.rows + b.rows
  const { chief, most } = b.most > a.most ? b : a
  const profile = a.profile.map((share, d) => (share * a.rows + b.profile[d] * b.rows) / rows)
  return { nodes: [...a.nodes, ...b.nodes], rows, profile, chief, most }
}

function freeName(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted
  for (let number = 2; taken.has(name); number++) name = `${wanted} ${number}`
  return name
}
