/** Which points of a risk-utility map another one beats: as much utility or more at as little risk or less. Cost: O(n log n), one sort. */

export interface CurvePoint {
  /** Higher is better. */
  readonly utility: number
  /** Lower is better. */
  readonly risk: number
}

/**
 * Places of the points that no other beats, by ascending utility (and so by ascending risk). Of equal points the first stays. Points without a finite
 * utility or risk are left out.
 */
export function cleanedCurve(points: readonly CurvePoint[]): number[] {
  const byUtility = points
    .map((_, place) => place)
    .filter((place) => Number.isFinite(points[place].utility) && Number.isFinite(points[place].risk))
    .sort((a, b) => points[b].utility - points[a].utility || points[a].risk - points[b].risk || a - b)
  const undominated: number[] = []
  let lowest = Number.POSITIVE_INFINITY
  for (const place of byUtility) {
    // All before it have at least its utility, so it stays only with less risk than any of them.
    if (points[place].risk < lowest) {
      undominated.push(place)
      lowest = points[place].risk
    }
  }
  return undominated.reverse()
}

/** For each point whether another has at least its utility and at most its risk, and one of the two strictly. Equal points do not beat each other. */
export function dominatedPoints(points: readonly CurvePoint[]): boolean[] {
  const front = cleanedCurve(points)
  const same = (a: CurvePoint, b: CurvePoint) => a.utility === b.utility && a.risk === b.risk
  const byUtility = new Map(front.map((place) => [points[place].utility, points[place]]))
  return points.map((point) => {
    const twin = byUtility.get(point.utility)
    return twin === undefined || !same(twin, point)
  })
}
