/**
 * How the people of the sample census hang together: each column is drawn given columns before it.
 *
 *     age → country → race, education → marital status → work class → occupation → hours → postcode, income
 *
 * Every table here is our own invention, chosen to look like a country and not to be one. A table is a weighted choice for each
 * context, so drawing a row is fifteen look-ups. Income is a logistic model of age, education, hours, occupation, marital status,
 * sex and work class, summed in whole units of 1/64 so that it is exact.
 */
import { censusTaxonomies } from './census-hierarchies.ts'
import { districts } from './census-places.ts'
import { branchesOf, leavesOf } from './taxonomy.ts'
import { type WeightedChoice, weightedChoice } from './weighted-choice.ts'

export const YOUNGEST = 17
export const OLDEST = 90
const AGES = OLDEST - YOUNGEST + 1
const ages = Array.from({ length: AGES }, (_, i) => YOUNGEST + i)

const countries = leavesOf(censusTaxonomies.country)
const educations = leavesOf(censusTaxonomies.education)
const maritalStates = leavesOf(censusTaxonomies['marital-status'])
const workclasses = leavesOf(censusTaxonomies.workclass)
const occupations = leavesOf(censusTaxonomies.occupation)

const HOME = 'United-States'
/** Where a country lies: 0 home, then 1 + its branch of the tree (Americas, Europe, Asia, Africa). */
const originOf = Uint8Array.from(branchesOf(censusTaxonomies.country), (branch, i) =>
  countries[i] === HOME ? 0 : 1 + branch,
)
const ORIGINS = 5

const MALE = 1
const NO_OCCUPATION = occupations.indexOf('No-occupation')

/** Log odds are cut off at ±INCOME_RANGE / 64. */
export const INCOME_RANGE = 8 * 64

export function censusModel() {
  return {
    ...kindsOf(),
    age: weightedChoice(ages.map((age) => Math.min(1, (age - 12) / 13) / (1 + Math.exp((age - 60) / 8)))),
    sex: weightedChoice([0.505, 0.495]),
    /** By age − YOUNGEST. */
    country: ages.map(countryAt),
    /** By origin. */
    race: raceByOrigin.map((weights) => weightedChoice(weights)),
    /** By (age − YOUNGEST) × 5 + origin. */
    education: ages.flatMap((age) => Array.from({ length: ORIGINS }, (_, origin) => educationAt(age, origin))),
    /** By (age − YOUNGEST) × 2 + sex. */
    marital: ages.flatMap((age) => [0, 1].map((sex) => maritalAt(age, sex))),
    /** By (age − YOUNGEST) × 3 + education tier. */
    workclass: ages.flatMap((age) => [0, 1, 2].map((tier) => workclassAt(age, tier))),
    /** By ((education × 2) + sex) × 4 + kind of work class. */
    occupation: educations.flatMap((_, education) =>
      [0, 1].flatMap((sex) => [0, 1, 2, 3].map((kind) => occupationAt(education, sex, kind))),
    ),
    /** By ((kind of work class × 4 + kind of occupation) × 3 + age band) × 2 + sex; draws the hours themselves. */
    hours: [0, 1, 2, 3].flatMap((work) =>
      [0, 1, 2, 3].flatMap((kind) => [0, 1, 2].flatMap((band) => [0, 1].map((sex) => hoursAt(work, kind, band, sex)))),
    ),
    /** By origin × 3 + education tier; draws a district. */
    district: Array.from({ length: ORIGINS }, (_, origin) => [0, 1, 2].map((tier) => districtAt(origin, tier))).flat(),
    /** Last two digits of a postcode. */
    street: weightedChoice(Array.from({ length: 100 }, (_, i) => 1 / (i + 5))),
    income: incomeModel(),
  }
}

