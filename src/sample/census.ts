/**
 * The sample census: any number of invented people, as CSV. Rows come from streams of one seed and do not depend on the
 * number of rows, so
 * - a seed always gives the same bytes,
 * - the first n rows of a larger sample are the sample of n rows,
 * - `missing` replaces cells and leaves all others unchanged.
 * The columns are drawn one after the other, each from those before it:
 *
 *     age → country → race, education → marital status → work class → occupation → hours → postcode, income
 * Every table is invented. Income is a logistic model, summed in units of 1/64 so that it is exact.
 */
import { type Random, randomStreams } from '../ground/random.ts'
import { choiceGiven, weightedChoice } from '../ground/weighted-choice.ts'
import { districts, identityNumbers } from './places.ts'
import { csvRows, dayNumber, isoDate, type MakeFiles, type RowProgress } from './sample.ts'
import { jobFile, leafBranches, leafNames, leafParents, readRows, readTable, readTrees, treeFiles } from './taxonomy.ts'

/** Their leaves, in tree order, are the values that are drawn; education goes from least to most schooling. */
export const censusTrees = readTrees('census')

export const YOUNGEST = 17
export const OLDEST = 90
const leaves = Object.fromEntries(Object.entries(censusTrees).map(([column, tree]) => [column, leafNames(tree)]))
const ages = Array.from({ length: OLDEST - YOUNGEST + 1 }, (_, i) => YOUNGEST + i)

const { sex: sexes, race: races, country: countries, education: educations } = leaves
const { 'marital-status': maritalStates, workclass: workclasses, occupation: occupations } = leaves

const HOME = 'United-States'
const MALE = 1
const COUPLE = 0
const NO_WORK = 3

/** By country: 0 home, then 1 + its branch of the tree (Americas, Europe, Asia, Africa). */
const origins = leafBranches(censusTrees.country).map((branch, i) => (countries[i] === HOME ? 0 : 1 + branch))
/** By education: 0 school, 1 further, 2 higher. */
const tiers = leafBranches(censusTrees.education)
/** By work class: 0 private sector, 1 government, 2 self-employed, 3 not working. */
const workKinds = leafParents(censusTrees.workclass)
/** By occupation: 0 professional, 1 office, 2 service, 3 manual, 4 none. */
const occupationKinds = leafParents(censusTrees.occupation)

const abroad = readTable('abroad')

/** People move while they work: the share born abroad peaks around 40. */
function countryWeights(age: number): number[] {
  const share = 0.08 + 0.1 * Math.exp(-(((age - 40) / 16) ** 2))
  const total = Object.values(abroad).reduce((sum, { weight }) => sum + Number(weight), 0)
  return countries.map((name) => (name === HOME ? 1 - share : (share * Number(abroad[name].weight)) / total))
}

/** White, Black, Asian, Pacific-Islander, Indigenous, Mixed, Other; for home, Americas, Europe, Asia, Africa. */
const raceByOrigin = [
  [780, 128, 22, 3, 12, 42, 13],
  [440, 110, 6, 1, 45, 190, 208],
  [935, 20, 14, 0.5, 0.5, 18, 12],
  [70, 4, 862, 22, 1, 27, 14],
  [150, 780, 14, 1, 1, 40, 14],
]

// biome-ignore format: a table
const schooling: readonly (readonly [years: number, from: number, weight: number])[] = [
  [0, 17, 5], [5, 17, 14], [8, 17, 34], [10.5, 17, 66], [12, 17, 285], [12.5, 18, 62], [13.5, 19, 44], [13, 18, 165],
  [14, 20, 58], [16, 21, 178], [16.5, 22, 18], [18, 23, 78], [19, 25, 19], [21, 26, 14],
]

/** Younger generations stayed at school longer; schooling abroad depends on the origin. */
function educationWeights(age: number, origin: number): number[] {
  const tilt = -0.0035 * Math.max(0, age - 40) + [0, -0.13, 0.03, 0.09, 0.02][origin]
  return schooling.map(([years, from, weight]) => {
    // At 17 most are still at school; a fifth reaches a level in its first year, all four years later.
    const reached = age < from ? 0 : Math.min(1, 0.2 + 0.2 * (age - from))
    const stillAtSchool = years === 10.5 && age < 19 ? 8 : 1
    return weight * stillAtSchool * (years <= 10.5 ? 1 : reached) * Math.exp(tilt * (years - 12))
  })
}

