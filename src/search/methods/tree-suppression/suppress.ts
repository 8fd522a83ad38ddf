/**
 * kACTUS-2 (Kisilevich, Elovici, Shapira, Rokach 2008): k-anonymity by suppression and swapping along a decision tree. A released row
 * keeps the quasi-identifiers that its path through the tree tests; every other one becomes `?`. From the leaves up, a branch with
 * fewer than k rows is filled up to k by rows of a full sibling: either they take over the small branch's value (swapping, not
 * truthful), or both give up the value (suppression); what cannot be helped moves up to the parent.
 *
 * Every call of `release` hands on k rows or more with one signature, so the output is k-anonymous; fewer than k rows are lost. Rows
 * are counted on what is left (the paper's listing counts on the original data, which would release groups of one), empty branches
 * need no help, and a branch is helped once. Cost: cells × depth, and for each small branch rows needed × siblings × classes.
 */
import { InternalError } from '../../../ground/errors.ts'
import type { TreeNode } from '../../../learn/decision-tree/tree.ts'
import { type ChooseRows, chooseToSwap, entropyAfter } from './choose-rows.ts'
import { addRows, forEachPiece, moveAll, moveRows, type NodeRows, noRows } from './rows-at-node.ts'

/** Rows that are equal as far as the tree sees, and of one class, counted once with their count. */
export interface TreeCells {
  /** Code of each cell in each column the tree knows; −1 is missing. */
  readonly columns: readonly ArrayLike<number>[]
  readonly target: ArrayLike<number>
  /** Rows of each cell, whole numbers. */
  readonly rows: ArrayLike<number>
  readonly classes: number
}

export interface SuppressSettings {
  readonly k: number
  /** Swap only when at most this share of the k rows must come from elsewhere; 0 never, 1 always. */
  readonly swappingThreshold: number
  /** All small branches of a node together before rows are borrowed for them. */
  readonly poolSmall: boolean
  /** What is left at a node joins rows that were released under its path already. */
  readonly reuseGroup: boolean
  /** Rows that no group takes, fewer than k: leave them out, or fill them up from the largest group. */
  readonly lostRows: 'drop' | 'borrow'
  /** How a full branch chooses rows to suppress. */
  readonly choose: ChooseRows
}

export interface Suppressed {
  /** What released rows look like: the code shown in each column, −1 for `?`. No two are alike. */
  readonly outputs: readonly { readonly codes: Int32Array; readonly rows: number }[]
  /** How many rows of which cell take which output (−1: lost), ascending by cell, then output. */
  readonly moves: readonly Move[]
  readonly lostRows: number
  /** Rows that carry a value which is not theirs. */
  readonly swappedRows: number
  /** Rows that gave up a value so that a smaller branch could be released with them. */
  readonly borrowedRows: number
}

export interface Move {
  readonly cell: number
  readonly output: number
  readonly rows: number
}

interface Branch {
  readonly path: Int32Array
  readonly rows: NodeRows
}

