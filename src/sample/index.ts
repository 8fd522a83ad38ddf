/** All samples, for the command line, the studio and the docs. */
import type { PartRecord } from '../ground/options.ts'
import { type BasketsRequest, basketsFiles } from './baskets.ts'
import { type CensusRequest, censusFiles } from './census/census.ts'
import { clinicFiles } from './clinic.ts'
import { hospitalFiles } from './hospital.ts'
import { type MakeFiles, type SampleFiles, type SampleRecord, type SampleRun, sampleRecord } from './sample.ts'
import { readText } from './taxonomy.ts'
import { visitsFiles } from './visits.ts'

export { sampleBaskets } from './baskets.ts'
export { sampleCensus } from './census/census.ts'
export type { SampleRecord } from './sample.ts'

const makers: Readonly<Record<string, MakeFiles<never>>> = {
  census: censusFiles,
  hospital: hospitalFiles,
  clinic: clinicFiles,
  baskets: basketsFiles,
  visits: visitsFiles,
}

/** `samples.json` has their names, texts and options. */
export const samples: readonly SampleRecord[] = (JSON.parse(readText('./samples.json')) as PartRecord[]).map((part) =>
  sampleRecord(part, makers[part.name]),
)

export function findSample(name: string): SampleRecord {
  return samples.find((sample) => sample.name === name) as SampleRecord
}

export function writeCensusSample(
  folder: string,
  request: Omit<CensusRequest, 'progress'>,
  run?: SampleRun,
): Promise<SampleFiles> {
  return findSample('census').write(folder, { ...request }, run)
}

export function writeBasketsSample(
  folder: string,
  request: Omit<BasketsRequest, 'progress'>,
  run?: SampleRun,
): Promise<SampleFiles> {
  return findSample('baskets').write(folder, { ...request }, run)
}
