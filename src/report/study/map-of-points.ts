/**
 * Computes a risk-utility map from its points. The page's script runs this on other axes, so it must not depend on rows
 * or registered metrics.
 */
import type { Axis } from './axes.ts'
import { type CurvePoint, cleanedCurve, dominatedPoints, kneeAngle, kneeKneedle, kneeOnCurve } from './knees.ts'
import { compareNames, grouped } from './run-order.ts'
import type { RuMapSettings, StudyRow } from './study-row.ts'

export interface RuMap {
  readonly data: string
  readonly kind: StudyRow['kind']
  readonly risk: Axis
  readonly utility: Axis
  readonly ceiling: number
  readonly points: readonly RuPoint[]
  readonly curves: readonly RuCurve[]
  readonly front: readonly string[]
  readonly knees: Knees
  readonly best?: string
  readonly left: readonly RuLeft[]
}

export interface RuLeft {
  readonly run: string
  readonly why: string
  /** The risk of a run left out because its loss is 0 and 1/0 has no position: no run is more useful. */
  readonly losslessRisk?: number
}

export interface RuPoint extends CurvePoint {
  /** `007`, or `007.3` for a point of a front. */
  readonly run: string
  readonly curve: number
  readonly k?: number
  readonly seed: number
  readonly dominated: boolean
  readonly smallestClass?: number
  readonly suppressed?: number
  readonly suppressedShare?: number
}

export interface RuCurve {
  readonly name: string
  /** Its points come from fronts instead of means over seeds; the line connects the undominated ones. */
  readonly fromFront: boolean
  readonly vertices: readonly RuVertex[]
  readonly knees: Knees
  readonly best?: string
}

export interface RuVertex extends CurvePoint {
  readonly k?: number
  readonly runs: readonly string[]
  /** Another vertex of the same curve is better; such vertices cannot be knees. */
  readonly dominated: boolean
}

export interface Knees {
  readonly angle?: Knee
  readonly kneedle?: Knee
}

export interface Knee extends CurvePoint {
  readonly k?: number
  readonly run: string
}

export interface MapGround extends Pick<RuMap, 'data' | 'kind' | 'risk' | 'utility' | 'ceiling' | 'left'> {
  readonly searches: readonly Pick<RuCurve, 'name' | 'fromFront'>[]
}

export function mapOfPoints(
  { searches, left, ...ground }: MapGround,
  placed: readonly Omit<RuPoint, 'dominated'>[],
  { knee, sensitivity }: Pick<RuMapSettings, 'knee' | 'sensitivity'>,
): RuMap {
  const { ceiling } = ground
  const beaten = dominatedPoints(placed)
  const points = placed
    .map((point, place) => ({ ...point, dominated: beaten[place] }))
    .sort((a, b) => compareNames(a.run, b.run))
  const front = cleanedCurve(points).map((place) => points[place])
  const findKnees = (vertices: readonly Omit<RuVertex, 'dominated'>[]): Knees => {
    const angle = knee === 'zhao' ? kneeOnCurve(vertices) : kneeAngle(vertices)
    const kneedle = kneeKneedle(vertices, { sensitivity })
    return {
      angle: angle && kneeAt(vertices[angle.index], points),
      kneedle: kneedle && kneeAt(vertices[kneedle.index], points),
    }
  }
  return {
    ...ground,
    points,
    curves: searches.map(({ name, fromFront }, place) => {
      const curvePoints = points.filter((point) => point.curve === place)
      const vertices = makeVertices(curvePoints, fromFront)
      return { name, fromFront, vertices, knees: findKnees(vertices), ...bestUnder(curvePoints, ceiling) }
    }),
    front: front.map((point) => point.run),
    knees: findKnees(front.map((point) => ({ ...point, runs: [point.run] }))),
    ...bestUnder(points, ceiling),
    left,
  }
}

/** Averages the runs of each k; points of a front stay separate. */
function makeVertices(points: readonly RuPoint[], fromFront: boolean): RuVertex[] {
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

/** The highest utility at a risk up to the ceiling; ties go to the lower risk, then the first. */
export function bestUnder(points: readonly RuPoint[], ceiling: number): { readonly best?: string } {
  const allowed = points.filter((point) => point.risk <= ceiling)
  if (allowed.length === 0) return {}
  const best = allowed.reduce((a, b) => (b.utility > a.utility || (b.utility === a.utility && b.risk < a.risk) ? b : a))
  return { best: best.run }
}

/** The run nearest to the vertex, with both axes scaled by their range on the map. */
function kneeAt({ k, utility, risk, runs }: Omit<RuVertex, 'dominated'>, points: readonly RuPoint[]): Knee {
  const range = (figure: 'utility' | 'risk') => {
    const values = points.map((point) => point[figure])
    return Math.max(...values) - Math.min(...values) || 1
  }
  const [wide, high] = [range('utility'), range('risk')]
  const distance = (point: RuPoint) => Math.hypot((point.utility - utility) / wide, (point.risk - risk) / high)
  const candidates = points.filter((point) => runs.includes(point.run))
  const nearest = candidates.reduce((a, b) => (distance(b) < distance(a) ? b : a))
  return { k, utility, risk, run: nearest.run }
}
