/** Pictures of a release as data: boxes, the front of the search, ranges of a column; only what the release shows. */
import type { ClassesPartition } from '../frequency/classes.ts'
import { entryAt } from '../ground/maps.ts'
import { isDate } from '../hierarchy/ends/range-label.ts'
import type { CodeRanges } from '../hierarchy/grouping.ts'
import type { Hierarchy, NumberHierarchy } from '../hierarchy/hierarchy.ts'
import { extentLoss, groupLoss, knownValues, valuesIn, withoutOuterEnds } from '../hierarchy/hierarchy.ts'
import type { MetricSettings, Preference } from '../metrics/metric.ts'
import type { FrontPoint } from '../search/results.ts'
import type { SearchDetails } from '../search/search.ts'

export interface ColumnPicture {
  readonly column: string
  readonly kind: 'tree' | 'number' | 'order'
  /** Mean loss of the column's cells, 0 to 1. */
  readonly loss: number
  readonly groups: readonly GroupPicture[]
  /** Nodes in pre-order; `group` is set for nodes of the cut. */
  readonly tree?: readonly {
    readonly name: string
    readonly parent: number
    readonly leaves: number
    readonly group?: number
  }[]
  /** Released rows that show `?`, if cells were left out row by row. */
  readonly leftOut?: number
  readonly axis?: { readonly low: number; readonly high: number }
  /** Labels are cells of the grid of places. */
  readonly place?: true
}

export interface GroupPicture {
  readonly label: string
  /** Released rows; 0 if all rows of the group were suppressed. */
  readonly rows: number
  readonly low?: number
  readonly high?: number
  readonly values: number
  /** Rare labels that are drawn as one group. */
  readonly labels?: number
}

export interface BoxesPicture extends BoxesMap {
  readonly others: readonly BoxesMap[]
  readonly widest: DescribedBox
  readonly narrowest: DescribedBox
  readonly detail: readonly { readonly column: string; readonly rows: number; readonly share: number }[]
}

export interface BoxesMap {
  readonly x: MapAxis
  readonly y: MapAxis
  /** Largest first, so that small boxes are drawn on top; coinciding boxes are merged. */
  readonly boxes: readonly MapBox[]
  readonly more: number
}

export interface MapAxis {
  readonly column: string
  /** Categories follow the order of their tree or list, one unit wide each. */
  readonly numeric: boolean
  readonly low: number
  readonly high: number
}

export interface MapBox {
  readonly x1: number
  readonly x2: number
  readonly y1: number
  readonly y2: number
  readonly rows: number
  readonly label: string
}

export interface DescribedBox {
  readonly rows: number
  readonly loss: number
  readonly shown: readonly { readonly column: string; readonly label: string }[]
}

const MOST_DRAWN = 400
/** The additional maps are drawn into the page as well, so they cover few columns and have fewer boxes. */
const MOST_COLUMNS = 5
const MOST_IN_OTHERS = 120

