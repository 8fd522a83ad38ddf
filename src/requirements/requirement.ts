/**
 * The contract of a requirement: what must hold of every class. It declares what must be counted and two facts about merging, marks
 * classes for the search (those that break it are suppressed), and carries the question that verification asks of the written file.
 * What verification cannot ask is never promised.
 *
 * To write your own: a folder here with a `RequirementRecord`, a line in `index.ts`, and a test that calls
 * `test/promises/requirement.ts`.
 */
import type { Classes } from '../frequency/classes.ts'
import type { FrequencyTable } from '../frequency/frequency-table.ts'
import type { OptionValues, PartRecord } from '../ground/options.ts'
import type { Grouping } from '../hierarchy/grouping.ts'
import type { TaxonomyNode } from '../hierarchy/taxonomy/taxonomy.ts'
import type { Role } from '../table/column.ts'
import type { ClassCheck } from './class-check.ts'

/** What a search reads of a requirement. */
export interface ClassRule {
  /** Key in the job file, e.g. `k-anonymity`. */
  readonly name: string
  readonly options: OptionValues
  /** What the plan knows of the columns that it names. */
  readonly columns: readonly RequirementColumn[]
  /** The column that says whose rows they are, where persons are counted and not rows. */
  readonly persons?: string
  /**
   * What decides it. `sizes`: it holds exactly when a class has `minimumSize` rows; `codes`: also what the class shows;
   * `counts`: also the columns in `counts`. Lets a search leave out what nobody asks about.
   */
  readonly reads: 'sizes' | 'codes' | 'counts'
  /** Columns whose values must be counted in every class. */
  readonly counts: readonly string[]
  /** A class of fewer rows always breaks it, so that one of fewer persons does too; 1 when size does not matter. Lets a search prune. */
  readonly minimumSize: number
  /** Fact A: two classes that hold, merged, hold. Coarser recodings stay acceptable as long as nothing is suppressed. */
  readonly mergedHolds: boolean
  /**
   * Fact B: a class that holds, merged with any class, holds. Then what breaks it at a recoding breaks it at every finer one, and rows to
   * suppress become fewer on the way up. It implies A.
   */
  readonly mergedWithAnyHolds: boolean
  /**
   * It is about the release as a whole: it is marked after all others, when it is known which classes are kept, and cannot be asked of a class
   * by itself.
   */
  readonly ofRelease?: true
  /**
   * It counts people of the register that the job names: the table has them as its `population`. The group of suppressed rows must always hold,
   * too: the people of the register who look like no kept class are known, and look like it.
   */
  readonly ofRegister?: true
  /**
   * Lowers `most[c]` to what can be kept of the rows of each class at most, however it is divided; classes with `most[c]` 0 are not looked at,
   * and none any more when more rows than `spare` have been taken off. Only with fact A, of rows and not of persons. Lets a search bound what
   * finer recodings suppress where fact B is missing.
   */
  limitKept?(classes: Classes, frequencies: FrequencyTable, most: Float64Array, spare: number): void
  /** A class of fewer rows breaks it, by what the values of all rows are; 1 where nothing is known. */
  fewestRows?(frequencies: FrequencyTable): number
  /** What to ask of a random sample with this share of the rows, so that it probably holds of all. */
  forSample(share: number): ClassRule
  /**
   * Sets `broken[c]` to 1 for each class c below `classes.count` that breaks the requirement; never clears it. Classes show their `groupings`, or the
   * codes of their representatives where none are given.
   */
  mark(classes: Classes, frequencies: FrequencyTable, broken: Uint8Array, groupings?: readonly Grouping[]): void
}

export interface Requirement extends ClassRule {
  /** The promise in plain words, for reports: "every row looks like at least 9 others". */
  readonly promise: string
  /** What verification asks of the written file. */
  readonly check: ClassCheck
}

type Usual = 'columns' | 'reads' | 'counts' | 'minimumSize' | 'forSample'

/** With what is usual: it reads classes of any size, counts no column in them, and asks of a sample what it asks of all. */
export function requirementWith(own: Omit<Requirement, Usual> & Partial<Pick<Requirement, Usual>>): Requirement {
  const requirement: Requirement = {
    columns: [],
    reads: 'counts',
    counts: [],
    minimumSize: 1,
    forSample: () => requirement,
    ...own,
  }
  return requirement
}

/** A column of the plan, as far as a requirement may want to know it. Plain data. */
export interface RequirementColumn {
  readonly name: string
  readonly role: Role
  readonly type?: 'numeric' | 'date' | 'prefix' | 'category'
  /** From first to last, where the job gives an order. */
  readonly order?: readonly string[]
  readonly taxonomy?: TaxonomyNode
}

/** What a recoding keeps of a requirement, so that it can be made again without the job. */
export interface AskedAgain extends Pick<ClassRule, 'name' | 'options' | 'persons'> {
  readonly columns?: readonly RequirementColumn[]
}

export function askedAgain({ name, options, columns, persons }: ClassRule): AskedAgain {
  return { name, options, columns: columns.length === 0 ? undefined : columns, persons }
}

/** What is counted, for sentences. */
export function countedNoun(persons: string | undefined, count = 2): string {
  return `${persons === undefined ? 'row' : 'person'}${count === 1 ? '' : 's'}`
}

/** Whether the size of a class alone decides all of them. */
export function sizeDecides(requirements: readonly Pick<ClassRule, 'reads'>[]): boolean {
  return requirements.every(({ reads }) => reads === 'sizes')
}

/** The fewest rows that a class may have under all of them: the k of a job. */
export function smallestAllowedClass(requirements: readonly Pick<ClassRule, 'minimumSize'>[]): number {
  return Math.max(1, ...requirements.map(({ minimumSize }) => minimumSize))
}

/**
 * Whether a recoding that is not acceptable rules out all finer ones, so that "none exists" can be said from the coarsest. With B what is
 * suppressed stays suppressed below; with A alone a class that breaks has a part that breaks, which is enough where no row may be suppressed.
 */
export function coarserIsEasier(requirements: readonly ClassRule[], allowedSuppression: number): boolean {
  return requirements.every(
    ({ mergedHolds, mergedWithAnyHolds }) => mergedWithAnyHolds || (mergedHolds && allowedSuppression === 0),
  )
}

/** What `halftone list requirement`, the docs and the studio show, and how one is made from the job file. */
export interface RequirementRecord extends PartRecord {
  /** Options that must be given; all without a default when absent. */
  readonly required?: readonly string[]
  /**
   * `columns` are those of the plan; `persons` is the column of persons, where these are counted. Throws a UserError where an option and a
   * column do not go together.
   */
  make(options: OptionValues, columns: readonly RequirementColumn[], persons?: string): Requirement
}
