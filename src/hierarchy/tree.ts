/**
 * Builds a hierarchy from a nested taxonomy (cuts: Iyengar 2002, §2; levels: Samarati 2001). In a tree of height H,
 * level L replaces each value by its ancestor at depth H − L; a value above that depth stays itself
 * (`Private;Private;*`). An explicit node level shifts the rule for its branch. Cost: nodes × levels.
 */
import { UserError, userError } from '../ground/errors.ts'
import { quote, throwOnErrors } from './doctor.ts'
import type { Hierarchy, Level, ResolvedHierarchy, Tree, TreeHierarchy } from './hierarchy.ts'
import { hasPublicEnds, MISSING_LABEL, SUPPRESSED_LABEL } from './hierarchy.ts'
import { withoutRepeats } from './ladder.ts'
import { checkTaxonomy, isLeaf, rootBeside, type TaxonomyNode, visitTaxonomy } from './taxonomy/taxonomy.ts'

interface TreeOptions {
  readonly missing?: boolean
  readonly levelNames?: readonly string[]
}

export function treeHierarchy(column: string, root: TaxonomyNode, options: TreeOptions = {}): TreeHierarchy {
  const whole = options.missing === true ? withMissingLeaf(root) : root
  throwOnErrors(checkTaxonomy(column, whole))
  const tree = buildTree(whole)
  const nodeLevels = taxonomyLevels(`taxonomy of column "${column}"`, whole)
  const values = Array.from(tree.leafNode, (node) => tree.names[node])
  const hierarchy = { column, kind: 'tree', values, tree, levels: cutsByLevel(tree, nodeLevels, options) } as const
  return options.missing === true ? { ...hierarchy, missing: values.length - 1 } : hierarchy
}

/** Levels of nodes in pre-order; the root's is the maximum of level + depth over groups and of depth over leaves. */
export function taxonomyLevels(thing: string, root: TaxonomyNode): Int32Array {
  let height = 0
  visitTaxonomy(root, (node, ancestors) => {
    height = Math.max(height, ancestors.length + (isLeaf(node) || ancestors.length === 0 ? 0 : (node.level ?? 0)))
  })
  const levels: number[] = []
  const path: number[] = []
  visitTaxonomy(root, (node, ancestors) => {
    const depth = ancestors.length
    const above = depth === 0 ? Number.POSITIVE_INFINITY : path[depth - 1]
    const level = isLeaf(node) ? 0 : (node.level ?? (depth === 0 ? height : above - 1))
    if (!isLeaf(node) && !(Number.isInteger(level) && level >= 1 && level < above)) {
      const rule = `a group's level must be a whole number from 1 to one below its parent's`
      throw new UserError(`${thing}: ${rule}; got ${level} for ${quote(node.name)}`, { rule: 'file' })
    }
    path[depth] = level
    levels.push(level)
  })
  return Int32Array.from(levels)
}

function withMissingLeaf(root: TaxonomyNode): TaxonomyNode {
  const missing: TaxonomyNode = { name: MISSING_LABEL }
  if (isLeaf(root)) return { name: SUPPRESSED_LABEL, children: [root, missing] }
  return { ...root, children: [...(root.children as readonly TaxonomyNode[]), missing] }
}

export function buildTree(root: TaxonomyNode): Tree {
  const nodes: TaxonomyNode[] = []
  visitTaxonomy(root, (node) => nodes.push(node))
  const parent = new Int32Array(nodes.length)
  const first = new Int32Array(nodes.length)
  const last = new Int32Array(nodes.length)
  const children: number[][] = nodes.map(() => [])
  const leafNode: number[] = []
  const path: number[] = []
  let number = 0
  visitTaxonomy(root, (node, ancestors) => {
    const depth = ancestors.length
    parent[number] = depth === 0 ? -1 : path[depth - 1]
    if (depth > 0) children[path[depth - 1]].push(number)
    first[number] = leafNode.length
    if (isLeaf(node)) leafNode.push(number)
    path[depth] = number++
  })
  for (let code = 0; code < leafNode.length; code++) last[leafNode[code]] = code
  for (let node = nodes.length - 1; node >= 0; node--) {
    const lastChild = children[node].at(-1)
    if (lastChild !== undefined) last[node] = last[lastChild]
  }
  return {
    names: nodes.map((node) => node.name),
    parent,
    first,
    last,
    children: children.map((list) => Int32Array.from(list)),
    leafNode: Int32Array.from(leafNode),
  }
}