/** Married, registered partner, living apart; never married; separated, divorced, widowed. */
function maritalWeights(age: number, sex: number): number[] {
  const later = sex === MALE ? 1.5 : 0
  const ever = 0.91 / (1 + Math.exp(-(age - 27.5 - later) / 4.2))
  const widowed = (sex === MALE ? 0.35 : 0.8) / (1 + Math.exp(-(age - 79) / 6.5))
  const parted = 0.24 * Math.min(1, Math.max(0, (age - 20) / 28)) * (1 - widowed)
  const together = 1 - widowed - parted
  const couples = [0.93, 0.05, 0.02].map((share) => ever * together * share)
  return [...couples, 1 - ever, ever * parted * 0.19, ever * parted * 0.81, ever * widowed]
}

/** By tier: private company, nonprofit; national, regional and local government. */
const employers = [
  [0.71, 0.03, 0.015, 0.02, 0.045],
  [0.66, 0.05, 0.03, 0.04, 0.06],
  [0.56, 0.09, 0.045, 0.07, 0.1],
]
/** By tier: company of one's own, freelance. */
// biome-ignore format: a table
const ownBusiness = [[0.025, 0.08], [0.035, 0.075], [0.055, 0.07]]

/** Employers, own business, family business; student, unemployed, retired. */
function workclassWeights(age: number, tier: number): number[] {
  const student = 0.5 / (1 + Math.exp((age - 21) / 1.4))
  const retired = 0.96 / (1 + Math.exp(-(age - 66 - tier) / 2.6))
  const working = (1 - student) * (1 - retired)
  const grown = Math.min(1, Math.max(0.15, (age - 18) / 22))
  const employed = employers[tier].map((share) => working * share)
  const selfEmployed = ownBusiness[tier].map((share) => working * grown * share)
  return [
    ...employed,
    ...selfEmployed,
    working * 0.006,
    student * (1 - retired),
    working * [0.075, 0.05, 0.025][tier],
    retired,
  ]
}

/** `pay`: log odds it adds to an income above 50K. */
const occupationTable = readTable('occupations')

function occupationWeights(education: number, sex: number, workKind: number): number[] {
  return occupations.map((name) => {
    const row = occupationTable[name]
    if (row === undefined || workKind === NO_WORK) return row === undefined && workKind === NO_WORK ? 1 : 0
    const [years, spread, weight, men, government, self] = Object.values(row).map(Number)
    const distance = (schooling[education][0] - years) / spread
    // The heavy second tail keeps every occupation possible at every level of schooling.
    const bySchooling = Math.exp((-distance * distance) / 2) + 0.02 / (1 + distance * distance)
    return weight * (sex === MALE ? men : 1 - men) * [1, government, self][workKind] * bySchooling
  })
}

/** A mixture: full time at 40, part time around 20 to 30, long weeks at 45, 50 and 60, and a little of everything. */
function hoursWeights(workKind: number, occupationKind: number, band: number, sex: number): number[] {
  if (workKind === NO_WORK) return [1]
  const part = 0.1 + (sex === MALE ? 0 : 0.12) + [0, 0.05, 0.13, 0.02][occupationKind] + [0.3, 0, 0.38][band]
  const long = [0.16, 0.1, 0.34][workKind] + [0.14, 0, 0, 0.04][occupationKind] + (sex === MALE ? 0.06 : -0.02)
  const full = Math.max(0.1, 0.95 - part - long * (1 - part))
  const bump = (hour: number, middle: number, spread: number) =>
    Math.exp(-(((hour - middle) / spread) ** 2) / 2) / spread
  const round = (hour: number) => (hour % 10 === 0 ? 5 : hour % 5 === 0 ? 3 : 1)
  return Array.from({ length: 100 }, (_, hour) => {
    if (hour === 0) return 0
    const spread = part * bump(hour, 22, 7) + long * (1 - part) * bump(hour, 51, 6.5) + 0.02 * bump(hour, 42, 20)
    return spread * round(hour) * 0.2 + full * (hour === 40 ? 0.78 : 0.22 * bump(hour, 38.5, 2) * 0.4)
  })
}

/** Large districts come first in their region. Newcomers and people with higher education live in larger ones. */
function districtWeights(origin: number, tier: number): number[] {
  return districts.map(({ weight, region, city }) => {
    const pull = (origin === 0 ? 0 : 1.6) * city + [0, 0.3, 1.1][tier] * city
    const settled = origin === 0 ? 0 : [1.3, 0.4, 0][(region + 3 * origin) % 3]
    return weight * Math.exp(pull + settled)
  })
}

/** The log odds of more than 50K are clamped to ±8, in units of 1/64. */
const ODDS_LIMIT = 8 * 64

type Earner = Readonly<Record<'age' | 'education' | 'hours' | 'occupation' | 'marital' | 'sex' | 'workclass', number>>

/** Log odds by work class, in tree order. */
const workPay = [0, 0, 0.4, 0, 0, 1, 0, 0, -2, -2.5, 0.4]

