/** Judges a released table. */
import type { FrequencyTable } from '../../frequency/frequency-table.ts'
import { rowsBelow } from '../../frequency/rows-by-code.ts'
import { type Hierarchy, hasPublicEnds, SUPPRESSED_LABEL } from '../../hierarchy/hierarchy.ts'
import { allMetrics } from '../../metrics/index.ts'
import { queryDomain } from '../../metrics/workload/table-domain.ts'
import { FLAT, judge } from '../judgement.ts'
import type { ColumnPicture } from '../pictures.ts'
import type { ColumnDetail, JudgedRelease, Judgement } from './judged-release.ts'

/** Metrics compared with guessing come before those with a fixed limit. */
export const tellingMetrics: JudgedRelease['telling'] = allMetrics
  .flatMap(({ name, useless }) => (useless === undefined ? [] : { name, useless }))
  .sort((a, b) => Number(b.useless.above === 'guessing') - Number(a.useless.above === 'guessing'))

export interface TableToJudge extends Omit<JudgedRelease, 'detail' | 'guessing' | 'telling' | 'ends'> {
  readonly hierarchies: readonly Hierarchy[]
  readonly pictures: readonly ColumnPicture[]
  readonly frequencies: FrequencyTable
}

export function judgeTable(table: TableToJudge): Judgement {
  const { pictures, hierarchies, frequencies } = table
  return judge({
    ...table,
    guessing: guessingCosts(frequencies),
    telling: tellingMetrics,
    detail: pictures.map((picture, i) => measureDetail(picture, hierarchies[i])),
    ends: pictures.flatMap((picture, i) =>
      countExposedEnds(picture, hierarchies[i], rowsBelow(frequencies, i), table.k),
    ),
  })
}

/** Whether labels show values of people: exact ends, medians, modes. A mean is nobody's value. */
export function showsValues(hierarchy: Hierarchy): boolean {
  return !hasPublicEnds(hierarchy) && (hierarchy.kind === 'tree' ? !!hierarchy.shows : hierarchy.shows !== 'mean')
}

/** Counts exact ends of shown intervals that fewer than k rows have; public ends belong to nobody. */
function countExposedEnds(
  { column, groups }: ColumnPicture,
  hierarchy: Hierarchy,
  below: ArrayLike<number>,
  k: number,
): NonNullable<JudgedRelease['ends']> {
  if (!showsValues(hierarchy)) return []
  const { spanOfLabel } = queryDomain(hierarchy)
  const spans = groups.flatMap(({ rows, label }) =>
    rows > 0 && label !== SUPPRESSED_LABEL ? [spanOfLabel(label)] : [],
  )
  const codes = new Set(spans.flatMap((span) => span ?? []))
  const count = [...codes].filter((code) => code !== hierarchy.missing && below[code + 1] - below[code] < k).length
  return count === 0 ? [] : [{ column, count }]
}

/** Per categorical target, the share of rows without its most frequent value. */
function guessingCosts({ targets, rows }: FrequencyTable): JudgedRelease['guessing'] {
  return targets.flatMap((target) => {
    if (target.kind !== 'categories') return []
    const totals = new Float64Array(target.values.length)
    target.counts.forEach((count, i) => {
      totals[i % totals.length] += count
    })
    return [{ target: target.name, cost: 1 - Math.max(...totals) / rows }]
  })
}

function measureDetail(picture: ColumnPicture, hierarchy: Hierarchy): ColumnDetail {
  const { column, loss } = picture
  const groups = picture.groups.filter(({ rows }) => rows > 0)
  // A public bin counts as one value, but its label covers several.
  const isBinned = (hierarchy.kind === 'number' && hierarchy.unit !== undefined) || 'publicEnds' in hierarchy
  const says =
    groups.length <= 1 && groups.every((group) => group.values > 1)
      ? 'nothing'
      : groups.every((group) => group.values === 1) && !(isBinned && loss > 0)
        ? 'all'
        : 'something'
  const wide = groups.filter((group) => group.values > 1).sort((a, b) => b.rows - a.rows)[0]
  const example = says === 'something' && wide !== undefined ? findExample(picture, wide, hierarchy) : undefined
  return {
    column,
    labels: groups.reduce((sum, { labels = 1 }) => sum + labels, 0),
    kept: 1 - loss,
    says,
    example,
    why:
      says === 'nothing'
        ? hierarchy.kind === 'tree' && hierarchy.levels.length <= 2
          ? FLAT
          : 'no finer grouping met the requirements'
        : undefined,
  }
}

/**
 * Returns a value and its released label. It shows nothing that is not in the release: if classes are decided one by
 * one, it uses a label of other rows that the group covers.
 */
function findExample({ groups, tree }: ColumnPicture, group: ColumnPicture['groups'][number], hierarchy: Hierarchy) {
  if (group.low !== undefined) return `${group.low} → ${group.label}`
  if (hierarchy.kind === 'number') {
    const low = /^\[([^,;]+)[,;]/.exec(group.label)?.[1]
    return low === undefined ? group.label : `${low} → ${group.label}`
  }
  if (tree === undefined && hierarchy.kind === 'tree') {
    const { names, parent } = hierarchy.tree
    const others = new Set(groups.filter(({ rows }) => rows > 0).map(({ label }) => label))
    const above = (node: number): boolean => node >= 0 && (names[node] === group.label || above(parent[node]))
    const below = names.findIndex((name, node) => name !== group.label && others.has(name) && above(parent[node]))
    return below < 0 ? undefined : `${names[below]} → ${group.label}`
  }
  const place = groups.indexOf(group)
  const node = tree?.findIndex((candidate) => candidate.group === place) ?? -1
  const child = tree?.find(({ parent }) => parent === node && node >= 0)
  return child === undefined ? undefined : `${child.name} → ${group.label}`
}
