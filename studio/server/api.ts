/** What the server tells every page; each step has its own `api.ts` beside its routes. Types only: pages import them. */

import type { OptionRecord, PartRecord, PublishedPart } from '../../src/ground/options.ts'
import type { LearnerRecord } from '../../src/learn/learner.ts'
import type { FormatRecord } from '../../src/sources/formats/format.ts'

/** `GET api/studio`. */
export interface StudioFacts {
  readonly version: string
  readonly folder: string
  readonly threads: number
  readonly largestUpload: number
  /** Whether runs can be paused on this system. */
  readonly canPause: boolean
  /** A data or job file to open first, relative to the folder. */
  readonly first?: string
}

/** Every answer that is no success. */
export interface Failure {
  readonly error: string
  readonly kind: string
  /** Of what a person can put right: the key, column or file that it is about, and the rule. */
  readonly path?: string
  readonly rule?: string
}

/** `GET api/records`: what exists, from the same records as the command line's `list`. */
export interface Records {
  /** For tables, and for baskets. */
  readonly columns: KindRecords
  readonly items: KindRecords
  readonly learners: readonly Pick<LearnerRecord, 'name' | 'title' | 'summary' | 'isBaseline'>[]
  /** Named goals, the metric each stands for and its title. */
  readonly goals: readonly { readonly name: string; readonly metric: string; readonly title: string }[]
  readonly roles: readonly string[]
  readonly formats: readonly Pick<FormatRecord, 'name' | 'title' | 'label' | 'note' | 'text'>[]
  /** Made-up data to try things with. */
  readonly samples: readonly Pick<PartRecord, 'name' | 'title' | 'summary'>[]
}

export interface KindRecords {
  readonly searches: readonly SearchFacts[]
  /** The search of jobs that name none. */
  readonly usualSearch: string
  readonly metrics: readonly MetricFacts[]
  readonly requirements: readonly RequirementFacts[]
}

export interface SearchFacts extends PublishedPart {
  readonly forSmallProblems?: boolean
  /** Of baskets: whether it works along a tree of items. */
  readonly needsTree?: boolean
}

export interface MetricFacts {
  readonly name: string
  readonly title: string
  readonly family: 'utility' | 'risk'
  readonly better: 'lower' | 'higher'
  readonly formula: string
  readonly reading: string
  readonly options: readonly OptionRecord[]
  /** What a table must have for it; a search cannot look for one that needs a workload. */
  readonly needs?: string
  /** Shown where there is room for one. */
  readonly usual?: boolean
}

export interface RequirementFacts extends PartRecord {
  /** `privacy.k` stands for it. */
  readonly isK?: boolean
  /** On baskets: its key of `privacy`, what somebody may know, and what its file is called where it may be read from one. */
  readonly job?: { readonly key: string; readonly knows: string; readonly file?: string | undefined }
}
