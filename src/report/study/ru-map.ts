/**
 * A risk-utility confidentiality map as data (Duncan et al.; Loukides, Gkoulalas-Divanis and Shao 2011): every release of a data set as a point, a curve for
 * each search, which points are beaten, where the knees are, and the best release under a risk ceiling. Drawn elsewhere.
 *
 * A search is all settings but k and seed. Repeats over seeds stay points of their own; the curve goes through the means of risk and of utility at each k.
 * Points of a front are not averaged: their curve goes through those that no other point of the search beats. Cost: O(n log n).
 */

import { userError } from '../../errors.ts'
import { itemsSuppressed } from '../../metrics/items/suppressed-items.ts'
import { type Axis, axesOf, axisValue, chooseAxis, figuresOf } from './axes.ts'
import { type Curve, compareNames, curvesOf, dataSetsOf, grouped, smallestOf } from './curves.ts'
import { type CurvePoint, cleanedCurve, dominatedPoints } from './dominance.ts'
import { kneeAngle, kneeKneedle, kneeOnCurve } from './knees.ts'
import type { StudyRow } from './study-row.ts'
import { type RuMapSettings, runName } from './study-settings.ts'

export interface RuMap {
  /** Name of the data set. */
  readonly data: string
  readonly kind: StudyRow['kind']
  readonly risk: Axis
  readonly utility: Axis
  readonly ceiling: number
  /** By run. */
  readonly points: readonly RuPoint[]
  readonly curves: readonly RuCurve[]
  /** Runs that no run beats, by ascending utility. */
  readonly front: readonly string[]
  /** Knees of the front over all searches. */
  readonly knees: Knees
  /** Of most utility with a risk of at most the ceiling; of equal ones the one of less risk, then the first run. */
  readonly best?: string
  /** Runs that are not on the map, and why. */
  readonly left: readonly RuLeft[]
}

export interface RuLeft {
  readonly run: string
  readonly why: string
  /** Its risk, where it is left out because its loss is 0 and 1/0 has no place: nothing could be more useful. */
  readonly losslessRisk?: number
}

export interface RuPoint extends CurvePoint {
  /** `007`, or `007.3` for a point of a front. */
  readonly run: string
  /** Place of its search in `curves`. */
  readonly curve: number
  readonly k?: number
  readonly seed: number
  /** Another point of the map, of any search, is better. */
  readonly dominated: boolean
  readonly smallestClass?: number
  readonly suppressed?: number
  /** Of the rows of a table, or of the items of baskets. */
  readonly suppressedShare?: number
}

export interface RuCurve {
  readonly name: string
  /** Its points are points of fronts, not means over seeds; the line goes through those that are not dominated. */
  readonly fromFront: boolean
  /** By ascending k, or by utility where there is none. */
  readonly vertices: readonly RuVertex[]
  readonly knees: Knees
  readonly best?: string
}

export interface RuVertex extends CurvePoint {
  readonly k?: number
  /** The runs whose means it is. */
  readonly runs: readonly string[]
  /** Another vertex of the same curve is better; knees are looked for among the others. */
  readonly dominated: boolean
}

export interface Knees {
  readonly angle?: Knee
  readonly kneedle?: Knee
}

export interface Knee extends CurvePoint {
  readonly k?: number
  /** The run nearest to the point. */
  readonly run: string
}

const CEILING = 0.2

/**
 * A map for each data set with a run that ended well, in the order in which they appear. An axis that is asked for by name must be there for one of them at least; the
 * others take their usual one.
 */
export function ruMaps(rows: readonly StudyRow[], settings: RuMapSettings = {}): readonly RuMap[] {
  const sets = dataSetsOf(rows).filter((set) => hasAxes(set.rows))
  const named = (own: readonly StudyRow[], family: 'risk' | 'utility') => {
    const name = settings[family]
    const there = (some: readonly StudyRow[]) => hasAxis(some, family, name)
    return name !== undefined && !there(own) && sets.some((set) => there(set.rows)) ? undefined : name
  }
  return sets.map((set) =>
    ruMap(set.rows, { ...settings, risk: named(set.rows, 'risk'), utility: named(set.rows, 'utility') }),
  )
}

