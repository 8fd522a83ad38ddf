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
import { writeTaxonomyJson } from '../../hierarchy/taxonomy/write-taxonomy.ts'
import { IDENTITY_NUMBERS, identityNumbers } from '../identity-number.ts'
import { districts } from '../places.ts'
import { dayNumber, isoDate, type RowProgress, SEED_OPTION, sampleRecord, textChunks } from '../sample.ts'
import { leafNames } from '../taxonomy.ts'
import { censusModel } from './model.ts'
import { familyNames, femaleNames, maleNames } from './names.ts'
import { censusTrees } from './trees.ts'

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
    ...Object.entries(censusTrees).map(([name, tree]) => ({
      path: `taxonomies/${name}.json`,
      text: writeTaxonomyJson(tree),
    })),
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

function censusJob({ rows, seed, missing = 0 }: CensusRequest): string {
  const missingRule =
    missing > 0
      ? `  missing: category           # a missing value is a category of its own; or drop the row, or fail
  missing-values: ["?", ""]`
      : '  missing: fail               # this sample has no missing values; drop and category are the other choices'
  return `# Anonymizes a made-up census of ${rows} people (seed ${seed}).
#   halftone run job.yaml
# Paths are relative to this file.
version: 1

data:
  source: census.csv
${missingRule}

columns:
  # These name a person. They are read and never released.
  name:           { role: identifier }
  number:         { role: identifier }
  # Together with other columns these two point to a single person, and age says nearly as much for most uses.
  # The simple choice is not to release them. To release them coarsened, write instead
  #   birth-date: { role: quasi-identifier, type: date }      # day, month, quarter, year, decade
  #   postcode:   { role: quasi-identifier, type: prefix }    # fewer and fewer leading digits
  # and take age out: it would give away the year of birth.
  birth-date:     { role: identifier }
  postcode:       { role: identifier }

  # What a neighbour, a colleague or another file may know of somebody. These are made coarser.
  age:            { role: quasi-identifier, type: numeric }
  sex:            { role: quasi-identifier, taxonomy: taxonomies/sex.json }
  race:           { role: quasi-identifier, taxonomy: taxonomies/race.json }
  marital-status: { role: quasi-identifier, taxonomy: taxonomies/marital-status.json }
  education:      { role: quasi-identifier, taxonomy: taxonomies/education.json }
  workclass:      { role: quasi-identifier, taxonomy: taxonomies/workclass.json }
  occupation:     { role: quasi-identifier, taxonomy: taxonomies/occupation.json }
  country:        { role: quasi-identifier, taxonomy: taxonomies/country.json }

  # Released as it is: few know how many hours somebody works. If you doubt it, make it a quasi-identifier of type numeric.
  hours:          { role: other }
  # What the data is for: goal classification keeps this predictable.
  income:         { role: target }

privacy:
  k: 10                       # nobody can be distinguished from at least nine others
  suppression-limit: 0.05     # at most 5 % of the rows may be masked altogether

goal: general                 # or classification, then income matters
algorithm: { name: lattice }
seed: 1

output:
  release: out/release.csv
  report: out/report.html
`
}
