/**
 * Settles roles by how columns relate, from counts of pairs of values. Columns that say the same as an identifier, or
 * name people of one, are identifiers; columns that a quasi-identifier determines are left out; places that follow from
 * finer ones become groups of their tree. Cost: a grouping per pair of candidates.
 */
import type { EngineRun } from '../../engines/engine.ts'
import { correlate, findWithin, relatePairs, valuesAbove } from '../../frequency/relate-columns.ts'
import type { RelateRequest, Relation } from '../../frequency/relate-rows.ts'
import { naturalCompare } from '../../hierarchy/propose-taxonomy.ts'
import { rootBeside, type TaxonomyNode, taxonomyFromPaths } from '../../hierarchy/taxonomy/taxonomy.ts'
import { type ColumnFacts, showsRange, wholeRange } from './column-facts.ts'
import type { ProposedRole } from './propose-roles.ts'
import { readWordLists } from './word-lists.ts'

export interface SettledRole extends ProposedRole {
  readonly tree?: TaxonomyNode
  /** Recoded with the quasi-identifiers, though nothing says that others know it. */
  readonly generalized?: boolean
}

/** Distinct values per row; above this, a functional dependency means nothing. */
const MOST_DIFFER = 0.9
const MOST_PAIRS = 200
const MOST_LEAVES = 20_000
/** Expected disagreements if two columns had nothing to do with each other; below this, agreement is chance. */
export const LEAST_EVIDENCE = 10

export async function settleRelations(
  columns: readonly ProposedRole[],
  request: RelateRequest,
  run: EngineRun = {},
): Promise<SettledRole[]> {
  const settled: SettledRole[] = [...columns]
  // First: an age in months is the age in another form, though the age follows from it as from a number of a person.
  await leaveOutCorrelated(settled, request, run)
  await findNumbers(settled, request, run)
  await followIdentifiers(settled, request, run)
  await leaveOutDetermined(settled, request, run)
  await nestPlaces(settled, request, run)
  return settled
}

const columnName = ({ facts }: ProposedRole) => facts.profile.name

function leaveOut(columns: SettledRole[], place: number, reason: string): void {
  columns[place] = { ...columns[place], role: 'identifier', sure: 'likely', reason }
}

type Related = readonly [first: number, second: number]

/** Calls `settle` for each pair with its relation, in order; pairs whose columns were left out meanwhile too. */
async function relate(
  columns: readonly SettledRole[],
  pairs: readonly Related[],
  [request, run]: readonly [RelateRequest, EngineRun],
  settle: (first: number, second: number, relation: Relation) => void,
): Promise<void> {
  const relations = await relatePairs(request, pairNames(columns, pairs), run)
  for (const [i, [first, second]] of pairs.slice(0, MOST_PAIRS).entries()) settle(first, second, relations[i])
}

function pairNames(columns: readonly SettledRole[], pairs: readonly Related[]) {
  return pairs
    .slice(0, MOST_PAIRS)
    .map(([one, other]) => [columnName(columns[one]), columnName(columns[other])] as const)
}

/** A target guessed by its place may be another column in other words. */
const isReleased = ({ role, meaning }: SettledRole) =>
  role === 'quasi-identifier' || role === 'other' || (role === 'target' && meaning !== 'outcome')

function pairsOf(
  columns: readonly SettledRole[],
  isFirst: (column: SettledRole) => boolean,
  isSecond: (column: SettledRole, first: SettledRole) => boolean,
): Related[] {
  return columns.flatMap((first, i) =>
    isFirst(first) ? columns.flatMap((second, j) => (i !== j && isSecond(second, first) ? [[i, j] as const] : [])) : [],
  )
}

const OF_ONE_PERSON: readonly unknown[] = ['sex', 'age', 'birth']

/** Numbers and codes in many rows, on which the sex or the age depends: they number people. */
async function findNumbers(columns: SettledRole[], request: RelateRequest, run: EngineRun): Promise<void> {
  const pairs = pairsOf(
    columns,
    ({ role, sure, facts: { kind, whole, distinct, share, profile } }) =>
      (role === 'quasi-identifier' || role === 'other') &&
      sure !== 'sure' &&
      distinct > 20 &&
      share <= 0.5 &&
      (kind === 'texts' ? !profile.values.some((value) => /\s/.test(value.trim())) : kind === 'numbers' && whole),
    ({ role, meaning, facts }) => role === 'quasi-identifier' && OF_ONE_PERSON.includes(meaning) && facts.distinct > 1,
  )
  await relate(columns, pairs, [request, run], (first, second, relation) => {
    const [one, other] = [columns[first], columns[second]]
    const expected = evidence(relation, other.facts)
    const slips = Math.min(relation.firsts * (ABOUT - 1), expected / LEAST_EVIDENCE)
    if (relation.pairs > relation.firsts + slips || expected < LEAST_EVIDENCE) return
    // The square of an age is the age in another form.
    if (other.meaning === 'age' && other.facts.kind === 'numbers' && areOneToOne(relation, ABOUT)) return
    const reason = `"${columnName(other)}" follows from it, so it numbers people.`
    columns[first] = { ...one, role: 'identifier', sure: 'likely', repeated: true, reason }
  })
}

