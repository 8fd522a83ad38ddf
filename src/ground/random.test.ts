import { describe, expect, it } from 'vitest'
import { type Purpose, randomFrom, randomStreams, seedFor, shuffle } from './random.ts'

describe('randomFrom(seed)', () => {
  it('gives the same numbers for a seed and others for another', () => {
    const numbers = (seed: number) => Array.from({ length: 5 }, () => 0).map(randomFrom(seed).uniform)
    expect(numbers(7)).toEqual(numbers(7))
    expect(numbers(7)).not.toEqual(numbers(8))
  })

  it('has first numbers spread over the unit interval, also for small seeds', () => {
    const first = Array.from({ length: 1000 }, (_, seed) => randomFrom(seed).uniform())
    const tenths = new Array(10).fill(0)
    for (const number of first) tenths[Math.floor(number * 10)]++
    for (const count of tenths) expect(count).toBeGreaterThan(60)
    for (const count of tenths) expect(count).toBeLessThan(140)
  })

  it('integer(below) gives every number alike', () => {
    const random = randomFrom(1)
    const counts = new Array(6).fill(0)
    for (let i = 0; i < 6000; i++) counts[random.integer(6)]++
    for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(150)
  })
})

describe('seedFor(seed, purpose)', () => {
  const purposes: readonly Purpose[] = ['sample', 'folds', 'workload', 'attacker']

  it('gives every purpose of every seed a stream of its own, and none that of the seed itself', () => {
    const seeds = Array.from({ length: 500 }, (_, seed) => [seed, ...purposes.map((purpose) => seedFor(seed, purpose))])
    expect(new Set(seeds.flat()).size).toBe(500 * (purposes.length + 1))
  })

  it('gives streams that do not follow each other', () => {
    const numbers = (seed: number) => Array.from({ length: 2000 }, () => 0).map(randomFrom(seed).uniform)
    const [first, second] = [numbers(1), numbers(seedFor(1, 'sample'))]
    const covariance = first.reduce((sum, value, i) => sum + (value - 0.5) * (second[i] - 0.5), 0) / first.length
    expect(Math.abs(covariance * 12)).toBeLessThan(0.1)
  })
})

describe('randomStreams(seed, count)', () => {
  it('gives streams that do not depend on how many there are', () => {
    const [first, second] = randomStreams(3, 2)
    const many = randomStreams(3, 8)
    expect([first.uniform(), second.uniform()]).toEqual([many[0].uniform(), many[1].uniform()])
  })
})

describe('shuffle(items, random)', () => {
  it('keeps the items and reaches every order', () => {
    const orders = new Set<string>()
    const random = randomFrom(5)
    for (let i = 0; i < 300; i++) orders.add(shuffle(['a', 'b', 'c'], random).join(''))
    expect(orders.size).toBe(6)
  })
})
