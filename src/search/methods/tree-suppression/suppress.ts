/**
 * kACTUS-2 (Kisilevich, Elovici, Shapira, Rokach 2008): k-anonymity by suppression and swapping along a decision tree.
 * A released row keeps the quasi-identifiers tested on its path; the others become `?`. From the leaves up, a branch
 * below k rows is filled from a full sibling, whose rows either take over the small branch's value (swapping, not
 * truthful) or both give up the value (suppression); the rest moves up to the parent.
 * Every `release` outputs at least k rows with one signature, so the output is k-anonymous; fewer than k rows are lost.
 * Counts refer to the remaining rows (the paper's listing counts the original data, which would release groups of one),
 * empty branches need no help, and a branch is helped once. Cost: cells × depth, and for each small branch rows needed
 * × siblings × classes.
 */

import { InternalError } from '../../../ground/errors.ts'
import { entryAt } from '../../../ground/maps.ts'
import type { TreeNode } from '../../../learn/decision-tree/tree.ts'
import { type ChooseRows, chooseToSwap, entropyAfter } from './choose-rows.ts'
import { addRows, forEachPiece, moveAll, moveRows, type NodeRows, noRows } from './rows-at-node.ts'

export interface TreeCells {
  /** Code of each cell in each column the tree knows; −1 is missing. */
  readonly columns: readonly ArrayLike<number>[]
  readonly target: ArrayLike<number>
  readonly rows: ArrayLike<number>
  readonly classes: number
}

export interface SuppressSettings {
  readonly k: number
  /** Swap only if at most this share of the k rows must come from elsewhere; 0 never, 1 always. */
  readonly swappingThreshold: number
  readonly poolSmall: boolean
  /** The last fewer than k rows: leave them out, or fill them up from the largest group. */
  readonly lostRows: 'drop' | 'borrow'
  readonly choose: ChooseRows
  /** Whether rows with these counts by class break a requirement other than k. */
  readonly breaks?: ((rows: number, counts: Float64Array) => boolean) | undefined
}

export interface Suppressed {
  readonly outputs: readonly { readonly codes: Int32Array; readonly rows: number }[]
  /** Rows of each cell by output (−1: lost), ascending by cell, then output. */
  readonly moves: readonly Move[]
  readonly lostRows: number
  /** Rows released with a value of another row. */
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
  const suppression = new Suppression(cells, root, settings)
  const everything = Int32Array.from({ length: cells.target.length }, (_, cell) => cell)
  const nowhere = new Int32Array(cells.columns.length).fill(-1)
  const pool = suppression.visit(root, everything, nowhere)
  if (settings.lostRows === 'borrow' && pool.total > 0 && pool.total < settings.k) suppression.fillUp(pool)
  if (pool.total >= settings.k) moveAll(pool, suppression.outputAt(nowhere).rows)
  if (settings.breaks !== undefined) suppression.coarsenBroken(settings.breaks, pool)
  const { outputs, swappedRows, borrowedRows } = suppression
  const released = [...outputs.values()].filter(({ rows }) => rows.total > 0)
  return {
    outputs: released.map(({ path, rows }) => ({ codes: path, rows: rows.total })),
    moves: collectMoves(released, pool),
    lostRows: pool.total,
    swappedRows,
    borrowedRows,
  }
}

class Suppression {
  readonly cells: TreeCells
  readonly root: TreeNode
  readonly settings: SuppressSettings
  /** By path, in the order of their first rows. */
  readonly outputs = new Map<string, Branch>()
  swappedRows = 0
  borrowedRows = 0

  constructor(cells: TreeCells, root: TreeNode, settings: SuppressSettings) {
    this.cells = cells
    this.root = root
    this.settings = settings
  }

  outputAt(path: Int32Array): Branch {
    return entryAt(this.outputs, path.join(), () => ({ path, rows: noRows(this.cells.classes) }))
  }

  visit(node: TreeNode, at: ArrayLike<number>, path: Int32Array): NodeRows {
    const rest = noRows(this.cells.classes)
    if (node.kind === 'leaf') {
      this.addCells(rest, at)
      return rest
    }
    if (node.kind !== 'categories' || path[node.column] >= 0)
      throw new InternalError('suppression needs a tree of categories that tests a column once on a path')
    const parts = node.branches.map((): number[] => [])
    const stay: number[] = []
    const codes = this.cells.columns[node.column]
    for (let i = 0; i < at.length; i++) (parts[codes[at[i]]] ?? stay).push(at[i])
    this.addCells(rest, stay)
    const branches = node.branches.map((branch, code) => {
      const below = path.slice()
      below[node.column] = code
      return { path: below, rows: this.visit(branch, parts[code], below) }
    })
    if (node === this.root) this.settleRoot(rest, branches)
    else this.settle(rest, branches, path)
    return rest
  }

  addCells(to: NodeRows, at: ArrayLike<number>): void {
    for (let i = 0; i < at.length; i++) addRows(to, this.cells.target[at[i]], at[i], this.cells.rows[at[i]])
  }

