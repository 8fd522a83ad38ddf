/** Neighbours of a recoding: an endpoint set, cleared or shifted; a tree node opened or closed. */
import { endpointCount, type Layout } from '../chromosome/chromosome.ts'

export interface Move {
  /** Changes a chromosome in place. Not its own inverse: try it on a copy. */
  change(bits: Uint8Array): void
  /** Sets or clears one endpoint, or opens or closes one node over its children: no smaller moves make it up. */
  readonly isSingle: boolean
}

/** `starts`: for ordered columns, the codes at which a group may begin, from 0 on; default: every code. */
export function movesFrom(
  layout: Layout,
  bits: Uint8Array,
  starts: readonly (readonly number[] | undefined)[] = [],
): Move[] {
  return layout.hierarchies.flatMap(({ tree, values }, column) => {
    const offset = layout.offsets[column]
    if (tree !== undefined) return cutMoves(bits, offset, tree)
    const codes = starts[column] ?? [...values.keys()]
    const places = codes.slice(1).map((code) => offset + code - 1)
    return endpointMoves(bits, places)
  })
}

export function moved(bits: Uint8Array, { change }: Move): Uint8Array {
  const copy = bits.slice()
  change(copy)
  return copy
}

function endpointMoves(bits: Uint8Array, places: readonly number[]): Move[] {
  const moves: Move[] = []
  places.forEach((at, i) => {
    moves.push({ isSingle: true, change: (changed) => (changed[at] ^= 1) })
    for (const to of [places[i - 1], places[i + 1]]) {
      if (to === undefined || bits[at] === 0 || bits[to] === 1) continue
      moves.push({
        isSingle: false,
        change(changed) {
          changed[at] = 0
          changed[to] = 1
        },
      })
    }
  })
  return moves
}

function cutMoves(bits: Uint8Array, offset: number, tree: NonNullable<Layout['hierarchies'][number]['tree']>): Move[] {
  const moves: Move[] = []
  const end = offset + tree.leafNode.length - 1
  const visit = (node: number): void => {
    const from = offset + tree.first[node]
    const to = offset + tree.last[node]
    const children = tree.children[node]
    const between = Array.from(children.subarray(0, -1), (child) => offset + tree.last[child])
    if (from === to) return
    const ones = endpointCount(bits.subarray(from, to))
    if (ones > 0) {
      const isSingle = children.length > 1 && ones === between.length && between.every((at) => bits[at] === 1)
      moves.push({ isSingle, change: (changed) => changed.fill(0, from, to) })
      for (const child of children) visit(child)
    } else if (children.length === 1) {
      // A single child has the same leaves: open the child instead.
      visit(children[0])
    } else {
      const isSingle = (from === offset || bits[from - 1] === 1) && (to === end || bits[to] === 1)
      moves.push({
        isSingle,
        change(changed) {
          for (const at of between) changed[at] = 1
        },
      })
    }
  }
  visit(0)
  return moves
}
