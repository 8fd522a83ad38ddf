import fc from 'fast-check'
import { expect, test } from 'vitest'
import { adult, adultProblem } from '../../../../test/adult.ts'
import { needs } from '../../../../test/needs.ts'
import { anyGroupedProblem } from '../../../../test/random-problems.ts'
import { t12 } from '../../../../test/t12.ts'
import { randomFrom } from '../../../ground/random.ts'
import { emptyGrouping } from '../../../hierarchy/grouping.ts'
import {
  bitsOfGroupings,
  chromosomeKey,
  chromosomeLayout,
  fillGroupings,
  fillRandomBits,
  mutate,
} from '../../chromosome/chromosome.ts'
import { emptyFitness } from '../../chromosome/fitness.ts'
import { Population } from '../../chromosome/population.ts'
import { createHeap } from '../../heap.ts'
import { biasedRank, cross, selectOtherRank } from './island.ts'

const anyBits = (length: number) => fc.array(fc.constantFrom(0, 1), { minLength: length, maxLength: length })

test('chromosomeLayout(Adult) has 157 bits, as in the paper', needs(adult), () => {
  expect(chromosomeLayout(adultProblem().hierarchies).bits).toBe(157)
})

test('bitsOfGroupings and fillGroupings are inverse', () => {
  fc.assert(
    fc.property(anyGroupedProblem(), ({ hierarchies, groupings }) => {
      const layout = chromosomeLayout(hierarchies)
      const filled = hierarchies.map((hierarchy) => emptyGrouping(hierarchy.values.length))
      fillGroupings(layout, bitsOfGroupings(layout, groupings), filled)
      expect(filled).toEqual(groupings)
    }),
  )
})

test('bitsOfGroupings(T12) is 0100110 and endpoints after 3 and 7', () => {
  const layout = chromosomeLayout(t12.hierarchies)
  expect(Array.from(bitsOfGroupings(layout, t12.groupings)).join('')).toBe('0100110001000100000000')
})

test('chromosomeKey(bits) is the same exactly for the same bits', () => {
  fc.assert(
    fc.property(anyBits(37), anyBits(37), (a, b) => {
      const same = chromosomeKey(Uint8Array.from(a)) === chromosomeKey(Uint8Array.from(b))
      expect(same).toBe(a.join() === b.join())
    }),
  )
})

test('fillRandomBits gives coarse and fine chromosomes alike', () => {
  const random = randomFrom(1)
  const bits = new Uint8Array(100)
  const ones = Array.from({ length: 200 }, () => {
    fillRandomBits(bits, random)
    return bits.reduce((sum, bit) => sum + bit, 0)
  })
  expect(ones.filter((count) => count < 20).length).toBeGreaterThan(20)
  expect(ones.filter((count) => count > 80).length).toBeGreaterThan(20)
})

test('biasedRank(u, P, b): b = 1 is uniform, b = 1.5 reaches 1/4 of the ranks by u = 0.34375, both ends fit', () => {
  expect([0, 0.25, 0.999].map((u) => biasedRank(u, 100, 1))).toEqual([0, 25, 99])
  // Share s of the ranks is reached at u = b·s − (b − 1)·s², here 1.5 · 0.25 − 0.5 · 0.0625 = 0.34375.
  expect(biasedRank(0.343, 1000, 1.5)).toBe(249)
  expect(biasedRank(0.344, 1000, 1.5)).toBe(250)
  expect(biasedRank(0, 7, 1.5)).toBe(0)
  expect(biasedRank(1 - Number.EPSILON, 7, 2)).toBe(6)
})

test('selectOtherRank is never the first parent', () => {
  const random = randomFrom(3)
  for (let i = 0; i < 200; i++) expect(selectOtherRank(i % 2, 2, 1.5, random)).toBe(1 - (i % 2))
})

test('cross: every bit comes from a parent', () => {
  fc.assert(
    fc.property(anyBits(20), anyBits(20), fc.nat(), (first, second, seed) => {
      const [a, b] = [Uint8Array.from(first), Uint8Array.from(second)]
      const child = new Uint8Array(20)
      cross(a, b, child, new Int32Array(20), randomFrom(seed))
      expect(child.every((bit, i) => bit === a[i] || bit === b[i])).toBe(true)
      const differences = a.filter((bit, i) => bit !== b[i]).length
      if (differences < 2) return
      // Reduced surrogate: the child is neither parent.
      expect(child).not.toEqual(a)
      expect(child).not.toEqual(b)
    }),
  )
})

test('mutate(bits, p) flips bits with probability p', () => {
  const random = randomFrom(5)
  let flips = 0
  for (let i = 0; i < 2000; i++) {
    const bits = new Uint8Array(157)
    mutate(bits, 0.02, random)
    flips += bits.reduce((sum, bit) => sum + bit, 0)
  }
  // 2000 · 157 · 0.02 = 6280, standard deviation 78
  expect(Math.abs(flips - 6280)).toBeLessThan(320)
  const all = new Uint8Array(9)
  mutate(all, 1, random)
  expect(all).toEqual(new Uint8Array(9).fill(1))
  mutate(all, 0, random)
  expect(all).toEqual(new Uint8Array(9).fill(1))
})

test('population: sorted best first, worst dropped, nothing seen twice', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(anyBits(4), fc.nat(3), fc.nat(3))),
      fc.integer({ min: 1, max: 6 }),
      (offers, size) => {
        const population = new Population(size, 4)
        const all: { key: string; value: number; loss: number }[] = []
        for (const [bits, value, loss] of offers) {
          const chromosome = Uint8Array.from(bits)
          if (!population.isNew(chromosome)) continue
          all.push({ key: bits.join(''), value, loss })
          population.insert(chromosome, { ...emptyFitness(), excess: 0, value, loss })
        }
        all.sort((a, b) => a.value - b.value || a.loss - b.loss || (a.key < b.key ? -1 : 1))
        const members = Array.from({ length: population.size }, (_, rank) => population.bitsAt(rank).join(''))
        expect(members).toEqual(all.slice(0, size).map(({ key }) => key))
        expect(population.worst()?.value).toBe(all.length >= size ? all[size - 1].value : undefined)
      },
    ),
  )
})

test('createHeap pops in ascending order', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), (numbers) => {
      const heap = createHeap<number>((a, b) => a - b)
      for (const number of numbers) heap.push(number)
      expect(numbers.map(() => heap.pop())).toEqual(numbers.slice().sort((a, b) => a - b))
      expect(heap.pop()).toBeUndefined()
    }),
  )
})
