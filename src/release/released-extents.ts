/**
 * Computes the smallest and largest number among the released rows of each group, for interval labels: the full extent
 * may come from a suppressed row, whose values must stay hidden. If codes are bins, this needs another pass over the
 * rows.
 */
import type { EngineRun } from '../engines/engine.ts'
import type { ColumnsPartition } from '../frequency/classes.ts'
import { keptRowsByCode } from '../frequency/rows-by-code.ts'
import { OR_MISSING, rangeLabel } from '../hierarchy/ends/range-label.ts'
import { emptyRanges, forEachGroup, type Grouping, type NumberRanges, widenRange } from '../hierarchy/grouping.ts'
import type { Hierarchy, NumberHierarchy } from '../hierarchy/hierarchy.ts'
import { groupLabel, hasPublicEnds, MISSING_LABEL, nodeCovering, valuesLabel } from '../hierarchy/hierarchy.ts'
import { longestReleased, shownName } from '../hierarchy/prefix.ts'
import { extentStatement, type RecodeRequest } from '../recoding/recode-statement.ts'
import type { Table } from '../sources/table.ts'
import { type Sql, sql } from '../sql/dialect.ts'

/** Per column its groups' extents (none if no number of a group is released); undefined if labels do not name them. */
export async function releasedExtents(
  { engine, source }: Table,
  hierarchies: readonly Hierarchy[],
  partition: ColumnsPartition,
  recode: RecodeRequest,
  run: EngineRun = {},
): Promise<(NumberRanges | undefined)[]> {
  const extents: (NumberRanges | undefined)[] = []
  for (let i = 0; i < hierarchies.length; i++) {
    const hierarchy = hierarchies[i]
    if (hierarchy.kind !== 'number' || hasPublicEnds(hierarchy)) extents.push(undefined)
    else if (partition.suppressedRows === 0 || !hasBins(hierarchy)) {
      extents.push(extentsOfCodes(hierarchy, partition, i))
    } else {
      const result = await engine.query(extentStatement(engine.dialect, source, recode, i), run)
      const found = emptyRanges(partition.groupings[i].groups)
      result.integers('place').forEach((group, row) => {
        found.low[group] = result.numbers('low')[row]
        found.high[group] = result.numbers('high')[row]
      })
      extents.push(found)
    }
  }
  return extents
}

/** The lower median of each group, so that it is a number of a released row; NaN if there is none. */
export async function releasedMedians(
  { engine, source }: Table,
  hierarchy: NumberHierarchy,
  partition: ColumnsPartition,
  { recode, column }: { readonly recode: RecodeRequest; readonly column: number },
  run: EngineRun = {},
): Promise<Float64Array> {
  const medians = new Float64Array(partition.groupings[column].groups).fill(Number.NaN)
  if (hasBins(hierarchy)) {
    // The lower of two middle values, so that it is a value of the data.
    const median = (number: Sql) => sql`percentile_disc(0.5) WITHIN GROUP (ORDER BY ${number}) AS middle`
    const result = await engine.query(extentStatement(engine.dialect, source, recode, column, median), run)
    result.integers('place').forEach((group, row) => {
      medians[group] = result.numbers('middle')[row]
    })
    return medians
  }
  const rows = keptRowsByCode(partition, column)
  forEachGroup(partition.groupings[column], (group, from, to) => {
    const last = to === hierarchy.missing ? to - 1 : to
    let all = 0
    for (let code = from; code <= last; code++) all += rows[code]
    let before = 0
    for (let code = from; code <= last && all > 0; code++) {
      before += rows[code]
      if (2 * before < all) continue
      medians[group] = hierarchy.low[code]
      return
    }
  })
  return medians
}

export function hasBins({ low, high }: NumberHierarchy): boolean {
  return low.some((value, code) => value < high[code])
}

function extentsOfCodes({ low, high, missing }: NumberHierarchy, partition: ColumnsPartition, column: number) {
  const { frequencies, groupings, classes, suppressed } = partition
  const { codes } = frequencies.columns[column]
  const { codeGroups, groups } = groupings[column]
  const found = emptyRanges(groups)
  const { combinations } = frequencies
  const { classIds } = classes
  for (let combination = 0; combination < combinations; combination++) {
    const code = codes[combination]
    if (suppressed[classIds[combination]] === 1 || code === missing) continue
    widenRange(found, codeGroups[code], low[code], high[code])
  }
  return found
}

export function widenExtents(
  extents: NumberRanges,
  shown: readonly (readonly [number, number] | null)[],
): NumberRanges {
  const wide = { low: extents.low.slice(), high: extents.high.slice() }
  shown.forEach((range, group) => {
    if (range !== null) widenRange(wide, group, ...range)
  })
  return wide
}

/** A group without released rows is labelled by its full extent, which never appears in the release. */
export function releasedLabels(
  hierarchy: Hierarchy,
  grouping: Grouping,
  extents: NumberRanges | undefined,
  released?: ArrayLike<number>,
): string[] {
  const labels: string[] = []
  const longest = longestReleased(hierarchy, released)
  forEachGroup(grouping, (group, from, to) => {
    labels.push(
      extents === undefined
        ? categoryLabel(hierarchy, from, to, released, longest)
        : releasedLabel(hierarchy, from, to, extents.low[group], extents.high[group]),
    )
  })
  return labels
}

export function categoryLabel(
  hierarchy: Hierarchy,
  from: number,
  to: number,
  released: ArrayLike<number> | undefined,
  longest: number,
): string {
  const label = groupLabel(hierarchy, from, to)
  if (released === undefined || from === to || hierarchy.kind === 'number' || hasPublicEnds(hierarchy)) return label
  const node = hierarchy.kind === 'tree' ? nodeCovering(hierarchy.tree, from, to) : -1
  if (hierarchy.kind === 'tree' && node >= 0) return shownName(hierarchy, node, longest)
  const codes: number[] = []
  for (let code = from; code <= to; code++) if (released[code] > 0) codes.push(code)
  if (codes.length === 0) return label
  return valuesLabel(hierarchy, codes)
}

export function releasedLabel(hierarchy: Hierarchy, from: number, to: number, low: number, high: number): string {
  if (Number.isNaN(low) && to !== hierarchy.missing) return groupLabel(hierarchy, from, to)
  return intervalLabel(low, high, to === hierarchy.missing)
}

function intervalLabel(low: number, high: number, missing: boolean): string {
  if (Number.isNaN(low)) return MISSING_LABEL
  return missing ? `${rangeLabel(low, high, true)}${OR_MISSING}` : rangeLabel(low, high)
}