export function suppressAlongTree(cells: TreeCells, root: TreeNode, settings: SuppressSettings): Suppressed {
  const { k, swappingThreshold, choose } = settings
  const { classes } = cells
  const outputs: Branch[] = []
  const outputOf = new Map<string, Branch>()
  let swappedRows = 0
  let borrowedRows = 0

  function outputAt(path: Int32Array): Branch {
    const key = path.join()
    let output = outputOf.get(key)
    if (output === undefined) {
      output = { path, rows: noRows(classes) }
      outputOf.set(key, output)
      outputs.push(output)
    }
    return output
  }

  /** The rows at the node once everything below it is settled. */
  function visit(node: TreeNode, at: ArrayLike<number>, path: Int32Array): NodeRows {
    const own = noRows(classes)
    if (node.kind === 'leaf') {
      addCells(own, at)
      return own
    }
    if (node.kind !== 'categories' || path[node.column] >= 0) {
      throw new InternalError('suppression needs a tree of categories that tests a column once on a path')
    }
    const parts = node.branches.map((): number[] => [])
    const stay: number[] = []
    const codes = cells.columns[node.column]
    for (let i = 0; i < at.length; i++) (parts[codes[at[i]]] ?? stay).push(at[i])
    addCells(own, stay)
    const branches = node.branches.map((branch, code) => {
      const below = path.slice()
      below[node.column] = code
      return { path: below, rows: visit(branch, parts[code], below) }
    })
    if (node === root) settleRoot(own, branches)
    else settle(own, branches, path)
    return own
  }

  function addCells(to: NodeRows, at: ArrayLike<number>): void {
    for (let i = 0; i < at.length; i++) addRows(to, cells.target[at[i]], at[i], cells.rows[at[i]])
  }

  /** Releases what the branches can be released as; the rest of their rows becomes the node's own. */
  function settle(own: NodeRows, branches: readonly Branch[], path: Int32Array): void {
    const total = branches.reduce((sum, branch) => sum + branch.rows.total, own.total)
    if (total >= k) {
      const full = branches.filter(({ rows }) => rows.total >= k)
      const small = branches.filter(({ rows }) => rows.total > 0 && rows.total < k)
      for (const branch of small) swap(branch, full)
      const rest = small.filter(({ rows }) => rows.total > 0)
      for (const group of settings.poolSmall ? pooled(rest) : rest.map(({ rows }) => rows)) {
        borrow(group, full, path)
      }
      for (const { path: own, rows } of full) moveAll(rows, outputAt(own).rows)
    }
    for (const { rows } of branches) moveAll(rows, own)
    if (settings.reuseGroup && own.total > 0 && (outputOf.get(path.join())?.rows.total ?? 0) >= k) {
      moveAll(own, outputAt(path).rows)
    }
  }

  /** Fills a small branch up to k with rows of the full one that is purest without them, and releases it. */
  function swap({ path, rows }: Branch, full: readonly Branch[]): void {
    const need = k - rows.total
    if (need / k > swappingThreshold) return
    let best: { readonly donor: Branch; readonly takes: Int32Array; readonly entropy: number } | undefined
    for (const donor of full) {
      if (donor.rows.total - k <= need) continue
      const takes = chooseToSwap(donor.rows.counts, rows.counts, need)
      const entropy = entropyAfter(donor.rows.counts, takes)
      if (best === undefined || entropy < best.entropy - 1e-12) best = { donor, takes, entropy }
    }
    if (best === undefined) return
    const output = outputAt(path).rows
    moveAll(rows, output)
    moveRows(best.donor.rows, output, best.takes)
    swappedRows += need
  }

  /** Releases small rows under the parent's path, with rows of the first full branch that can spare them. */
  function borrow(rows: NodeRows, full: readonly Branch[], path: Int32Array): void {
    const need = Math.max(0, k - rows.total)
    const donor = full.find((branch) => branch.rows.total - k >= need)
    if (need > 0 && donor === undefined) return
    const output = outputAt(path).rows
    const takes = need === 0 ? undefined : choose((donor as Branch).rows.counts, rows.counts, need)
    moveAll(rows, output)
    if (takes !== undefined) moveRows((donor as Branch).rows, output, takes)
    borrowedRows += need
  }

  function pooled(small: readonly Branch[]): NodeRows[] {
    if (small.length === 0) return []
    const pool = small[0].rows
    for (const { rows } of small.slice(1)) moveAll(rows, pool)
    return [pool]
  }

  /** Branches of the root are released or given up whole; what is given up is one group of `?` alone. */
  function settleRoot(own: NodeRows, branches: readonly Branch[]): void {
    for (const { path, rows } of branches) moveAll(rows, rows.total >= k ? outputAt(path).rows : own)
  }

  const everything = Int32Array.from({ length: cells.target.length }, (_, cell) => cell)
  const nowhere = new Int32Array(cells.columns.length).fill(-1)
  const pool = visit(root, everything, nowhere)
  if (settings.lostRows === 'borrow' && pool.total > 0 && pool.total < k) fillUp(pool)
  if (pool.total >= k) moveAll(pool, outputAt(nowhere).rows)

  function fillUp(rows: NodeRows): void {
    const need = k - rows.total
    let donor: Branch | undefined
    for (const output of outputs) {
      if (output.rows.total - need >= k && output.rows.total > (donor?.rows.total ?? 0)) donor = output
    }
    if (donor === undefined) return
    moveRows(donor.rows, rows, choose(donor.rows.counts, rows.counts, need))
    borrowedRows += need
  }

  const released = outputs.filter(({ rows }) => rows.total > 0)
  return {
    outputs: released.map(({ path, rows }) => ({ codes: path, rows: rows.total })),
    moves: collectMoves(released, pool),
    lostRows: pool.total,
    swappedRows,
    borrowedRows,
  }
}

/** Pieces of the same cell under the same output become one. */
function collectMoves(outputs: readonly Branch[], lost: NodeRows): Move[] {
  const moves: { cell: number; output: number; rows: number }[] = []
  const collect = (rows: NodeRows, output: number): void => {
    const own = new Map<number, number>()
    forEachPiece(rows, (cell, count) => own.set(cell, (own.get(cell) ?? 0) + count))
    for (const [cell, count] of own) moves.push({ cell, output, rows: count })
  }
  outputs.forEach(({ rows }, output) => {
    collect(rows, output)
  })
  collect(lost, -1)
  return moves.sort((a, b) => a.cell - b.cell || a.output - b.output)
}
