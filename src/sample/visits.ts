/**
 * Sample visits: people who do not exist, their visits to a hospital, and the diagnosis codes of each visit. Somebody with a chronic
 * condition comes more often, and its code turns up at half of the visits; other conditions often come along with it. Most visits have
 * an acute reason besides, now and then with complications. `visits-model.ts` has the numbers.
 *
 * People are made one after the other and nothing depends on how many are asked for: the first n of a larger sample are the sample of
 * n. Memory grows with the codes only, except for the distinct sets of codes, which have to be remembered to be counted once.
 */
import { type Random, randomStreams } from '../ground/random.ts'
import { insertAscending } from './ascending-list.ts'
import { bytePool, chunksOf } from './byte-pool.ts'
import { distinctSets } from './distinct-sets.ts'
import { codeList } from './visits-codes.ts'
import {
  COMPANIONS,
  chooseCode,
  chooseKind,
  MOST_CODES_OF_A_VISIT,
  MOST_CONDITIONS,
  MOST_VISITS,
  type VisitsModel,
  visitsModel,
} from './visits-model.ts'
import { choose } from './weighted-choice.ts'

export interface VisitsRequest {
  readonly patients: number
  /** How many different codes there are to choose from. */
  readonly codes: number
  readonly seed: number
  /** Visits of an average person; 2 unless given. */
  readonly visits?: number
  /** How unequal the popularity of illnesses is; 0 makes all equal. 1 unless given. */
  readonly skew?: number
  /** Called with the number of people made so far, before a chunk is handed on. */
  readonly progress?: (patients: number) => void
}

/** One person: the codes of visit v, ascending, stand in `codes` from `starts[v]` up to but excluding `starts[v + 1]`. */
interface Person {
  visits: number
  readonly starts: Int32Array
  readonly codes: Int32Array
}

/** Chance that a chronic code is written down at a visit. */
const RECURS = 0.5
/** Chance that a further condition is a companion of the one before. */
const COMORBID = 0.6
/** Chance of an acute reason beside a chronic one; without a chronic one there always is a reason. */
const ACUTE = 0.7
/** Chance of each further code after an acute reason; it is a companion as often as a neighbour of the same chapter. */
const COMPLICATION = 0.35

const BLANK = 32
const COMMA = 44
const NEWLINE = 10

/** The most codes of a person, each once for every visit that has it. */
const MOST_CODES_OF_A_PERSON = MOST_VISITS * MOST_CODES_OF_A_VISIT

/** A line per person: the codes of all visits, ascending, each once. */
export function samplePatients(request: VisitsRequest): Generator<Uint8Array> {
  const all = new Int32Array(MOST_CODES_OF_A_PERSON)
  return chunksOfPeople(request, '', (person, write) => write.line(all, 0, codesOf(person, all)))
}

/** CSV with a header: person (from 1), visit (from 1 for each person), code. */
export function sampleVisits(request: VisitsRequest): Generator<Uint8Array> {
  return chunksOfPeople(request, 'person,visit,code\n', (person, write, number) => {
    for (let visit = 0; visit < person.visits; visit++) {
      for (let at = person.starts[visit]; at < person.starts[visit + 1]; at++) {
        write.number(number)
        write.number(visit + 1)
        write.line(person.codes, at, at + 1)
      }
    }
  })
}

/** A line per distinct set of codes that somebody has from one visit, in the order of first appearance: the single-visit case. */
export function sampleVisitSets(request: VisitsRequest): Generator<Uint8Array> {
  const seen = distinctSets(request.codes)
  const head = '# The codes of one visit of somebody: what an attacker may know.\n'
  return chunksOfPeople(request, head, (person, write) => {
    for (let visit = 0; visit < person.visits; visit++) {
      const [from, to] = [person.starts[visit], person.starts[visit + 1]]
      if (seen.add(person.codes, from, to)) write.line(person.codes, from, to)
    }
  })
}

/** Which codes anybody has, by their place in the list of codes. */
export function occurringCodes(request: VisitsRequest): Uint8Array {
  const occurs = new Uint8Array(request.codes)
  const next = people(request)
  for (let patient = 0; patient < request.patients; patient++) {
    const { visits, starts, codes } = next()
    for (let at = 0; at < starts[visits]; at++) occurs[codes[at]] = 1
  }
  return occurs
}

