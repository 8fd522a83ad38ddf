/** All samples, for the command line, the studio and the docs. */
import { type BasketsRequest, basketsSample } from './baskets.ts'
import { type CensusRequest, censusSample } from './census/census.ts'
import { clinicSample } from './clinic.ts'
import { hospitalSample } from './hospital.ts'
import type { SampleFiles, SampleRecord, SampleRun } from './sample.ts'
import { visitsSample } from './visits.ts'

export { sampleBaskets } from './baskets.ts'
export { sampleCensus } from './census/census.ts'
export type { SampleRecord } from './sample.ts'

export const samples: readonly SampleRecord[] = [
  censusSample,
  hospitalSample,
  clinicSample,
  basketsSample,
  visitsSample,
]

export function writeCensusSample(
  folder: string,
  request: Omit<CensusRequest, 'progress'>,
  run?: SampleRun,
): Promise<SampleFiles> {
  return censusSample.write(folder, { ...request }, run)
}

export function writeBasketsSample(
  folder: string,
  request: Omit<BasketsRequest, 'progress'>,
  run?: SampleRun,
): Promise<SampleFiles> {
  return basketsSample.write(folder, { ...request }, run)
}
