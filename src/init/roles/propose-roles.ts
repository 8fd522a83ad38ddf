/** Settles the roles of all columns together: guesses at most one target by position, and protects something. */
import { distinctText, type ProfiledColumn } from '../../hierarchy/propose.ts'
import { type ColumnFacts, findFacts, means, writtenMeanings } from './column-facts.ts'
import { isStatement } from './name-words.ts'
import { proposeRole } from './propose-role.ts'
import type { RoleProposal } from './role-proposal.ts'
import { findMeanings, type Meaning } from './vocabulary.ts'
import { readWordLists } from './word-lists.ts'

export interface ProposedRole extends RoleProposal {
  readonly facts: ColumnFacts
}

const FEW_CLASSES = 10
const PROTECTED_AT_LEAST = 3

export function proposeRoles(profiles: readonly ProfiledColumn[]): ProposedRole[] {
  const proposals = withoutSubject(profiles.map(findFacts)).map((facts) => ({ ...proposeRole(facts), facts }))
  const answers = batteries(proposals)
  return protectSomething(targetByPlace(protectNameless(withoutStatements(proposals, answers), answers), answers))
}

/** This many columns of several kinds behind the same word have it as their subject: `job_city`, `job_ownership`. */
const SUBJECT = 5
const SUBJECTS: readonly Meaning[] = ['work', 'education', 'family', 'place']
const { qualifiers } = readWordLists('persons')

/** The subject says nothing about the single columns. Yes or no behind the same word are values of one column. */
function withoutSubject(columns: readonly ColumnFacts[]): ColumnFacts[] {
  return columns.map((facts) => {
    const [subject, ...rest] = facts.words
    const alike = columns.filter(({ words }) => words.length > 1 && words[0] === subject)
    if (rest.length === 0 || alike.length < SUBJECT || alike.every(({ distinct }) => distinct <= 2)) return facts
    if (rest.some((word) => qualifiers.includes(word) || /^\d+$/.test(word))) return facts
    if (!findMeanings([subject]).some(({ meaning }) => SUBJECTS.includes(meaning))) return facts
    return { ...facts, meanings: writtenMeanings(facts.profile.name, rest) }
  })
}

/** This many columns with the same answers form a battery of questions; none describes a person's identity. */
const BATTERY = 4
/** Codes such as 1 to 5 are common, so a scale needs more columns with exactly these numbers. */
const SCALES = 6

function batteries(columns: readonly ProposedRole[]): ReadonlySet<ColumnFacts> {
  const few = columns.flatMap(({ facts }) =>
    facts.distinct > 2 && facts.distinct <= (facts.kind === 'texts' ? FEW_CLASSES : LONGEST_SCALE)
      ? [{ facts, values: new Set(facts.profile.values) }]
      : [],
  )
  const within = few.filter(({ facts: { profile, kind, distinct } }) => {
    const alike = few.filter(({ values }) => profile.values.every((value) => values.has(value)))
    if (kind === 'texts') return alike.length >= BATTERY
    return isScale(profile.values) && alike.filter(({ values }) => values.size === distinct).length >= SCALES
  })
  return new Set(within.map(({ facts }) => facts))
}

const LONGEST_SCALE = 11

/** Whole numbers from 0 or 1 on, without gaps. */
function isScale(values: readonly string[]): boolean {
  const numbers = values.map(Number).sort((a, b) => a - b)
  return numbers[0] >= 0 && numbers[0] <= 1 && numbers.every((number, i) => number === numbers[0] + i)
}

/** On a scale that many questions share, `country` is music and `rank` an opinion; sex and schooling may be codes. */
const OFTEN_CODED: readonly (Meaning | undefined)[] = ['age', 'birth', 'sex', 'family', 'education', 'origin']

function withoutStatements(columns: readonly ProposedRole[], answers: ReadonlySet<ColumnFacts>): ProposedRole[] {
  return columns.map((column) => {
    const { role, facts, meaning } = column
    const asks = facts.kind === 'texts' ? isStatement(facts.words) : isPhrase(facts) || !OFTEN_CODED.includes(meaning)
    if (role !== 'quasi-identifier' || (!(asks && answers.has(facts)) && !isChoice(column, columns))) return column
    const reason = `${facts.distinct} answers, as to other questions; nothing says that others know them of a person.`
    return { role: 'other', sure: 'guess', reason, facts }
  })
}

/** `family comes first`: two words more than the known one and those that say how a fact is given. */
function isPhrase({ words, meanings }: ColumnFacts): boolean {
  const known = [...qualifiers, ...meanings.flatMap(({ word }) => word.split(' '))]
  return words.filter((word) => !known.includes(word) && !/^\d+$/.test(word)).length >= 2
}

