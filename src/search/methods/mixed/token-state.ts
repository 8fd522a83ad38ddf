/** Which tree nodes are chosen as tokens, what they cover and lose, and since when. */
import type { Tree } from '../../../hierarchy/hierarchy.ts'

export interface TokenState {
  /** The token of each leaf, −1 if it is left out. */
  readonly tokens: Int32Array
  /** Occurrences that each token publishes. */
  readonly held: Int32Array
  /** Changes with every token at or below the node. */
  readonly versions: Float64Array
  /** Sum over the occurrences of the class. */
  loss(): number
  isChosen(node: number): boolean
  /** The nearest chosen node above, −1 if none. */
  above(node: number): number
  lossOf(token: number): number
  /** Leaves out everything; `support` is how often a leaf occurs. */
  clear(support: (leaf: number) => number): void
  /** Publishes the leaves below `node` that are published as `source` as `target` instead. */
  move(node: number, source: number, target: number): void
  /** Remembers everything; the answer brings it back. */
  save(): () => void
}

export function tokenState({ parent, first, last, leafNode }: Tree): TokenState {
  const leaves = leafNode.length
  const tokens = new Int32Array(leaves)
  const sizes = new Int32Array(parent.length)
  const held = new Int32Array(parent.length)
  const versions = new Float64Array(parent.length)
  const supports = new Int32Array(leaves)
  let clock = 0
  let loss = 0
  const lossOf = (token: number) => (sizes[token] === 0 ? 0 : held[token] * penalty(sizes[token], leaves))

  function change(token: number, moved: number, occurring: number): void {
    if (token < 0) {
      loss += occurring
      return
    }
    loss -= lossOf(token)
    sizes[token] += moved
    held[token] += occurring
    loss += lossOf(token)
  }

  return {
    tokens,
    held,
    versions,
    lossOf,
    loss: () => loss,
    isChosen: (node) => sizes[node] > 0,
    above(node) {
      let at = parent[node]
      while (at >= 0 && sizes[at] === 0) at = parent[at]
      return at
    },
    clear(support) {
      tokens.fill(-1)
      sizes.fill(0)
      held.fill(0)
      loss = 0
      for (let leaf = 0; leaf < leaves; leaf++) {
        supports[leaf] = support(leaf)
        loss += supports[leaf]
      }
    },
    move(node, source, target) {
      let [moved, occurring] = [0, 0]
      for (let leaf = first[node]; leaf <= last[node]; leaf++) {
        if (tokens[leaf] !== source) continue
        tokens[leaf] = target
        moved++
        occurring += supports[leaf]
      }
      change(source, -moved, -occurring)
      change(target, moved, occurring)
      clock++
      for (let at = node; at >= 0; at = parent[at]) versions[at] = clock
    },
    save() {
      const arrays = [tokens, sizes, held, versions]
      const before = arrays.map((array) => array.slice())
      const lossBefore = loss
      return () => {
        loss = lossBefore
        arrays.forEach((array, i) => {
          array.set(before[i])
        })
      }
    },
  }
}

/** Loss of an occurrence that is published as one of `size` leaves. */
export function penalty(size: number, leaves: number): number {
  return leaves === 1 ? 0 : (size - 1) / (leaves - 1)
}
