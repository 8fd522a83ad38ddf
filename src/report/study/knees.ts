/**
 * Finds dominated points and the knee of a curve. `kneeZhao` is the method of Zhao, Hautamäki and Fränti (2008) on a
 * vector; `kneeAngle` applies the idea to a risk-utility curve with uneven spacing; `kneeKneedle` is Satopää et al.
 * (2011). The last two use the undominated points only. Cost: O(n log n) each.
 */

export interface CurvePoint {
  /** Higher is better. */
  readonly utility: number
  /** Lower is better. */
  readonly risk: number
}

/** Indices of the undominated finite points by ascending utility and risk; of equal points the first stays. */
export function cleanedCurve(points: readonly CurvePoint[]): number[] {
  const byUtility = points
    .map((_, place) => place)
    .filter((place) => Number.isFinite(points[place].utility) && Number.isFinite(points[place].risk))
    .sort((a, b) => points[b].utility - points[a].utility || points[a].risk - points[b].risk || a - b)
  const undominated: number[] = []
  let lowest = Number.POSITIVE_INFINITY
  for (const place of byUtility) {
    // All earlier points have at least its utility, so it stays only if its risk is lower.
    if (points[place].risk < lowest) {
      undominated.push(place)
      lowest = points[place].risk
    }
  }
  return undominated.reverse()
}

/** Another point has at least the utility and at most the risk, one strictly; equal points do not dominate. */
export function dominatedPoints(points: readonly CurvePoint[]): boolean[] {
  const front = cleanedCurve(points)
  const same = (a: CurvePoint, b: CurvePoint) => a.utility === b.utility && a.risk === b.risk
  const byUtility = new Map(front.map((place) => [points[place].utility, points[place]]))
  return points.map((point) => {
    const twin = byUtility.get(point.utility)
    return twin === undefined || !same(twin, point)
  })
}

/** Largest second differences to consider; without a limit a dense grid puts the knee at a wiggle. */
const CANDIDATES = 5

export function kneeZhao(values: readonly number[]) {
  if (values.length < 3) return undefined
  // |F(m−1) + F(m+1) − 2F(m)| of the inner points
  const differences = secondDifferences(values)
  // A(m) = atan(1/|F(m) − F(m−1)|) + atan(1/|F(m+1) − F(m)|), with steps of 1 between points
  const half = (rise: number) => Math.atan(1 / Math.abs(rise))
  const angles = differences.map((_, i) => half(values[i + 1] - values[i]) + half(values[i + 2] - values[i + 1]))
  return { index: findLeast(angles, findLargest(differences)) + 1, differences, angles }
}

/** Applies the literal method of Zhao to the normalized risks along the cleaned curve. */
export function kneeOnCurve(points: readonly CurvePoint[]): { readonly index: number } | undefined {
  const curve = cleanedCurve(points)
  const knee = kneeZhao(normalized(curve.map((place) => points[place].risk)))
  return knee && { index: curve[knee.index] }
}

/**
 * Returns the sharpest corner among the five largest bends, and the interior angles of the inner points in radians;
 * undefined if fewer than three points are left.
 */
export function kneeAngle(points: readonly CurvePoint[]) {
  const curve = cleanedCurve(points)
  if (curve.length < 3) return undefined
  const x = normalized(curve.map((place) => points[place].utility))
  const y = normalized(curve.map((place) => points[place].risk))
  const angles = curve.slice(1, -1).map((_, i) => {
    const [ax, ay, bx, by] = [x[i] - x[i + 1], y[i] - y[i + 1], x[i + 2] - x[i + 1], y[i + 2] - y[i + 1]]
    // The angle between the vectors to both neighbours; atan2 is more accurate than acos.
    return Math.atan2(Math.abs(ax * by - ay * bx), ax * bx + ay * by)
  })
  const inner = findLeast(angles, findLargest(secondDifferences(y)))
  return { index: curve[inner + 1], curve, angles }
}

/** Returns undefined if fewer than three points are left or no bend is sharp enough. */
export function kneeKneedle(points: readonly CurvePoint[]) {
  const curve = cleanedCurve(points).toReversed()
  if (curve.length < 3) return undefined
  // Mirrors both axes: risk grows ever faster with utility, and 1 − x and 1 − y make a convex curve concave.
  const x = normalized(curve.map((place) => -points[place].utility))
  const y = normalized(curve.map((place) => -points[place].risk))
  // D, from the highest utility down
  const differences = x.map((_, i) => y[i] - x[i])
  // T = D_max − S · mean Δx with a sensitivity S of 1; the mean step of a normalized axis is 1/(n − 1).
  const called = calledKnees(differences, 1 / (curve.length - 1))
  if (called.length === 0) return undefined
  const index = curve[called.reduce((best, place) => (differences[place] > differences[best] ? place : best))]
  return { index, called: called.map((place) => curve[place]), differences }
}

/** A local maximum is a knee if D falls more than `margin` below it before the next local extremum. */
function calledKnees(differences: readonly number[], margin: number): number[] {
  const called: number[] = []
  let maximum = -1
  for (let i = 1; i < differences.length; i++) {
    const before = differences[i - 1]
    const after = differences[i + 1] ?? Number.NEGATIVE_INFINITY
    if (maximum >= 0 && differences[i] < differences[maximum] - margin) {
      called.push(maximum)
      maximum = -1
    }
    if (i < differences.length - 1 && differences[i] > before && differences[i] >= after) maximum = i
    else if (differences[i] <= before && differences[i] < after) maximum = -1
  }
  return called
}

function secondDifferences(values: readonly number[]): number[] {
  return values.slice(2).map((after, i) => Math.abs(values[i] + after - 2 * values[i + 1]))
}

function findLargest(values: readonly number[]): number[] {
  return values
    .map((_, place) => place)
    .sort((a, b) => values[b] - values[a] || a - b)
    .slice(0, CANDIDATES)
}

function findLeast(values: readonly number[], candidates: readonly number[]): number {
  return candidates.toSorted((a, b) => values[a] - values[b] || a - b)[0]
}

function normalized(values: readonly number[]): number[] {
  const low = Math.min(...values)
  const range = Math.max(...values) - low
  return values.map((value) => (value - low) / range)
}
