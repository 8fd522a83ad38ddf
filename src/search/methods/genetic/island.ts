/**
 * One island: GENITOR (Whitley 1989) on its own part of the population, with its own stream of chance. Steady state: two parents by
 * rank, one child by crossover and mutation, repaired; a child seen before is discarded; a better one than the worst takes its place.
 */
import type { Random } from '../../../ground/random.ts'
import type { WorkContext } from '../../../ground/workers/pool.ts'
import { chromosomeKey, chromosomeLayout, fillFewBits, fillRandomBits } from '../../chromosome/chromosome.ts'
import { compareFitness, createFitness, emptyFitness, type Fitness } from '../../chromosome/fitness.ts'
import { mutate } from '../../chromosome/mutation.ts'
import { createRepair } from '../../chromosome/repair.ts'
import { createLocalSearch, type Share } from '../../improve/local-search.ts'
import type { SearchProblem } from '../../search.ts'
import { crossovers } from './crossover.ts'
import type { GeneticOptions } from './options.ts'
import { createPopulation } from './population.ts'
import { selectOtherRank, selectRank } from './selection.ts'

export interface Individual {
  readonly bits: Uint8Array
  readonly fitness: Fitness
}

export interface Island {
  /** Takes the seeds in and begins to improve the best of them column by column, or goes on with that. False: it is not through after so many looks. */
  improveFirst(seeds: readonly Uint8Array[], looks: number, context: WorkContext): Promise<boolean>
  /** Fills the population: the all-zero chromosome, the seeds, random ones; `afresh`: what there was is thrown away. */
  settle(seeds: readonly Uint8Array[], afresh: boolean, context: WorkContext): Promise<void>
  /** Takes the immigrants in, makes so many children, improves some members. Returns the children made. `share`: of the valley of the best it has now. */
  breed(children: number, immigrants: readonly Individual[], context: WorkContext, share?: Share): Promise<number>
  /** The best members, best first, as copies. */
  best(count: number): Individual[]
  /** Recodings evaluated, and column programs solved. */
  evaluations(): number
  /** Different chromosomes evaluated since it was settled. */
  distinct(): number
  /** Combinations and cells looked at: what it has cost so far, whatever the machine. */
  looks(): number
}

/** Members that are improved before the population is filled. */
const IMPROVED_FIRST = 3
/** Rounds over all columns that a part of the first improvements has room for. */
const ROUNDS = 3
/** Random chromosomes that are improved in an epoch. */
const NEWCOMERS = 2
/** Times that the best is thrown and improved in an epoch of ordered partitions. */
const KICKS = 16
/** What improving may cost at most in an epoch: so many times what its children cost, and at least so many looks. */
const MOST_IMPROVING = 4
const FEWEST_LOOKS = 1e6

