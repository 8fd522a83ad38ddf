/** Settings of a study's maps and report. */
import type { StudyRow } from './study-row.ts'

export interface RuMapSettings {
  /** Registered name of the risk; default `prosecutor` for columns, `smallest-support` for items. */
  readonly risk?: string
  /** Registered name, or `accuracy C4.5` and the like; default `LM` for columns, `ARE` for items. */
  readonly utility?: string
  /** The largest accepted risk, from 0 to 1; default 0.2. */
  readonly ceiling?: number
  /** The knee by angle: on the map (default), or by the literal method of Zhao et al., on the risks alone. */
  readonly knee?: 'angle' | 'zhao'
  /** Kneedle's S, above 0; larger values require a sharper knee. Default 1. */
  readonly sensitivity?: number
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
