/**
 * A hierarchy: how one column's values become coarser. Whatever it was made from (a tree file, endpoints, an order, a calendar,
 * prefixes), the searches see the same thing: an ordered domain of codes, perhaps a tree over it, and a ladder of levels.
 *
 * Three kinds:
 * - `tree`: a taxonomy. Groups must be tree nodes (the grouping is a *cut*).
 * - `number`: numeric values or bins in order. Any consecutive groups; the loss of a group is its extent.
 * - `order`: ordered categories. Any consecutive groups; the loss of a group is how many values it holds.
 */
import { InternalError } from '../ground/errors.ts'
import type { Grouping } from './grouping.ts'

export type Hierarchy = TreeHierarchy | NumberHierarchy | OrderHierarchy

interface HierarchyBase {
  readonly column: string
  /** Label of each code, in domain order. For a tree these are its leaves, also those that no row has. */
  readonly values: readonly string[]
  /** Where each code stands for several values that a search has merged: the first and last of them, and how many values there are in all. */
  readonly spans?: { readonly first: Int32Array; readonly last: Int32Array; readonly values: number }
  /** Where the engine has counted coarser values: those that each code stands for. */
  readonly members?: readonly (readonly string[])[]
  /** For `tree`: names of nodes are filled up with stars to the length of the longest value. */
  readonly filled?: boolean
  /** Full-domain levels, finest first: level 0 leaves every code alone, the last level has one group. */
  readonly levels: readonly Level[]
  /** Code of missing values when they are a category of their own: always the last code. */
  readonly missing?: number
  /** First of the codes of values that this hierarchy does not know, when an old recoding meets new data: the last ones, not part of the domain. */
  readonly unseen?: number
}

export interface TreeHierarchy extends HierarchyBase {
  readonly kind: 'tree'
  readonly tree: Tree
  readonly low?: undefined
  readonly high?: undefined
}

export interface NumberHierarchy extends HierarchyBase {
  readonly kind: 'number'
  /** Smallest and largest data value inside each code (equal unless the code is a bin). NaN for missing. */
  readonly low: Float64Array
  readonly high: Float64Array
  readonly tree?: undefined
  /** The range that the job declares for the column, where it does: losses are measured against it. */
  readonly domain?: readonly [number, number]
}

export interface OrderHierarchy extends HierarchyBase {
  readonly kind: 'order'
  readonly low?: undefined
  readonly high?: undefined
  readonly tree?: undefined
}

/** The leaves of a tree as an order, for searches that may ignore the tree. */
export function withoutTree(hierarchy: Hierarchy): NumberHierarchy | OrderHierarchy {
  return hierarchy.kind === 'tree' ? { ...hierarchy, kind: 'order', tree: undefined } : hierarchy
}

export interface Level {
  readonly name: string
  readonly grouping: Grouping
}

/** A taxonomy over leaves 0..n−1. Nodes are in pre-order: node 0 is the root, a parent stands before its children. */
export interface Tree {
  readonly names: readonly string[]
  /** Parent of each node, −1 for the root. */
  readonly parent: Int32Array
  /** First and last leaf code under each node. */
  readonly first: Int32Array
  readonly last: Int32Array
  readonly children: readonly Int32Array[]
  /** Node of each leaf code. */
  readonly leafNode: Int32Array
}

/** The label of missing values that form a category of their own. */
export const MISSING_LABEL = '(missing)'

/** The label of a suppressed cell. */
export const SUPPRESSED_LABEL = '*'

/** The hierarchy of a column that is known to be numeric. */
export function requireNumbers(hierarchy: Hierarchy): NumberHierarchy {
  if (hierarchy.kind === 'number') return hierarchy
  throw new InternalError(`column "${hierarchy.column}" has a hierarchy of kind ${hierarchy.kind}, not of numbers`)
}

/** How many values the domain has; those that an old recoding does not know are no part of it. */
export function knownValues({ spans, unseen, values }: Hierarchy): number {
  return spans?.values ?? unseen ?? values.length
}

