/**
 * Proposes a role for a column from its facts; the first matching rule decides. Anything that identifies a person alone
 * is an identifier; facts that others can know (age, place, dates, job) are quasi-identifiers; secrets are sensitive;
 * measurements stay unchanged.
 */
import { capitalize } from '../../ground/format.ts'
import { distinctText } from '../../hierarchy/propose.ts'
import type { Role } from '../../table/column.ts'
import { areMoney } from '../../table/currency.ts'
import { areYears, type ColumnFacts, FEW_VALUES, means, percent, pointsAtNobody } from './column-facts.ts'
import { longNumbers, neverRepeated, numberedCodes, numberedRecords, OF_PERSONS } from './given-numbers.ts'
import { type KnownMeaning, knownValues, meaningOfValue } from './known-values.ts'
import type { RoleProposal } from './role-proposal.ts'
import { shareOfFirstNames } from './value-shapes.ts'
import type { Meaning } from './vocabulary.ts'
import { readWordLists } from './word-lists.ts'

type Named = ColumnFacts['meanings'][number]
type Rule = (facts: ColumnFacts) => RoleProposal | undefined

const LINKS = 'To keep the link under another name, give it role: pseudonym (halftone key makes the key).'

export function proposeRole(facts: ColumnFacts): RoleProposal {
  for (const rule of RULES) {
    const proposal = rule(facts)
    if (proposal !== undefined)
      return proposal.repeated ? { ...proposal, reason: `${proposal.reason} ${LINKS}` } : proposal
  }
  const noun = { texts: 'categories', dates: 'dates', numbers: 'numbers', amounts: 'numbers' }[facts.kind]
  const reason = `${distinctText(facts.profile)} ${noun}; nothing says that others know it of a person.`
  return { role: 'other', sure: 'guess', reason: capitalize(reason) }
}

const RULES: readonly Rule[] = [
  empty,
  records,
  identifyingShape,
  identifyingName,
  constant,
  healthCodes,
  numberedRecords,
  outcome,
  knownToOthers,
  kindOfPerson,
  namedByValue,
  secret,
  amountsOfMoney,
  datesAndTimes,
  secondsOfTheClock,
  partsOfDates,
  gradesOfSchool,
  readings,
  valuesOfPeople,
  numberedCodes,
  manyDifferentTexts,
  longNumbers,
  neverRepeated,
]

function empty({ profile: { values } }: ColumnFacts): RoleProposal | undefined {
  return values.length > 0 ? undefined : { role: 'other', sure: 'sure', reason: 'No row has a value here.' }
}

/** After the identifiers: one e-mail address in every row still is somebody's. */
function constant({ profile: { missingCount }, distinct }: ColumnFacts): RoleProposal | undefined {
  if (distinct > 1 || missingCount > 0) return undefined
  return { role: 'other', sure: 'sure', reason: 'Every row has the same value, so it tells nobody apart.' }
}

/** Objects inside a cell, as in JSON: no hierarchy applies to them. */
function records({ profile: { values } }: ColumnFacts): RoleProposal | undefined {
  if (!values.every((value) => /^\{.*\}$/s.test(value))) return undefined
  const reason = 'It holds records of its own: give their parts columns of their own to release them, or leave it out.'
  return { role: 'identifier', sure: 'sure', reason }
}

/** Such values belong to one person or household each, however few there are. */
const ALWAYS_SOMEBODYS: readonly unknown[] = [
  ...['e-mail address', 'bank account (IBAN)', 'national number', 'network address', 'titled name', 'person name'],
]