/** Level L is the cut of the nodes with level ≤ L whose parent's level is above L. */
function cutsByLevel(tree: Tree, nodeLevels: Int32Array, { levelNames }: TreeOptions): Level[] {
  const levels: Level[] = []
  for (let level = 0; level <= nodeLevels[0]; level++) {
    const codeGroups = new Int32Array(tree.leafNode.length)
    let groups = 0
    for (let node = 0; node < nodeLevels.length; node++) {
      const parent = tree.parent[node]
      if (nodeLevels[node] > level || (parent >= 0 && nodeLevels[parent] <= level)) continue
      codeGroups.fill(groups++, tree.first[node], tree.last[node] + 1)
    }
    levels.push({ name: levelNames?.[level] ?? `level ${level}`, grouping: { codeGroups, groups } })
  }
  return withoutRepeats(levels)
}

const wrongFanOut = userError('value', 'fan-out')

export const DEFAULT_FAN_OUT = 4

export function balancedTree(items: readonly string[], fanOut?: number, separator?: string): Tree {
  return buildTree(balancedTaxonomy(items, fanOut, separator))
}

/**
 * Builds a balanced tree over items without a taxonomy (Terrovitis et al. 2008). With fan-out f, node j of level l
 * covers the positions j·f^l … (j+1)·f^l − 1; nodes with a single child are left out, so names stay unique, and no name
 * has the separator of items.
 */
export function balancedTaxonomy(items: readonly string[], fanOut = DEFAULT_FAN_OUT, separator = ' '): TaxonomyNode {
  if (!Number.isInteger(fanOut) || fanOut < 2)
    throw wrongFanOut`the fan-out of a balanced tree must be a whole number of at least 2; got ${fanOut}`
  if (items.length === 0) throw new UserError('a balanced tree needs at least one item; got none', { rule: 'data' })
  const covering = (from: number, to: number, width: number): TaxonomyNode => {
    if (from === to) return { name: items[from] }
    while (from + width > to) width /= fanOut
    const children: TaxonomyNode[] = []
    for (let start = from; start <= to; start += width)
      children.push(covering(start, Math.min(start + width - 1, to), width / fanOut))
    return { name: `[${items[from]}${separator.includes(',') ? '…' : ','}${items[to]}]`, children }
  }
  let width = 1
  while (width * fanOut < items.length) width *= fanOut
  return covering(0, items.length - 1, width)
}

/** Reorders the leaves and drops inner nodes. `order[position]` is the old code; missing values stay last. */
export function reorderValues(
  { column, values, tree, missing }: TreeHierarchy,
  order: ArrayLike<number>,
): TreeHierarchy {
  const children = Array.from(order, (code) => ({ name: values[code] })).filter((_, place) => order[place] !== missing)
  return treeHierarchy(column, { name: tree.names[0], children }, { missing: missing !== undefined })
}

export function reorderResolved(resolved: ResolvedHierarchy, values: readonly string[]): ResolvedHierarchy {
  const { hierarchy, codes } = resolved
  if (hierarchy.kind !== 'tree') return resolved
  const place = new Map(values.map((value, at) => [value, at]))
  const findPlace = (code: number) => place.get(hierarchy.values[code]) ?? values.length
  const order = Array.from(hierarchy.values.keys()).sort((a, b) => findPlace(a) - findPlace(b) || a - b)
  const reordered = reorderValues(hierarchy, order)
  const valueCodes = new Map(reordered.values.map((value, code) => [value, code]))
  return {
    ...resolved,
    hierarchy: reordered,
    codes: codes.map((code) => (code < 0 ? code : (valueCodes.get(hierarchy.values[code]) as number))),
  }
}

export function saysNothing(label: string): boolean {
  return label === SUPPRESSED_LABEL || /^ANY( \(all\))*$/.test(label)
}

/** Renames the first column's root to `ANY` if all are `*`, so that fully generalized rows do not look suppressed. */
export function withDistinctRoots<H extends Hierarchy>(hierarchies: readonly H[]): readonly H[] {
  const [first] = hierarchies
  const isStar = (one: H) => (one.tree ? one.tree.names[0] === SUPPRESSED_LABEL : hasPublicEnds(one))
  if (first === undefined || !hierarchies.every(isStar)) return hierarchies
  const name = rootBeside(new Set(first.tree?.names ?? first.members?.flat()))
  if (first.tree === undefined) return hierarchies.with(0, { ...first, whole: name })
  return hierarchies.with(0, { ...first, tree: { ...first.tree, names: first.tree.names.with(0, name) } })
}
