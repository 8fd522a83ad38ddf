/**
 * Figures that may be published. Loss is relative to a column's domain, whose end may be a value of a suppressed
 * person, which could be computed from the loss and everybody else's values. Public figures therefore use the ranges,
 * domains and rows that the release shows. A domain declared in the job is public and stays.
 */
import type { ClassesPartition, ClassRanges, ColumnsPartition, Partition } from '../frequency/classes.ts'
import type { Amounts, FrequencyTable, Target, ValueCounts } from '../frequency/frequency-table.ts'
import { amountsLike, codesOfSize } from '../frequency/frequency-table.ts'
import { groupBy } from '../ground/maps.ts'
import { forEachGroup, type Grouping, type NumberRanges } from '../hierarchy/grouping.ts'
import { type Hierarchy, type NumberHierarchy, withoutOuterEnds } from '../hierarchy/hierarchy.ts'
import { allMetrics } from '../metrics/index.ts'
import type { Metric, MetricSettings } from '../metrics/metric.ts'
import { figuresOfMetric } from '../metrics/targets.ts'
import type { ClassDecision } from '../recoding/class-decision.ts'
import type { Goal } from '../search/search.ts'

export interface ShownGroups {
  readonly labels: readonly (readonly string[])[]
  readonly extents: readonly (NumberRanges | undefined)[]
  readonly codes: readonly ArrayLike<number>[]
}

export const OVER_RELEASED = 'over the released values: ranges and domains are those of released rows'

export interface PublicView {
  readonly settings: MetricSettings
  readonly partition: Partition
  readonly released: Partition | undefined
}

export function publicViewOfColumns(
  settings: MetricSettings,
  partition: ColumnsPartition,
  { extents, codes }: ShownGroups,
  suppressedRows: 'mask' | 'drop',
): PublicView | undefined {
  if (partition.suppressedRows === 0) return undefined
  const hierarchies = settings.hierarchies.map((hierarchy, i) => {
    const limited = valuesShown(hierarchy, codes[i])
    return limited.kind === 'number' ? numbersReleased(limited, partition.groupings[i], extents[i]) : limited
  })
  return { settings: { ...settings, hierarchies }, partition, released: releasedPartition(partition, suppressedRows) }
}

export function publicViewOfClasses(
  settings: MetricSettings,
  partition: ClassesPartition,
  decision: ClassDecision,
  numbers: readonly (NumberRanges | undefined)[],
): PublicView | undefined {
  const leavesOut = decision.outputs.ranges.some(({ low }) => low.includes(-1))
  if (partition.suppressedRows === 0 && !leavesOut) return undefined
  const hierarchies = settings.hierarchies.map((hierarchy, i) => {
    const limited = valuesShown(hierarchy, shownCodes(decision, partition.frequencies, i))
    return limited.kind === 'number' ? withinShown(limited, numbers[i]) : limited
  })
  const known = partition.knowsCombinations && !leavesOut
  return {
    settings: { ...settings, hierarchies },
    partition,
    released: known ? releasedPartition(partition, 'drop') : undefined,
  }
}

export function publicMetrics(
  view: PublicView,
  applies: (metric: Metric) => boolean,
  all: Pick<FrequencyTable, 'targets'> = view.partition.frequencies,
): Record<string, number> {
  return Object.fromEntries(
    allMetrics
      .filter(applies)
      .flatMap((metric) => figuresOfMetric(metric, view.partition.frequencies, view.settings, all))
      .flatMap(({ name, metric, settings }): [string, number][] => {
        const value = publicFigure(metric, view, settings)
        return value === undefined ? [] : [[name, value]]
      }),
  )
}

function publicFigure(
  metric: Metric,
  { settings, partition, released }: PublicView,
  measured: MetricSettings = settings,
): number | undefined {
  const how = metric.inPublic?.(measured) ?? 'as-it-is'
  if (how === 'as-it-is') return metric.compute(partition, measured)
  if (how === 'left-out' || released === undefined) return undefined
  const value = metric.compute(released, measured)
  if (how === 'of-released') return value
  const { rows } = partition.frequencies
  return rows === 0 ? 0 : (value * (rows - partition.suppressedRows) + partition.suppressedRows) / rows
}

/** The goal's public value; undefined if one of its metrics is private. */
export function publicGoal(goal: Goal, view: PublicView): number | undefined {
  const { hierarchies } = view.settings
  let sum = 0
  for (const { metric, settings, weight } of goal.terms) {
    const value = publicFigure(metric, view, { ...settings, hierarchies })
    if (value === undefined) return undefined
    sum += weight * (metric.better === 'lower' ? value : -value)
  }
  return sum
}

