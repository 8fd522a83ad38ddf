/**
 * A column as the kernel sees it: at most 256 codes in tree order, and tables of the loss, the released range and the
 * next wider range of each range. Larger domains are places on a line if their loss is a distance (numbers under LM),
 * otherwise 256 segments (tree nodes or runs of values). The release still shows the hull of the values themselves.
 */
import type { FrequencyColumn } from '../../../frequency/frequency-table.ts'
import type { Hierarchy, Tree } from '../../../hierarchy/hierarchy.ts'
import type { CellLoss } from '../../classes/cell-goal.ts'

export interface ColumnTables {
  readonly size: number
  readonly tree: boolean
  readonly searchCodes: Uint8Array
  /** By low · size + high: loss of a cell, in units of 1/SCALE. */
  readonly loss: Uint32Array
  /** The released range, low | high << 16: the smallest node of a tree, or the range itself. */
  readonly node: Uint32Array
  /** For a tree: the next wider node; the root is its own. */
  readonly up: Uint32Array
}

/** The integer loss of a fully suppressed row. */
export const SCALE = 2 ** 22

export const MOST_CODES = 256

/** Codes are places from 0 to 32,767; a range loses weight · length · 2⁻⁸ in units of 1/SCALE. */
export interface ColumnLine {
  readonly searchCodes: Uint16Array
  readonly weight: number
}

const LAST_PLACE = 2 ** 15 - 1
/** A loss that differs from a distance by more than this share of the column's is not one. */
const MOST_BENT = 1 / 256
const CHECKED = 64

/** The column as a line; undefined if the loss of its ranges is not a distance. */
export function columnLine({ tree, missing }: Hierarchy, size: number, cellLoss: CellLoss): ColumnLine | undefined {
  const whole = cellLoss(0, size - 1)
  if (tree !== undefined || missing !== undefined || !(whole > 0)) return undefined
  const place = Float64Array.from({ length: size }, (_, code) => (code === 0 ? 0 : cellLoss(0, code) / whole))
  const checked = Array.from({ length: CHECKED }, (_, i) => Math.floor((i * (size - 1)) / (CHECKED - 1)))
  const isStraight = (low: number, high: number) =>
    high < low || Math.abs(cellLoss(low, high) / whole - place[high] + place[low]) <= MOST_BENT
  if (!checked.every((low) => checked.every((high) => isStraight(low, high)))) return undefined
  return {
    searchCodes: Uint16Array.from(place, (share) => Math.round(LAST_PLACE * share)),
    weight: Math.min(LAST_PLACE, Math.round((SCALE * 2 ** 8 * whole) / LAST_PLACE)),
  }
}

export function columnTables(
  hierarchy: Hierarchy,
  column: FrequencyColumn,
  counts: Int32Array,
  cellLoss: CellLoss,
): ColumnTables {
  const starts = segmentStarts(hierarchy, column, counts, cellLoss)
  const size = starts.length - 1
  const searchCodes = new Uint8Array(column.size)
  for (let segment = 0; segment < size; segment++) searchCodes.fill(segment, starts[segment], starts[segment + 1])
  const loss = new Uint32Array(size * size)
  const node = new Uint32Array(size * size)
  const up = new Uint32Array(size * size)
  const { tree } = hierarchy
  const ranges = tree === undefined ? undefined : nodeRanges(tree, searchCodes, size)
  for (let low = 0; low < size; low++) {
    for (let high = low; high < size; high++) {
      const at = low * size + high
      let from = low
      let to = high
      let nextFrom = 0
      let nextTo = size - 1
      if (ranges !== undefined) {
        const chain = ranges[low]
        const place = chain.findIndex((range) => range.to >= high)
        ;({ from, to } = chain[place])
        ;({ from: nextFrom, to: nextTo } = chain[Math.min(place + 1, chain.length - 1)])
      }
      node[at] = from | (to << 16)
      up[at] = nextFrom | (nextTo << 16)
      loss[at] = Math.round(SCALE * cellLoss(starts[from], starts[to + 1] - 1))
    }
  }
  return { size, tree: tree !== undefined, searchCodes, loss, node, up }
}

