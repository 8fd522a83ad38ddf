import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { distinctSets } from './distinct-sets.ts'

describe('distinctSets', () => {
  it('add(list) says of every list whether it is new, as a Set of texts would', () => {
    const lists = fc.array(fc.uniqueArray(fc.nat(9), { maxLength: 4 }), { maxLength: 60 })
    fc.assert(
      fc.property(lists, (all) => {
        const seen = new Set([''])
        const sets = distinctSets(10)
        for (const list of all) {
          const sorted = Int32Array.from(list).sort()
          const key = sorted.join()
          expect(sets.add(sorted, 0, sorted.length)).toBe(!seen.has(key))
          seen.add(key)
        }
      }),
    )
  })

  it('keeps what it knows while it grows, with edges beyond 32 bits', () => {
    const codes = 15_600
    const sets = distinctSets(codes)
    const pair = (i: number) => Int32Array.from([i % 7000, 7000 + ((Math.floor(i / 7000) * 97 + i) % 8600)])
    const texts = new Set<string>()
    // 400,000 nodes × 15,600 codes is more than 2³².
    for (let i = 0; i < 400_000; i++) {
      const list = pair(i)
      texts.add(list.join())
      if (sets.add(list, 0, 2) !== texts.size > i) throw new Error(`pair ${i} was taken for another`)
    }
    for (let i = 0; i < 400_000; i++) if (sets.add(pair(i), 0, 2)) throw new Error(`pair ${i} was forgotten`)
    expect(texts.size).toBe(400_000)
  })
})
