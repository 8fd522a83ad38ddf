/**
 * Figures that may be published. Loss is measured against the domain of a column, and an end of that domain may be a value that only a
 * suppressed person has: from the loss, the classes and everybody else's values that value could be solved for. What is published is
 * measured against what the released rows hold; a range that the job declares is public anyway and stays. The search, the terminal and the
 * private manifest keep the definition over all rows.
 */
import type { ColumnsPartition } from '../../frequency/classes.ts'
import { forEachGroup, type Grouping } from '../../hierarchy/grouping.ts'
import type { Hierarchy } from '../../hierarchy/hierarchy.ts'
import type { MetricSettings } from '../../metrics/metric.ts'
import type { GroupExtents } from '../../release/released-extents.ts'
import type { Goal } from '../../search/search.ts'
import type { ShownGroups } from './write-columns.ts'

/** What a reader is shown where figures are not over all rows. */
export const OVER_RELEASED = 'over the released values: ranges and domains are those of released rows'

/** Settings for published figures; undefined where nothing depends on suppressed rows. */
export function publicSettings(
  settings: MetricSettings,
  { groupings, suppressedRows }: ColumnsPartition,
  { extents, codes }: ShownGroups,
): MetricSettings | undefined {
  if (suppressedRows === 0) return undefined
  const hierarchies = settings.hierarchies.map((hierarchy, i) => {
    if (hierarchy.kind === 'number') return numbersReleased(hierarchy, groupings[i], extents[i])
    return codes[i].every((released) => released === 1) ? hierarchy : valuesReleased(hierarchy, codes[i])
  })
  if (hierarchies.every((hierarchy, i) => hierarchy === settings.hierarchies[i])) return undefined
  return { ...settings, hierarchies }
}

/** Each code takes the released extent of its group, so that groups, and all of them together, end where released rows do. */
function numbersReleased(
  hierarchy: Extract<Hierarchy, { kind: 'number' }>,
  grouping: Grouping,
  extents: GroupExtents | undefined,
): Hierarchy {
  if (extents === undefined || hierarchy.domain !== undefined) return hierarchy
  const low = hierarchy.low.slice()
  const high = hierarchy.high.slice()
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let group = 0; group < extents.low.length; group++) {
    if (extents.low[group] < least) least = extents.low[group]
    if (extents.high[group] > most) most = extents.high[group]
  }
  if (least > most) return hierarchy
  forEachGroup(grouping, (group, from, to) => {
    const last = to === hierarchy.missing ? to - 1 : to
    // Nobody shows a group without released rows; it must only not stretch the range.
    const empty = Number.isNaN(extents.low[group])
    const inside = (value: number) => Math.min(most, Math.max(least, value))
    for (let code = from; code <= last; code++) {
      low[code] = empty ? inside(low[code]) : extents.low[group]
      high[code] = empty ? inside(high[code]) : extents.high[group]
    }
  })
  return { ...hierarchy, low, high }
}

/** Only released values count as part of the domain. */
function valuesReleased(hierarchy: Exclude<Hierarchy, { kind: 'number' }>, released: Uint8Array): Hierarchy {
  const first = new Int32Array(released.length)
  const last = new Int32Array(released.length)
  let values = 0
  for (let code = 0; code < released.length; code++) {
    first[code] = values
    values += released[code]
    last[code] = Math.max(first[code], values - 1)
  }
  return { ...hierarchy, spans: { first, last, values: Math.max(2, values) } }
}

/** The goal's value under other settings of the domain. */
export function goalUnder(goal: Goal, partition: ColumnsPartition, { hierarchies }: MetricSettings): number {
  return goal.terms.reduce((sum, { metric, settings, weight }) => {
    const value = metric.compute(partition, { ...settings, hierarchies })
    return sum + weight * (metric.better === 'lower' ? value : -value)
  }, 0)
}
