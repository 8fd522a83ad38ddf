/**
 * A population in flat arrays, sorted best first; a better child replaces the worst (GENITOR). Remembers every
 * chromosome offered: the worst member only improves, so a refused one would be refused again.
 */
import { chromosomeKey } from './chromosome.ts'
import { compareBits, compareFitness, emptyFitness, type Fitness, type FitnessFunction } from './fitness.ts'

export class Population {
  size = 0
  readonly capacity: number
  readonly seen = new Set<string>()
  readonly #chromosomes: readonly Uint8Array[]
  readonly #fitnesses: readonly Fitness[]
  readonly #order: Int32Array

  constructor(capacity: number, bitCount: number) {
    this.capacity = capacity
    this.#chromosomes = Array.from({ length: capacity }, () => new Uint8Array(bitCount))
    this.#fitnesses = Array.from({ length: capacity }, emptyFitness)
    this.#order = new Int32Array(capacity)
  }

  /** The population's array, not a copy. */
  bitsAt(rank: number): Uint8Array {
    return this.#chromosomes[this.#order[rank]]
  }

  fitnessAt(rank: number): Fitness {
    return this.#fitnesses[this.#order[rank]]
  }

  isNew(bits: Uint8Array): boolean {
    const before = this.seen.size
    this.seen.add(chromosomeKey(bits))
    return this.seen.size > before
  }

  /** Copies a chromosome in at its rank if there is room or it beats the worst. */
  insert(bits: Uint8Array, fitness: Fitness): boolean {
    const { capacity } = this
    const order = this.#order
    let rank = 0
    for (let high = this.size; rank < high; ) {
      const middle = (rank + high) >> 1
      const difference = compareFitness(fitness, this.fitnessAt(middle)) || compareBits(bits, this.bitsAt(middle))
      if (difference < 0) high = middle
      else rank = middle + 1
    }
    if (rank === capacity) return false
    const slot = this.size < capacity ? this.size++ : order[capacity - 1]
    order.copyWithin(rank + 1, rank, this.size - 1)
    order[rank] = slot
    this.#chromosomes[slot].set(bits)
    Object.assign(this.#fitnesses[slot], fitness)
    return true
  }

  worst(): Fitness | undefined {
    return this.size === this.capacity ? this.fitnessAt(this.capacity - 1) : undefined
  }
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
