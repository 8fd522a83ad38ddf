/**
 * The contract of an item search: given baskets, a requirement on itemsets, optionally a tree and utility constraints,
 * decide which items to generalize together and which to suppress.
 * Every item search promises: the release satisfies the requirement; no generalized item crosses a utility constraint;
 * the order of baskets does not matter (except for the part of a basket under local recoding); it checks `run.signal`
 * often.
 */
import type { Baskets } from '../baskets/baskets.ts'
import type { ItemGrouping, ItemGroupings } from '../baskets/itemset-grouping.ts'
import { didYouMean, masked, userError } from '../ground/errors.ts'
import type { OptionValues, PublishedPart } from '../ground/options.ts'
import type { Tree } from '../hierarchy/hierarchy.ts'
import type { ItemRequirement } from '../requirements/items/item-requirement.ts'

import { keepPace } from './pace.ts'
import type { NoneExists, SearchDetails, SearchProgress, SearchRun, Stages } from './search.ts'
import { SLOWNESS } from './work.ts'

/** A partition of the items: only items of the same part may be generalized together. */
export interface UtilityConstraints {
  readonly description: string
  readonly constraints: Int32Array
  readonly count: number
}

export interface ItemSearchProblem {
  readonly baskets: Baskets
  readonly requirement: ItemRequirement
  /** A taxonomy whose leaves are items. Leaves that no basket holds are allowed. */
  readonly tree?: Tree
  readonly utility?: UtilityConstraints
  readonly suppressionLimit: number
  /** Set if the baskets are a sample: their share. */
  readonly share?: number | undefined
}

/** The problem on a sample: k of all baskets become ⌈k·share⌉ of these, at least 2, as for classes of rows. */
export function problemOfSample(problem: ItemSearchProblem): ItemSearchProblem {
  const { share, requirement } = problem
  if (share === undefined) return problem
  return { ...problem, requirement: { ...requirement, k: Math.max(2, Math.ceil(requirement.k * share)) } }
}

/** Bounds the listed decisions: spelling clusters of thousands of items at each merge would fill the memory. */
export const MOST_STEPS = 1000

/** One of the first decisions. Reveals supports of the original data: not for a published report. */
export interface ItemStep {
  readonly set: readonly string[]
  readonly support: number
  readonly done: string
}

interface ItemSearchResultBase {
  readonly evaluations: number
  /** Details for reports and `--json`: plain JSON, nothing about single baskets. */
  readonly details?: SearchDetails
}

export interface FoundItems extends ItemSearchResultBase {
  readonly outcome: 'found'
  readonly optimal: boolean
  readonly groupings: ItemGroupings
  readonly steps: readonly ItemStep[]
}

/** Stopped early; `best` is a coarser grouping that satisfies the requirement (`coarse-items.ts`). */
export interface ItemSearchStopped extends ItemSearchResultBase {
  readonly outcome: 'cancelled'
  readonly best?: FoundItems
  readonly reason?: string
}

export type ItemSearchResult = FoundItems | NoneExists | ItemSearchStopped

export interface ItemSearchRecord extends PublishedPart {
  readonly kind: 'items'
  readonly needsTree: boolean
  readonly goal: string
  stages?(options: OptionValues): Stages
  /** Throws a UserError if the search does not support the problem. */
  search(problem: ItemSearchProblem, options: OptionValues, run: SearchRun): Promise<ItemSearchResult>
  /** Recodes the baskets of one class of a table at once, with default options and without a limit to suppression. */
  recode?(problem: ItemSearchProblem): ItemGrouping
}

export function leavesOfItems(tree: Tree, items: readonly string[], path: string): Int32Array {
  const leaves = new Map(Array.from(tree.leafNode, (node) => [tree.names[node], node]))
  return Int32Array.from(items, (item) => {
    const leaf = leaves.get(item)
    if (leaf !== undefined) return leaf
    const hint = didYouMean(item, [...leaves.keys()]) || '; add it to the tree, or remove it from the data'
    throw userError('data', path)`item ${masked(item)} is not a leaf of the tree${hint}`
  })
}

/** Work in small steps: yields progress several times in a tenth of a second, returns its result. */
export type StepwiseWork<Result> = Generator<SearchProgress, Result, void>

export function drain<Result>(work: StepwiseWork<Result>): Result {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}

export interface ItemTally {
  evaluations: number
  scanned: number
}

const WORK_PER_LOOK = SLOWNESS * 1e-8

/** Runs stepwise work with pauses for signals and timers; undefined if cancelled. */
export async function runStepwise<Result>(
  work: StepwiseWork<Result>,
  run: SearchRun,
  tally: Readonly<ItemTally> = { evaluations: 0, scanned: 0 },
): Promise<Result | undefined> {
  const pace = keepPace(run)
  let looks = 0
  while (run.signal?.aborted !== true) {
    const step = work.next()
    if (step.done) return step.value
    const now = tally.evaluations + tally.scanned
    run.work?.spend((now - looks) * WORK_PER_LOOK)
    looks = now
    if (!pace.due()) continue
    run.progress?.(step.value)
    await pace.rest()
  }
  return undefined
}
