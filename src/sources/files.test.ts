import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { displayName, findFiles } from './files.ts'

const folder = mkdtempSync(join(tmpdir(), 'halftone-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
for (const name of [
  'a.csv',
  'b.csv',
  'b.tsv',
  '.hidden.csv',
  'we[ird].csv',
  'sub/x1.csv',
  'sub/x22.csv',
  'other/x3.csv',
  'lit*ral.csv',
  'litteral.csv',
]) {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  writeFileSync(join(folder, name), 'a\n1\n')
}
writeFileSync(join(folder, 'empty.csv'), '')
symlinkSync(join(folder, 'nowhere'), join(folder, 'z.csv'))

const find = (source: string | readonly string[]) =>
  findFiles(source, folder).map((file) => file.slice(folder.length + 1))

describe('findFiles', () => {
  it.each([
    ['a.csv', ['a.csv']],
    ['./sub/../a.csv', ['a.csv']],
    [
      ['b.tsv', 'a.csv'],
      ['b.tsv', 'a.csv'],
    ],
    ['[ab]*.csv', undefined],
    ['?.csv', ['a.csv', 'b.csv']],
    ['*/x*.csv', ['other/x3.csv', 'sub/x1.csv', 'sub/x22.csv']],
    ['sub/x?.csv', ['sub/x1.csv']],
    ['.h*.csv', ['.hidden.csv']],
    ['we[ird].csv', ['we[ird].csv']],
    ['lit*ral.csv', ['lit*ral.csv']],
    ['b.*', ['b.csv', 'b.tsv']],
  ] as [string | string[], string[] | undefined][])('%j', (source, files) => {
    if (files === undefined) expect(() => find(source)).toThrow('no file fits')
    else expect(find(source)).toEqual(files)
  })

  it('absolute paths stay', () => {
    expect(findFiles(join(folder, 'a.csv'), '/somewhere/else')).toEqual([join(folder, 'a.csv')])
  })

  it.each([
    ['c.csv', /no such file: "c\.csv" .*its folder has .*a\.csv/],
    ['no/c.csv', /no such file: "no\/c\.csv" .*there is no folder/],
    ['sub', /"sub" is not a file; name a file, or a glob such as "sub\/\*\.csv"/],
    ['empty.csv', /"empty\.csv" is empty/],
    ['em*.csv', /empty\.csv" is empty/],
    ['q*.csv', /no file fits "q\*\.csv"/],
    ['no/*.csv', /no file fits/],
  ])('%s is refused', (source, message) => {
    expect(() => find(source)).toThrow(message)
  })

  it.each(['*a*a*a*a*a*a*a*a*a*a*b', '*?a*?a*?a*?a*?a*?a*?a*?a*?b'])(
    '%s: a name of 200 letters is compared at once',
    (glob) => {
      writeFileSync(join(folder, 'a'.repeat(200)), 'a\n1\n')
      expect(() => find(glob)).toThrow('no file fits')
    },
  )

  it('links that lead in a circle are followed once', () => {
    for (const name of ['one', 'two', 'three']) symlinkSync('.', join(folder, 'sub', name))
    symlinkSync('self.csv', join(folder, 'self.csv'))
    expect(find(`${'sub/'.padEnd(84, '*/')}x1.csv`)).toHaveLength(1)
    expect(() => find('self*.csv')).toThrow('no file fits')
  })

  it('a broken link is no file', () => {
    expect(() => find('z.csv')).toThrow('no such file')
    expect(() => find('z*.csv')).toThrow('no file fits')
  })
})

describe('displayName', () => {
  it('has no folder', () => {
    expect(displayName(['/x/y/a.csv'])).toBe('a.csv')
    expect(displayName(['/x/a.csv', '/x/b.csv', '/x/c.csv'])).toBe('a.csv and 2 more')
  })
})
