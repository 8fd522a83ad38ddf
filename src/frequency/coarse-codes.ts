/**
 * Makes columns coarser if there are too many combinations: dates, prefixes and tree values are counted by a level of
 * their hierarchy, numbers by bins of about as many rows. Releases still use the raw values. Cost: a grouping per
 * column.
 */
import type { Engine, EngineRun } from '../engines/engine.ts'
import { type ColumnProfile, throwOnErrors } from '../hierarchy/doctor.ts'
import { groupLabel, type Hierarchy, type ResolvedHierarchy } from '../hierarchy/hierarchy.ts'
import { mergeHierarchy } from '../hierarchy/merge-codes.ts'
import { resolveHierarchy } from '../hierarchy/resolve.ts'
import type { HierarchySpecification } from '../hierarchy/specification.ts'
import { type Source, sql } from '../sql/dialect.ts'
import { valueOrMissing } from '../sql/encoding.ts'
import { DICTIONARY_LIMIT } from './number-bins.ts'

export interface KnownColumn {
  readonly column: string
  readonly specification: HierarchySpecification
  readonly profile: ColumnProfile
  readonly isMissingCategory: boolean
}

export interface CoarseColumn {
  readonly column: string
  readonly texts: readonly string[]
  readonly codes: Int32Array
  readonly hierarchy: Hierarchy
  /** The level by which values are counted, or `BINS`; undefined if the column is as the job asks. */
  readonly level?: string | undefined
}

/** In place of a level: numbers are cut into bins. */
export const BINS = 'bins'

const CODED_KINDS = ['tree', 'date', 'prefix', 'number']

export function canBeCoarser(hierarchy: HierarchySpecification | object): hierarchy is HierarchySpecification {
  return 'kind' in hierarchy && CODED_KINDS.includes(hierarchy.kind as string)
}

/** All values of a column with their rows; undefined for numbers of which there are too many. */
export async function readColumn(
  engine: Engine,
  source: Source,
  { column, hierarchy }: { readonly column: string; readonly hierarchy: HierarchySpecification },
  { missing, missingValues }: { readonly missing: string; readonly missingValues: readonly string[] },
  run: EngineRun,
): Promise<KnownColumn | undefined> {
  const { dialect } = engine
  const value = valueOrMissing(dialect, column, missingValues)
  const most = hierarchy.kind === 'number' ? sql` LIMIT ${DICTIONARY_LIMIT + 2}` : sql``
  // Equal cells of other types, such as 0.0 and -0.0, may have different texts.
  const type = source.kind === 'files' ? source.reader?.types?.get(column) : undefined
  const by = /INT|VARCHAR/.test(type ?? '') ? dialect.identifier(column) : value
  const cells = sql`SELECT ${by} AS cell, COUNT(*) AS n FROM ${dialect.scan(source)} GROUP BY 1`
  const text = valueOrMissing(dialect, 'cell', missingValues)
  const found = await engine.query(
    sql`SELECT value, ${dialect.wholeNumber(sql`SUM(n)`)} AS n FROM (SELECT ${text} AS value, n FROM (${cells}) AS
      cells) AS own GROUP BY value ORDER BY ${dialect.ordered(sql`value`)}${most}`,
    run,
  )
  const [values, counts] = [found.texts('value'), found.numbers('n')]
  const places = [...values.keys()].filter((place) => values[place] !== null)
  if (hierarchy.kind === 'number' && places.length > DICTIONARY_LIMIT) return undefined
  const profile: ColumnProfile = {
    values: places.map((place) => values[place] as string),
    counts: Float64Array.from(places, (place) => counts[place]),
    missingCount: values.includes(null) ? counts[values.indexOf(null)] : 0,
  }
  const isMissingCategory = missing === 'category' && profile.missingCount > 0
  return { column, specification: hierarchy, profile, isMissingCategory }
}

function resolve({ column, profile, isMissingCategory }: KnownColumn, specification: HierarchySpecification) {
  const missing = isMissingCategory ? 'category' : 'none'
  const resolved = resolveHierarchy(column, specification, profile, { missing })
  throwOnErrors(resolved.findings)
  return resolved
}

/** The column with at most this many groups, if its hierarchy has so few; undefined if it is better counted by text. */
export function coarseColumn(known: KnownColumn, groups: number): CoarseColumn | undefined {
  const { column, specification, profile } = known
  const resolved = resolve(known, specification)
  if (specification.kind !== 'number') return coarseLevel(column, profile.values, resolved, groups)
  const isCut = resolved.hierarchy.values.length - (known.isMissingCategory ? 1 : 0) > groups
  const { hierarchy, codes } = isCut
    ? resolve(known, { ...specification, endpoints: { quantiles: groups - 1 } })
    : resolved
  return { column, texts: profile.values, codes, hierarchy, level: isCut ? BINS : undefined }
}

/** Takes the finest level with at most this many groups, or the coarsest below the root; undefined if not needed. */
function coarseLevel(
  column: string,
  texts: readonly string[],
  { hierarchy, codes }: ResolvedHierarchy,
  groups: number,
): CoarseColumn | undefined {
  const below = hierarchy.levels.slice(1, -1)
  const level = below.find(({ grouping }) => grouping.groups <= groups) ?? below.at(-1)
  if (level === undefined || hierarchy.values.length <= groups) return undefined
  const { codeGroups } = level.grouping
  const merged = mergeHierarchy(hierarchy, level.grouping)
  const { first, last } = merged.spans ?? { first: new Int32Array(0), last: new Int32Array(0) }
  return {
    column,
    texts,
    codes: codes.map((code) => codeGroups[code]),
    level: level.name,
    hierarchy: {
      ...merged,
      values: Array.from(first, (code, group) => groupLabel(hierarchy, code, last[group])),
      members: Array.from(first, (code, group) => hierarchy.values.slice(code, last[group] + 1)),
    },
  }
}
