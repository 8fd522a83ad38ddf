/** Every kind of sample data, for the command line, the studio and the docs. */
import type { SampleRecord } from './sample.ts'
import { basketsSample } from './write-baskets.ts'
import { censusSample } from './write-census.ts'

export type { SampleFiles, SampleProgress, SampleRecord, SampleRun } from './sample.ts'

export const samples: readonly SampleRecord[] = [censusSample, basketsSample]
