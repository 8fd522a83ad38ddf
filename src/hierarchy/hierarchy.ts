/**
 * A hierarchy says how the values of one column become coarser. Searches see an ordered domain of codes, an optional
 * tree over it, and full-domain levels, whatever the hierarchy was built from.
 * Three kinds:
 * - `tree`: a taxonomy. Groups must be tree nodes (the grouping is a *cut*).
 * - `number`: numeric values or bins in order. Any consecutive groups; the loss of a group is its extent.
 * - `order`: ordered categories. Any consecutive groups; the loss of a group is its number of values.
 */
import { InternalError } from '../ground/errors.ts'
import type { Finding } from './doctor.ts'
import { type EndUnit, OR_MISSING, publicLabel, rangeLabel } from './ends/range-label.ts'
import type { Grouping } from './grouping.ts'

export type Hierarchy = TreeHierarchy | NumberHierarchy | OrderHierarchy

interface HierarchyBase {
  readonly column: string
  /** Label of each code, in domain order. A tree includes leaves that no row has. */
  readonly values: readonly string[]
  /** Set after a search has merged values: first and last value of each code, and the number of values. */
  readonly spans?: { readonly first: Int32Array; readonly last: Int32Array; readonly values: number }
  /** If the engine has counted coarser values: the values behind each code. */
  readonly members?: readonly (readonly string[])[]
  /** For `tree`: stars pad node names to the length of the longest value. */
  readonly filled?: boolean
  /** For `tree`: the values have no groups, so that a cell is kept or hidden. */
  readonly plain?: true
  /** Full-domain levels, finest first: level 0 keeps every code, the last level has one group. */
  readonly levels: readonly Level[]
  /** Code of missing values when they form a category: always the last code of the domain. */
  readonly missing?: number
  /** First code of values unknown to an old recoding; these codes are last and outside the domain. */
  readonly unseen?: number
  /** With public ends: the label of all values, `*` if absent. */
  readonly whole?: string
  /** Classes show this of their values, in place of the range. */
  readonly shows?: ShownValue | undefined
}

export type ShownValue = 'mean' | 'median' | 'mode'

export interface TreeHierarchy extends HierarchyBase {
  readonly kind: 'tree'
  readonly tree: Tree
  readonly low?: undefined
  readonly high?: undefined
}

export interface NumberHierarchy extends HierarchyBase {
  readonly kind: 'number'
  /** Smallest and largest data value of each code (equal unless the code is a bin). NaN for missing. */
  readonly low: Float64Array
  readonly high: Float64Array
  readonly tree?: undefined
  readonly domain?: readonly [number, number]
  /** Codes are public bins: `low` and `high` are borders, printed in this unit, and the outermost bins are open. */
  readonly unit?: EndUnit | undefined
}

export interface OrderHierarchy extends HierarchyBase {
  readonly kind: 'order'
  /** Codes are public bins, and all of them together are `*`. */
  readonly publicEnds?: true
  readonly low?: undefined
  readonly high?: undefined
  readonly tree?: undefined
}

export function withoutTree(hierarchy: Hierarchy): NumberHierarchy | OrderHierarchy {
  return hierarchy.kind === 'tree' ? { ...hierarchy, kind: 'order', tree: undefined } : hierarchy
}

export interface Level {
  readonly name: string
  readonly grouping: Grouping
}

/** A taxonomy over leaves 0..n−1, nodes in pre-order: node 0 is the root, parents precede children. */
export interface Tree {
  readonly names: readonly string[]
  readonly parent: Int32Array
  readonly first: Int32Array
  readonly last: Int32Array
  readonly children: readonly Int32Array[]
  readonly leafNode: Int32Array
}

export const MISSING_LABEL = '(missing)'

export const SUPPRESSED_LABEL = '*'

export function requireNumbers(hierarchy: Hierarchy): NumberHierarchy {
  if (hierarchy.kind === 'number') return hierarchy
  throw new InternalError(`column "${hierarchy.column}" has a hierarchy of kind ${hierarchy.kind}, not of numbers`)
}

/** Counts the values of the domain, without those unknown to an old recoding. */
export function knownValues({ spans, unseen, values }: Hierarchy): number {
  return spans?.values ?? unseen ?? values.length
}

/** Whether classes show a number, so that a search minimizes squared error. */
export function showsNumber({ kind, shows }: Hierarchy): boolean {
  return kind === 'number' && (shows === 'mean' || shows === 'median')
}

/** Whether intervals end on borders of public bins. */
export function hasPublicEnds(hierarchy: Hierarchy): boolean {
  return hierarchy.kind === 'number'
    ? hierarchy.unit !== undefined
    : hierarchy.kind === 'order' && !!hierarchy.publicEnds
}

