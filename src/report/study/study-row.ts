/** A row of a study. Everything except `measured` depends on job, data and seed alone. */
import type { About } from '../../table/about.ts'

export interface StudyRow {
  /** Index of the run in the grid, from 1, zero-padded: `007`. */
  readonly run: string
  /** For a front: index of the point, from 1. */
  readonly point?: number
  /** Varied settings by their key in the study file: `privacy.k` → 25, `algorithm` → `pcta merge=literal`. */
  readonly settings: Readonly<Record<string, string | number | boolean>>
  readonly data: string
  readonly kind: About
  readonly algorithm: string
  /** Stages before and after the method, for searches that have both. */
  readonly start?: string
  readonly improve?: string
  /** The required k; the smallest class or support may be larger. */
  readonly k?: number
  readonly seed: number
  readonly outcome: 'found' | 'none-exists' | 'cancelled' | 'out-of-budget' | 'failed'
  readonly optimal?: boolean
  readonly error?: string
  readonly rows?: number
  readonly missing?: number
  readonly suppressed?: number
  readonly combinations?: number
  readonly classes?: number
  readonly smallestClass?: number
  readonly evaluations?: number
  /** Utility by registered name, plus ARE, `accuracy C4.5` and the like if requested. */
  readonly metrics: Readonly<Record<string, number>>
  readonly risks: Readonly<Record<string, number>>
  /** Seconds per step and in total, and the peak memory of the process in bytes. */
  readonly measured?: { readonly seconds: Readonly<Record<string, number>>; readonly memory: number }
}
