/**
 * The whole picture of re-identification risk, for `halftone risk`, reports and manifests: highest, average and share at risk. The
 * averages come in both conventions: over the released rows, and over all rows with suppressed ones at risk 0.
 */
import type { Partition } from '../../frequency/classes.ts'
import type { FrequencyTable } from '../../frequency/frequency-table.ts'
import { byPersons } from '../../frequency/persons.ts'
import { expectedMatches } from './marketer.ts'
import { peopleAlike } from './population.ts'
import { type PopulationUniques, populationUniques } from './population-uniques.ts'
import { rowsInClassesBelow } from './uniques.ts'

export interface RiskFigures {
  /** Risk of the row worst off. */
  readonly highest: number
  /** Mean risk of the released rows. */
  readonly average: number
  /** The same over all rows, suppressed ones at risk 0. */
  readonly averageOfAllRows: number
  /** Released rows whose risk is above the threshold, and their share of the released rows. */
  readonly rowsAtRisk: number
  readonly shareAtRisk: number
}

export interface RiskProfile {
  /** What is counted as rows here and below: rows when absent, or persons, each once in every class that has rows of theirs. */
  readonly unit?: 'person'
  readonly rows: number
  readonly releasedRows: number
  readonly suppressedRows: number
  readonly classes: number
  readonly smallestClass: number
  /** Risk above which a row counts as being at risk. */
  readonly threshold: number
  readonly prosecutor: RiskFigures
  /** Against the population; equal to the prosecutor's without one. */
  readonly journalist: RiskFigures
  /** Expected share of right matches when every released row is matched. */
  readonly marketer: number
  readonly uniqueRows: number
  readonly uniqueShare: number
  /** People of the population who are the only ones of their kind, estimated, where its size is known. */
  readonly populationUniques?: PopulationUniques | undefined
}

export interface RiskProfileOptions {
  /** Default 0.2: classes of fewer than 5 are at risk. */
  readonly threshold?: number
  readonly population?: FrequencyTable
  /** How many people the rows are a sample of, where only their number is known. */
  readonly people?: number | undefined
}

export function riskProfile(ofRows: Partition, options: RiskProfileOptions = {}): RiskProfile {
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

/** How many released classes have each size, ascending. */
export function keptSizes({ classes, suppressed }: Partition): { size: number; classes: number }[] {
  const bySize = new Map<number, number>()
  for (let c = 0; c < classes.count; c++) {
    if (suppressed[c] === 0) bySize.set(classes.sizes[c], (bySize.get(classes.sizes[c]) ?? 0) + 1)
  }
  return [...bySize].sort(([a], [b]) => a - b).map(([size, count]) => ({ size, classes: count }))
}

/** Risk 1/F of each row, F the size of its class in `sizes`. */
function figures(partition: Partition, sizes: ArrayLike<number>, threshold: number): RiskFigures {
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
