/**
 * The ledger of a search through the lattice: the best node so far, how many nodes are decided, and whether a set of nodes can still
 * matter. A node stands before another if its value is smaller (tolerance 1e-12), then its height, then its levels as a list.
 */
import { heightOf, type Ladder, type Node } from '../../levels/ladder.ts'

export interface BestNode {
  readonly node: Node
  readonly height: number
  readonly value: number
}

export interface Ledger {
  best: BestNode | undefined
  /** Smallest value seen at an acceptable node; `best` is within the tolerance of it. */
  lowest: number
  /** Nodes in all; nodes looked at or ruled out; nodes looked at. */
  readonly total: number
  decided: number
  checked: number
  /** Comparisons of a part with a word of the index of earlier looks. */
  compared: number
  /** Nothing that is not decided yet has a value below this; −∞ while nothing is known. */
  bound: number
  /** The fewest rows suppressed at any node looked at. */
  fewest: number
  /** Enters an acceptable node; tells whether it is the best now. */
  offer(node: Node, value: number): boolean
  /** Whether no node at or above `finest` can become the best, `bound` being at most each one's value. */
  hopeless(bound: number, finest: Node): boolean
  /** Whether a bound is high enough to make some node hopeless. */
  mayBeHopeless(bound: number): boolean
}

const TOLERANCE = 1e-12

export function openLedger(ladders: readonly Ladder[]): Ledger {
  const ledger: Ledger = {
    best: undefined,
    lowest: Number.POSITIVE_INFINITY,
    total: ladders.reduce((product, ladder) => product * ladder.steps.length, 1),
    decided: 0,
    checked: 0,
    compared: 0,
    bound: Number.NEGATIVE_INFINITY,
    fewest: Number.POSITIVE_INFINITY,
    offer(node, value) {
      ledger.lowest = Math.min(ledger.lowest, value)
      // Compared with the lowest value, not with the best node's: else a chain of ties could drift upwards.
      if (value > ledger.lowest + TOLERANCE) return false
      const { best } = ledger
      const candidate = { node: [...node], height: heightOf(ladders, node), value }
      if (best !== undefined && best.value <= ledger.lowest + TOLERANCE && !standsBefore(candidate, best)) return false
      ledger.best = candidate
      return true
    },
    mayBeHopeless: (bound) => bound >= ledger.lowest - TOLERANCE,
    hopeless(bound, finest) {
      const { best, lowest } = ledger
      // Too many rows to suppress: nothing is acceptable there, whether a node was found or not.
      if (bound === Number.POSITIVE_INFINITY) return true
      if (best === undefined) return false
      if (bound > lowest + TOLERANCE) return true
      // A tie at best; and every node above `finest` is higher than it.
      return (
        bound >= lowest - TOLERANCE &&
        !standsBefore({ node: finest, height: heightOf(ladders, finest), value: 0 }, best)
      )
    },
  }
  return ledger
}

function standsBefore(a: BestNode, b: BestNode): boolean {
  if (a.height !== b.height) return a.height < b.height
  for (let column = 0; column < a.node.length; column++) {
    if (a.node[column] !== b.node[column]) return a.node[column] < b.node[column]
  }
  return false
}
