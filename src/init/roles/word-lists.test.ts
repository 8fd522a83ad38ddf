import { describe, expect, it } from 'vitest'
import { fold } from './name-words.ts'
import { MEANINGS } from './vocabulary.ts'
import { readWordLists } from './word-lists.ts'

describe('readWordLists', () => {
  it('reads a list for each meaning of names, in rank, and no other', () => {
    const lists = readWordLists('column-names')
    expect(Object.keys(lists)).toEqual(MEANINGS)
    for (const meaning of MEANINGS) expect(lists[meaning].length, meaning).toBeGreaterThan(3)
    expect(lists['birth']).toContain('geburtsdatum')
    expect(lists['birth']).not.toContain('birth:')
    expect(lists['contact']).toContain('电话')
  })

  it('has words that can match: none is empty, a comment or a part of the notation', () => {
    const words = Object.values(readWordLists('column-names')).flat()
    expect(words.filter((word) => !/^(=|-)?[\p{L}\p{M}\d_]+(\+[\p{L}\p{M}\d]+)*-?$/u.test(word))).toEqual([])
  })

  it.each(['known-values', 'first-names'] as const)('has folded words in %s, each once in its list', (file) => {
    for (const words of Object.values(readWordLists(file))) {
      expect(words.filter((word) => fold(word) !== word)).toEqual([])
      expect(new Set(words).size).toBe(words.length)
    }
  })
})
