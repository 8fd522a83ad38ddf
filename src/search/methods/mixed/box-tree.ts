/**
 * A tree of boxes: the table cut in two where the loss of the tight boxes falls most, until no cut lowers it or a side
 * would break a requirement. Combinations stay whole. Every node is a class that may be released; `prune` chooses among
 * them.
 *
 * Cost: for each level, combinations × columns² and a sort per column.
 */
import type { FrequencyTable } from '../../../frequency/frequency-table.ts'
import { firstPlace } from '../../../ground/sorted.ts'
import { groupLoss, type Hierarchy } from '../../../hierarchy/hierarchy.ts'
import type { CellLoss } from '../../classes/cell-goal.ts'
import { releasedLoss } from '../../classes/class-problem.ts'

/** First and last code in each column. */
export interface Box {
  readonly low: Int32Array
  readonly high: Int32Array
}

export interface BoxNode {
  /** Combinations of the node: `order[from]` up to `order[to]`. */
  readonly from: number
  readonly to: number
  readonly rows: number
  /** Places of both halves; undefined for a leaf. */
  readonly halves?: readonly [number, number]
}

export interface BoxTree {
  readonly order: Int32Array
  /** The root first, halves after their whole. */
  readonly nodes: readonly BoxNode[]
}

/** Loss of a row of the box, 0 to 1; its codes start at `at`. */
export type BoxLoss = (box: Box, at?: number) => number

export interface BoxTask {
  readonly frequencies: Pick<FrequencyTable, 'combinations' | 'columns' | 'counts'>
  readonly hierarchies: readonly Pick<Hierarchy, 'tree'>[]
  readonly boxLoss: BoxLoss
  readonly k: number
  /** Whether a class of these combinations meets what is asked beyond its size; absent if nothing is. */
  readonly allows?: ((members: Int32Array) => boolean) | undefined
}

/** Loss of a row of a box: the weighted mean over the columns of what the smallest label over it loses. */
export function boxLossOf(hierarchies: readonly Hierarchy[], weights: readonly number[]): BoxLoss {
  const losses = cellLosses(hierarchies, weights)
  return ({ low, high }, at = 0) => {
    let sum = 0
    for (let c = 0; c < losses.length; c++) sum += losses[c](low[at + c], high[at + c])
    return sum
  }
}

/** The part of each column in the loss of a row. */
export function cellLosses(hierarchies: readonly Hierarchy[], weights: readonly number[]): CellLoss[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return hierarchies.map((hierarchy, c) => {
    const size = hierarchy.values.length
    const loss = releasedLoss(hierarchy, (low, high) => groupLoss(hierarchy, low, high))
    const share = weights[c] / total
    if (size > MOST_TABLED) return (low: number, high: number) => share * loss(low, high)
    const known = new Float64Array(size * size).fill(-1)
    return (low: number, high: number) => {
      const at = low * size + high
      if (known[at] < 0) known[at] = share * loss(low, high)
      return known[at]
    }
  })
}

/** Values of a column up to which all losses fit in a table of 8 MiB. */
const MOST_TABLED = 1024

export function hullOf({ columns }: BoxTask['frequencies'], members: ArrayLike<number>): Box {
  const low = new Int32Array(columns.length)
  const high = new Int32Array(columns.length)
  columns.forEach(({ codes }, c) => {
    let least = codes[members[0]]
    let most = least
    for (let i = 1; i < members.length; i++) {
      const code = codes[members[i]]
      if (code < least) least = code
      if (code > most) most = code
    }
    low[c] = least
    high[c] = most
  })
  return { low, high }
}

export function* growBoxTree(task: BoxTask): Generator<number, BoxTree> {
  const { combinations, counts } = task.frequencies
  const order = Int32Array.from({ length: combinations }, (_, i) => i)
  const rows = counts.subarray(0, combinations).reduce((sum, count) => sum + count, 0)
  const nodes: { from: number; to: number; rows: number; halves?: readonly [number, number] }[] = [
    { from: 0, to: combinations, rows },
  ]
  for (let place = 0; place < nodes.length; place++) {
    const node = nodes[place]
    const cut = bestCut(task, order.subarray(node.from, node.to), node.rows)
    if (cut === undefined) continue
    order.set(cut.sorted, node.from)
    const middle = node.from + cut.at
    node.halves = [nodes.length, nodes.length + 1]
    nodes.push(
      { from: node.from, to: middle, rows: cut.rows },
      { from: middle, to: node.to, rows: node.rows - cut.rows },
    )
    yield place
  }
  return { order, nodes }
}

