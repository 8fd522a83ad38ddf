/** Seeded generators, the only randomness. Parallel parts have separate streams: threads do not change results. */
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import type { JumpableRandomGenerator } from 'pure-rand/types/JumpableRandomGenerator'

export interface Random {
  uniform(): number
  /** Uniform over 0 … `below` − 1. */
  integer(below: number): number
}

export function randomFrom(seed: number): Random {
  return wrap(generatorFrom(seed))
}

export type Purpose = 'search' | 'sample' | 'folds' | 'workload' | 'attacker'

export function seedFor(seed: number, purpose: Purpose): number {
  let bits = mix(seed)
  for (let i = 0; i < purpose.length; i++) bits = mix((bits ^ purpose.charCodeAt(i)) + 0x9e3779b9)
  return bits >>> 0
}

export function randomStreams(seed: number, count: number): Random[] {
  const source = generatorFrom(seed)
  return Array.from({ length: count }, () => {
    source.jump()
    return wrap(source.clone() as JumpableRandomGenerator)
  })
}

/** In place (Fisher and Yates). */
export function shuffle<T extends { length: number; [index: number]: unknown }>(items: T, random: Random): T {
  for (let i = items.length - 1; i > 0; i--) {
    const j = random.integer(i + 1)
    const item = items[i]
    items[i] = items[j]
    items[j] = item
  }
  return items
}

/** Small seeds give states of few bits, whose first numbers are far from random; hence mix and skip some. */
function generatorFrom(seed: number): JumpableRandomGenerator {
  const generator = xoroshiro128plus(mix(seed))
  for (let i = 0; i < 20; i++) generator.next()
  return generator
}

/** The finalizer of MurmurHash3 (Appleby): every bit of the seed changes about half of the result's bits. */
function mix(seed: number): number {
  let bits = seed | 0
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return bits ^ (bits >>> 16)
}

function wrap(generator: JumpableRandomGenerator): Random {
  return { uniform: () => uniformFloat64(generator), integer: (below) => uniformInt(generator, 0, below - 1) }
}
