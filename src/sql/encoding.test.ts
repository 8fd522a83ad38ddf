import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Engine } from '../engines/engine.ts'
import { openLocalEngine } from '../engines/open-engine.ts'
import { join, sql } from './dialect.ts'
import { binCount, binNumber, extractDigit, listPlaces, valueOrMissing } from './encoding.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openLocalEngine({ threads: 1 })
})
afterAll(() => engine.close())

it('binNumber(value, { list }) is how many endpoints a number reaches; NULL for what is no number', async () => {
  const lists = fc.uniqueArray(fc.integer({ min: -50, max: 50 }), { minLength: 1, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(lists, fc.array(fc.integer({ min: -60, max: 60 }), { minLength: 1 }), async (list, numbers) => {
      list.sort((a, b) => a - b)
      const texts = [...numbers.map((number) => String(number / 2)), 'x', '', null]
      const expected = [...numbers.map((number) => list.filter((start) => number / 2 >= start).length), -1, -1, -1]
      expect(await findBins(texts, { list })).toEqual(expected)
      expect(binCount({ list })).toBe(list.length + 1)
    }),
    { numRuns: 20, seed: 7 },
  )
})

it('binNumber(value, { width }) takes 0.3 / 0.1 for 3, and values outside for the first and last bin', async () => {
  const rule = { width: 0.1, origin: 0, bins: 5 }
  expect(await findBins(['0', '0.05', '0.1', '0.3', '0.29', '9', '-1'], rule)).toEqual([0, 0, 1, 3, 2, 4, 0])
})

async function findBins(texts: readonly (string | null)[], rule: Parameters<typeof binNumber>[2]): Promise<number[]> {
  const { dialect } = engine
  const bins = texts.map((text, i) => {
    const value = dialect.text(dialect.literal(text))
    return sql`${binNumber(dialect, value, rule)} AS ${dialect.identifier(`b${i}`)}`
  })
  const result = await engine.query(sql`SELECT ${join(bins)}`)
  return texts.map((_, i) => result.integers(`b${i}`)[0])
}

it('digitOf(number, { stride, radix }) takes a whole number of mixed radix apart', async () => {
  const { dialect } = engine
  const digits = [
    { number: 'k', stride: 12, radix: 5 },
    { number: 'k', stride: 4, radix: 3 },
    { number: 'k', stride: 1, radix: 4 },
  ].map((digit, i) => sql`${dialect.integer(extractDigit(dialect, digit))} AS ${dialect.identifier(`d${i}`)}`)
  const result = await engine.query(sql`SELECT ${join(digits)} FROM (SELECT ${3 * 12 + 2 * 4 + 1} AS k) AS own`)
  expect([0, 1, 2].map((i) => result.integers(`d${i}`)[0])).toEqual([3, 2, 1])
})

it('placesOf(encoding) gives places in ascending order with their codes', () => {
  const bins = { kind: 'bins', column: 'a', rule: { list: [5] }, occurring: Int32Array.of(1, 4) } as const
  expect(listPlaces(bins)).toEqual({ places: Int32Array.of(1, 4), codes: Int32Array.of(0, 1) })
  const texts = {
    kind: 'dictionary',
    column: 'a',
    dictionary: 'd',
    texts: ['x', 'y'],
    codes: Int32Array.of(0, 0),
  } as const
  expect(listPlaces(texts)).toEqual({ places: Int32Array.of(0, 1), codes: Int32Array.of(0, 0) })
})

it('valueOrMissing(column, texts) compares the whole text', () => {
  expect(valueOrMissing(engine.dialect, 'a', ['?', "'"])).toBe(`NULLIF(NULLIF(CAST("a" AS VARCHAR), '?'), '''')`)
})
