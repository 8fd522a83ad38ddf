/**
 * k^m-anonymity over columns and items: someone knows any m facts of a person, each the value of a column or an item,
 * and every set of up to m published facts that occurs is in at least k rows. All rows share one grouping per column
 * and one vocabulary of items, so a fact is published alike everywhere.
 *
 * Top-down: every column starts as one group and the items as the root of their tree. The division with the largest
 * gain is made if no new fact is part of a rare set. Divisions only make sets rarer, so one that is refused stays
 * refused. Children of an item node that do not fit become its rest, or are left out. Weights of the gains give other
 * orders.
 * Cost: facts^(m − 1) × rows / 32 for each division that is tried, up to 60 times.
 */

import type { FrequencyTable } from '../../../frequency/frequency-table.ts'
import { entryAt } from '../../../ground/maps.ts'
import { finestGrouping } from '../../../hierarchy/grouping.ts'
import type { ClassDecision } from '../../../recoding/class-decision.ts'
import type { CellLoss } from '../../classes/cell-goal.ts'
import { createHeap } from '../../heap.ts'
import { type Bits, type ClassBits, classReader, countBoth, makesRareSet } from './class-bits.ts'
import { penalty, type Vocabulary } from './item-vocabulary.ts'
import type { Losses, MixedTask } from './mixed-classes.ts'

/** Codes `low` to `high` of a column, with a bit for each row that has one of them. */
interface Group {
  readonly column: number
  readonly low: number
  readonly high: number
  readonly bits: Bits
  readonly rows: number
}

export interface Facts extends Losses {
  /** Groups of each column. */
  readonly groups: readonly (readonly Group[])[]
  readonly vocabulary: Vocabulary
  /** Divisions that were tried. */
  readonly divisions: number
}

export interface FactsTask extends MixedTask {
  /** The part of each column in the loss of a row. */
  readonly cellLoss: readonly CellLoss[]
  /** Weights of the gains of each column, and of the items last: larger ones are divided earlier. */
  readonly weights: readonly number[]
}

interface Division {
  /** Lowers R, or T, by this much at best; weighted, it is the order of the divisions. */
  readonly gain: number
  readonly weighted: number
  readonly group?: Group
  readonly parts?: readonly Group[]
  readonly node?: number
}

/** Ways to divide a group of ordered values that are tried. */
const MOST_TRIED = 8

/** Reads groups of columns, and lists ways to divide them. */
function groupReader({ frequencies: { columns }, hierarchies, combinationOf, cellLoss, k }: FactsTask) {
  const rows = combinationOf.length
  return { readGroup, loss, waysToDivide }

  function readGroup(column: number, low: number, high: number): Group {
    const { codes } = columns[column]
    const bits = new Int32Array((rows + 31) >>> 5)
    let count = 0
    for (let row = 0; row < rows; row++) {
      const code = codes[combinationOf[row]]
      if (code < low || code > high) continue
      bits[row >>> 5] |= 1 << (row & 31)
      count++
    }
    return { column, low, high, bits, rows: count }
  }

  function loss({ column, low, high, rows: count }: Group): number {
    return (count / rows) * cellLoss[column](low, high)
  }

  /** Children of its node, or two halves of ordered values: the cuts of least loss and those nearest to the middle. */
  function waysToDivide({ column, low, high }: Group): Group[][] {
    const nodes = hierarchies[column].tree
    if (nodes !== undefined) {
      let node = nodes.leafNode[low]
      while (nodes.last[node] < high) node = nodes.parent[node]
      const parts = Array.from(nodes.children[node], (child) =>
        readGroup(column, nodes.first[child], nodes.last[child]),
      )
      return parts.length === 0 ? [] : [parts.filter((part) => part.rows > 0)]
    }
    const counts = new Float64Array(high - low + 1)
    const { codes } = columns[column]
    for (const combination of combinationOf) {
      const code = codes[combination]
      if (code >= low && code <= high) counts[code - low]++
    }
    const total = counts.reduce((sum, count) => sum + count, 0)
    let before = 0
    const cuts: { readonly at: number; readonly loss: number; readonly skew: number }[] = []
    for (let at = low; at < high; at++) {
      before += counts[at - low]
      if (before < k || total - before < k) continue
      const lost = before * cellLoss[column](low, at) + (total - before) * cellLoss[column](at + 1, high)
      cuts.push({ at, loss: lost, skew: Math.abs(total - 2 * before) })
    }
    const first = (by: 'loss' | 'skew') => cuts.sort((a, b) => a[by] - b[by] || a.at - b.at).slice(0, MOST_TRIED / 2)
    const places = new Set([...first('loss'), ...first('skew')].map(({ at }) => at))
    return [...places].map((at) => [readGroup(column, low, at), readGroup(column, at + 1, high)])
  }
}

