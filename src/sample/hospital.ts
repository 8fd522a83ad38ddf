/**
 * The sample hospital: one stay per invented patient. The illness is drawn first and determines age, sex, ward, season,
 * length of stay and costs.
 */
import { randomStreams } from '../ground/random.ts'
import { choiceGiven, weightedChoice } from '../ground/weighted-choice.ts'
import { writeTaxonomyJson } from '../hierarchy/taxonomy/write-taxonomy.ts'
import { IDENTITY_NUMBERS, identityNumbers } from './identity-number.ts'
import { districts } from './places.ts'
import { dayNumber, isoDate, type RowProgress, SEED_OPTION, sampleRecord, textChunks } from './sample.ts'
import { leafNames, treeFrom } from './taxonomy.ts'

export const hospitalColumns = [
  'patient',
  'birth-date',
  'sex',
  'postcode',
  'admission',
  'discharge',
  'ward',
  'diagnosis',
  'costs',
] as const

export interface HospitalRequest {
  readonly patients: number
  readonly seed: number
  readonly progress?: RowProgress
}

export const hospitalTrees = {
  sex: treeFrom('Any-sex: female male'),
  ward: treeFrom(`
Any-ward:
  Medical: Cardiology Internal-medicine Neurology Oncology
  Surgical: General-surgery Orthopaedics
  Women-and-children: Obstetrics Paediatrics`),
  diagnosis: treeFrom(`
Any-diagnosis:
  Heart-and-vessels: Heart-failure Heart-attack Irregular-heartbeat Stroke
  Lungs-and-infections: Pneumonia Chronic-bronchitis Asthma Kidney-infection
  Metabolism-and-digestion: Diabetes Gallstones Appendicitis Hernia Gastroenteritis
  Bones-and-joints: Hip-fracture Knee-replacement Back-pain Broken-arm
  Nerves: Epilepsy Migraine Concussion
  Tumours: Breast-cancer Bowel-cancer Lung-cancer Leukaemia
  Birth: Delivery Caesarean Early-labour`),
}

type Illness = readonly [
  ward: string,
  weight: number,
  age: number,
  spread: number,
  women: number,
  days: number,
  base: number,
  perDay: number,
  winter: number,
]

const illnesses: Readonly<Record<string, Illness>> = {
  'Heart-failure': ['Cardiology', 80, 77, 10, 0.5, 9, 900, 420, 1.5],
  'Heart-attack': ['Cardiology', 45, 68, 12, 0.35, 7, 6200, 640, 1.3],
  'Irregular-heartbeat': ['Cardiology', 60, 70, 13, 0.47, 4, 1800, 430, 1],
  Stroke: ['Neurology', 55, 74, 12, 0.5, 11, 2600, 560, 1.1],
  Pneumonia: ['Internal-medicine', 70, 66, 24, 0.45, 8, 700, 410, 2.4],
  'Chronic-bronchitis': ['Internal-medicine', 50, 70, 10, 0.44, 7, 600, 390, 2],
  Asthma: ['Paediatrics', 24, 8, 4, 0.4, 3, 400, 380, 1.4],
  'Kidney-infection': ['Internal-medicine', 28, 58, 22, 0.68, 5, 500, 380, 1],
  Diabetes: ['Internal-medicine', 40, 60, 18, 0.46, 6, 600, 370, 1],
  Gallstones: ['General-surgery', 45, 56, 17, 0.64, 4, 2700, 420, 1],
  Appendicitis: ['General-surgery', 30, 27, 14, 0.48, 4, 2900, 430, 0.9],
  Hernia: ['General-surgery', 38, 58, 16, 0.15, 2, 2300, 400, 1],
  Gastroenteritis: ['Paediatrics', 30, 4, 4, 0.49, 3, 300, 360, 1.8],
  'Hip-fracture': ['Orthopaedics', 42, 81, 9, 0.72, 13, 6100, 450, 1.3],
  'Knee-replacement': ['Orthopaedics', 48, 69, 9, 0.6, 8, 6900, 420, 1],
  'Back-pain': ['Orthopaedics', 40, 57, 16, 0.55, 5, 500, 360, 1],
  'Broken-arm': ['Orthopaedics', 30, 38, 25, 0.5, 3, 2400, 400, 1.1],
  Epilepsy: ['Neurology', 24, 44, 24, 0.46, 4, 700, 450, 1],
  Migraine: ['Neurology', 14, 40, 14, 0.75, 3, 400, 400, 1],
  Concussion: ['Paediatrics', 24, 9, 5, 0.42, 2, 300, 350, 0.8],
  'Breast-cancer': ['Oncology', 40, 62, 13, 0.99, 5, 4300, 480, 1],
  'Bowel-cancer': ['Oncology', 34, 70, 11, 0.44, 10, 6800, 520, 1],
  'Lung-cancer': ['Oncology', 34, 68, 9, 0.4, 8, 4200, 540, 1],
  Leukaemia: ['Oncology', 10, 55, 22, 0.44, 15, 7600, 820, 1],
  Delivery: ['Obstetrics', 95, 31, 5, 1, 3, 1700, 330, 0.95],
  Caesarean: ['Obstetrics', 40, 33, 5, 1, 5, 3100, 360, 0.95],
  'Early-labour': ['Obstetrics', 10, 30, 6, 1, 8, 1400, 420, 1],
}
const diagnoses = leafNames(hospitalTrees.diagnosis)

const YEAR = 2024
const DAYS = 366
const OLDEST = 100
const LONGEST_STAY = 60
const REGION = 1
const STREETS = ['10', '20', '45']

