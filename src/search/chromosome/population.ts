/**
 * A population in flat arrays, sorted best first; a better child replaces the worst (GENITOR). Remembers every
 * chromosome offered: the worst member only improves, so a refused one would be refused again.
 */
import { chromosomeKey } from './chromosome.ts'
import { compareBits, compareFitness, emptyFitness, type Fitness, type FitnessFunction } from './fitness.ts'

export interface Population {
  readonly capacity: number
  size: number
  readonly seen: Set<string>
  /** The population's array, not a copy. */
  bitsAt(rank: number): Uint8Array
  fitnessAt(rank: number): Fitness
  isNew(bits: Uint8Array): boolean
  /** Copies a chromosome in at its rank if there is room or it beats the worst. */
  insert(bits: Uint8Array, fitness: Fitness): boolean
  worst(): Fitness | undefined
}

export function createPopulation(capacity: number, bitCount: number): Population {
  const chromosomes = Array.from({ length: capacity }, () => new Uint8Array(bitCount))
  const fitnesses = Array.from({ length: capacity }, emptyFitness)
  const order = new Int32Array(capacity)
  const seen = new Set<string>()

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

export interface Pool {
  readonly population: Population
  readonly measure: FitnessFunction
}

export function offerBits({ population, measure }: Pool, bits: Uint8Array): void {
  if (!population.isNew(bits)) return
  const fitness = emptyFitness()
  measure(bits, fitness, population.worst())
  population.insert(bits, fitness)
}

export function memberAt(population: Population, rank: number): Individual {
  return { bits: population.bitsAt(rank).slice(), fitness: { ...population.fitnessAt(rank) } }
}
