/**
 * One vocabulary for all classes: a cut of the item tree. Each class leaves out the nodes of the cut that would make a
 * rare set in it, so what a token means is the same everywhere, and new people can be recoded alike.
 *
 * A node counts for its value in classes where at least κ times k baskets have it, and the best cut for each κ follows
 * by dynamic programming: a larger κ stands for what sets of several items cost. The cut with the least loss is taken.
 * Cost: a vocabulary of all classes for each κ.
 */
import { type Bits, classReader, type ItemTask, makesRareSet } from './class-bits.ts'
import { type ChooseVocabulary, penalty } from './item-vocabulary.ts'

const FACTORS = [1, 1.5, 2, 3, 5, 8, 13, 21]

/** `classes` has the baskets of each class. */
export function sharedVocabulary(task: ItemTask, classes: readonly ArrayLike<number>[]): number[] {
  const { tree, k } = task
  const nodes = tree.parent.length
  const read = classReader(task)
  const values = FACTORS.map(() => new Float64Array(nodes))
  for (const members of classes) {
    const { support, held } = read(members)
    FACTORS.forEach((factor, f) => {
      for (let node = 0; node < nodes; node++)
        if (support[node] >= factor * k) values[f][node] += weightOf(task, held, node)
    })
  }
  const cuts = values.map((value) => cutOf(task, value))
  const losses = cuts.map((cut) => {
    const choose = sharedChooser(task, cut)
    return classes.reduce((sum, members) => sum + choose(members).loss, 0)
  })
  return cuts[losses.indexOf(Math.min(...losses))]
}

function weightOf({ tree }: ItemTask, held: ArrayLike<number>, node: number): number {
  return held[node] * (1 - penalty(tree.last[node] - tree.first[node] + 1, tree.leafNode.length))
}

/** The nodes with the largest sum of which none is above another. */
function cutOf({ tree: { parent, children } }: ItemTask, value: Float64Array): number[] {
  const best = new Float64Array(parent.length)
  // Parents precede their children.
  for (let node = parent.length - 1; node >= 0; node--) {
    const below = children[node].reduce((sum, child) => sum + best[child], 0)
    best[node] = Math.max(value[node], below)
  }
  const cut: number[] = []
  const open = [0]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (children[node].length === 0 || value[node] >= best[node]) cut.push(node)
    else open.push(...children[node])
  }
  return cut.sort((a, b) => a - b)
}

/** Publishes the nodes of the vocabulary that make no rare set in a class, the heaviest first. */
export function sharedChooser(task: ItemTask, vocabulary: readonly number[]): ChooseVocabulary {
  const { tree, k, m } = task
  const read = classReader(task)
  return (members) => {
    const { support, held, bits } = read(members)
    const weight = (node: number) => weightOf(task, held, node)
    const tokens = new Int32Array(tree.leafNode.length).fill(-1)
    const chosen: Bits[] = []
    let loss = held[0]
    const candidates = vocabulary.filter((node) => support[node] >= k).sort((a, b) => weight(b) - weight(a) || a - b)
    for (const node of candidates) {
      if (m > 1 && makesRareSet(bits(node), chosen, m - 1, k)) continue
      chosen.push(bits(node))
      tokens.fill(node, tree.first[node], tree.last[node] + 1)
      loss -= weight(node)
    }
    return { tokens, loss }
  }
}