export function sampleHospital({ patients, seed, progress }: HospitalRequest): Generator<string> {
  const [random, keys] = randomStreams(seed, 2)
  const patientNumber = identityNumbers(keys)
  const chooseIllness = weightedChoice(diagnoses.map((name) => illnesses[name][1]))
  const chooseAge = choiceGiven(ageWeights)
  const chooseDay = choiceGiven(dayWeights)
  const chooseStay = choiceGiven(stayWeights)
  const chooseDistrict = choiceGiven(districtWeights)
  const chooseStreet = weightedChoice([5, 3, 2])
  const priceSteps = Array.from({ length: 61 }, (_, i) => Math.round(Math.exp((i - 30) / 30) * 1e4) / 1e4)
  const choosePrice = weightedChoice(priceSteps.map((_, i) => Math.exp(-(((i - 30) / 10) ** 2) / 2)))
  const start = dayNumber(YEAR)
  const head = `${hospitalColumns.join(',')}\n`
  return textChunks({ rows: patients, head, progress }, (row) => {
    const illness = chooseIllness(random)
    const [ward, , , , women, , base, perDay] = illnesses[diagnoses[illness]]
    const age = chooseAge(random, illness)
    const sex = random.uniform() < women ? 'female' : 'male'
    const admission = start + chooseDay(random, illness)
    const birth = admission - Math.ceil(age * 365.25 + random.uniform() * 365)
    const stay = chooseStay(random, illness, Math.floor(age / 10))
    const district = districts[chooseDistrict(random, ward === 'Oncology' ? 1 : 0)]
    const postcode = district.prefix + STREETS[chooseStreet(random)]
    const costs = (base + perDay * stay) * priceSteps[choosePrice(random)] * (0.98 + 0.04 * random.uniform())
    return `${[
      patientNumber(row),
      isoDate(birth),
      sex,
      postcode,
      isoDate(admission),
      isoDate(admission + stay),
      ward,
      diagnoses[illness],
      costs.toFixed(2),
    ].join()}\n`
  })
}

function ageWeights(illness: number): number[] {
  const [, , mean, spread] = illnesses[diagnoses[illness]]
  return Array.from({ length: OLDEST }, (_, age) => Math.exp(-(((age + 0.5 - mean) / spread) ** 2) / 2))
}

/** Days of the year: more colds in winter, fewer admissions at weekends. */
function dayWeights(illness: number): number[] {
  const [, , , , , , , , winter] = illnesses[diagnoses[illness]]
  return Array.from({ length: DAYS }, (_, day) => {
    const january = (1 + Math.cos((2 * Math.PI * (day - 15)) / DAYS)) / 2
    // 1 January 2024 was a Monday.
    return winter ** january * (day % 7 < 5 ? 1 : 0.6)
  })
}

/** Days of a stay, from 1: gamma distribution of shape 2, longer with age. */
function stayWeights(illness: number, decade: number): number[] {
  const [, , mean, , , days] = illnesses[diagnoses[illness]]
  const scale = (days * (1 + 0.06 * (decade - mean / 10))) / 2
  return Array.from({ length: LONGEST_STAY }, (_, stay) => (stay === 0 ? 0 : stay * Math.exp(-stay / scale)))
}

/** Most patients live in the hospital's region; oncology also attracts others. */
function districtWeights(oncology: number): number[] {
  return districts.map(({ region, weight, city }) =>
    region === REGION ? weight * Math.exp(city) : weight * (oncology === 1 ? 0.15 : 0.03),
  )
}

export const hospitalSample = sampleRecord(
  {
    name: 'hospital',
    title: 'Hospital stays',
    summary:
      'One hospital stay per patient: birth date, postcode, sex, admission, discharge and ward, with a diagnosis and costs that fit them, and a job at k = 10.',
    options: [
      {
        name: 'patients',
        type: 'integer',
        meaning: 'How many patients, one row each.',
        default: 3000,
        minimum: 1,
        maximum: IDENTITY_NUMBERS,
      },
      SEED_OPTION,
    ],
  } as const,
  (request, progress) => [
    { path: 'hospital.csv', text: sampleHospital({ ...request, progress }) },
    ...Object.entries(hospitalTrees).map(([name, tree]) => ({
      path: `trees/${name}.json`,
      text: writeTaxonomyJson(tree),
    })),
    { path: 'job.yaml', text: hospitalJob(request) },
  ],
)

function hospitalJob({ patients, seed }: HospitalRequest): string {
  return `# Anonymizes ${patients} made-up hospital stays (seed ${seed}).
#   halftone run job.yaml
# Paths are relative to this file.
version: 1

data:
  source: hospital.csv

columns:
  patient:    { role: identifier }

  # What a neighbour, a colleague or another file may know of somebody. These are made coarser.
  birth-date: { role: quasi-identifier, type: date }
  sex:        { role: quasi-identifier, taxonomy: trees/sex.json }
  postcode:   { role: quasi-identifier, type: prefix }
  admission:  { role: quasi-identifier, type: date }
  discharge:  { role: quasi-identifier, type: date }
  ward:       { role: quasi-identifier, taxonomy: trees/ward.json }

  # What nobody should learn of a person. Released as it is.
  diagnosis:  { role: sensitive, taxonomy: trees/diagnosis.json }
  costs:      { role: sensitive, type: numeric }

privacy:
  k: 10                       # nobody can be distinguished from at least nine others
  l-diversity: { column: diagnosis, l: 3 }   # and in every class there are at least three diagnoses

goal: general
algorithm: { name: boxes }
seed: 1

output:
  release: out/release.csv
  report: out/report.html
`
}