function identifyingShape(facts: ColumnFacts): RoleProposal | undefined {
  const { shape } = facts
  if (shape === undefined || (pointsAtNobody(facts) && !ALWAYS_SOMEBODYS.includes(shape.shape))) return undefined
  const reason = `Its values are ${shape.words}: they point at single people.`
  const repeated = facts.share < 0.5 ? true : undefined
  const identifier = (sure: RoleProposal['sure']): RoleProposal => ({ role: 'identifier', sure, reason, repeated })
  switch (shape.shape) {
    case 'postcode':
    case 'medical code':
    case 'reading':
    case 'time of day':
      return undefined
    case 'phone number':
      if (means(facts, 'postcode', 'national-id') !== undefined) return undefined
      return facts.share >= 0.2 || means(facts, 'contact') !== undefined ? identifier('sure') : undefined
    case 'free text':
      if (facts.share < 0.3) return undefined
      return { role: 'identifier', sure: 'likely', reason: 'It holds free text, which may name people.' }
    case 'first name':
    case 'person name':
      if (facts.profile.shown !== undefined && means(facts, 'name', 'person-name') !== undefined) return undefined
      return means(facts, 'place', 'work', 'education') === undefined ? identifier('likely') : undefined
    default:
      return identifier('sure')
  }
}

function identifyingName(facts: ColumnFacts): RoleProposal | undefined {
  // Even a few first names name people; `telephone: yes/none` does not.
  const called = means(facts, 'person-name') ?? partOfName(facts)
  const isKind = called === undefined || FORMS.includes(called.word) || facts.words.some((word) => KINDS.includes(word))
  const names = !isKind && facts.kind === 'texts' && facts.distinct > 2
  if (pointsAtNobody(facts) && !names) return undefined
  const direct = means(facts, 'contact', 'national-id', 'person-name') ?? called
  // `driver_license_state` has few values: it means the state.
  const ofPlace = means(facts, 'place', 'origin') !== undefined && facts.share < FEW_OF_MANY
  if (direct !== undefined && facts.kind !== 'dates' && !(ofPlace && direct.meaning !== 'person-name'))
    return byName('identifier', 'sure', direct, ': such a value points at one person')
  const street = means(facts, 'street')
  const hasNumbers = facts.profile.values.filter((value) => /\d/.test(value)).length > facts.profile.values.length / 2
  const isWhole =
    means(facts, 'place', 'postcode', 'contact') === undefined || (hasNumbers && facts.share >= FEW_OF_MANY)
  if (street !== undefined && isWhole && facts.kind === 'texts')
    return byName('identifier', 'sure', street, ': an address points at a household')
  const text = means(facts, 'free-text')
  if (text !== undefined && facts.kind === 'texts' && (facts.share >= 0.2 || facts.meanings.length === 1))
    return byName('identifier', 'likely', text, ': free text may name people')
  const name = means(facts, 'name')
  if (name !== undefined && facts.kind === 'texts') {
    const alone = facts.meanings.length === 1 && facts.words.every((word) => word === name.word || OF_PERSONS.has(word))
    const ofPeople = alone && shareOfFirstNames(facts.profile.values) >= FEW_FIRST_NAMES
    if (ofPeople || (alone ? facts.share >= 0.05 || facts.distinct > 50 : facts.share >= 0.5)) {
      const values = ofPeople ? 'some of its values are first names' : percent(facts)
      return byName('identifier', alone ? 'sure' : 'likely', name, ` and ${values}`)
    }
  }
  return undefined
}

function byName(role: Role, sure: RoleProposal['sure'], { meaning, written }: Named, what: string): RoleProposal {
  return { role, sure, meaning, reason: `Its name says "${written}"${what}.` }
}

/** Under the heading `name` a few common first names are enough: most names are in no list. */
const FEW_FIRST_NAMES = 0.1

/** `First`, `Pt Last`, `patient_middle`: a part of a name, and whose. */
function partOfName({ words, kind }: ColumnFacts): Named | undefined {
  const part = words.find((word) => NAME_PARTS.includes(word))
  if (part === undefined || kind !== 'texts') return undefined
  return words.every((word) => NAME_PARTS.includes(word) || OF_PERSONS.has(word) || word === 'pt')
    ? { meaning: 'person-name', word: part, written: part }
    : undefined
}

const FEW_OF_MANY = 0.05

const { persons, professions, calendar, periods, dated, facilities } = readWordLists('persons')
const { 'name-parts': NAME_PARTS, 'name-forms': FORMS, kinds: KINDS } = readWordLists('persons')

