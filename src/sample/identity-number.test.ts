import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomFrom } from '../ground/random.ts'
import { IDENTITY_NUMBERS, identityNumbers } from './places.ts'

describe('identityNumbers', () => {
  it('identityNumbers(random) never repeats a number, wherever the rows lie', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 0, max: IDENTITY_NUMBERS - 3000 }), (seed, start) => {
        const draw = identityNumbers(randomFrom(seed))
        const numbers = new Set(Array.from({ length: 3000 }, (_, i) => draw(start + i)))
        expect(numbers.size).toBe(3000)
      }),
      { numRuns: 30 },
    )
  })

  it('identityNumbers(random) never repeats a number among 300,000 rows far apart', () => {
    const draw = identityNumbers(randomFrom(1))
    const numbers = new Set(Array.from({ length: 300_000 }, (_, i) => draw(i * 29_989)))
    expect(numbers.size).toBe(300_000)
  })

  it('identityNumbers(random) gives ten digits in no order', () => {
    const draw = identityNumbers(randomFrom(1))
    const numbers = Array.from({ length: 2000 }, (_, i) => draw(i))
    for (const number of numbers) expect(String(number)).toMatch(/^[1-9]\d{9}$/)
    const rises = numbers.filter((number, i) => i > 0 && number > numbers[i - 1]).length
    expect(rises).toBeGreaterThan(900)
    expect(rises).toBeLessThan(1100)
  })
})
