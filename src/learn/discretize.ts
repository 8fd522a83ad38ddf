/**
 * Supervised discretization (Fayyad and Irani 1993): cuts where the classes separate best, recursively, while a cut
 * pays by minimum description length. Cost: a sort, then one pass per level of cuts.
 */
import { firstPlace } from '../ground/sorted.ts'
import { type CodedTable, dropEmptyRows, type NumberColumn } from './coded-table.ts'
import { rankValues } from './decision-tree/training-data.ts'

export type Cuts = Readonly<Record<string, readonly number[]>>

export function findCuts(given: CodedTable): Cuts {
  const table = dropEmptyRows(given)
  return Object.fromEntries(
    table.columns.flatMap((column) => (column.kind === 'numbers' ? [[column.name, cutPoints(column, table)]] : [])),
  )
}

/** `(-inf,20.5]`, `(20.5,61.5]`, `(61.5,inf)`; without cuts `All`. */
export function intervalNames(cuts: readonly number[]): string[] {
  if (cuts.length === 0) return ['All']
  return [
    `(-inf,${cuts[0]}]`,
    ...cuts.slice(1).map((cut, place) => `(${cuts[place]},${cut}]`),
    `(${cuts[cuts.length - 1]},inf)`,
  ]
}

export function findInterval(cuts: readonly number[], value: number): number {
  return firstPlace(cuts.length, (place) => cuts[place] >= value)
}

function cutPoints(column: NumberColumn, table: CodedTable): number[] {
  const classes = table.target.values.length
  const { codes, size, values } = rankValues(column.values)
  const counts = new Float64Array(size * classes)
  for (let row = 0; row < table.rows; row++)
    if (codes[row] >= 0) counts[codes[row] * classes + table.target.codes[row]] += table.weights?.[row] ?? 1
  return cutRanks(counts, classes).map((cut) => (values[cut - 1] + values[cut]) / 2)
}

/** First rank of each part, ascending; `counts` has the rows of each class, rank by rank. */
export function cutRanks(counts: Float64Array, classes: number): number[] {
  const cuts: number[] = []
  const cutRange = (first: number, end: number): void => {
    const cut = bestCut(counts, classes, first, end)
    if (cut === undefined) return
    cutRange(first, cut)
    cuts.push(cut)
    cutRange(cut, end)
  }
  cutRange(0, counts.length / classes)
  return cuts
}

/** First rank of the second half; undefined if no cut pays. */
function bestCut(counts: Float64Array, classes: number, first: number, end: number): number | undefined {
  const whole = new Float64Array(classes)
  for (let cell = first * classes; cell < end * classes; cell++) whole[cell % classes] += counts[cell]
  const total = whole.reduce((sum, count) => sum + count, 0)
  const left = new Float64Array(classes)
  const right = Float64Array.from(whole)
  const before = entropyBits(whole, total)
  let best = before
  let cut = -1
  let bestLeft = left
  let leftTotal = 0
  for (let rank = first; rank + 1 < end; rank++) {
    for (let c = 0; c < classes; c++) {
      const count = counts[rank * classes + c]
      left[c] += count
      right[c] -= count
      leftTotal += count
    }
    const share = leftTotal / total
    const after = share * entropyBits(left, leftTotal) + (1 - share) * entropyBits(right, total - leftTotal)
    if (after < best - 1e-12) {
      best = after
      cut = rank + 1
      bestLeft = left.slice()
    }
  }
  if (cut < 0) return undefined
  const bestRight = whole.map((count, c) => count - bestLeft[c])
  return pays(before - best, total, whole, bestLeft, bestRight) ? cut : undefined
}

/** gain > ( log₂(n − 1) + log₂(3^c − 2) − (c·H − c₁·H₁ − c₂·H₂) ) / n, with c, c₁, c₂ classes present */
function pays(gain: number, n: number, whole: Float64Array, left: Float64Array, right: Float64Array): boolean {
  const terms = [whole, left, right].map((counts) => {
    const present = counts.reduce((sum, count) => sum + (count > 0 ? 1 : 0), 0)
    const total = counts.reduce((sum, count) => sum + count, 0)
    return { present, bits: present * entropyBits(counts, total) }
  })
  const classes = terms[0].present
  // log₂(3^c − 2) = c·log₂ 3 + log₂(1 − 2·3^−c), which does not overflow
  const code = classes * Math.log2(3) + Math.log2(1 - 2 * 3 ** -classes)
  return gain > (Math.log2(n - 1) + code - (terms[0].bits - terms[1].bits - terms[2].bits)) / n
}

/** H = −Σ n/total · log₂ (n/total), in bits; 0 for total 0. */
export function entropyBits(counts: Float64Array, total: number): number {
  let bits = 0
  for (let i = 0; i < counts.length; i++) if (counts[i] > 0) bits -= (counts[i] / total) * Math.log2(counts[i] / total)
  return bits
}
