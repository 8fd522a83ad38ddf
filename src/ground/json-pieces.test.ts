import { expect, it } from 'vitest'
import { jsonPieces } from './json-pieces.ts'

it('jsonPieces(value) are the pieces of indented JSON', () => {
  const boxes = Array.from({ length: 2500 }, (_, i) => ({ rows: i, shows: ['a\nb', null, [i]], text: '≤ "1"' }))
  for (const value of [
    { a: undefined, b: [] },
    { boxes, none: undefined, after: { boxes: [] }, list: [1, [2]] },
  ]) {
    const pieces = [...jsonPieces(value)]
    expect(pieces.join('')).toBe(`${JSON.stringify(value, null, 2)}\n`)
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(200_000)
  }
})
