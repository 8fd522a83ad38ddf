/**
 * The reports of tables and baskets as data, drawn in draw/. Equal jobs give equal bytes. They contain no raw value of
 * an identifier, a suppressed row or item, and no original support: only labels and tokens of the release, and counts.
 */
import type { MetricFacts } from '../metrics/metric.ts'
import type { AttributeRisk } from '../metrics/risk/attributes.ts'
import type { CandidatesLeft } from '../metrics/risk/candidates.ts'
import type { PopulationUniques } from '../metrics/risk/population-uniques.ts'
import type { PreferenceOutcome } from '../metrics/utility/achievement.ts'
import type { RuleBookPage } from '../presets/presets.ts'
import type { TrailPoint } from '../search/results.ts'
import type { ConvergencePoint, SearchDetails } from '../search/search.ts'
import type { Verification } from '../verification/verification.ts'
import type { AttackReport } from './attack-figures.ts'
import type { Judgement } from './judge/judged-release.ts'
import type { BoxesPicture, ColumnPicture, FrontPicture } from './pictures.ts'

export interface Report {
  readonly title: string
  readonly version: string
  readonly asked: Asked
  readonly found: Found
  readonly rows: RowFigures
  readonly risks: readonly BeforeAfter[]
  readonly metrics: readonly MetricFigure[]
  readonly classSizes: readonly { readonly size: number; readonly classes: number }[]
  readonly preference?: PreferenceOutcome
  readonly front?: FrontPicture
  readonly boxes?: BoxesPicture
  readonly columns: readonly ColumnPicture[]
  readonly trail?: TrailPicture
  readonly verification: Verification
  readonly ruleBook?: RuleBookPage | undefined
  readonly attributes?: readonly AttributeRisk[]
  readonly populationUniques?: { readonly before: PopulationUniques; readonly after: PopulationUniques } | undefined
  readonly judgement?: Judgement
  /** If the job has a ledger. */
  readonly history?: HistoryFigures
  readonly attack?: AttackReport | undefined
  readonly mixed?: MixedFigures
  readonly guarantee: { readonly holds: readonly string[]; readonly doesNotHold: readonly string[] }
}

/** A release among those that are counted together. */
export interface HistoryFigures {
  /** Its number, from 1, and the ledger that it is in, by a part of the first release's digest. */
  readonly release: number
  readonly ledger: string
  /** Private manifest only: the file of the ledger. */
  readonly file?: string | undefined
  readonly rows: number
  /** Mean loss of the cells of present people, against the range of what is shown. */
  readonly loss: number
  /** People who are not shown yet, and releases that one of them has waited for. */
  readonly waiting: number
  readonly longestWait: number
  readonly left: number
}

/** A table with items: what is left to find, and what is lost. */
export interface MixedFigures {
  readonly promises: readonly string[]
  readonly m: number
  /** Items, or facts, that the attacker of `before` and `after` knows, and all of it in words. */
  readonly known: string
  readonly knows: number
  /** Mean loss of the cells, and of the item occurrences. */
  readonly R: number
  readonly T: number
  /** Relative error of count queries about columns and items together. */
  readonly counts: { readonly average: number; readonly median: number; readonly queries: number }
  /** Losses of other classes, from the finest to the coarsest. */
  readonly curve: readonly { readonly R: number; readonly T: number }[]
  readonly before: CandidatesLeft
  readonly after: CandidatesLeft
  readonly shares: readonly { readonly published: string; readonly share: number }[]
  /** Share of the people with items who lose all of them. */
  readonly lostPeople: number
  /** Share of the sensitive items' occurrences that are left out, if the job names sensitive items. */
  readonly lostSensitive?: number | undefined
}

export interface Asked {
  readonly source: string
  readonly columns: readonly { readonly name: string; readonly role: string; readonly hierarchy: string }[]
  readonly requirements: readonly { readonly name: string; readonly promise: string }[]
  readonly k?: number
  readonly suppressionLimit: number
  readonly goal: string
  readonly algorithm: string
  readonly options: Readonly<Record<string, unknown>>
  readonly seed: number
}

export interface Found {
  readonly outcome: string
  /** The limit that ended the search. After `time limit` another run may give another result. */
  readonly stopped?: string | undefined
  readonly optimal: boolean
  readonly value?: number
  /** Absent if rows or items are suppressed: the length of a search depends on them too. */
  readonly evaluations?: number | undefined
  readonly details: SearchDetails
  readonly convergence: readonly ConvergencePoint[]
}

export interface TrailPicture {
  readonly search: string
  /** Whether each step makes the table coarser; otherwise finer. */
  readonly coarsens: boolean
  readonly points: readonly TrailFigures[]
  /** `point` is the index of the release on the trail; absent if the search continued beyond the trail. */
  readonly release: Pick<TrailFigures, 'anonymity' | 'figures'> & { readonly point?: number; readonly command?: string }
  /** The points at which the smallest class grows. */
  readonly choices: readonly TrailChoice[]
}

export type TrailFigures = Omit<TrailPoint, 'step'>

export interface TrailChoice {
  readonly point: number
  readonly released: boolean
  /** The largest k that the point satisfies. */
  readonly k: number
  readonly figures: TrailFigures['figures']
  readonly suppressed: number
  readonly classes: number
  readonly groups: readonly { readonly column: string; readonly groups: number }[]
  readonly command: string
}

export interface RowFigures {
  readonly read: number
  readonly missing: number
  readonly suppressed: number
  readonly suppressedRows: 'mask' | 'drop'
  readonly released: number
  /** Absent if rows are suppressed: how many values share a group depends on them too. */
  readonly combinations?: number | undefined
  readonly classes: number
  readonly smallestClass: number
}

/** The words of a metric, without its code. */
export type DescribedMetric = Omit<MetricFacts, 'family' | 'usual'>

export interface BeforeAfter extends DescribedMetric {
  readonly before: number
  readonly after: number
}

export interface MetricFigure extends DescribedMetric {
  readonly value: number
}

export interface ItemsReport
  extends Pick<Report, 'title' | 'version' | 'found' | 'risks' | 'metrics' | 'verification'> {
  readonly asked: Asked & { readonly utility: string }
  readonly rows: BasketFigures
  readonly workload: string
  /** Number of token sets that an attacker may know, by their support in the release, ascending. */
  readonly supports: readonly { readonly support: number; readonly sets: number }[]
  readonly groups: readonly TokenPicture[]
  readonly guarantee: Report['guarantee']
}

export interface BasketFigures {
  readonly read: number
  readonly dropped: number
  readonly released: number
  readonly empty: number
  readonly occurrences: number
  readonly repeats: number
  readonly items: number
  readonly tokens: number
  readonly suppressedItems: number
  readonly suppressedOccurrences: number
}

export interface TokenPicture {
  readonly token: string
  readonly items: number
  readonly baskets: number
}