/** How many values the codes `from`..`to` stand for. */
export function valuesIn({ spans }: Hierarchy, from: number, to: number): number {
  return (spans === undefined ? to - from : spans.last[to] - spans.first[from]) + 1
}

/**
 * Loss of one entry released as the group of codes `from`..`to`, between 0 (a single value) and 1 (the whole domain).
 * Iyengar 2002, §3: (M_P − 1)/(M − 1) for categories, (U_i − L_i)/(U − L) for numbers, extents taken from value to value.
 * A numeric group that mixes numbers and missing says nothing about the value: loss 1.
 */
export function groupLoss(hierarchy: Hierarchy, from: number, to: number): number {
  if (hierarchy.kind !== 'number') {
    const all = knownValues(hierarchy)
    return all === 1 ? 0 : (valuesIn(hierarchy, from, to) - 1) / (all - 1)
  }
  const { low, high, missing } = hierarchy
  if (to === missing) return from === to ? 0 : 1
  return extentLoss(hierarchy, low[from], high[to])
}

/** Loss of a number that is released as the interval from `smallest` to `largest`. */
export function extentLoss(hierarchy: NumberHierarchy, smallest: number, largest: number): number {
  const { low, high, missing } = hierarchy
  const size = hierarchy.unseen ?? hierarchy.values.length
  const lastNumber = missing === undefined ? size - 1 : size - 2
  const range = hierarchy.domain === undefined ? high[lastNumber] - low[0] : hierarchy.domain[1] - hierarchy.domain[0]
  return range > 0 ? (largest - smallest) / range : 0
}

/** What a cell of the group `from`..`to` says in the release. */
export function groupLabel(hierarchy: Hierarchy, from: number, to: number): string {
  if (from === to && hierarchy.kind !== 'number') return hierarchy.values[from]
  if (hierarchy.kind === 'tree') return nodeLabel(hierarchy, from, to)
  if (hierarchy.kind === 'number') return intervalLabel(hierarchy, from, to)
  return valuesLabel(hierarchy, [from, to])
}

/** What a cell says that may have any of these codes, ascending, where no node names them: the ends of an order, or the values themselves. */
export function valuesLabel({ kind, values }: Hierarchy, codes: readonly number[]): string {
  if (codes.length === 1) return values[codes[0]]
  if (kind === 'order') return `[${values[codes[0]]},${values[codes[codes.length - 1]]}]`
  return `{${codes.map((code) => values[code]).join(',')}}`
}

/** The node that covers exactly the leaves `from`..`to`, nearest the root, or −1. */
export function nodeCovering(tree: Tree, from: number, to: number): number {
  let found = -1
  for (let node = tree.leafNode[from]; node >= 0; node = tree.parent[node]) {
    if (tree.first[node] === from && tree.last[node] === to) found = node
  }
  return found
}

/** The codes of the smallest node that covers the leaves `from`..`to`. */
export function smallestNode(tree: Tree, from: number, to: number): [number, number] {
  let node = tree.leafNode[from]
  while (tree.last[node] < to) node = tree.parent[node]
  return [tree.first[node], tree.last[node]]
}

function nodeLabel(hierarchy: TreeHierarchy, from: number, to: number): string {
  const { tree } = hierarchy
  const node = nodeCovering(tree, from, to)
  // An ordered partition of a tree's leaves (a search may be allowed to ignore the tree) has no node to name it.
  if (node >= 0) return tree.names[node]
  return valuesLabel(
    hierarchy,
    Array.from({ length: to - from + 1 }, (_, i) => from + i),
  )
}

function intervalLabel({ values, missing, low, high }: NumberHierarchy, from: number, to: number): string {
  if (to !== missing) return rangeLabel(low[from], high[to])
  return from === to ? values[from] : `[${formatNumber(low[from])},${formatNumber(high[to - 1])}] or missing`
}

/** What a range of numbers says in a release. */
export function rangeLabel(low: number, high: number): string {
  return low === high ? formatNumber(low) : `[${formatNumber(low)},${formatNumber(high)}]`
}

/** A number as it stands in a release: no exponent below 1e16, no trailing `.0`. */
export function formatNumber(value: number): string {
  return Object.is(value, -0) ? '0' : String(value)
}
