/** VPA (Terrovitis, Mamoulis, Kalnis, VLDB Journal 2011): anonymizes parts of the items, then all from their cuts. */
import type { Rows } from '../../../baskets/baskets.ts'
import type { ItemTree } from './item-tree.ts'

/** At least `parts` subtrees if the tree has them, largest nodes opened first, packed in tree order. */
export function verticalParts(tree: ItemTree, parts: number): number[][] {
  const roots = [0]
  while (roots.length < parts) {
    let widest = 0
    for (let i = 1; i < roots.length; i++) if (tree.leaves[roots[i]] > tree.leaves[roots[widest]]) widest = i
    if (tree.leaves[roots[widest]] === 1) break
    roots.splice(widest, 1, ...listChildren(tree, roots[widest]))
  }
  roots.sort((a, b) => a - b)
  const share = tree.leaves[0] / parts
  const packed: number[][] = []
  let before = 0
  for (const root of roots) {
    const part = Math.min(parts - 1, Math.floor(before / share))
    packed[part] ??= []
    packed[part].push(root)
    before += tree.leaves[root]
  }
  return packed.filter((part) => part !== undefined)
}

export function projectBaskets(tree: ItemTree, baskets: Rows, roots: readonly number[]): Rows {
  const inside = new Uint8Array(tree.itemNodes.length)
  tree.itemNodes.forEach((leaf, item) => {
    if (roots.some((root) => leaf >= root && leaf < tree.end[root])) inside[item] = 1
  })
  const offsets = new Int32Array(baskets.count + 1)
  const codes: Int32Array = new Int32Array(baskets.codes.length)
  let end = 0
  for (let basket = 0; basket < baskets.count; basket++) {
    for (let at = baskets.offsets[basket]; at < baskets.offsets[basket + 1]; at++) {
      if (inside[baskets.codes[at]] === 1) codes[end++] = baskets.codes[at]
    }
    offsets[basket + 1] = end
  }
  return { count: baskets.count, offsets, codes: codes.slice(0, end) }
}

function listChildren(tree: ItemTree, node: number): number[] {
  const children: number[] = []
  for (let child = node + 1; child < tree.end[node]; child = tree.end[child]) children.push(child)
  return children
}
