/**
 * CM, the classification metric (Iyengar 2002, §3.2): the share of rows whose target value differs from the label of
 * their class; suppressed rows count as wrong. With a cost matrix a row costs cost(value → label), and the suppressed
 * rows are a class. The label is the majority value, the first declared if equal, or optionally the cheapest one. Cost:
 * classes × target values.
 */

import type { Partition } from '../../frequency/classes.ts'
import type { CategoryTarget } from '../../frequency/frequency-table.ts'
import { userError } from '../../ground/errors.ts'
import { ownValue } from '../../ground/names.ts'
import { option } from '../../ground/options.ts'
import { type ClassMetric, type MetricSettings, metricOptions, UTILITY } from '../metric.ts'
import { findCategoryTarget, targetOption } from '../targets.ts'

const wrongValue = userError('value', 'goal')
const notKnown = userError('known', 'goal')

/** `costs[actual][label]`, in the order of the target's values; by name in a job. */
type Costs = readonly (readonly number[])[]
type NamedCosts = Readonly<Record<string, Readonly<Record<string, number>>>>

const COSTS = '{ own value: { released as: cost } }, 0 on the diagonal and 1 elsewhere where nothing is given'

export const utilityClassification: ClassMetric = {
  ...UTILITY,
  name: 'CM',
  title: 'Classification loss',
  formula: '(1/N) Σ_rows penalty; 1 if suppressed or not of the majority of its class; with costs: cost(value → label)',
  reading: '0.18 means that 18 % of the rows are suppressed or differ from the majority of their class.',
  needs: 'category-target',
  // With costs the majority may be an expensive label that merging fixes, so CM may then fall.
  goal: 'classification',
  options: [
    targetOption,
    option({ name: 'costs', type: 'data', shape: COSTS, check: checkNamedCosts })`cost of releasing a row with one
      target value in a class labelled with another`,
    option({ name: 'assign', type: 'choice', choices: ['majority', 'minimum-cost'], default: 'majority' })`with costs:
      a class is labelled with its majority (the paper) or the cheapest value`,
  ],
  reads: 'totals',
  sums: 'classes',
  fallsWhenDivided: true,
  useless: { above: 'guessing', goal: 'classification', words: 'for classification it is no better than guessing' },
  growsUnder(settings) {
    const { costs, assign } = classificationOptions(settings)
    return costs === undefined || assign === 'minimum-cost'
  },
  inPublic: (settings) => (classificationOptions(settings).costs === undefined ? 'as-it-is' : 'of-released'),
  paysMinority: (settings) => classificationOptions(settings).costs === undefined,
  classPrices(frequencies, settings) {
    if (classificationOptions(settings).costs !== undefined) return undefined
    const { target } = findCategoryTarget(utilityClassification, frequencies, settings)
    return [{ of: 'minority', unit: frequencies.rows === 0 ? 0 : 1 / frequencies.rows, target }]
  },
  // With costs CM is a mean cost, so its range is that of the costs.
  rangeUnder(settings) {
    const costs = classificationOptions(settings).costs?.flat()
    return costs === undefined ? [0, 1] : [Math.min(...costs), Math.max(...costs)]
  },
  settle(options, frequencies) {
    const costs = options['costs'] as NamedCosts | undefined
    if (costs === undefined) return options
    const { target } = findCategoryTarget(utilityClassification, frequencies, { options: { CM: options } })
    return { ...options, costs: costMatrix(costs, target) }
  },
  compute(partition, settings) {
    const { rows } = partition.frequencies
    if (rows === 0) return 0
    const { target, index } = findCategoryTarget(utilityClassification, partition.frequencies, settings)
    const histogram = partition.classes.histograms[index]
    const { costs, assign } = classificationOptions(settings)
    if (costs === undefined) return wrongRows(partition, histogram, target.values.length) / rows
    const choose = assign === 'minimum-cost' ? cheapest : majority
    return costOfRows(partition, histogram, target, costs, choose) / rows
  },
}

function classificationOptions(settings: MetricSettings): {
  readonly costs?: Costs
  readonly assign?: 'majority' | 'minimum-cost'
} {
  return metricOptions(utilityClassification, settings)
}

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
  costs: Costs,
  choose: typeof cheapest,
): number {
  const { classes, suppressed } = partition
  const width = target.values.length
  // moved[actual · width + label]: rows by target value and class label.
  const moved = new Float64Array(width * width)
  const suppressedCounts = new Int32Array(width)
  const move = (counts: Int32Array, start: number): void => {
    const given = choose(counts, start, width, costs)
    for (let actual = 0; actual < width; actual++) moved[actual * width + given] += counts[start + actual]
  }
  for (let c = 0; c < classes.count; c++) {
    if (suppressed[c] === 0) move(histogram, c * width)
    else for (let v = 0; v < width; v++) suppressedCounts[v] += histogram[c * width + v]
  }
  move(suppressedCounts, 0)
  let sum = 0
  for (let actual = 0; actual < width; actual++)
    for (let given = 0; given < width; given++) sum += moved[actual * width + given] * costs[actual][given]
  return sum
}

function majority(counts: Int32Array, start: number, width: number): number {
  let best = 0
  for (let v = 1; v < width; v++) if (counts[start + v] > counts[start + best]) best = v
  return best
}

/** argmin over labels of Σ_actual count(actual) · cost(actual → label). */
function cheapest(counts: Int32Array, start: number, width: number, costs: Costs): number {
  let best = 0
  let least = Number.POSITIVE_INFINITY
  for (let given = 0; given < width; given++) {
    let cost = 0
    for (let actual = 0; actual < width; actual++) cost += counts[start + actual] * costs[actual][given]
    if (cost < least) {
      best = given
      least = cost
    }
  }
  return best
}

function checkNamedCosts(value: unknown): void {
  const isMapping = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)
  const isCost = (value: unknown) => typeof value === 'number' && value >= 0 && Number.isFinite(value)
  const rows = isMapping(value) ? Object.values(value as object) : [undefined]
  if (rows.every((row) => isMapping(row) && Object.values(row as object).every(isCost))) return
  throw wrongValue`goal CM: costs must be a mapping of classes to mappings of classes to numbers of at least 0; got
    ${JSON.stringify(value)}`
}

function costMatrix(costs: NamedCosts, { name, values }: CategoryTarget): number[][] {
  for (const unknown of [...Object.keys(costs), ...Object.values(costs).flatMap((row) => Object.keys(row))]) {
    if (!values.includes(unknown))
      throw notKnown`goal costs name a class "${unknown}" that column "${name}" does not have; it has ${values.length}
        others: see how they are written in the data`
  }
  return values.map((actual) =>
    values.map((as) => ownValue(ownValue(costs, actual) ?? {}, as) ?? (actual === as ? 0 : 1)),
  )
}
