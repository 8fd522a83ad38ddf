import fc from 'fast-check'
import { expect, it } from 'vitest'
import { numberTuples } from './number-tuples.ts'

it('numberTuples(sizes): equal tuples have one number, in the order in which they come', () => {
  const anySizes = fc.array(fc.constantFrom(1, 3, 7, 1 << 16, 1 << 22), { minLength: 1, maxLength: 6 })
  const anyTuples = anySizes.chain((sizes) =>
    fc.record({
      sizes: fc.constant(sizes),
      tuples: fc.array(fc.tuple(...sizes.map((size) => fc.constantFrom(0, size - 1, size >> 1))), { maxLength: 60 }),
    }),
  )
  fc.assert(
    fc.property(anyTuples, ({ sizes, tuples }) => {
      const known = new Map<string, number>()
      const numbers = numberTuples(sizes)
      const columns = (list: readonly (readonly number[])[]) => sizes.map((_, i) => list.map((tuple) => tuple[i]))
      const half = tuples.slice(0, tuples.length >> 1)
      for (const list of [half, tuples]) {
        const expected = list.map((tuple) => {
          const key = tuple.join()
          if (!known.has(key)) known.set(key, known.size)
          return known.get(key)
        })
        expect([...numbers.add(columns(list), list.length)]).toEqual(expected)
        expect([...numbers.find(columns(list), list.length)]).toEqual(expected)
      }
      expect(numbers.count).toBe(known.size)
      const added = [...half, ...tuples].map((tuple) => tuple.join())
      expect(Array.from(numbers.firsts, (place) => added[place])).toEqual([...known.keys()])
      expect([...numbers.firsts]).toEqual([...known.keys()].map((key) => added.indexOf(key)))
    }),
  )
})

it('numberTuples(sizes): more tuples than the first table holds; none for an unknown or a negative code', () => {
  const numbers = numberTuples([100_000, 9])
  const codes = Int32Array.from({ length: 50_000 }, (_, i) => i * 2)
  const nines = codes.map((code) => code % 9)
  expect(numbers.add([codes, nines], codes.length)).toEqual(Int32Array.from(codes, (_, i) => i))
  expect(
    numbers.find(
      [
        [0, 1, -1, 99_998],
        [0, 1, 0, 8],
      ],
      4,
    ),
  ).toEqual(Int32Array.of(0, -1, -1, 49_999))
  const groups = codes.map((_, code) => code >> 1)
  expect(numbers.find([{ codes: Int32Array.of(0, 5, -1, 8), groups }, [0, 2, 0, 4]], 4)).toEqual(
    Int32Array.of(0, 1, -1, 2),
  )
})
