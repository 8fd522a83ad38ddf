/**
 * The contract of a requirement: what must hold of every class. A search marks the classes that break it; they are suppressed.
 * Verification asks the engine about the written release, with `verification/` knowing nothing of the search.
 */
import type { Classes } from '../frequency/classes.ts'
import type { FrequencyTable } from '../frequency/frequency-table.ts'
import type { OptionRecord, OptionValues } from '../options.ts'

export interface Requirement {
  /** Key in the job file, e.g. `k-anonymity`. */
  readonly name: string
  readonly options: OptionValues
  /** The promise in plain words, for reports: "every row looks like at least 9 others". */
  readonly promise: string
  /**
   * What decides it. `sizes`: it holds exactly when a class has `minimumSize` rows; `codes`: also what the class shows;
   * `counts`: also counted columns. Lets a search leave out what nobody asks about.
   */
  readonly reads: 'sizes' | 'codes' | 'counts'
  /** A class of fewer rows always breaks it; 1 when size does not matter. Lets a search prune. */
  readonly minimumSize: number
  /**
   * Merging classes that hold gives a class that holds: then coarser recodings stay acceptable, and the rows to suppress can
   * only become fewer.
   */
  readonly coarserStaysAcceptable: boolean
  /** What to ask of a random sample with this share of the rows, so that it probably holds of all. */
  forSample(share: number): Requirement
  /** Sets `broken[c]` to 1 for each class c below `classes.count` that breaks the requirement; never clears it. */
  mark(classes: Classes, frequencies: FrequencyTable, broken: Uint8Array): void
}

/** Whether the size of a class alone decides all of them. */
export function sizeDecides(requirements: readonly Pick<Requirement, 'reads'>[]): boolean {
  return requirements.every(({ reads }) => reads === 'sizes')
}

/** The fewest rows that a class may have under all of them: the k of a job. */
export function smallestAllowedClass(requirements: readonly Pick<Requirement, 'minimumSize'>[]): number {
  return Math.max(1, ...requirements.map(({ minimumSize }) => minimumSize))
}

/** What `halftone list requirement`, the docs and the studio show, and how one is made from the job file. */
export interface RequirementRecord {
  readonly name: string
  readonly title: string
  readonly summary: string
  readonly options: readonly OptionRecord[]
  make(options: OptionValues): Requirement
}
