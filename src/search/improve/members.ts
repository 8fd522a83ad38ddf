/** Improves members of an evolving population by local search: seeds first, some members after each epoch. */
import type { WorkContext } from '../../ground/workers/pool.ts'
import { chromosomeKey, chromosomeLayout, fillFewBits, fillRandomBits, type Layout } from '../chromosome/chromosome.ts'
import { compareFitness, emptyFitness, type Fitness } from '../chromosome/fitness.ts'
import { type Individual, memberAt, offerBits } from '../chromosome/population.ts'
import type { Island } from '../method.ts'
import type { SearchProblem } from '../search.ts'
import { LocalSearch, type Share } from './local-search.ts'

interface Members extends Island {
  readonly isOrdered: boolean
  readonly layout: Layout
  readonly localSearch: LocalSearch
  readonly combinations: number
  readonly improved: Set<string>
  readonly escaped: Set<string>
  begun: Individual[]
  /** Doubles with each slice that changes nothing and does not end. */
  patience: number
}

const IMPROVED_FIRST = 3
const ROUNDS = 3
const NEWCOMERS = 2
const KICKS = 16
/** Looks per epoch: at most this multiple of the cost of its children, at least FEWEST_LOOKS. */
const MOST_IMPROVING = 4
const FEWEST_LOOKS = 1e6

/** `isOrdered`: groups need not be tree nodes, so that the space has more optima. */
export function openMembers(problem: SearchProblem, island: Island, isOrdered: boolean) {
  const layout = chromosomeLayout(problem.hierarchies)
  const localSearch = new LocalSearch(problem, layout, island.measure)
  const { combinations } = problem.frequencies
  const members: Members = {
    ...island,
    isOrdered,
    layout,
    localSearch,
    combinations,
    improved: new Set(),
    escaped: new Set(),
    begun: [],
    patience: 1,
  }
  return {
    /** Inserts the seeds and improves the best of them, or continues. False if not finished after `looks`. */
    improveSeeds: (seeds: readonly Uint8Array[], looks: number, context: WorkContext) =>
      improveSeeds(members, seeds, looks, context),
    /** After an epoch. */
    improveMembers: (children: number, context: WorkContext, shared: SharedBest) =>
      improveMembers(members, children, context, shared),
    figures: () => ({ programs: localSearch.programs, looks: localSearch.looks() }),
  }
}

/** A best member that other islands may have too, and this island's part in escaping from it. */
interface SharedBest {
  readonly best: Uint8Array
  readonly share: Share
}

async function improveSeeds(
  members: Members,
  seeds: readonly Uint8Array[],
  looks: number,
  context: WorkContext,
): Promise<boolean> {
  const { population, layout } = members
  // A slice must fit a full round, or convergence would never be detected.
  const round = 2 * members.combinations * layout.hierarchies.length
  const limited = within(members, members.patience * Math.max(looks, ROUNDS * round), context)
  if (population.size === 0) {
    offerBits(members, new Uint8Array(layout.bits))
    for (const seed of seeds) {
      offerBits(members, seed)
      await limited.pause()
      if (limited.stopped()) break
    }
    members.begun = Array.from({ length: Math.min(IMPROVED_FIRST, population.size) }, (_, rank) =>
      memberAt(population, rank),
    )
  }
  const { begun } = members
  while (begun.length > 0 && !limited.stopped()) {
    const [{ bits, fitness }] = begun
    const before = chromosomeKey(bits)
    await members.localSearch.improve(bits, fitness, members.random, limited)
    if (limited.stopped() && chromosomeKey(bits) === before) members.patience *= 2
    if (!limited.stopped()) {
      members.improved.add(chromosomeKey(bits))
      begun.shift()
    }
    take(members, bits, fitness)
  }
  return begun.length === 0
}

/** Improves, after an epoch, the best member not yet improved, one drawn by rank, and random newcomers. */
async function improveMembers(
  members: Members,
  children: number,
  context: WorkContext,
  shared: SharedBest,
): Promise<void> {
  const { population, layout, random, isOrdered } = members
  const limited = within(members, Math.max(FEWEST_LOOKS, MOST_IMPROVING * children * members.combinations), context)
  let rank = 0
  while (rank < population.size && members.improved.has(chromosomeKey(population.bitsAt(rank)))) rank++
  if (rank < population.size) await improve(members, memberAt(population, rank), limited)
  await leaveValley(members, limited, shared)
  await improve(members, memberAt(population, members.select()), limited)
  if (isOrdered) await kickBest(members, limited)
  for (let i = 0; i < NEWCOMERS; i++) {
    const bits = new Uint8Array(layout.bits)
    if (isOrdered) throwColumns(members, bits, [...layout.hierarchies.keys()])
    else fillRandomBits(bits, random)
    members.repair(bits)
    const fitness = emptyFitness()
    members.measure(bits, fitness)
    await improve(members, { bits, fitness }, limited)
  }
}

function within(members: Members, more: number, context: WorkContext): WorkContext {
  const { measure, localSearch, combinations } = members
  const looks = () => measure.evaluator.evaluations * combinations + localSearch.looks()
  const end = looks() + more
  return { ...context, stopped: () => context.stopped() || looks() >= end }
}

/** Iterated local search around the best: improves the perturbed columns last, so that others make room first. */
async function kickBest(members: Members, context: WorkContext): Promise<void> {
  const { population, layout, random } = members
  const home = memberAt(population, 0)
  for (let i = 0; i < KICKS && !context.stopped(); i++) {
    const bits = home.bits.slice()
    const columns = Array.from({ length: 1 + random.integer(3) }, () => random.integer(layout.hierarchies.length))
    if (i % 2 === 0) for (const column of columns) flipOne(members, bits, column)
    else throwColumns(members, bits, columns)
    const fitness = emptyFitness()
    members.measure(bits, fitness)
    await improve(members, { bits, fitness }, context, [...new Set(columns)])
    if (compareFitness(fitness, home.fitness) > 0) continue
    home.bits.set(bits)
    Object.assign(home.fitness, fitness)
  }
}

function flipOne({ layout: { offsets }, random }: Members, bits: Uint8Array, column: number): void {
  const size = offsets[column + 1] - offsets[column]
  if (size > 0) bits[offsets[column] + random.integer(size)] ^= 1
}

function throwColumns({ layout, random }: Members, bits: Uint8Array, columns: readonly number[]): void {
  for (const column of columns) fillFewBits(layout, bits, column, random)
}

async function leaveValley(members: Members, context: WorkContext, shared: SharedBest): Promise<void> {
  const { population, localSearch, random, escaped } = members
  const { bits, fitness } = memberAt(population, 0)
  const sharedKey = chromosomeKey(shared.best)
  for (let key = chromosomeKey(bits); !escaped.has(key) && !context.stopped(); key = chromosomeKey(bits)) {
    await localSearch.escape(bits, fitness, random, context, sharedKey === key ? shared.share : undefined)
    if (!context.stopped()) escaped.add(key)
  }
  members.improved.add(chromosomeKey(bits))
  take(members, bits, fitness)
}

function take({ population }: Members, bits: Uint8Array, fitness: Fitness): void {
  if (population.isNew(bits)) population.insert(bits, fitness)
}

async function improve(
  members: Members,
  { bits, fitness }: Individual,
  context: WorkContext,
  last?: readonly number[],
): Promise<void> {
  const { improved } = members
  if (improved.has(chromosomeKey(bits)) || context.stopped()) return
  improved.add(chromosomeKey(bits))
  await members.localSearch.improve(bits, fitness, members.random, context, last)
  improved.add(chromosomeKey(bits))
  take(members, bits, fitness)
}
