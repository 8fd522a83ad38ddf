import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomFrom } from '../../ground/random.ts'
import { digamma, logGamma, trigamma } from '../../ground/statistics/gamma.ts'
import { sampleCensus } from '../../sample/census.ts'
import {
  fitPitman,
  pitmanUniques,
  populationUniques,
  type SizeCounts,
  shlosser,
  snbOnes,
  snbTwos,
  snbUniques,
  solveSnb,
  zayatzUniques,
} from './population-uniques.ts'

const sizesOf = (...classes: number[]): SizeCounts =>
  classes.flatMap((count, i) => (count === 0 ? [] : [{ size: i + 1, classes: count }]))

describe('logGamma, digamma, trigamma', () => {
  it('are those of the factorial and of the sums of 1/i and 1/i²', () => {
    let [factorial, harmonic, squares] = [0, -0.5772156649015329, Math.PI ** 2 / 6]
    for (let n = 1; n < 40; n++) {
      expect(logGamma(n)).toBeCloseTo(factorial, 9)
      expect(digamma(n)).toBeCloseTo(harmonic, 11)
      expect(trigamma(n)).toBeCloseTo(squares, 11)
      factorial += Math.log(n)
      harmonic += 1 / n
      squares -= 1 / n ** 2
    }
    expect(logGamma(0.5)).toBeCloseTo(Math.log(Math.sqrt(Math.PI)), 11)
  })
})

describe('zayatzUniques', () => {
  it('by hand: 2 of 4 people, both alone: h₁ = 1/2, so P = 1 and 2/π = 4', () => {
    expect(zayatzUniques(sizesOf(2), 4)).toBeCloseTo(4, 10)
  })
  it('by hand: 4 rows of 8 people, two alone and a pair: h₁ = 1/2, h₂ = 4/7, P = 1/(1 + 4/7) · …', () => {
    // h₁ = C(7,3)/C(8,4) = 35/70; h₂ = 2·C(6,3)/C(8,4) = 40/70. P = 2·35/(2·35 + 40) = 7/11; uniques = 2·(7/11)/(1/2).
    expect(zayatzUniques(sizesOf(2, 1), 8)).toBeCloseTo(28 / 11, 10)
  })
})

/** ln of the sampling formula as a product, without Γ. */
function plainLikelihood(sizes: SizeCounts, theta: number, alpha: number): number {
  const rows = sizes.reduce((sum, entry) => sum + entry.size * entry.classes, 0)
  const classes = sizes.reduce((sum, entry) => sum + entry.classes, 0)
  let value = 0
  for (let i = 1; i < classes; i++) value += Math.log(theta + i * alpha)
  for (let i = 1; i < rows; i++) value -= Math.log(theta + i)
  for (const { size, classes: number } of sizes) for (let i = 1; i < size; i++) value += number * Math.log(i - alpha)
  return value
}

describe('pitmanUniques', () => {
  const sizes = sizesOf(60, 14, 7, 4, 3, 2, 1, 1, 1, 1)
  it('takes the θ and α that no others beat, by the product itself', () => {
    const { theta, alpha } = fitPitman(sizes) as { theta: number; alpha: number }
    const best = plainLikelihood(sizes, theta, alpha)
    for (const t of [0.5, 0.9, 0.99, 1.01, 1.1, 2])
      for (const a of [-0.1, -0.01, 0, 0.01, 0.1]) {
        if (alpha + a > 0 && alpha + a < 1)
          expect(plainLikelihood(sizes, theta * t, alpha + a)).toBeLessThanOrEqual(best + 1e-9)
      }
  })
  it('is Γ(θ+1)/Γ(θ+α)·N^α', () => {
    const { theta, alpha } = fitPitman(sizes) as { theta: number; alpha: number }
    const wanted = Math.exp(logGamma(theta + 1) - logGamma(theta + alpha)) * 5000 ** alpha
    expect(pitmanUniques(sizes, 5000)).toBeCloseTo(wanted, 6)
  })
  it('is not said where everybody is alone, there is one class, or α would have to be 0', () => {
    const none = [sizesOf(5), [{ size: 9, classes: 1 }], sizesOf(40, 18, 9, 5, 3, 2, 0, 1)]
    expect(none.map((entry) => fitPitman(entry))).toEqual([undefined, undefined, undefined])
  })
})

