/** Finds the dominated points of a risk-utility map. Cost: O(n log n), one sort. */

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
