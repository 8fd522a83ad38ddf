/**
 * Chooses a split as C4.5 (release 8): the highest gain ratio among columns whose gain is at least average (Quinlan,
 * "Improved use of continuous attributes in C4.5", 1996; constants of Weka's J48). Cost: one counting pass over the
 * rows per column; ranks are sorted if the node has far fewer rows than the column has values.
 */
import { TINY } from '../learner.ts'
import type { Entries, SplitTest } from './entries.ts'
import { rankAtMost, type TrainingColumn, type TrainingData } from './training-data.ts'
import { sum } from './tree.ts'

export interface SplitWorth {
  readonly gain: number
  readonly splitInformation: number
  readonly gainRatio: number
}

export type SplitChooser = ReturnType<typeof splitChooser>

export function splitChooser(data: TrainingData, minimum: number) {
  const { classes } = data
  const manyValued = data.columns.map((column) => column.kind === 'categories' && column.size >= 0.3 * data.rows - TINY)
  const allManyValued = manyValued.every(Boolean)
  const widest = Math.max(0, ...data.columns.map(({ kind, size }) => (kind === 'categories' ? size : 0)))
  const found: RankCounts = { counts: new Float64Array(widest * classes), ranks: new Int32Array(0) }
  const below = new Float64Array(classes)
  const known = new Float64Array(classes)

  function weigh(entries: Entries, column: number, weight = sum(entries.weights)) {
    return data.columns[column].kind === 'categories'
      ? weighCategories(entries, column, weight)
      : weighNumbers(entries, column, weight)
  }

  function weighCategories(entries: Entries, column: number, weight: number) {
    const { codes, size } = data.columns[column]
    const { counts } = found
    counts.fill(0, 0, size * classes)
    countCodes(counts, codes, data.target, classes, entries)
    let large = 0
    let knownWeight = 0
    let after = 0
    let splitTerms = 0
    known.fill(0)
    for (let code = 0, cell = 0; code < size; code++) {
      let branch = 0
      for (let c = 0; c < classes; c++, cell++) {
        const count = counts[cell]
        branch += count
        known[c] += count
        after -= logTerm(count)
      }
      if (branch >= minimum - TINY) large++
      knownWeight += branch
      const term = logTerm(branch)
      after += term
      splitTerms += term
    }
    if (large < 2) return undefined
    const gain = informationGain(entropyTerms(known, knownWeight), after, knownWeight, weight)
    return { test: { kind: 'categories', column } as SplitTest, ...worth(gain, splitTerms, knownWeight, weight) }
  }

  function weighNumbers(entries: Entries, column: number, weight: number) {
    const { values } = data.columns[column]
    const groups = countRanks(found, entries, data.columns[column], data)
    const { counts, ranks } = found
    known.fill(0)
    for (let cell = 0; cell < groups * classes; cell++) known[cell % classes] += counts[cell]
    const knownWeight = sum(known)
    // 0.1 · known weight / classes, from M to 25
    const fair = (0.1 * knownWeight) / classes
    const smallest = fair <= minimum + TINY ? minimum : Math.min(fair, 25)
    if (knownRows(entries, data.columns[column], data.weights) < 2 * smallest - TINY) return undefined

    const before = entropyTerms(known, knownWeight)
    below.fill(0)
    let belowWeight = 0
    let candidates = 0
    let best = 0
    let bestGroup = -1
    let bestBelow = 0
    for (let group = 0; group + 1 < groups; group++) {
      for (let c = 0; c < classes; c++) {
        const count = counts[group * classes + c]
        below[c] += count
        belowWeight += count
      }
      if (values[ranks[group]] + 1e-5 >= values[ranks[group + 1]]) continue
      const aboveWeight = knownWeight - belowWeight
      if (belowWeight < smallest - TINY || aboveWeight < smallest - TINY) continue
      candidates++
      let after = logTerm(belowWeight) + logTerm(aboveWeight)
      for (let c = 0; c < classes; c++) after -= logTerm(below[c]) + logTerm(known[c] - below[c])
      const gain = informationGain(before, after, knownWeight, weight)
      if (gain > best + TINY) {
        best = gain
        bestGroup = group
        bestBelow = belowWeight
      }
    }
    if (bestGroup < 0) return undefined
    // The penalty for choosing among the candidate thresholds.
    const gain = best - Math.log2(candidates) / weight
    if (gain <= TINY) return undefined
    const low = values[ranks[bestGroup]]
    const high = values[ranks[bestGroup + 1]]
    const middle = (low + high) / 2
    // The largest training value up to the middle, so that a threshold is a value that occurs.
    const threshold = values[rankAtMost(values, middle === high ? low : middle)]
    const splitTerms = logTerm(bestBelow) + logTerm(knownWeight - bestBelow)
    const test = { kind: 'threshold', column, threshold } as SplitTest
    return { test, ...worth(gain, splitTerms, knownWeight, weight) }
  }

  return {
    weigh,
    /** Returns undefined if the node should be a leaf. */
    choose(entries: Entries, classWeights: Float64Array): SplitTest | undefined {
      const weight = sum(classWeights)
      if (weight < 2 * minimum - TINY || classWeights.some((one) => Math.abs(one - weight) < TINY)) return undefined
      const options = data.columns.map((_, column) => weigh(entries, column, weight))
      return bestTest(options, (column) => allManyValued || !manyValued[column])
    },
  }
}

