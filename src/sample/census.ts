/**
 * The sample census: people who do not exist, in CSV, any number of them. Rows are made one after the other from streams of one
 * seed, and nothing depends on how many are asked for, so that
 * - a seed always gives the same bytes,
 * - the first n rows of a larger sample are the sample of n rows,
 * - `missing` replaces cells and leaves all others as they were.
 *
 * `census-model.ts` says how the columns hang together.
 */
import { randomStreams } from '../ground/random.ts'
import { bytePool, chunksOf } from './byte-pool.ts'
import { censusTaxonomies } from './census-hierarchies.ts'
import { censusModel, INCOME_RANGE, OLDEST, YOUNGEST } from './census-model.ts'
import { familyNames, femaleNames, maleNames } from './census-names.ts'
import { districts } from './census-places.ts'
import { identityNumbers } from './identity-number.ts'
import { leavesOf } from './taxonomy.ts'
import { choose, weightedChoice } from './weighted-choice.ts'

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
  /** Share of the cells of workclass, occupation and country that hold `?`; 0 unless given. */
  readonly missing?: number
  /** Called with the number of rows made so far, before a chunk is handed on. */
  readonly progress?: (rows: number) => void
}

/** Ages are as of the last day of this year: whoever is 40 then was born on some day 40 years before. */
export const CENSUS_YEAR = 2024

const COMMA = 44

/** The census as chunks of UTF-8 CSV, header first. A chunk ends with a whole line. */
export function sampleCensus({ rows, seed, missing = 0, progress }: CensusRequest): Generator<Uint8Array> {
  const [random, gaps, keys] = randomStreams(seed, 3)
  const numberOf = identityNumbers(keys)
  const model = censusModel()
  const { originOf, tierOf, workKindOf, occupationKindOf, ageBandOf, income } = model
  const text = textPools()
  const femaleName = weightedChoice(femaleNames.map(popularity))
  const maleName = weightedChoice(maleNames.map(popularity))
  const familyName = weightedChoice(familyNames.map(popularity))
  const missingWork = leavesOf(censusTaxonomies.workclass).length
  const missingOccupation = leavesOf(censusTaxonomies.occupation).length
  const missingCountry = leavesOf(censusTaxonomies.country).length

  const head = `${censusColumns.join(',')}\n`
  return chunksOf({ rows, longest: text.longestRow, head, progress }, (write, row) => {
    const age = choose(model.age, random)
    const sex = choose(model.sex, random)
    const country = choose(model.country[age], random)
    const origin = originOf[country]
    const race = choose(model.race[origin], random)
    const education = choose(model.education[age * 5 + origin], random)
    const tier = tierOf[education]
    const marital = choose(model.marital[age * 2 + sex], random)
    const workclass = choose(model.workclass[age * 3 + tier], random)
    const work = workKindOf[workclass]
    const occupation = choose(model.occupation[(education * 2 + sex) * 4 + work], random)
    const hoursContext = ((work * 4 + occupationKindOf[occupation]) * 3 + ageBandOf[age]) * 2 + sex
    const hours = choose(model.hours[hoursContext], random)
    const district = choose(model.district[origin * 3 + tier], random)
    const street = choose(model.street, random)
    const odds =
      income.age[age] +
      income.education[education] +
      income.hours[hours] +
      income.occupation[occupation] +
      income.marital[marital] +
      income.sex[sex] +
      income.workclass[workclass]
    const probability = income.probability[Math.max(0, Math.min(2 * INCOME_RANGE, odds + INCOME_RANGE))]
    const high = random.uniform() < probability ? 1 : 0

    if (sex === 0) write.text(text.female, choose(femaleName, random))
    else write.text(text.male, choose(maleName, random))
    write.text(text.family, choose(familyName, random))
    const number = numberOf(row)
    const upper = Math.floor(number / 1e5)
    write.digits(upper, 5)
    write.digits(number - upper * 1e5, 5)
    write.byte(COMMA)
    write.text(text.age, age)
    const year = CENSUS_YEAR - YOUNGEST - age
    write.digits(year, 4)
    const days = isLeap(year) ? text.leapDays : text.commonDays
    write.text(days, Math.floor(random.uniform() * (isLeap(year) ? 366 : 365)))
    write.text(text.sex, sex)
    write.text(text.race, race)
    write.text(text.marital, marital)
    write.text(text.education, education)
    write.text(text.workclass, missing > 0 && gaps.uniform() < missing ? missingWork : workclass)
    write.text(text.occupation, missing > 0 && gaps.uniform() < missing ? missingOccupation : occupation)
    write.text(text.hours, hours)
    write.text(text.country, missing > 0 && gaps.uniform() < missing ? missingCountry : country)
    write.text(text.district, district)
    write.digits(street, 2)
    write.text(text.income, high)
  })
}

/** Names near the front of a list are more common. */
function popularity(_name: string, index: number): number {
  return 1 / (index + 12)
}

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
}

/** Every text a row is put together from, with the separator after it. */
function textPools() {
  const cells = (values: readonly string[]) => bytePool(values.map((value) => `${value},`))
  const leaves = (name: keyof typeof censusTaxonomies) => cells([...leavesOf(censusTaxonomies[name]), '?'])
  const pools = {
    female: bytePool(femaleNames.map((name) => `${name} `)),
    male: bytePool(maleNames.map((name) => `${name} `)),
    family: cells(familyNames),
    age: cells(Array.from({ length: OLDEST - YOUNGEST + 1 }, (_, i) => String(YOUNGEST + i))),
    commonDays: cells(daysOf(2023)),
    leapDays: cells(daysOf(2024)),
    sex: leaves('sex'),
    race: leaves('race'),
    marital: leaves('marital-status'),
    education: leaves('education'),
    workclass: leaves('workclass'),
    occupation: leaves('occupation'),
    hours: cells(Array.from({ length: 100 }, (_, i) => String(i))),
    country: leaves('country'),
    district: bytePool(districts.map(({ prefix }) => String(prefix).padStart(3, '0'))),
    income: bytePool([',<=50K\n', ',>50K\n']),
  }
  const numbers = 10 + 1 + 4 + 2
  const longestRow = Object.values(pools).reduce((sum, pool) => sum + pool.longest, numbers)
  return { ...pools, longestRow }
}

/** `-01-01` to `-12-31` of a year. */
function daysOf(year: number): string[] {
  return Array.from({ length: isLeap(year) ? 366 : 365 }, (_, day) =>
    new Date(Date.UTC(year, 0, 1 + day)).toISOString().slice(4, 10),
  )
}