interface Range {
  readonly from: number
  readonly to: number
}

/** For each search code, the nodes above it as ranges of search codes, narrowest first. */
function nodeRanges(tree: Tree, searchCodes: Uint8Array, size: number): Range[][] {
  const chains: Range[][] = Array.from({ length: size }, (_, code) => [{ from: code, to: code }])
  const done = new Uint8Array(size)
  for (let leaf = 0; leaf < searchCodes.length; leaf++) {
    const chain = chains[searchCodes[leaf]]
    if (done[searchCodes[leaf]]++ > 0) continue
    for (let node = tree.leafNode[leaf]; node >= 0; node = tree.parent[node]) {
      const from = searchCodes[tree.first[node]]
      const to = searchCodes[tree.last[node]]
      const widest = chain[chain.length - 1]
      if (from < widest.from || to > widest.to) chain.push({ from, to })
    }
  }
  return chains
}

/** A run of values, or of sibling nodes of a tree. */
interface Segment extends Range {
  readonly nodes: readonly number[]
  readonly price: number
}

/**
 * The first codes of the segments: all values, or 256 segments. Each time the segment whose rows lose most by being
 * shown as one is split: a node into its children if there is room, otherwise a run in two where that saves most.
 * Missing is alone.
 */
function segmentStarts(
  { tree, missing }: Hierarchy,
  { codes, size }: FrequencyColumn,
  counts: Int32Array,
  cellLoss: CellLoss,
): number[] {
  if (size <= MOST_CODES) return Array.from({ length: size + 1 }, (_, code) => code)
  const before = new Float64Array(size + 1)
  for (let i = 0; i < codes.length; i++) before[codes[i] + 1] += counts[i]
  for (let code = 0; code < size; code++) before[code + 1] += before[code]
  const price = (from: number, to: number): number => (before[to + 1] - before[from]) * cellLoss(from, to)
  const make = (from: number, to: number, nodes: readonly number[] = []): Segment => ({
    from,
    to,
    nodes,
    price: from === to ? -1 : price(from, to),
  })
  const ofNodes = (nodes: readonly number[]): Segment =>
    make(tree!.first[nodes[0]], tree!.last[nodes[nodes.length - 1]], nodes)

  /** The parts of a segment, or none for a leaf. */
  function split({ from, to, nodes }: Segment, room: number): Segment[] {
    const siblings = nodes.length === 1 ? Array.from(tree!.children[nodes[0]]) : nodes
    if (tree !== undefined && siblings.length === 0) return []
    if (tree !== undefined && nodes.length === 1 && siblings.length <= room)
      return siblings.map((node) => ofNodes([node]))
    let [least, middle] = [Infinity, 0]
    for (let i = 1; i < (tree === undefined ? to - from + 1 : siblings.length); i++) {
      const start = tree === undefined ? from + i : tree.first[siblings[i]]
      const sum = price(from, start - 1) + price(start, to)
      if (sum < least) [least, middle] = [sum, i]
    }
    if (tree === undefined) return [make(from, from + middle - 1), make(from + middle, to)]
    return [ofNodes(siblings.slice(0, middle)), ofNodes(siblings.slice(middle))]
  }

  const open = tree
    ? [ofNodes([0])]
    : missing === undefined
      ? [make(0, size - 1)]
      : [make(0, size - 2), make(missing, missing)]
  const closed: Segment[] = []
  while (open.length > 0 && open.length + closed.length < MOST_CODES) {
    const widest = open.reduce((most, segment, i) => (segment.price > open[most].price ? i : most), 0)
    const [segment] = open.splice(widest, 1)
    const parts = segment.from === segment.to ? [] : split(segment, MOST_CODES - open.length - closed.length)
    if (parts.length === 0) closed.push(segment)
    else open.push(...parts)
  }
  return [...open, ...closed]
    .map(({ from }) => from)
    .sort((a, b) => a - b)
    .concat(size)
}
