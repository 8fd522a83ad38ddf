/** One-click repairs for the doctor's findings, as pure functions on trees. */
import type { Finding } from '../../../src/hierarchy/doctor.ts'
import {
  addNodes,
  dissolveGroup,
  type EditNode,
  findParent,
  freeNodeName,
  listLeaves,
  newValue,
  removeNodes,
  renameNode,
  visitNodes,
  withoutLevels,
} from './tree-model.ts'

export interface TreeRepair {
  readonly title: string
  apply(root: EditNode): EditNode
}

/** Values in the data but not in the tree, most frequent first. */
export function uncoveredValues(root: EditNode, counts: ReadonlyMap<string, number>): string[] {
  const known = new Set(listLeaves(root).map(({ name }) => name))
  return [...counts.keys()].filter((value) => !known.has(value))
}

/** Repairs that need no further choice. Uncovered values are not among them: the user chooses their group. */
export function treeRepairs(
  finding: Pick<Finding, 'kind' | 'message'>,
  root: EditNode,
  counts: ReadonlyMap<string, number>,
): TreeRepair[] {
  switch (finding.kind) {
    case 'spelling':
      return [{ title: 'Write them as the data does', apply: (tree) => spelledLikeData(tree, counts) }]
    case 'doubled-leaf':
      return [{ title: 'Keep the first, remove the others', apply: withoutDoubles }]
    case 'single-child':
      return [{ title: 'Dissolve groups of one', apply: withoutSingles }]
    case 'unused':
      return [{ title: 'Remove values that no row has', apply: (tree) => withoutUnused(tree, counts) }]
    case 'ambiguous-name':
    case 'contradictory-parents':
    case 'cycle':
    case 'empty-name':
      return [{ title: 'Give the group a name of its own', apply: withOwnNames }]
    case 'settings':
      return hasLevels(root) ? [{ title: 'Let levels follow from the shape', apply: withoutLevels }] : []
    default:
      return []
  }
}

/** Leaves that differ from a value by case or spaces: renames an unused leaf, or adds the value beside it. */
function spelledLikeData(root: EditNode, counts: ReadonlyMap<string, number>): EditNode {
  let tree = root
  for (const value of uncoveredValues(root, counts)) {
    const near = listLeaves(tree).find(({ name }) => name !== value && plain(name) === plain(value))
    if (near === undefined) continue
    const parent = findParent(tree, near.id)
    if (!counts.has(near.name)) tree = renameNode(tree, near.id, value)
    else if (parent !== undefined) tree = addNodes(tree, parent.id, [newValue(value)])
  }
  return tree
}

function withoutDoubles(root: EditNode): EditNode {
  const seen = new Set<string>()
  const doubled = listLeaves(root).filter(({ name }) => seen.size === seen.add(name).size)
  return removeNodes(root, new Set(doubled.map(({ id }) => id)))
}

/** Replaces groups of one value by the value, except the root. */
function withoutSingles(root: EditNode): EditNode {
  let tree = root
  for (;;) {
    let single: EditNode | undefined
    visitNodes(tree, (node, parent) => {
      if (parent !== undefined && node.children?.length === 1) single ??= node
    })
    if (single === undefined) break
    tree = dissolveGroup(tree, single.id)
  }
  // A root with a single group repeats it: dissolve the group.
  const [only, ...others] = tree.children ?? []
  return only?.children !== undefined && others.length === 0 ? dissolveGroup(tree, only.id) : tree
}

function withoutUnused(root: EditNode, counts: ReadonlyMap<string, number>): EditNode {
  return removeNodes(root, new Set(listLeaves(root).flatMap(({ id, name }) => (counts.has(name) ? [] : [id]))))
}

/** Renames groups that share a name with another node; values keep their names. */
function withOwnNames(root: EditNode): EditNode {
  const taken = new Set(listLeaves(root).map(({ name }) => name))
  const wrong: EditNode[] = []
  visitNodes(root, (node) => {
    if (node.children === undefined) return
    if (node.name.trim() === '' || taken.has(node.name)) wrong.push(node)
    taken.add(node.name)
  })
  return wrong.reduce(
    (tree, { id, name }) => renameNode(tree, id, freeNodeName(tree, name.trim() === '' ? 'group' : `${name} group`)),
    root,
  )
}

function hasLevels(root: EditNode): boolean {
  let found = false
  visitNodes(root, ({ level }) => {
    if (level !== undefined) found = true
  })
  return found
}

/** Ignores case and spaces, as the doctor does. */
function plain(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/\s+/g, '')
}