function outcome(facts: ColumnFacts): RoleProposal | undefined {
  const named = means(facts, 'outcome')
  if (named === undefined || facts.kind === 'dates' || facts.distinct > 20 || facts.share > 0.5) return undefined
  const known = means(facts, 'education', 'work', 'place', 'age', 'sex', 'birth', 'origin', 'family')
  // `class: Freshman` is no result.
  if (known !== undefined || knownValues(facts) !== undefined) return undefined
  // `hiv_result` and `disease_class` are about the secret; `two_year_recid` is the purpose of its table.
  const hidden = means(facts, 'health', 'conviction', 'belief')
  if (hidden !== undefined && !named.word.split(' ').includes(hidden.word)) return undefined
  return byName('target', 'likely', named, ': what the release is probably to be used for')
}

function healthCodes(facts: ColumnFacts): RoleProposal | undefined {
  if (facts.shape?.shape !== 'medical code' || (facts.share > 0.5 && means(facts, 'health') === undefined))
    return undefined
  const reason = 'Its values are medical codes: what others should not learn about a person.'
  return { role: 'sensitive', sure: 'likely', meaning: 'health', reason }
}

const KNOWN: Readonly<Partial<Record<Meaning, string>>> = {
  birth: 'a date or place of birth',
  age: 'an age',
  sex: 'the sex of a person',
  origin: 'where a person comes from',
  postcode: 'a postcode',
  place: 'a place',
  coordinate: 'a position on the map',
  family: 'the family of a person',
  looks: 'how a person looks or lives',
  education: 'the education of a person',
  work: 'the work of a person',
  street: 'an address',
}

function knownToOthers(facts: ColumnFacts): RoleProposal | undefined {
  if (facts.shape?.shape === 'postcode') return quasi(facts, 'postcode', 'Its values are postcodes')
  const named = facts.meanings.find(({ meaning }) => KNOWN[meaning] !== undefined)
  const secret = means(facts, 'health', 'conviction', 'belief', 'money')
  // `JobSatisfaction` is an answer about the job.
  if (named === undefined || means(facts, 'opinion') !== undefined) return undefined
  const { meaning, written } = named
  // `age_of_diagnosis`, `work income`: the secret word decides, unless the name is clearly about the known thing.
  if (secret !== undefined && !['birth', 'age', 'sex', 'postcode', 'origin'].includes(meaning)) return undefined
  // Counts and shares of other things: `area_mean`, `state_rate`, `birth_weight`; but `days_birth` is an age.
  const counted = means(facts, 'counted')
  const isAge = meaning === 'birth' && counted?.word === 'days'
  const mayCount = ['family', 'age', 'work'].includes(meaning) && !counted?.word.startsWith('score')
  if (counted !== undefined && !isAge && !mayCount) return undefined
  // `time_at_address`, `study_time`; but `full_time` is a kind of work.
  const isTime = facts.words.includes('time') && !named.word.includes('time')
  if (isTime && ['place', 'street', 'work', 'education'].includes(meaning)) return undefined
  if ((meaning === 'birth' && means(facts, 'outcome')) || (meaning === 'street' && facts.distinct <= 2))
    return undefined
  const isFraction = facts.kind === 'amounts' || (facts.kind === 'numbers' && !facts.whole && !areSchoolYears(facts))
  if (isFraction && !['coordinate', 'age', 'postcode'].includes(meaning)) return undefined
  if (facts.kind === 'numbers') {
    if (meaning === 'place' && means(facts, 'outcome', 'flag') !== undefined) return undefined
    // Counts and answers: three stays in hospital. The size of a town is that of many people.
    const hasZero = facts.distinct <= FEW_VALUES && facts.profile.values.some((value) => Number(value) === 0)
    if ((hasZero || facts.distinct <= 2) && facilities.includes(named.word)) return undefined
    if (named.word === 'population' && facts.share >= FEW_OF_MANY) return undefined
    // The rank in a class of hundreds is a result.
    if ((named.word === 'rank' || named.word === 'position') && facts.distinct > 2 * FEW_VALUES) return undefined
  }
  if (meaning === 'coordinate' && (facts.kind === 'texts' || !areDegrees(facts, named.word))) return undefined
  if (meaning === 'postcode' && !facts.profile.values.some((value) => /\d{3}|[A-Z]\d/i.test(value))) return undefined
  return quasi(facts, meaning, `Its name says "${written}": ${KNOWN[meaning]}`)
}