/** The first value that each code stands for. */
export function firstValues({ values, members }: Hierarchy): readonly string[] {
  return members === undefined ? values : values.map((value, code) => members[code]?.[0] ?? value)
}

export function valuesIn({ spans }: Hierarchy, from: number, to: number): number {
  return (spans === undefined ? to - from : spans.last[to] - spans.first[from]) + 1
}

/**
 * Loss of a group, from 0 (one value) to 1 (whole domain). Iyengar 2002, §3: (M_P − 1)/(M − 1) for categories, (U_i −
 * L_i)/(U − L) for numbers; a group of numbers and missing values has loss 1.
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

export function extentLoss(hierarchy: NumberHierarchy, smallest: number, largest: number): number {
  const { low, high } = hierarchy
  const [least, most] = hierarchy.domain ?? [low[0], high[lastNumber(hierarchy)]]
  // Halved, so that the largest numbers do not overflow.
  const range = most / 2 - least / 2
  return range > 0 ? (largest / 2 - smallest / 2) / range : 0
}

export function groupLabel(hierarchy: Hierarchy, from: number, to: number): string {
  if (hierarchy.kind === 'order' && hierarchy.publicEnds) return binsLabel(hierarchy, from, to)
  if (from === to && hierarchy.kind !== 'number') return hierarchy.values[from]
  if (hierarchy.kind === 'tree') return nodeLabel(hierarchy, from, to)
  if (hierarchy.kind === 'number') return intervalLabel(hierarchy, from, to)
  return valuesLabel(hierarchy, [from, to])
}

export function valuesLabel({ kind, values }: Hierarchy, codes: readonly number[]): string {
  if (codes.length === 1) return values[codes[0]]
  if (kind === 'order') return `[${values[codes[0]]},${values[codes[codes.length - 1]]}]`
  return `{${codes.map((code) => values[code]).join(',')}}`
}

function binsLabel({ members = [], missing, whole = SUPPRESSED_LABEL }: OrderHierarchy, from: number, to: number) {
  if (from === 0 && to >= (missing ?? members.length) - 1) return whole
  const [first, last] = [members[from][0], members[to][members[to].length - 1]]
  return first === last ? first : `[${first},${last}]`
}

/** Returns the node nearest the root that covers exactly the leaves `from`..`to`, or −1. */
export function nodeCovering(tree: Tree, from: number, to: number): number {
  let found = -1
  for (let node = tree.leafNode[from]; node >= 0; node = tree.parent[node])
    if (tree.first[node] === from && tree.last[node] === to) found = node
  return found
}

/** Returns the code range of the smallest node that covers the leaves `from`..`to`. */
export function smallestNode(tree: Tree, from: number, to: number): [number, number] {
  let node = tree.leafNode[from]
  while (tree.last[node] < to) node = tree.parent[node]
  return [tree.first[node], tree.last[node]]
}

function nodeLabel(hierarchy: TreeHierarchy, from: number, to: number): string {
  const { tree } = hierarchy
  const node = nodeCovering(tree, from, to)
  if (node >= 0) return tree.names[node]
  const codes = Array.from({ length: to - from + 1 }, (_, i) => from + i)
  return valuesLabel(hierarchy, codes)
}

function intervalLabel(hierarchy: NumberHierarchy, from: number, to: number): string {
  const { values, missing, low, high, unit, whole = SUPPRESSED_LABEL } = hierarchy
  if (unit !== undefined && from === 0 && to >= lastNumber(hierarchy)) return whole
  if (to === missing) return from === to ? values[from] : `${numbersLabel(from, to - 1)}${OR_MISSING}`
  return numbersLabel(from, to)

  function numbersLabel(first: number, last: number): string {
    if (unit === undefined) return rangeLabel(low[first], high[last], last < to)
    const open = { low: first === 0, high: last === lastNumber(hierarchy) }
    return publicLabel(unit, open.low ? undefined : low[first], open.high ? undefined : high[last])
  }
}

/** The last code that is a number. */
function lastNumber({ missing, unseen, values }: NumberHierarchy): number {
  return (missing ?? unseen ?? values.length) - 1
}

/**
 * A hierarchy whose ranges may be shown in reports: the outer ends of public bins are those of the data, which no
 * release says; they become the inner ends of the outermost bins.
 */
export function withoutOuterEnds<H extends Hierarchy>(hierarchy: H): H {
  if (hierarchy.kind !== 'number' || hierarchy.unit === undefined) return hierarchy
  const last = lastNumber(hierarchy)
  const [low, high] = [hierarchy.low.slice(), hierarchy.high.slice()]
  if (last > 0) [low[0], high[last]] = [high[0], low[last]]
  else [low[0], high[0]] = [0, 0]
  return { ...hierarchy, low, high }
}

export interface ResolvedHierarchy {
  readonly hierarchy: Hierarchy
  readonly codes: Int32Array
  readonly findings: readonly Finding[]
}