/** Replaces each code's range by the released extent of its group, so that no range exceeds the released rows. */
function numbersReleased(hierarchy: NumberHierarchy, grouping: Grouping, extents: NumberRanges | undefined) {
  if (extents === undefined) return withoutOuterEnds(hierarchy)
  const low = hierarchy.low.slice()
  const high = hierarchy.high.slice()
  const [least, most] = rangeEnds(extents)
  if (least > most) return hierarchy
  forEachGroup(grouping, (group, from, to) => {
    const last = to === hierarchy.missing ? to - 1 : to
    // A group without released rows is never shown; keep it inside the range.
    const empty = Number.isNaN(extents.low[group])
    const inside = (value: number) => Math.min(most, Math.max(least, value))
    for (let code = from; code <= last; code++) {
      low[code] = empty ? inside(low[code]) : extents.low[group]
      high[code] = empty ? inside(high[code]) : extents.high[group]
    }
  })
  return { ...hierarchy, low, high }
}

function withinShown(hierarchy: NumberHierarchy, numbers: NumberRanges | undefined): NumberHierarchy {
  if (numbers === undefined || hierarchy.domain !== undefined) return withoutOuterEnds(hierarchy)
  const [least, most] = rangeEnds(numbers)
  return least > most ? hierarchy : { ...hierarchy, domain: [least, most] }
}

/** Comparisons with NaN are false, so empty groups are skipped. */
function rangeEnds({ low, high }: NumberRanges): [number, number] {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let i = 0; i < low.length; i++) {
    if (low[i] < least) least = low[i]
    if (high[i] > most) most = high[i]
  }
  return [least, most]
}

function valuesShown<H extends Hierarchy>(hierarchy: H, shown: ArrayLike<number>): H {
  if (Array.from(shown).every((rows) => rows > 0)) return hierarchy
  const first = new Int32Array(shown.length)
  const last = new Int32Array(shown.length)
  let values = 0
  for (let code = 0; code < shown.length; code++) {
    first[code] = values
    if (shown[code] > 0) values++
    // Below `first` if a range has no shown value: the range is empty.
    last[code] = values - 1
  }
  return { ...hierarchy, spans: { first, last, values: Math.max(2, values) } }
}

/** Whether a row that shows the column has each code. Cells that only some of their classes show count as hidden. */
function shownCodes(decision: ClassDecision, { columns, combinations }: FrequencyTable, column: number): Uint8Array {
  const { cells, moves, outputs } = decision
  const { low } = outputs.ranges[column]
  const hides = new Uint8Array(cells.count)
  for (let move = 0; move < moves.count; move++) {
    const output = moves.output[move]
    if (output < 0 || low[output] < 0) hides[moves.cell[move]] = 1
  }
  const shown = new Uint8Array(columns[column].size)
  const hidden = cellsByCombination(decision, columns)
  for (let i = 0; i < combinations; i++) if (!hidden(i, hides)) shown[columns[column].codes[i]] = 1
  return shown
}

function cellsByCombination(
  { groupings, cells }: ClassDecision,
  columns: FrequencyTable['columns'],
): (combination: number, marked: Uint8Array) => boolean {
  if (columns.every(({ codes }, i) => codes === cells.groups[i]))
    return (combination, marked) => marked[combination] === 1
  const places = Array.from({ length: cells.count }, (_, cell) => cell)
  const cellsByKey = groupBy(places, (cell) => cells.groups.map((groups) => groups[cell]).join())
  return (combination, marked) => {
    const key = columns.map(({ codes }, i) => groupings[i].codeGroups[codes[combination]]).join()
    return cellsByKey.get(key)?.some((cell) => marked[cell] === 1) ?? true
  }
}

/**
 * Removes suppressed rows from a partition, so that its figures depend on released rows alone. With `mask`, they keep
 * their other columns, so the overall shares of sensitive values stay public.
 */
