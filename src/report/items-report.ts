/**
 * The report of baskets as data: computed on the way, drawn by `items-html.ts`. Nothing in it depends on the clock, and nothing in it
 * is a suppressed item, a basket, or the support that an itemset had before: only tokens of the release, and counts over many sets.
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
  /** How the queries of ARE were made. */
  readonly workload: string
  /** How many sets of tokens that an attacker may look for are in how many baskets of the release, ascending by support. */
  readonly supports: readonly { readonly support: number; readonly sets: number }[]
  readonly groups: readonly TokenPicture[]
  readonly verification: Verification
  readonly guarantee: Report['guarantee']
}

export interface ItemsAsked extends Asked {
  readonly utility: string
}

/** What became of the baskets. */
export interface BasketFigures {
  /** Baskets of the source, and those left out because they have no item. */
  readonly read: number
  readonly dropped: number
  readonly released: number
  /** Released without any token. */
  readonly empty: number
  /** Items in baskets, each once; repeats inside a basket were merged. */
  readonly occurrences: number
  readonly repeats: number
  readonly items: number
  readonly tokens: number
  readonly suppressedItems: number
  readonly suppressedOccurrences: number
}

/** A token of the release: how many items it stands for, and how many baskets have it. */
export interface TokenPicture {
  readonly token: string
  readonly items: number
  readonly baskets: number
}