interface PersonWriter {
  /** A cell, with the comma behind it. */
  number(value: number): void
  /** Codes as the end of a line. */
  line(codes: Int32Array, from: number, to: number): void
}

function chunksOfPeople(
  request: VisitsRequest,
  head: string,
  tell: (person: Person, write: PersonWriter, number: number) => void,
): Generator<Uint8Array> {
  const { patients, progress } = request
  const pool = bytePool(codeList(request.codes).names)
  const longest = MOST_CODES_OF_A_PERSON * (pool.longest + String(patients).length + String(MOST_VISITS).length + 3)
  const next = people(request)
  return chunksOf({ rows: patients, longest, head, progress }, (write, patient) => {
    const writer: PersonWriter = {
      number(value) {
        write.digits(value, String(value).length)
        write.byte(COMMA)
      },
      line(codes, from, to) {
        for (let at = from; at < to; at++) {
          write.text(pool, codes[at])
          write.byte(at === to - 1 ? NEWLINE : BLANK)
        }
      },
    }
    tell(next(), writer, patient + 1)
  })
}

/** Makes one person after the other. The record is the same one each time, filled anew. */
function people({ codes, seed, visits = 2, skew = 1 }: VisitsRequest): () => Person {
  const [random, scatter] = randomStreams(seed, 2)
  const model = visitsModel(codeList(codes), visits, skew, scatter)
  const conditions = new Int32Array(MOST_CONDITIONS)
  const person: Person = {
    visits: 0,
    starts: new Int32Array(MOST_VISITS + 1),
    codes: new Int32Array(MOST_CODES_OF_A_PERSON),
  }
  return () => {
    const asked = choose(model.conditions, random)
    const conditionCount = fillConditions(conditions, asked, model, random)
    person.visits = 1 + choose(model.visits[asked], random)
    for (let visit = 0; visit < person.visits; visit++) {
      const start = person.starts[visit]
      const list = person.codes.subarray(start, start + MOST_CODES_OF_A_VISIT)
      person.starts[visit + 1] = start + fillVisit(list, conditions, conditionCount, model, random)
    }
    return person
  }
}

/** The chronic codes of a person, and how many: a kind that comes up twice is there once. */
function fillConditions(conditions: Int32Array, asked: number, model: VisitsModel, random: Random): number {
  const { chronic, companions } = model
  let count = 0
  let kind = -1
  for (let i = 0; i < asked; i++) {
    kind =
      kind >= 0 && random.uniform() < COMORBID
        ? companions[COMPANIONS * kind + random.integer(COMPANIONS)]
        : chooseKind(chronic, random)
    count = insertAscending(conditions, count, chooseCode(model, kind, random))
  }
  return count
}

/** The codes of one visit, ascending and different, and how many: at least one. */
function fillVisit(
  list: Int32Array,
  conditions: Int32Array,
  conditionCount: number,
  model: VisitsModel,
  random: Random,
): number {
  let size = 0
  for (let i = 0; i < conditionCount; i++)
    if (random.uniform() < RECURS) size = insertAscending(list, size, conditions[i])
  if (size > 0 && random.uniform() >= ACUTE) return size
  const reason = chooseKind(model.acute, random)
  size = insertAscending(list, size, chooseCode(model, reason, random))
  while (size < MOST_CODES_OF_A_VISIT && random.uniform() < COMPLICATION) {
    size = insertAscending(list, size, chooseCode(model, complication(reason, model, random), random))
  }
  return size
}

function complication(reason: number, { codes, companions, chapters }: VisitsModel, random: Random): number {
  if (random.uniform() < 0.5) return companions[COMPANIONS * reason + random.integer(COMPANIONS)]
  return chooseKind(chapters[codes.kinds[reason].chapter], random)
}

/** The distinct codes of all visits, ascending, and how many. */
function codesOf({ visits, starts, codes }: Person, all: Int32Array): number {
  let size = 0
  for (let at = 0; at < starts[visits]; at++) size = insertAscending(all, size, codes[at])
  return size
}
