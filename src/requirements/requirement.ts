/**
 * The contract of a requirement: a condition on every class. It declares what must be counted and two facts about
 * merging, marks broken classes for the search (which suppresses them), and has the check for verification.
 * To add one: a folder here with a `RequirementRecord`, a line in `index.ts`, and a test that calls
 * `test/promises/requirement.ts`.
 */
import type { Classes } from '../frequency/classes.ts'
import type { FrequencyTable } from '../frequency/frequency-table.ts'
import type { OptionValues, PartRecord } from '../ground/options.ts'
import type { Grouping } from '../hierarchy/grouping.ts'
import type { TaxonomyNode } from '../hierarchy/taxonomy/taxonomy.ts'
import type { COLUMN_TYPES, Role } from '../table/column.ts'
import type { ClassCheck } from './class-check.ts'

export interface ClassRule {
  /** Key in the job file, e.g. `k-anonymity`. */
  readonly name: string
  readonly options: OptionValues
  readonly columns: readonly RequirementColumn[]
  readonly persons?: string
  /** `sizes`: holds exactly if a class has `minimumSize` rows; `codes`: reads shown codes; `counts`: also `counts`. */
  readonly reads: 'sizes' | 'codes' | 'counts'
  readonly counts: readonly string[]
  /** A class of fewer rows (so also of fewer persons) breaks it; 1 if size does not matter. Lets a search prune. */
  readonly minimumSize: number
  /** Fact A: merged classes that hold, hold. Coarser recodings stay acceptable without suppression. */
  readonly mergedHolds: boolean
  /**
   * Fact B: merging a class that holds with any class gives one that holds. A class that breaks it then breaks it in
   * every finer recoding, and coarser ones suppress fewer rows. Implies A.
   */
  readonly mergedWithAnyHolds: boolean
  /** Concerns the whole release: marked last, when the kept classes are known; meaningless for one class. */
  readonly ofRelease?: true
  /**
   * Counts people of the job's register (`population` of the table). The suppressed rows must hold too, because the
   * people who match no kept class are known.
   */
  readonly ofRegister?: true
  /**
   * Lowers `most[c]` to the most rows of each class that can be kept, however it is split. Skips classes with `most[c]`
   * 0; stops after lowering by more than `spare` rows in total. Requires fact A, and rows instead of persons. Bounds
   * the suppression of finer recodings without fact B.
   */
  limitKept?(classes: Classes, frequencies: FrequencyTable, most: Float64Array, spare: number): void
  /** A class of fewer rows breaks it, given the values of all rows; 1 if unknown. */
  fewestRows?(frequencies: FrequencyTable): number
  /** By combination: a class that has it and fewer rows breaks it. Lets a search prune; undefined if unknown. */
  fewestWith?(frequencies: FrequencyTable): Float64Array | undefined
  /** A class of so many rows holds, whichever they are. Without it, `minimumSize` if it reads sizes, otherwise none. */
  enoughRows?(frequencies: FrequencyTable): number
  /**
   * Sets `broken[c]` to 1 for each class c below `classes.count` that breaks it; never clears it. Without `groupings`,
   * classes show the codes of their representatives.
   */
  mark(classes: Classes, frequencies: FrequencyTable, broken: Uint8Array, groupings?: readonly Grouping[]): void
}

export interface Requirement extends ClassRule {
  /** The promise in plain words, for reports: "every row looks like at least 9 others". */
  readonly promise: string
  readonly check: ClassCheck
}

type Usual = 'columns' | 'reads' | 'counts' | 'minimumSize'

/** A requirement as its record makes it: name and options are the record's and the job's. */
export type MadeRequirement = Omit<Requirement, Usual | 'name' | 'options'> &
  Partial<Pick<Requirement, Usual | 'options'>>

/** Adds defaults: reads classes of any size and counts no column. */
export function requirementWith(facts: MadeRequirement & Pick<Requirement, 'name' | 'options'>): Requirement {
  return { columns: [], reads: 'counts', counts: [], minimumSize: 1, ...facts }
}

export interface RequirementColumn {
  readonly name: string
  readonly role: Role
  readonly type?: (typeof COLUMN_TYPES)[number]
  /** For sensitive columns: defines distances between values. */
  readonly order?: readonly string[]
  readonly taxonomy?: TaxonomyNode
}

/** The part that a recoding keeps, to make the requirement again without the job. */
export interface AskedAgain extends Pick<ClassRule, 'name' | 'options' | 'persons'> {
  readonly columns?: readonly RequirementColumn[]
}

export function askedAgain({ name, options, columns, persons }: ClassRule): AskedAgain {
  return { name, options, columns: columns.length === 0 ? undefined : columns, persons }
}

export function countedNoun(persons: string | undefined, count = 2): string {
  return `${persons === undefined ? 'row' : 'person'}${count === 1 ? '' : 's'}`
}

export function sizeDecides(requirements: readonly Pick<ClassRule, 'reads'>[]): boolean {
  return requirements.every(({ reads }) => reads === 'sizes')
}

/** Rows with which any class holds; ∞ if their number is not enough. */
export function enoughRows({ enoughRows, reads, minimumSize }: ClassRule, frequencies: FrequencyTable): number {
  return enoughRows?.(frequencies) ?? (reads === 'sizes' ? minimumSize : Number.POSITIVE_INFINITY)
}

/** The fewest rows of a class under all of them: the k of a job. */
export function smallestAllowedClass(requirements: readonly Pick<ClassRule, 'minimumSize'>[]): number {
  return Math.max(1, ...requirements.map(({ minimumSize }) => minimumSize))
}

/**
 * Whether an unacceptable recoding rules out all finer ones, so that the coarsest can prove that none exists. With B,
 * suppressed classes stay suppressed in finer recodings; with A alone, a broken class has a broken part, which suffices
 * if no row may be suppressed.
 */
export function coarserIsEasier(requirements: readonly ClassRule[], allowedSuppression: number): boolean {
  return requirements.every(
    ({ mergedHolds, mergedWithAnyHolds }) => mergedWithAnyHolds || (mergedHolds && allowedSuppression === 0),
  )
}

/** Describes a requirement in lists, docs and the studio, and makes it from the job file. */
export interface RequirementRecord extends PartRecord {
  /** Required options. Default: all without a default value. */
  readonly required?: readonly string[]
  /** Throws a UserError if an option does not fit a column. */
  make(options: OptionValues, columns: readonly RequirementColumn[], persons?: string): MadeRequirement
}
