/** Parts of a search result that are kept in files and drawn: the trail of a greedy search, the points of a front. Plain JSON. */

/** The steps of a search, and the release after each of them. */
export interface Trail {
  readonly search: 'bottom-up' | 'top-down'
  /** Rows that may be suppressed at each point. */
  readonly allowance: number
  /** Where the trail begins: the first code of each group of each column. */
  readonly columns: readonly TrailColumn[]
  /** The first point is the beginning, before any step. */
  readonly points: readonly TrailPoint[]
}

export interface TrailColumn {
  readonly column: string
  /** Codes of the domain. */
  readonly size: number
  readonly starts: readonly number[]
  /** Codes that a top-down search with suppression may disclose; absent for other columns. */
  readonly suppressed?: readonly number[]
}

export interface TrailPoint {
  /** The step that led here; absent at the beginning. */
  readonly step?: TrailStep
  /** A(VID): the smallest class, smaller ones being suppressed within the allowance. */
  readonly anonymity: number
  /** Sum over the steps so far of what each lost (bottom-up) or won (top-down). */
  readonly information: number
  /** What would be lost, by the names of the metrics; of the target only where there is one. */
  readonly figures: Readonly<Record<string, number>>
  /** Rows of the classes below the anonymity. */
  readonly suppressed: number
  readonly classes: number
}

export interface TrailStep {
  readonly column: string
  /** The tree node, or the interval, that is merged or split. */
  readonly node: string
  /** First and last code of it. */
  readonly from: number
  readonly to: number
  /** Top-down: the first codes of its parts. */
  readonly parts?: readonly number[]
  /** Top-down with suppression: `from` is disclosed and everything else of the column stays as it is. */
  readonly disclosed?: true
  /** I(G), or the information gain. */
  readonly information: number
  /** P(G), or what the split cost in anonymity. */
  readonly anonymity: number
}

/** A point of a front: its figures and its groupings. */
export interface FrontPoint {
  /** Objectives by name, as they read: `k` is the smallest class, a metric where higher is better is not negated. */
  readonly objectives: Readonly<Record<string, number>>
  /** Goal value. */
  readonly value: number
  readonly NWP: number
  readonly NECD: number
  /** Smallest class. */
  readonly effectiveK: number
  readonly suppressed: number
  readonly classes: number
  /** For each column its endpoints: character i is 1 where value i and value i + 1 are apart. */
  readonly endpoints: readonly string[]
}
