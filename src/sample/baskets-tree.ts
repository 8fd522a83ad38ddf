/**
 * The item tree of the sample baskets: items in order, put into groups of about equal size, these into larger groups. The groups
 * are also the themes of `baskets.ts`: items that lie together are bought together. Three levels for a handful of items, four
 * for hundreds, five above that, root and items counted.
 */
import type { TaxonomyNode } from './taxonomy.ts'

export type BasketStyle = 'shop' | 'clinic'

export interface ItemRange {
  readonly name: string
  /** First item and the item after the last, from 0. */
  readonly from: number
  readonly to: number
  readonly children: readonly ItemRange[]
}

/** Names of the levels between root and items, widest first; the last ones are used where there are fewer levels. */
const levelNames: Readonly<Record<BasketStyle, readonly string[]>> = {
  shop: ['department', 'aisle', 'shelf'],
  clinic: ['chapter', 'block', 'category'],
}
const rootNames: Readonly<Record<BasketStyle, string>> = { shop: 'Any-item', clinic: 'Any-diagnosis' }

/** The tree as nested `name` and `children`, as a taxonomy file has it. */
export function basketsTree(items: number, style: BasketStyle = 'shop'): TaxonomyNode {
  const names = itemNames(items, style)
  const nested = ({ name, from, to, children }: ItemRange): TaxonomyNode => ({
    name,
    children:
      children.length > 0
        ? children.map((child) => (child.to - child.from === 1 ? { name: names[child.from] } : nested(child)))
        : names.slice(from, to).map((item) => ({ name: item })),
  })
  return nested(itemGroups(items, style))
}

/** `1`, `2`, … in a shop; `D0001`, `D0002`, … in a clinic. */
export function itemNames(items: number, style: BasketStyle): string[] {
  const digits = Math.max(3, String(items).length)
  return Array.from({ length: items }, (_, i) =>
    style === 'shop' ? String(i + 1) : `D${String(i + 1).padStart(digits, '0')}`,
  )
}

/** The groups without the items themselves. */
export function itemGroups(items: number, style: BasketStyle): ItemRange {
  const between = items < 20 ? 1 : items < 200 ? 2 : 3
  const kinds = levelNames[style].slice(-between)
  // With `between` levels of groups, the same number of children at each of the between + 1 steps down.
  const children = Math.max(2, Math.round(items ** (1 / (between + 1))))
  return split({ name: rootNames[style], from: 0, to: items }, '', kinds, children)
}

function split(
  { name, from, to }: Omit<ItemRange, 'children'>,
  path: string,
  kinds: readonly string[],
  parts: number,
): ItemRange {
  const size = to - from
  if (kinds.length === 0 || size <= parts) return { name, from, to, children: [] }
  const children = Array.from({ length: parts }, (_, i) => {
    const place = path === '' ? `${i + 1}` : `${path}.${i + 1}`
    const start = from + Math.floor((i * size) / parts)
    const end = from + Math.floor(((i + 1) * size) / parts)
    return split({ name: `${kinds[0]}-${place}`, from: start, to: end }, place, kinds.slice(1), parts)
  })
  return { name, from, to, children }
}
