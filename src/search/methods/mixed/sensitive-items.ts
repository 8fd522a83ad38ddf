/**
 * Sensitive items of a class, after the others: each is published as it is (a listed node of the tree as that node)
 * where no set of up to m published tokens, nor the class itself, predicts it or another sensitive one with a
 * confidence above h ((h, k, p)-coherence, Xu, Wang, Fu, Yu 2008), and is left out of the class otherwise. Other tokens
 * never contain them.
 *
 * Cost: for each sensitive item, sensitive items × tokens^m × baskets / 32.
 */
import { filterItems } from '../../../baskets/baskets.ts'
import { type Bits, classReader, countBoth, type ItemTask, makesRareSet } from './class-bits.ts'
import { type ChooseVocabulary, penalty } from './item-vocabulary.ts'

export interface SensitiveNodes {
  /** None is below another. */
  readonly nodes: readonly number[]
  readonly h: number
}

/** The task without the sensitive items. */
export function withoutSensitive<Task extends ItemTask & { readonly sensitive?: SensitiveNodes | undefined }>(
  task: Task,
): Task {
  if (task.sensitive === undefined) return task
  const { first, last, leafNode } = task.tree
  const isSensitive = new Uint8Array(leafNode.length)
  for (const node of task.sensitive.nodes) isSensitive.fill(1, first[node], last[node] + 1)
  return { ...task, baskets: filterItems(task.baskets, (leaf) => isSensitive[leaf] === 0) }
}

/** Adds sensitive items to the vocabulary that `choose` finds for the others. */
export function withSensitive(
  task: ItemTask,
  { nodes, h }: SensitiveNodes,
  choose: ChooseVocabulary,
): ChooseVocabulary {
  const { k, m, tree } = task
  const { first, last, leafNode } = tree
  const read = classReader(task)
  return (members) => {
    const others = choose(members)
    const baskets = read(members)
    const tokens = others.tokens.slice()
    for (const node of nodes) tokens.fill(-1, first[node], last[node] + 1)
    const published = new Map<number, Bits>()
    tokens.forEach((token, leaf) => {
      if (token < 0 || baskets.support[leafNode[leaf]] === 0) return
      const more = baskets.bits(leafNode[leaf])
      const bits = published.get(token)
      published.set(token, bits === undefined ? more : bits.map((word, w) => word | more[w]))
    })
    const everybody = new Int32Array((members.length + 31) >>> 5).fill(-1)
    if (members.length % 32 > 0) everybody[everybody.length - 1] = (1 << (members.length % 32)) - 1
    const isSafe = (shown: ReadonlyMap<number, Bits>) =>
      nodes.every((node) => {
        const secret = shown.get(node)
        const known = [...shown].filter(([other]) => other !== node).map(([, bits]) => bits)
        return secret === undefined || !isPredicted(secret, everybody, known, m, h)
      })
    let { loss } = others
    const bySupport = [...nodes].sort((a, b) => baskets.support[b] - baskets.support[a] || a - b)
    for (const node of bySupport) {
      const held = baskets.held[node]
      loss += held
      if (baskets.support[node] < k || makesRareSet(baskets.bits(node), [...published.values()], m - 1, k)) continue
      const wider = new Map(published).set(node, baskets.bits(node))
      if (!isSafe(wider)) continue
      published.set(node, baskets.bits(node))
      tokens.fill(node, first[node], last[node] + 1)
      loss -= held * (1 - penalty(last[node] - first[node] + 1, leafNode.length))
    }
    return { ...others, tokens, loss }
  }
}

/** Whether baskets with up to `most` of the known tokens have the secret in more than a share h of them. */
function isPredicted(secret: Bits, everybody: Bits, known: readonly Bits[], most: number, h: number): boolean {
  const predicts = (baskets: Bits, more: number, from: number): boolean => {
    const hits = countBoth(baskets, secret, Number.POSITIVE_INFINITY)
    if (hits === 0) return false
    if (hits > h * countBoth(baskets, baskets, Number.POSITIVE_INFINITY) + 1e-9) return true
    for (let i = from; more > 0 && i < known.length; i++) {
      const both = baskets.map((word, w) => word & known[i][w])
      if (predicts(both, more - 1, i + 1)) return true
    }
    return false
  }
  return predicts(everybody, most, 0)
}
