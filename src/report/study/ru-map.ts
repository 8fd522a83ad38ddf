/**
 * Builds a risk-utility confidentiality map (Duncan et al.; Loukides, Gkoulalas-Divanis and Shao 2011). The curve of a
 * search connects the means over seeds at each k; points of a front are not averaged. Cost: O(n log n).
 */
import { userError } from '../../ground/errors.ts'
import { groupBy } from '../../ground/maps.ts'
import { itemsSuppressed } from '../../metrics/items/suppressed-items.ts'
import { type Axis, axisValue, chooseAxis, listAxes, rowFigures } from './axes.ts'
import { compareNames, groupCurves, groupDataSets, smallestSize } from './curves.ts'
import { type CurvePoint, cleanedCurve, dominatedPoints, kneeAngle, kneeKneedle, kneeOnCurve } from './knees.ts'
import { type RuMapSettings, runName, type StudyRow } from './study-row.ts'

const CEILING = 0.2

/** A named axis must exist for at least one data set; the others use their default. */
export function ruMaps(rows: readonly StudyRow[], settings: RuMapSettings = {}): readonly RuMap[] {
  const sets = groupDataSets(rows).filter((set) =>
    (['risk', 'utility'] as const).every((family) => listAxes(set.rows, family).length > 0),
  )
  const named = (dataRows: readonly StudyRow[], family: 'risk' | 'utility') => {
    const name = settings[family]
    const there = (some: readonly StudyRow[]) =>
      listAxes(some, family).some((axis) => axis.name === name || axis.name.startsWith(`${name} `))
    return name !== undefined && !there(dataRows) && sets.some((set) => there(set.rows)) ? undefined : name
  }
  return sets.map((set) =>
    ruMap(set.rows, { ...settings, risk: named(set.rows, 'risk'), utility: named(set.rows, 'utility') }),
  )
}

export function ruMap(rows: readonly StudyRow[], settings: RuMapSettings = {}): RuMap {
  const { ceiling = CEILING } = settings
  if (!(ceiling >= 0 && ceiling <= 1))
    throw userError('value', 'map.ceiling')`the risk ceiling must be a number from 0 to 1; got ${ceiling}`
  const data = [...new Set(rows.map((row) => row.data))]
  if (data.length !== 1)
    throw userError('data', '--data')`a map is of one data set; got ${data.length === 0 ? 'no rows' : data.join(', ')}`
  const risk = chooseAxis(rows, 'risk', settings.risk)
  const utility = chooseAxis(rows, 'utility', settings.utility)
  const curves = groupCurves(rows)
  const left: RuLeft[] = []
  const placed = curves.flatMap(({ rows: curveRows }, curve) =>
    curveRows.flatMap((row) => {
      const run = runName(row)
      const [r, u] = [axisValue(risk, row), axisValue(utility, row)]
      const { k, seed, suppressed } = row
      if (r !== undefined && u !== undefined) {
        const size = { smallestClass: smallestSize(row), suppressed, suppressedShare: suppressedShare(row) }
        return [{ run, curve, k, seed, ...size, utility: u, risk: r }]
      }
      if (r === undefined) left.push({ run, why: whyNot(row, risk) })
      else left.push({ run, why: whyNot(row, utility), losslessRisk: isLossless(row, utility) ? r : undefined })
      return []
    }),
  )
  left.sort((a, b) => compareNames(a.run, b.run))
  const beaten = dominatedPoints(placed)
  const points = placed
    .map((point, place): RuPoint => ({ ...point, dominated: beaten[place] }))
    .sort((a, b) => compareNames(a.run, b.run))
  const front = cleanedCurve(points).map((place) => points[place])
  const findKnees = (vertices: readonly Omit<RuVertex, 'dominated'>[]): Knees => {
    const angle = settings.knee === 'zhao' ? kneeOnCurve(vertices) : kneeAngle(vertices)
    const kneedle = kneeKneedle(vertices)
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
    curves: curves.map(({ name, rows: curveRows }, place) => {
      const fromFront = curveRows.some((row) => row.point !== undefined)
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

/** For baskets, `suppressed` counts entries; the share of items is more informative. */
function suppressedShare({ metrics, suppressed, rows, missing = 0 }: StudyRow): number | undefined {
  const ofItems = metrics[itemsSuppressed.name]
  if (ofItems !== undefined) return ofItems
  return suppressed === undefined || rows === undefined || rows <= missing ? undefined : suppressed / (rows - missing)
}

function whyNot(row: StudyRow, { name, family, turned }: Axis): string {
  if (row.outcome !== 'found') return row.error ?? `outcome: ${row.outcome}`
  const figure = rowFigures(row, family)[name]
  if (figure === undefined) return `it has no ${name}`
  return isLossless(row, { name, family, turned }) ? `${name} is 0, and 1/${name} has no value` : `${name} is ${figure}`
}

function isLossless(row: StudyRow, { name, family, turned }: Pick<Axis, 'name' | 'family' | 'turned'>): boolean {
  return row.outcome === 'found' && turned === '1/x' && rowFigures(row, family)[name] === 0
}

/** The undominated angle knee with the highest utility; dominated ones only if all are dominated. */
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

export interface RuPoint extends CurvePoint, Pick<StudyRow, 'k' | 'seed' | 'smallestClass' | 'suppressed'> {
  /** `007`, or `007.3` for a point of a front. */
  readonly run: string
  readonly curve: number
  readonly dominated: boolean
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

/** Averages the runs of each k; points of a front stay separate. */
function makeVertices(points: readonly RuPoint[], fromFront: boolean): RuVertex[] {
  const alone = (point: RuPoint) => fromFront || point.k === undefined
  const byPlace = groupBy(points, (point) => (alone(point) ? `run ${point.run}` : `k ${point.k}`))
  const vertices = Array.from(byPlace.values(), (group) => ({
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