/** `source_school` beside `source_radio`: one of several yes or no answers, unless the question is about people. */
function isChoice({ facts, meaning }: ProposedRole, columns: readonly ProposedRole[]): boolean {
  const [question, ...answer] = facts.words
  const asked = facts.meanings.find((found) => found.meaning === meaning)?.word.split(' ') ?? []
  if (facts.distinct !== 2 || answer.length === 0 || asked.includes(question)) return false
  if (facts.meanings.some((found) => found.meaning === 'flag')) return false
  const values = facts.profile.values.join()
  const alike = columns.filter(
    ({ facts: { words, profile } }) => words[0] === question && profile.values.join() === values,
  )
  return alike.length >= BATTERY
}

function targetByPlace(columns: readonly ProposedRole[], answers: ReadonlySet<ColumnFacts>): ProposedRole[] {
  const last = columns.length - 1
  if (columns.length < 4 || columns.some(({ role, sure }) => role === 'target' && sure === 'sure')) return [...columns]
  const { role, meaning, facts, sure } = columns[last]
  // Income in two classes is a typical target. A diagnosis, faith or salary stays sensitive, whatever its position.
  const candidate =
    (role === 'sensitive' && meaning === 'money' && facts.distinct === 2) ||
    (role === 'other' && sure !== 'sure' && means(facts, 'counted', 'event') === undefined)
  if (
    !candidate ||
    answers.has(facts) ||
    facts.distinct < 2 ||
    facts.distinct > FEW_CLASSES ||
    columns.some((column) => column.role === 'target')
  ) {
    return [...columns]
  }
  const reason = `The last column, with ${facts.distinct} values: what the release is probably to be used for.`
  return columns.with(last, { ...columns[last], role: 'target', sure: 'likely', reason })
}

const NAMELESS = 2 / 3
const MOST_NAMELESS = 10
const SEVERAL = 3

/** Whether the names of a table say nothing, so that only values decide. */
export function areNameless(columns: readonly ColumnFacts[]): boolean {
  const unknown = columns.filter(({ meanings }) => meanings.length === 0)
  return columns.length >= 4 && unknown.length >= columns.length * NAMELESS
}

/** Meaningless names (`column1`, `V7`): categories and numbers in the range of ages and years may be about people. */
function protectNameless(columns: readonly ProposedRole[], answers: ReadonlySet<ColumnFacts>): ProposedRole[] {
  if (!areNameless(columns.map(({ facts }) => facts))) return [...columns]
  // If several names are understood, the others are in the same language and about other things; if one says sex or
  // age, the numbers under other names are.
  const understood = columns.filter(({ facts }) => facts.meanings.length > 0)
  if (understood.length >= SEVERAL) return [...columns]
  const found = understood.filter(({ role }) => role === 'quasi-identifier').length
  const last = columns.length - 1
  const chosen = columns
    .filter(({ role, sure, facts }, i) => {
      if (role !== 'other' || sure === 'sure' || facts.meanings.length > 0 || answers.has(facts)) return false
      if (i === last && facts.distinct <= FEW_CLASSES) return false
      if (facts.kind === 'texts') return facts.distinct > 2
      return found === 0 && facts.whole && facts.distinct > 10 && facts.distinct <= 120
    })
    .sort((a, b) => b.facts.distinct - a.facts.distinct)
    .slice(0, MOST_NAMELESS)
  return protect(columns, chosen, (values) => `The names of this table say nothing, and ${values} may be about people.`)
}

/** Without any quasi-identifier nothing would be protected: takes the columns that single out most. */
function protectSomething(columns: readonly ProposedRole[]): ProposedRole[] {
  if (columns.some(({ role }) => role === 'quasi-identifier' || role === 'items')) return [...columns]
  const candidates = columns
    .filter(({ role, facts }) => role === 'other' && facts.distinct > 1)
    .sort((a, b) => b.facts.distinct - a.facts.distinct)
    .slice(0, PROTECTED_AT_LEAST)
  const known = 'No column is known to be about people'
  return protect(columns, candidates, (values) => `${known}; this one has ${values} and may single them out.`)
}

function protect(columns: readonly ProposedRole[], some: readonly ProposedRole[], why: (values: string) => string) {
  return columns.map((column): ProposedRole => {
    if (!some.includes(column)) return column
    const reason = why(`${distinctText(column.facts.profile)} values`)
    return { ...column, role: 'quasi-identifier', sure: 'guess', reason }
  })
}
