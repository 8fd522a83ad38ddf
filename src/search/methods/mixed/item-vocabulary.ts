/**
 * The published items of one class: a set of tree nodes. An item is published as the nearest chosen node above it, so a node
 * stands for the rest of its leaves when nodes below it are chosen too ("A without A0.1"). Every set of up to m tokens that
 * occurs in the class is in at least k of its baskets.
 *
 * A weighted independent set with rests: heaviest nodes first, whatever fits beside, below or above the chosen ones; then
 * exchanges of a node for those that it makes rare sets with, while they lower the loss. A candidate that does not fit
 * remembers what it failed with, and is looked at again when that has changed.
 *
 * Loss of an occurrence: (leaves of its token − 1) / (all leaves − 1), 1 if it is left out.
 * Cost: candidates × baskets of the class × tokens per basket to the power of m − 1.
 */
import type { Rows } from '../../../baskets/baskets.ts'
import type { Tree } from '../../../hierarchy/hierarchy.ts'
import { basketsOfClass } from './rare-sets.ts'
import { penalty, tokenState } from './token-state.ts'

/** Baskets whose codes are leaves of the tree, and the guarantee. */
export interface ItemTask {
  readonly baskets: Rows
  readonly tree: Tree
  readonly k: number
  readonly m: number
}

export interface Vocabulary {
  /** The node that each leaf is published as, −1 if it is left out. */
  readonly tokens: Int32Array
  /** Sum over the occurrences of the class. */
  readonly loss: number
}

/** Chooses the vocabulary of the class that consists of these baskets. */
export type ChooseVocabulary = (members: ArrayLike<number>) => Vocabulary

/** Why a candidate did not fit: nodes whose leaves, as they were then, make a rare set. */
interface Failure {
  readonly nodes: readonly number[]
  readonly versions: readonly number[]
}

/** Exchanges tried for a class. */
const MOST_EXCHANGES = 10

export function vocabularyChooser(task: ItemTask): ChooseVocabulary {
  const { tree, k } = task
  const { parent, first, last, leafNode } = tree
  const state = tokenState(tree)
  const { tokens, held, versions, above, move, isChosen, lossOf } = state
  const { load, support, rareSets } = basketsOfClass(task, tokens)
  const failures: (Failure | undefined)[] = new Array(parent.length).fill(undefined)

  const fails = ({ nodes, versions: then }: Failure) => nodes.every((node, i) => versions[node] === then[i])

  /** Chooses a node if the class still holds then. */
  function add(node: number): boolean {
    const known = failures[node]
    if (known !== undefined && fails(known)) return false
    const source = above(node)
    const before = state.loss()
    const path: number[] = []
    for (let at = node; at >= 0; at = parent[at]) path.push(versions[at])
    move(node, source, node)
    const helps = held[node] >= k && state.loss() < before - 1e-12
    const why = helps ? (rareSets(node)[0] ?? (source < 0 ? undefined : rareSets(source)[0])) : [node]
    if (why === undefined) return true
    move(node, node, source)
    for (let at = node, i = 0; at >= 0; at = parent[at]) versions[at] = path[i++]
    const nodes = [...new Set([node, ...(source < 0 ? [] : [source]), ...why])]
    failures[node] = { nodes, versions: nodes.map((other) => versions[other]) }
    return false
  }

  function addAll(candidates: readonly number[]): void {
    for (let changed = true; changed; ) {
      changed = false
      for (const node of candidates) if (!isChosen(node) && add(node)) changed = true
    }
  }

  /** Chooses a node in place of those that it makes rare sets with, if that lowers the loss. */
  function exchange(node: number, candidates: readonly number[]): boolean {
    const before = state.loss()
    const restore = state.save()
    const failuresBefore = failures.slice()
    if (replace(node)) {
      addAll(candidates)
      if (state.loss() < before - 1e-9) return true
    }
    restore()
    failuresBefore.forEach((failure, other) => {
      failures[other] = failure
    })
    return false
  }

  /** Whether the class holds with the node and without the lightest other token of each rare set. */
  function replace(node: number): boolean {
    const source = above(node)
    move(node, source, node)
    if (held[node] < k) return false
    const gain = (token: number) => held[token] - lossOf(token)
    const gone = new Set<number>()
    for (const set of [...rareSets(node, true), ...(source < 0 ? [] : rareSets(source, true))]) {
      const others = set.filter((token) => token !== node)
      if (others.length > 0 && !others.some((token) => gone.has(token)))
        gone.add(others.reduce((a, b) => (gain(b) < gain(a) ? b : a)))
    }
    const touched = new Set([node])
    for (const token of gone) {
      const next = above(token)
      move(token, token, next)
      if (next >= 0) touched.add(next)
    }
    return [...touched].every((token) => rareSets(token).length === 0)
  }

  /** Nodes that enough items are below, the heaviest first. */
  function findCandidates(): number[] {
    const occurrences = new Int32Array(parent.length)
    for (let leaf = 0; leaf < leafNode.length; leaf++) {
      const count = support(leaf)
      for (let node = count > 0 ? leafNode[leaf] : -1; node >= 0; node = parent[node]) occurrences[node] += count
    }
    const weight = Float64Array.from(
      occurrences,
      (count, node) => count * (1 - penalty(last[node] - first[node] + 1, leafNode.length)),
    )
    return Array.from(weight.keys())
      .filter((node) => occurrences[node] >= k)
      .sort((a, b) => weight[b] - weight[a] || a - b)
  }

  return (members) => {
    load(members)
    state.clear(support)
    failures.fill(undefined)
    const candidates = findCandidates()
    addAll(candidates)
    let tries = MOST_EXCHANGES
    for (let changed = true; changed; ) {
      changed = false
      for (const node of candidates) if (!isChosen(node) && tries-- > 0 && exchange(node, candidates)) changed = true
    }
    return { tokens: tokens.slice(), loss: state.loss() }
  }
}
