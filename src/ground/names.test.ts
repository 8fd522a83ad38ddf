import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { needs, platform } from '../../test/needs.ts'
import { shellWord } from './names.ts'

describe('shellWord(text)', () => {
  it.each([
    ['study.yaml', 'study.yaml'],
    ['../studies/größe.yaml', '../studies/größe.yaml'],
    ['my study.yaml', "'my study.yaml'"],
    ["it's $HOME.yaml", "'it'\\''s $HOME.yaml'"],
    ['', "''"],
  ])('%j', (text, word) => expect(shellWord(text)).toBe(word))

  it('is what a shell reads as that one word', needs(platform('linux', 'darwin')), () => {
    const texts = fc.sample(
      fc.string({ unit: 'binary', maxLength: 12 }).filter((text) => !text.includes('\0')),
      { numRuns: 200, seed: 1 },
    )
    const read = execFileSync('sh', ['-c', `printf '%s\\0' ${texts.map(shellWord).join(' ')}`], { encoding: 'utf8' })
    expect(read.split('\0').slice(0, -1)).toEqual(texts)
  })
})
