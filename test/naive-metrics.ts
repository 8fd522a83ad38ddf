/**
 * Every metric from rows by its definition, with no thought of speed: the oracle that the real ones are tested against. It knows
 * rows, hierarchies and groupings; nothing of classes, counters or frequency tables.
 */
import type { Grouping } from '../src/hierarchy/grouping.ts'
import type { Hierarchy } from '../src/hierarchy/hierarchy.ts'
import type { Row } from './small-tables.ts'

export interface NaiveRelease {
  readonly rows: readonly Row[]
  readonly hierarchies: readonly Hierarchy[]
  readonly groupings: readonly Grouping[]
  readonly suppress: (size: number, groups: readonly number[]) => boolean
  readonly weights: readonly number[]
  readonly k: number
  readonly costs?: readonly (readonly number[])[]
  readonly assign?: 'majority' | 'minimum-cost'
  readonly population?: readonly Row[]
}

/** All figures by metric name; CM and RM in each of their forms. */
export function naiveMetrics(release: NaiveRelease): Record<string, number> {
  const { rows, groupings, hierarchies, weights } = release
  const n = rows.length
  const keyOf = (row: Row) => groupings.map((grouping, column) => grouping.codeGroups[row.codes[column]])
  const groups = groupBy(rows, (row) => keyOf(row).join())
  const kept: Row[][] = []
  const suppressed: Row[] = []
  for (const group of groups.values()) {
    if (release.suppress(group.length, keyOf(group[0]))) suppressed.push(...group)
    else kept.push(group)
  }
  const released = kept.flat()
  const overCells = (loss: (row: Row, column: number) => number) =>
    sum(hierarchies.map((_, column) => (weights[column] * sum(released.map((row) => loss(row, column)))) / n)) +
    suppressed.length / n
  const sizes = [...kept.map((group) => group.length), ...(suppressed.length > 0 ? [suppressed.length] : [])]
  const populationOf = (group: readonly Row[]) =>
    Math.max(
      group.length,
      (release.population ?? rows).filter((person) => keyOf(person).join() === keyOf(group[0]).join()).length,
    )
  const penalty = overCells((row, column) => {
    const members = membersOf(groupings[column], row.codes[column])
    return ratio(members.length - 1, hierarchies[column].values.length - 1)
  })
  const dispersal = ratio(Math.max(...sizes) - Math.min(...sizes), n - 1)
  return {
    LM: overCells((row, column) => cellLoss(hierarchies[column], membersOf(groupings[column], row.codes[column]))),
    pairwise: overCells((row, column) =>
      pairLoss(hierarchies[column], membersOf(groupings[column], row.codes[column])),
    ),
    // Nothing here shows a number per class.
    SSE: overCells((row, column) => cellLoss(hierarchies[column], membersOf(groupings[column], row.codes[column]))),
    NWP: penalty,
    NECD: dispersal,
    // The preference of the paper, (0.2, 1): 1/0.2 = 5 parts to 1/1 = 1 part, up to ε.
    achievement: Math.max((5 / 6) * penalty, (1 / 6) * dispersal),
    DM: sum(kept.map((group) => group.length ** 2)) + n * suppressed.length,
    AECS: kept.length === 0 ? n / release.k : released.length / kept.length / release.k,
    entropy: naiveEntropy(release, suppressed),
    suppression: suppressed.length / n,
    CM: (sum(kept.map((group) => group.length - Math.max(...classCounts(group)))) + suppressed.length) / n,
    'CM with costs': sum([...kept, suppressed].map((group) => costOf(group, release))) / n,
    'RM variance': dispersion(kept, suppressed, mean, (a, b) => (a - b) ** 2),
    'RM absolute': dispersion(kept, suppressed, median, (a, b) => Math.abs(a - b)),
    prosecutor: kept.length === 0 ? 0 : Math.max(...kept.map((group) => 1 / group.length)),
    journalist: kept.length === 0 ? 0 : Math.max(...kept.map((group) => 1 / populationOf(group))),
    marketer: ratio(sum(kept.map((group) => group.length / populationOf(group))), released.length),
    uniques: kept.filter((group) => group.length === 1).length,
    attribute: kept.length === 0 ? 0 : Math.max(...kept.map((group) => mostIll(group) / group.length)),
    inference: ratio(sum(kept.map(mostIll)), released.length),
  }
}

/** A class that shows a range of codes in each column. */
export interface NaiveBox {
  readonly rows: readonly Row[]
  readonly ranges: readonly (readonly [low: number, high: number])[]
}

/** The same of classes with ranges of their own, nothing suppressed. */
export function naiveBoxMetrics(
  boxes: readonly NaiveBox[],
  hierarchies: readonly Hierarchy[],
  weights: readonly number[],
): Record<string, number> {
  const groups = boxes.map(({ rows }) => rows)
  const rows = groups.flat()
  const codesOf = ([low, high]: readonly [number, number]) => Array.from({ length: high - low + 1 }, (_, i) => low + i)
  const overCells = (loss: (codes: readonly number[], column: number) => number) =>
    sum(
      hierarchies.map(
        (_, column) =>
          (weights[column] * sum(boxes.map((box) => box.rows.length * loss(codesOf(box.ranges[column]), column)))) /
          rows.length,
      ),
    )
  const rowsWith = (codes: readonly number[], column: number) =>
    rows.filter((row) => codes.includes(row.codes[column])).length
  const entropy = hierarchies.map((_, column) => {
    const bits = (row: Row, alike: number) => -Math.log2(rowsWith([row.codes[column]], column) / alike)
    const lost = boxes.map(({ rows: own, ranges }) =>
      sum(own.map((row) => bits(row, rowsWith(codesOf(ranges[column]), column)))),
    )
    return weights[column] * ratio(sum(lost), sum(rows.map((row) => bits(row, rows.length))))
  })
  return {
    LM: overCells((codes, column) => cellLoss(hierarchies[column], codes)),
    // Nothing here shows a number per class.
    SSE: overCells((codes, column) => cellLoss(hierarchies[column], codes)),
    NWP: overCells((codes, column) => ratio(codes.length - 1, hierarchies[column].values.length - 1)),
    entropy: sum(entropy),
    DM: sum(groups.map((group) => group.length ** 2)),
    CM: sum(groups.map((group) => group.length - Math.max(...classCounts(group)))) / rows.length,
    RM: dispersion(groups, [], mean, (a, b) => (a - b) ** 2),
  }
}