function kindsOf() {
  const workKinds = ['Nonprofit', 'Local-government', 'Family-business', 'Retired'].map((last) =>
    workclasses.indexOf(last),
  )
  const occupationKinds = ['Teacher', 'Technician', 'Cleaning', 'No-occupation'].map((last) =>
    occupations.indexOf(last),
  )
  return {
    originOf,
    /** 0 school, 1 further, 2 higher. */
    tierOf: Uint8Array.from(branchesOf(censusTaxonomies.education)),
    /** 0 private sector, 1 government, 2 self-employed, 3 not working. */
    workKindOf: Uint8Array.from(workclasses, (_, i) => workKinds.findIndex((last) => i <= last)),
    /** 0 professional, 1 office, 2 service, 3 manual (and none). */
    occupationKindOf: Uint8Array.from(occupations, (_, i) => occupationKinds.findIndex((last) => i <= last)),
    /** By age − YOUNGEST: 0 starting, 1 in the middle, 2 past 65. */
    ageBandOf: Uint8Array.from(ages, (age) => (age < 23 ? 0 : age < 66 ? 1 : 2)),
  }
}

// biome-ignore format: a table
/** How often each country is the birthplace of those born abroad, relative to one another. */
const abroad: Readonly<Record<string, number>> = {
  Canada: 40, Mexico: 260, Cuba: 34, 'Dominican-Republic': 30, Haiti: 18, Jamaica: 20, 'El-Salvador': 36, Guatemala: 28,
  Honduras: 18, Brazil: 16, Colombia: 24, Ecuador: 14, Peru: 12, Venezuela: 12, France: 10, Germany: 30, Ireland: 8,
  Netherlands: 5, 'United-Kingdom': 30, Greece: 8, Italy: 20, Portugal: 11, Spain: 7, Czechia: 4, Poland: 24, Romania: 9,
  Ukraine: 16, China: 66, Japan: 16, 'South-Korea': 34, Taiwan: 14, Indonesia: 5, Philippines: 60, Thailand: 9, Vietnam: 44,
  Bangladesh: 8, India: 74, Pakistan: 13, Iran: 14, Iraq: 8, Turkey: 6, Egypt: 8, Morocco: 5, Ghana: 7, Nigeria: 14,
  Senegal: 2, Ethiopia: 9, Kenya: 5, Somalia: 4,
}

