/** One island: steady-state GENITOR (Whitley 1989) on its part of the population, with its own random stream. */
import type { Random } from '../../../ground/random.ts'
import type { WorkContext } from '../../../ground/workers/pool.ts'
import { chromosomeLayout, fillRandomBits, mutate } from '../../chromosome/chromosome.ts'
import { createFitness } from '../../chromosome/fitness.ts'
import { offerBits, type Pool, Population } from '../../chromosome/population.ts'
import { createRepair } from '../../chromosome/repair.ts'
import type { OpenIsland } from '../../method.ts'

interface State extends Pool {
  readonly random: Random
  readonly mutation: number
  repair(bits: Uint8Array): void
  readonly child: Uint8Array
  readonly differing: Int32Array
}

/** How much likelier the best is to be a parent than the median. */
const BIAS = 1.5

export const openIsland: OpenIsland = (problem, { mutation }, capacity, random) => {
  const layout = chromosomeLayout(problem.hierarchies)
  const shared = {
    population: new Population(capacity, layout.bits),
    measure: createFitness(problem, layout),
    random,
    repair: createRepair(layout),
  }
  const state = { ...shared, mutation, child: new Uint8Array(layout.bits), differing: new Int32Array(layout.bits) }
  return {
    ...shared,
    select: () => selectRank(shared.population.size, BIAS, random),
    settle: (seeds, context) => settle(state, seeds, context),
    breed: (children, context) => breed(state, children, context),
  }
}

async function settle(state: State, seeds: readonly Uint8Array[], context: WorkContext): Promise<void> {
  const { population, child, random } = state
  child.fill(0)
  offerBits(state, child)
  for (const seed of seeds) {
    offerBits(state, seed)
    await context.pause()
    if (context.stopped()) return
  }
  // A small space may have fewer solutions than places: stop after many repeats.
  const { capacity } = population
  for (let attempt = 0; population.size < capacity && attempt < 4 * capacity; attempt++) {
    await context.pause()
    if (context.stopped()) return
    fillRandomBits(child, random)
    state.repair(child)
    offerBits(state, child)
  }
}

async function breed(state: State, children: number, context: WorkContext): Promise<number> {
  for (let made = 0; made < children && state.population.size >= 2; made++) {
    const pause = context.pause()
    if (pause !== undefined) await pause
    if (context.stopped()) return made
    makeChild(state)
  }
  return children
}

function makeChild(state: State): void {
  const { population, random, child } = state
  const a = selectRank(population.size, BIAS, random)
  const b = selectOtherRank(a, population.size, BIAS, random)
  cross(population.bitsAt(a), population.bitsAt(b), child, state.differing, random)
  mutate(child, state.mutation, random)
  state.repair(child)
  offerBits(state, child)
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
