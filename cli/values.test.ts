import { describe, expect, it } from 'vitest'
import { byteSize, listOfNames } from './values.ts'

describe('listOfNames', () => {
  it.each([
    ['a', ['a']],
    ['a,b', ['a', 'b']],
    [' a , b c ,', ['a', 'b c']],
    [',a,,b', ['a', 'b']],
    ['"a,b",c', ['a,b', 'c']],
    ['c, "say ""hi""" ', ['c', 'say "hi"']],
    ['say "hi",*', ['say "hi"', '*']],
    ['"a" b,c', ['"a" b', 'c']],
  ])('%j is %j', (text, names) => {
    expect(listOfNames(text)).toEqual(names)
  })

  it.each(['', ' ', ',', ' , '])('%j is none', (text) => {
    expect(() => listOfNames(text)).toThrow('must be column names')
  })
})

describe('byteSize', () => {
  it('512MB and 4GB are numbers of bytes; other texts are refused', () => {
    expect([byteSize('512MB'), byteSize('4gib'), byteSize('1.5 KB')]).toEqual([512 << 20, 4 * 2 ** 30, 1536])
    expect(() => byteSize('much')).toThrow('such as 512MB or 4GB')
  })
})