/** Undefined if classes leave out a column or hide their ranges, or for a single column. `labels` are per class. */
export function boxesPicture(
  after: ClassesPartition,
  { hierarchies, weights }: Pick<MetricSettings, 'hierarchies' | 'weights'>,
  labels: readonly (readonly string[])[],
  losses: Float64Array,
): BoxesPicture | undefined {
  const { classes, suppressed, ranges } = after
  const kept = Array.from({ length: classes.count }, (_, c) => c).filter((c) => suppressed[c] === 0)
  const shownWhole = kept.every((c) => ranges.every(({ low }) => low[c] >= 0))
  if (kept.length === 0 || hierarchies.length < 2 || !shownWhole || hierarchies.some(({ shows }) => shows))
    return undefined
  const extents = hierarchies.map((hierarchy, i) => findExtents(withoutOuterEnds(hierarchy), after, i))
  const classLosses = new Float64Array(classes.count)
  hierarchies.forEach((hierarchy, i) => {
    for (const c of kept) classLosses[c] += weights[i] * cellLoss(hierarchy, extents[i], c)
  })
  const described = (c: number): DescribedBox => ({
    rows: classes.sizes[c],
    loss: classLosses[c],
    shown: hierarchies.map(({ column }, i) => ({ column, label: labels[i][c] })),
  })
  const byLoss = (a: number, b: number) =>
    classLosses[a] - classLosses[b] || classes.sizes[b] - classes.sizes[a] || a - b
  const [first, ...pairs] = mapPairs(hierarchies, losses)
  const rows = kept.reduce((sum, c) => sum + classes.sizes[c], 0)
  return {
    ...drawMap(first, MOST_DRAWN),
    others: pairs.map((pair) => drawMap(pair, MOST_IN_OTHERS)),
    narrowest: described(kept.reduce((least, c) => (byLoss(c, least) < 0 ? c : least))),
    widest: described(kept.reduce((most, c) => (byLoss(c, most) > 0 ? c : most))),
    detail: hierarchies.map(({ column }, place) => {
      const singleRows = kept.reduce((sum, c) => sum + (isSingle(extents[place], c) ? classes.sizes[c] : 0), 0)
      return { column, rows: singleRows, share: singleRows / rows }
    }),
  }

  function drawMap([i, j]: readonly [number, number], most: number): BoxesMap {
    const boxes = mapBoxes(i, j)
    const fewest = boxes.map(({ rows: count }) => count).sort((a, b) => b - a)[Math.min(boxes.length, most) - 1]
    return {
      x: makeAxis(i, boxes, 'x1', 'x2'),
      y: makeAxis(j, boxes, 'y1', 'y2'),
      boxes: boxes.filter(({ rows: boxRows }) => boxRows >= fewest),
      more: boxes.filter(({ rows: boxRows }) => boxRows < fewest).length,
    }
  }
  function mapBoxes(i: number, j: number): MapBox[] {
    const [x, y] = [extents[i], extents[j]]
    const found = new Map<number, { last: number; rows: number }>()
    for (const c of kept) {
      if (x.ids[c] < 0 || y.ids[c] < 0) continue
      const box = entryAt(found, x.ids[c] * classes.count + y.ids[c], () => ({ last: c, rows: 0 }))
      box.last = c
      box.rows += classes.sizes[c]
    }
    const [wide, high] = [hasNumbers(hierarchies[i]) ? 0 : 1, hasNumbers(hierarchies[j]) ? 0 : 1]
    const boxes = Array.from(found.values(), ({ last, rows: boxRows }): MapBox => {
      const label = `${hierarchies[i].column} ${labels[i][last]}, ${hierarchies[j].column} ${labels[j][last]}`
      const [x1, x2, y1, y2] = [x.from[last], x.to[last] + wide, y.from[last], y.to[last] + high]
      return { x1, x2, y1, y2, rows: boxRows, label }
    })
    const area = ({ x1, x2, y1, y2 }: MapBox) => (x2 - x1) * (y2 - y1)
    return boxes.sort((a, b) => area(b) - area(a) || b.rows - a.rows || a.x1 - b.x1 || a.y1 - b.y1)
  }
  function makeAxis(place: number, boxes: readonly MapBox[], low: 'x1' | 'y1', high: 'x2' | 'y2'): MapAxis {
    const { column, values } = hierarchies[place]
    if (!hasNumbers(hierarchies[place])) return { column, numeric: false, low: 0, high: values.length }
    const least = boxes.reduce((end, box) => Math.min(end, box[low]), Number.POSITIVE_INFINITY)
    const most = boxes.reduce((end, box) => Math.max(end, box[high]), Number.NEGATIVE_INFINITY)
    return { column, numeric: true, low: least, high: Math.max(most, least) }
  }
}

/** Per class; `ids` is the first class that shows the same numbers or codes, −1 if none. */
interface Extents {
  readonly from: Float64Array
  readonly to: Float64Array
  readonly ids: Int32Array
  readonly codes: CodeRanges
}

/** Days are drawn as places, like categories. */
function hasNumbers(hierarchy: Hierarchy): hierarchy is NumberHierarchy {
  return hierarchy.kind === 'number' && !isDate(hierarchy.unit)
}

function findExtents(hierarchy: Hierarchy, { ranges, classes: { count } }: ClassesPartition, column: number): Extents {
  const { low, high, numbers } = ranges[column]
  const [from, to, ids] = [Float64Array.from(low), Float64Array.from(high), new Int32Array(count)]
  const firsts = new Map<number, Map<number, number>>()
  for (let c = 0; c < count; c++) {
    if (hasNumbers(hierarchy)) {
      const said = numbers !== undefined && !Number.isNaN(numbers.low[c])
      const isMissing = high[c] === hierarchy.missing
      from[c] = isMissing ? Number.NaN : said ? numbers.low[c] : hierarchy.low[low[c]]
      to[c] = isMissing ? Number.NaN : said ? numbers.high[c] : hierarchy.high[high[c]]
    }
    const isRange = !Number.isNaN(from[c]) && !Number.isNaN(to[c])
    const sameFrom = entryAt(firsts, from[c], () => new Map<number, number>())
    ids[c] = isRange ? entryAt(sameFrom, to[c], () => c) : -1
  }
  return { from, to, ids, codes: { low, high } }
}

function isSingle({ from, to, codes }: Extents, c: number): boolean {
  return Number.isNaN(from[c]) ? codes.low[c] === codes.high[c] : from[c] === to[c]
}