function hasAxes(rows: readonly StudyRow[]): boolean {
  return axesOf(rows, 'risk').length > 0 && axesOf(rows, 'utility').length > 0
}

function hasAxis(rows: readonly StudyRow[], family: 'risk' | 'utility', name: string | undefined): boolean {
  return axesOf(rows, family).some((axis) => axis.name === name || axis.name.startsWith(`${name} `))
}

/** The map of rows of one data set. */
export function ruMap(rows: readonly StudyRow[], settings: RuMapSettings = {}): RuMap {
  const { ceiling = CEILING, sensitivity } = settings
  if (!(ceiling >= 0 && ceiling <= 1))
    throw userError('value', 'map.ceiling')`the risk ceiling must be a number from 0 to 1; got ${ceiling}`
  const data = [...new Set(rows.map((row) => row.data))]
  if (data.length !== 1)
    throw userError('data', '--data')`a map is of one data set; got ${data.length === 0 ? 'no rows' : data.join(', ')}`
  const risk = chooseAxis(rows, 'risk', settings.risk)
  const utility = chooseAxis(rows, 'utility', settings.utility)
  const curves = curvesOf(rows)
  const { points, left } = placedRuns(curves, risk, utility)
  const front = cleanedCurve(points).map((place) => points[place])
  const kneesOf = (vertices: readonly Omit<RuVertex, 'dominated'>[]): Knees => {
    const angle = settings.knee === 'zhao' ? kneeOnCurve(vertices) : kneeAngle(vertices)
    const kneedle = kneeKneedle(vertices, { sensitivity })
    return {
      angle: angle && kneeAt(vertices[angle.index], points),
      kneedle: kneedle && kneeAt(vertices[kneedle.index], points),
    }
  }
  return {
    data: data[0],
    kind: rows[0].kind,
    risk,
    utility,
    ceiling,
    points,
    curves: curves.map((curve, place) => {
      const own = points.filter((point) => point.curve === place)
      const fromFront = curve.rows.some((row) => row.point !== undefined)
      const vertices = verticesOf(own, fromFront)
      return { name: curve.name, fromFront, vertices, knees: kneesOf(vertices), ...bestUnder(own, ceiling) }
    }),
    front: front.map((point) => point.run),
    knees: kneesOf(front.map((point) => ({ ...point, runs: [point.run] }))),
    ...bestUnder(points, ceiling),
    left,
  }
}

function placedRuns(curves: readonly Curve[], risk: Axis, utility: Axis): Pick<RuMap, 'points' | 'left'> {
  const left: RuLeft[] = []
  const placed: Omit<RuPoint, 'dominated'>[] = []
  curves.forEach(({ rows }, curve) => {
    for (const row of rows) {
      const run = runName(row)
      const [r, u] = [axisValue(risk, row), axisValue(utility, row)]
      if (r === undefined) left.push({ run, why: whyNot(row, risk) })
      else if (u === undefined)
        left.push({ run, why: whyNot(row, utility), losslessRisk: isLossless(row, utility) ? r : undefined })
      else placed.push({ run, curve, ...figuresShown(row), utility: u, risk: r })
    }
  })
  const beaten = dominatedPoints(placed)
  return {
    points: placed
      .map((point, place) => ({ ...point, dominated: beaten[place] }))
      .sort((a, b) => compareNames(a.run, b.run)),
    left: left.sort((a, b) => compareNames(a.run, b.run)),
  }
}

function figuresShown(row: StudyRow) {
  const { k, seed, suppressed } = row
  const smallestClass = smallestOf(row)
  const suppressedShare = suppressedShareOf(row)
  return { k, seed, smallestClass, suppressed, suppressedShare }
}

