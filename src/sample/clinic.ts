/**
 * The sample clinic: patients with columns and 1 to 12 diagnosis codes. Older people have more and different codes; the
 * next code is often of a companion kind, or of the same chapter. Patients do not depend on their number.
 */
import { type Random, randomStreams } from '../ground/random.ts'
import { choiceGiven, weightedChoice } from '../ground/weighted-choice.ts'
import { type CodeList, codeList, codeTree } from './diagnosis-codes.ts'
import { districts } from './places.ts'
import { ascending, csvRows, type MakeFiles, type RowProgress, scatteredWeights } from './sample.ts'
import { jobFile, leafNames, readTrees, treeFiles } from './taxonomy.ts'

export const CLINIC_HEAD = 'patient,age,sex,postcode,region,insurance,codes'

export interface ClinicRequest {
  readonly patients: number
  readonly seed: number
  readonly progress?: RowProgress
}

export const clinicTrees: ReturnType<typeof readTrees> = { ...readTrees('clinic'), codes: codeTree(codeList(300)) }
const sexes = leafNames(clinicTrees.sex)
const regions = leafNames(clinicTrees.region)
const insurances = leafNames(clinicTrees.insurance)

const MOST_CODES_OF_A_PATIENT = 12
const OLDEST = 95
const COMPANIONS = 3
const COMPANION = 0.4
const SAME_CHAPTER = 0.25
/** After this many repeats in a row of codes already drawn, the set stays smaller. */
const PATIENCE = 20

export function sampleClinic({ patients, seed, progress }: ClinicRequest): Generator<string> {
  const [random, scatter] = randomStreams(seed, 2)
  const codes = codeList(300)
  const drawCodes = codesModel(codes, scatter)
  const chooseAge = weightedChoice(Array.from({ length: OLDEST + 1 }, (_, age) => 1 / (1 + Math.exp((age - 80) / 5))))
  const chooseSex = choiceGiven((decade: number) => [52 + 3 * Math.max(0, decade - 6), 47, 0.8])
  const chooseDistrict = weightedChoice(districts.map(({ weight }) => weight))
  const chooseInsurance = choiceGiven(insuranceWeights)
  return csvRows({ rows: patients, head: CLINIC_HEAD, progress }, (row) => {
    const age = chooseAge(random)
    const decade = Math.floor(age / 10)
    const district = districts[chooseDistrict(random)]
    const postcode = district.prefix + (random.uniform() < 0.65 ? '01' : '02')
    const sex = sexes[chooseSex(random, decade)]
    const insurance = insurances[chooseInsurance(random, decade, district.city > 0.7 ? 1 : 0)]
    const names = drawCodes(decade, random).map((code) => codes.names[code])
    return [row + 1, age, sex, postcode, regions[district.region], insurance, names.join(' ')]
  })
}

/** The army insures only people of working age; private insurance is common in towns and after 30. */
function insuranceWeights(decade: number, town: number): number[] {
  const working = decade >= 2 && decade < 6 ? 1 : 0
  const wealthy = (decade >= 3 ? 1.5 : 0.8) * (town === 1 ? 1.3 : 0.8)
  return [38, 26, 13, 8 * wealthy, 5 * wealthy, 4 * working, 4]
}

function codesModel({ kinds, chapters }: CodeList, scatter: Random): (decade: number, random: Random) => number[] {
  const popularity = scatteredWeights(kinds.length, 1, scatter)
  const slopes = kinds.map(() => 2.4 * (scatter.uniform() - 0.35))
  const chooseCode = kinds.map(({ from, to }) => weightedChoice(scatteredWeights(to - from, 1.5, scatter)))
  const chooseCompanion = weightedChoice(popularity)
  const companions = kinds.map(() => Array.from({ length: COMPANIONS }, () => chooseCompanion(scatter)))
  const chapterKinds = chapters.map((_, chapter) => kinds.flatMap((kind, i) => (kind.chapter === chapter ? [i] : [])))
  const chooseKind = choiceGiven((decade: number) =>
    popularity.map((weight, kind) => weight * Math.exp((slopes[kind] * (decade - 4.5)) / 4.5)),
  )
  const chooseCount = choiceGiven(countWeights)
  return (decade, random) => {
    const count = 1 + chooseCount(random, decade)
    const codes = new Set<number>()
    let kind = chooseKind(random, decade)
    for (let repeats = 0; repeats < PATIENCE; ) {
      const before = codes.size
      codes.add(kinds[kind].from + chooseCode[kind](random))
      if (codes.size === count) break
      repeats = codes.size === before ? repeats + 1 : 0
      const near = random.uniform()
      if (near < COMPANION) kind = companions[kind][random.integer(COMPANIONS)]
      else if (near < COMPANION + SAME_CHAPTER) {
        const neighbours = chapterKinds[kinds[kind].chapter]
        kind = neighbours[random.integer(neighbours.length)]
      } else kind = chooseKind(random, decade)
    }
    return ascending(codes)
  }
}

/** Number of codes less one: geometric, 2.4 codes for children and 5.5 for the oldest, cut off at 12. */
function countWeights(decade: number): number[] {
  const stop = 1 / (2.4 + 0.36 * decade)
  return Array.from({ length: MOST_CODES_OF_A_PATIENT }, (_, i) =>
    i < MOST_CODES_OF_A_PATIENT - 1 ? stop * (1 - stop) ** i : (1 - stop) ** i,
  )
}

export const clinicFiles: MakeFiles<ClinicRequest> = (request) => [
  { path: 'patients.csv', text: sampleClinic(request) },
  ...treeFiles('trees', clinicTrees),
  jobFile('clinic', request),
]
