/**
 * The report of baskets as data. It contains no suppressed item, basket or original support: only tokens of the
 * release, and counts over many sets.
 */
import type { Verification } from '../verification/verification.ts'
import type { Asked, BeforeAfter, Found, MetricFigure, Report } from './report.ts'

export interface ItemsReport {
  readonly title: string
  readonly version: string
  readonly asked: ItemsAsked
  readonly found: Found
  readonly rows: BasketFigures
  readonly risks: readonly BeforeAfter[]
  readonly metrics: readonly MetricFigure[]
  readonly workload: string
  /** Number of token sets that an attacker may know, by their support in the release, ascending. */
  readonly supports: readonly { readonly support: number; readonly sets: number }[]
  readonly groups: readonly TokenPicture[]
  readonly verification: Verification
  readonly guarantee: Report['guarantee']
}

export interface ItemsAsked extends Asked {
  readonly utility: string
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
