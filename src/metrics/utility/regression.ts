/**
 * RM, the regression metric (Iyengar 2002, §3.2): the target's dispersion (squared from the mean, or absolute from the
 * median) inside the classes, as a share of that in the whole table. Suppressed rows deviate from the centre of the
 * whole table, so that a lone suppressed row is not free. Cost: target entries, or combinations for squares.
 */
import type { Partition } from '../../frequency/classes.ts'
import type { NumberTarget } from '../../frequency/frequency-table.ts'
import { option } from '../../ground/options.ts'
import { type ClassMetric, metricOptions, UTILITY } from '../metric.ts'
import { classesInOrder } from '../shown.ts'
import { findNumberTarget, targetOption } from '../targets.ts'
import { entriesByValue, targetMoments } from './target-dispersion.ts'

export const utilityRegression: ClassMetric = {
  ...UTILITY,
  name: 'RM',
  title: 'Regression loss',
  formula:
    'Σ_groups Σ_rows D(v, centre of group) / Σ_rows D(v, centre of all); D: squared from the mean or absolute from ' +
    'the median; suppressed rows: centre of all',
  reading: '0.6 means that groups still contain 60 % of the spread of the target; the release explains 40 %.',
  needs: 'number-target',
  goal: 'regression',
  options: [
    targetOption,
    option({ name: 'deviation', type: 'choice', choices: ['variance', 'absolute'], default: 'variance' })`squared
      difference from the mean, or absolute difference from the median`,
  ],
  reads: 'totals',
  sums: 'classes',
  growsWithCoarsening: true,
  fallsWhenDivided: true,
  classPrices(frequencies, settings) {
    if (metricOptions(utilityRegression, settings)['deviation'] === 'absolute') return undefined
    const target = findNumberTarget(utilityRegression, frequencies, settings)
    const { total } = targetMoments(target)
    return [{ of: 'spread', unit: total === 0 ? 0 : 1 / total, target }]
  },
  inPublic: () => 'of-released',
  compute(partition, settings) {
    const target = findNumberTarget(utilityRegression, partition.frequencies, settings)
    return metricOptions(utilityRegression, settings)['deviation'] === 'absolute'
      ? absolute(partition, target)
      : variance(partition, target)
  },
}

/** Centres values (u = v − mean), so that Σu² − (Σu)²/n loses no digits; suppressed rows are Σu². */
function variance(partition: Partition, target: NumberTarget): number {
  const { total, rows, sums, squares, ownRows, ownSums, ownSquares } = targetMoments(target)
  if (total === 0) return 0
  const { classes, suppressed, frequencies } = partition
  const { classIds, count } = classes
  ownRows.fill(0, 0, count)
  ownSums.fill(0, 0, count)
  ownSquares.fill(0, 0, count)
  for (let i = 0; i < frequencies.combinations; i++) {
    const c = classIds[i]
    ownRows[c] += rows[i]
    ownSums[c] += sums[i]
    ownSquares[c] += squares[i]
  }
  const order = classesInOrder(partition)
  let sum = 0
  for (let i = 0; i < count; i++) {
    const c = order[i]
    if (ownRows[c] === 0) continue
    // Σ(v − mean of group)² = Σu² − (Σu)²/n
    const explained = suppressed[c] === 1 ? 0 : (ownSums[c] * ownSums[c]) / ownRows[c]
    sum += Math.max(0, ownSquares[c] - explained)
  }
  return sum / total
}

function absolute(partition: Partition, target: NumberTarget): number {
  const entries = entriesByValue(target)
  const { total, centre, combination, value, rows, ownRows, passed, lower, upper, ownSums } = entries
  if (total === 0) return 0
  const { classes, suppressed } = partition
  const { classIds, count } = classes
  ownRows.fill(0, 0, count)
  passed.fill(0, 0, count)
  ownSums.fill(0, 0, count)
  for (let e = 0; e < rows.length; e++) ownRows[classIds[combination[e]]] += rows[e]
  // Entries ascend by value, so the median of a class is where half of its rows have passed.
  for (let e = 0; e < rows.length; e++) {
    const c = classIds[combination[e]]
    const before = passed[c]
    const after = (passed[c] = before + rows[e])
    const lowerMiddle = (ownRows[c] - 1) >> 1
    const upperMiddle = ownRows[c] >> 1
    if (before <= lowerMiddle && lowerMiddle < after) lower[c] = value[e]
    if (before <= upperMiddle && upperMiddle < after) upper[c] = value[e]
  }
  for (let e = 0; e < rows.length; e++) {
    const c = classIds[combination[e]]
    const median = suppressed[c] === 1 ? centre : (lower[c] + upper[c]) / 2
    ownSums[c] += rows[e] * Math.abs(value[e] - median)
  }
  const order = classesInOrder(partition)
  let sum = 0
  for (let i = 0; i < count; i++) sum += ownSums[order[i]]
  return sum / total
}
