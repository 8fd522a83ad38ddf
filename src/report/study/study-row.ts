/** A row of a study, and the settings of its maps. Everything except `measured` depends on job, data and seed alone. */
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

export interface RuMapSettings {
  /** Registered name of the risk; default `prosecutor` for columns, `smallest-support` for items. */
  readonly risk?: string
  /** Registered name, or `accuracy C4.5` and the like; default `LM` for columns, `ARE` for items. */
  readonly utility?: string
  /** The largest accepted risk, from 0 to 1; default 0.2. */
  readonly ceiling?: number
  /** The knee by angle: on the map (default), or by the literal method of Zhao et al., on the risks alone. */
  readonly knee?: 'angle' | 'zhao'
}

export interface StudySettings extends RuMapSettings {
  readonly title: string
  readonly version: string
  readonly jobs?: Readonly<Record<string, StudyJob>>
}

export interface StudyJob {
  readonly job: string
  readonly recoding?: string
  readonly command: string
}

/** `007`, or `007.3` for the third point of a front. */
export function runName({ run, point }: Pick<StudyRow, 'run' | 'point'>): string {
  return point === undefined ? run : `${run}.${point}`
}
