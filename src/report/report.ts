/**
 * The report as data: computed here, drawn in draw/. Nothing in it depends on the clock, so the same job gives the same bytes,
 * and nothing in it is a raw value of an identifier or of a suppressed row.
 */

import type { AttributeRisk } from '../metrics/risk/attributes.ts'
import type { ColumnRank } from '../metrics/risk/column-ranking.ts'
import type { PopulationUniques } from '../metrics/risk/population-uniques.ts'
import type { PreferenceOutcome } from '../metrics/utility/achievement.ts'
import type { RuleBookPage } from '../presets/presets.ts'
import type { TrailPoint } from '../search/results.ts'
import type { ConvergencePoint, SearchDetails } from '../search/search.ts'
import type { Verification } from '../verification/verification.ts'
import type { BoxesPicture } from './boxes-picture.ts'
import type { FrontPicture } from './front-picture.ts'
import type { Judgement } from './judgement.ts'
import type { ColumnProtection } from './protection-by-group.ts'

export interface Report {
  readonly title: string
  /** Version of Halftone. */
  readonly version: string
  readonly asked: Asked
  readonly found: Found
  readonly rows: RowFigures
  /** Every registered risk metric, for the raw table and for the release. */
  readonly risks: readonly BeforeAfter[]
  /** Every registered utility metric that the table has the columns for. */
  readonly metrics: readonly MetricFigure[]
  /** How many classes of each size the release has, ascending by size; suppressed rows are not among them. */
  readonly classSizes: readonly { readonly size: number; readonly classes: number }[]
  /** Who is protected less: class sizes by value of each quasi-identifier. */
  readonly protection: readonly ColumnProtection[]
  /** Of a goal with a preference. */
  readonly preference?: PreferenceOutcome
  /** Of a search that finds a front. */
  readonly front?: FrontPicture
  /** Where every class shows ranges of its own in every column. */
  readonly boxes?: BoxesPicture
  readonly columns: readonly ColumnPicture[]
  /** Of searches that leave a trail. */
  readonly trail?: TrailPicture
  readonly verification: Verification
  /** The points of the rule book that the job names, and what was seen of each in the release. */
  readonly ruleBook?: RuleBookPage | undefined
  /** Which quasi-identifiers single people out in the table as it was read, most first. */
  readonly ranking?: readonly ColumnRank[] | undefined
  /** What classes say about each sensitive column; none where there is no such column. */
  readonly attributes?: readonly AttributeRisk[]
  /** People of the population who are the only ones of their kind, estimated, where its size is known. */
  readonly populationUniques?: { readonly before: PopulationUniques; readonly after: PopulationUniques } | undefined
  /** What the release is worth; absent in reports that were not judged. */
  readonly judgement?: Judgement
  /** The guarantee in plain words, and what is not protected. */
  readonly guarantee: { readonly holds: readonly string[]; readonly doesNotHold: readonly string[] }
}

export interface Asked {
  readonly source: string
  readonly columns: readonly { readonly name: string; readonly role: string; readonly hierarchy: string }[]
  /** `k-anonymity with k = 10`, … and the promise of each in plain words. */
  readonly requirements: readonly { readonly name: string; readonly promise: string }[]
  /** The smallest class size asked for, where the requirements have one; marked in the picture of class sizes. */
  readonly k?: number
  readonly suppressionLimit: number
  readonly goal: string
  readonly algorithm: string
  readonly options: Readonly<Record<string, unknown>>
  readonly seed: number
}

export interface Found {
  readonly outcome: string
  /** The limit that ended the search. After `time limit` another run may find something else. */
  readonly stopped?: string | undefined
  readonly optimal: boolean
  /** Goal value, where it is defined. */
  readonly value?: number
  /** Absent where rows or items are suppressed: how long a search took depends on them, too. */
  readonly evaluations?: number | undefined
  /** What the search tells of itself, as names and plain values. */
  readonly details: SearchDetails
  readonly convergence: readonly ConvergencePoint[]
}

/** Anonymity against loss, step by step, and what could be released instead. */
export interface TrailPicture {
  /** The name of the search. */
  readonly search: string
  /** Whether each step makes the table coarser; otherwise finer. */
  readonly coarsens: boolean
  /** In the order of the steps; the first is where the search began. */
  readonly points: readonly TrailFigures[]
  /** Where the release stands; `point` is its place on the trail, absent where the search went on from there. */
  readonly release: Pick<TrailFigures, 'anonymity' | 'figures'> & {
    readonly point?: number
    /** What was typed to take it from the trail; absent where it was searched for. */
    readonly command?: string
  }
  /** The points where the smallest class grows. */
  readonly choices: readonly TrailChoice[]
}

export type TrailFigures = Omit<TrailPoint, 'step'>

/** A point of the trail as a release, with the figures that this release would have. */
export interface TrailChoice {
  readonly point: number
  /** The release is this point. */
  readonly released: boolean
  /** The largest k that the point answers. */
  readonly k: number
  readonly figures: TrailFigures['figures']
  readonly suppressed: number
  readonly classes: number
  readonly groups: readonly { readonly column: string; readonly groups: number }[]
  /** What to type, in the folder of the job file, to release it. */
  readonly command: string
}

export interface RowFigures {
  readonly read: number
  /** Left out because a quasi-identifier was missing. */
  readonly missing: number
  readonly suppressed: number
  /** Suppressed rows are in the release with `*`, or were dropped from it. */
  readonly suppressedRows: 'mask' | 'drop'
  readonly released: number
  /** Absent where rows are suppressed: how many values share a group with theirs depends on them, too. */
  readonly combinations?: number | undefined
  readonly classes: number
  readonly smallestClass: number
}

export interface BeforeAfter {
  readonly name: string
  readonly title: string
  readonly formula: string
  readonly reading: string
  readonly better: 'lower' | 'higher'
  /** As the metric declares it. Risks from 0 to 1 are drawn and written as percentages, others as plain figures. */
  readonly range?: readonly [number, number]
  readonly before: number
  readonly after: number
}

export interface MetricFigure {
  readonly name: string
  readonly title: string
  readonly value: number
  readonly better: 'lower' | 'higher'
  readonly range: readonly [number, number]
  readonly formula: string
  readonly reading: string
}

/** One quasi-identifier: its groups in domain order, and its tree when it has one. */
export interface ColumnPicture {
  readonly column: string
  readonly kind: 'tree' | 'number' | 'order'
  /** Mean loss of the column's cells, 0 to 1. */
  readonly loss: number
  readonly groups: readonly GroupPicture[]
  /** For trees: nodes in pre-order; `group` is the node's own group when it is a node of the cut. */
  readonly tree?: readonly {
    readonly name: string
    readonly parent: number
    readonly leaves: number
    readonly group?: number
  }[]
  /** Where cells were left out row by row: released rows that show `?`. */
  readonly leftOut?: number
  /** For numbers: extent of the whole axis. */
  readonly axis?: { readonly low: number; readonly high: number }
}

export interface GroupPicture {
  readonly label: string
  /** Rows released under this label; 0 when all rows of the group were suppressed. */
  readonly rows: number
  /** For numbers: smallest and largest value. */
  readonly low?: number
  readonly high?: number
  /** How many domain values the group holds. */
  readonly values: number
}