/** Of baskets, `suppressed` counts entries; which share of the items is gone says more. */
function suppressedShareOf({ metrics, suppressed, rows, missing = 0 }: StudyRow): number | undefined {
  const ofItems = metrics[itemsSuppressed.name]
  if (ofItems !== undefined) return ofItems
  return suppressed === undefined || rows === undefined || rows <= missing ? undefined : suppressed / (rows - missing)
}

function whyNot(row: StudyRow, { name, family, turned }: Axis): string {
  if (row.outcome !== 'found') return row.error ?? `outcome: ${row.outcome}`
  const figure = figuresOf(row, family)[name]
  if (figure === undefined) return `it has no ${name}`
  return isLossless(row, { name, family, turned }) ? `${name} is 0, and 1/${name} has no value` : `${name} is ${figure}`
}

function isLossless(row: StudyRow, { name, family, turned }: Pick<Axis, 'name' | 'family' | 'turned'>): boolean {
  return row.outcome === 'found' && turned === '1/x' && figuresOf(row, family)[name] === 0
}

/** Means over the runs of each k; every point of a front by itself. */
function verticesOf(points: readonly RuPoint[], fromFront: boolean): RuVertex[] {
  const alone = (point: RuPoint) => fromFront || point.k === undefined
  const vertices = grouped(points, (point) => (alone(point) ? `run ${point.run}` : `k ${point.k}`)).map((group) => ({
    k: group[0].k,
    utility: group.reduce((sum, point) => sum + point.utility, 0) / group.length,
    risk: group.reduce((sum, point) => sum + point.risk, 0) / group.length,
    runs: group.map((point) => point.run),
  }))
  const beaten = dominatedPoints(vertices)
  return vertices
    .map((vertex, place) => ({ ...vertex, dominated: beaten[place] }))
    .sort((a, b) => (fromFront ? 0 : (a.k ?? 0) - (b.k ?? 0)) || b.utility - a.utility || a.risk - b.risk)
}

/**
 * Of the angle knees of these curves the one of most utility, which is released where no other is asked for; of equal ones the first. A knee that another run of the map
 * beats is taken only where all are beaten.
 */
export function kneeToRelease(
  { points, curves: all }: Pick<RuMap, 'points' | 'curves'>,
  curves: readonly RuCurve[] = all,
): (Knee & { readonly search: string }) | undefined {
  const knees = curves.flatMap(({ name, knees: { angle } }) =>
    angle === undefined ? [] : [{ search: name, ...angle }],
  )
  const beaten = new Set(points.filter(({ dominated }) => dominated).map(({ run }) => run))
  const unbeaten = knees.filter(({ run }) => !beaten.has(run))
  const candidates = unbeaten.length > 0 ? unbeaten : knees
  return candidates.length === 0
    ? undefined
    : candidates.reduce((best, knee) => (knee.utility > best.utility ? knee : best))
}

/** Of most utility with a risk of at most the ceiling; of equal ones the one of less risk, then the first. */
export function bestUnder(points: readonly RuPoint[], ceiling: number): { readonly best?: string } {
  const allowed = points.filter((point) => point.risk <= ceiling)
  if (allowed.length === 0) return {}
  const best = allowed.reduce((a, b) => (b.utility > a.utility || (b.utility === a.utility && b.risk < a.risk) ? b : a))
  return { best: best.run }
}

/** The run of the vertex that lies nearest to it, both axes being measured by their range on the map. */
function kneeAt({ k, utility, risk, runs }: Omit<RuVertex, 'dominated'>, points: readonly RuPoint[]): Knee {
  const range = (figure: 'utility' | 'risk') => {
    const values = points.map((point) => point[figure])
    return Math.max(...values) - Math.min(...values) || 1
  }
  const [wide, high] = [range('utility'), range('risk')]
  const distance = (point: RuPoint) => Math.hypot((point.utility - utility) / wide, (point.risk - risk) / high)
  const own = points.filter((point) => runs.includes(point.run))
  const nearest = own.reduce((a, b) => (distance(b) < distance(a) ? b : a))
  return { k, utility, risk, run: nearest.run }
}