export function releasedPartition(partition: Partition, suppressedRows: 'mask' | 'drop'): Partition {
  const { frequencies, classes, suppressed } = partition
  const { classIds } = classes
  const [kept, places] = placesOfKept(pickBlocks(suppressed, classIds, 1), frequencies.combinations)
  const [keptClasses, newClass] = placesOfKept(suppressed, classes.count)
  const categories = frequencies.targets.filter(({ kind }) => kind === 'categories')
  const base = {
    frequencies: keptFrequencies(frequencies, kept, suppressedRows),
    classes: {
      count: keptClasses.length,
      sizes: keptClasses.map((c) => classes.sizes[c]),
      representatives: keptClasses.map((c) => Math.max(0, places[classes.representatives[c]])),
      classIds: pickBlocks(newClass, pickBlocks(classIds, kept, 1), 1),
      histograms: classes.histograms.map((histogram, t) => {
        const target = categories[t]
        return pickBlocks(histogram, keptClasses, target.kind === 'categories' ? target.values.length : 1)
      }),
    },
    suppressed: new Uint8Array(keptClasses.length),
    suppressedRows: 0,
    keptClasses: partition.keptClasses,
    smallestClass: partition.smallestClass,
  }
  if ('groupings' in partition) return { ...base, groupings: partition.groupings }
  return { ...base, knowsCombinations: true, ranges: partition.ranges.map((ranges) => pickRanges(ranges, keptClasses)) }
}

function placesOfKept(suppressed: ArrayLike<number>, count: number): [kept: Int32Array, places: Int32Array] {
  const kept = new Int32Array(count)
  const places = new Int32Array(count).fill(-1)
  let next = 0
  for (let i = 0; i < count; i++) {
    if (suppressed[i] === 1) continue
    places[i] = next
    kept[next++] = i
  }
  return [kept.subarray(0, next), places]
}

function keptFrequencies(
  { columns, counts, targets, sensitive, persons }: FrequencyTable,
  kept: Int32Array,
  suppressedRows: 'mask' | 'drop',
): FrequencyTable {
  const ownCounts = pickBlocks(counts, kept, 1)
  return {
    columns: columns.map(({ name, size, codes }) => {
      const newCodes = codesOfSize(size, kept.length)
      for (let i = 0; i < kept.length; i++) newCodes[i] = codes[kept[i]]
      return { name, size, codes: newCodes }
    }),
    combinations: kept.length,
    rows: ownCounts.reduce((sum, count) => sum + count, 0),
    counts: ownCounts,
    targets: targets.map(
      (target): Target =>
        target.kind === 'categories'
          ? { ...target, counts: pickBlocks(target.counts, kept, target.values.length) }
          : { ...target, ...pickEntries(target, kept) },
    ),
    persons: persons && { ...persons, ...pickEntries(persons, kept) },
    sensitive: sensitive?.map((column) => {
      const entries = pickEntries(column, kept)
      if (suppressedRows === 'mask') return { ...column, ...entries }
      const overall = new Float64Array(column.values.length)
      entries.codes.forEach((code, e) => {
        overall[code] += entries.counts[e]
      })
      return { ...column, ...entries, overall }
    }),
  }
}

function pickBlocks(values: Int32Array | Uint8Array, kept: Int32Array, width: number): Int32Array {
  const newCounts = new Int32Array(kept.length * width)
  for (let i = 0; i < kept.length; i++)
    for (let place = 0; place < width; place++) newCounts[i * width + place] = values[kept[i] * width + place]
  return newCounts
}

function pickEntries<C extends Amounts>(values: ValueCounts<C>, kept: Int32Array): ValueCounts<C> {
  const { offsets } = values
  const newOffsets = new Int32Array(kept.length + 1)
  for (let place = 0; place < kept.length; place++)
    newOffsets[place + 1] = newOffsets[place] + offsets[kept[place] + 1] - offsets[kept[place]]
  const pick = (from: Amounts): Amounts => {
    const picked = amountsLike(from, newOffsets[kept.length])
    for (let place = 0; place < kept.length; place++)
      for (let at = newOffsets[place], i = offsets[kept[place]]; at < newOffsets[place + 1]; at++, i++)
        picked[at] = from[i]
    return picked
  }
  return { offsets: newOffsets, codes: pick(values.codes) as Int32Array, counts: pick(values.counts) as C }
}

function pickRanges({ low, high, numbers }: ClassRanges, chosen: Int32Array): ClassRanges {
  const whole = (values: Int32Array) => chosen.map((c) => values[c])
  const parts = (values: Float64Array) => Float64Array.from(chosen, (c) => values[c])
  return {
    low: whole(low),
    high: whole(high),
    numbers: numbers && { low: parts(numbers.low), high: parts(numbers.high) },
  }
}
