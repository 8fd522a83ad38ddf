/** Parts of a search result that are stored and drawn, as plain JSON: a greedy search's trail, a front's points. */

/** The steps of a search, and the release after each of them. */
export interface Trail {
  readonly search: 'bottom-up' | 'top-down'
  /** Rows that may be suppressed at each point. */
  readonly allowance: number
  readonly columns: readonly TrailColumn[]
  readonly points: readonly TrailPoint[]
}

export interface TrailColumn {
  readonly column: string
  readonly size: number
  readonly starts: readonly number[]
  /** Codes that a top-down search with suppression may disclose. */
  readonly suppressed?: readonly number[]
}

export interface TrailPoint {
  readonly step?: TrailStep
  /** A(VID): the smallest class after smaller ones are suppressed within the allowance. */
  readonly anonymity: number
  /** Total loss (bottom-up) or gain (top-down) of the steps so far. */
  readonly information: number
  /** By metric name; target metrics only if the table has a target. */
  readonly figures: Readonly<Record<string, number>>
  /** Rows of the classes below the anonymity. */
  readonly suppressed: number
  readonly classes: number
}

export interface TrailStep {
  readonly column: string
  readonly node: string
  readonly from: number
  readonly to: number
  /** Top-down: the first codes of its parts. */
  readonly parts?: readonly number[]
  /** Top-down with suppression: only `from` is disclosed. */
  readonly disclosed?: true
  /** I(G), or the information gain. */
  readonly information: number
  /** P(G), or the anonymity lost by the split. */
  readonly anonymity: number
}

export interface FrontPoint {
  /** Objectives by name, not negated: `k` is the smallest class. */
  readonly objectives: Readonly<Record<string, number>>
  readonly value: number
  readonly NWP: number
  readonly NECD: number
  readonly effectiveK: number
  readonly suppressed: number
  readonly classes: number
  /** Per column: character i is 1 if values i and i + 1 are in different groups. */
  readonly endpoints: readonly string[]
}