export function* growFacts(task: FactsTask): Generator<number, Facts> {
  const { combinationOf, baskets, tree, weights, k, m } = task
  const { columns } = task.frequencies
  const { readGroup, loss, waysToDivide } = groupReader(task)
  const rows = combinationOf.length
  const everyRow = Int32Array.from({ length: rows }, (_, row) => row)
  const items: ClassBits = classReader(task)(everyRow)
  const occurrences = Math.max(1, baskets.offsets[rows])
  const leaves = tree.leafNode.length
  const tokens = new Int32Array(leaves).fill(-1)
  const published = new Map<number, Bits>()
  const groups = columns.map(({ size }, column) => [readGroup(column, 0, size - 1)])
  const heap = createHeap<Division>((a, b) => b.weighted - a.weighted)
  let R = groups.reduce((sum, [group]) => sum + loss(group), 0)
  let T = baskets.offsets[rows] === 0 ? 0 : 1

  for (const [group] of groups) offer(group)
  if (items.support[0] >= k) publish(0, items.bits(0), 0, leaves - 1)
  let divisions = 0
  for (let division = heap.pop(); division !== undefined; division = heap.pop()) {
    if (division.node === undefined) divideGroup(division)
    else divideNode(division.node)
    yield divisions++
  }
  return { groups, vocabulary: { tokens, loss: T * occurrences }, R, T, divisions }

  /** Facts beside those of a column or a node. A column in one group says nothing. */
  function otherFacts(column: number, node: number): Bits[] {
    const known = groups.flatMap((list, c) => (c === column || list.length === 1 ? [] : list.map(({ bits }) => bits)))
    for (const [other, bits] of published) if (other !== node) known.push(bits)
    return known
  }

  function isSafe(bits: Bits, others: readonly Bits[]): boolean {
    return countBoth(bits, bits, k) >= k && (m === 1 || !makesRareSet(bits, others, m - 1, k))
  }

  function offer(group: Group): void {
    for (const parts of waysToDivide(group)) {
      const gain = parts.reduce((rest, part) => rest - loss(part), loss(group))
      if (gain > 1e-12) heap.push({ group, parts, gain, weighted: weights[group.column] * gain })
    }
  }

  function divideGroup({ group, parts, gain }: Division): void {
    const { column } = group as Group
    const place = groups[column].indexOf(group as Group)
    // Another division of the same group may have been made.
    if (place < 0) return
    const others = otherFacts(column, -1)
    if (!parts?.every(({ bits }) => isSafe(bits, others))) return
    groups[column].splice(place, 1, ...parts)
    R -= gain
    for (const part of parts) offer(part)
  }

  function penaltyOf(node: number): number {
    return penalty(tree.last[node] - tree.first[node] + 1, leaves)
  }

  /** Publishes leaves as a node; whole nodes may be divided later. */
  function publish(node: number, bits: Bits, from: number, to: number): void {
    published.set(node, bits)
    for (let leaf = from; leaf <= to; leaf++) tokens[leaf] = node
    T -= (items.held[node] / occurrences) * (1 - penaltyOf(node))
    const children = Array.from(tree.children[node]).filter((child) => items.held[child] > 0)
    const most = children.reduce((sum, child) => sum + items.held[child] * (penaltyOf(node) - penaltyOf(child)), 0)
    const gain = most / occurrences
    if (gain > 0) heap.push({ gain, weighted: weights[columns.length] * gain, node })
  }

  function divideNode(node: number): void {
    const others = otherFacts(-1, node)
    const fitting: number[] = []
    for (const child of Array.from(tree.children[node]).sort((a, b) => items.held[b] - items.held[a] || a - b)) {
      if (items.held[child] === 0 || !isSafe(items.bits(child), others)) continue
      fitting.push(child)
      others.push(items.bits(child))
    }
    const isNamed = (leaf: number) => fitting.some((child) => leaf >= tree.first[child] && leaf <= tree.last[child])
    const rest = new Int32Array((rows + 31) >>> 5)
    const restLeaves: number[] = []
    let held = 0
    for (let leaf = tree.first[node]; leaf <= tree.last[node]; leaf++) {
      if (isNamed(leaf)) continue
      restLeaves.push(leaf)
      held += items.held[tree.leafNode[leaf]]
      if (items.held[tree.leafNode[leaf]] > 0)
        items.bits(tree.leafNode[leaf]).forEach((word, w) => {
          rest[w] |= word
        })
    }
    const hasRest = held > 0 && isSafe(rest, others)
    const restLoss = held * (hasRest ? penalty(restLeaves.length, leaves) : 1)
    const after = fitting.reduce((sum, child) => sum + items.held[child] * penaltyOf(child), restLoss)
    if (after >= items.held[node] * penaltyOf(node) - 1e-12) return
    published.delete(node)
    T += (items.held[node] / occurrences) * (1 - penaltyOf(node)) - (held - restLoss) / occurrences
    for (const leaf of restLeaves) tokens[leaf] = hasRest ? node : -1
    if (hasRest) published.set(node, rest)
    for (const child of fitting) publish(child, items.bits(child), tree.first[child], tree.last[child])
  }
}

