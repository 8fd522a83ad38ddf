/** All samples, for the command line, the studio and the docs. */
import type { PartRecord } from '../ground/options.ts'
import { type BasketsRequest, basketsFiles } from './baskets.ts'
import { type CensusRequest, censusFiles } from './census.ts'
import { clinicFiles } from './clinic.ts'
import { hospitalFiles } from './hospital.ts'
import { type MakeFiles, type SampleFiles, type SampleRecord, type SampleRun, sampleRecord } from './sample.ts'
import { readText } from './taxonomy.ts'

export { sampleBaskets } from './baskets.ts'
export { sampleCensus } from './census.ts'
export type { SampleRecord } from './sample.ts'

const makers: Readonly<Record<string, MakeFiles<never>>> = {
  census: censusFiles,
  hospital: hospitalFiles,
  clinic: clinicFiles,
  baskets: basketsFiles,
}

/** `samples.json` has their names, texts and options. */
export const samples: readonly SampleRecord[] = (JSON.parse(readText('./samples.json')) as PartRecord[]).map((part) =>
  sampleRecord(part, makers[part.name]),
)

export function findSample(name: string): SampleRecord {
  return samples.find((sample) => sample.name === name) as SampleRecord
}

type Write<Request> = (folder: string, request: Omit<Request, 'progress'>, run?: SampleRun) => Promise<SampleFiles>

export const writeCensusSample: Write<CensusRequest> = (folder, request, run) =>
  findSample('census').write(folder, { ...request }, run)

export const writeBasketsSample: Write<BasketsRequest> = (folder, request, run) =>
  findSample('baskets').write(folder, { ...request }, run)
