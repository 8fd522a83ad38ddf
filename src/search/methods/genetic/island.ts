/** One island: steady-state GENITOR (Whitley 1989) on its part of the population, with its own random stream. */
import type { Random } from '../../../ground/random.ts'
import type { WorkContext } from '../../../ground/workers/pool.ts'
import { chromosomeLayout, fillRandomBits } from '../../chromosome/chromosome.ts'
import { createFitness } from '../../chromosome/fitness.ts'
import { mutate } from '../../chromosome/mutation.ts'
import { createPopulation, type Individual, memberAt, offerBits, type Pool } from '../../chromosome/population.ts'
import { createRepair } from '../../chromosome/repair.ts'
import type { Share } from '../../improve/local-search.ts'
import { improveMembers, type Members, openMembers } from '../../improve/members.ts'
import type { SearchProblem } from '../../search.ts'
import { cross } from './crossover.ts'
import type { SettledOptions } from './options.ts'
import { selectOtherRank, selectRank } from './selection.ts'

export interface Island extends Pool {
  readonly problem: SearchProblem
  readonly random: Random
  readonly mutation: number
  repair(bits: Uint8Array): void
  readonly child: Uint8Array
  readonly differing: Int32Array
  /** Undefined with `improve: none`. */
  readonly members: Members | undefined
}

/** How much likelier the best is to be a parent than the median. */
const BIAS = 1.5

export function openIsland(problem: SearchProblem, options: SettledOptions, capacity: number, random: Random): Island {
  const layout = chromosomeLayout(problem.hierarchies)
  const pool = { population: createPopulation(capacity, layout.bits), measure: createFitness(problem, layout) }
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
    members:
      options.improve === 'none' ? undefined : openMembers(problem, { ...pool, repair, random, isOrdered, select }),
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
  const { population, members } = island
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
  if (members !== undefined && best !== undefined)
    await improveMembers(members, children, context, share && { best, share })
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

export function islandFigures({ problem, population, measure, members }: Island) {
  const { evaluations } = measure.evaluator
  return {
    evaluations: evaluations + (members?.localSearch.programs ?? 0),
    distinct: population.seen.size,
    looks: evaluations * problem.frequencies.combinations + (members?.localSearch.looks() ?? 0),
  }
}