/** The domain codes that share a group with `code`. */
function membersOf(grouping: Grouping, code: number): number[] {
  return [...grouping.codeGroups.keys()].filter((other) => grouping.codeGroups[other] === grouping.codeGroups[code])
}

function cellLoss(hierarchy: Hierarchy, members: readonly number[]): number {
  if (hierarchy.kind !== 'number') return ratio(members.length - 1, hierarchy.values.length - 1)
  const { missing } = hierarchy
  if (missing !== undefined && members.includes(missing)) return members.length === 1 ? 0 : 1
  const extent = (codes: readonly number[]) =>
    Math.max(...codes.map((code) => hierarchy.high![code])) - Math.min(...codes.map((code) => hierarchy.low![code]))
  return ratio(extent(members), extent([...hierarchy.values.keys()].filter((code) => code !== missing)))
}

/** The mean loss of a value of the group with the others, divided by that of a value of the domain. */
function pairLoss(hierarchy: Hierarchy, members: readonly number[]): number {
  const all = [...hierarchy.values.keys()]
  const lost = (codes: readonly number[]) =>
    sum(codes.flatMap((v) => codes.map((u) => (u === v ? 0 : pairDistance(hierarchy, v, u))))) / codes.length
  return ratio(lost(members), lost(all))
}

function pairDistance({ tree, low, high, values, missing }: Hierarchy, v: number, u: number): number {
  if (tree !== undefined) {
    const sizes = tree.names
      .map((_, node) => [tree.first[node], tree.last[node]])
      .filter(([first, last]) => first <= Math.min(v, u) && last >= Math.max(v, u))
    return Math.min(...sizes.map(([first, last]) => last - first)) / (values.length - 1)
  }
  if (v === missing || u === missing) return 1
  const place = (code: number) => (low === undefined ? code : (low[code] + high[code]) / 2)
  const last = values.length - (missing === undefined ? 1 : 2)
  return ratio(Math.abs(place(v) - place(u)), place(last) - place(0))
}

function naiveEntropy({ rows, groupings, weights }: NaiveRelease, suppressed: readonly Row[]): number {
  return sum(
    groupings.map((grouping, column) => {
      const own = (row: Row) => rows.filter((other) => other.codes[column] === row.codes[column]).length
      const alike = (row: Row) =>
        suppressed.includes(row)
          ? rows.length
          : rows.filter((other) => grouping.codeGroups[other.codes[column]] === grouping.codeGroups[row.codes[column]])
              .length
      const lost = sum(rows.map((row) => -Math.log2(own(row) / alike(row))))
      const whole = sum(rows.map((row) => -Math.log2(own(row) / rows.length)))
      return weights[column] * ratio(lost, whole)
    }),
  )
}

/** Rows of the most frequent illness, the sensitive column. */
function mostIll(group: readonly Row[]): number {
  return Math.max(...[0, 1, 2].map((value) => group.filter((row) => row.categories![1] === value).length))
}

/** Rows of each value of the first category target. */
function classCounts(group: readonly Row[]): number[] {
  return [0, 1].map((value) => group.filter((row) => row.categories![0] === value).length)
}

function costOf(group: readonly Row[], { costs, assign }: NaiveRelease): number {
  if (costs === undefined) return 0
  const counts = classCounts(group)
  const costWhen = (given: number) => sum(counts.map((count, own) => count * costs[own][given]))
  if (assign === 'minimum-cost') return Math.min(costWhen(0), costWhen(1))
  return costWhen(counts[1] > counts[0] ? 1 : 0)
}

function dispersion(
  kept: readonly (readonly Row[])[],
  suppressed: readonly Row[],
  centre: (values: readonly number[]) => number,
  distance: (a: number, b: number) => number,
): number {
  const valuesOf = (group: readonly Row[]) => group.map((row) => row.numbers![0])
  const around = (values: readonly number[], middle: number) => sum(values.map((value) => distance(value, middle)))
  const all = valuesOf([...kept.flat(), ...suppressed])
  const inside = sum(kept.map((group) => around(valuesOf(group), centre(valuesOf(group)))))
  const middle = centre(all)
  return ratio(inside + around(valuesOf(suppressed), middle), around(all, middle))
}

function mean(values: readonly number[]): number {
  return sum(values) / values.length
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** Nothing out of nothing is nothing. */
function ratio(part: number, whole: number): number {
  return Math.abs(whole) < 1e-9 ? 0 : part / whole
}

function groupBy<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(key(item))
    if (group) group.push(item)
    else groups.set(key(item), [item])
  }
  return groups
}
