/** The ledger of a lattice search. Nodes are ordered by value (tolerance 1e-12), then height, then levels. */
import { type Ladder, type Node, nodeHeight } from '../../levels/ladder.ts'

export interface BestNode {
  readonly node: Node
  readonly height: number
  readonly value: number
}

export interface Ledger {
  best: BestNode | undefined
  /** Smallest acceptable value; `best` is within the tolerance of it. */
  lowest: number
  readonly total: number
  decided: number
  checked: number
  compared: number
  /** Lower bound of all undecided nodes; −∞ if unknown. */
  bound: number
  fewest: number
  offer(node: Node, value: number): boolean
  /** Whether no node at or above `finest` can become the best, if `bound` is a lower bound of their values. */
  hopeless(bound: number, finest: Node): boolean
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
      // Compares with the lowest value, not the best node's: otherwise a chain of ties could drift upwards.
      if (value > ledger.lowest + TOLERANCE) return false
      const { best } = ledger
      const candidate = { node: [...node], height: nodeHeight(ladders, node), value }
      if (best !== undefined && best.value <= ledger.lowest + TOLERANCE && !standsBefore(candidate, best)) return false
      ledger.best = candidate
      return true
    },
    mayBeHopeless: (bound) => bound >= ledger.lowest - TOLERANCE,
    hopeless(bound, finest) {
      const { best, lowest } = ledger
      if (bound === Number.POSITIVE_INFINITY) return true
      if (best === undefined) return false
      if (bound > lowest + TOLERANCE) return true
      // A tie at best, and every node above `finest` is higher.
      return (
        bound >= lowest - TOLERANCE &&
        !standsBefore({ node: finest, height: nodeHeight(ladders, finest), value: 0 }, best)
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
