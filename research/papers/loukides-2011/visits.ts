/**
 * A stand-in for VNEC and VNEC_KC, which were not published: invented people, their hospital visits, and the diagnosis codes of each visit. The first n people of a
 * larger sample are the sample of n. Illnesses have Zipf popularity, weight 1/(rank + 2)^skew; a fifth is chronic, and
 * every kind has companions. Memory grows with the codes and their distinct sets.
 */
import { join } from 'node:path'
import { type Random, randomStreams, shuffle } from '../../../src/ground/random.ts'
import { weightedChoice } from '../../../src/ground/weighted-choice.ts'
import { writeTaxonomyJson } from '../../../src/hierarchy/taxonomy/write-taxonomy.ts'
import { publishTexts } from '../../../src/publish/staging.ts'
import { type CodeList, codeList, codeTree } from '../../../src/sample/diagnosis-codes.ts'
import { ascending, scatteredWeights, textChunks } from '../../../src/sample/sample.ts'

export interface VisitsRequest {
  readonly patients: number
  readonly codes: number
  readonly seed: number
  readonly visits?: number
  /** Inequality of popularity; 0: all equal; default: 1. */
  readonly skew?: number
}

export const SIZES = {
  visits: { patients: 2762, codes: 5830 },
  'visits-few-codes': { patients: 1335, codes: 305 },
} as const

type Visits = readonly (readonly number[])[]

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

function visitsModel({ codes, seed, visits = 2, skew = 1 }: VisitsRequest): () => Visits {
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
  const order = shuffle([...kinds.keys()], random)
  const chooseFrom = (list: readonly number[]): Draw => {
    const choose = weightedChoice(list.map((kind) => weights[kind]))
    return (from) => list[choose(from)]
  }
  const chronicCount = Math.max(1, Math.round(CHRONIC_SHARE * order.length))
  const acuteKinds = order.slice(chronicCount)
  const chronic = chooseFrom(order.slice(0, chronicCount))
  const acute = chooseFrom(acuteKinds)
  const companions: number[][] = []
  for (const [place, kind] of order.entries()) {
    const companion = place < chronicCount ? chronic : acute
    companions[kind] = Array.from({ length: COMPANIONS }, () => companion(random))
  }
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

/** Geometric weights by number c of conditions, with mean ∝ 1 + c/2, at least 1, so that all have about `mean`. */
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

/** Writes patients, visits, the policy of single visits, groups of codes and the code tree; all or nothing. */
export async function writeVisits(folder: string, request: VisitsRequest): Promise<void> {
  const files = [
    { path: 'patients.txt', text: samplePatients(request) },
    { path: 'visits.csv', text: sampleVisits(request) },
    { path: 'policy.txt', text: sampleVisitSets(request) },
    { path: 'groups.txt', text: groupLines(request) },
    { path: 'codes.json', text: writeTaxonomyJson(codeTree(codeList(request.codes))) },
  ]
  await publishTexts(
    files.map(({ path, text }) => ({ path: join(folder, path), text })),
    { force: true },
  )
}

/** A line per person: the distinct codes of all visits, ascending. */
export function samplePatients(request: VisitsRequest): Generator<string> {
  return peopleLines(request, '', (visits, spell) => `${spell(ascending(new Set(visits.flat())))}\n`)
}

export function sampleVisits(request: VisitsRequest): Generator<string> {
  return peopleLines(request, 'person,visit,code\n', (visits, spell, person) =>
    visits.map((codes, visit) => codes.map((code) => `${person},${visit + 1},${spell([code])}\n`).join('')).join(''),
  )
}

/** A line per distinct set of codes of one visit, in order of first appearance: the single-visit case. */
export function sampleVisitSets(request: VisitsRequest): Generator<string> {
  // By first code, because a Set has at most 2²⁴ members; one character per code keeps keys short.
  const seen = Array.from({ length: request.codes }, () => new Set<string>())
  const isNew = (codes: readonly number[]): boolean => {
    const known = seen[codes[0]]
    return known.size < known.add(String.fromCharCode(...codes)).size
  }
  const head = '# The codes of one visit of somebody: what an attacker may know.\n'
  return peopleLines(request, head, (visits, spell) =>
    visits.map((codes) => (isNew(codes) ? `${spell(codes)}\n` : '')).join(''),
  )
}

/** A line per three-character code: its full codes that occur. A policy cannot contain codes that do not occur. */
function* groupLines(request: VisitsRequest): Generator<string> {
  yield '# Codes that may be generalized together.\n'
  const occurring = new Set<number>()
  const drawVisits = visitsModel(request)
  for (let i = 0; i < request.patients; i++)
    for (const codes of drawVisits()) for (const code of codes) occurring.add(code)
  const { names, kinds } = codeList(request.codes)
  for (const { from, to } of kinds) {
    const group = names.slice(from, to).filter((_, i) => occurring.has(from + i))
    if (group.length > 0) yield `${group.join(' ')}\n`
  }
}

function peopleLines(
  request: VisitsRequest,
  head: string,
  makeLines: (visits: Visits, spell: (codes: readonly number[]) => string, person: number) => string,
): Generator<string> {
  const { names } = codeList(request.codes)
  const spell = (codes: readonly number[]) => codes.map((code) => names[code]).join(' ')
  const drawVisits = visitsModel(request)
  return textChunks({ rows: request.patients, head }, (row) => makeLines(drawVisits(), spell, row + 1))
}