interface Cut {
  readonly sorted: Int32Array
  /** Combinations and rows of the first half. */
  readonly at: number
  readonly rows: number
  readonly loss: number
}

function bestCut(task: BoxTask, members: Int32Array, rows: number): Cut | undefined {
  if (rows < 2 * task.k || members.length < 2) return undefined
  const cuts: Cut[] = []
  const hull = hullOf(task.frequencies, members)
  const whole = rows * task.boxLoss(hull)
  task.frequencies.columns.forEach(({ codes }, c) => {
    const { tree } = task.hierarchies[c]
    cuts.push(...cutsBy(task, members, rows, (combination) => codes[combination]))
    if (tree === undefined || hull.low[c] === hull.high[c]) return
    // A child against all others, which are not neighbours in the order of the leaves.
    let node = tree.leafNode[hull.low[c]]
    while (tree.last[node] < hull.high[c]) node = tree.parent[node]
    for (const child of largestChildren(task, tree, node, codes, members)) {
      const isInside = (code: number) => code >= tree.first[child] && code <= tree.last[child]
      cuts.push(...cutsBy(task, members, rows, (combination) => (isInside(codes[combination]) ? 0 : 1)))
    }
  })
  cuts.sort((a, b) => a.loss - b.loss)
  const { allows = () => true } = task
  return cuts
    .slice(0, MOST_JUDGED)
    .find(
      ({ loss, sorted, at }) =>
        loss < whole - 1e-9 * rows && allows(sorted.subarray(0, at)) && allows(sorted.subarray(at)),
    )
}

/** Children that are tried against all others: of a flat tree with thousands, most have fewer than k rows. */
const MOST_CHILDREN = 32

/** Children with k rows or more, without the first and the last, whose cuts the order of the leaves has. */
function largestChildren(
  { frequencies, k }: BoxTask,
  tree: NonNullable<Hierarchy['tree']>,
  node: number,
  codes: ArrayLike<number>,
  members: Int32Array,
): number[] {
  const children = tree.children[node]
  const sizes = new Float64Array(children.length)
  for (const member of members) {
    const code = codes[member]
    sizes[firstPlace(children.length, (place) => tree.last[children[place]] >= code)] += frequencies.counts[member]
  }
  return Array.from(children.keys())
    .filter((place) => place > 0 && place < children.length - 1 && sizes[place] >= k)
    .sort((a, b) => sizes[b] - sizes[a])
    .slice(0, MOST_CHILDREN)
    .sort((a, b) => a - b)
    .map((place) => children[place])
}

/** Cuts of a node that are judged before it stays whole. */
const MOST_JUDGED = 64

/** Cuts between combinations with different keys, in the order of these. */
function cutsBy(
  { frequencies, boxLoss, k, allows }: BoxTask,
  members: Int32Array,
  rows: number,
  key: (combination: number) => number,
): Cut[] {
  const { columns, counts } = frequencies
  const n = members.length
  const keys = new Float64Array(n)
  for (let i = 0; i < n; i++) keys[i] = key(members[i]) * n + i
  keys.sort()
  const sorted = Int32Array.from(keys, (key) => members[key % n])
  if (key(sorted[0]) === key(sorted[n - 1])) return []
  const width = columns.length
  // The boxes of all rows from each place on.
  const after = { low: new Int32Array(n * width), high: new Int32Array(n * width) }
  const { low, high } = after
  for (let i = n - 1; i >= 0; i--) {
    for (let c = 0; c < width; c++) {
      const code = columns[c].codes[sorted[i]]
      const at = i * width + c
      low[at] = i === n - 1 || code < low[at + width] ? code : low[at + width]
      high[at] = i === n - 1 || code > high[at + width] ? code : high[at + width]
    }
  }
  const before = { low: new Int32Array(width).fill(2 ** 30), high: new Int32Array(width).fill(-1) }
  const cuts: Cut[] = []
  let size = 0
  for (let i = 0; i < n - 1; i++) {
    for (let c = 0; c < width; c++) {
      const code = columns[c].codes[sorted[i]]
      if (code < before.low[c]) before.low[c] = code
      if (code > before.high[c]) before.high[c] = code
    }
    size += counts[sorted[i]]
    if (size < k || rows - size < k || key(sorted[i]) === key(sorted[i + 1])) continue
    const loss = size * boxLoss(before) + (rows - size) * boxLoss(after, (i + 1) * width)
    // Without a judge only the best cut counts.
    if (allows === undefined && loss >= (cuts[0]?.loss ?? Number.POSITIVE_INFINITY)) continue
    if (allows === undefined) cuts.length = 0
    cuts.push({ sorted, at: i + 1, rows: size, loss })
  }
  return cuts
}
