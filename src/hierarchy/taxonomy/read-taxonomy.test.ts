import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { data, dataPath } from '../../../test/data.ts'
import { needs } from '../../../test/needs.ts'
import { UserError } from '../../ground/errors.ts'
import { forEachGroup } from '../grouping.ts'
import { groupLabel } from '../hierarchy.ts'
import { treeHierarchy } from '../tree.ts'
import { readTaxonomy } from './read-taxonomy.ts'
import { checkTaxonomy, type TaxonomyNode } from './taxonomy.ts'
import { writeTaxonomyJson, writeTaxonomyLines } from './write-taxonomy.ts'

describe('readTaxonomy of JSON', () => {
  test('nested names, an empty list of children is none, a byte order mark is skipped', () => {
    const text = '\uFEFF{"name": "ANY", "children": [{"name": "a", "children": []}, {"name": "b"}]}'
    expect(readTaxonomy(text, 't.json')).toEqual(group('ANY', 'a', 'b'))
  })

  test('a group that repeats its only child is that child', () => {
    const text = '{"name": "ANY", "children": [{"name": "P", "children": [{"name": "P"}]}, {"name": "b"}]}'
    expect(readTaxonomy(text, 'whatever')).toEqual(group('ANY', 'P', 'b'))
  })

  test('a group of the same name below itself stays, and the doctor refuses it', () => {
    const text = '{"name": "*", "children": [{"name": "*", "children": [{"name": "a"}, {"name": "b"}]}]}'
    expect(() => treeHierarchy('c', readTaxonomy(text, 't.json'))).toThrow('"*" stands below itself ("*" > "*")')
  })

  test.each([
    ['{"name": "ANY", "children": [', /t.json is not valid JSON/],
    ['[]', /t.json: the root must be {"name": …, "children": \[…\]}; got \[\]/],
    ['{"Doctorate": 1}', /t.json: the root has an unknown key "Doctorate"; known keys are name, children, level/],
    [
      '{"name": "ANY", "children": [{"name": "a", "childern": []}]}',
      /t.json: ANY > a has an unknown key "childern"; did you mean "children"\?/,
    ],
    [
      '{"name": "ANY", "children": [{"name": "a", "children": [{"name": "x"}, {"name": 5}]}]}',
      /t.json: ANY > a > child 2 must have a name, text that is not empty; got 5/,
    ],
    ['{"name": "ANY", "children": [{"name": " "}]}', /t.json: ANY > child 1 must have a name/],
    ['{"name": "ANY", "children": {"name": "x"}}', /children of "ANY" must be a list/],
    ['{"name": "ANY", "level": 0}', /level must be a whole number of at least 1; got 0/],
    ['', /t.json must not be empty/],
  ])('%j is refused', (text, message) => {
    expect(() => readTaxonomy(text, 't.json')).toThrow(message)
    expect(() => readTaxonomy(text, 't.json')).toThrow(UserError)
  })
})

