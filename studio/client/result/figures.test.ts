import { describe, expect, it } from 'vitest'
import { asSentence, asTitle } from './figures.ts'

describe('asSentence(text)', () => {
  it('begins with a capital letter and ends with a full stop', () => {
    expect(asSentence('every released row looks like others')).toBe('Every released row looks like others.')
    expect(asSentence('Is it so?')).toBe('Is it so?')
  })

  it('leaves names as they are written: k, files, options', () => {
    expect(asSentence('k must be at most 12')).toBe('k must be at most 12.')
    expect(asSentence('out/release.csv was left out')).toBe('out/release.csv was left out.')
    expect(asTitle('suppression-limit is 0')).toBe('suppression-limit is 0')
    expect(asTitle('NWP')).toBe('NWP')
  })
})