/** `education: 13.2`: years at school, and not a share or an index. */
function areSchoolYears({ words, meanings, profile: { values } }: ColumnFacts): boolean {
  if (words.length > 1 || meanings[0]?.meaning !== 'education') return false
  return values.every((value) => Number(value) >= 0 && Number(value) <= 40) && values.some((value) => Number(value) > 8)
}

/** `student: yes`, `web_developer: 0`: a word for people with two values says what a person is. */
function kindOfPerson({ words, distinct, kind, known }: ColumnFacts): RoleProposal | undefined {
  const word = words[words.length - 1]
  const isKind = professions.includes(word) || (words.length === 1 && persons.includes(word))
  if (!isKind || distinct !== 2 || known < 10 || kind === 'dates') return undefined
  const reason = `Its name says "${word}" and it has two values: what a person is, which others can know.`
  return { role: 'quasi-identifier', sure: 'likely', meaning: 'work', reason }
}

/** `black: 0`, `divorced: yes`: the name is a value that people have or not. */
function namedByValue({ words, distinct, kind, known }: ColumnFacts): RoleProposal | undefined {
  if (distinct !== 2 || known < 10 || kind === 'dates') return undefined
  // `white1`, `ind_white_victim`; a longer name is about something else.
  const inside = words.length > 3 ? [] : words.map(meaningOfValue)
  const found = meaningOfValue(words.join(' ')) ?? inside.find((one) => one?.meaning === 'origin')
  return found && ofPeople(found, 'Its name says one of the')
}

/** Degrees have at most three digits before the point; a Swedish lön (pay) has more, and `long_shots` are whole. */
function areDegrees({ whole, words, profile: { values } }: ColumnFacts, word: string): boolean {
  if (!/^l(at|on|ng|ong)/.test(word)) return true
  if (whole && word === 'long' && words.length > 1) return false
  return values.every((value) => value.replace(/[.,]\d+\D*$/, '').replace(/\D/g, '').length <= 3)
}

function quasi(facts: ColumnFacts, meaning: Meaning, why: string): RoleProposal | undefined {
  if (facts.kind === 'texts' && facts.share >= 0.95 && facts.known >= 20 && meaning !== 'postcode') return undefined
  return { role: 'quasi-identifier', sure: 'sure', meaning, reason: `${why}, which others can know.` }
}

function secret(facts: ColumnFacts): RoleProposal | undefined {
  const named = means(facts, 'health', 'conviction', 'belief', 'money')
  // The year of a conviction or diagnosis is a date.
  if (named === undefined || facts.kind === 'dates' || areYears(facts)) return undefined
  if (facts.kind === 'texts' && facts.share >= 0.95 && facts.known >= 20) return undefined
  return byName('sensitive', 'sure', named, ': what others should not learn about a person')
}

function amountsOfMoney({ kind, profile: { values }, meanings }: ColumnFacts): RoleProposal | undefined {
  if (kind !== 'amounts' || meanings.some(({ meaning }) => KNOWN[meaning] !== undefined) || !areMoney(values))
    return undefined
  return ofPeople({ meaning: 'money', words: 'amounts of money' })
}

function datesAndTimes({ kind, shape }: ColumnFacts): RoleProposal | undefined {
  const words = kind === 'dates' ? 'dates' : shape?.shape === 'time of day' ? 'times of day' : undefined
  return words === undefined ? undefined : ofPeople({ meaning: 'event', words })
}

