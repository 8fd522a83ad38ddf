/**
 * Fast non-dominated sorting (Deb et al. 2002, NSGA-II). All objectives are minimized. With constrained domination,
 * less violation comes first; all feasible points (violation at most 0) dominate others. Cost: points² × objectives.
 */

export interface RankedPoint {
  readonly objectives: ArrayLike<number>
  readonly violation: number
}

export function dominates(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  let better = false
  for (let i = 0; i < a.length; i++) {
    if (a[i] > b[i]) return false
    if (a[i] < b[i]) better = true
  }
  return better
}

/** Feasible beats infeasible; less violation beats more. */
export function dominatesConstrained(a: RankedPoint, b: RankedPoint): boolean {
  if (a.violation <= 0 && b.violation <= 0) return dominates(a.objectives, b.objectives)
  return Math.max(0, a.violation) < Math.max(0, b.violation)
}

export function sortFronts(points: readonly RankedPoint[], constrained: boolean): number[][] {
  const beats = constrained
    ? dominatesConstrained
    : (a: RankedPoint, b: RankedPoint) => dominates(a.objectives, b.objectives)
  const dominated: number[][] = points.map(() => [])
  const dominators = new Int32Array(points.length)
  for (let i = 0; i < points.length; i++) {
    for (let j = i + 1; j < points.length; j++) {
      if (beats(points[i], points[j])) {
        dominated[i].push(j)
        dominators[j]++
      } else if (beats(points[j], points[i])) {
        dominated[j].push(i)
        dominators[i]++
      }
    }
  }
  const fronts: number[][] = []
  let front = points.flatMap((_, i) => (dominators[i] === 0 ? [i] : []))
  while (front.length > 0) {
    fronts.push(front)
    const next: number[] = []
    for (const i of front) for (const j of dominated[i]) if (--dominators[j] === 0) next.push(j)
    front = next.sort((a, b) => a - b)
  }
  return fronts
}