/** Growths of which the best is taken. */
const MOST_GROWN = 60
const FACTORS = [32, 1 / 32, 4, 1 / 4]

/** Changes the weights one by one while that helps: within a bound the other loss is least, without one R + T. */
export function* bestFacts(
  task: Omit<FactsTask, 'weights'>,
  { bound, delta }: { readonly bound: 'R' | 'T'; readonly delta: number | undefined },
): Generator<number, Facts> {
  const score = ({ R, T, [bound]: bounded }: Facts) =>
    delta === undefined ? R + T : bounded > delta ? 1 + bounded : R + T - bounded
  let weights = [...task.frequencies.columns.map(() => 1), 1]
  let best = yield* growFacts({ ...task, weights })
  let grown = 1
  for (let improved = true; improved; ) {
    improved = false
    for (const factor of FACTORS)
      for (let place = 0; place < weights.length && grown < MOST_GROWN; place++, grown++) {
        const changed = weights.with(place, weights[place] * factor)
        const facts = yield* growFacts({ ...task, weights: changed })
        if (score(facts) > score(best) - 1e-9) continue
        best = facts
        weights = changed
        improved = true
      }
  }
  return best
}

/** A class for each set of groups that rows show, all with one vocabulary. */
export function decideFacts({ columns, counts, combinations }: FrequencyTable, { groups, vocabulary }: Facts) {
  const groupsOfCodes = columns.map(({ size }, c) => {
    const places = new Int32Array(size)
    groups[c].forEach(({ low, high }, place) => {
      places.fill(place, low, high + 1)
    })
    return places
  })
  const known = new Map<string, number>()
  const shown: number[] = []
  const classOf = Int32Array.from({ length: combinations }, (_, i) => {
    const key = columns.map(({ codes }, c) => groupsOfCodes[c][codes[i]]).join()
    return entryAt(known, key, () => shown.push(i) - 1)
  })
  const ends = (c: number, end: 'low' | 'high') =>
    Int32Array.from(shown, (i) => groups[c][groupsOfCodes[c][columns[c].codes[i]]][end])
  const each = Int32Array.from({ length: combinations }, (_, i) => i)
  const decision: ClassDecision = {
    groupings: columns.map(({ size }) => finestGrouping(size)),
    cells: { count: combinations, groups: columns.map(({ codes }) => codes) },
    outputs: { count: shown.length, ranges: columns.map((_, c) => ({ low: ends(c, 'low'), high: ends(c, 'high') })) },
    moves: { count: combinations, cell: each, output: classOf, rows: counts.slice(0, combinations) },
  }
  return { decision, lostRows: 0, classOf, vocabularies: shown.map(() => vocabulary) }
}
