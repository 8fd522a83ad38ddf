/** `sample visits` as a record, and the folder it writes: patients, visits, policy, groups, code tree and job. */
import { type OptionRecord, readOptions } from '../ground/options.ts'
import { type SampleFiles, type SampleRecord, type SampleRun, SEED_OPTION } from './sample.ts'
import { taxonomyText } from './taxonomy.ts'
import { occurringCodes, samplePatients, sampleVisitSets, sampleVisits, type VisitsRequest } from './visits.ts'
import { codeList, FEWEST_CODES, MOST_CODES, visitsTree } from './visits-codes.ts'
import { visitsJob } from './visits-job.ts'
import { writeFiles } from './write-files.ts'

const options = [
  { name: 'patients', type: 'integer', meaning: 'How many people.', default: 10_000, minimum: 1 },
  {
    name: 'codes',
    type: 'integer',
    meaning: 'How many diagnosis codes there are to choose from; rare ones may not occur.',
    default: 300,
    minimum: FEWEST_CODES,
    maximum: MOST_CODES,
  },
  SEED_OPTION,
  { name: 'visits', type: 'number', meaning: 'Visits of an average person.', default: 2, minimum: 1, maximum: 6 },
  {
    name: 'skew',
    type: 'number',
    meaning: 'How unequal the popularity of illnesses is; 0 makes all equally common.',
    default: 1,
    minimum: 0,
    maximum: 3,
  },
] as const satisfies readonly OptionRecord[]

export const visitsSample: SampleRecord = {
  name: 'visits',
  title: 'Hospital visits',
  summary:
    'Visits to a hospital with diagnosis codes: chronic ones that come back, others that come along, a code tree, and a job that protects whoever has one visit known.',
  options,
  write: async (folder, given, run = {}) =>
    writeVisitsSample(folder, readOptions('sample visits', options, given), run),
}

async function writeVisitsSample(
  folder: string,
  request: Omit<VisitsRequest, 'progress'>,
  run: SampleRun,
): Promise<SampleFiles> {
  const total = request.patients
  // The people are made once for each file; together that is the work.
  const pass = (number: number): VisitsRequest => ({
    ...request,
    progress: (done) => run.progress?.({ done: Math.floor((number * total + done) / 3), total }),
  })
  return writeFiles(
    folder,
    [
      { path: 'patients.txt', chunks: samplePatients(pass(0)) },
      { path: 'visits.csv', chunks: sampleVisits(pass(1)) },
      { path: 'policy.txt', chunks: sampleVisitSets(pass(2)) },
      { path: 'groups.txt', chunks: groupLines(request) },
      { path: 'codes.json', chunks: [taxonomyText(visitsTree(codeList(request.codes)))] },
      { path: 'job.yaml', chunks: [visitsJob(request)] },
    ],
    total,
    run,
  )
}

/** A line per three-character code: its full codes that somebody has. Codes that nobody has cannot be in a policy. */
function* groupLines(request: VisitsRequest): Generator<string> {
  yield '# Codes that may be generalized together.\n'
  const occurs = occurringCodes(request)
  const { names, kinds } = codeList(request.codes)
  for (const { from, to } of kinds) {
    const line = names.slice(from, to).filter((_, i) => occurs[from + i] === 1)
    if (line.length > 0) yield `${line.join(' ')}\n`
  }
}
