/**
 * The sample census: any number of invented people, as CSV. Rows come from streams of one seed and do not depend on the
 * number of rows, so
 * - a seed always gives the same bytes,
 * - the first n rows of a larger sample are the sample of n rows,
 * - `missing` replaces cells and leaves all others unchanged.
 * `model.ts` draws the people.
 */
import type { OptionRecord } from '../../ground/options.ts'
import { randomStreams } from '../../ground/random.ts'
import { type WeightedChoice, weightedChoice } from '../../ground/weighted-choice.ts'
import { IDENTITY_NUMBERS, identityNumbers } from '../identity-number.ts'
import { districts } from '../places.ts'
import { dayNumber, isoDate, type RowProgress, SEED_OPTION, sampleRecord, textChunks } from '../sample.ts'
import { jobText, leafNames, treeFiles } from '../taxonomy.ts'
import { censusModel, censusTrees } from './model.ts'
import { familyNames, femaleNames, maleNames } from './names.ts'

export const censusColumns = [
  'name',
  'number',
  'age',
  'birth-date',
  'sex',
  'race',
  'marital-status',
  'education',
  'workclass',
  'occupation',
  'hours',
  'country',
  'postcode',
  'income',
] as const

export interface CensusRequest {
  readonly rows: number
  readonly seed: number
  /** Share of `?` in workclass, occupation and country; default: 0. */
  readonly missing?: number
  readonly progress?: RowProgress
}

/** Ages are as of the last day of this year. */
export const CENSUS_YEAR = 2024

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

export const censusSample = sampleRecord(
  {
    name: 'census',
    title: 'Census',
    summary:
      'A census of people who do not exist: fourteen columns that hang together, an income class that can be ' +
      'learned, taxonomies and a job at k = 10.',
    options,
  },
  (request, progress) => [
    { path: 'census.csv', text: sampleCensus({ ...request, progress }) },
    ...treeFiles('taxonomies', censusTrees),
    { path: 'job.yaml', text: censusJob(request) },
  ],
)

export function sampleCensus({ rows, seed, missing = 0, progress }: CensusRequest): Generator<string> {
  const [random, gaps, keys] = randomStreams(seed, 3)
  const drawPerson = censusModel()
  const chooseFirst = [femaleNames, maleNames].map((names) => ({ names, choose: nameChoice(names) }))
  const chooseFamily = nameChoice(familyNames)
  const numberAt = identityNumbers(keys)
  const sexes = leafNames(censusTrees.sex)
  const races = leafNames(censusTrees.race)
  const maritalStates = leafNames(censusTrees['marital-status'])
  const educations = leafNames(censusTrees.education)
  const workclasses = leafNames(censusTrees.workclass)
  const occupations = leafNames(censusTrees.occupation)
  const countries = leafNames(censusTrees.country)
  const orMissing = (value: string) => (missing > 0 && gaps.uniform() < missing ? '?' : value)
  return textChunks({ rows, head: `${censusColumns.join(',')}\n`, progress }, (row) => {
    const person = drawPerson(random)
    const { names, choose } = chooseFirst[person.sex]
    const name = `${names[choose(random)]} ${familyNames[chooseFamily(random)]}`
    const year = CENSUS_YEAR - person.age
    const days = year % 4 === 0 ? 366 : 365
    const birthDay = Math.floor(random.uniform() * days)
    return `${[
      name,
      numberAt(row),
      person.age,
      isoDate(dayNumber(year) + birthDay),
      sexes[person.sex],
      races[person.race],
      maritalStates[person.marital],
      educations[person.education],
      orMissing(workclasses[person.workclass]),
      orMissing(occupations[person.occupation]),
      person.hours,
      orMissing(countries[person.country]),
      districts[person.district].prefix + String(person.street).padStart(2, '0'),
      person.rich ? '>50K' : '<=50K',
    ].join()}\n`
  })
}

function nameChoice(names: readonly string[]): WeightedChoice {
  return weightedChoice(names.map((_, i) => 1 / (i + 12)))
}

const NO_MISSING = /^ {2}missing: .*$/m
const MISSING = `  missing: category           # a missing value is a category of its own; or drop the row, or fail
  missing-values: ["?", ""]`

function censusJob({ missing = 0, ...request }: CensusRequest): string {
  const text = jobText('census', request)
  return missing > 0 ? text.replace(NO_MISSING, MISSING) : text
}