describe('the shifted negative binomial', () => {
  /** P(a class leaves i rows), summed over its people: people − 1 is negative binomial, rows are drawn with f. */
  function leaves(rows: number, alpha: number, beta: number, share: number): number {
    let sum = 0
    let chance = beta ** alpha
    for (let more = 0; more < 4000; more++) {
      const people = more + 1
      const log =
        logGamma(people + 1) -
        logGamma(rows + 1) -
        logGamma(people - rows + 1) +
        rows * Math.log(share) +
        (people - rows) * Math.log(1 - share)
      if (people >= rows) sum += chance * Math.exp(log)
      chance *= ((alpha + more) / (more + 1)) * (1 - beta)
    }
    return sum
  }
  it('c₂/K at f 0.2, α 0.5, β 0.3 is 0.051352, by the formula and by direct summation', () => {
    expect(snbTwos(0.5, 0.3, 0.2)).toBeCloseTo(0.051352, 6)
    expect(leaves(2, 0.5, 0.3, 0.2)).toBeCloseTo(0.051352, 6)
  })
  it('c₁ and c₂ are direct sums', () =>
    fc.assert(
      fc.property(
        fc.double({ min: 0.1, max: 3, noNaN: true }),
        fc.double({ min: 0.05, max: 0.9, noNaN: true }),
        fc.double({ min: 0.05, max: 0.9, noNaN: true }),
        (alpha, beta, share) => {
          expect(share * snbOnes(alpha, beta, share)).toBeCloseTo(leaves(1, alpha, beta, share), 7)
          expect(snbTwos(alpha, beta, share)).toBeCloseTo(leaves(2, alpha, beta, share), 7)
        },
      ),
      { numRuns: 20 },
    ))
  it('is solved for what c₁ and c₂ were made from', () => {
    const found = solveSnb(snbOnes(0.5, 0.3, 0.2), snbTwos(0.5, 0.3, 0.2), 0.2, 0.6, 0.4)
    expect(found?.alpha).toBeCloseTo(0.5, 6)
    expect(found?.beta).toBeCloseTo(0.3, 6)
  })
  it('K by hand: f = 1/2, two alone and a pair: 3 + 2·(0.875/0.8125)·(1.25/1.5)²', () => {
    expect(shlosser(sizesOf(2, 1), 0.5)).toBeCloseTo(3 + 2 * (0.875 / 0.8125) * (1.25 / 1.5) ** 2, 10)
  })
  it('uniques are K·β^α', () => {
    const sizes = sizesOf(2702, 514, 250, 130, 70, 40, 20, 10, 5)
    const rows = sizes.reduce((sum, entry) => sum + entry.size * entry.classes, 0)
    const all = shlosser(sizes, 0.2)
    const { alpha, beta } = solveSnb(2702 / (all * 0.2), 514 / all, 0.2, 0.5, 0.5) as { alpha: number; beta: number }
    expect(snbUniques(sizes, rows / 0.2)).toBeCloseTo(all * beta ** alpha, 3)
  })
})

describe('populationUniques of samples of the sample census', () => {
  const people = [...sampleCensus({ rows: 40_000, seed: 3 })]
    .join('')
    .trim()
    .split('\n')
    .map((line) => line.split(','))
  const [header, ...rows] = people
  const places = ['age', 'sex', 'race', 'education', 'occupation'].map((column) => header.indexOf(column))
  const sizesIn = (table: readonly (readonly string[])[]): SizeCounts => {
    const classes = new Map<string, number>()
    for (const row of table) {
      const key = places.map((place) => row[place]).join()
      classes.set(key, (classes.get(key) ?? 0) + 1)
    }
    const counts: number[] = []
    for (const size of classes.values()) counts[size - 1] = (counts[size - 1] ?? 0) + 1
    return sizesOf(...Array.from(counts, (count) => count ?? 0))
  }
  const truth = sizesIn(rows).find(({ size }) => size === 1)?.classes as number

  it.each([0.05, 0.1, 0.3, 0.6])(
    'a share of %d of the people: the rule is within a fifth of those there are',
    (share) => {
      const random = randomFrom(5)
      const sample = sizesIn(rows.filter(() => random.uniform() < share))
      const { uniques, argus, ...all } = populationUniques(sample, rows.length)
      expect(Math.abs(uniques / truth - 1)).toBeLessThan(0.2)
      expect(argus).toBe(sample[0].classes)
      expect(new Set([all.zayatz, all.pitman, all.snb, argus]).size).toBe(4)
    },
  )
})

describe('populationUniques', () => {
  const sizes = sizesOf(60, 14, 7, 4, 3, 2, 1, 1, 1, 1)
  it('by Dankar: Pitman up to a tenth of the people, above it the smaller of the other two', () => {
    const few = populationUniques(sizes, 10_000)
    expect(few).toMatchObject({ estimator: 'pitman', uniques: few.pitman })
    const many = populationUniques(sizes, 400)
    expect(many.uniques).toBe(Math.min(many.zayatz, many.snb ?? Number.POSITIVE_INFINITY))
  })
  it('is 0 where nobody is alone in the sample, and the sample’s own where it is everybody', () => {
    expect(populationUniques(sizesOf(0, 5), 1000).uniques).toBe(0)
    expect(populationUniques(sizesOf(3, 1), 5).uniques).toBe(3)
  })
  it('falls back to Zayatz where Pitman has no answer', () => {
    expect(populationUniques(sizesOf(5), 1000).estimator).toBe('zayatz')
  })
  it('is never more than the people', () =>
    fc.assert(
      fc.property(
        fc.array(fc.nat(60), { minLength: 2, maxLength: 8 }),
        fc.integer({ min: 500, max: 1e6 }),
        (counts, people) => {
          const { uniques } = populationUniques(sizesOf(...counts), people)
          expect(uniques).toBeGreaterThanOrEqual(0)
          expect(uniques).toBeLessThanOrEqual(people)
        },
      ),
      { numRuns: 60 },
    ))
})
