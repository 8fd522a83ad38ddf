/**
 * Non-uniform entropy (Gionis and Tassa 2009), normalized: a generalized cell withholds −log₂(freq(value)/freq(group))
 * bits, a suppressed one −log₂(freq(value)/N); each column's mean is divided by its entropy, constant columns lose 0.
 * Σ_rows −log₂(freq(value)/freq(group)) = Σ_groups kept(group) · log₂ freq(group) + suppressed · log₂ N − Σ_values freq
 * · log₂ freq, so only rows per group are needed.
 */
import type { FrequencyTable } from '../../frequency/frequency-table.ts'
import { rowsBelow, rowsByCode } from '../../frequency/rows-by-code.ts'
import { madeOnce } from '../../ground/made-once.ts'
import { type CellMetric, UTILITY_OF_CELLS } from '../metric.ts'
import { shownByColumn } from '../shown.ts'

export const utilityEntropy: CellMetric = {
  ...UTILITY_OF_CELLS,
  name: 'entropy',
  title: 'Entropy loss',
  formula:
    'Σ_columns weight · Σ_rows −log₂(freq(value)/freq(group)) / (N · entropy of the column); suppressed: ' +
    'freq(group) = N',
  reading: '0.4 means that 40 % of the bits in the columns can no longer be read from the release.',
  inPublic: () => 'of-released-and-1',
  prices(frequencies) {
    const { rows } = frequencies
    const columns = columnFrequencies(frequencies).map(({ upTo, weightedLogarithms, isOne }) => {
      if (isOne) return { shown: () => 0, leftOut: 0, offset: 0 }
      const whole = rows * Math.log2(rows) - weightedLogarithms
      const perBit = rows / whole
      return {
        shown: (low: number, high: number) => perBit * bits(upTo[high + 1] - upTo[low]),
        leftOut: perBit * Math.log2(rows),
        offset: -weightedLogarithms / whole,
      }
    })
    return { columns, suppressedRow: 0 }
  },
  compute(partition, settings) {
    const { frequencies } = partition
    const { rows } = frequencies
    if (rows === 0) return 0
    const readFrequencies = columnFrequencies(frequencies)
    const shown = shownByColumn(partition)
    let sum = 0
    for (let column = 0; column < shown.length; column++) {
      const { upTo, weightedLogarithms, isOne } = readFrequencies[column]
      if (isOne) continue
      const { count, low, high, rows: showing, leftOut } = shown[column]
      const whole = rows * Math.log2(rows) - weightedLogarithms
      let withheld = leftOut * Math.log2(rows) - weightedLogarithms
      for (let i = 0; i < count; i++) withheld += showing[i] * bits(upTo[high[i] + 1] - upTo[low[i]])
      sum += settings.weights[column] * Math.min(1, Math.max(0, withheld / whole))
    }
    return sum
  },
}

/** A range without rows withholds nothing. */
function bits(rows: number): number {
  return rows === 0 ? 0 : Math.log2(rows)
}

const columnFrequencies = madeOnce((table: FrequencyTable) =>
  table.columns.map((_, column) => {
    const counts = rowsByCode(table, column)
    // Σ_values freq · log₂ freq.
    let weightedLogarithms = 0
    for (const count of counts) if (count > 0) weightedLogarithms += count * Math.log2(count)
    return { upTo: rowsBelow(table, column), isOne: counts.includes(table.rows), weightedLogarithms }
  }),
)
