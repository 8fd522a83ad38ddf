/**
 * The contract of a sample: a kind of made-up data with the job file and hierarchies to try it. The command line, the studio
 * and the docs know samples only by their records.
 *
 * Every sample promises: the same options give the same bytes; the first n rows of a larger sample are the sample of n rows;
 * memory does not grow with the number of rows; a folder is written whole or not at all.
 */
import type { OptionRecord, OptionValues, PartRecord } from '../ground/options.ts'
import type { WriteRun } from './write-files.ts'

export interface SampleRecord extends PartRecord {
  /** Writes the sample into the folder. `options` may leave out what has a default; unknown ones are refused. */
  readonly write: (folder: string, options: OptionValues, run?: SampleRun) => Promise<SampleFiles>
}

export interface SampleRun extends WriteRun {
  readonly progress?: (progress: SampleProgress) => void
}

export interface SampleProgress {
  readonly done: number
  readonly total: number
}

export interface SampleFiles {
  readonly folder: string
  /** The data file. */
  readonly data: string
  /** The job file: what to run next. */
  readonly job: string
  /** Every file written, data and job among them. */
  readonly files: readonly string[]
  /** Rows of a table or lines of baskets. */
  readonly rows: number
}

export const SEED_OPTION = {
  name: 'seed',
  type: 'integer',
  meaning: 'Start of the random numbers; the same seed gives the same bytes.',
  default: 1,
  minimum: 0,
  maximum: 2 ** 32 - 1,
} as const satisfies OptionRecord
