/** The profile of re-identification risk. */
import type { Partition } from '../../frequency/classes.ts'
import { byPersons } from '../../frequency/persons.ts'
import type { MetricSettings } from '../metric.ts'
import { expectedMatches } from './marketer.ts'
import { peopleAlike } from './population.ts'
import { type PopulationUniques, populationUniques } from './population-uniques.ts'
import { rowsInClassesBelow } from './uniques.ts'

export type RiskFigures = ReturnType<typeof figures>

export interface RiskProfile {
  /** The unit of `rows`: rows if absent, or persons, each counted once per class. */
  readonly unit?: 'person'
  readonly rows: number
  readonly releasedRows: number
  readonly suppressedRows: number
  readonly classes: number
  readonly smallestClass: number
  readonly threshold: number
  readonly prosecutor: RiskFigures
  readonly journalist: RiskFigures
  readonly marketer: number
  readonly uniqueRows: number
  readonly uniqueShare: number
  readonly populationUniques?: PopulationUniques | undefined
}

export function riskProfile(
  ofRows: Partition,
  options: Pick<MetricSettings, 'population' | 'people'> & { readonly threshold?: number } = {},
): RiskProfile {
  const partition = byPersons(ofRows)
  const { threshold = 0.2 } = options
  const { frequencies, classes, suppressedRows, keptClasses, smallestClass } = partition
  const releasedRows = frequencies.rows - suppressedRows
  const prosecutor = figures(partition, classes.sizes, threshold)
  const people = peopleAlike(partition, options)
  const against = people ?? classes.sizes
  const matches = expectedMatches(partition, against)
  const uniqueRows = rowsInClassesBelow(partition, 2)
  return {
    rows: frequencies.rows,
    releasedRows,
    suppressedRows,
    classes: keptClasses,
    smallestClass,
    threshold,
    prosecutor,
    journalist: people === undefined ? prosecutor : journalistFigures(partition, against, threshold),
    marketer: share(matches, releasedRows),
    uniqueRows,
    uniqueShare: share(uniqueRows, releasedRows),
    populationUniques:
      options.people === undefined ? undefined : populationUniques(keptSizes(partition), options.people),
  }
}

export function keptSizes({ classes, suppressed }: Partition): { size: number; classes: number }[] {
  const bySize = new Map<number, number>()
  for (let c = 0; c < classes.count; c++)
    if (suppressed[c] === 0) bySize.set(classes.sizes[c], (bySize.get(classes.sizes[c]) ?? 0) + 1)
  return [...bySize].sort(([a], [b]) => a - b).map(([size, count]) => ({ size, classes: count }))
}

function figures(partition: Partition, sizes: ArrayLike<number>, threshold: number) {
  const { classes, suppressed, frequencies, suppressedRows } = partition
  let smallest = Number.POSITIVE_INFINITY
  let rowsAtRisk = 0
  for (let c = 0; c < classes.count; c++) {
    if (suppressed[c] === 1) continue
    if (sizes[c] < smallest) smallest = sizes[c]
    if (1 / sizes[c] > threshold) rowsAtRisk += classes.sizes[c]
  }
  const releasedRows = frequencies.rows - suppressedRows
  // Σ_rows 1/F = Σ_classes f/F
  const sum = expectedMatches(partition, sizes)
  return {
    highest: releasedRows === 0 ? 0 : 1 / smallest,
    average: share(sum, releasedRows),
    averageOfAllRows: share(sum, frequencies.rows),
    rowsAtRisk,
    shareAtRisk: share(rowsAtRisk, releasedRows),
  }
}

/** As for the prosecutor, but the average is max(J/ΣF, (1/n) Σ f/F) over the J released classes. */
function journalistFigures(partition: Partition, sizes: ArrayLike<number>, threshold: number): RiskFigures {
  const plain = figures(partition, sizes, threshold)
  const { classes, suppressed, keptClasses, frequencies, suppressedRows } = partition
  let people = 0
  for (let c = 0; c < classes.count; c++) if (suppressed[c] === 0) people += sizes[c]
  const average = Math.max(share(keptClasses, people), plain.average)
  const releasedRows = frequencies.rows - suppressedRows
  return { ...plain, average, averageOfAllRows: share(average * releasedRows, frequencies.rows) }
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole
}
