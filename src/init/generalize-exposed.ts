/**
 * Foresees the exposure of columns released as they are. A class has about k people, so a value that few others have
 * singles out a person inside it, though every class is large enough. Columns beyond the limit become quasi-identifiers.
 */
import type { EngineRun } from '../engines/engine.ts'
import { expectUniques, type RelateRequest } from '../frequency/relate-columns.ts'
import { formatShare } from '../ground/format.ts'
import { EXPOSURE_LIMIT } from './init-search.ts'
import type { SettledRole } from './roles/settle-relations.ts'

/** With more further quasi-identifiers, little detail is left of each. */
const MOST_GENERALIZED = 3

export interface ForeseenExposure {
  readonly roles: readonly SettledRole[]
  /** Says what a run will refuse, if generalizing a few columns is not enough. */
  readonly notes: readonly string[]
}

export async function generalizeExposed(
  roles: readonly SettledRole[],
  request: RelateRequest,
  { k, rows }: { readonly k: number; readonly rows: number },
  run: EngineRun,
): Promise<ForeseenExposure> {
  const kept = roles
    .filter(({ role, facts }) => role === 'other' && facts.distinct > 1)
    .sort((a, b) => b.facts.distinct - a.facts.distinct)
  const names = kept.map(({ facts }) => facts.profile.name)
  if (names.length === 0) return { roles, notes: [] }
  const sets = Array.from({ length: Math.min(names.length, MOST_GENERALIZED) + 1 }, (_, few) => names.slice(few))
  const shares = await expectUniques(request, sets, { k, rows }, run)
  const few = shares.findIndex((share) => share <= EXPOSURE_LIMIT)
  const about = `about ${formatShare(Math.round(shares[0] * 100) / 100)} of people`
  if (few < 0)
    return {
      roles,
      notes: [
        `${names.length} columns that are kept as they are would together single out ${about}, so a run will not ` +
          'publish them: give the few that the release is for the role quasi-identifier, and leave out the others ' +
          '(role: identifier)',
      ],
    }
  const exposed = new Set(kept.slice(0, few))
  const generalized = roles.map((column): SettledRole => {
    if (!exposed.has(column)) return column
    const reason = `${column.reason} Beside the quasi-identifiers it would help to single out ${about}.`
    return { ...column, role: 'quasi-identifier', reason }
  })
  return { roles: generalized, notes: [] }
}
