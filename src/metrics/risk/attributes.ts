/**
 * Disclosure by classes of each sensitive column: uniform classes, the largest share of a value, and how far each
 * model is met (distinct and entropy l, t with equal distances, β). Suppressed rows are in no class. Cost: the values
 * in kept classes.
 */
import { classValues } from '../../frequency/class-values.ts'
import type { ColumnsPartition } from '../../frequency/classes.ts'
import type { SensitiveColumn } from '../../frequency/frequency-table.ts'

export type AttributeRisk = ReturnType<typeof measureRisk>

export function attributeRisks(partition: ColumnsPartition): AttributeRisk[] {
  if (partition.keptClasses === 0) return []
  return (partition.frequencies.sensitive ?? []).map((column) => measureRisk(partition, column))
}

function measureRisk({ classes, frequencies, suppressed }: ColumnsPartition, column: SensitiveColumn) {
  const rows = column.overall.reduce((sum, count) => sum + count, 0)
  const values = classValues(classes, frequencies, column.name)
  const risk = {
    column: column.name,
    values: column.overall.reduce((sum, count) => sum + (count > 0 ? 1 : 0), 0),
    uniformClasses: 0,
    uniformRows: 0,
    largestShare: 0,
    distinct: Number.POSITIVE_INFINITY,
    entropy: Number.POSITIVE_INFINITY,
    // Largest distance of a class from all rows (½ Σ |q − p|), and largest gain of a share, (q − p)/p.
    distance: 0,
    gain: 0,
  }
  for (let c = 0; c < classes.count; c++) {
    if (suppressed[c] === 1) continue
    const found = values.of(c)
    let size = 0
    for (let i = 0; i < found; i++) size += values.counts[i]
    let entropy = 0
    let distance = 0
    for (let i = 0; i < found; i++) {
      const share = values.counts[i] / size
      const expected = column.overall[values.codes[i]] / rows
      entropy -= share * Math.log(share)
      if (share > expected) distance += share - expected
      risk.largestShare = Math.max(risk.largestShare, share)
      risk.gain = Math.max(risk.gain, (share - expected) / expected)
    }
    if (found === 1) {
      risk.uniformClasses++
      risk.uniformRows += classes.sizes[c]
    }
    risk.distinct = Math.min(risk.distinct, found)
    risk.entropy = Math.min(risk.entropy, Math.exp(entropy))
    risk.distance = Math.max(risk.distance, distance)
  }
  return {
    ...risk,
    largestShare: roundOff(risk.largestShare),
    entropy: roundOff(risk.entropy),
    distance: roundOff(risk.distance),
    gain: roundOff(risk.gain),
  }
}

/** Rounds to 12 decimals, to hide the order in which person weights were added. */
export function roundOff(figure: number): number {
  return Math.round(figure * 1e12) / 1e12
}
