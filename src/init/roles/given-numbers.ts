/** Rules for numbers and codes that were given to records or people, not measured. */
import { distinctText } from '../../hierarchy/propose.ts'
import { areYears, type ColumnFacts, means, percent, pointsAtNobody, showsRange, wholeSpan } from './column-facts.ts'
import type { RoleProposal } from './role-proposal.ts'
import { readWordLists } from './word-lists.ts'

const { given: numbers, persons, relatives, 'of-persons': others } = readWordLists('persons')
const PEOPLE = new Set([...persons, ...relatives])
export const OF_PERSONS = new Set([...persons, ...others])

const MOST_COUNTED = 100

/** Numbers and codes assigned to records or people, unique or repeated for several rows of a person. */
export function numberedRecords(facts: ColumnFacts): RoleProposal | undefined {
  const { words, share, distinct, kind, whole } = facts
  if (kind === 'dates' || kind === 'amounts' || (kind === 'numbers' && !whole) || pointsAtNobody(facts))
    return undefined
  const named = means(facts, 'record-id')
  if (hasNoGaps(facts)) {
    const isRow = distinct === facts.known
    const reason = isRow ? 'It numbers the rows.' : `Its ${distinct} numbers have no gap, where measured ones would.`
    if (isRow && means(facts, 'age', 'counted') === undefined)
      return { role: 'identifier', sure: 'sure', meaning: 'record-id', reason }
    if (facts.meanings.length === 0 && !areYears(facts))
      return { role: 'identifier', sure: 'likely', meaning: 'record-id', repeated: true, reason }
  }
  if (named === undefined && words.length === 1 && PEOPLE.has(words[0]) && kind === 'numbers' && distinct > 50) {
    const reason = `Its name says "${words[0]}", and its ${distinct} numbers point at people.`
    const repeated = share < 0.5 ? true : undefined
    return { role: 'identifier', sure: 'likely', meaning: 'record-id', repeated, reason }
  }
  if (named === undefined) return undefined
  // `num_children` counts, `account_num` numbers.
  const mayCount = words.length > 1 && ['num', 'number', 'no'].includes(words[0])
  if (mayCount && share < 0.5 && distinct <= MOST_COUNTED) return undefined
  // `account` with values such as A5006.
  const isCoded = kind === 'texts' && facts.profile.values.every((value) => /\d{3}/.test(value))
  const given =
    numbers.includes(words[words.length - 1]) ||
    numbers.includes(words[0]) ||
    words.some((word) => /(nummer|num|nr|id)$/.test(word) || (isCoded && OF_PERSONS.has(word)))
  // `job_ad_id`: a number of a thing that leads to a few people; a `station_id` leads to many.
  const leadsToFew = words.at(-1) === 'id' && distinct > MOST_COUNTED ? 0.2 : 0.5
  const others = facts.meanings.filter(({ meaning }) => meaning !== 'record-id' && meaning !== 'name')
  if (
    others.length > 0 &&
    !(given && share >= leadsToFew && means(facts, 'postcode', 'money', 'counted', 'coordinate', 'age') === undefined)
  )
    return undefined
  const reason = `Its name says "${named.written}" and ${percent(facts)}.`
  if (share >= 0.5) return { role: 'identifier', sure: 'sure', meaning: 'record-id', reason }
  const isNamed = words.some((word) => OF_PERSONS.has(word))
  const ofPersons = isNamed || words.length === 1 || words.some((word) => /.{3}id$/.test(word))
  // `patient_id` identifies people even if there are only a few.
  if (given && (isNamed || distinct > 50) && (ofPersons || share >= 0.05)) {
    const values = `${distinctText(facts.profile)} values in ${facts.known} rows`
    const reason = `Its name says "${named.written}", and it has ${values}: probably several rows of each person.`
    return { role: 'identifier', sure: ofPersons ? 'sure' : 'likely', meaning: 'record-id', repeated: true, reason }
  }
  return undefined
}

/**
 * Whole numbers so dense that measured ones would repeat: n random numbers among s have about n² / 2s equal pairs.
 * Fewer than a tenth of that means assigned numbers.
 */
export function neverRepeated({ profile, whole, distinct, known, share }: ColumnFacts): RoleProposal | undefined {
  if (!whole || share < 0.95 || !showsRange(profile, distinct)) return undefined
  const expected = known ** 2 / (2 * wholeSpan(profile))
  const seen = known - distinct
  if (expected < EQUAL_PAIRS || seen > expected / 10) return undefined
  const differ = seen === 0 ? `All ${known} numbers differ` : `${distinct} of ${known} numbers differ`
  const reason = `${differ}, where measured ones would repeat: given, not measured.`
  return { role: 'identifier', sure: 'likely', reason }
}

const EQUAL_PAIRS = 7

/** Whether whole numbers have no gap where measured ones would: d values in n rows miss about d / e^(n/d). */
function hasNoGaps({ profile, whole, distinct, known }: ColumnFacts): boolean {
  if (!whole || !showsRange(profile, distinct) || wholeSpan(profile) !== distinct) return false
  return distinct === known ? known >= 20 : distinct / Math.exp(known / distinct) >= EXPECTED_GAPS
}

const EXPECTED_GAPS = 10

/** Long numbers of equal length, nearly all different, or too long for a measurement: assigned numbers. */
export function longNumbers({ profile, share, distinct, known, meanings }: ColumnFacts): RoleProposal | undefined {
  const { values } = profile
  const { length } = values[0]
  const repeated = share < 0.95
  if (length < (repeated ? LONGEST_MEASURED : 6) || (repeated ? distinct : known) < 20 || meanings.length > 0)
    return undefined
  if (!values.every((value) => value.length === length && /^\d+$/.test(value))) return undefined
  const reason = `Its values are ${repeated ? '' : 'different '}numbers of ${length} figures: given, not measured.`
  return { role: 'identifier', sure: 'likely', repeated: repeated ? true : undefined, reason }
}

const LONGEST_MEASURED = 9

/** `FAM17`, `P-0042`: a common prefix and a number. */
export function numberedCodes({ profile, distinct, kind, meanings }: ColumnFacts): RoleProposal | undefined {
  const { values } = profile
  if (kind !== 'texts' || distinct <= 50 || meanings.length > 0) return undefined
  const stem = /^\p{L}{1,8}[-_. ]?(?=\d{2,}$)/u.exec(values.at(-1) as string)?.[0]
  if (stem === undefined || !values.every((value) => value.startsWith(stem) && /^\d+$/.test(value.slice(stem.length))))
    return undefined
  const reason = `It has ${distinctText(profile)} values, numbers behind the same letters: given, not measured.`
  return { role: 'identifier', sure: 'likely', repeated: true, reason }
}
