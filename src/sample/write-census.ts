/** `sample census` as a record, and the folder it writes: `census.csv`, `taxonomies/*.json`, `job.yaml`. */
import { type OptionRecord, readOptions } from '../ground/options.ts'
import { type CensusRequest, sampleCensus } from './census.ts'
import { censusTaxonomies } from './census-hierarchies.ts'
import { censusJob } from './census-job.ts'
import { IDENTITY_NUMBERS } from './identity-number.ts'
import { type SampleFiles, type SampleRecord, type SampleRun, SEED_OPTION } from './sample.ts'
import { taxonomyText } from './taxonomy.ts'
import { writeFiles } from './write-files.ts'

const options = [
  {
    name: 'rows',
    type: 'integer',
    meaning: 'How many people.',
    default: 30_000,
    minimum: 1,
    maximum: IDENTITY_NUMBERS,
  },
  SEED_OPTION,
  {
    name: 'missing',
    type: 'number',
    meaning: 'Share of the cells of workclass, occupation and country that are missing, written as ?.',
    default: 0,
    minimum: 0,
    maximum: 1,
  },
] as const satisfies readonly OptionRecord[]

export const censusSample: SampleRecord = {
  name: 'census',
  title: 'Census',
  summary:
    'A census of people who do not exist: fourteen columns that hang together, an income class that can be learned, taxonomies and a job at k = 10.',
  options,
  write: async (folder, given, run = {}) =>
    writeCensusSample(folder, readOptions('sample census', options, given), run),
}

export async function writeCensusSample(
  folder: string,
  request: Omit<CensusRequest, 'progress'>,
  run: SampleRun = {},
): Promise<SampleFiles> {
  const { rows } = request
  const progress = (done: number) => run.progress?.({ done, total: rows })
  return writeFiles(
    folder,
    [
      { path: 'census.csv', chunks: sampleCensus({ ...request, progress }) },
      ...Object.entries(censusTaxonomies).map(([name, tree]) => ({
        path: `taxonomies/${name}.json`,
        chunks: [taxonomyText(tree)],
      })),
      { path: 'job.yaml', chunks: [censusJob(request)] },
    ],
    rows,
    run,
  )
}