describe('readTaxonomy of lines', () => {
  test.each<[string, string, TaxonomyNode]>([
    ['semicolons', 'x;a;*\ny;a;*\nz;b;*\n', group('*', group('a', 'x', 'y'), group('b', 'z'))],
    ['commas, no last line end', 'x,a,*\ny,a,*', group('*', group('a', 'x', 'y'))],
    ['tabs, CR LF', 'x\ta\t*\r\ny\ta\t*\r\n', group('*', group('a', 'x', 'y'))],
    ['commas inside names', 'x;1,2;*\ny;1,2;*\n', group('*', group('1,2', 'x', 'y'))],
    ['quotes', '17,"[15, 20[",*\n18,"a ""b""",*\n', group('*', group('[15, 20[', '17'), group('a "b"', '18'))],
    ['a line end inside quotes', '"a\nb";g;*\nc;g;*', group('*', group('g', 'a\nb', 'c'))],
    ['blanks, empty lines, empty fields at the end', ' x ; a ;* \n\n  \ny;a;*;;\n', group('*', group('a', 'x', 'y'))],
    ['a byte order mark', '\uFEFFx;*\ny;*', group('*', 'x', 'y')],
    ['a high leaf repeated downwards', 'x;a;*\ny;a;*\nP;P;*', group('*', group('a', 'x', 'y'), 'P')],
    [
      'a province and its capital of one name',
      'Parma;Parma;Emilia;*\nFidenza;Parma;Emilia;*\nAosta;Aosta;Aosta;*',
      group('*', group('Emilia', group('Parma (all)', 'Parma', 'Fidenza')), 'Aosta'),
    ],
    [
      'a value with the name of its group',
      'Other;Other;*\nService;Other;*',
      group('*', group('Other (all)', 'Other', 'Service')),
    ],
    [
      'a group with the name of one below it',
      'a;x;y;x;*\nb;x;y;x;*',
      group('*', group('x (all)', group('y', group('x', 'a', 'b')))),
    ],
    [
      'a group that bears the label of its parent',
      '0;11;11\n1;10;11\n2;12;11',
      group('11 (all)', group('11', '0'), group('10', '1'), group('12', '2')),
    ],
    [
      'a value with the name of a group two levels above another',
      'a;g;b;*\nb;h;c;*',
      group('*', group('b (all)', group('g', 'a')), group('c', group('h', 'b'))),
    ],
    [
      'lines of unequal length, aligned at the root',
      'x;c;a;*\nz;a;*\nP;*',
      group('*', group('a', group('c', 'x'), 'z'), 'P'),
    ],
    ['a root of another name', 'x;ANY\ny;ANY', group('ANY', 'x', 'y')],
    ['no common root: * is added', 'x;a\ny;a\nz;b', group('*', group('a', 'x', 'y'), group('b', 'z'))],
    ['some lines without the root', 'x;a;*\ny;a;*\nP', group('*', group('a', 'x', 'y'), 'P')],
    ['values alone', 'x\ny\n', group('*', 'x', 'y')],
    [
      'a group whose lines do not stand together',
      'x;a;*\nz;b;*\ny;a;*',
      group('*', group('a', 'x', 'y'), group('b', 'z')),
    ],
  ])('%s', (_, text, root) => {
    expect(readTaxonomy(text, 't.csv')).toEqual(root)
  })

  test('a group repeated upwards keeps its level', () => {
    const root = readTaxonomy('17;10s;0-39;*\n20;20s;0-39;*\n80;>=80;>=80;*\n81;>=80;>=80;*\n', 'age.csv')
    expect(root.children?.[1]).toEqual({ name: '>=80', level: 1, children: [{ name: '80' }, { name: '81' }] })
    expect(labelsByLevel(root)).toEqual(
      [['17', '20', '80', '81'], ['0-39', '>=80'], ['*']].toSpliced(1, 0, ['17', '20', '>=80']),
    )
  })

  test.each([
    ['x;;*\ny;a;*', /t.csv:1 field 2 is empty; every level of a leaf needs a name/],
    ['x;a;*\n\ny;"a;*\n', /t.csv:3 a quoted field begins here and never ends/],
    [' \n\n', /must not be empty/],
  ])('%j is refused', (text, message) => {
    expect(() => readTaxonomy(text, 't.csv')).toThrow(message)
  })

  test.each([
    ['the same line twice', 'x;a;*\ny;a;*\nx;a;*', 'doubled-leaf'],
    ['one value in two groups', 'x;a;*\nx;b;*\ny;b;*\nz;a;*', 'doubled-leaf'],
    ['one group under two parents', 'a;x;y;*\nb;x;z;*\n', 'contradictory-parents'],
    ['two groups each above the other', 'a;x;y;*\nb;y;x;*', 'contradictory-parents'],
    ['the root among the values', '*;*\ny;*', 'ambiguous-name'],
  ])('the doctor finds %s', (_, text, kind) => {
    const errors = checkTaxonomy('c', readTaxonomy(text, 't.csv')).filter(({ severity }) => severity === 'error')
    expect(errors.map((finding) => finding.kind)).toContain(kind)
  })
})

describe('writeTaxonomyJson, writeTaxonomyLines', () => {
  const root = group('ANY', group('Gov', 'State', 'Local'), 'Private')

  test('JSON stands a node to a line', () => {
    expect(writeTaxonomyJson(root)).toBe(
      `{"name": "ANY", "children": [
  {"name": "Gov", "children": [
    {"name": "State"},
    {"name": "Local"}
  ]},
  {"name": "Private"}
]}
`,
    )
  })

  test('lines repeat a high leaf up to the last level', () => {
    expect(writeTaxonomyLines(root)).toBe('State;Gov;ANY\nLocal;Gov;ANY\nPrivate;Private;ANY\n')
  })

  test('what is written is read again as the same tree, in both forms', () => {
    fc.assert(
      fc.property(randomTaxonomy(), (taxonomy) => {
        expect(readTaxonomy(writeTaxonomyJson(taxonomy), 't.json')).toEqual(taxonomy)
        expect(readTaxonomy(writeTaxonomyLines(taxonomy), 't.csv')).toEqual(taxonomy)
      }),
    )
  })

  test('levels survive both forms', () => {
    fc.assert(
      fc.property(randomLines(), (text) => {
        const taxonomy = readTaxonomy(text, 't.csv')
        fc.pre(checkTaxonomy('c', taxonomy).every(({ severity }) => severity !== 'error'))
        expect(readTaxonomy(writeTaxonomyJson(taxonomy), 't.json')).toEqual(taxonomy)
        expect(readTaxonomy(writeTaxonomyLines(taxonomy), 't.csv')).toEqual(taxonomy)
      }),
    )
  })
})

