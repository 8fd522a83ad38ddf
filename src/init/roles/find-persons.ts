/**
 * Finds the column that says whose row it is, where ids repeat. Evidence: it is named after people, and what is known
 * of people depends on it. Of equal ones the coarser is taken: an order follows from its customer, never the reverse,
 * and counting too few persons is safe. Without evidence for one column, the candidates are returned to be asked about.
 */
import type { EngineRun } from '../../engines/engine.ts'
import { relatePairs } from '../../frequency/relate-columns.ts'
import type { RelateRequest } from '../../frequency/relate-rows.ts'
import { evidence, LEAST_EVIDENCE, type SettledRole } from './settle-relations.ts'
import type { Meaning } from './vocabulary.ts'
import { readWordLists } from './word-lists.ts'

export interface FoundPersons {
  readonly column?: string
  /** Columns that may say it, if none is sure. */
  readonly candidates: readonly string[]
  readonly reason: string
}

/** Above this share of distinct values, ids hardly repeat: a row is a person. */
const HARDLY_REPEATED = 0.9
const MOST_CANDIDATES = 6
/** One to one, but for a few slips and changes over time. */
const ABOUT = 1.05

const { persons, 'only-persons': more, given } = readWordLists('persons')
const PERSONS = new Set([...persons, ...more])

const OF_PEOPLE: readonly (Meaning | undefined)[] = [
  ...(['birth', 'age', 'sex', 'origin', 'postcode', 'street', 'place', 'family', 'education', 'work'] as const),
]

/** `patientid`, `Personalnr`. */
function numbersPeople(name: string, word: string): boolean {
  return name.length > 3 && word.startsWith(name) && given.includes(word.slice(name.length))
}

const NO_PERSONS: readonly unknown[] = ['first name', 'free text', 'street address', 'web address', 'coordinates']

export async function findPersons(
  columns: readonly SettledRole[],
  request: RelateRequest,
  run: EngineRun = {},
): Promise<FoundPersons | undefined> {
  const isNamed = ({ facts: { words } }: SettledRole) =>
    words.some((word) => PERSONS.has(word) || [...PERSONS].some((name) => numbersPeople(name, word)))
  const ids = columns.filter(({ role, facts: { kind, whole, shape, distinct } }) => {
    if (role !== 'identifier' || distinct < 2 || NO_PERSONS.includes(shape?.shape)) return false
    return kind !== 'dates' && kind !== 'amounts' && (kind !== 'numbers' || whole)
  })
  const isNumber = ({ repeated, meaning }: SettledRole) =>
    repeated === true || meaning === 'record-id' || meaning === 'national-id'
  // Another column numbers the people, one row each.
  if (ids.some((id) => id.facts.share > HARDLY_REPEATED && isNumber(id) && isNamed(id))) return undefined
  const candidates = ids
    .filter((id) => id.facts.share <= HARDLY_REPEATED && (isNumber(id) || isNamed(id)))
    .slice(0, MOST_CANDIDATES)
  if (candidates.length === 0) return undefined
  const known = columns.filter(({ role, meaning }) => role === 'quasi-identifier' && OF_PEOPLE.includes(meaning))
  const pairs = candidates.flatMap((id) => known.map((fact) => [id, fact] as const))
  const names = pairs.map(([id, fact]) => [id.facts.profile.name, fact.facts.profile.name] as const)
  const relations = await relatePairs(request, names, run)
  const depends = (id: SettledRole) =>
    relations.filter(({ pairs: distinct, firsts, ...rest }, i) => {
      if (pairs[i][0] !== id || distinct > firsts * ABOUT) return false
      return evidence({ ...rest, pairs: distinct, firsts }, pairs[i][1].facts) >= LEAST_EVIDENCE
    }).length
  const ranked = candidates
    .map((id) => ({ id, named: isNamed(id) ? 1 : 0, dependent: depends(id) }))
    .sort((a, b) => b.named - a.named || b.dependent - a.dependent || a.id.facts.distinct - b.id.facts.distinct)
  const [{ id, named, dependent }, ...others] = ranked
  const { name, missingCount } = id.facts.profile
  const isAlone = others.every((other) => other.named !== named || other.dependent > 0)
  const all = ranked.map((one) => one.id.facts.profile.name)
  if (dependent === 0 && (named === 0 || !isAlone))
    return { candidates: all, reason: 'nothing shows whether a person has several rows' }
  if (missingCount > 0) return { candidates: [name], reason: `${missingCount} rows do not say whose they are` }
  const depending = dependent > 0 && `${dependent} of ${known.length} columns about people depend on it`
  const why = [named === 1 && 'it is named after people', depending].filter(Boolean)
  return { column: name, candidates: [], reason: why.join(', and ') }
}
