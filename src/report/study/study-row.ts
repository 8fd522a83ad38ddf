/**
 * A row of a study: one run and what it came to. Maps, comparisons and fronts are views of a list of these. Everything but
 * `measured` depends on job, data and seed alone.
 */
import type { About } from '../../table/about.ts'

export interface StudyRow {
  /** Place of the run in the grid, from 1, as text of equal length: `007`. */
  readonly run: string
  /** Of a front: the place of the point, from 1. */
  readonly point?: number
  /** What varies, by its key in the study file, as words: `privacy.k` → 25, `algorithm` → `pcta merge=literal`. */
  readonly settings: Readonly<Record<string, string | number | boolean>>
  /** The data set, by the name of its file. */
  readonly data: string
  readonly kind: About
  readonly algorithm: string
  /** What came before and after the method, of searches that have both. */
  readonly start?: string
  readonly improve?: string
  /** What was asked for; the smallest class or support may be larger. */
  readonly k?: number
  readonly seed: number
  readonly outcome: 'found' | 'none-exists' | 'cancelled' | 'out-of-budget' | 'failed'
  readonly optimal?: boolean
  /** Why there is no release. */
  readonly error?: string
  readonly rows?: number
  readonly missing?: number
  readonly suppressed?: number
  readonly combinations?: number
  readonly classes?: number
  readonly smallestClass?: number
  readonly evaluations?: number
  /** Utility by registered name, ARE and `accuracy C4.5` and the like with them, where they were asked for. */
  readonly metrics: Readonly<Record<string, number>>
  /** Risk of the release by registered name. */
  readonly risks: Readonly<Record<string, number>>
  /** Seconds by step, with the total, and the largest memory of the run's process in bytes. */
  readonly measured?: { readonly seconds: Readonly<Record<string, number>>; readonly memory: number }
}
