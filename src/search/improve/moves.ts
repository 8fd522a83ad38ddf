/** Neighbours of a solution: an endpoint set, cleared or shifted; a tree node opened or closed. */
import type { Layout } from '../chromosome/chromosome.ts'

/** Changes a chromosome in place. Not its own inverse: try it on a copy. */
export type Move = (bits: Uint8Array) => void

export function movesFrom(layout: Layout, bits: Uint8Array): Move[] {
  return layout.hierarchies.flatMap(({ tree, values }, column) => {
    const offset = layout.offsets[column]
    return tree === undefined ? endpointMoves(bits, offset, values.length - 1) : cutMoves(bits, offset, tree)
  })
}

function endpointMoves(bits: Uint8Array, offset: number, count: number): Move[] {
  const moves: Move[] = []
  const shift = (from: number, to: number): Move => {
    return (changed) => {
      changed[from] = 0
      changed[to] = 1
    }
  }
  for (let at = offset; at < offset + count; at++) {
    moves.push((changed) => {
      changed[at] ^= 1
    })
    if (bits[at] === 0) continue
    if (at > offset && bits[at - 1] === 0) moves.push(shift(at, at - 1))
    if (at + 1 < offset + count && bits[at + 1] === 0) moves.push(shift(at, at + 1))
  }
  return moves
}

function cutMoves(bits: Uint8Array, offset: number, tree: NonNullable<Layout['hierarchies'][number]['tree']>): Move[] {
  const moves: Move[] = []
  const visit = (node: number): void => {
    const from = offset + tree.first[node]
    const to = offset + tree.last[node]
    const children = tree.children[node]
    if (from === to) return
    if (bits.subarray(from, to).includes(1)) {
      moves.push((changed) => changed.fill(0, from, to))
      for (const child of children) visit(child)
    } else if (children.length === 1) {
      // A single child has the same leaves: open the child instead.
      visit(children[0])
    } else {
      moves.push((changed) => {
        for (let i = 0; i + 1 < children.length; i++) changed[offset + tree.last[children[i]]] = 1
      })
    }
  }
  visit(0)
  return moves
}
