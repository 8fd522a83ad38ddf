/** The sample hospital: one stay per patient. The illness determines age, sex, ward, season, stay and costs. */
import { randomStreams } from '../ground/random.ts'
import { choiceGiven, weightedChoice } from '../ground/weighted-choice.ts'
import { districts, identityNumbers } from './places.ts'
import { csvRows, dayNumber, isoDate, type MakeFiles, type RowProgress } from './sample.ts'
import { jobFile, leafNames, readTable, readTrees, treeFiles } from './taxonomy.ts'

export const HOSPITAL_HEAD = 'patient,birth-date,sex,postcode,admission,discharge,ward,diagnosis,costs'

export interface HospitalRequest {
  readonly patients: number
  readonly seed: number
  readonly progress?: RowProgress
}

export const hospitalTrees = readTrees('hospital')

const diagnoses = leafNames(hospitalTrees.diagnosis)
const table = readTable('illnesses')
const illnesses = diagnoses.map((name) => {
  const { ward, ...figures } = table[name]
  return { ward, figures: Object.fromEntries(Object.entries(figures).map(([key, text]) => [key, Number(text)])) }
})

const YEAR = 2024
const DAYS = 366
const OLDEST = 100
const LONGEST_STAY = 60
const REGION = 1
const STREETS = ['10', '20', '45']

export function sampleHospital({ patients, seed, progress }: HospitalRequest): Generator<string> {
  const [random, keys] = randomStreams(seed, 2)
  const patientNumber = identityNumbers(keys)
  const chooseIllness = weightedChoice(illnesses.map(({ figures }) => figures.weight))
  const chooseAge = choiceGiven(ageWeights)
  const chooseDay = choiceGiven(dayWeights)
  const chooseStay = choiceGiven(stayWeights)
  const chooseDistrict = choiceGiven(districtWeights)
  const chooseStreet = weightedChoice([5, 3, 2])
  const priceSteps = Array.from({ length: 61 }, (_, i) => Math.round(Math.exp((i - 30) / 30) * 1e4) / 1e4)
  const choosePrice = weightedChoice(priceSteps.map((_, i) => Math.exp(-(((i - 30) / 10) ** 2) / 2)))
  return csvRows({ rows: patients, head: HOSPITAL_HEAD, progress }, (row) => {
    const illness = chooseIllness(random)
    const { ward, figures } = illnesses[illness]
    const age = chooseAge(random, illness)
    const sex = random.uniform() < figures.women ? 'female' : 'male'
    const admission = dayNumber(YEAR) + chooseDay(random, illness)
    const birth = admission - Math.ceil(age * 365.25 + random.uniform() * 365)
    const stay = chooseStay(random, illness, Math.floor(age / 10))
    const district = districts[chooseDistrict(random, ward === 'Oncology' ? 1 : 0)]
    const postcode = district.prefix + STREETS[chooseStreet(random)]
    const costs =
      (figures.base + figures['per-day'] * stay) * priceSteps[choosePrice(random)] * (0.98 + 0.04 * random.uniform())
    const about = [isoDate(birth), sex, postcode, isoDate(admission), isoDate(admission + stay)]
    return [patientNumber(row), ...about, ward, diagnoses[illness], costs.toFixed(2)]
  })
}

function ageWeights(illness: number): number[] {
  const { age: mean, spread } = illnesses[illness].figures
  return Array.from({ length: OLDEST }, (_, age) => Math.exp(-(((age + 0.5 - mean) / spread) ** 2) / 2))
}

/** Days of the year: more colds in winter, fewer admissions at weekends. */
function dayWeights(illness: number): number[] {
  const { winter } = illnesses[illness].figures
  return Array.from({ length: DAYS }, (_, day) => {
    const january = (1 + Math.cos((2 * Math.PI * (day - 15)) / DAYS)) / 2
    // 1 January 2024 was a Monday.
    return winter ** january * (day % 7 < 5 ? 1 : 0.6)
  })
}

/** Days of a stay, from 1: gamma distribution of shape 2, longer with age. */
function stayWeights(illness: number, decade: number): number[] {
  const { age: mean, days } = illnesses[illness].figures
  const scale = (days * (1 + 0.06 * (decade - mean / 10))) / 2
  return Array.from({ length: LONGEST_STAY }, (_, stay) => (stay === 0 ? 0 : stay * Math.exp(-stay / scale)))
}

/** Most patients live in the hospital's region; oncology also attracts others. */
function districtWeights(oncology: number): number[] {
  return districts.map(({ region, weight, city }) =>
    region === REGION ? weight * Math.exp(city) : weight * (oncology === 1 ? 0.15 : 0.03),
  )
}

export const hospitalFiles: MakeFiles<HospitalRequest> = (request) => [
  { path: 'hospital.csv', text: sampleHospital(request) },
  ...treeFiles('trees', hospitalTrees),
  jobFile('hospital', request),
]
