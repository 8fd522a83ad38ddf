/** The ledger of a lattice search. Nodes are ordered by value (tolerance 1e-12), then height, then levels. */
import { type Ladder, type Node, nodeHeight } from '../../levels/ladder.ts'
import type { ConvergencePoint } from '../../search.ts'

export interface BestNode {
  readonly node: Node
  readonly height: number
  readonly value: number
}

const TOLERANCE = 1e-12
/** Above this many nodes the lattice may not finish in time: a local search looks for a good node early. */
const LARGE = 1_000_000

export class Ledger {
  best: BestNode | undefined
  /** Smallest acceptable value; `best` is within the tolerance of it. */
  lowest = Number.POSITIVE_INFINITY
  readonly total: number
  decided = 0
  checked = 0
  compared = 0
  /** Lower bound of all undecided nodes; −∞ if unknown. */
  bound = Number.NEGATIVE_INFINITY
  fewest = Number.POSITIVE_INFINITY
  readonly convergence: ConvergencePoint[] = []
  readonly #ladders: readonly Ladder[]

  constructor(ladders: readonly Ladder[]) {
    this.#ladders = ladders
    this.total = ladders.reduce((product, ladder) => product * ladder.steps.length, 1)
  }

  get isLarge(): boolean {
    return this.total > LARGE
  }

  /** Takes an acceptable node if it is the best so far. */
  offer(node: Node, value: number): void {
    this.lowest = Math.min(this.lowest, value)
    // Compares with the lowest value, not the best node's: otherwise a chain of ties could drift upwards.
    if (value > this.lowest + TOLERANCE) return
    const { best } = this
    const candidate = { node: [...node], height: nodeHeight(this.#ladders, node), value }
    if (best !== undefined && best.value <= this.lowest + TOLERANCE && !standsBefore(candidate, best)) return
    this.best = candidate
    this.convergence.push({ done: this.decided, best: value })
  }

  mayBeHopeless(bound: number): boolean {
    return bound >= this.lowest - TOLERANCE
  }

  /** Whether no node at or above `finest` can become the best, if `bound` is a lower bound of their values. */
  hopeless(bound: number, finest: Node): boolean {
    const { best, lowest } = this
    if (bound === Number.POSITIVE_INFINITY) return true
    if (best === undefined) return false
    if (bound > lowest + TOLERANCE) return true
    // A tie at best, and every node above `finest` is higher.
    const height = nodeHeight(this.#ladders, finest)
    return this.mayBeHopeless(bound) && !standsBefore({ node: finest, height, value: 0 }, best)
  }
}

function standsBefore(a: BestNode, b: BestNode): boolean {
  if (a.height !== b.height) return a.height < b.height
  for (let column = 0; column < a.node.length; column++) {
    if (a.node[column] !== b.node[column]) return a.node[column] < b.node[column]
  }
  return false
}
