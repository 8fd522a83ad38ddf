/**
 * A column as the kernel sees it: at most 256 codes in tree order, and tables of the loss, the released range and the
 * next wider range of each range. Larger domains are searched by segments (tree nodes or runs of values), split by rows
 * until there are 256. The release still shows the hull of the values themselves.
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

const MOST_CODES = 256

export function columnTables(
  hierarchy: Hierarchy,
  column: FrequencyColumn,
  counts: Int32Array,
  cellLoss: CellLoss,
): ColumnTables {
  const starts = segmentStarts(hierarchy, column, counts)
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

function segmentStarts(hierarchy: Hierarchy, { codes, size }: FrequencyColumn, counts: Int32Array): number[] {
  if (size <= MOST_CODES) return Array.from({ length: size + 1 }, (_, code) => code)
  const before = new Float64Array(size + 1)
  for (let i = 0; i < codes.length; i++) before[codes[i] + 1] += counts[i]
  for (let code = 0; code < size; code++) before[code + 1] += before[code]
  const rows = ({ from, to }: Range): number => before[to + 1] - before[from]
  const { tree, missing } = hierarchy
  const open: (Range & { readonly node?: number })[] = [{ from: 0, to: size - 1, node: tree && 0 }]
  const closed: Range[] = []
  while (open.length > 0) {
    open.sort((a, b) => rows(b) - rows(a))
    const segment = open.shift()!
    const room = MOST_CODES - closed.length - open.length
    const children = tree === undefined ? [] : segment.node === undefined ? [] : [...tree.children[segment.node]]
    if (children.length > 0 && children.length <= room) {
      for (const node of children) open.push({ from: tree!.first[node], to: tree!.last[node], node })
    } else if (children.length > 0 || tree === undefined) {
      const places = tree === undefined ? undefined : children.map((child) => tree.first[child])
      closed.push(...runs(segment, places, Math.max(1, room), before, missing))
    } else closed.push(segment)
  }
  return [...closed.map(({ from }) => from).sort((a, b) => a - b), size]
}

/** At most `room` runs of about equal rows that begin only at the given codes; missing is alone. */
function runs(
  { from, to }: Range,
  places: readonly number[] | undefined,
  room: number,
  before: Float64Array,
  missing: number | undefined,
): Range[] {
  const found: Range[] = []
  const allowed = new Set(places)
  const share = (before[to + 1] - before[from]) / room
  let start = from
  for (let code = from + 1; code <= to; code++) {
    const full = before[code] - before[start] >= share && found.length < room - 2
    const alone = places === undefined && code === missing
    if ((full && (places === undefined || allowed.has(code))) || alone) {
      found.push({ from: start, to: code - 1 })
      start = code
    }
  }
  found.push({ from: start, to })
  return found
}
