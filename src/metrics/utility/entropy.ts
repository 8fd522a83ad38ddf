/**
 * Non-uniform entropy (Gionis and Tassa 2009), normalised: the bits that the release withholds, as a share of the bits the table
 * holds. A cell released as a group leaves −log₂(freq(value)/freq(group)) bits unsaid, frequencies taken from the whole input
 * table; a suppressed cell −log₂(freq(value)/N). Per column the mean is divided by the column's entropy, which is what would be lost
 * if all of it were suppressed; columns are then weighted. A column with one value has nothing to lose: 0.
 *
 * Σ_rows −log₂(freq(value)/freq(group)) = Σ_groups kept(group) · log₂ freq(group) + suppressed · log₂ N − Σ_values freq · log₂ freq,
 * so only rows per group are needed. Cost: classes + kept classes × columns + codes.
 */
import type { FrequencyTable } from '../../frequency/frequency-table.ts'
import { keptRowsByGroup } from '../kept-rows.ts'
import type { Metric } from '../metric.ts'

export const utilityEntropy: Metric = {
  name: 'entropy',
  title: 'Entropy loss',
  family: 'utility',
  better: 'lower',
  range: [0, 1],
  formula:
    'Σ_columns weight · Σ_rows −log₂(freq(value)/freq(released group)) / (N · entropy of the column); suppressed: freq(released group) = N',
  reading: '0.4 means that 40 % of the bits that the columns held can no longer be read from the release.',
  growsWithCoarsening: true,
  compute(partition, settings) {
    const { frequencies, groupings, suppressedRows } = partition
    const { rows } = frequencies
    if (rows === 0) return 0
    const frequenciesOf = columnFrequencies(frequencies)
    const kept = keptRowsByGroup(partition)
    let sum = 0
    for (let column = 0; column < groupings.length; column++) {
      const { counts, weightedLogarithms } = frequenciesOf[column]
      if (counts.includes(rows)) continue
      const whole = rows * Math.log2(rows) - weightedLogarithms
      const { groupOf } = groupings[column]
      let withheld = suppressedRows * Math.log2(rows) - weightedLogarithms
      let from = 0
      while (from < groupOf.length) {
        const group = groupOf[from]
        let frequency = 0
        while (from < groupOf.length && groupOf[from] === group) frequency += counts[from++]
        if (kept[column][group] > 0) withheld += kept[column][group] * Math.log2(frequency)
      }
      sum += settings.weights[column] * Math.min(1, Math.max(0, withheld / whole))
    }
    return sum
  },
}

interface ColumnFrequencies {
  /** Rows of each code. */
  readonly counts: Int32Array
  /** Σ_values freq · log₂ freq. */
  readonly weightedLogarithms: number
}

const known = new WeakMap<FrequencyTable, readonly ColumnFrequencies[]>()

function columnFrequencies(table: FrequencyTable): readonly ColumnFrequencies[] {
  let found = known.get(table)
  if (found === undefined) {
    found = table.columns.map(({ codes, size }) => {
      const counts = new Int32Array(size)
      for (let i = 0; i < table.combinations; i++) counts[codes[i]] += table.counts[i]
      let weightedLogarithms = 0
      for (const count of counts) if (count > 0) weightedLogarithms += count * Math.log2(count)
      return { counts, weightedLogarithms }
    })
    known.set(table, found)
  }
  return found
}
