/**
 * Start and improvement for methods that use them while they work. `run-search.ts` hands the functions over, so that a
 * method imports neither `start/` nor `improve/`. A stage that is `none` provides nothing.
 */
import type { Random } from '../ground/random.ts'
import type { WorkContext } from '../ground/workers/pool.ts'
import type { Grouping } from '../hierarchy/grouping.ts'
import type { Layout } from './chromosome/chromosome.ts'
import type { Individual, Pool } from './chromosome/population.ts'
import type { Node } from './levels/ladder.ts'
import type { SearchProblem, SearchRun } from './search.ts'

export interface Support {
  /** First members of a population; `beside` may be computed while those of `first` are improved. */
  readonly seeds?: { readonly first: SeedSource; readonly beside?: SeedSource | undefined } | undefined
  readonly levels?: ((space: LevelSpace) => LevelStart) | undefined
  readonly members?: MemberSupport | undefined
  readonly front?: FrontSupport | undefined
}

export interface Seeds {
  readonly chromosomes: readonly Uint8Array[]
  readonly evaluations: number
}

/** `improved` is called for each acceptable best. */
export type SeedSource = (
  problem: SearchProblem,
  layout: Layout,
  run: SearchRun,
  improved: (best: Individual) => void,
) => Promise<Seeds>

/** A lattice of levels. Every look counts for the method, and the best is kept there. */
export interface LevelSpace {
  readonly tops: Node
  readonly random: Random
  best(): Node | undefined
  look(node: Node): { readonly acceptable: boolean; readonly value: number; readonly suppressedRows: number }
  /** The prices that a step to a finer node saves; no step gains more if `isPriced`. */
  spared(node: Node, finer: Node): number
  readonly isPriced: boolean
  goOn(): Promise<boolean> | boolean
}

/** Finds good nodes early, so that bounds rule out more. Both return false if stopped. */
export interface LevelStart {
  descend(): Promise<boolean>
  /** Local search from the best node so far, each time twice as long. */
  improve(): Promise<boolean>
}

/** Improves the members of populations. Workers open it from `module`, one thread from `open`. */
export interface MemberSupport {
  readonly module: URL
  readonly open: OpenImprover
  readonly bounds: boolean
}

/** `whole` is the problem on all codes; members may be of one with merged codes. */
export type OpenImprover = (whole: SearchProblem) => Improver

export interface Improver {
  openMembers(problem: SearchProblem, breeding: Breeding): MemberImprover
  /** Raises the lower bound of all recodings; undefined if the goal has none. */
  bound(looks: number, incumbent: number, context: WorkContext): Promise<LowerBound | undefined>
  polish(groupings: readonly Grouping[], random: Random, context: WorkContext): Promise<Polished>
}

export interface Breeding extends Pool {
  readonly random: Random
  repair(bits: Uint8Array): void
  readonly isOrdered: boolean
  select(): number
}

export interface MemberImprover {
  /** Inserts the seeds and improves the best of them, or continues. False if not finished after `looks`. */
  improveSeeds(seeds: readonly Uint8Array[], looks: number, context: WorkContext): Promise<boolean>
  /** Improves some members after an epoch. */
  improveMembers(children: number, context: WorkContext, shared?: SharedBest): Promise<void>
  figures(): { readonly programs: number; readonly looks: number }
}

/** A best member shared with other islands, and this island's part in escaping from it: every `of`-th column. */
export interface SharedBest {
  readonly best: Uint8Array
  readonly share: Share
}

export interface Share {
  readonly index: number
  readonly of: number
}

export interface Polished {
  readonly groupings: readonly Grouping[]
  readonly value: number
  readonly evaluations: number
}

export interface LowerBound {
  readonly value: number
  readonly programs: number
  readonly ended: boolean
  readonly solution?: readonly Grouping[]
}

/** A value this near to a lower bound meets it. */
export const ROUNDING = 1e-12

/** Improves a front: further populations, then scores of moves, as a share of a population's. */
export interface FrontSupport {
  readonly restarts: number
  readonly moves: number
  /** Improves the best of the archive, then all of it, with at most `budget` scores. Returns the scores spent. */
  search<Solution extends FrontMember>(front: Front<Solution>, budget: number): Promise<number>
}

export interface FrontMember {
  readonly bits: Uint8Array
  readonly objectives: ArrayLike<number>
}

export interface Front<Solution extends FrontMember> {
  readonly layout: Layout
  readonly archive: { readonly members: readonly Solution[]; offer(solution: Solution): void }
  readonly first: Solution | undefined
  readonly random: Random
  /** Undefined if the search was stopped meanwhile. */
  score(chromosomes: readonly Uint8Array[]): Promise<readonly Solution[] | undefined>
  /** Negative if a is chosen before b. */
  compare(a: Solution, b: Solution): number
  progress(spent: number): void
}
