import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyProblem } from '../../test/random-problems.ts'
import { randomFrom } from '../ground/random.ts'
import { requireKAnonymity } from '../requirements/k-anonymity/k-anonymity.ts'
import { sampleFrequencies } from './sample-problem.ts'

describe('sampleFrequencies(table, rows, random)', () => {
  it('draws exactly so many rows, never more of a combination or a target value than there are', () => {
    fc.assert(
      fc.property(anyProblem(), fc.nat(), fc.nat(), ({ frequencies }, seed, some) => {
        const rows = some % (frequencies.rows + 1)
        const sample = sampleFrequencies(frequencies, rows, randomFrom(seed))
        expect(sample.counts.reduce((sum, count) => sum + count, 0)).toBe(rows)
        const key = (table: typeof frequencies, i: number) => table.columns.map(({ codes }) => codes[i]).join()
        const place = new Map(Array.from({ length: frequencies.combinations }, (_, i) => [key(frequencies, i), i]))
        for (let i = 0; i < sample.combinations; i++) {
          const original = place.get(key(sample, i)) as number
          expect(sample.counts[i]).toBeGreaterThan(0)
          expect(sample.counts[i]).toBeLessThanOrEqual(frequencies.counts[original])
          sample.targets.forEach((target, t) => {
            const whole = frequencies.targets[t]
            if (target.kind !== 'categories' || whole.kind !== 'categories') return
            const width = target.values.length
            const counts = target.counts.subarray(i * width, (i + 1) * width)
            expect(counts.reduce((sum, count) => sum + count, 0)).toBe(sample.counts[i])
            counts.forEach((count, v) => {
              expect(count).toBeLessThanOrEqual(whole.counts[original * width + v])
            })
          })
        }
      }),
    )
  })

  it('gives the whole table for all rows, and the same sample for a seed', () => {
    fc.assert(
      fc.property(anyProblem(), fc.nat(), ({ frequencies }, seed) => {
        expect(sampleFrequencies(frequencies, frequencies.rows, randomFrom(seed)).counts).toEqual(frequencies.counts)
        const half = frequencies.rows >> 1
        expect(sampleFrequencies(frequencies, half, randomFrom(seed))).toEqual(
          sampleFrequencies(frequencies, half, randomFrom(seed)),
        )
      }),
    )
  })
})

describe('requireKAnonymity(k).forSample(share)', () => {
  it('asks for max(2, ⌈k · share⌉)', () => {
    expect(requireKAnonymity(100).forSample(0.25).minimumSize).toBe(25)
    expect(requireKAnonymity(10).forSample(0.25).minimumSize).toBe(3)
    expect(requireKAnonymity(10).forSample(0.01).minimumSize).toBe(2)
  })
})
