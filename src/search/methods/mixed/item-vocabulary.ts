/**
 * The published items of one class: a set of tree nodes. An item is published as the nearest chosen node above it, so a
 * node stands for the rest of its leaves when nodes below it are chosen too ("A without A0.1"). Every set of up to m
 * tokens that occurs in the class is in at least k of its baskets.
 *
 * A weighted independent set with rests: heaviest nodes first, whatever fits beside, below or above the chosen ones and
 * lowers the loss. With more effort, other nodes are tried in the first place.
 *
 * Loss of an occurrence: (leaves of its token − 1) / (all leaves − 1), 1 if it is left out.
 * Cost: candidates × tokens^(m − 1) × baskets / 32, times the tries.
 */
import { type Bits, type ClassBits, classReader, countBoth, type ItemTask, makesRareSet } from './class-bits.ts'

export interface Vocabulary {
  /** The node that each leaf is published as, −1 if it is left out; for sets of items, the leaf of the first one. */
  readonly tokens: Int32Array
  /** Sum over the occurrences of the class. */
  readonly loss: number
  /** Tokens are sets of items, not nodes and rests. */
  readonly areSets?: boolean
}

/** Chooses the vocabulary of the class that consists of these baskets. */
export type ChooseVocabulary = (members: ArrayLike<number>) => Vocabulary

/** Other nodes tried in the first place. */
const MOST_TRIES = 30
/** Candidates up to which all their sets are looked at. */
const MOST_LISTED = 12

/** `quick` takes the heaviest nodes, `tries` others too, `all` every set of nodes where they are few. */
export function vocabularyChooser(task: ItemTask, effort: 'quick' | 'tries' | 'all'): ChooseVocabulary {
  const { tree, k } = task
  const { first, last, leafNode } = tree
  const leaves = leafNode.length
  const read = classReader(task)

  /** Nodes that enough baskets have, the heaviest first. */
  function findCandidates({ support, held }: ClassBits): number[] {
    const weight = (node: number) => held[node] * (1 - penalty(last[node] - first[node] + 1, leaves))
    return Array.from(support.keys())
      .filter((node) => support[node] >= k)
      .sort((a, b) => weight(b) - weight(a) || a - b)
  }

  return (members) => {
    const baskets = read(members)
    const candidates = findCandidates(baskets)
    const tools = classTokens(task, baskets)
    const fill = (order: readonly number[]) => {
      const state = tools.publish()
      for (let changed = true; changed; ) {
        changed = false
        for (const node of order) if (state.add(node)) changed = true
      }
      return state.vocabulary()
    }
    let best = fill(candidates)
    let tries = effort === 'quick' ? 0 : MOST_TRIES
    for (let improved = tries > 0; improved; ) {
      improved = false
      for (const node of candidates) {
        const tokens = [...new Set(best.tokens)].filter((token) => token >= 0).sort((a, b) => a - b)
        if (tokens.includes(node) || tries-- <= 0) continue
        const other = fill([node, ...tokens, ...candidates])
        if (other.loss >= best.loss - 1e-9) continue
        best = other
        improved = true
      }
    }
    return effort === 'all' && candidates.length <= MOST_LISTED ? tools.bestOfAll(candidates, best) : best
  }
}

interface Token {
  readonly bits: Bits
  readonly size: number
  readonly held: number
}

