/**
 * Cuts of some combinations in two, by what the tight boxes of both sides lose (LeFevre, DeWitt, Ramakrishnan 2006,
 * with the loss in place of the median). Combinations stay whole. Cost: combinations × columns, and a sort.
 */
import type { FrequencyTable } from '../../frequency/frequency-table.ts'
import type { Moments } from '../../metrics/utility/target-dispersion.ts'
import type { CellLoss } from './cell-goal.ts'

/** First and last code in each column. */
export interface Box {
  readonly low: Int32Array
  readonly high: Int32Array
}

/** Loss of a row of the box; its codes start at `at`. */
export type BoxLoss = (box: Box, at?: number) => number

/** Sums the loss of each column. */
export function boxLossBy(losses: readonly CellLoss[]): BoxLoss {
  return ({ low, high }, at = 0) => {
    let sum = 0
    for (let c = 0; c < losses.length; c++) sum += losses[c](low[at + c], high[at + c])
    return sum
  }
}

export interface CutTask {
  readonly frequencies: Pick<FrequencyTable, 'columns' | 'counts'>
  readonly boxLoss: BoxLoss
  readonly k: number
  /** Whether a class of these combinations meets what is asked beyond its size; absent if nothing is. */
  readonly allows?: ((members: Int32Array) => boolean) | undefined
  /** Columns that show a number per class: moments of each combination, and the cost of a squared difference. */
  readonly numbers?: readonly { readonly moments: Moments; readonly unit: number }[]
}

export interface HullCut {
  readonly sorted: Int32Array
  /** Combinations and rows of the first half. */
  readonly at: number
  readonly rows: number
  readonly loss: number
}

export function hullOf({ columns }: CutTask['frequencies'], members: ArrayLike<number>): Box {
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

/** The members in the order of their keys; equal ones keep their places. */
export function sortedBy(members: Int32Array, key: (member: number) => number): Int32Array {
  const n = members.length
  const keys = new Float64Array(n)
  for (let i = 0; i < n; i++) keys[i] = key(members[i]) * n + i
  return Int32Array.from(keys.sort(), (key) => members[key % n])
}

/** Cuts between combinations with different keys, in the order of these. */
export function cutsBy(
  task: CutTask,
  members: Int32Array,
  rows: number,
  key: (combination: number) => number,
): HullCut[] {
  const { boxLoss, k, allows, numbers = [] } = task
  const { columns, counts } = task.frequencies
  const n = members.length
  const sorted = sortedBy(members, key)
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
  const spreads = numbers.length === 0 ? [] : [spreadCosts(task, sorted), spreadCosts(task, sorted.toReversed())]
  const before = { low: new Int32Array(width).fill(2 ** 30), high: new Int32Array(width).fill(-1) }
  const cuts: HullCut[] = []
  let size = 0
  for (let i = 0; i < n - 1; i++) {
    for (let c = 0; c < width; c++) {
      const code = columns[c].codes[sorted[i]]
      if (code < before.low[c]) before.low[c] = code
      if (code > before.high[c]) before.high[c] = code
    }
    size += counts[sorted[i]]
    if (size < k || rows - size < k || key(sorted[i]) === key(sorted[i + 1])) continue
    let loss = size * boxLoss(before) + (rows - size) * boxLoss(after, (i + 1) * width)
    if (spreads.length > 0) loss += spreads[0][i] + spreads[1][n - 2 - i]
    // Without a judge only the best cut counts.
    if (allows === undefined && loss >= (cuts[0]?.loss ?? Number.POSITIVE_INFINITY) - TOLERANCE) continue
    if (allows === undefined) cuts.length = 0
    cuts.push({ sorted, at: i + 1, rows: size, loss })
  }
  return cuts
}

const TOLERANCE = 1e-12

/** Cuts from the cheapest on; of equal ones the first. */
export function* cheapestFirst(cuts: readonly HullCut[]): Generator<HullCut, void> {
  for (const open = [...cuts]; open.length > 0; ) {
    let best = 0
    for (let i = 1; i < open.length; i++) if (open[i].loss < open[best].loss - TOLERANCE) best = i
    yield open.splice(best, 1)[0]
  }
}

/** For each number of combinations from the first on, what the numbers that they show as one class lose. */
function spreadCosts({ numbers = [] }: CutTask, sorted: Int32Array): Float64Array {
  const costs = new Float64Array(sorted.length)
  for (const { moments, unit } of numbers) {
    let [present, sum, squares] = [0, 0, 0]
    sorted.forEach((combination, place) => {
      present += moments.rows[combination]
      sum += moments.sums[combination]
      squares += moments.squares[combination]
      if (present > 0) costs[place] += unit * Math.max(0, squares - (sum * sum) / present)
    })
  }
  return costs
}
