/**
 * The rows at a node with their fractional weights: a row whose tested value is missing goes down every branch in
 * proportion to the known rows. Two flat arrays, in row order.
 */
import { TINY } from '../learner.ts'
import { rankAtMost, type TrainingData } from './training-data.ts'
import type { SplitNode } from './tree.ts'

export interface Entries {
  readonly rows: Int32Array
  readonly weights: Float64Array
}

export function allEntries(data: TrainingData): Entries {
  const rows = new Int32Array(data.target.length)
  for (let row = 0; row < rows.length; row++) rows[row] = row
  return { rows, weights: data.weights }
}

export function sumClassWeights(data: TrainingData, entries: Entries): Float64Array {
  const { rows, weights } = entries
  const target = data.target
  const sums = new Float64Array(data.classes)
  for (let i = 0; i < rows.length; i++) sums[target[rows[i]]] += weights[i]
  return sums
}

export type SplitTest = Pick<SplitNode, 'kind' | 'column'> & { readonly threshold?: number }

export function divideEntries(data: TrainingData, test: SplitTest, entries: Entries): Entries[] {
  const { codes, size, values } = data.columns[test.column]
  const numeric = test.kind === 'threshold'
  const branches = numeric ? 2 : size
  const limit = numeric ? rankAtMost(values, test.threshold!) : 0
  const { rows, weights } = entries

  const counts = new Int32Array(branches)
  const known = new Float64Array(branches)
  let knownTotal = 0
  let unknown = 0
  for (let i = 0; i < rows.length; i++) {
    const code = codes[rows[i]]
    if (code < 0) unknown++
    else {
      const branch = numeric ? (code <= limit ? 0 : 1) : code
      counts[branch]++
      known[branch] += weights[i]
      knownTotal += weights[i]
    }
  }
  const shares = known.map((weight) => (knownTotal > 0 ? weight / knownTotal : 1 / branches))
  const parts = Array.from(counts, (count, branch) => {
    const length = count + (shares[branch] > TINY ? unknown : 0)
    return { rows: new Int32Array(length), weights: new Float64Array(length) }
  })
  const ends = new Int32Array(branches)
  for (let i = 0; i < rows.length; i++) {
    const code = codes[rows[i]]
    if (code >= 0) {
      const branch = numeric ? (code <= limit ? 0 : 1) : code
      const end = ends[branch]++
      parts[branch].rows[end] = rows[i]
      parts[branch].weights[end] = weights[i]
    } else {
      for (let branch = 0; branch < branches; branch++) {
        if (shares[branch] <= TINY) continue
        const end = ends[branch]++
        parts[branch].rows[end] = rows[i]
        parts[branch].weights[end] = weights[i] * shares[branch]
      }
    }
  }
  return parts
}
