/** A taxonomy as Halftone reads it from JSON: nested `name` and `children`; a node without children is a value of the column. */
export interface TaxonomyNode {
  readonly name: string
  readonly children?: readonly TaxonomyNode[]
}

/** A node of the names and nodes under it. */
export function node(name: string, ...children: readonly (string | TaxonomyNode)[]): TaxonomyNode {
  return { name, children: children.map((child) => (typeof child === 'string' ? { name: child } : child)) }
}

/** The names of the leaves, in tree order. */
export function leavesOf(tree: TaxonomyNode): string[] {
  return tree.children === undefined ? [tree.name] : tree.children.flatMap(leavesOf)
}

/** For each leaf in tree order, which child of the root it lies under. */
export function branchesOf(tree: TaxonomyNode): number[] {
  return (tree.children ?? []).flatMap((child, branch) => leavesOf(child).map(() => branch))
}

/** The text of a taxonomy file: one node to a line, indented, so that a person can edit it. */
export function taxonomyText(tree: TaxonomyNode): string {
  return `${linesOf(tree, '')}\n`
}

function linesOf(tree: TaxonomyNode, indent: string): string {
  const name = JSON.stringify(tree.name)
  if (tree.children === undefined) return `${indent}{ "name": ${name} }`
  const children = tree.children.map((child) => linesOf(child, `${indent}  `)).join(',\n')
  return `${indent}{ "name": ${name}, "children": [\n${children}\n${indent}] }`
}
