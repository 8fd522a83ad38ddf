/**
 * How illness goes in the sample visits. Kinds of illness (three-character codes) have skewed popularity, weight 1/(rank + 2)^skew
 * with ranks scattered by the seed, and so have the codes of a kind. A fifth of the kinds is chronic. Every kind has companions,
 * kinds that come along with it: chronic ones of a chronic kind (comorbidity), others of an acute one (complications).
 *
 * The numbers are invented; nothing is taken from anybody's file. Setting up is O(codes).
 */
import { type Random, shuffle } from '../ground/random.ts'
import type { CodeList } from './visits-codes.ts'
import { choose, type WeightedChoice, weightedChoice } from './weighted-choice.ts'

export type VisitsModel = ReturnType<typeof visitsModel>

interface KindChoice {
  readonly kinds: readonly number[]
  readonly choice: WeightedChoice
}

export const COMPANIONS = 3
export const MOST_CONDITIONS = 6
export const MOST_VISITS = 20
/** Codes of one visit. All parts of a visit's set are protected too, 2⁸ of the largest. */
export const MOST_CODES_OF_A_VISIT = 8

const CHRONIC_SHARE = 0.2
/** Chance of a first condition, and of each further one. */
const FIRST_CONDITION = 0.35
const FURTHER_CONDITION = 0.45
/** How much more often somebody comes with each condition. */
const MORE_VISITS = 0.5

export function visitsModel(codes: CodeList, visits: number, skew: number, random: Random) {
  const weights = scattered(codes.kinds.length, skew, random)
  const codeOf = codes.kinds.map(({ from, to }) => weightedChoice(scattered(to - from, skew, random)))
  const order = shuffle(
    codes.kinds.map((_, kind) => kind),
    random,
  )
  const chronicCount = Math.max(1, Math.round(CHRONIC_SHARE * order.length))
  const chosen = (kinds: readonly number[]): KindChoice => ({
    kinds,
    choice: weightedChoice(kinds.map((kind) => weights[kind])),
  })
  const chronic = chosen(order.slice(0, chronicCount))
  const acute = chosen(order.slice(chronicCount))
  const companions = new Int32Array(COMPANIONS * order.length)
  for (const list of [chronic, acute]) {
    for (const kind of list.kinds) {
      for (let i = 0; i < COMPANIONS; i++) companions[COMPANIONS * kind + i] = chooseKind(list, random)
    }
  }
  const chapters = codes.chapters.map((_, chapter) => {
    const own = acute.kinds.filter((kind) => codes.kinds[kind].chapter === chapter)
    return own.length === 0 ? acute : chosen(own)
  })
  const conditionWeights = Array.from({ length: MOST_CONDITIONS + 1 }, (_, count) => conditionChance(count))
  return {
    codes,
    /** Chronic kinds, and the others, by popularity. */
    chronic,
    acute,
    /** The code within each kind. */
    codeOf,
    /** `COMPANIONS` kinds for each kind, one after the other. */
    companions,
    /** Acute kinds of each chapter by popularity; those of all chapters where one has none. */
    chapters,
    /** How many conditions a person has, 0 to `MOST_CONDITIONS`. */
    conditions: weightedChoice(conditionWeights),
    /** How many visits, less one, for each number of conditions. */
    visits: visitNumbers(visits, conditionWeights),
  }
}

export function chooseKind({ kinds, choice }: KindChoice, random: Random): number {
  return kinds[choose(choice, random)]
}

export function chooseCode({ codes, codeOf }: VisitsModel, kind: number, random: Random): number {
  return codes.kinds[kind].from + choose(codeOf[kind], random)
}

function scattered(count: number, skew: number, random: Random): number[] {
  const ranks = shuffle(
    Array.from({ length: count }, (_, i) => i),
    random,
  )
  return ranks.map((rank) => (rank + 2) ** -skew)
}

function conditionChance(count: number): number {
  if (count === 0) return 1 - FIRST_CONDITION
  return FIRST_CONDITION * FURTHER_CONDITION ** (count - 1) * (1 - FURTHER_CONDITION)
}

/**
 * Geometric, 1 to `MOST_VISITS`. With c conditions the mean is mean · (1 + c/2) / E(1 + c/2), so that over all people it comes to
 * `mean` (a little less, because very many visits are cut off), and at least 1.
 */
function visitNumbers(mean: number, conditionWeights: readonly number[]): WeightedChoice[] {
  const total = conditionWeights.reduce((sum, weight) => sum + weight, 0)
  const average = conditionWeights.reduce((sum, weight, count) => sum + weight * (1 + MORE_VISITS * count), 0) / total
  return conditionWeights.map((_, count) => {
    const stop = 1 / Math.max(1, (mean * (1 + MORE_VISITS * count)) / average)
    let weight = stop
    return weightedChoice(
      Array.from({ length: MOST_VISITS }, () => {
        const own = weight
        weight *= 1 - stop
        return own
      }),
    )
  })
}
