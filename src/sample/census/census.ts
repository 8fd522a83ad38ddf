/**
 * The sample census: any number of invented people, as CSV. Rows come from streams of one seed and do not depend on the
 * number of rows, so
 * - a seed always gives the same bytes,
 * - the first n rows of a larger sample are the sample of n rows,
 * - `missing` replaces cells and leaves all others unchanged.
 * `model.ts` draws the people.
 */
import { randomStreams } from '../../ground/random.ts'
import { weightedChoice } from '../../ground/weighted-choice.ts'
import { identityNumbers } from '../identity-number.ts'
import { dayNumber, isoDate, type MakeFiles, type RowProgress, textChunks } from '../sample.ts'
import { jobFile, readText, treeFiles } from '../taxonomy.ts'
import { censusModel, censusTrees } from './model.ts'

export const CENSUS_HEAD =
  'name,number,age,birth-date,sex,race,marital-status,education,workclass,occupation,hours,country,postcode,income'

export interface CensusRequest {
  readonly rows: number
  readonly seed: number
  /** Share of `?` in workclass, occupation and country; default: 0. */
  readonly missing?: number
  readonly progress?: RowProgress
}

/** Ages are as of the last day of this year. */
export const CENSUS_YEAR = 2024

export const censusFiles: MakeFiles<CensusRequest> = (request) => {
  const { path, text } = jobFile('census', request)
  const job = (request.missing ?? 0) > 0 ? text.replace(/^ {2}missing: .*$/m, MISSING) : text
  return [
    { path: 'census.csv', text: sampleCensus(request) },
    ...treeFiles('taxonomies', censusTrees),
    { path, text: job },
  ]
}

const MISSING = `  missing: category           # a missing value is a category of its own; or drop the row, or fail
  missing-values: ["?", ""]`

export function sampleCensus({ rows, seed, missing = 0, progress }: CensusRequest): Generator<string> {
  const [random, gaps, keys] = randomStreams(seed, 3)
  const drawPerson = censusModel()
  const { female, male, family } = inventNames()
  const numberAt = identityNumbers(keys)
  const orMissing = (value: string) => (missing > 0 && gaps.uniform() < missing ? '?' : value)
  return textChunks({ rows, head: `${CENSUS_HEAD}\n`, progress }, (row) => {
    const person = drawPerson(random)
    const name = `${(person.isMale ? male : female)(random)} ${family(random)}`
    const year = CENSUS_YEAR - person.age
    const days = year % 4 === 0 ? 366 : 365
    const birthDay = Math.floor(random.uniform() * days)
    return `${[
      name,
      numberAt(row),
      person.age,
      isoDate(dayNumber(year) + birthDay),
      person.sex,
      person.race,
      person.marital,
      person.education,
      orMissing(person.workclass),
      orMissing(person.occupation),
      person.hours,
      orMissing(person.country),
      person.postcode,
      person.income,
    ].join()}\n`
  })
}

/** Stems with endings, partly non-ASCII, so that readers of the sample must handle UTF-8; a few names are whole. */
function inventNames() {
  const [firstStems, femaleEndings, maleEndings, familyStems, familyEndings, whole] = readText('./tables/names.txt')
    .trim()
    .split('\n')
    .map((line) => line.split(' '))
  const combine = (stems: readonly string[], endings: readonly string[], more: readonly string[] = []) => {
    const names = [...stems.flatMap((stem) => endings.map((ending) => stem + ending)), ...more]
    const choose = weightedChoice(names.map((_, i) => 1 / (i + 12)))
    return (random: Parameters<typeof choose>[0]) => names[choose(random)]
  }
  return {
    female: combine(firstStems, femaleEndings),
    male: combine(firstStems, maleEndings),
    family: combine(familyStems, familyEndings, whole),
  }
}
