import { describe, expect, test } from 'vitest'
import { SUPPRESSED_LABEL } from '../hierarchy.ts'
import { treeHierarchy, withDistinctRoots } from '../tree.ts'
import { readTaxonomy, readUsableTaxonomy } from './read-taxonomy.ts'
import type { TaxonomyNode } from './taxonomy.ts'

const group = (name: string, ...children: (string | TaxonomyNode)[]): TaxonomyNode => ({
  name,
  children: children.map((child) => (typeof child === 'string' ? { name: child } : child)),
})

const world = group('World', group('Europe', 'France', 'Italy'), group('Asia', 'Japan'), 'Sea')

describe('readTaxonomy', () => {
  test.each([
    [
      "Amnesia's file",
      'places.txt',
      'distinct\nname places\ntype string\nheight 3\n\nEurope has France Italy \nAsia has Japan \n\nWorld has ' +
        'Europe Asia Sea \n\n',
    ],
    [
      'the table of sdcHierarchies',
      'places.csv',
      '"level";"name"\n"@";"World"\n"@@";"Europe"\n"@@@";"France"\n"@@@";"Italy"\n"@@";"Asia"\n"@@@";"Japan"\n"@@";"Sea"\n',
    ],
    [
      'the same with commas and without a head',
      'p.csv',
      '@,World\n@@,Europe\n@@@,France\n@@@,Italy\n@@,Asia\n@@@,Japan\n@@,Sea',
    ],
    [
      'an .hrc of Argus with its total',
      'p.hrc',
      'World\r\n@Europe\r\n@@France\r\n@@Italy\r\n@Asia\r\n@@Japan\r\n@Sea\r\n',
    ],
  ])('reads %s', (_, name, text) => {
    expect(readTaxonomy(text, name)).toEqual(world)
  })

  test('an .hrc without a total gets a root', () => {
    expect(readTaxonomy('A\n@a1\n@a2\nB\n', 'x.hrc')).toEqual(group(SUPPRESSED_LABEL, group('A', 'a1', 'a2'), 'B'))
  })

  test.each([
    ['x.hrc', 'A\n@@a1\n', /x\.hrc:2 is 2 levels below the line before it/],
    ['x.csv', '@;A\n@@;\n@@;b', /x\.csv:2 has no name/],
    ['a.txt', 'distinct\nname a\ntype string\nheight 2\n\nA b c\n', /a\.txt:6 must be a group and its children/],
    [
      'a.txt',
      'distinct\nname a\ntype string\nheight 2\n\nA has b\nB has c\n',
      /one group that stands under no other; it has 2/,
    ],
    ['a.txt', 'distinct\nname a\ntype string\nheight 2\n\nR has A\nA has B\nB has A\n', /"A" stands below two groups/],
    // Thirty of these lines would expand to a billion groups.
    [
      'a.txt',
      'distinct\nname a\ntype string\nheight 2\n\nR has A A\nA has B B\n',
      /"A" stands below two groups, or twice/,
    ],
    [
      'a.txt',
      `distinct\nname a\ntype string\nheight ` +
        `2\n\n${Array.from({ length: 20_000 }, (_, i) => `n${i} has n${i + 1}\n`).join('')}`,
      /more than 100 levels/,
    ],
    ['x.hrc', Array.from({ length: 3000 }, (_, i) => `${'@'.repeat(i)}n${i}\n`).join(''), /more than 100 levels/],
    [
      'a.txt',
      'range\nname age\ntype int\nheight 3\n\n0-50 has 0-25 25-50 \n50-100 has 50-75 75-100 \n\n0-100 has ' +
        '0-50 50-100 \n',
      /type: numeric and endpoints: \[25, 50, 75\]/,
    ],
  ])('%s: %j is refused', (name, text, message) => {
    expect(() => readTaxonomy(text, name)).toThrow(message)
  })
})

describe('readUsableTaxonomy', () => {
  test('problems of a kind are one line, with the lines of the file', () => {
    const lines = Array.from({ length: 1891 }, (_, i) => [`v${i};g${i};a;*`, `v${i};h${i};b;*`]).flat()
    const problem = () => readUsableTaxonomy(`${lines.join('\n')}\nw;x;a;*\nu;x;b;*\n`, 'towns.csv', 'town')
    expect(problem).toThrow(
      'taxonomy towns.csv of column "town": 1,891 values stand twice: "…" (2 characters) (lines 1 and 2), "…" ' +
        '(2 characters) (lines 3 and 4), "…" (2 characters) (lines 5 and 6) and 1,888 more; a value has one ' +
        'place, remove the other\n' +
        'taxonomy towns.csv of column "town": a group stands under two parents: "x" (lines 3783 and 3784); a ' +
        'group has one parent, rename one of the two',
    )
  })
})

describe('withDistinctRoots', () => {
  const tree = (column: string, root: string) => treeHierarchy(column, group(root, 'a', 'ANY'))
  test('where every root is the mark of suppressed rows, the first is not', () => {
    const [first, second] = withDistinctRoots([tree('x', '*'), tree('y', '*')])
    expect([first.tree?.names[0], second.tree?.names[0]]).toEqual(['ANY (all)', '*'])
  })
  test('where one of them is another, all stay', () => {
    const hierarchies = [tree('x', '*'), tree('y', 'all')]
    expect(withDistinctRoots(hierarchies)).toBe(hierarchies)
  })
})