  settle(nodeRows: NodeRows, branches: readonly Branch[], path: Int32Array): void {
    const { k } = this.settings
    const total = branches.reduce((sum, branch) => sum + branch.rows.total, nodeRows.total)
    if (total >= k) {
      const full = branches.filter(({ rows }) => rows.total >= k)
      const small = branches.filter(({ rows }) => rows.total > 0 && rows.total < k)
      for (const branch of small) this.swap(branch, full)
      const rest = small.filter(({ rows }) => rows.total > 0)
      for (const group of this.settings.poolSmall ? this.pooled(rest) : rest.map(({ rows }) => rows)) {
        this.borrow(group, full, path)
      }
      for (const { path: shown, rows } of full) moveAll(rows, this.outputAt(shown).rows)
    }
    for (const { rows } of branches) moveAll(rows, nodeRows)
  }

  /** Fills a small branch up to k from the full one that is purest without those rows, and releases it. */
  swap({ path, rows }: Branch, full: readonly Branch[]): void {
    const { k } = this.settings
    const need = k - rows.total
    if (need / k > this.settings.swappingThreshold) return
    let best: { readonly donor: Branch; readonly takes: Int32Array; readonly entropy: number } | undefined
    for (const donor of full) {
      if (donor.rows.total - k <= need) continue
      const takes = chooseToSwap(donor.rows.counts, rows.counts, need)
      const entropy = entropyAfter(donor.rows.counts, takes)
      if (best === undefined || entropy < best.entropy - 1e-12) best = { donor, takes, entropy }
    }
    if (best === undefined) return
    const output = this.outputAt(path).rows
    moveAll(rows, output)
    moveRows(best.donor.rows, output, best.takes)
    this.swappedRows += need
  }

  /** Releases small rows under the parent's path, with rows of the first full branch that can spare them. */
  borrow(rows: NodeRows, full: readonly Branch[], path: Int32Array): void {
    const { k } = this.settings
    const need = Math.max(0, k - rows.total)
    const donor = full.find((branch) => branch.rows.total - k >= need)
    if (need > 0 && donor === undefined) return
    const output = this.outputAt(path).rows
    const takes = need === 0 ? undefined : this.settings.choose((donor as Branch).rows.counts, rows.counts, need)
    moveAll(rows, output)
    if (takes !== undefined) moveRows((donor as Branch).rows, output, takes)
    this.borrowedRows += need
  }

  pooled(small: readonly Branch[]): NodeRows[] {
    if (small.length === 0) return []
    const pool = small[0].rows
    for (const { rows } of small.slice(1)) moveAll(rows, pool)
    return [pool]
  }

  /** Branches of the root are released or given up whole; given-up rows are one group of `?`. */
  settleRoot(rest: NodeRows, branches: readonly Branch[]): void {
    const { k } = this.settings
    for (const { path, rows } of branches) moveAll(rows, rows.total >= k ? this.outputAt(path).rows : rest)
  }

  /** From the leaves up, an output that breaks a requirement gives up its last value; without one left, it is lost. */
  coarsenBroken(breaks: NonNullable<SuppressSettings['breaks']>, lost: NodeRows): void {
    for (let shown = this.cells.columns.length; shown >= 0; shown--) {
      for (const { path, rows } of this.outputs.values()) {
        if (countShown(path) !== shown) continue
        if (rows.total > 0 && breaks(rows.total, rows.counts))
          moveAll(rows, shown === 0 ? lost : this.outputAt(this.parentPath(path)).rows)
      }
    }
  }

  parentPath(path: Int32Array): Int32Array {
    let last = -1
    for (let node = this.root; node.kind === 'categories' && path[node.column] >= 0; ) {
      last = node.column
      node = node.branches[path[node.column]]
    }
    return path.with(last, -1)
  }

  fillUp(rows: NodeRows): void {
    const { k } = this.settings
    const need = k - rows.total
    let donor: Branch | undefined
    for (const output of this.outputs.values()) {
      if (output.rows.total - need >= k && output.rows.total > (donor?.rows.total ?? 0)) donor = output
    }
    if (donor === undefined) return
    moveRows(donor.rows, rows, this.settings.choose(donor.rows.counts, rows.counts, need))
    this.borrowedRows += need
  }
}

function countShown(path: Int32Array): number {
  return path.reduce((shown, code) => shown + (code >= 0 ? 1 : 0), 0)
}

function collectMoves(outputs: readonly Branch[], lost: NodeRows): Move[] {
  const moves: { cell: number; output: number; rows: number }[] = []
  const collect = (rows: NodeRows, output: number): void => {
    const rowsByCell = new Map<number, number>()
    forEachPiece(rows, (cell, count) => rowsByCell.set(cell, (rowsByCell.get(cell) ?? 0) + count))
    for (const [cell, count] of rowsByCell) moves.push({ cell, output, rows: count })
  }
  outputs.forEach(({ rows }, output) => {
    collect(rows, output)
  })
  collect(lost, -1)
  return moves.sort((a, b) => a.cell - b.cell || a.output - b.output)
}
