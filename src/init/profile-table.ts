/**
 * Profiles columns for role proposals and finds texts that mean missing. A database returns shapes and figures; values
 * only for categories and for columns that need a tree.
 */
import type { EngineRun } from '../engines/engine.ts'
import type { HeldFirst } from '../frequency/hold-rows.ts'
import { LISTED_VALUES, profileColumns } from '../frequency/profile-columns.ts'
import { profileRows } from '../frequency/profile-rows.ts'
import { profileShapes } from '../frequency/profile-shapes.ts'
import type { RelateRequest } from '../frequency/relate-rows.ts'
import { areCodes, type ProfiledColumn } from '../hierarchy/propose.ts'
import { countTexts } from '../lines/count-texts.ts'
import { ageRule } from '../presets/look.ts'
import { MISSING_WORDS, missingTokens, withMissing } from './roles/missing-tokens.ts'
import { mayBeItems } from './roles/propose-items.ts'
import { proposeRoles } from './roles/propose-roles.ts'

export interface TableProfile {
  readonly profiles: readonly ProfiledColumn[]
  readonly missingTexts: readonly string[]
}

export async function profileTable(
  request: RelateRequest & HeldFirst,
  columns: readonly string[],
  preset: string | undefined,
  run: EngineRun = {},
  given?: () => Promise<readonly ProfiledColumn[]>,
): Promise<TableProfile> {
  const { engine, source, missingValues } = request
  const isLocal = engine.folder !== undefined
  const raw = await (given?.() ??
    (isLocal
      ? profileRows(engine, request, columns, missingValues, { ...run, countTexts })
      : profileShapes(engine, source, columns, { values: missingValues, words: MISSING_WORDS }, run)))
  const missingTexts = missingTokens(raw)
  const profiles = raw.map((profile) => withRange(withMissing(profile, missingTexts)))
  const wanted = namesWithTree(profiles, preset)
  if (wanted.length === 0) return { profiles, missingTexts }
  const listed = await profileColumns(engine, source, wanted, [...missingValues, ...missingTexts], run)
  return {
    profiles: profiles.map((profile) => listed.find(({ name }) => name === profile.name) ?? profile),
    missingTexts,
  }
}

function namesWithTree(profiles: readonly ProfiledColumn[], preset: string | undefined): string[] {
  if (profiles.every(isComplete)) return []
  return proposeRoles(profiles).flatMap(({ role, sure, meaning, facts }) => {
    const { profile, kind } = facts
    if (isComplete(profile) || (profile.distinct ?? 0) > LISTED_VALUES) return []
    const isTree = kind === 'texts' && !areCodes(profile, meaning === 'postcode')
    const areAges = preset === 'hipaa-safe-harbor' && ageRule.name.test(profile.name)
    const isGeneralized = role === 'quasi-identifier' && (isTree || areAges)
    return isGeneralized ||
      (profile.shown !== undefined && role !== 'sensitive' && sure !== 'sure' && mayBeItems(facts))
      ? [profile.name]
      : []
  })
}

const isComplete = ({ shown, values, distinct = 0 }: ProfiledColumn) => shown === undefined && values.length >= distinct

function withRange(profile: ProfiledColumn): ProfiledColumn {
  const { numbers, values, rows, missingCount } = profile
  if (numbers === undefined || numbers.count === 0 || numbers.count < rows - missingCount) return profile
  if (values.some((value) => /^0\d/.test(value))) return profile
  const ends = [...new Set([numbers.low, numbers.high])].map(String)
  return { ...profile, values: ends, counts: ends.map(() => 1), shown: 'range' }
}
