/**
 * Seeded generators: our one source of chance. The same seed gives the same numbers on every machine. Parts that work side by
 * side each get a stream of their own, so that the result does not depend on how many threads there are.
 */
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import type { JumpableRandomGenerator } from 'pure-rand/types/JumpableRandomGenerator'

export interface Random {
  /** A number from 0 up to but excluding 1. */
  uniform(): number
  /** A whole number from 0 up to but excluding `below`, every one equally likely. */
  integer(below: number): number
}

export function randomFrom(seed: number): Random {
  return wrap(generatorFrom(seed))
}

/** What chance is drawn for. */
export type Purpose = 'search' | 'sample' | 'folds' | 'workload' | 'attacker'

/** The seed for one purpose of a job: two purposes, or two seeds, have nothing to do with each other. */
export function seedFor(seed: number, purpose: Purpose): number {
  let bits = mix(seed)
  for (let i = 0; i < purpose.length; i++) bits = mix((bits ^ purpose.charCodeAt(i)) + 0x9e3779b9)
  return bits >>> 0
}

/** `count` independent streams of one seed. */
export function randomStreams(seed: number, count: number): Random[] {
  const source = generatorFrom(seed)
  return Array.from({ length: count }, () => {
    source.jump()
    return wrap(source.clone() as JumpableRandomGenerator)
  })
}

/** Puts the items into a random order, in place (Fisher and Yates). */
export function shuffle<T extends { length: number; [index: number]: unknown }>(items: T, random: Random): T {
  for (let i = items.length - 1; i > 0; i--) {
    const j = random.integer(i + 1)
    const item = items[i]
    items[i] = items[j]
    items[j] = item
  }
  return items
}

/** Small seeds give states of few bits, whose first numbers are far from random; mixing the seed and stepping on cures it. */
function generatorFrom(seed: number): JumpableRandomGenerator {
  const generator = xoroshiro128plus(mix(seed))
  for (let i = 0; i < 20; i++) generator.next()
  return generator
}

/** Every bit of the seed changes about half of the result's (Appleby's finalizer of MurmurHash3). */
function mix(seed: number): number {
  let bits = seed | 0
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return bits ^ (bits >>> 16)
}

function wrap(generator: JumpableRandomGenerator): Random {
  return { uniform: () => uniformFloat64(generator), integer: (below) => uniformInt(generator, 0, below - 1) }
}
