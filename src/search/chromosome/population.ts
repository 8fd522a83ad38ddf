/**
 * A population kept sorted, best first, in flat arrays: members are slots, and an order of slots is all that moves. The worst
 * is replaced by whoever is better (GENITOR). Every chromosome that was ever offered is remembered, so that none is evaluated
 * twice: since the worst member only ever improves, one that was refused or dropped would be refused again.
 */
import { chromosomeKey } from './chromosome.ts'
import { compareBits, compareFitness, emptyFitness, type Fitness, type FitnessFunction } from './fitness.ts'

export interface Population {
  readonly capacity: number
  size: number
  /** Chromosomes offered so far. */
  readonly seen: Set<string>
  /** Member at a rank; the array is the population's own. */
  bitsAt(rank: number): Uint8Array
  fitnessAt(rank: number): Fitness
  /** Notes the chromosome; false when it was offered before. */
  isNew(bits: Uint8Array): boolean
  /** Takes a chromosome in at its rank if there is room or it beats the worst. Copies what it is given. */
  insert(bits: Uint8Array, fitness: Fitness): boolean
  /** The worst member when full: a child must beat it. */
  worst(): Fitness | undefined
}

export function createPopulation(capacity: number, bitCount: number): Population {
  const chromosomes = Array.from({ length: capacity }, () => new Uint8Array(bitCount))
  const fitnesses = Array.from({ length: capacity }, emptyFitness)
  const order = new Int32Array(capacity)
  const seen = new Set<string>()

  /** First rank whose member is worse than the candidate. */
  function rankFor(bits: Uint8Array, fitness: Fitness): number {
    let low = 0
    let high = population.size
    while (low < high) {
      const middle = (low + high) >> 1
      const slot = order[middle]
      const difference = compareFitness(fitness, fitnesses[slot]) || compareBits(bits, chromosomes[slot])
      if (difference < 0) high = middle
      else low = middle + 1
    }
    return low
  }

  const population: Population = {
    capacity,
    size: 0,
    seen,
    bitsAt: (rank) => chromosomes[order[rank]],
    fitnessAt: (rank) => fitnesses[order[rank]],
    isNew(bits) {
      const before = seen.size
      seen.add(chromosomeKey(bits))
      return seen.size > before
    },
    insert(bits, fitness) {
      const rank = rankFor(bits, fitness)
      if (rank === capacity) return false
      const slot = population.size < capacity ? population.size++ : order[capacity - 1]
      order.copyWithin(rank + 1, rank, population.size - 1)
      order[rank] = slot
      chromosomes[slot].set(bits)
      Object.assign(fitnesses[slot], fitness)
      return true
    },
    worst: () => (population.size === capacity ? fitnesses[order[capacity - 1]] : undefined),
  }
  return population
}

export interface Individual {
  readonly bits: Uint8Array
  readonly fitness: Fitness
}

/** A population, and how chromosomes that are offered to it are measured. */
export interface Pool {
  readonly population: Population
  readonly measure: FitnessFunction
}

/** Evaluates a chromosome unless it was seen before, and lets it in if it is good enough. */
export function offerBits({ population, measure }: Pool, bits: Uint8Array): void {
  if (!population.isNew(bits)) return
  const fitness = emptyFitness()
  measure(bits, fitness, population.worst())
  population.insert(bits, fitness)
}

/** A copy of the member at a rank. */
export function memberAt(population: Population, rank: number): Individual {
  return { bits: population.bitsAt(rank).slice(), fitness: { ...population.fitnessAt(rank) } }
}
