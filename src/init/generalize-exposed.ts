/**
 * Foresees the exposure of columns released as they are. A class has about k people, so a value that few others have
 * singles out a person inside it, though every class is large enough. Columns beyond the limit become quasi-identifiers
 * while classes can show them in some detail; the others are left out, so that the proposed job publishes something.
 */
import type { EngineRun } from '../engines/engine.ts'
import { expectUniques } from '../frequency/relate-columns.ts'
import type { RelateRequest } from '../frequency/relate-rows.ts'
import { formatShare, prose } from '../ground/format.ts'
import { EXPOSURE_LIMIT } from './init-search.ts'
import type { SettledRole } from './roles/settle-relations.ts'

/** The forecast is rough: half of the limit leaves room. */
export const FORESEEN_LIMIT = EXPOSURE_LIMIT / 2
/** This many further quasi-identifiers are always possible. */
const LEAST_GENERALIZED = 3

export interface ForeseenExposure {
  readonly roles: readonly SettledRole[]
  /** Says what is left out, if generalizing a few columns is not enough. */
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
  if (kept.length === 0) return { roles, notes: [] }
  const exposureFrom = async (start: number) => {
    const names = kept.slice(start).map(({ facts }) => facts.profile.name)
    return (await expectUniques(request, [names], { k, rows }, run))[0]
  }
  const exposure = await exposureFrom(0)
  if (exposure <= FORESEEN_LIMIT) return { roles, notes: [] }
  // Fewer columns single out fewer people, so the first columns that suffice are found by halving.
  let [few, enough] = [0, kept.length]
  while (enough - few > 1) {
    const half = (few + enough) >> 1
    if ((await exposureFrom(half)) <= FORESEEN_LIMIT) enough = half
    else few = half
  }
  const needed = new Set(kept.slice(0, enough))
  const exposed = roles.filter((column) => needed.has(column)).sort(byName)
  // rows / k classes are that many halvings; more columns than halvings would show no detail.
  const halvings = Math.floor(Math.log2(rows / k))
  const room = Math.max(LEAST_GENERALIZED, halvings - roles.filter(({ role }) => role === 'quasi-identifier').length)
  const generalized = new Set(exposed.slice(0, room))
  const dropped = new Set(exposed.slice(room))
  const about = `about ${formatShare(Math.round(exposure * 100) / 100)} of people`
  const proposed = roles.map((column): SettledRole => {
    const reason = `${column.reason} Beside the quasi-identifiers it would help to single out ${about}, so it is`
    if (generalized.has(column))
      return { ...column, role: 'quasi-identifier', generalized: true, reason: `${reason} generalized with them.` }
    if (dropped.has(column)) return { ...column, role: 'identifier', reason: `${reason} left out.` }
    return column
  })
  return { roles: proposed, notes: dropped.size === 0 ? [] : [droppedNote([...dropped], about)] }
}

/** Puts columns with a name that is understood first; otherwise the order of the file stays. */
function byName(a: SettledRole, b: SettledRole): number {
  const isNameless = ({ facts }: SettledRole) => Number(facts.meanings.length === 0)
  return isNameless(a) - isNameless(b)
}

function droppedNote(columns: readonly SettledRole[], about: string): string {
  const names = columns.map(({ facts }) => `"${facts.profile.name}"`)
  const shown = names.length > 5 ? `${names.slice(0, 4).join(', ')} and ${names.length - 4} others` : names.join(', ')
  return prose`${shown} left out: all columns together would single out ${about}. To release one of them, give it the
    role quasi-identifier in the job, and leave out another`
}
