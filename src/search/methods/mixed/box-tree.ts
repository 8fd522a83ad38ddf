/**
 * A tree of boxes: the table cut in two where the loss of the tight boxes falls most, until no cut lowers it or a side
 * would break a requirement. Combinations stay whole. Every node is a class that may be released; `prune` chooses.
 * Cost: for each level, combinations × columns² and a sort per column.
 */
import type { FrequencyTable } from '../../../frequency/frequency-table.ts'
import { firstPlace } from '../../../ground/sorted.ts'
import { groupLoss, type Hierarchy } from '../../../hierarchy/hierarchy.ts'
import type { CellLoss } from '../../classes/cell-goal.ts'
import { releasedLoss } from '../../classes/class-problem.ts'
import { type CutTask, cheapestFirst, cutsBy, type HullCut, hullOf } from '../../classes/hull-cuts.ts'

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

export interface BoxTask extends CutTask {
  readonly frequencies: CutTask['frequencies'] & Pick<FrequencyTable, 'combinations'>
  readonly hierarchies: readonly Pick<Hierarchy, 'tree'>[]
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

function bestCut(task: BoxTask, members: Int32Array, rows: number): HullCut | undefined {
  if (rows < 2 * task.k || members.length < 2) return undefined
  const cuts: HullCut[] = []
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
  const { allows = () => true } = task
  let judged = 0
  for (const cut of cheapestFirst(cuts)) {
    if (cut.loss >= whole - 1e-9 * rows || judged++ === MOST_JUDGED) return undefined
    if (allows(cut.sorted.subarray(0, cut.at)) && allows(cut.sorted.subarray(cut.at))) return cut
  }
  return undefined
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
