/**
 * The contract of an item search: given baskets, a requirement on itemsets, perhaps a tree and utility constraints, decide which
 * items are published as one generalized item and which are suppressed.
 *
 * Every item search promises: the release that its groupings make satisfies the requirement; no generalized item crosses a utility
 * constraint; the order of the baskets changes nothing (except which part a basket falls into, under local recoding); it looks at
 * `run.signal` often.
 */

import type { Baskets } from '../baskets/baskets.ts'
import type { ItemGroupings } from '../baskets/itemset-grouping.ts'
import { didYouMean, masked, userError } from '../ground/errors.ts'
import type { OptionValues, PublishedPart } from '../ground/options.ts'
import type { Tree } from '../hierarchy/hierarchy.ts'
import type { ItemRequirement } from '../requirements/items/item-requirement.ts'

import { keepPace } from './pace.ts'
import type { NoneExists, SearchDetails, SearchProgress, SearchRun } from './search.ts'
import { SLOWNESS } from './work.ts'

/** Which items may be generalized together, as a partition of the items. */
export interface UtilityConstraints {
  /** How they were made, for reports. */
  readonly description: string
  /** Constraint of each item; items of one constraint may be generalized together. */
  readonly constraintOf: Int32Array
  readonly count: number
}

export interface ItemSearchProblem {
  readonly baskets: Baskets
  readonly requirement: ItemRequirement
  /** A taxonomy whose leaves are items, for searches that need one. Leaves that no basket holds are allowed. */
  readonly tree?: Tree
  /** Which items may be generalized together; any when absent. */
  readonly utility?: UtilityConstraints
  /** The largest share of items that may be suppressed, 0 to 1. */
  readonly suppressionLimit: number
  /** Where the baskets are a sample of all: their share. */
  readonly share?: number | undefined
}

/**
 * The problem as a search on a sample is given it: a set that must occur in k of all baskets is asked for ⌈k·share⌉ of these, at least 2, as
 * classes of rows are.
 */
export function problemOfSample(problem: ItemSearchProblem): ItemSearchProblem {
  const { share, requirement } = problem
  if (share === undefined) return problem
  return { ...problem, requirement: { ...requirement, k: Math.max(2, Math.ceil(requirement.k * share)) } }
}

/** Decisions that a result lists at most: clusters of thousands of items, spelled at each merge, would fill the memory. */
export const MOST_STEPS = 1000

/**
 * One of the first decisions of a search: the set that was too rare, its support at that moment, and what was done. It tells supports
 * of the original data: for tests and for the steward's eyes, not for a published report.
 */
export interface ItemStep {
  readonly set: readonly string[]
  readonly support: number
  readonly done: string
}

interface ItemSearchResultBase {
  /** Candidate merges or lifts looked at. */
  readonly evaluations: number
  /** What the search wants to tell in reports and `--json`. Plain JSON, nothing of single baskets. */
  readonly details?: SearchDetails
}

export interface FoundItems extends ItemSearchResultBase {
  readonly outcome: 'found'
  readonly optimal: boolean
  readonly groupings: ItemGroupings
  readonly steps: readonly ItemStep[]
}

/** Stopped early. What was done until then does not satisfy the requirement; `best` is something coarser that does (`coarse-items.ts`). */
export interface ItemSearchStopped extends ItemSearchResultBase {
  readonly outcome: 'cancelled'
  readonly best?: FoundItems
  /** Why there is none. */
  readonly reason?: string
}

export type ItemSearchResult = FoundItems | NoneExists | ItemSearchStopped

export interface ItemSearchRecord extends PublishedPart {
  /** Recodes items of baskets. */
  readonly kind: 'items'
  /** Whether it works along a tree of items. */
  readonly needsTree: boolean
  /** The name of the metric that it makes small. */
  readonly goal: string
  /** Throws a UserError when the search cannot work on such a problem. */
  search(problem: ItemSearchProblem, options: OptionValues, run: SearchRun): Promise<ItemSearchResult>
}

/** The leaf of each item in a tree of items. `path` is what an item that has none is about. */
export function leavesOfItems(tree: Tree, items: readonly string[], path: string): Int32Array {
  const leafOf = new Map(Array.from(tree.leafNode, (node) => [tree.names[node], node]))
  return Int32Array.from(items, (item) => {
    const leaf = leafOf.get(item)
    if (leaf !== undefined) return leaf
    const hint = didYouMean(item, [...leafOf.keys()]) || '; add it to the tree, or remove it from the data'
    throw userError('data', path)`item ${masked(item)} is not a leaf of the tree${hint}`
  })
}

/** Work in small steps: yields its progress several times in a tenth of a second, returns its result. */
export type StepwiseWork<Result> = Generator<SearchProgress, Result, void>

/** What an item search has done so far. */
export interface ItemTally {
  /** Candidate merges or lifts. */
  evaluations: number
  /** Entries of baskets, and clusters, that were looked at. */
  scanned: number
}

/** Units of work for each of those. */
const WORK_PER_LOOK = SLOWNESS * 1e-8

/** Runs stepwise work, letting signals and timers in between; undefined when it was cancelled. */
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
