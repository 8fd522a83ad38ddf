import { inspect } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  CancelledError,
  closingAfter,
  didYouMean,
  InternalError,
  masked,
  naming,
  nearestName,
  throwIfCancelled,
  UserError,
  userError,
  within,
  withValues,
} from './errors.ts'

describe('closingAfter(used, work)', () => {
  const failing = {
    close: () => Promise.reject(new UserError('the table t may still be there: drop it', { rule: 'file' })),
  }

  it('says why the work failed, and then what closing has left', async () => {
    const work = () => Promise.reject(new UserError('Spark does not answer', { path: 'data.source', rule: 'file' }))
    await expect(closingAfter(failing, work)).rejects.toMatchObject({
      message: 'Spark does not answer; the table t may still be there: drop it',
      path: 'data.source',
    })
    await expect(closingAfter(failing, () => Promise.reject(new TypeError('ours')))).rejects.toThrow('ours')
  })

  it('fails with closing where the work went well', async () => {
    await expect(closingAfter(failing, async () => 1)).rejects.toThrow('drop it')
    expect(await closingAfter({ close: async () => {} }, async () => 1)).toBe(1)
  })
})

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
    expect([
      new UserError('a', { rule: 'value' }).name,
      new InternalError('b').name,
      new CancelledError().name,
    ]).toEqual(['UserError', 'InternalError', 'CancelledError'])
    expect(new CancelledError().message).toBe('cancelled')
  })

  it('throwIfCancelled throws only when the signal has fired', () => {
    expect(() => throwIfCancelled(undefined)).not.toThrow()
    expect(() => throwIfCancelled(new AbortController().signal)).not.toThrow()
    expect(() => throwIfCancelled(AbortSignal.abort())).toThrow(CancelledError)
  })
})

describe('UserError', () => {
  it('new UserError(sentence, { path, rule }) is one fault; of several it takes path and rule of the first', () => {
    const one = new UserError('k must be at least 2; got 1', { path: 'privacy.k', rule: 'value' })
    expect(one).toMatchObject({ message: 'k must be at least 2; got 1', path: 'privacy.k', rule: 'value' })
    const two = new UserError([
      { place: 'job.yaml:3:5', message: 'unknown key "datta"', path: 'datta', rule: 'known' },
      { message: 'seed is missing' },
    ])
    expect(two).toMatchObject({ message: 'job.yaml:3:5 unknown key "datta"\nseed is missing', path: 'datta' })
    expect(two.faults[1]).toEqual({ message: 'seed is missing' })
  })

  it('within(path, work) says what a fault is about that does not say so itself', () => {
    const thrown = (path?: string): unknown => {
      try {
        return within('columns.age', () => {
          throw new UserError('no', { path, rule: 'value', cause: 'why' })
        })
      } catch (error) {
        return error
      }
    }
    expect(thrown()).toMatchObject({ message: 'no', path: 'columns.age', cause: 'why' })
    expect(thrown('columns.age.order')).toMatchObject({ path: 'columns.age.order' })
    expect(within('columns.age', () => 7)).toBe(7)
    expect(() =>
      within('columns.age', () => {
        throw new InternalError('ours')
      }),
    ).toThrow(InternalError)
  })
})

describe('masked(value)', () => {
  const wrong = userError('data', 'columns.town')

  it('shows how a value begins and how long it is', () => {
    expect(String(masked('Zanzibar'))).toBe('"Z…" (8 characters)')
    expect(String(masked('F'))).toBe('"…" (1 character)')
  })

  it('stays masked in the message, the stack, JSON and what the console prints', () => {
    const error = naming('p.csv', wrong`column "town" has ${masked('Zanzibar')}`)
    expect(error.message).toBe('p.csv: column "town" has "Z…" (8 characters)')
    for (const text of [error.stack, JSON.stringify(error), JSON.stringify(error.faults), inspect(error, { depth: 9 })])
      expect(text).not.toContain('Zanzibar')
  })

  it('is shown by withValues alone, each value in its place, also after the error was wrapped', () => {
    const throws = () =>
      within('data', () => {
        throw naming('p.csv', wrong`${masked('Zanzibar')} and ${masked('Zaragoza')}, not ${'"Z…" (8 characters)'}`)
      })
    expect(throws).toThrow(UserError)
    try {
      throws()
    } catch (thrown) {
      const [fault] = (thrown as UserError).faults
      expect(withValues(fault)).toBe('p.csv: "Zanzibar" and "Zaragoza", not "Z…" (8 characters)')
    }
  })
})