/** Publishes nodes of one class step by step, or looks at all sets of them. */
function classTokens({ tree, k, m }: ItemTask, baskets: ClassBits) {
  const { parent, first, last, leafNode } = tree
  const leaves = leafNode.length

  /** The leaves from `from` to `to` for which `isMeant`, as one token. */
  function gather(from: number, to: number, isMeant: (leaf: number) => boolean): Token {
    let sum: Bits | undefined
    let [size, held] = [0, 0]
    for (let leaf = from; leaf <= to; leaf++) {
      if (!isMeant(leaf)) continue
      size++
      const node = leafNode[leaf]
      if (baskets.support[node] === 0) continue
      held += baskets.held[node]
      const more = baskets.bits(node)
      if (sum === undefined) sum = more.slice()
      else for (let w = 0; w < more.length; w++) sum[w] |= more[w]
    }
    return { bits: sum ?? new Int32Array(0), size, held }
  }

  const lossOf = ({ size, held }: Pick<Token, 'size' | 'held'>) => held * penalty(size, leaves)

  /** Whether some baskets have the token, but fewer than k. */
  const isRareAlone = ({ bits, held }: Token) => held > 0 && countBoth(bits, bits, k) < k

  /** Tokens of the class, none at first; `add` publishes what is left below a node as one more. */
  function publish() {
    const tokens = new Int32Array(leaves).fill(-1)
    const chosen = new Map<number, Token>()
    let loss = baskets.held[0]
    /** The nearest chosen node above, −1 if none. */
    const above = (node: number) => {
      let at = parent[node]
      while (at >= 0 && !chosen.has(at)) at = parent[at]
      return at
    }
    return {
      vocabulary: (): Vocabulary => ({ tokens, loss }),
      add(node: number): boolean {
        if (chosen.has(node)) return false
        const source = above(node)
        const added = gather(first[node], last[node], (leaf) => tokens[leaf] === source)
        if (added.held < k) return false
        const whole = chosen.get(source)
        const left = whole && { size: whole.size - added.size, held: whole.held - added.held }
        // A rest that nobody has is not seen: its leaves belong to the next node above.
        const next = left?.held === 0 ? above(source) : -1
        const upper = chosen.get(next)
        const wider = upper && { ...upper, size: upper.size + (left?.size ?? 0) }
        const gain =
          (whole === undefined ? added.held : lossOf(whole) - lossOf(left as Token)) -
          lossOf(added) -
          (upper === undefined ? 0 : lossOf(wider as Token) - lossOf(upper))
        if (gain < 1e-9 || isRareAlone(added)) return false
        const others: Bits[] = []
        for (const [other, token] of chosen) if (other !== source) others.push(token.bits)
        if (m > 1 && makesRareSet(added.bits, others, m - 1, k)) return false
        const isLeft = (leaf: number) => tokens[leaf] === source && (leaf < first[node] || leaf > last[node])
        const rest = whole && gather(first[source], last[source], isLeft)
        if (rest !== undefined && isRareAlone(rest)) return false
        // Sets of the rest with others, and with the new token.
        if (rest !== undefined && m > 1 && makesRareSet(rest.bits, [...others, added.bits], m - 1, k)) return false
        for (let leaf = first[node]; leaf <= last[node]; leaf++) if (tokens[leaf] === source) tokens[leaf] = node
        chosen.set(node, added)
        if (left?.held === 0) {
          chosen.delete(source)
          tokens.forEach((token, leaf) => {
            if (token === source) tokens[leaf] = next
          })
          if (wider !== undefined) chosen.set(next, wider)
        } else if (rest !== undefined) chosen.set(source, rest)
        loss -= gain
        return true
      },
    }
  }

  /** Looks at every set of candidates. */
  function bestOfAll(candidates: readonly number[], start: Vocabulary): Vocabulary {
    let best = start
    // Parents first: a node takes its leaves from the nodes above.
    const nodes = [...candidates].sort((a, b) => a - b)
    for (let set = 1; set < 2 ** nodes.length; set++) {
      const tokens = new Int32Array(leaves).fill(-1)
      const chosen = nodes.filter((_, i) => (set >> i) & 1)
      for (const node of chosen) tokens.fill(node, first[node], last[node] + 1)
      const all = chosen.map((node) => gather(first[node], last[node], (leaf) => tokens[leaf] === node))
      // A token that nobody has would narrow the rest of another one unseen.
      if (all.some(({ held }) => held === 0)) continue
      const loss = all.reduce((sum, token) => sum + lossOf(token) - token.held, baskets.held[0])
      if (loss >= best.loss - 1e-9 || all.some(isRareAlone)) continue
      const bits = all.map((token) => token.bits)
      if (m > 1 && bits.some((token, i) => makesRareSet(token, bits, m - 1, k, i + 1))) continue
      best = { tokens, loss }
    }
    return best
  }

  return { publish, bestOfAll }
}

/** Loss of an occurrence that is published as one of `size` leaves. */
export function penalty(size: number, leaves: number): number {
  return leaves === 1 ? 0 : (size - 1) / (leaves - 1)
}