/** Bank accounts beside customer numbers; `reports_to` beside the names of staff. */
async function followIdentifiers(columns: SettledRole[], request: RelateRequest, run: EngineRun): Promise<void> {
  const pairs = pairsOf(
    columns,
    ({ role, facts }) => role === 'identifier' && facts.distinct > 2 && facts.kind !== 'dates',
    (column, first) => {
      const { facts, role } = column
      return (
        (isReleased(column) || role === 'sensitive') &&
        column.meaning !== 'event' &&
        // Ages are among numbers from 1 on, and f and m among initials.
        (column.sure !== 'sure' || !OF_ONE_PERSON.includes(column.meaning)) &&
        facts.distinct > 1 &&
        (facts.kind === 'texts' || (facts.kind === 'numbers' && facts.whole)) &&
        facts.distinct <= first.facts.distinct * ABOUT
      )
    },
  )
  await relate(columns, pairs, [request, run], (first, second, relation) => {
    const [one, other] = [columns[first], columns[second]]
    if (other.role === 'identifier') return
    if (other.sure !== 'sure' && areOneToOne(relation, ABOUT) && evidence(relation, other.facts) >= LEAST_EVIDENCE) {
      const reason = `Each value belongs to one of "${columnName(one)}", an identifier: it points at the same people.`
      columns[second] = { ...other, role: 'identifier', sure: 'likely', reason, repeated: one.repeated }
    } else if (refersTo(relation, one.facts, other.facts))
      leaveOut(columns, second, `Its values are values of "${columnName(one)}", an identifier: it names people, too.`)
  })
}

/** One to one, but for a few slips. */
const ABOUT = 1.03

function areOneToOne({ firsts, seconds, pairs }: Relation, about = 1): boolean {
  return pairs <= Math.min(firsts, seconds) * about && firsts > 1
}

/** How many rows would disagree with an earlier one of the same first value if the columns were independent. */
export function evidence({ rows, firsts }: Relation, { profile: { counts }, distinct }: ColumnFacts): number {
  const amounts = Array.from(counts)
  const total = amounts.reduce((sum, count) => sum + count, 0)
  const alike = amounts.reduce((sum, count) => sum + (count / total) ** 2, 0)
  return (rows - firsts) * (1 - Math.max(alike, 1 / distinct))
}

/** Whether the values are taken from an identifier. Small numbers are in any dense range by chance. */
function refersTo({ seconds, shared }: Relation, identifier: ColumnFacts, other: ColumnFacts): boolean {
  if (seconds < 2 || shared < seconds * CONTAINED || identifier.kind !== other.kind) return false
  if (identifier.kind === 'texts') return true
  // `manager_id`, `mother`: numbers of people, not one of a few codes.
  const isNamed = other.words.every((word) => relatives.includes(word) || given.includes(word))
  if (isNamed && other.words.some((word) => relatives.includes(word)) && seconds >= LEAST_EVIDENCE) return true
  if (!identifier.whole || !showsRange(identifier.profile, identifier.distinct)) return false
  const { low, high } = wholeRange(identifier.profile)
  if (low < FAR_FROM_COUNTS && seconds < LEAST_EVIDENCE) return false
  const possible = low < FAR_FROM_COUNTS ? high - low + 1 : high
  return (identifier.distinct / possible) ** seconds < BY_CHANCE
}

/** Numbers from here on are no counts, ages or years that lie among consecutive identifiers by chance. */
const FAR_FROM_COUNTS = 10_000

const { given, relatives } = readWordLists('persons')
const CONTAINED = 0.95
const BY_CHANCE = 1e-4

/** Codes beside their labels, years and months beside dates, regions beside towns. */
async function leaveOutDetermined(columns: SettledRole[], request: RelateRequest, run: EngineRun): Promise<void> {
  const pairs = pairsOf(
    columns,
    ({ role, facts }) => role === 'quasi-identifier' && facts.distinct > 2 && facts.distinct <= MOST_LEAVES,
    (second, { facts }) =>
      isReleased(second) &&
      second.facts.distinct > 2 &&
      (second.facts.distinct === facts.distinct ||
        (second.role !== 'quasi-identifier' && second.facts.distinct < facts.distinct) ||
        isPartOfDate(second.facts, facts)),
  )
  const parts = pairs
    .slice(0, MOST_PAIRS)
    .filter(([one, other]) => isPartOfDate(columns[other].facts, columns[one].facts))
  const within = await findWithin(request, pairNames(columns, parts), run)
  const isWithin = (first: number, second: number) =>
    parts.some((pair, i) => pair[0] === first && pair[1] === second && within[i])
  await relate(columns, pairs, [request, run], (first, second, relation) => {
    const [one, other] = [columns[first], columns[second]]
    if (one.role !== 'quasi-identifier' || !isReleased(other)) return
    const name = `"${columnName(one)}"`
    if (isWithin(first, second))
      return leaveOut(columns, second, `It is a part of ${name}, which is generalized, so it is left out.`)
    if (one.facts.share > MOST_DIFFER || evidence(relation, other.facts) < LEAST_EVIDENCE) return
    if (relation.pairs > relation.firsts || relation.rows < other.facts.known) return
    if (!areOneToOne(relation)) {
      if (other.role !== 'quasi-identifier')
        leaveOut(columns, second, `It follows from ${name}, which is generalized, so it is left out.`)
      return
    }
    const isSecond = second > first && !isLabel(other.facts, one.facts)
    if (other.role !== 'quasi-identifier' || isLabel(one.facts, other.facts) || isSecond)
      leaveOut(columns, second, `It says the same as ${name} in other words, which is protected, so it is left out.`)
  })
}