/** Returns the probability of more than 50K. Terms of the log odds are rounded to units of 1/64. */
function incomeModel(): (person: Earner) => number {
  const units = (terms: readonly number[]) => Int32Array.from(terms, (term) => Math.round(term * 64))
  const byAge = units(ages.map((age) => 2.2 - 0.0028 * (age - 52) ** 2))
  const byEducation = units(schooling.map(([years]) => 0.42 * (Math.max(8, years) - 12)))
  const byHours = units(Array.from({ length: 100 }, (_, hour) => 0.06 * (Math.min(hour, 65) - 40)))
  const byOccupation = units(occupations.map((name) => Number(occupationTable[name]?.pay ?? 0)))
  const byMarital = units(leafBranches(censusTrees['marital-status']).map((branch) => (branch === COUPLE ? 1.9 : 0)))
  const bySex = units([0, 0.5])
  const byWorkclass = units(workPay)
  return ({ age, education, hours, occupation, marital, sex, workclass }) => {
    const base = byAge[age - YOUNGEST] + byEducation[education] + byHours[hours] + byOccupation[occupation]
    const sum = base + byMarital[marital] + bySex[sex] + byWorkclass[workclass]
    // The intercept makes about a quarter earn above 50K; the factor sets how sharp the boundary is.
    const odds = 1.25 * (Math.max(-ODDS_LIMIT, Math.min(ODDS_LIMIT, sum)) / 64) - 5.95
    return Math.round(2 ** 30 / (1 + Math.exp(-odds))) / 2 ** 30
  }
}

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
  const chooseAge = weightedChoice(ages.map((age) => Math.min(1, (age - 12) / 13) / (1 + Math.exp((age - 60) / 8))))
  const chooseSex = weightedChoice([0.505, 0.495])
  const chooseCountry = choiceGiven(countryWeights)
  const chooseRace = choiceGiven((origin: number) => raceByOrigin[origin])
  const chooseEducation = choiceGiven(educationWeights)
  const chooseMarital = choiceGiven(maritalWeights)
  const chooseWorkclass = choiceGiven(workclassWeights)
  const chooseOccupation = choiceGiven(occupationWeights)
  const chooseHours = choiceGiven(hoursWeights)
  const chooseDistrict = choiceGiven(districtWeights)
  const chooseStreet = weightedChoice(Array.from({ length: 100 }, (_, i) => 1 / (i + 5)))
  const incomeChance = incomeModel()
  const { firstNames, family } = inventNames()
  const numberAt = identityNumbers(keys)
  const orMissing = (value: string) => (missing > 0 && gaps.uniform() < missing ? '?' : value)
  return csvRows({ rows, head: CENSUS_HEAD, progress }, (row) => {
    const age = YOUNGEST + chooseAge(random)
    const sex = chooseSex(random)
    const country = chooseCountry(random, age)
    const race = chooseRace(random, origins[country])
    const education = chooseEducation(random, age, origins[country])
    const marital = chooseMarital(random, age, sex)
    const workclass = chooseWorkclass(random, age, tiers[education])
    const workKind = workKinds[workclass]
    const occupation = chooseOccupation(random, education, sex, workKind)
    const band = age < 23 ? 0 : age < 66 ? 1 : 2
    const hours = chooseHours(random, workKind, occupationKinds[occupation], band, sex)
    const district = districts[chooseDistrict(random, origins[country], tiers[education])]
    const street = String(chooseStreet(random)).padStart(2, '0')
    const chance = incomeChance({ age, sex, education, marital, workclass, occupation, hours })
    const income = random.uniform() < chance ? '>50K' : '<=50K'
    const name = `${firstNames[sex](random)} ${family(random)}`
    const year = CENSUS_YEAR - age
    const birth = dayNumber(year) + Math.floor(random.uniform() * (year % 4 === 0 ? 366 : 365))
    const about = [sexes[sex], races[race], maritalStates[marital], educations[education]]
    const work = [orMissing(workclasses[workclass]), orMissing(occupations[occupation]), hours]
    const place = [orMissing(countries[country]), district.prefix + street]
    return [name, numberAt(row), age, isoDate(birth), ...about, ...work, ...place, income]
  })
}

/** Stems with endings, partly non-ASCII, so that readers of the sample must handle UTF-8; a few names are whole. */
function inventNames() {
  const [firstStems, femaleEndings, maleEndings, familyStems, familyEndings, whole] = readRows('names')
  const combine = (stems: readonly string[], endings: readonly string[], more: readonly string[] = []) => {
    const names = [...stems.flatMap((stem) => endings.map((ending) => stem + ending)), ...more]
    const choose = weightedChoice(names.map((_, i) => 1 / (i + 12)))
    return (random: Random) => names[choose(random)]
  }
  const firstNames = [combine(firstStems, femaleEndings), combine(firstStems, maleEndings)]
  return { firstNames, family: combine(familyStems, familyEndings, whole) }
}
