/**
 * The roles of all columns of a table together: one target at most is guessed by its place, somebody must be protected, and a column that
 * says the same as another is not protected twice.
 */
import type { ProfiledColumn } from '../hierarchy/propose.ts'
import { type ColumnFacts, factsOf, means } from './column-facts.ts'
import { proposeRole, type RoleProposal } from './propose-role.ts'

export interface ProposedRole extends RoleProposal {
  readonly facts: ColumnFacts
}

/** A last column with so many values or fewer is probably what the table was made to predict. */
const FEW_CLASSES = 10
/** So many columns are protected where none is known by name. */
const PROTECTED_AT_LEAST = 3

export function proposeRoles(profiles: readonly ProfiledColumn[]): ProposedRole[] {
  const proposals = profiles.map((profile) => {
    const facts = factsOf(profile)
    return { ...proposeRole(facts), facts }
  })
  return protectSomething(targetByPlace(proposals))
}

/** The last column, where it has few values and nobody has a better claim. */
function targetByPlace(columns: readonly ProposedRole[]): ProposedRole[] {
  const last = columns.length - 1
  if (columns.length < 4 || columns.some(({ role, sure }) => role === 'target' && sure === 'sure')) return [...columns]
  const { role, facts, sure } = columns[last]
  const candidate =
    role === 'sensitive' || (role === 'other' && sure !== 'sure' && means(facts, 'counted', 'event') === undefined)
  if (
    !candidate ||
    facts.distinct < 2 ||
    facts.distinct > FEW_CLASSES ||
    columns.some((column) => column.role === 'target')
  ) {
    return [...columns]
  }
  const reason = `The last column, with ${facts.distinct} values: what the release is probably to be used for.`
  return columns.with(last, { ...columns[last], role: 'target', sure: 'likely', reason })
}

/** Without any quasi-identifier nothing would be protected: then those that single out most are taken. */
function protectSomething(columns: readonly ProposedRole[]): ProposedRole[] {
  if (columns.some(({ role }) => role === 'quasi-identifier' || role === 'items')) return [...columns]
  const candidates = columns
    .filter(({ role, facts }) => role === 'other' && facts.distinct > 1)
    .sort((a, b) => b.facts.distinct - a.facts.distinct)
    .slice(0, PROTECTED_AT_LEAST)
  return columns.map((column) =>
    candidates.includes(column)
      ? {
          ...column,
          role: 'quasi-identifier',
          sure: 'guess',
          reason: `No column is known to be about people; this one has ${column.facts.distinct} values and may single them out.`,
        }
      : column,
  )
}
