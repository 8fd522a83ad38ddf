/**
 * SSE, the information loss of microaggregation (Domingo-Ferrer and Mateo-Sanz 2002): squared differences from the mean
 * of the class over those from the mean of all, for columns that show a number per class. Other columns lose what LM
 * says. Cost: combinations × columns.
 */
import type { Partition } from '../../frequency/classes.ts'
import type { FrequencyTable } from '../../frequency/frequency-table.ts'
import { type Hierarchy, requireNumbers, showsNumber } from '../../hierarchy/hierarchy.ts'
import { type ClassMetric, UTILITY } from '../metric.ts'
import { lossByColumn } from './loss.ts'
import { targetMoments } from './target-dispersion.ts'

export const utilitySquaredError: ClassMetric = {
  ...UTILITY,
  name: 'SSE',
  title: 'Squared error',
  formula:
    'Σ_columns weight · Σ_classes Σ_rows (v − mean of class)² / Σ_rows (v − mean of all)²; columns without ' +
    'numbers: as LM; suppressed: 1',
  reading: '0.05 means that the numbers of classes keep 95 % of the variance of the columns.',
  onlyWhenAsked: true,
  reads: 'shown',
  sums: 'classes',
  growsWithCoarsening: true,
  fallsWhenDivided: true,
  inPublic: () => 'of-released',
  classPrices: (frequencies, { hierarchies, weights }) =>
    hierarchies.flatMap((hierarchy, column) => {
      if (!showsNumber(hierarchy)) return []
      const target = shownNumbers(frequencies, hierarchy, column)
      const { total } = targetMoments(target)
      return [{ of: 'spread', unit: total === 0 ? 0 : weights[column] / total, target }]
    }),
  cellWeights: ({ hierarchies, weights }) => weights.map((weight, i) => (showsNumber(hierarchies[i]) ? 0 : weight)),
  compute(partition, { hierarchies, weights }) {
    const losses = lossByColumn(partition, { hierarchies })
    return hierarchies.reduce(
      (sum, hierarchy, i) =>
        sum + weights[i] * (showsNumber(hierarchy) ? squaredError(partition, hierarchy, i) : losses[i]),
      0,
    )
  },
}

/** The numbers of a column as a target, scaled to at most 1, so that no square is infinite. */
function shownNumbers({ columns, counts, combinations }: FrequencyTable, hierarchy: Hierarchy, column: number) {
  const { low, missing } = requireNumbers(hierarchy)
  const { codes } = columns[column]
  const scale = low.reduce((most, value) => Math.max(most, Math.abs(value) || 0), 0) || 1
  const present = Array.from({ length: combinations }, (_, i) => i).filter((i) => codes[i] !== missing)
  const offsets = new Int32Array(combinations + 1)
  for (const i of present) offsets[i + 1] = 1
  for (let i = 0; i < combinations; i++) offsets[i + 1] += offsets[i]
  return {
    kind: 'numbers' as const,
    name: hierarchy.column,
    values: low.map((value) => value / scale),
    offsets,
    codes: Int32Array.from(present, (i) => codes[i]),
    counts: Int32Array.from(present, (i) => counts[i]),
  }
}

function squaredError(partition: Partition, hierarchy: Hierarchy, column: number): number {
  const { frequencies, classes, suppressed } = partition
  if ('knowsCombinations' in partition && !partition.knowsCombinations) return Number.NaN
  const moments = targetMoments(shownNumbers(frequencies, hierarchy, column))
  const [present, sums, squares] = [0, 0, 0].map(() => new Float64Array(classes.count))
  for (let i = 0; i < frequencies.combinations; i++) {
    const c = classes.classIds[i]
    present[c] += moments.rows[i]
    sums[c] += moments.sums[i]
    squares[c] += moments.squares[i]
  }
  let [error, lost] = [0, 0]
  for (let c = 0; c < classes.count; c++) {
    // A missing value beside numbers is lost: the class shows theirs.
    if (suppressed[c] === 1) lost += classes.sizes[c]
    else if (present[c] > 0) {
      error += Math.max(0, squares[c] - (sums[c] * sums[c]) / present[c])
      lost += classes.sizes[c] - present[c]
    }
  }
  return (moments.total === 0 ? 0 : error / moments.total) + (frequencies.rows === 0 ? 0 : lost / frequencies.rows)
}