function cellLoss(hierarchy: Hierarchy, { from, to, codes }: Extents, c: number): number {
  if (hierarchy.kind !== 'number' || hierarchy.unit !== undefined || Number.isNaN(from[c]))
    return groupLoss(hierarchy, codes.low[c], codes.high[c])
  return extentLoss(hierarchy, from[c], to[c])
}

/** All pairs of the columns that lose most, highest loss first; a numeric column goes on the x axis. */
function mapPairs(hierarchies: readonly Hierarchy[], losses: Float64Array): (readonly [number, number])[] {
  const byLoss = [...hierarchies.keys()].sort((a, b) => losses[b] - losses[a] || a - b)
  const numeric = byLoss.find((place) => hasNumbers(hierarchies[place])) ?? byLoss[0]
  const most = [numeric, ...byLoss.filter((place) => place !== numeric)].slice(0, MOST_COLUMNS)
  const isNumber = (place: number) => hasNumbers(hierarchies[place])
  return most.flatMap((x, i) =>
    most.slice(i + 1).map((y) => (isNumber(y) && !isNumber(x) ? ([y, x] as const) : ([x, y] as const))),
  )
}

export interface FrontPicture {
  readonly x: string
  readonly y: string
  readonly points: readonly PicturedPoint[]
  readonly chosen: number
  /** The preferred point, if it has a position on these axes. */
  readonly wanted?: { readonly x: number; readonly y: number }
}

export interface PicturedPoint extends Pick<FrontPoint, 'value' | 'effectiveK' | 'suppressed' | 'classes'> {
  readonly x: number
  readonly y: number
}

/** The figures are loss and unevenness if the job has a preference (Dewri et al. 2009, figure 1). */
export function frontPicture(
  { front, objectives, chosen }: SearchDetails,
  goal: string,
  preference: Preference | undefined,
): { readonly front?: FrontPicture } {
  if (front === undefined || front.length === 0 || objectives === undefined || chosen === undefined) return {}
  const [x, y] = preference === undefined ? objectives : Object.keys(preference)
  // Every point has the preference's figures, even if the search did not optimize them.
  const figure = (point: FrontPoint, name: string) => point.objectives[name] ?? point[name as keyof Preference]
  return {
    front: {
      x: axisName(x, goal),
      y: axisName(y, goal),
      points: front.map((point) => ({
        x: figure(point, x),
        y: figure(point, y),
        value: point.value,
        effectiveK: point.effectiveK,
        suppressed: point.suppressed,
        classes: point.classes,
      })),
      chosen,
      wanted:
        preference === undefined
          ? undefined
          : { x: preference[x as keyof Preference], y: preference[y as keyof Preference] },
    },
  }
}

function axisName(objective: string, goal: string): string {
  if (objective === 'goal') return `value of the goal (${goal})`
  return objective === 'k' ? 'smallest class' : objective
}

const MOST_NAMED = 200

/** Ranges that classes show of a column, and `?`; rare ranges are merged. `labels` has the label of each class. */
export function rangesPicture(
  { frequencies, ranges, classes, suppressed }: ClassesPartition,
  column: number,
  labels: readonly string[],
  hierarchy: Hierarchy,
  loss: number,
): ColumnPicture {
  const { size } = frequencies.columns[column]
  const { low, high } = ranges[column]
  const shown = new Map<number, { readonly key: number; readonly first: number; all: number; rows: number }>()
  let leftOut = 0
  for (let c = 0; c < classes.count; c++) {
    const rows = suppressed[c] === 0 ? classes.sizes[c] : 0
    if (low[c] < 0) {
      leftOut += rows
      continue
    }
    const key = low[c] * size + high[c]
    const range = entryAt(shown, key, () => ({ key, first: c, all: 0, rows: 0 }))
    range.all += classes.sizes[c]
    range.rows += rows
  }
  const byRows = [...shown.values()].sort((a, b) => b.all - a.all || a.key - b.key)
  const often = byRows.slice(0, MOST_NAMED).sort((a, b) => a.key - b.key)
  const rare = byRows.slice(MOST_NAMED).filter(({ rows }) => rows > 0)
  const groups: GroupPicture[] = [
    ...often.map(({ first, rows }) => ({
      label: labels[first],
      rows,
      values: valuesIn(hierarchy, low[first], high[first]),
    })),
    {
      label: `${rare.length} more ranges`,
      rows: rare.reduce((sum, { rows }) => sum + rows, 0),
      values: 0,
      labels: rare.length,
    },
    { label: '?', rows: leftOut, values: knownValues(hierarchy) },
  ]
  return { column: hierarchy.column, kind: 'order', loss, groups: groups.filter(({ rows }) => rows > 0), leftOut }
}
