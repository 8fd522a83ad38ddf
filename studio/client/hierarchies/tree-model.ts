/** A tree being edited. Nodes have ids, because names may clash for a while; unchanged nodes are shared. */
import type { TaxonomyNode } from '../../../src/hierarchy/taxonomy/taxonomy.ts'

export interface EditNode {
  readonly id: string
  readonly name: string
  readonly level?: number
  /** Present for groups, even empty ones; absent for values. */
  readonly children?: readonly EditNode[]
}

let made = 0

export function newGroup(name: string, children: readonly EditNode[] = []): EditNode {
  return { id: `n${++made}`, name, children }
}

export function newValue(name: string): EditNode {
  return { id: `n${++made}`, name }
}

export function toEditTree({ name, level, children }: TaxonomyNode): EditNode {
  const id = `n${++made}`
  if (children === undefined || children.length === 0) return { id, name }
  return { id, name, level, children: children.map(toEditTree) }
}

/** Drops empty groups, which a file would read as values. */
export function toTaxonomy({ name, level, children }: EditNode): TaxonomyNode {
  if (children === undefined) return { name }
  const filled = children.filter((child) => !isEmpty(child)).map(toTaxonomy)
  return { name, level, children: filled }
}

export function isEmpty({ children }: EditNode): boolean {
  return children?.every(isEmpty) ?? false
}

export function visitNodes(root: EditNode, visit: (node: EditNode, parent: EditNode | undefined) => void): void {
  const walk = (node: EditNode, parent: EditNode | undefined): void => {
    visit(node, parent)
    for (const child of node.children ?? []) walk(child, node)
  }
  walk(root, undefined)
}

export function findNode(root: EditNode, id: string): EditNode | undefined {
  if (root.id === id) return root
  for (const child of root.children ?? []) {
    const found = findNode(child, id)
    if (found !== undefined) return found
  }
  return undefined
}

export function findParent(root: EditNode, id: string): EditNode | undefined {
  for (const child of root.children ?? []) {
    if (child.id === id) return root
    const found = findParent(child, id)
    if (found !== undefined) return found
  }
  return undefined
}

/** Nodes whose name contains a text (case-insensitive), in tree order, exact matches first. */
export function nodesNamed(root: EditNode, text: string): EditNode[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return []
  const exact: EditNode[] = []
  const partly: EditNode[] = []
  visitNodes(root, (node) => {
    const name = node.name.toLowerCase()
    if (name === wanted) exact.push(node)
    else if (name.includes(wanted)) partly.push(node)
  })
  return [...exact, ...partly]
}

/** The groups above a node, root first. */
export function groupsAbove(root: EditNode, id: string): EditNode[] {
  const above: EditNode[] = []
  for (let group = findParent(root, id); group !== undefined; group = findParent(root, group.id)) above.unshift(group)
  return above
}

export function listLeaves(root: EditNode): EditNode[] {
  const leaves: EditNode[] = []
  visitNodes(root, (node) => {
    if (node.children === undefined) leaves.push(node)
  })
  return leaves
}

export function listGroups(root: EditNode): { readonly node: EditNode; readonly depth: number }[] {
  const groups: { node: EditNode; depth: number }[] = []
  const walk = (node: EditNode, depth: number): void => {
    if (node.children === undefined) return
    groups.push({ node, depth })
    for (const child of node.children) walk(child, depth + 1)
  }
  walk(root, 0)
  return groups
}

export function rowsBelow(root: EditNode, counts: ReadonlyMap<string, number>): Map<string, number> {
  const rows = new Map<string, number>()
  const walk = (node: EditNode): number => {
    const count =
      node.children === undefined
        ? (counts.get(node.name) ?? 0)
        : node.children.reduce((sum, child) => sum + walk(child), 0)
    rows.set(node.id, count)
    return count
  }
  walk(root)
  return rows
}

export function renameNode(root: EditNode, id: string, name: string): EditNode {
  return changeNode(root, id, (node) => ({ ...node, name }))
}

