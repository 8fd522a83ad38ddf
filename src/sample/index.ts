/** Every kind of sample data, for the command line, the studio and the docs. */
import type { SampleRecord } from './sample.ts'
import { basketsSample } from './write-baskets.ts'
import { censusSample } from './write-census.ts'
import { visitsSample } from './write-visits.ts'

export { sampleBaskets } from './baskets.ts'
export { sampleCensus } from './census.ts'
export type { SampleRecord } from './sample.ts'
export { writeBasketsSample } from './write-baskets.ts'
export { writeCensusSample } from './write-census.ts'

export const samples: readonly SampleRecord[] = [censusSample, basketsSample, visitsSample]
