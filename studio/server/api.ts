/** Answers that every page uses; each step has an `api.ts` beside its routes. Types only, because pages import them. */
import type { OptionRecord, PartRecord, PublishedPart } from '../../src/ground/options.ts'
import type { LearnerRecord } from '../../src/learn/learner.ts'
import type { MetricFacts as Facts } from '../../src/metrics/metric.ts'
import type { FormatRecord } from '../../src/sources/formats/format.ts'

/** `GET api/studio`. */
export interface StudioFacts {
  readonly version: string
  /** The studio's folder, with links resolved; nothing outside it is read or written. */
  readonly folder: string
  readonly threads: number
  /** In bytes. */
  readonly largestUpload: number
  /** Data or job file to open first, relative to the folder. */
  readonly first?: string
}

export interface Failure {
  readonly error: string
  readonly kind: string
  /** For errors that the user can fix: the key, column or file, and the rule. */
  readonly path?: string
  readonly rule?: string
}

/** `GET api/records`: everything that exists, from the records of the command line's `list`. */
export interface Records {
  readonly columns: KindRecords
  readonly items: KindRecords
  readonly learners: readonly Pick<LearnerRecord, 'name' | 'title'>[]
  readonly goals: readonly { readonly name: string; readonly metric: string; readonly title: string }[]
  readonly roles: readonly string[]
  readonly formats: readonly Pick<FormatRecord, 'name' | 'title' | 'label' | 'note' | 'text'>[]
  readonly samples: readonly Pick<PartRecord, 'name' | 'title' | 'summary'>[]
  readonly jobSections: readonly JobSection[]
}

/** The keys of a section of the job file; `columns` has those of one column. */
export interface JobSection {
  /** Empty for the keys of the job itself. */
  readonly key: string
  readonly meaning?: string | undefined
  readonly options: readonly OptionRecord[]
}

export interface KindRecords {
  readonly searches: readonly SearchFacts[]
  readonly usualSearch: string
  readonly metrics: readonly MetricFacts[]
  readonly requirements: readonly RequirementFacts[]
  /** Sentences about job keys that exclude or need each other; keys are between backticks. */
  readonly rules: readonly string[]
}

export interface SearchFacts extends PublishedPart {
  readonly forSmallProblems?: boolean
  /** Baskets only: whether it needs a taxonomy. */
  readonly needsTree?: boolean
}

export interface MetricFacts
  extends Pick<Facts, 'name' | 'title' | 'family' | 'better' | 'formula' | 'reading' | 'usual'> {
  readonly options: readonly OptionRecord[]
  /** Requirement on the table; a search cannot optimize a metric that needs a workload. */
  readonly needs?: string
}

export interface RequirementFacts extends PartRecord {
  /** `privacy.k` is its short form. */
  readonly isK?: boolean
  /** Baskets only: its key in `privacy`, the attacker's knowledge, and the file that it can be read from. */
  readonly job?: { readonly key: string; readonly knows: string; readonly file?: string | undefined }
}
