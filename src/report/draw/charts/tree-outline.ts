/**
 * Draws a grouping on its taxonomy as a nested list, which fits a phone, prints and works with screen readers. If the
 * cut is too large, nodes with the most rows are kept.
 */
import { formatCount, many } from '../../../ground/format.ts'
import type { ColumnPicture } from '../../pictures.ts'
import { bar, html, type Markup, shortened } from '../markup.ts'

export interface OutlineNode {
  readonly name: string
  readonly leaves: number
  readonly rows?: number
  readonly children: readonly OutlineNode[]
  /** For a node of the cut: its children in the tree, which the release merges. */
  readonly covers: readonly { readonly name: string; readonly leaves: number }[]
  readonly coversMore: number
  readonly omitted: { readonly groups: number; readonly rows: number }
}

const MOST_COVERED = 16
const DEEPEST_INDENT = 8
const LONGEST_NAME = 80

/** Returns undefined if released groups are not nodes of the tree. Cost: two passes over the nodes. */
export function outlineTree(column: ColumnPicture, most: number): OutlineNode | undefined {
  const { tree, groups } = column
  if (tree === undefined || tree.length === 0) return undefined
  const cut = tree.flatMap(({ group }, node) => (group === undefined ? [] : [node]))
  // A tree derived from the data must not reveal suppressed values: their groups may have no node.
  const released = groups.reduce((count, group) => count + (group.rows > 0 ? 1 : 0), 0)
  const drawn = cut.reduce((count, node) => count + (groups[tree[node].group as number].rows > 0 ? 1 : 0), 0)
  if (drawn < released) return undefined

  const countRows = (node: number) => groups[tree[node].group as number].rows
  const shown = nodesThatFit(tree, cut, countRows, most)
  const children: number[][] = tree.map(() => [])
  // Pre-order: going backwards visits each node after all its descendants.
  const below = tree.map(() => ({ groups: 0, rows: 0 }))
  for (let node = tree.length - 1; node >= 0; node--) {
    const { parent, group } = tree[node]
    if (group !== undefined) below[node] = { groups: 1, rows: countRows(node) }
    if (parent < 0) continue
    children[parent].push(node)
    below[parent].groups += below[node].groups
    below[parent].rows += below[node].rows
  }
  for (const list of children) list.reverse()

  const outline = (node: number): OutlineNode => {
    const { name, leaves, group } = tree[node]
    const inCut = group !== undefined
    const open = inCut ? [] : children[node].filter((child) => shown.has(child))
    const left = inCut ? [] : children[node].filter((child) => !shown.has(child)).map((child) => below[child])
    const covered = inCut ? children[node] : []
    return {
      name,
      leaves,
      rows: inCut ? countRows(node) : undefined,
      children: open.map(outline),
      covers: covered.slice(0, MOST_COVERED).map((child) => ({ name: tree[child].name, leaves: tree[child].leaves })),
      coversMore: Math.max(0, covered.length - MOST_COVERED),
      omitted: {
        groups: left.reduce((sum, entry) => sum + entry.groups, 0),
        rows: left.reduce((sum, entry) => sum + entry.rows, 0),
      },
    }
  }
  return outline(0)
}

function nodesThatFit(
  tree: NonNullable<ColumnPicture['tree']>,
  cut: readonly number[],
  countRows: (node: number) => number,
  most: number,
): ReadonlySet<number> {
  const byRows = [...cut].sort((a, b) => countRows(b) - countRows(a) || a - b)
  const shown = new Set<number>([0])
  for (const node of byRows) {
    const path: number[] = []
    for (let at = node; at >= 0 && !shown.has(at); at = tree[at].parent) path.push(at)
    if (shown.size + path.length > most) continue
    for (const at of path) shown.add(at)
  }
  return shown
}

export function drawTreeOutline(root: OutlineNode): Markup {
  const most = mostRows(root)
  return html`<ul class="tree">${drawNode(root, most, 0)}</ul>`
}

function drawNode(node: OutlineNode, most: number, depth: number): Markup {
  const { name, rows, leaves, children, omitted } = node
  const inside =
    (children.length > 0 || omitted.groups > 0) &&
    html`<ul${depth >= DEEPEST_INDENT && html` class="deep"`}>${children.map((child) => drawNode(child, most, depth + 1))}${
      omitted.groups > 0 &&
      html`<li><span class="node more"><span class="name">and ${many(omitted.groups, 'more group')}</span><span
        class="count">${formatCount(omitted.rows)}</span></span></li>`
    }</ul>`
  if (rows === undefined)
    return html`<li><span class="node above"><span
      class="name">${shortened(name, LONGEST_NAME)}</span></span>${inside}</li>`
  return html`<li><span class="node cut${rows === 0 && ' gone'}"><span
    class="name"><b>${shortened(name, LONGEST_NAME)}</b>${
      leaves > 1 && html` <small>${formatCount(leaves)} values</small>`
    }</span>${bar(rows / most)}<span
  class="count">${rows === 0 ? 'none' : formatCount(rows)}</span></span>${covered(node)}${inside}</li>`
}

function covered({ covers, coversMore }: OutlineNode): Markup | false {
  if (covers.length === 0) return false
  const names = covers.map(
    ({ name, leaves }) => `${shortened(name, 40)}${leaves > 1 ? ` (${formatCount(leaves)})` : ''}`,
  )
  const more = coversMore > 0 ? [`and ${formatCount(coversMore)} more`] : []
  return html`<span class="covers"><span class="spoken">covers </span>${[...names, ...more].join(' · ')}</span>`
}

function mostRows(node: OutlineNode): number {
  return Math.max(1, node.rows ?? 0, ...node.children.map(mostRows))
}
