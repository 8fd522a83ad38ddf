/**
 * Builds a hierarchy from a nested taxonomy (cuts: Iyengar 2002, §2; levels: Samarati 2001). In a tree of height H,
 * level L replaces each value by its ancestor at depth H − L; a value above that depth stays itself
 * (`Private;Private;*`). An explicit node level shifts the rule for its branch. Cost: nodes × levels.
 */
import { UserError } from '../ground/errors.ts'
import { quote, throwOnErrors } from './doctor.ts'
import { type Level, MISSING_LABEL, SUPPRESSED_LABEL, type Tree, type TreeHierarchy } from './hierarchy.ts'
import { withoutRepeats } from './ladder.ts'
import { checkTaxonomy, isLeaf, type TaxonomyNode, visitTaxonomy } from './taxonomy/taxonomy.ts'

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

/**
 * Returns the level of each node in pre-order. The root's is the maximum of (level + depth) over groups and of depth
 * over leaves.
 */
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