/** Unix timestamps in seconds or milliseconds, from 1990 to 2050, in a column whose name mentions time. */
function secondsOfTheClock(facts: ColumnFacts): RoleProposal | undefined {
  const { profile, whole, words } = facts
  if (!whole || (means(facts, 'event') === undefined && !words.some((word) => /^(ts|epoch|unix)$/.test(word))))
    return undefined
  const isClock = (value: string) => {
    const seconds = value.length === 13 ? Number(value) / 1000 : Number(value)
    return seconds >= 631_152_000 && seconds < 2_524_608_000
  }
  if (!profile.values.every(isClock)) return undefined
  return ofPeople({ meaning: 'event', words: 'moments, counted from 1970' })
}

/** Years by their values, and months, quarters and days by their name: they say when something happened. */
function partsOfDates(facts: ColumnFacts): RoleProposal | undefined {
  const { profile, kind, whole, words, meanings } = facts
  const allowed = areYears(facts) ? ['event', 'health', 'conviction'] : ['event']
  if (meanings.some(({ meaning }) => !allowed.includes(meaning))) return undefined
  const last = words[words.length - 1]
  // Months count from 1: month 0 is the begin of a study. Years may be 71, or 1896.
  const isYear = /(year|yr)$|^yr[^s]/.test(last)
  const isPart = (number: number) =>
    isYear ? (number >= 0 && number <= 99) || (number >= 1500 && number <= 2100) : number >= 1 && number <= 31
  const areFew = kind === 'texts' || (whole && profile.values.every((value) => isPart(Number(value))))
  // `visits_last_year`, `cups_per_day`: counts of a period.
  const isNamed = (isYear || calendar.includes(last)) && areFew && !periods.includes(words.at(-2) ?? '')
  // `dg_date: 11935`: days since some day.
  const areDays = whole && words.length > 1 && dated.includes(last)
  if (!isNamed && !areYears(facts) && !areDays) return undefined
  return ofPeople({ meaning: 'event', words: isNamed ? 'parts of dates' : areDays ? 'days' : 'years' })
}

/** `grade: 9` to 12: the year at school. Marks also have small numbers. */
function gradesOfSchool({ words, known, profile: { values } }: ColumnFacts): RoleProposal | undefined {
  const years = values.filter((value) => Number(value) >= 6 && Number(value) <= 13 && Number.isInteger(Number(value)))
  if (words.at(-1) !== 'grade' || known < 10 || years.length < 2 || years.length < values.length * 0.8) return undefined
  return ofPeople({ meaning: 'education', words: 'years at school' })
}

function readings({ shape }: ColumnFacts): RoleProposal | undefined {
  if (shape?.shape !== 'reading') return undefined
  return { role: 'other', sure: 'likely', reason: `Its values are ${shape.words}, measured and not known to others.` }
}

function manyDifferentTexts(facts: ColumnFacts): RoleProposal | undefined {
  if (facts.kind !== 'texts') return undefined
  if (facts.known < 20) {
    const few = facts.known < facts.profile.rows / 10
    if (!few && facts.known <= 2) return undefined
    return facts.share >= (few ? 0.5 : 1) ? pointsAtRows(facts, 'guess') : undefined
  }
  if (facts.share < 0.5 || (facts.share < 0.95 && facts.distinct <= 100)) return undefined
  return pointsAtRows(facts, facts.share >= 0.95 ? 'sure' : 'likely')
}

function pointsAtRows(facts: ColumnFacts, sure: RoleProposal['sure']): RoleProposal {
  return { role: 'identifier', sure, reason: `${capitalize(percent(facts))}, so it points at single rows.` }
}

function valuesOfPeople(facts: ColumnFacts): RoleProposal | undefined {
  const found = facts.meanings.some(({ meaning }) => meaning !== 'outcome') ? undefined : knownValues(facts)
  return found && ofPeople(found)
}

function ofPeople({ meaning, words }: KnownMeaning, says = 'Its values are'): RoleProposal {
  const isSecret = meaning === 'health' || meaning === 'belief' || meaning === 'money'
  const known = isSecret ? ': what others should not learn about a person' : ', which others can know'
  const role = isSecret ? 'sensitive' : 'quasi-identifier'
  return { role, sure: 'likely', meaning, reason: `${says} ${words}${known}.` }
}
