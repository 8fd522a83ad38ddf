/**
 * Draws the people of the sample visits. Illnesses have Zipf popularity, weight 1/(rank + 2)^skew; a fifth is chronic.
 * Every kind has companions (comorbidity, complications). People with a chronic condition come more often. All numbers
 * are invented. Setup is O(codes).
 */
import { type Random, randomStreams, shuffle } from '../ground/random.ts'
import { weightedChoice } from '../ground/weighted-choice.ts'
import { type CodeList, codeList } from './diagnosis-codes.ts'
import { ascending, scatteredWeights } from './sample.ts'

export interface VisitsModelRequest {
  readonly codes: number
  readonly seed: number
  readonly visits?: number
  /** Inequality of popularity; 0: all equal; default: 1. */
  readonly skew?: number
}

export type Visits = readonly (readonly number[])[]

const COMPANIONS = 3
const MOST_CONDITIONS = 6
const MOST_VISITS = 20
/** Per visit. All subsets of a visit's set are protected too, 2⁸ for the largest. */
export const MOST_CODES_OF_A_VISIT = 8

const CHRONIC_SHARE = 0.2
const FIRST_CONDITION = 0.35
const FURTHER_CONDITION = 0.45
const MORE_VISITS = 0.5
const RECURS = 0.5
const COMORBID = 0.6
const ACUTE = 0.7
/** Probability of each further code after an acute reason: a companion or a neighbour, equally often. */
const COMPLICATION = 0.35

export function visitsModel({ codes, seed, visits = 2, skew = 1 }: VisitsModelRequest): () => Visits {
  const [random, scatter] = randomStreams(seed, 2)
  const illness = illnessModel(codeList(codes), skew, scatter)
  const conditionWeights = Array.from({ length: MOST_CONDITIONS + 1 }, (_, count) =>
    count === 0 ? 1 - FIRST_CONDITION : FIRST_CONDITION * FURTHER_CONDITION ** (count - 1) * (1 - FURTHER_CONDITION),
  )
  const chooseConditions = weightedChoice(conditionWeights)
  const chooseVisits = visitNumbers(visits, conditionWeights).map(weightedChoice)
  return () => {
    const conditionCount = chooseConditions(random)
    const conditions = drawConditions(conditionCount, illness, random)
    const visitCount = 1 + chooseVisits[conditionCount](random)
    return Array.from({ length: visitCount }, () => drawVisit(conditions, illness, random))
  }
}

type Draw = (random: Random) => number
type IllnessModel = ReturnType<typeof illnessModel>

function illnessModel({ kinds, chapters }: CodeList, skew: number, random: Random) {
  const weights = scatteredWeights(kinds.length, skew, random)
  const chooseCode = kinds.map(({ from, to }) => weightedChoice(scatteredWeights(to - from, skew, random)))
  const order = shuffle(
    kinds.map((_, kind) => kind),
    random,
  )
  const chooseFrom = (list: readonly number[]): Draw => {
    const choose = weightedChoice(list.map((kind) => weights[kind]))
    return (from) => list[choose(from)]
  }
  const chronicCount = Math.max(1, Math.round(CHRONIC_SHARE * order.length))
  const chronicKinds = order.slice(0, chronicCount)
  const acuteKinds = order.slice(chronicCount)
  const chronic = chooseFrom(chronicKinds)
  const acute = chooseFrom(acuteKinds)
  const companions: number[][] = []
  for (const kind of chronicKinds) companions[kind] = Array.from({ length: COMPANIONS }, () => chronic(random))
  for (const kind of acuteKinds) companions[kind] = Array.from({ length: COMPANIONS }, () => acute(random))
  const neighbours = chapters.map((_, chapter) => {
    const list = acuteKinds.filter((kind) => kinds[kind].chapter === chapter)
    return list.length === 0 ? acute : chooseFrom(list)
  })
  return {
    chronic,
    acute,
    code: (kind: number, from: Random) => kinds[kind].from + chooseCode[kind](from),
    companion: (kind: number, from: Random) => companions[kind][from.integer(COMPANIONS)],
    neighbour: (kind: number, from: Random) => neighbours[kinds[kind].chapter](from),
  }
}

/**
 * Geometric weights per number of conditions. With c conditions the mean is mean · (1 + c/2) / E(1 + c/2), at least 1,
 * so that the overall mean is about `mean`.
 */
function visitNumbers(mean: number, conditionWeights: readonly number[]): number[][] {
  const total = conditionWeights.reduce((sum, weight) => sum + weight, 0)
  const average = conditionWeights.reduce((sum, weight, count) => sum + weight * (1 + MORE_VISITS * count), 0) / total
  return conditionWeights.map((_, count) => {
    const stop = 1 / Math.max(1, (mean * (1 + MORE_VISITS * count)) / average)
    const weights = [stop]
    while (weights.length < MOST_VISITS) weights.push(weights[weights.length - 1] * (1 - stop))
    return weights
  })
}

function drawConditions(count: number, illness: IllnessModel, random: Random): number[] {
  const conditions = new Set<number>()
  let kind = -1
  for (let i = 0; i < count; i++) {
    const comorbid = kind >= 0 && random.uniform() < COMORBID
    kind = comorbid ? illness.companion(kind, random) : illness.chronic(random)
    conditions.add(illness.code(kind, random))
  }
  return ascending(conditions)
}

function drawVisit(conditions: readonly number[], illness: IllnessModel, random: Random): number[] {
  const codes = new Set(conditions.filter(() => random.uniform() < RECURS))
  if (codes.size > 0 && random.uniform() >= ACUTE) return ascending(codes)
  const reason = illness.acute(random)
  codes.add(illness.code(reason, random))
  while (codes.size < MOST_CODES_OF_A_VISIT && random.uniform() < COMPLICATION) {
    const kind = random.uniform() < 0.5 ? illness.companion(reason, random) : illness.neighbour(reason, random)
    codes.add(illness.code(kind, random))
  }
  return ascending(codes)
}
