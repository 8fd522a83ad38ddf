/**
 * CM, the classification metric (Iyengar 2002, §3.2): the share of rows whose class is not the one their group is known by, a
 * suppressed row counting as wrong. With a cost matrix a row costs cost(own class → class of its group) instead, and the
 * suppressed rows are a group of their own. The class of a group is its majority, the first declared one among equals (the
 * paper), or, if asked, the one that costs least.
 *
 * Cost: classes × target values. Rows are counted whole before costs are taken, so class order does not matter.
 */
import { UserError } from '../../errors.ts'
import type { Partition } from '../../frequency/classes.ts'
import type { CategoryTarget } from '../../frequency/frequency-table.ts'
import type { Metric, MetricSettings } from '../metric.ts'
import { categoryTargetOf } from '../targets.ts'

export const utilityClassification: Metric = {
  name: 'CM',
  title: 'Classification loss',
  family: 'utility',
  better: 'lower',
  range: [0, 1],
  formula:
    '(1/N) Σ_rows penalty; penalty = 1 if suppressed or not of the majority class of its group, else 0; with costs: cost(own class → class of the group)',
  reading: '0.18 means that 18 % of the rows are suppressed or not of the class that most rows looking like them have.',
  needs: 'category-target',
  // With costs the majority may be a dear choice that merging mends: only then can a coarser grouping be cheaper.
  growsWithCoarsening: false,
  growsUnder: (settings) => settings.costs === undefined || settings.assign === 'minimum-cost',
  compute(partition, settings) {
    const { rows } = partition.frequencies
    if (rows === 0) return 0
    const { target, index } = categoryTargetOf(utilityClassification, partition.frequencies, settings)
    const histogram = partition.classes.histograms[index]
    if (settings.costs === undefined) return wrongRows(partition, histogram, target.values.length) / rows
    return costOfRows(partition, histogram, target, settings.costs, settings.assign ?? 'majority') / rows
  },
}

/** Suppressed rows and, of each kept class, size − largest class count. */
function wrongRows(partition: Partition, histogram: Int32Array, width: number): number {
  const { classes, suppressed } = partition
  const { sizes, count } = classes
  let wrong = partition.suppressedRows
  for (let c = 0; c < count; c++) {
    if (suppressed[c] === 1) continue
    let largest = 0
    for (let v = c * width; v < (c + 1) * width; v++) if (histogram[v] > largest) largest = histogram[v]
    wrong += sizes[c] - largest
  }
  return wrong
}

function costOfRows(
  partition: Partition,
  histogram: Int32Array,
  target: CategoryTarget,
  costs: readonly (readonly number[])[],
  assign: NonNullable<MetricSettings['assign']>,
): number {
  const { classes, suppressed } = partition
  const width = target.values.length
  checkCosts(target, costs)
  const choose = assign === 'majority' ? majority : cheapest
  // moved[own · width + given]: rows of class `own` in groups known as `given`.
  const moved = new Float64Array(width * width)
  const suppressedCounts = new Int32Array(width)
  const move = (counts: Int32Array, start: number): void => {
    const given = choose(counts, start, width, costs)
    for (let own = 0; own < width; own++) moved[own * width + given] += counts[start + own]
  }
  for (let c = 0; c < classes.count; c++) {
    if (suppressed[c] === 0) move(histogram, c * width)
    else for (let v = 0; v < width; v++) suppressedCounts[v] += histogram[c * width + v]
  }
  move(suppressedCounts, 0)
  let sum = 0
  for (let own = 0; own < width; own++) {
    for (let given = 0; given < width; given++) sum += moved[own * width + given] * costs[own][given]
  }
  return sum
}

function majority(counts: Int32Array, start: number, width: number): number {
  let best = 0
  for (let v = 1; v < width; v++) if (counts[start + v] > counts[start + best]) best = v
  return best
}

/** argmin over given of Σ_own count(own) · cost(own → given). */
function cheapest(counts: Int32Array, start: number, width: number, costs: readonly (readonly number[])[]): number {
  let best = 0
  let least = Number.POSITIVE_INFINITY
  for (let given = 0; given < width; given++) {
    let cost = 0
    for (let own = 0; own < width; own++) cost += counts[start + own] * costs[own][given]
    if (cost < least) {
      best = given
      least = cost
    }
  }
  return best
}

function checkCosts(target: CategoryTarget, costs: readonly (readonly number[])[]): void {
  const width = target.values.length
  if (costs.length === width && costs.every((row) => row.length === width)) return
  const got = costs.map((row) => row.length).join(', ')
  throw new UserError(
    `costs of CM must be ${width} rows of ${width} numbers, one for each value of "${target.name}" (${target.values.join(', ')}); ` +
      `got rows of ${got || 'nothing'}; give cost[own][released as] for every pair`,
  )
}