export function createIsland(
  problem: SearchProblem,
  options: GeneticOptions,
  capacity: number,
  random: Random,
): Island {
  const layout = chromosomeLayout(problem.hierarchies)
  const repair = createRepair(layout)
  const measure = createFitness(problem, layout)
  const localSearch = createLocalSearch(problem, layout, measure)
  const population = createPopulation(capacity, layout.bits)
  // Chromosomes that local search has been given or has ended in, and those whose valley it has tried to leave.
  const improved = new Set<string>()
  const escaped = new Set<string>()
  // A best that other islands have too, and this island's part in leaving its valley.
  let shared: { readonly key: string; readonly share: Share } | undefined
  // What is improved before there is a population, each as far as it has come.
  let begun: Individual[] = []
  const isOrdered = options.partitions !== 'taxonomy'
  const everyColumn = layout.hierarchies.map((_, column) => column)
  const cross = crossovers[options.crossover]
  const child = new Uint8Array(layout.bits)
  const differing = new Int32Array(layout.bits)
  const fitness = emptyFitness()

  /** Evaluates the child unless it was seen before, and lets it in if it is good enough. */
  function offer(): void {
    if (!population.isNew(child)) return
    measure(child, fitness, population.worst())
    population.insert(child, fitness)
  }

  async function offerAll(chromosomes: readonly Uint8Array[], context: WorkContext): Promise<void> {
    for (const chromosome of chromosomes) {
      child.set(chromosome)
      offer()
      await context.pause()
      if (context.stopped()) return
    }
  }

  async function improveFirst(seeds: readonly Uint8Array[], looksLeft: number, context: WorkContext): Promise<boolean> {
    // A round over all columns must fit, or it would never be seen that none gains.
    const round = 2 * problem.frequencies.combinations * problem.hierarchies.length
    const limited = within(Math.max(looksLeft, ROUNDS * round), context)
    if (population.size === 0) {
      child.fill(0)
      offer()
      await offerAll(seeds, limited)
      begun = Array.from({ length: Math.min(IMPROVED_FIRST, population.size) }, (_, rank) => copyAt(rank))
    }
    while (begun.length > 0 && !limited.stopped()) {
      const [{ bits, fitness: own }] = begun
      await localSearch.improve(bits, own, random, limited)
      if (!limited.stopped()) {
        improved.add(chromosomeKey(bits))
        begun.shift()
      }
      take(bits, own)
    }
    return begun.length === 0
  }

  /** The same context, stopped after so many looks too. */
  function within(more: number, context: WorkContext): WorkContext {
    const end = looks() + more
    return { ...context, stopped: () => context.stopped() || looks() >= end }
  }

  function looks(): number {
    return measure.evaluator.evaluations * problem.frequencies.combinations + localSearch.looks()
  }

  async function settle(seeds: readonly Uint8Array[], afresh: boolean, context: WorkContext): Promise<void> {
    if (afresh) {
      population.clear()
      improved.clear()
      escaped.clear()
    }
    child.fill(0)
    offer()
    await offerAll(seeds, context)
    // A small space has fewer solutions than the population has places: give up filling it after many repeats.
    for (let attempt = 0; population.size < capacity && attempt < 4 * capacity; attempt++) {
      await context.pause()
      if (context.stopped()) return
      fillRandomBits(child, random)
      repair(child)
      offer()
    }
  }

  async function breed(
    children: number,
    immigrants: readonly Individual[],
    context: WorkContext,
    share?: Share,
  ): Promise<number> {
    for (const immigrant of immigrants) {
      if (population.isNew(immigrant.bits)) population.insert(immigrant.bits, immigrant.fitness)
    }
    shared = share && population.size > 0 ? { key: chromosomeKey(population.bitsAt(0)), share } : undefined
    let made = 0
    if (population.size >= 2) {
      for (; made < children; made++) {
        const pause = context.pause()
        if (pause !== undefined) await pause
        if (context.stopped()) return made
        const a = selectRank(population.size, options.bias, random)
        const b = selectOtherRank(a, population.size, options.bias, random)
        cross(population.bitsAt(a), population.bitsAt(b), child, differing, random)
        mutate(child, options.mutation, random)
        repair(child)
        offer()
      }
    }
    if (options.localSearch && population.size > 0) {
      const most = Math.max(FEWEST_LOOKS, MOST_IMPROVING * children * problem.frequencies.combinations)
      await improveSome(within(most, context))
    }
    return children
  }

  /** The best member not yet improved, one drawn by rank, and newcomers: their valleys may be ones that no member knows. */
  async function improveSome(context: WorkContext): Promise<void> {
    let rank = 0
    while (rank < population.size && improved.has(chromosomeKey(population.bitsAt(rank)))) rank++
    if (rank < population.size) await improveMember(rank, context)
    await leaveValley(context)
    await improveMember(selectRank(population.size, options.bias, random), context)
    if (isOrdered) await kickBest(context)
    for (let i = 0; i < NEWCOMERS; i++) {
      if (isOrdered) throwColumns(child, everyColumn)
      else fillRandomBits(child, random)
      repair(child)
      measure(child, fitness)
      await improve(child.slice(), { ...fitness }, context)
    }
  }

  /**
   * Iterated local search around the best: some of its columns are thrown elsewhere, or a few of its endpoints are changed, and all columns are
   * improved again, these last: a column can seldom become finer before another has made room.
   */
  async function kickBest(context: WorkContext): Promise<void> {
    const home = copyAt(0)
    for (let i = 0; i < KICKS && !context.stopped(); i++) {
      const bits = home.bits.slice()
      const columns = Array.from({ length: 1 + random.integer(3) }, anyColumn)
      if (i % 2 === 0) for (const column of columns) flipOne(bits, column)
      else throwColumns(bits, columns)
      const own = emptyFitness()
      measure(bits, own)
      await improve(bits, own, context, [...new Set(columns)])
      if (compareFitness(own, home.fitness) > 0) continue
      home.bits.set(bits)
      Object.assign(home.fitness, own)
    }
  }

  function anyColumn(): number {
    return random.integer(everyColumn.length)
  }

  /** An endpoint of a column is set or cleared. */
  function flipOne(bits: Uint8Array, column: number): void {
    const from = layout.offsets[column]
    const size = layout.offsets[column + 1] - from
    if (size > 0) bits[from + random.integer(size)] ^= 1
  }

  function throwColumns(bits: Uint8Array, columns: readonly number[]): void {
    for (const column of columns) fillFewBits(layout, bits, column, random)
  }

  /** Tries to leave the valley of the best member, once for each best. */
  async function leaveValley(context: WorkContext): Promise<void> {
    const bits = population.bitsAt(0).slice()
    const own = { ...population.fitnessAt(0) }
    for (let key = chromosomeKey(bits); !escaped.has(key) && !context.stopped(); key = chromosomeKey(bits)) {
      await localSearch.escape(bits, own, random, context, shared?.key === key ? shared.share : undefined)
      if (!context.stopped()) escaped.add(key)
    }
    improved.add(chromosomeKey(bits))
    take(bits, own)
  }

  function take(bits: Uint8Array, own: Fitness): void {
    if (population.isNew(bits)) population.insert(bits, own)
  }

  async function improveMember(rank: number, context: WorkContext): Promise<void> {
    const { bits, fitness: own } = copyAt(rank)
    await improve(bits, own, context)
  }

  function copyAt(rank: number): Individual {
    return { bits: population.bitsAt(rank).slice(), fitness: { ...population.fitnessAt(rank) } }
  }

  async function improve(
    bits: Uint8Array,
    own: Fitness,
    context: WorkContext,
    last?: readonly number[],
  ): Promise<void> {
    if (improved.has(chromosomeKey(bits)) || context.stopped()) return
    improved.add(chromosomeKey(bits))
    await localSearch.improve(bits, own, random, context, last)
    improved.add(chromosomeKey(bits))
    take(bits, own)
  }

  return {
    improveFirst,
    settle,
    breed,
    best: (count) => Array.from({ length: Math.min(count, population.size) }, (_, rank) => copyAt(rank)),
    evaluations: () => measure.evaluator.evaluations + localSearch.programs,
    distinct: () => population.seen.size,
    looks,
  }
}
