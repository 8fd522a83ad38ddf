/** Parses the samples' trees from indented text. */
import type { TaxonomyNode } from '../hierarchy/taxonomy/taxonomy.ts'

/** Indentation nests, `name:` opens a node, and other words are leaves. */
export function treeFrom(text: string): TaxonomyNode {
  const root: TaxonomyNode[] = []
  const open = [{ indent: -1, children: root }]
  for (const line of text.trim().split('\n')) {
    const indent = line.search(/\S/)
    const [, name, leaves] = /^\s*(?:(\S+):)?(.*)$/.exec(line) as RegExpExecArray
    while (open[open.length - 1].indent >= indent) open.pop()
    let { children } = open[open.length - 1]
    if (name !== undefined) {
      const inside: TaxonomyNode[] = []
      children.push({ name, children: inside })
      open.push({ indent, children: inside })
      children = inside
    }
    for (const leaf of leaves.split(' ')) if (leaf !== '') children.push({ name: leaf })
  }
  return root[0]
}

export function leafNames(tree: TaxonomyNode): string[] {
  return tree.children === undefined ? [tree.name] : tree.children.flatMap(leafNames)
}

export function leafBranches(tree: TaxonomyNode): number[] {
  return (tree.children ?? []).flatMap((child, branch) => leafNames(child).map(() => branch))
}

/** For each leaf in tree order, its parent's number: from 0, in order of first leaf. */
export function leafParents(tree: TaxonomyNode): number[] {
  const parents: TaxonomyNode[] = []
  const visit = (parent: TaxonomyNode): number[] =>
    (parent.children ?? []).flatMap((child) => {
      if (child.children !== undefined) return visit(child)
      if (!parents.includes(parent)) parents.push(parent)
      return [parents.indexOf(parent)]
    })
  return visit(tree)
}
