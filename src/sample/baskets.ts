/**
 * Sample baskets: a line per person, item names in ascending order, separated by blanks. Three things make them lifelike:
 * - item popularity is skewed: weight 1 / (rank + 2)^skew, ranks scattered over the tree by the seed (Zipf);
 * - length is skewed: mostly a few items, now and then very many;
 * - bursts: after one item the next is often from the same group of the tree, or from the group above it.
 *
 * Lines are made one after the other and nothing depends on how many are asked for: the first n lines of a larger sample are
 * the sample of n lines. Memory grows with the items only.
 */
import { type Random, randomStreams, shuffle } from '../ground/random.ts'
import { insertAscending } from './ascending-list.ts'
import { type BasketStyle, type ItemRange, itemGroups, itemNames } from './baskets-tree.ts'
import { bytePool, chunksOf } from './byte-pool.ts'
import { choose, type WeightedChoice, weightedChoice } from './weighted-choice.ts'

export interface BasketsRequest {
  readonly transactions: number
  /** How many different items there are. */
  readonly items: number
  readonly seed: number
  /** `shop`: purchases, items are numbers. `clinic`: the diagnosis codes of one visit. `shop` unless given. */
  readonly style?: BasketStyle
  /** Items in an average basket; 5 in a shop and 3 in a clinic unless given. */
  readonly length?: number
  /** How unequal the items' popularity is; 0 makes all equal. 1 unless given. */
  readonly skew?: number
  /** Called with the number of lines made so far, before a chunk is handed on. */
  readonly progress?: (lines: number) => void
}

interface StyleModel {
  readonly length: number
  /** Share of baskets from the long tail, and the longest of them. */
  readonly tail: number
  readonly longest: number
  /** Probability that the next item is of the same group as the last, and of the group above it. */
  readonly sameGroup: number
  readonly sameTheme: number
}

const styleModels: Readonly<Record<BasketStyle, StyleModel>> = {
  shop: { length: 5, tail: 0.05, longest: 160, sameGroup: 0.45, sameTheme: 0.3 },
  // One visit has one reason: nearly everything that is written down belongs to it.
  clinic: { length: 3, tail: 0.02, longest: 25, sameGroup: 0.7, sameTheme: 0.2 },
}

const BLANK = 32
const NEWLINE = 10

/** The baskets as chunks of text. A chunk ends with a whole line. */
export function sampleBaskets(request: BasketsRequest): Generator<Uint8Array> {
  const { transactions, items, seed, style = 'shop', skew = 1, progress } = request
  const [random, scatter] = randomStreams(seed, 2)
  const model = styleModels[style]
  const pool = bytePool(itemNames(items, style))
  const themes = themesOf(items, style, itemWeights(items, skew, scatter))
  const longest = Math.min(model.longest, Math.max(1, Math.floor(items / 2)))
  const lengths = basketLengths(request.length ?? model.length, model.tail, longest)
  const basket = new Int32Array(longest)
  return chunksOf({ rows: transactions, longest: longest * (pool.longest + 1), progress }, (write) => {
    const size = fillBasket(basket, 1 + choose(lengths, random), themes, model, random)
    for (let i = 0; i < size; i++) {
      write.text(pool, basket[i])
      write.byte(i === size - 1 ? NEWLINE : BLANK)
    }
  })
}

/** For each item the choices it leads to. Items of a group share one record. */
interface Themes {
  readonly all: WeightedChoice
  readonly groups: readonly Theme[]
  readonly themes: readonly Theme[]
  readonly groupOf: Int32Array
  readonly themeOf: Int32Array
}

interface Theme {
  readonly from: number
  readonly choice: WeightedChoice
}

/** A group is a lowest node of the tree, a theme the node above it. */
function themesOf(items: number, style: BasketStyle, weights: Float64Array): Themes {
  const groups: Theme[] = []
  const themes: Theme[] = []
  const groupOf = new Int32Array(items)
  const themeOf = new Int32Array(items)
  const add = (list: Theme[], of: Int32Array, { from, to }: ItemRange) => {
    of.fill(list.length, from, to)
    list.push({ from, choice: weightedChoice(weights.subarray(from, to)) })
  }
  const visit = (range: ItemRange) => {
    if (range.children.every((child) => child.children.length === 0)) {
      add(themes, themeOf, range)
      for (const group of range.children.length > 0 ? range.children : [range]) add(groups, groupOf, group)
    } else {
      for (const child of range.children) visit(child)
    }
  }
  visit(itemGroups(items, style))
  return { all: weightedChoice(weights), groups, themes, groupOf, themeOf }
}

function itemWeights(items: number, skew: number, random: Random): Float64Array {
  const ranks = shuffle(
    Int32Array.from({ length: items }, (_, i) => i),
    random,
  )
  return Float64Array.from(ranks, (rank) => (rank + 2) ** -skew)
}

/**
 * Lengths 1 to `longest`: geometric, and for a share `tail` of the baskets ∝ length^−1.5. The geometric part gets the mean that
 * makes the whole come to `mean`: (mean − tail × mean of the tail) / (1 − tail), and at least 1.
 */
function basketLengths(mean: number, tail: number, longest: number): WeightedChoice {
  const tailWeights = Array.from({ length: longest }, (_, i) => (i + 1) ** -1.5)
  const tailTotal = tailWeights.reduce((sum, weight) => sum + weight, 0)
  const tailMean = tailWeights.reduce((sum, weight, i) => sum + weight * (i + 1), 0) / tailTotal
  const stop = 1 / Math.max(1, (mean - tail * tailMean) / (1 - tail))
  return weightedChoice(
    tailWeights.map((weight, i) => (tail * weight) / tailTotal + (1 - tail) * stop * (1 - stop) ** i),
  )
}

/** How often in a row an item may turn up that the basket already has, before the basket stays shorter. */
const PATIENCE = 30

/** Fills the front of `basket` with up to `length` different items, ascending, and says how many. */
function fillBasket(basket: Int32Array, length: number, themes: Themes, model: StyleModel, random: Random): number {
  let size = 0
  let last = choose(themes.all, random)
  size = insertAscending(basket, size, last)
  for (let failures = 0; size < length && failures < PATIENCE; ) {
    const item = nextItem(last, failures, themes, model, random)
    const grown = insertAscending(basket, size, item)
    failures = grown === size ? failures + 1 : 0
    size = grown
    last = item
  }
  return size
}

function nextItem(last: number, failures: number, themes: Themes, model: StyleModel, random: Random): number {
  // A small group is soon used up; after a few failures look elsewhere.
  const near = failures < 4 ? random.uniform() : 1
  if (near >= model.sameGroup + model.sameTheme) return choose(themes.all, random)
  const theme = near < model.sameGroup ? themes.groups[themes.groupOf[last]] : themes.themes[themes.themeOf[last]]
  return theme.from + choose(theme.choice, random)
}
