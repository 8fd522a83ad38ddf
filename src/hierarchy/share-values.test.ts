import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CountedNumbers, shareValues } from './share-values.ts'

const counted = (pairs: readonly (readonly [value: number, rows: number, people: number])[]): CountedNumbers => {
  const sorted = [...new Map(pairs.map((pair) => [pair[0], pair])).values()].sort((a, b) => a[0] - b[0])
  const column = (place: 0 | 1 | 2) => Float64Array.from(sorted, (pair) => pair[place])
  return { values: column(0), rows: column(1), people: column(2) }
}

function squares({ values, rows }: CountedNumbers, from: number, to: number): number {
  let [count, sum] = [0, 0]
  for (let i = from; i < to; i++) [count, sum] = [count + rows[i], sum + rows[i] * values[i]]
  let all = 0
  for (let i = from; i < to; i++) all += rows[i] * (values[i] - sum / count) ** 2
  return all
}

const cost = (numbers: CountedNumbers, starts: ArrayLike<number>): number =>
  Array.from(starts).reduce((sum, from, g) => sum + squares(numbers, from, starts[g + 1] ?? numbers.values.length), 0)

/** The least cost over every way to cut the values. */
function bruteForce(numbers: CountedNumbers, k: number): number {
  const { length } = numbers.values
  let least = Number.POSITIVE_INFINITY
  for (let cuts = 0; cuts < 2 ** (length - 1); cuts++) {
    const starts = [0, ...Array.from({ length: length - 1 }, (_, i) => i + 1).filter((i) => (cuts >> (i - 1)) & 1)]
    const isValid = starts.every((from, g) => {
      const people = numbers.people.slice(from, starts[g + 1] ?? length)
      return people.reduce((sum, n) => sum + n, 0) >= k
    })
    if (isValid) least = Math.min(least, cost(numbers, starts))
  }
  return least
}

describe('shareValues', () => {
  test('equals brute force, with ties, people of several rows and values nobody is counted at', () => {
    const pair = fc.tuple(fc.integer({ min: -20, max: 20 }), fc.integer({ min: 1, max: 4 }), fc.nat({ max: 3 }))
    fc.assert(
      fc.property(fc.array(pair, { minLength: 1, maxLength: 11 }), fc.integer({ min: 1, max: 5 }), (pairs, k) => {
        const numbers = counted(pairs.map(([value, rows, people]) => [value, rows, Math.min(rows, people)] as const))
        const starts = shareValues(numbers, k)
        const least = bruteForce(numbers, k)
        if (starts === undefined) expect(least).toBe(Number.POSITIVE_INFINITY)
        else expect(cost(numbers, starts)).toBeCloseTo(least, 6)
      }),
      { numRuns: 500 },
    )
  })

  test('the largest doubles do not overflow, and a constant stays one group', () => {
    const far = counted([-1.7e308, -1.6e308, 1.6e308, 1.7e308].map((value) => [value, 1, 1] as const))
    expect(shareValues(far, 2)).toEqual(Int32Array.of(0, 2))
    expect(shareValues(counted([[5, 30, 30]]), 10)).toEqual(Int32Array.of(0))
    expect(shareValues(counted([[5, 9, 9]]), 10)).toBeUndefined()
  })

  test('takes less than 3 CPU seconds for a million values', () => {
    const values = Float64Array.from({ length: 1_000_000 }, (_, i) => i + Math.sin(i))
    const ones = new Float64Array(values.length).fill(1)
    const before = process.cpuUsage()
    const starts = shareValues({ values: values.sort(), rows: ones, people: ones }, 10) as Int32Array
    const { user, system } = process.cpuUsage(before)
    expect(starts.length).toBeGreaterThan(50_000)
    expect(starts.every((from, g) => g === 0 || from - starts[g - 1] >= 10)).toBe(true)
    expect((user + system) / 1e6).toBeLessThan(3)
  })
})
