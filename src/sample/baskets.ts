/**
 * Sample baskets: a line per person, items 1, 2, … ascending, separated by spaces. Realistic in three ways:
 * - item popularity is Zipf: weight 1 / (rank + 2)^skew, with ranks scattered over the tree by the seed;
 * - length is skewed: mostly a few items, sometimes very many;
 * - bursts: the next item is often from the same group of the tree, or from the group above it.
 * Lines do not depend on their number: the first n lines of a larger sample are the sample of n lines. Memory grows
 * only with the items.
 */
import { type Random, randomStreams } from '../ground/random.ts'
import { type WeightedChoice, weightedChoice } from '../ground/weighted-choice.ts'
import type { TaxonomyNode } from '../hierarchy/taxonomy/taxonomy.ts'
import { writeTaxonomyJson } from '../hierarchy/taxonomy/write-taxonomy.ts'
import { ascending, type MakeFiles, type RowProgress, scatteredWeights, textChunks } from './sample.ts'
import { jobFile, leafNames } from './taxonomy.ts'

export interface BasketsRequest {
  readonly transactions: number
  readonly items: number
  readonly seed: number
  readonly length?: number
  /** Inequality of popularity; 0: all equal; default: 1. */
  readonly skew?: number
  readonly progress?: RowProgress
}

const TAIL = 0.05
const LONGEST = 160
const SAME_GROUP = 0.45
const SAME_THEME = 0.3
const LEVELS = ['department', 'aisle', 'shelf']

export const basketsFiles: MakeFiles<BasketsRequest> = (request) => [
  { path: 'baskets.txt', text: sampleBaskets(request) },
  { path: 'items.json', text: writeTaxonomyJson(basketsTree(request.items)) },
  jobFile('baskets', request),
]

export function sampleBaskets(request: BasketsRequest): Generator<string> {
  const { transactions, items, seed, length = 5, skew = 1, progress } = request
  const [random, scatter] = randomStreams(seed, 2)
  const themes = makeThemes(items, scatteredWeights(items, skew, scatter))
  const longest = Math.min(LONGEST, Math.max(1, Math.floor(items / 2)))
  const chooseLength = lengthChoice(length, longest)
  return textChunks({ rows: transactions, progress }, () => {
    const basket = drawBasket(1 + chooseLength(random), themes, random)
    return `${basket.map((item) => item + 1).join(' ')}\n`
  })
}

/** Builds the item tree of nested groups: three levels for a handful of items, four for hundreds, then five. */
export function basketsTree(items: number): TaxonomyNode {
  const between = items < 20 ? 1 : items < 200 ? 2 : 3
  // Equal number of children at each of the between + 1 steps down.
  const parts = Math.max(2, Math.round(items ** (1 / (between + 1))))
  const split = (leaves: readonly TaxonomyNode[], path: string, levels: readonly string[]): TaxonomyNode[] =>
    levels.length === 0 || leaves.length <= parts
      ? [...leaves]
      : Array.from({ length: parts }, (_, i) => {
          const part = leaves.slice(
            Math.floor((i * leaves.length) / parts),
            Math.floor(((i + 1) * leaves.length) / parts),
          )
          const place = `${path}${i + 1}`
          const children = split(part, `${place}.`, levels.slice(1))
          return part.length === 1 ? part[0] : { name: `${levels[0]}-${place}`, children }
        })
  const leaves = Array.from({ length: items }, (_, i) => ({ name: String(i + 1) }))
  return { name: 'Any-item', children: split(leaves, '', LEVELS.slice(-between)) }
}

type Theme = (random: Random) => number

interface Themes {
  readonly all: Theme
  /** For each item the lowest node above it, and the node above that. Items of a node share one function. */
  readonly groups: readonly Theme[]
  readonly themes: readonly Theme[]
}

function makeThemes(items: number, weights: readonly number[]): Themes {
  const groups: Theme[] = []
  const themes: Theme[] = []
  const add = (list: Theme[], node: TaxonomyNode) => {
    const from = list.length
    const leaves = leafNames(node)
    const choose = weightedChoice(weights.slice(from, from + leaves.length))
    const theme: Theme = (random) => from + choose(random)
    for (const _ of leaves) list.push(theme)
  }
  const visit = (node: TaxonomyNode) => {
    const { children = [] } = node
    const inner = children.flatMap((child) => child.children ?? [])
    if (inner.some((grandchild) => grandchild.children !== undefined)) return children.forEach(visit)
    add(themes, node)
    for (const group of inner.length > 0 ? children : [node]) add(groups, group)
  }
  visit(basketsTree(items))
  return { all: weightedChoice(weights), groups, themes }
}

/**
 * Draws a length less one: geometric, and for a share `TAIL` of the baskets ∝ length^−1.5. The geometric mean is (mean
 * − tail × mean of the tail) / (1 − tail), at least 1, so that the whole has `mean`.
 */
function lengthChoice(mean: number, longest: number): WeightedChoice {
  const tailWeights = Array.from({ length: longest }, (_, i) => (i + 1) ** -1.5)
  const tailTotal = tailWeights.reduce((sum, weight) => sum + weight, 0)
  const tailMean = tailWeights.reduce((sum, weight, i) => sum + weight * (i + 1), 0) / tailTotal
  const stop = 1 / Math.max(1, (mean - TAIL * tailMean) / (1 - TAIL))
  return weightedChoice(
    tailWeights.map((weight, i) => (TAIL * weight) / tailTotal + (1 - TAIL) * stop * (1 - stop) ** i),
  )
}

/** After this many repeats in a row of items already drawn, the basket stays shorter. */
const PATIENCE = 30

function drawBasket(length: number, themes: Themes, random: Random): number[] {
  let last = themes.all(random)
  const basket = new Set([last])
  for (let failures = 0; basket.size < length && failures < PATIENCE; ) {
    // A small group is soon exhausted: after a few failures, draws from all items.
    const near = failures < 4 ? random.uniform() : 1
    if (near >= SAME_GROUP + SAME_THEME) last = themes.all(random)
    else last = (near < SAME_GROUP ? themes.groups : themes.themes)[last](random)
    failures = basket.has(last) ? failures + 1 : 0
    basket.add(last)
  }
  return ascending(basket)
}
