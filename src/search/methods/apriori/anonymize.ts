/**
 * Apriori anonymization (Terrovitis, Mamoulis, Kalnis, PVLDB 2008): walks the count tree of the expanded baskets by
 * node rank and repairs every itemset with 0 < support < k: one pass per size over the result of the pass before.
 * The count tree is not stored: children are counted by one scan of the baskets of their path. Any set of nodes of the
 * final cut was visited while none was generalized, so one pass per size suffices. Cost: Σ over expanded baskets of
 * C(length, m) in the worst case, far less after the first repairs.
 */
import { type Baskets, invertRows, type Rows } from '../../../baskets/baskets.ts'
import type { ItemTally, StepwiseWork } from '../../items-search.ts'
import { countNodes, expandBaskets, type NodeSupports } from './expanded-baskets.ts'
import { type ItemTree, isAbove } from './item-tree.ts'
import { nodeSetSupports } from './node-set-supports.ts'
import { type Cut, findRepair, type Lift, type Repair, startCut } from './repair.ts'

export interface AnonymizeOptions {
  readonly k: number
  readonly m: number
  readonly lift: Lift
  readonly tally: ItemTally
  readonly repaired?: (nodes: readonly number[], support: number, repair: Repair) => void
}

export function* anonymize(tree: ItemTree, baskets: Baskets, options: AnonymizeOptions): StepwiseWork<Cut> {
  const supports = countNodes(tree, baskets)
  const cut = startCut(tree, supports.occurrences)
  for (let size = 1; size <= options.m; size++) yield* pass({ tree, baskets, supports, cut }, size, options)
  return cut
}

interface Work {
  readonly tree: ItemTree
  readonly baskets: Baskets
  readonly supports: NodeSupports
  readonly cut: Cut
}

/** Repairs the sets of `size` nodes. */
function* pass({ tree, baskets, supports, cut }: Work, size: number, options: AnonymizeOptions) {
  const { support, ranked, ranks } = supports
  const { generalized } = cut
  const { k, tally } = options
  const expanded = size === 1 ? undefined : expandBaskets(tree, baskets, ranks, generalized)
  const inverted = expanded === undefined ? undefined : invertRows(expanded, ranked.length)
  yield { done: 0, total: ranked.length }
  const countSupport = nodeSetSupports(tree, {
    expanded,
    inverted,
    supports,
    filled: baskets.count - baskets.empty,
    tally,
  })
  const levels: Int32Array[] = []
  const path: number[] = []

  function repair(nodes: readonly number[], held: number): void {
    const found = findRepair(nodes, { tree, cut, k, countSupport, tally, lift: options.lift })
    if (found === undefined) return
    options.repaired?.(nodes, held, found)
    for (const target of found.targets) cut.lift(target)
  }

  const pathHolds = () => path.every((node) => generalized[node] === 0)

  /** Visits the sets that extend the path, which ends in rank `last` and is held by `holders`. */
  function extend(last: number, holders: Int32Array, depth: number): void {
    const rows = expanded as Rows
    const counts = (levels[depth] ??= new Int32Array(ranked.length))
    counts.fill(0)
    tally.scanned += ranked.length + holders.length
    for (let h = 0; h < holders.length; h++) {
      tally.scanned += rows.offsets[holders[h] + 1] - rows.offsets[holders[h]]
      for (let at = rows.offsets[holders[h] + 1] - 1; at >= rows.offsets[holders[h]] && rows.codes[at] > last; at--) {
        counts[rows.codes[at]]++
      }
    }
    for (let rank = last + 1; rank < ranked.length; rank++) {
      const node = ranked[rank]
      if (counts[rank] === 0 || generalized[node] === 1) continue
      if (depth + 1 === size && counts[rank] >= k) continue
      if (path.some((other) => isAbove(tree, other, node) || isAbove(tree, node, other))) continue
      path.push(node)
      if (depth + 1 === size) repair(path, counts[rank])
      else if (pathHolds()) {
        const holding = holders.filter((row) => holds(rows, row, rank))
        extend(rank, holding, depth + 1)
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

export function holds(rows: Rows, row: number, code: number): boolean {
  let low = rows.offsets[row]
  let high = rows.offsets[row + 1] - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    if (rows.codes[middle] === code) return true
    if (rows.codes[middle] < code) low = middle + 1
    else high = middle - 1
  }
  return false
}
