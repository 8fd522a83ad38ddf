import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CancelledError, didYouMean, InternalError, nearestName, throwIfCancelled, UserError } from './errors.ts'

describe('nearestName', () => {
  it.each([
    ['delimter', ['source', 'delimiter', 'quote'], 'delimiter'],
    ['K', ['k', 'seed'], 'k'],
    ['sede', ['seed', 'goal'], 'seed'],
    ['supression-limt', ['suppression-limit', 'suppressed-rows'], 'suppression-limit'],
    ['colour', ['source', 'format'], undefined],
    ['x', [], undefined],
  ])('%s among %o: %s', (name, known, nearest) => {
    expect(nearestName(name, known)).toBe(nearest)
  })

  it('a known name is its own nearest, and one slip away from it still is', () => {
    const word = fc.string({ minLength: 4, maxLength: 12, unit: fc.constantFrom(...'abcdefghij') })
    fc.assert(
      fc.property(word, fc.nat(), (name, at) => {
        expect(nearestName(name, [name])).toBe(name)
        const place = at % name.length
        expect(nearestName(name.slice(0, place) + name.slice(place + 1), [name])).toBe(name)
        expect(nearestName(`${name.slice(0, place)}z${name.slice(place)}`, [name])).toBe(name)
      }),
    )
  })
})

describe('didYouMean', () => {
  it('is the end of a sentence, or nothing', () => {
    expect(didYouMean('taxnomy', ['taxonomy'])).toBe('; did you mean "taxonomy"?')
    expect(didYouMean('colour', ['taxonomy'])).toBe('')
  })
})

describe('kinds of error', () => {
  it('have names that survive another copy of the library', () => {
    expect([new UserError('a').name, new InternalError('b').name, new CancelledError().name]).toEqual([
      'UserError',
      'InternalError',
      'CancelledError',
    ])
    expect(new CancelledError().message).toBe('cancelled')
  })

  it('throwIfCancelled throws only when the signal has fired', () => {
    expect(() => throwIfCancelled(undefined)).not.toThrow()
    expect(() => throwIfCancelled(new AbortController().signal)).not.toThrow()
    expect(() => throwIfCancelled(AbortSignal.abort())).toThrow(CancelledError)
  })
})