/** Inserts nodes into a group before child `at`, by default at the end. */
export function addNodes(root: EditNode, group: string, nodes: readonly EditNode[], at?: number): EditNode {
  return changeNode(root, group, (node) => {
    const children = [...(node.children ?? [])]
    children.splice(at ?? children.length, 0, ...nodes)
    return { ...node, children }
  })
}

/** Removes nodes with their subtrees; the root stays. */
export function removeNodes(root: EditNode, ids: ReadonlySet<string>): EditNode {
  return changeChildren(root, (children) => children.filter(({ id }) => !ids.has(id)))
}

/** Replaces a group by its children; the root stays. */
export function dissolveGroup(root: EditNode, id: string): EditNode {
  return changeChildren(root, (children) =>
    children.flatMap((child) => (child.id === id && child.children !== undefined ? child.children : [child])),
  )
}

/** Puts nodes into a new group at the position of the first. Returns the tree and the group. */
export function groupNodes(
  root: EditNode,
  ids: ReadonlySet<string>,
  name: string,
): { root: EditNode; group: EditNode } {
  const chosen = uppermost(root, ids)
  const group = newGroup(name, chosen)
  const parent = chosen.length === 0 ? root : (findParent(root, chosen[0].id) ?? root)
  const at = (parent.children ?? []).findIndex(({ id }) => id === chosen[0]?.id)
  const taken = new Set(chosen.map(({ id }) => id))
  const before = (parent.children ?? []).slice(0, Math.max(0, at)).filter(({ id }) => !taken.has(id)).length
  return { root: addNodes(removeNodes(root, taken), parent.id, [group], before), group }
}

/** Moves nodes into a group; no effect if the group is one of them or below one. */
export function moveNodes(root: EditNode, ids: ReadonlySet<string>, group: string): EditNode {
  const chosen = uppermost(root, ids)
  const target = findNode(root, group)
  if (chosen.length === 0 || target?.children === undefined) return root
  if (chosen.some((node) => findNode(node, group) !== undefined)) return root
  const taken = new Set(chosen.map(({ id }) => id))
  return addNodes(removeNodes(root, taken), group, chosen)
}

export function shiftNode(root: EditNode, id: string, by: -1 | 1): EditNode {
  const parent = findParent(root, id)
  if (parent?.children === undefined) return root
  const from = parent.children.findIndex((child) => child.id === id)
  const to = from + by
  if (to < 0 || to >= parent.children.length) return root
  const children = [...parent.children]
  children.splice(to, 0, ...children.splice(from, 1))
  return changeNode(root, parent.id, (node) => ({ ...node, children }))
}

/** Levels are then derived from the shape of the tree. */
export function withoutLevels({ level: _, ...node }: EditNode): EditNode {
  return node.children === undefined ? node : { ...node, children: node.children.map(withoutLevels) }
}

/** The first unused name: `group`, `group 2`, … */
export function freeNodeName(root: EditNode, wanted: string): string {
  const names = new Set<string>()
  visitNodes(root, ({ name }) => names.add(name))
  let name = wanted
  for (let number = 2; names.has(name); number++) name = `${wanted} ${number}`
  return name
}

/** The given nodes in tree order, without descendants of others and without the root. */
function uppermost(root: EditNode, ids: ReadonlySet<string>): EditNode[] {
  const found: EditNode[] = []
  const walk = (node: EditNode): void => {
    for (const child of node.children ?? []) {
      if (ids.has(child.id)) found.push(child)
      else walk(child)
    }
  }
  walk(root)
  return found
}

function changeNode(node: EditNode, id: string, change: (node: EditNode) => EditNode): EditNode {
  if (node.id === id) return change(node)
  if (node.children === undefined) return node
  const children = node.children.map((child) => changeNode(child, id, change))
  return children.some((child, i) => child !== node.children?.[i]) ? { ...node, children } : node
}

function changeChildren(node: EditNode, change: (children: readonly EditNode[]) => readonly EditNode[]): EditNode {
  if (node.children === undefined) return node
  const below = node.children.map((child) => changeChildren(child, change))
  const children = change(below)
  const same = children.length === node.children.length && children.every((child, i) => child === node.children?.[i])
  return same ? node : { ...node, children }
}