function isPartOfDate({ kind, whole }: ColumnFacts, of: ColumnFacts): boolean {
  return of.kind === 'dates' && kind === 'numbers' && whole
}

/** Words beside the codes that stand for them. */
function isLabel(one: ColumnFacts, other: ColumnFacts): boolean {
  const length = ({ profile: { values } }: ColumnFacts) => values.reduce((sum, { length }) => sum + length, 0)
  return one.kind === 'texts' && (other.kind !== 'texts' || length(one) > 2 * length(other))
}

/** Correlation from which on one column gives the other away: projected coordinates beside latitudes. */
const GIVES_AWAY = 0.97

async function leaveOutCorrelated(columns: SettledRole[], request: RelateRequest, run: EngineRun): Promise<void> {
  const hasNumbersAs = (wanted: SettledRole['role']) => (column: SettledRole) =>
    column.role === wanted && column.facts.kind === 'numbers' && column.facts.distinct > 10
  const pairs = pairsOf(columns, hasNumbersAs('quasi-identifier'), hasNumbersAs('other')).slice(0, MOST_PAIRS)
  const figures = await correlate(request, pairNames(columns, pairs), run)
  pairs.forEach(([first, second], i) => {
    if (Math.abs(figures[i]) < GIVES_AWAY || columns[second].facts.known < LEAST_EVIDENCE) return
    const name = columnName(columns[first])
    const reason = `It rises and falls with "${name}", which is generalized, and would give it away: left out.`
    leaveOut(columns, second, reason)
  })
}

async function nestPlaces(columns: SettledRole[], request: RelateRequest, run: EngineRun): Promise<void> {
  const places = columns.flatMap(({ role, meaning, facts }, i) =>
    role === 'quasi-identifier' && meaning === 'place' && facts.kind === 'texts' && facts.distinct <= MOST_LEAVES
      ? [i]
      : [],
  )
  places.sort((a, b) => columns[a].facts.distinct - columns[b].facts.distinct)
  const taken = new Set<number>()
  for (const fine of places.toReversed()) {
    if (taken.has(fine)) continue
    const chain: { place: number; above: ReadonlyMap<string, string> }[] = []
    let below = fine
    for (const coarse of places.toReversed()) {
      if (taken.has(coarse) || columns[coarse].facts.distinct >= columns[below].facts.distinct) continue
      const above = await valuesAbove(request, columnName(columns[below]), columnName(columns[coarse]), run)
      if (above === undefined) continue
      chain.push({ place: coarse, above })
      below = coarse
    }
    if (chain.length === 0) continue
    const coarser = chain.map(({ place }) => columnName(columns[place]))
    const steps = chain.map(({ above }) => above)
    columns[fine] = {
      ...columns[fine],
      tree: buildTree(columns[fine].facts.profile.values, steps),
      reason: `${columns[fine].reason} Its groups are ${coarser.map((name) => `"${name}"`).join(', then ')}.`,
    }
    for (const { place } of chain) {
      taken.add(place)
      const name = columnName(columns[fine])
      leaveOut(columns, place, `It follows from "${name}", whose tree has it as a group, so it is left out.`)
    }
  }
}

function buildTree(values: readonly string[], steps: readonly ReadonlyMap<string, string>[]): TaxonomyNode {
  const names = new Set(values)
  const root = rootBeside(names)
  const labels = steps.map((step) => {
    const labels = new Map<string, string>()
    for (const above of new Set(step.values())) {
      let label = above
      while (names.has(label) || label === root) label = `${label} (all)`
      labels.set(above, label)
    }
    for (const label of labels.values()) names.add(label)
    return labels
  })
  const paths = [...values].sort(naturalCompare).map((value) => {
    const path = [{ name: value }]
    let at = value
    steps.forEach((step, i) => {
      at = step.get(at) as string
      path.unshift({ name: labels[i].get(at) as string })
    })
    return path
  })
  return withoutSingles(taxonomyFromPaths({ name: root }, paths))
}

function withoutSingles(node: TaxonomyNode): TaxonomyNode {
  if (node.children === undefined) return node
  const children = node.children.map(withoutSingles)
  return children.length === 1 ? children[0] : { ...node, children }
}
