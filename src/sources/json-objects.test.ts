import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { objectMeter } from './whole-file.ts'

const LARGEST_OBJECT = 1 << 15

function isTooLarge(text: string, size: number): boolean {
  const bytes = Buffer.from(text)
  const meter = objectMeter(LARGEST_OBJECT)
  for (let from = 0; from < bytes.length; from += size)
    if (meter(bytes.subarray(from, from + size)) !== undefined) return true
  return false
}

const ofBytes = (count: number): string => `{"a":"${'x'.repeat(count - 8)}"}`
const row = JSON.stringify({ c: [{ d: ['\\"', '}{', '['] }] })

describe('objectMeter', () => {
  it.each([
    ['lines', (rows: string[]) => `${rows.join('\n')}\n`],
    ['lines of Windows', (rows: string[]) => `${rows.join('\r\n')}\r\n`],
    ['one after the other', (rows: string[]) => rows.join(' ')],
    ['a list', (rows: string[]) => `[${rows.join(', ')}]`],
    ['a list over lines', (rows: string[]) => `[\n${rows.join(',\n')}\n]`],
  ])('objects as %s, in chunks of any size: an object may be as long as a row, and no byte longer', (_, write) => {
    const largest = ofBytes(LARGEST_OBJECT - 2)
    for (const size of [1 << 16, 9_991]) {
      expect(isTooLarge(write([row, row, largest, row]), size)).toBe(false)
      expect(isTooLarge(write([row, row, ofBytes(LARGEST_OBJECT + 1), row]), size)).toBe(true)
      expect(isTooLarge(write(Array(2_000).fill(row)), size)).toBe(false)
    }
  })

  it('what is no object may not be longer either', () => {
    expect(isTooLarge(`{}${' '.repeat(LARGEST_OBJECT + 2)}`, 1 << 16)).toBe(true)
    expect(isTooLarge(`[${'1,'.repeat(LARGEST_OBJECT)}`, 1 << 16)).toBe(true)
    expect(isTooLarge(`{"a":${'{"b":[{},{}]},'.repeat(LARGEST_OBJECT / 8)}`, 1 << 16)).toBe(true)
  })

  it('brackets inside each other are counted wherever they stand', () => {
    const deep = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`
    for (const write of [(object: string) => object, (object: string) => `${row}\n${object}\n${row}\n`]) {
      expect(isTooLarge(write(deep(900)), 1 << 18)).toBe(false)
      expect(isTooLarge(write(deep(20_000)), 1 << 18)).toBe(true)
    }
  })

  it('texts with brackets, quotes and line ends never make small objects large', () => {
    fc.assert(
      fc.property(fc.array(fc.dictionary(fc.string(), fc.json())), fc.nat(40), fc.boolean(), (rows, size, inList) => {
        const text = inList ? JSON.stringify(rows) : rows.map((row) => JSON.stringify(row)).join('\n')
        expect(isTooLarge(text.repeat(inList ? 1 : 3), size + 1)).toBe(false)
      }),
      { numRuns: 50 },
    )
  })
})
