/**
 * Builds a balanced tree over items without a taxonomy (Terrovitis et al. 2008). With fan-out f, node j of level l
 * covers the positions j·f^l … (j+1)·f^l − 1; nodes with a single child are left out, so names stay unique.
 */
import { UserError, userError } from '../ground/errors.ts'
import type { Tree } from './hierarchy.ts'
import type { TaxonomyNode } from './taxonomy/taxonomy.ts'
import { buildTree } from './tree.ts'

const wrongFanOut = userError('value', 'fan-out')

export const DEFAULT_FAN_OUT = 4

export function balancedTree(items: readonly string[], fanOut?: number): Tree {
  return buildTree(balancedTaxonomy(items, fanOut))
}

export function balancedTaxonomy(items: readonly string[], fanOut = DEFAULT_FAN_OUT): TaxonomyNode {
  if (!Number.isInteger(fanOut) || fanOut < 2) {
    throw wrongFanOut`the fan-out of a balanced tree must be a whole number of at least 2; got ${fanOut}`
  }
  if (items.length === 0) throw new UserError('a balanced tree needs at least one item; got none', { rule: 'data' })
  const covering = (from: number, to: number, width: number): TaxonomyNode => {
    if (from === to) return { name: items[from] }
    while (from + width > to) width /= fanOut
    const children: TaxonomyNode[] = []
    for (let start = from; start <= to; start += width)
      children.push(covering(start, Math.min(start + width - 1, to), width / fanOut))
    return { name: `[${items[from]},${items[to]}]`, children }
  }
  let width = 1
  while (width * fanOut < items.length) width *= fanOut
  return covering(0, items.length - 1, width)
}
