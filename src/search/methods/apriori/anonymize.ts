/**
 * Apriori anonymization (Terrovitis, Mamoulis, Kalnis, PVLDB 2008): walks the count tree of the expanded baskets by
 * node rank and repairs every itemset with 0 < support < k: one pass per size over the result of the pass before.
 * The count tree is not stored: children are counted by one scan of the baskets of their path. Any set of nodes of the
 * final cut was visited while none was generalized, so one pass per size suffices. Cost: Σ over expanded baskets of
 * C(length, m) in the worst case, far less after the first repairs.
 */
import { invertRows, type Rows } from '../../../baskets/baskets.ts'
import type { ItemTally, StepwiseWork } from '../../items-search.ts'
import { countNodes, expandBaskets, type NodeSupports } from './expanded-baskets.ts'
import { type ItemTree, isAbove } from './item-tree.ts'
import { nodeSetSupports } from './node-set-supports.ts'
import { type Cut, findRepair, type Lift, type Repair, startCut } from './repair.ts'

export interface AnonymizeOptions {
  readonly k: number
  readonly m: number
  readonly lift: Lift
  readonly lifted?: readonly number[]
  /** Highest nodes to lift to; sets that need more are left. Default: the root. */
  readonly tops?: readonly number[]
  /** Baskets that hold any item, for the root. */
  readonly filled: number
  readonly tally: ItemTally
  readonly repaired?: (nodes: readonly number[], support: number, repair: Repair) => void
}

export function* anonymize(tree: ItemTree, baskets: Rows, options: AnonymizeOptions): StepwiseWork<Cut> {
  const supports = countNodes(tree, baskets, options.tops ?? [0])
  const cut = startCut(tree, supports.occurrences)
  for (const node of options.lifted ?? []) cut.lift(node)
  for (let size = 1; size <= options.m; size++) yield* pass({ tree, baskets, supports, cut }, size, options)
  return cut
}

interface Work {
  readonly tree: ItemTree
  readonly baskets: Rows
  readonly supports: NodeSupports
  readonly cut: Cut
}

function* pass({ tree, baskets, supports, cut }: Work, size: number, options: AnonymizeOptions) {
  const { support, ranked, ranks } = supports
  const { generalized } = cut
  const { k, tally } = options
  const tops = new Uint8Array(tree.names.length)
  for (const node of options.tops ?? [0]) tops[node] = 1
  const expanded = size === 1 ? undefined : expandBaskets(tree, baskets, ranks, generalized)
  const inverted = expanded === undefined ? undefined : invertRows(expanded, ranked.length)
  yield { done: 0, total: ranked.length }
  const countSupport = nodeSetSupports(tree, { expanded, inverted, supports, filled: options.filled, tally })
  const levels: Level[] = []
  const path: number[] = []

  function repair(nodes: readonly number[], held: number): void {
    const found = findRepair(nodes, { tree, cut, k, countSupport, tally, tops, lift: options.lift })
    if (found === undefined) return
    options.repaired?.(nodes, held, found)
    for (const target of found.targets) cut.lift(target)
  }

  const pathHolds = () => path.every((node) => generalized[node] === 0)

  /** Visits the sets that extend the path, which ends in rank `last` and is held by `holders`. */
  function extend(last: number, holders: Int32Array, depth: number): void {
    const rows = expanded as Rows
    const level = (levels[depth] ??= openLevel(ranked.length))
    const { counts } = level
    const met = countAfter(level, rows, last, holders)
    tally.scanned += ranked.length + holders.length
    for (let h = 0; h < holders.length; h++) tally.scanned += rows.offsets[holders[h] + 1] - rows.offsets[holders[h]]
    const isLast = depth + 1 === size
    if (!isLast) listHolders(level, rows, last, holders)
    for (const rank of met) {
      const node = ranked[rank]
      if (generalized[node] === 1 || (isLast && counts[rank] >= k)) continue
      if (path.some((other) => isAbove(tree, other, node) || isAbove(tree, node, other))) continue
      path.push(node)
      if (isLast) repair(path, counts[rank])
      else if (pathHolds()) {
        extend(rank, level.holders.subarray(level.ends[rank] - counts[rank], level.ends[rank]), depth + 1)
      }
      path.pop()
      if (!pathHolds()) return
    }
  }

  for (let rank = 0; rank < ranked.length; rank++) {
    const node = ranked[rank]
    if (generalized[node] === 1 || support[node] === 0) continue
    path.push(node)
    if (size === 1 && support[node] < k) repair(path, support[node])
    if (inverted !== undefined && pathHolds()) {
      extend(rank, inverted.codes.subarray(inverted.offsets[rank], inverted.offsets[rank + 1]), 1)
    }
    path.pop()
    yield { done: rank, total: ranked.length }
  }
}

/** The ranks that baskets of a path hold beyond it. */
interface Level {
  readonly counts: Int32Array
  /** Ranks with a count, in order of their first basket or, once counted, ascending. */
  readonly met: Int32Array
  found: number
  /** The baskets of each rank with a count, ending at `ends`. */
  holders: Int32Array
  readonly ends: Int32Array
}

function openLevel(ranks: number): Level {
  const room = () => new Int32Array(ranks)
  return { counts: room(), met: room(), found: 0, holders: new Int32Array(0), ends: room() }
}

/** Counts the ranks after `last` in the holders. A path with few holders meets few ranks, so only those are cleared. */
function countAfter(level: Level, { offsets, codes }: Rows, last: number, holders: Int32Array): Int32Array {
  const { counts, met } = level
  for (let i = 0; i < level.found; i++) counts[met[i]] = 0
  let found = 0
  for (let h = 0; h < holders.length; h++) {
    const start = offsets[holders[h]]
    for (let at = offsets[holders[h] + 1] - 1; at >= start && codes[at] > last; at--)
      if (counts[codes[at]]++ === 0) met[found++] = codes[at]
  }
  level.found = found
  return met.subarray(0, found).sort()
}

function listHolders(level: Level, { offsets, codes }: Rows, last: number, holders: Int32Array): void {
  const { counts, met, found, ends } = level
  let total = 0
  for (let i = 0; i < found; i++) {
    ends[met[i]] = total
    total += counts[met[i]]
  }
  if (level.holders.length < total) level.holders = new Int32Array(total)
  for (let h = 0; h < holders.length; h++) {
    const start = offsets[holders[h]]
    for (let at = offsets[holders[h] + 1] - 1; at >= start && codes[at] > last; at--)
      level.holders[ends[codes[at]]++] = holders[h]
  }
}