/** The best gain ratio among splits of at least the mean gain; `isUsable` columns count in the mean. */
function bestTest(
  options: readonly ((SplitWorth & { readonly test: SplitTest }) | undefined)[],
  isUsable: (column: number) => boolean,
): SplitTest | undefined {
  const gains = options.flatMap((option, column) => (option && isUsable(column) ? [option.gain] : []))
  if (gains.length === 0) return undefined
  const least = gains.reduce((total, gain) => total + gain, 0) / gains.length - 0.001
  let best: SplitTest | undefined
  let bestRatio = 0
  for (const option of options) {
    if (option && option.gain >= least && option.gainRatio > bestRatio + TINY) {
      best = option.test
      bestRatio = option.gainRatio
    }
  }
  return best
}

function countCodes(
  counts: Float64Array,
  codes: Int32Array,
  target: Int32Array,
  classes: number,
  { rows, weights }: Entries,
): void {
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]
    const code = codes[row]
    if (code >= 0) counts[code * classes + target[row]] += weights[i]
  }
}

/** Room for counts by rank; it grows with the largest column. */
interface RankCounts {
  counts: Float64Array
  ranks: Int32Array
}

/** Class counts by distinct rank: `ranks[group]` ascending, `counts[group * classes + class]`; returns the groups. */
function countRanks(found: RankCounts, entries: Entries, column: TrainingColumn, data: TrainingData): number {
  const { codes, size } = column
  const { rows, weights } = entries
  const { target, classes } = data
  const room = Math.max(size, rows.length)
  if (found.ranks.length < room) found.ranks = new Int32Array(room)
  if (found.counts.length < room * classes) found.counts = new Float64Array(room * classes)
  const { ranks, counts } = found
  let groups = 0
  if (size <= 8 * rows.length) {
    counts.fill(0, 0, size * classes)
    countCodes(counts, codes, target, classes, entries)
    for (let rank = 0; rank < size; rank++) {
      let weight = 0
      for (let c = 0; c < classes; c++) weight += counts[rank * classes + c]
      if (weight === 0) continue
      for (let c = 0; c < classes; c++) counts[groups * classes + c] = counts[rank * classes + c]
      ranks[groups++] = rank
    }
    return groups
  }
  // Rank and row index in one number (both below 2^26), for a native sort.
  const keys = new Float64Array(rows.length)
  let length = 0
  for (let i = 0; i < rows.length; i++) {
    const code = codes[rows[i]]
    if (code >= 0) keys[length++] = code * rows.length + i
  }
  const sorted = keys.subarray(0, length).sort()
  let previous = -1
  for (let k = 0; k < length; k++) {
    const rank = Math.floor(sorted[k] / rows.length)
    const place = sorted[k] - rank * rows.length
    if (rank !== previous) {
      ranks[groups] = previous = rank
      counts.fill(0, groups * classes, (groups + 1) * classes)
      groups++
    }
    counts[(groups - 1) * classes + target[rows[place]]] += weights[place]
  }
  return groups
}

/** Counts each row as 1, even if only a fraction is here. */
function knownRows({ rows }: Entries, { codes }: TrainingColumn, weights: Float64Array): number {
  let count = 0
  for (let i = 0; i < rows.length; i++) if (codes[rows[i]] >= 0) count += weights[rows[i]]
  return count
}

/** weight · H = weight·log₂ weight − Σ n_c·log₂ n_c */
function entropyTerms(classCounts: Float64Array, weight: number): number {
  let terms = logTerm(weight)
  for (let c = 0; c < classCounts.length; c++) terms -= logTerm(classCounts[c])
  return terms
}

/** Rows with a missing value count as one more branch of the split information. */
function worth(gain: number, splitTerms: number, knownWeight: number, weight: number): SplitWorth {
  const information = logTerm(weight) - splitTerms - logTerm(weight - knownWeight)
  const splitInformation = information / weight
  return { gain, splitInformation, gainRatio: Math.abs(information) < TINY ? 0 : gain / splitInformation }
}

function logTerm(x: number): number {
  return x < TINY ? 0 : x * Math.log2(x)
}

/** gain = (W_known / W) · (H − Σ share · H_branch), from weight · H before and after. */
function informationGain(before: number, after: number, knownWeight: number, weight: number): number {
  const saved = (knownWeight / weight) * (before - after)
  return Math.abs(saved) < TINY ? 0 : saved / knownWeight
}
