/**
 * Counts dates, prefixes and tree values by a level of their hierarchy if there are too many combinations. Releases
 * still use the raw values. Cost: a grouping per column, and a join per pass over the rows.
 */
import type { Engine, EngineRun } from '../engines/engine.ts'
import { type ColumnProfile, throwOnErrors } from '../hierarchy/doctor.ts'
import { groupLabel, type Hierarchy } from '../hierarchy/hierarchy.ts'
import { mergeHierarchy } from '../hierarchy/merge-codes.ts'
import { type ResolvedHierarchy, resolveHierarchy } from '../hierarchy/resolve.ts'
import type { HierarchySpecification } from '../hierarchy/specification.ts'
import { join, type Source, type Sql, sql, type TableSource } from '../sql/dialect.ts'
import { valueOrMissing } from '../sql/encoding.ts'

export interface KnownColumn extends ResolvedHierarchy {
  readonly column: string
  readonly texts: readonly string[]
}

export interface CoarseColumn {
  readonly column: string
  readonly texts: readonly string[]
  readonly codes: Int32Array
  readonly hierarchy: Hierarchy
  readonly level: string
}

export function hasLevels(hierarchy: HierarchySpecification | object): hierarchy is HierarchySpecification {
  return 'kind' in hierarchy && ['tree', 'date', 'prefix'].includes(hierarchy.kind as string)
}

export async function readColumn(
  engine: Engine,
  source: Source,
  { column, hierarchy }: { readonly column: string; readonly hierarchy: HierarchySpecification },
  { missing, missingValues }: { readonly missing: string; readonly missingValues: readonly string[] },
  run: EngineRun,
): Promise<KnownColumn> {
  const { dialect } = engine
  const value = valueOrMissing(dialect, column, missingValues)
  const found = await engine.query(
    sql`SELECT value, ${dialect.wholeNumber(sql`COUNT(*)`)} AS n FROM (SELECT ${value} AS value FROM
      ${dialect.scan(source)}) AS own GROUP BY value ORDER BY ${dialect.ordered(sql`value`)}`,
    run,
  )
  const [values, counts] = [found.texts('value'), found.numbers('n')]
  const places = [...values.keys()].filter((place) => values[place] !== null)
  const profile: ColumnProfile = {
    values: places.map((place) => values[place] as string),
    counts: Float64Array.from(places, (place) => counts[place]),
    missingCount: values.includes(null) ? counts[values.indexOf(null)] : 0,
  }
  const resolved = resolveHierarchy(column, hierarchy, profile, {
    missing: missing === 'category' && profile.missingCount > 0 ? 'category' : 'none',
  })
  throwOnErrors(resolved.findings)
  return { ...resolved, column, texts: profile.values }
}

/** Takes the finest level with at most this many groups, or the coarsest below the root; undefined if not needed. */
export function coarseColumn(
  { column, hierarchy, texts, codes }: KnownColumn,
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

/** The rows with codes of coarse columns in place of values. The caller drops the returned tables. */
export async function withCoarseColumns(
  engine: Engine,
  source: Source,
  columns: readonly string[],
  coarse: readonly CoarseColumn[],
  run: EngineRun,
): Promise<{ readonly source: TableSource; readonly tables: readonly string[] }> {
  const { dialect } = engine
  const tables: string[] = []
  const joins: Sql[] = []
  const cells = new Map(columns.map((column) => [column, sql`s.${dialect.identifier(column)}`]))
  for (const [i, { column, texts, codes }] of coarse.entries()) {
    const table = `halftone level ${i}`
    const listed = dialect.listed([
      { name: 'value', values: texts },
      { name: 'code', values: Array.from(codes, String) },
    ])
    await engine.execute(dialect.createTable(table, listed), run)
    tables.push(table)
    const alias = dialect.identifier(`l${i}`)
    const text = dialect.text(sql`s.${dialect.identifier(column)}`)
    joins.push(
      sql` LEFT JOIN ${dialect.identifier(table)} AS ${alias} ON ${dialect.ordered(sql`${alias}.value`)} =
        ${dialect.ordered(text)}`,
    )
    cells.set(column, sql`COALESCE(${alias}.code, ${text})`)
  }
  const selected = [...cells].map(([column, cell]) => sql`${cell} AS ${dialect.identifier(column)}`)
  const query = sql`SELECT ${join(selected)} FROM (SELECT * FROM ${dialect.scan(source)}) AS s${join(joins, '')}`
  return { source: { kind: 'table', table: [], query }, tables }
}
