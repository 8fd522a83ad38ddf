/** Groups values by first word, prefix or rarity, as a taxonomy to edit. Cost: one pass. */
import { naturalCompare } from './natural-order.ts'
import { alikeBy, commonBeginning, groupsByRarity, groupsByWords } from './propose-taxonomy.ts'
import { rootBeside, type TaxonomyNode } from './taxonomy/taxonomy.ts'

export type GroupBy = 'name' | 'prefix' | 'frequency'

export interface GroupedValues {
  readonly values: readonly string[]
  readonly counts: ArrayLike<number>
}

export function groupValues({ values, counts }: GroupedValues, by: GroupBy): TaxonomyNode | undefined {
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
