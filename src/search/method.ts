/**
 * The contracts of methods: a paper's algorithm and nothing else. `run-search.ts` makes a search of each, with a start
 * and an improvement that the method does not know.
 */
import type { OptionValues } from '../ground/options.ts'
import type { Random } from '../ground/random.ts'
import type { WorkContext } from '../ground/workers/pool.ts'
import type { Layout } from './chromosome/chromosome.ts'
import type { Pool } from './chromosome/population.ts'
import type { Node } from './levels/ladder.ts'
import type { SearchProblem, SearchRecord, SearchResult, SearchRun, Stages } from './search.ts'

export interface MethodRecord extends Omit<SearchRecord, 'search' | 'stages'> {
  readonly starts: readonly Stages['start'][]
  readonly improves: readonly Stages['improve'][]
  readonly presets?: Readonly<Record<string, OptionValues>>
  /** Greedy: the options to try; the best result is improved. */
  attempts?(problem: SearchProblem, options: OptionValues): readonly OptionValues[]
  /** Whether groups of tree columns are tree nodes, as column programs need them. Default: always. */
  cuts?(options: OptionValues): boolean
  /** The moves and suppression of its space, for `improve: moves`. Default: the problem's. */
  moveSpace?(problem: SearchProblem, options: OptionValues): MoveSpace
}

export interface SearchMethod extends MethodRecord {
  /** `start`: for methods over levels with `start: levels`. */
  search(problem: SearchProblem, options: OptionValues, run: SearchRun, start?: OpenLevelStart): Promise<SearchResult>
}

export interface MoveSpace {
  /** Codes at which a group may begin; undefined for columns grouped by tree nodes. */
  readonly starts: readonly (readonly number[] | undefined)[]
  readonly allowance: number
}

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

export type OpenLevelStart = (space: LevelSpace) => LevelStart

/** A method that breeds a population; `islands/` seeds it, and improves its members between epochs. */
export interface BreedingMethod extends MethodRecord {
  /** `isImproved`: members will be improved, so that fewer suffice. */
  settle(problem: SearchProblem, options: OptionValues, isImproved: boolean): IslandOptions
  /** The module from which workers import `openIsland`. */
  readonly module: URL
  readonly openIsland: OpenIsland
}

export interface IslandOptions {
  /** Over all islands, as `iterations`. */
  readonly population: number
  readonly islands: number
  /** The most children. */
  readonly iterations: number
  /** Children without an improvement after which it stops; 0: never. */
  readonly patience: number
  readonly mutation: number
}

export type OpenIsland = (problem: SearchProblem, options: IslandOptions, capacity: number, random: Random) => Island

export interface Island extends Pool {
  readonly random: Random
  repair(bits: Uint8Array): void
  /** Draws the rank of a parent. */
  select(): number
  /** Fills the population. */
  settle(seeds: readonly Uint8Array[], context: WorkContext): Promise<void>
  /** Makes children; returns how many, fewer than `children` only if stopped. */
  breed(children: number, context: WorkContext): Promise<number>
}

/** A method that evolves the front of several objectives; `improve/front-search.ts` runs it. */
export interface FrontMethod<Solution extends FrontMember = FrontMember> extends MethodRecord {
  /** `populations`: how many will be evolved; more than one if the front is improved. A result ends the search. */
  openFront(
    problem: SearchProblem,
    options: OptionValues,
    run: SearchRun,
    populations: number,
  ): Promise<FrontSpace<Solution> | SearchResult>
}

export interface FrontMember {
  readonly bits: Uint8Array
  readonly objectives: ArrayLike<number>
  /** Of the goal. */
  readonly value: number
}

export interface FrontSpace<Solution extends FrontMember> {
  readonly layout: Layout
  /** Chromosomes to score per population. */
  readonly evaluations: number
  /** All non-dominated solutions that were offered. */
  readonly archive: { readonly members: readonly Solution[]; offer(solution: Solution): void }
  /** The solution to release of these. */
  first(solutions: readonly Solution[]): Solution | undefined
  /** Negative if a is chosen before b. */
  compare(a: Solution, b: Solution): number
  /** Undefined if the search was stopped meanwhile. */
  score(chromosomes: readonly Uint8Array[]): Promise<readonly Solution[] | undefined>
  evolve(random: Random, generation: Generation<Solution>): Promise<{ population: readonly Solution[]; done: number }>
  tell(course: FrontCourse): Promise<SearchResult>
  close(): Promise<void>
}

/** Called with the solutions scored last, the population, and the chromosomes scored so far. */
export type Generation<Solution> = (scored: readonly Solution[], population: readonly Solution[], done: number) => void

export interface FrontCourse {
  readonly convergence: NonNullable<SearchResult['convergence']>
  readonly chromosomes: number
  readonly generations: number
  readonly localSearch: number
  readonly distinct: number
}