describe('the files of others', needs(data('adult'), data('bms-webview-2')), () => {
  const folders = [
    ...['anjana', 'arx', 'difftesting', 'ours', 'qiyuangong'].map((name) => `adult/hierarchies/${name}`),
    'adult/taxonomies',
    'bms-webview-2/hierarchies/qiyuangong',
  ]

  test('all are read without errors; each line says what the levels say', () => {
    const files = folders.flatMap((folder) =>
      readdirSync(dataPath(folder))
        .filter((file) => /\.(csv|txt|json)$/.test(file) && !file.includes('order'))
        .map((file) => `${folder}/${file}`),
    )
    const warned: string[] = []
    for (const file of files) {
      const text = readFileSync(dataPath(file), 'utf8')
      const root = readTaxonomy(text, file)
      const findings = checkTaxonomy(file, root)
      expect(findings.filter(({ severity }) => severity === 'error')).toEqual([])
      if (findings.length > 0) warned.push(file)
      const hierarchy = treeHierarchy(file, root)
      if (!file.endsWith('.json')) {
        const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
        expect(hierarchy.values.length).toBe(lines.length)
      }
      expect(readTaxonomy(writeTaxonomyLines(root), 't.csv')).toEqual(root)
    }
    expect(files.length).toBeGreaterThanOrEqual(50)
    expect(warned).toContain('adult/hierarchies/anjana/country.csv')
  })

  test('a file with a field per level gives exactly its levels', () => {
    for (const file of [
      'adult/hierarchies/arx/adult_hierarchy_age.csv',
      'adult/hierarchies/ours/education.csv',
      'adult/hierarchies/ours/marital-status.csv',
      'bms-webview-2/hierarchies/qiyuangong/treefile_BMS.txt',
    ]) {
      const text = readFileSync(dataPath(file), 'utf8')
      const written = writeTaxonomyLines(readTaxonomy(text, file)).replaceAll('"', '')
      expect(written.trim().split('\n').sort()).toEqual(text.trim().split(/\r?\n/).sort())
    }
  })

  test('our JSON trees and our lines are the same trees but for the root', () => {
    for (const name of [
      'workclass',
      'education',
      'marital-status',
      'occupation',
      'race',
      'sex',
      'native-country',
      'relationship',
    ]) {
      const nested = readTaxonomy(readFileSync(dataPath(`adult/taxonomies/${name}.json`), 'utf8'), 't.json')
      const lines = readTaxonomy(readFileSync(dataPath(`adult/hierarchies/ours/${name}.csv`), 'utf8'), 't.csv')
      expect(lines).toEqual({ ...nested, name: '*' })
    }
  })
})

function labelsByLevel(root: TaxonomyNode): string[][] {
  const hierarchy = treeHierarchy('column', root)
  return hierarchy.levels.map(({ grouping }) => {
    const labels: string[] = []
    forEachGroup(grouping, (_, from, to) => labels.push(groupLabel(hierarchy, from, to)))
    return labels
  })
}

function group(name: string, ...children: (string | TaxonomyNode)[]): TaxonomyNode {
  return { name, children: children.map((child) => (typeof child === 'string' ? { name: child } : child)) }
}

function randomTaxonomy(): fc.Arbitrary<TaxonomyNode> {
  const letters = fc.constantFrom('a', 'b', 'é', ' ', ';', ',', '"', '\t', '\n', '1', '{', '[')
  const name = fc.string({ unit: letters, minLength: 1, maxLength: 6 }).filter((text) => text.trim() !== '')
  const names = fc.uniqueArray(name, { minLength: 2, maxLength: 20 })
  return fc.tuple(fc.constantFrom('*', 'ANY'), names, fc.infiniteStream(fc.nat())).map(([root, all, choices]) => {
    const children = all.map((): number[] => [])
    for (let node = 1; node < all.length; node++) children[(choices.next().value as number) % node].push(node)
    const build = (node: number): TaxonomyNode =>
      children[node].length === 0 ? { name: all[node] } : { name: all[node], children: children[node].map(build) }
    return { ...build(0), name: root }
  })
}

function randomLines(): fc.Arbitrary<string> {
  const line = fc.array(fc.constantFrom('g', 'g', 'h', 'i', 'j'), { maxLength: 4 })
  return fc
    .array(line, { minLength: 1, maxLength: 8 })
    .map((lines) => lines.map((groups, index) => [`v${index}`, ...groups.sort(), '*'].join(';')).join('\n'))
}
