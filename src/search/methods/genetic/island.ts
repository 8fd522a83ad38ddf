/** One island: steady-state GENITOR (Whitley 1989) on its part of the population, with its own random stream. */
import type { Random } from '../../../ground/random.ts'
import type { WorkContext } from '../../../ground/workers/pool.ts'
import { chromosomeLayout, fillRandomBits, mutate } from '../../chromosome/chromosome.ts'
import { createFitness } from '../../chromosome/fitness.ts'
import { type Individual, memberAt, offerBits, type Pool, Population } from '../../chromosome/population.ts'
import { createRepair } from '../../chromosome/repair.ts'
import type { SearchProblem } from '../../search.ts'
import type { Improver, MemberImprover, Share } from '../../support.ts'
import type { SettledOptions } from './options.ts'

export interface Island extends Pool {
  readonly problem: SearchProblem
  readonly random: Random
  readonly mutation: number
  repair(bits: Uint8Array): void
  readonly child: Uint8Array
  readonly differing: Int32Array
  /** Undefined with `improve: none`. */
  readonly improver: MemberImprover | undefined
}

/** How much likelier the best is to be a parent than the median. */
const BIAS = 1.5

export function openIsland(
  problem: SearchProblem,
  options: SettledOptions,
  capacity: number,
  random: Random,
  improver?: Improver,
): Island {
  const layout = chromosomeLayout(problem.hierarchies)
  const pool = { population: new Population(capacity, layout.bits), measure: createFitness(problem, layout) }
  const repair = createRepair(layout)
  const isOrdered = options.partitions !== 'taxonomy'
  const select = () => selectRank(pool.population.size, BIAS, random)
  return {
    ...pool,
    problem,
    random,
    mutation: options.mutation,
    repair,
    child: new Uint8Array(layout.bits),
    differing: new Int32Array(layout.bits),
    improver: improver?.openMembers(problem, { ...pool, repair, random, isOrdered, select }),
  }
}

export async function settle(island: Island, seeds: readonly Uint8Array[], context: WorkContext): Promise<void> {
  const { population, child, random } = island
  child.fill(0)
  offerBits(island, child)
  for (const seed of seeds) {
    offerBits(island, seed)
    await context.pause()
    if (context.stopped()) return
  }
  // A small space may have fewer solutions than places: stop after many repeats.
  const { capacity } = population
  for (let attempt = 0; population.size < capacity && attempt < 4 * capacity; attempt++) {
    await context.pause()
    if (context.stopped()) return
    fillRandomBits(child, random)
    island.repair(child)
    offerBits(island, child)
  }
}

/** Inserts the immigrants, makes `children`, improves some members; returns the children made. */
export async function breed(
  island: Island,
  children: number,
  immigrants: readonly Individual[],
  context: WorkContext,
  share?: Share,
): Promise<number> {
  const { population, improver } = island
  for (const immigrant of immigrants) {
    if (population.isNew(immigrant.bits)) population.insert(immigrant.bits, immigrant.fitness)
  }
  const best = population.size > 0 ? population.bitsAt(0).slice() : undefined
  for (let made = 0; made < children && population.size >= 2; made++) {
    const pause = context.pause()
    if (pause !== undefined) await pause
    if (context.stopped()) return made
    makeChild(island)
  }
  if (best !== undefined) await improver?.improveMembers(children, context, share && { best, share })
  return children
}

function makeChild(island: Island): void {
  const { population, random, child } = island
  const a = selectRank(population.size, BIAS, random)
  const b = selectOtherRank(a, population.size, BIAS, random)
  cross(population.bitsAt(a), population.bitsAt(b), child, island.differing, random)
  mutate(child, island.mutation, random)
  island.repair(child)
  offerBits(island, child)
}

export function bestMembers({ population }: Island, count: number): Individual[] {
  return Array.from({ length: Math.min(count, population.size) }, (_, rank) => memberAt(population, rank))
}

export function islandFigures({ problem, population, measure, improver }: Island) {
  const { evaluations } = measure.evaluator
  const { programs, looks } = improver?.figures() ?? { programs: 0, looks: 0 }
  return {
    evaluations: evaluations + programs,
    distinct: population.seen.size,
    looks: evaluations * problem.frequencies.combinations + looks,
  }
}

/** Two-point crossover on the reduced surrogate: cuts only at positions where the parents differ. */
export function cross(a: Uint8Array, b: Uint8Array, child: Uint8Array, differing: Int32Array, random: Random): void {
  const [base, other] = random.integer(2) === 0 ? [a, b] : [b, a]
  child.set(base)
  const count = findDifferences(a, b, differing)
  if (count < 2) return
  // Two different indices x < y, every pair equally likely.
  let x = random.integer(count)
  let y = random.integer(count - 1)
  if (y >= x) y++
  if (y < x) [x, y] = [y, x]
  for (let i = x; i < y; i++) child[differing[i]] = other[differing[i]]
}

function findDifferences(a: Uint8Array, b: Uint8Array, differing: Int32Array): number {
  let count = 0
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) differing[count++] = i
  return count
}

/**
 * Rank selection with linear bias (Whitley 1989, GENITOR): the best of a sorted population is `bias` times as likely to
 * be a parent as the median. With rank 0 the best and u uniform in [0, 1):
 *
 *     rank(u) = ⌊P · (b − √(b² − 4(b − 1)u)) / (2(b − 1))⌋, b = 1: ⌊P · u⌋
 */
export function biasedRank(u: number, population: number, bias: number): number {
  const share = bias === 1 ? u : (bias - Math.sqrt(bias * bias - 4 * (bias - 1) * u)) / (2 * (bias - 1))
  return Math.min(population - 1, Math.floor(population * share))
}

function selectRank(population: number, bias: number, random: Random): number {
  return biasedRank(random.uniform(), population, bias)
}

export function selectOtherRank(first: number, population: number, bias: number, random: Random): number {
  for (let attempt = 0; attempt < 32; attempt++) {
    const rank = selectRank(population, bias, random)
    if (rank !== first) return rank
  }
  return first === 0 ? 1 : first - 1
}