/** People move while they work: the share born abroad is highest around 40. */
function countryAt(age: number): WeightedChoice {
  const share = 0.08 + 0.1 * Math.exp(-(((age - 40) / 16) ** 2))
  const total = Object.values(abroad).reduce((sum, weight) => sum + weight, 0)
  return weightedChoice(countries.map((name) => (name === HOME ? 1 - share : (share * abroad[name]) / total)))
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
/** Years of schooling behind each level, the age at which it can first be had, and how common it is at 40. */
const schooling: readonly (readonly [years: number, from: number, weight: number])[] = [
  [0, 17, 5], [5, 17, 14], [8, 17, 34], [10.5, 17, 66], [12, 17, 285], [12.5, 18, 62], [13.5, 19, 44], [13, 18, 165],
  [14, 20, 58], [16, 21, 178], [16.5, 22, 18], [18, 23, 78], [19, 25, 19], [21, 26, 14],
]

/** Younger generations stayed at school for longer; schooling abroad differs by where it was. */
function educationAt(age: number, origin: number): WeightedChoice {
  const tilt = -0.0035 * Math.max(0, age - 40) + [0, -0.13, 0.03, 0.09, 0.02][origin]
  return weightedChoice(
    schooling.map(([years, from, weight]) => {
      // At 17 most are still at school; a level is reached by a fifth in its first year and by all four years later.
      const reached = age < from ? 0 : Math.min(1, 0.2 + 0.2 * (age - from))
      const stillAtSchool = years === 10.5 && age < 19 ? 8 : 1
      return weight * stillAtSchool * (years <= 10.5 ? 1 : reached) * Math.exp(tilt * (years - 12))
    }),
  )
}

function maritalAt(age: number, sex: number): WeightedChoice {
  const later = sex === MALE ? 1.5 : 0
  const ever = 0.91 / (1 + Math.exp(-(age - 27.5 - later) / 4.2))
  const widowed = (sex === MALE ? 0.35 : 0.8) / (1 + Math.exp(-(age - 79) / 6.5))
  const parted = 0.24 * Math.min(1, Math.max(0, (age - 20) / 28)) * (1 - widowed)
  const together = 1 - widowed - parted
  const weights: Readonly<Record<string, number>> = {
    Married: ever * together * 0.93,
    'Registered-partner': ever * together * 0.05,
    'Married-living-apart': ever * together * 0.02,
    'Never-married': 1 - ever,
    Separated: ever * parted * 0.19,
    Divorced: ever * parted * 0.81,
    Widowed: ever * widowed,
  }
  return weightedChoice(maritalStates.map((name) => weights[name]))
}

function workclassAt(age: number, tier: number): WeightedChoice {
  const student = 0.5 / (1 + Math.exp((age - 21) / 1.4))
  const retired = 0.96 / (1 + Math.exp(-(age - 66 - tier) / 2.6))
  const working = (1 - student) * (1 - retired)
  const grown = Math.min(1, Math.max(0.15, (age - 18) / 22))
  const weights: Readonly<Record<string, number>> = {
    'Private-company': working * [0.71, 0.66, 0.56][tier],
    Nonprofit: working * [0.03, 0.05, 0.09][tier],
    'National-government': working * [0.015, 0.03, 0.045][tier],
    'Regional-government': working * [0.02, 0.04, 0.07][tier],
    'Local-government': working * [0.045, 0.06, 0.1][tier],
    'Own-company': working * grown * [0.025, 0.035, 0.055][tier],
    Freelance: working * grown * [0.08, 0.075, 0.07][tier],
    'Family-business': working * 0.006,
    Unemployed: working * [0.075, 0.05, 0.025][tier],
    Student: student * (1 - retired),
    Retired: retired,
  }
  return weightedChoice(workclasses.map((name) => weights[name]))
}

interface OccupationModel {
  /** Typical years of schooling, and how far from them people are. */
  readonly years: number
  readonly spread: number
  readonly weight: number
  /** Share of men where schooling and work class do not matter. */
  readonly men: number
  /** How much likelier in government and when self-employed than in the private sector. */
  readonly government: number
  readonly self: number
  /** Log odds it adds to an income above 50K. */
  readonly pay: number
}

const occupationModels: Readonly<Record<string, OccupationModel>> = {
  Manager: { years: 15.5, spread: 2.4, weight: 115, men: 0.62, government: 0.8, self: 1.7, pay: 1.25 },
  'Business-specialist': { years: 16, spread: 1.9, weight: 80, men: 0.5, government: 0.7, self: 1.2, pay: 0.95 },
  'Engineer-scientist': { years: 17, spread: 1.9, weight: 75, men: 0.74, government: 0.9, self: 0.6, pay: 1.15 },
  'Health-professional': { years: 17.5, spread: 2.1, weight: 65, men: 0.33, government: 0.9, self: 0.7, pay: 0.85 },
  Teacher: { years: 17, spread: 1.5, weight: 80, men: 0.29, government: 4, self: 0.2, pay: 0.1 },
  Clerk: { years: 12.9, spread: 1.7, weight: 120, men: 0.24, government: 1.5, self: 0.3, pay: -0.25 },
  Sales: { years: 13.2, spread: 2, weight: 115, men: 0.52, government: 0.05, self: 1.5, pay: 0.25 },
  Technician: { years: 14, spread: 1.3, weight: 60, men: 0.6, government: 1, self: 0.4, pay: 0.5 },
  'Care-worker': { years: 12.2, spread: 1.8, weight: 70, men: 0.14, government: 1.2, self: 0.6, pay: -0.9 },
  'Food-and-hospitality': { years: 11.3, spread: 1.9, weight: 80, men: 0.45, government: 0.2, self: 0.5, pay: -1.1 },
  Protection: { years: 13, spread: 1.6, weight: 28, men: 0.8, government: 7, self: 0.05, pay: 0.35 },
  Cleaning: { years: 10, spread: 2.4, weight: 50, men: 0.48, government: 0.9, self: 0.6, pay: -1.3 },
  Construction: { years: 11.6, spread: 1.7, weight: 75, men: 0.96, government: 0.4, self: 2.2, pay: 0.1 },
  Mechanic: { years: 12.2, spread: 1.3, weight: 55, men: 0.95, government: 0.6, self: 1, pay: 0.2 },
  'Machine-operator': { years: 11.2, spread: 1.8, weight: 75, men: 0.7, government: 0.1, self: 0.05, pay: -0.45 },
  Driver: { years: 11.7, spread: 1.6, weight: 60, men: 0.88, government: 0.5, self: 0.8, pay: -0.25 },
  Farming: { years: 10.5, spread: 2.6, weight: 28, men: 0.78, government: 0.2, self: 4, pay: -0.9 },
}

function occupationAt(education: number, sex: number, workKind: number): WeightedChoice {
  const years = schooling[education][0]
  return weightedChoice(
    occupations.map((name, i) => {
      if (i === NO_OCCUPATION) return workKind === 3 ? 1 : 0
      const { weight, men, government, self, ...fit } = occupationModels[name]
      const distance = (years - fit.years) / fit.spread
      // The heavy second tail keeps every occupation possible at every level of schooling.
      const bySchooling = Math.exp((-distance * distance) / 2) + 0.02 / (1 + distance * distance)
      return workKind === 3
        ? 0
        : weight * (sex === MALE ? men : 1 - men) * [1, government, self][workKind] * bySchooling
    }),
  )
}

/** A mixture: full time at 40, part time around 20 to 30, long weeks at 45, 50 and 60, and a little of everything. */
function hoursAt(workKind: number, occupationKind: number, band: number, sex: number): WeightedChoice {
  if (workKind === 3) return weightedChoice([1])
  const part = 0.1 + (sex === MALE ? 0 : 0.12) + [0, 0.05, 0.13, 0.02][occupationKind] + [0.3, 0, 0.38][band]
  const long = [0.16, 0.1, 0.34][workKind] + [0.14, 0, 0, 0.04][occupationKind] + (sex === MALE ? 0.06 : -0.02)
  const full = Math.max(0.1, 0.95 - part - long * (1 - part))
  const bump = (hour: number, middle: number, spread: number) =>
    Math.exp(-(((hour - middle) / spread) ** 2) / 2) / spread
  const round = (hour: number) => (hour % 10 === 0 ? 5 : hour % 5 === 0 ? 3 : 1)
  const weights = Array.from({ length: 100 }, (_, hour) => {
    if (hour === 0) return 0
    const spread = part * bump(hour, 22, 7) + long * (1 - part) * bump(hour, 51, 6.5) + 0.02 * bump(hour, 42, 20)
    return spread * round(hour) * 0.2 + full * (hour === 40 ? 0.78 : 0.22 * bump(hour, 38.5, 2) * 0.4)
  })
  return weightedChoice(weights)
}

/** Large districts come first in their region. Newcomers and people of higher education live in larger ones. */
function districtAt(origin: number, tier: number): WeightedChoice {
  return weightedChoice(
    districts.map(({ weight, region, rank, outOf }) => {
      const city = 1 - rank / outOf
      const pull = (origin === 0 ? 0 : 1.6) * city + [0, 0.3, 1.1][tier] * city
      // Each origin has settled mostly in a few regions.
      const settled = origin === 0 ? 0 : [1.3, 0.4, 0][(region + 3 * origin) % 3]
      return weight * Math.exp(pull + settled)
    }),
  )
}

/** Terms of the log odds of more than 50K, in units of 1/64. */
function incomeModel() {
  const units = (terms: readonly number[]) => Int32Array.from(terms, (term) => Math.round(term * 64))
  const couple = new Set(['Married', 'Registered-partner', 'Married-living-apart'])
  return {
    age: units(ages.map((age) => 2.2 - 0.0028 * (age - 52) ** 2)),
    education: units(schooling.map(([years]) => 0.42 * (Math.max(8, years) - 12))),
    hours: units(Array.from({ length: 100 }, (_, hour) => 0.06 * (Math.min(hour, 65) - 40))),
    occupation: units(occupations.map((name) => occupationModels[name]?.pay ?? 0)),
    marital: units(maritalStates.map((name) => (couple.has(name) ? 1.9 : 0))),
    sex: units([0, 0.5]),
    workclass: units(
      workclasses.map(
        (name) =>
          ({ 'Own-company': 1, 'National-government': 0.4, Student: -2, Unemployed: -2.5, Retired: 0.4 })[name] ?? 0,
      ),
    ),
    /** Probability at log odds (index − INCOME_RANGE) / 64. */
    probability: Float64Array.from({ length: 2 * INCOME_RANGE + 1 }, (_, i) => {
      // The intercept sets the share above 50K to about a quarter; the factor says how sharp the border is.
      const odds = 1.25 * ((i - INCOME_RANGE) / 64) - 5.95
      return Math.round(2 ** 30 / (1 + Math.exp(-odds))) / 2 ** 30
    }),
  }
}
