/** What a study's maps and report are made with, besides its rows. */
import type { RunRecoding } from './run-recoding.ts'
import type { StudyRow } from './study-row.ts'

export interface RuMapSettings {
  /** Registered name of the risk; default `prosecutor` for columns, `smallest-support` for items. */
  readonly risk?: string
  /** Registered name of the utility, or `accuracy C4.5` and the like; default `LM` for columns, `ARE` for items. */
  readonly utility?: string
  /** The largest risk that is accepted, from 0 to 1; default 0.2. */
  readonly ceiling?: number
  /** How the knee by angle is found: on the map (default), or by the literal method of Zhao et al., on the risks alone. */
  readonly knee?: 'angle' | 'zhao'
  /** Kneedle's S, above 0; larger asks for a sharper knee. Default 1. */
  readonly sensitivity?: number
}

export interface StudySettings extends RuMapSettings {
  readonly title: string
  /** Halftone's. */
  readonly version: string
  /** How each run is had again, by `runName`. */
  readonly jobs?: Readonly<Record<string, StudyJob>>
}

export interface StudyJob {
  /** The job of this run, as YAML. */
  readonly job: string
  /** Where its recoding lies, as the reader would write it. */
  readonly recoding?: string
  /** What it came to. */
  readonly groups?: RunRecoding
  /** The command that writes its release. */
  readonly command: string
}

/** A row's own name: `007`, or `007.3` for the third point of a front. */
export function runName({ run, point }: Pick<StudyRow, 'run' | 'point'>): string {
  return point === undefined ? run : `${run}.${point}`
}
