/**
 * The best pruning of a tree of boxes for every weight λ of the items: a node stays whole where R + λT of its class is
 * at most that of its halves (Breiman et al. 1984, for two losses). One pass over the nodes for each λ gives the curve
 * of R against T.
 */
import type { BoxTree } from './box-tree.ts'
import type { ClassMaker, Losses, MixedClass } from './mixed-classes.ts'

export interface Pruning extends Losses {
  readonly classes: readonly MixedClass[]
}

/** λ is searched between these: beyond them the finest and the coarsest classes are reached. */
const LEAST = 2 ** -12
const MOST = 2 ** 12

export function pruner({ nodes }: BoxTree, classes: readonly MixedClass[], { rows, occurrences }: ClassMaker) {
  const R = Float64Array.from(classes, ({ loss }) => loss / rows)
  const T = Float64Array.from(classes, ({ vocabulary }) => vocabulary.loss / Math.max(1, occurrences))

  function prune(lambda: number): Pruning {
    const cost = new Float64Array(nodes.length)
    const isWhole = new Uint8Array(nodes.length)
    for (let place = nodes.length - 1; place >= 0; place--) {
      const { halves } = nodes[place]
      const alone = R[place] + lambda * T[place]
      const divided = halves === undefined ? Number.POSITIVE_INFINITY : cost[halves[0]] + cost[halves[1]]
      isWhole[place] = alone <= divided ? 1 : 0
      cost[place] = Math.min(alone, divided)
    }
    const chosen: number[] = []
    const open = [0]
    for (let place = open.pop(); place !== undefined; place = open.pop()) {
      const { halves } = nodes[place]
      if (isWhole[place] === 1 || halves === undefined) chosen.push(place)
      else open.push(halves[1], halves[0])
    }
    const sum = (of: Float64Array) => chosen.reduce((total, place) => total + of[place], 0)
    return { classes: chosen.map((place) => classes[place]), R: sum(R), T: sum(T) }
  }

  return {
    prune,
    /** From the finest classes to the coarsest. */
    curve(): Pruning[] {
      const points = [prune(0)]
      for (let lambda = LEAST; lambda <= MOST; lambda *= Math.SQRT2) {
        const point = prune(lambda)
        if (point.R > (points.at(-1) as Pruning).R) points.push(point)
      }
      return points
    },
    /** The pruning with the least T whose R is within the bound, or the least R whose T is, if there is one. */
    within(bound: 'R' | 'T', delta: number): Pruning | undefined {
      const fits = (point: Pruning) => point[bound] <= delta + 1e-12
      const [finest, coarsest] = [prune(0), prune(MOST)]
      const start = bound === 'R' ? finest : coarsest
      if (!fits(start)) return undefined
      let [low, high] = [LEAST, MOST]
      let best = start
      for (let step = 0; step < 60; step++) {
        const middle = Math.sqrt(low * high)
        const point = prune(middle)
        if (fits(point)) best = point
        if (fits(point) === (bound === 'R')) low = middle
        else high = middle
      }
      const edge = bound === 'R' ? coarsest : finest
      return fits(edge) ? edge : best
    },
  }
}

/** The point of the curve farthest below the line between its ends, both losses scaled to 0 … 1. */
export function kneeOf<Point extends Losses>(curve: readonly Point[]): Point {
  const [first, last] = [curve[0], curve[curve.length - 1]]
  const below = ({ R, T }: Losses) =>
    1 - (R - first.R) / Math.max(1e-12, last.R - first.R) - (T - last.T) / Math.max(1e-12, first.T - last.T)
  return curve.reduce((best, point) => (below(point) > below(best) ? point : best))
}
