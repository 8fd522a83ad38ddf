import { describe, expect, test } from 'vitest'
import { naturalCompare } from './natural-order.ts'
import { type ProfiledColumn, type Proposal, proposeColumn } from './propose.ts'
import { proposeTaxonomy } from './propose-taxonomy.ts'
import { resolveHierarchy } from './resolve.ts'

const WORK_CLASS = [
  'Private',
  'Self-emp-not-inc',
  'Self-emp-inc',
  'Federal-gov',
  'Local-gov',
  'State-gov',
  'Without-pay',
  'Never-worked',
]

describe('proposeColumn', () => {
  test.each<[string, ProfiledColumn, string]>([
    ['few numbers', column('age', range(17, 90), 30_000), 'quasi-identifier number "all"'],
    ['many numbers', column('weight', range(1, 500), 30_000), 'quasi-identifier number {"quantiles":50}'],
    [
      'distinct decimals in each row',
      column(
        'height',
        each(1, 50, (x) => `${x}.25`),
        50,
      ),
      'quasi-identifier number "all"',
    ],
    ['years', column('built', range(1990, 2020), 900), 'quasi-identifier number "all"'],
    ['dates', column('born', ['1990-01-02', '1991-03-04'], 900), 'quasi-identifier date'],
    [
      'dates, one for each row',
      column(
        'born',
        each(10, 28, (x) => `1990-01-${x}`),
        19,
      ),
      'quasi-identifier date',
    ],
    ['dates with the day first', column('born', ['2.1.1990', '04.03.1991'], 900), 'quasi-identifier date'],
    ['dates that could be two', column('born', ['2/1/1990', '04/03/1991'], 900), 'quasi-identifier tree'],
    [
      'numbers with a decimal comma',
      column(
        'height',
        each(10, 90, (x) => `1,${x}`),
        900,
      ),
      'quasi-identifier tree',
    ],
    [
      'whole numbers too long to be exact',
      column(
        'card',
        each(10, 90, (x) => `90071992547409${x}`),
        81,
      ),
      'identifier',
    ],
    [
      'records inside a cell',
      column(
        'home',
        each(10, 90, (x) => `{'city': Rome, 'zip': ${x}}`),
        900,
      ),
      'identifier',
    ],
    ['postcodes by leading zero', column('area', ['02139', '90210'], 900), 'quasi-identifier prefix'],
    ['postcodes by name', column('homeZip', ['12139', '90210'], 900), 'quasi-identifier prefix'],
    ['five digits of no known meaning', column('pay', ['12139', '90210'], 900), 'quasi-identifier number "all"'],
    ['categories', column('workclass', WORK_CLASS, 900), 'quasi-identifier tree'],
    ['a number for each row', column('row', range(1, 100), 100), 'identifier'],
    [
      'a text for each row',
      column(
        'ref',
        each(1, 100, (x) => `x${x * 7}`),
        100,
      ),
      'identifier',
    ],
    ['a name that says so', column('e-mail', ['a@b.c', 'd@e.f'], 900), 'identifier'],
    [
      'names of people',
      column(
        'name',
        each(1, 200, (x) => `Person${x}`),
        900,
      ),
      'identifier',
    ],
    ['a weak name with mostly different values', column('customer_id', range(1, 600), 900), 'identifier'],
    ['a weak name with few values', column('store_id', range(1, 6), 900), 'quasi-identifier number "all"'],
    [
      'free text',
      column(
        'remark',
        each(1, 60, (x) => `${'some longer remark about a person '.repeat(2)}${x}`),
        100,
      ),
      'identifier',
    ],
    ['a sensitive name', column('Diagnosis', ['flu', 'cold'], 900), 'sensitive'],
    ['a target', column('class', ['yes', 'no'], 900), 'target'],
    [
      'words',
      column(
        'colour',
        each(1, 40, (x) => `light c${x % 7} and d${x % 8}`.replace(/\d/g, (digit) => 'abcdefghi'[Number(digit)])),
        900,
      ),
      'quasi-identifier tree',
    ],
    ['one value', column('country', ['NL'], 900), 'other'],
    ['no value', { ...column('country', [], 900), missingCount: 900 }, 'other'],
    [
      'lists',
      column(
        'basket',
        each(1, 40, (x) => `a${x % 7}|b${x % 5}|c${x % 3}`),
        900,
      ),
      'items |',
    ],
    [
      'lists by blanks',
      column(
        'basket',
        each(1, 40, (x) => `${x % 7} ${10 + (x % 5)} ${20 + (x % 3)}`),
        900,
      ),
      'items  ',
    ],
  ])('%s', (_, given, expected) => {
    const proposal = proposeColumn(given)
    expect(summary(proposal)).toBe(expected)
    expect(proposal.reason).toMatch(/^\S.*\.$/)
  })

  test('a proposed hierarchy covers the column it was proposed for', () => {
    for (const given of [
      column('age', range(17, 90), 900),
      column('zip', ['02139', '90210'], 900),
      column('work', WORK_CLASS, 900),
    ]) {
      const { specification } = proposeColumn(given)
      const { codes, findings } = resolveHierarchy(given.name, specification!, given, { missing: 'none' })
      expect(findings).toEqual([])
      expect(Math.min(...codes)).toBe(0)
    }
  })

  test('a profile that shows only some values is judged by the number of all', () => {
    const shown = column(
      'ref',
      each(1, 100, (x) => `x${x}`),
      100_000,
    )
    expect(proposeColumn({ ...shown, distinct: 99_000 }).role).toBe('identifier')
    expect(proposeColumn(shown).role).toBe('quasi-identifier')
  })
})

describe('proposeTaxonomy', () => {
  test('values in order, grouped where they share their first words', () => {
    expect(proposeTaxonomy(WORK_CLASS)).toEqual({
      grouped: true,
      root: {
        name: 'ANY',
        children: [
          { name: 'Federal-gov' },
          { name: 'Local-gov' },
          { name: 'Never-worked' },
          { name: 'Private' },
          { name: 'Self-emp-*', children: [{ name: 'Self-emp-inc' }, { name: 'Self-emp-not-inc' }] },
          { name: 'State-gov' },
          { name: 'Without-pay' },
        ],
      },
    })
  })

  test('no group of all, none by bare numbers, none named like a value', () => {
    expect(proposeTaxonomy(['Red wine', 'Red beet']).grouped).toBe(false)
    expect(proposeTaxonomy(['1-2', '1-3', '2-4']).grouped).toBe(false)
    expect(proposeTaxonomy(['Ab-*', 'Ab-c', 'x']).grouped).toBe(false)
    expect(proposeTaxonomy(['ANY', 'x']).root.name).toBe('*')
  })
})

test('naturalCompare: numbers inside texts count as numbers', () => {
  expect(['item 10', 'item 2', '9th', '10th', 'item'].sort(naturalCompare)).toEqual([
    '9th',
    '10th',
    'item',
    'item 2',
    'item 10',
  ])
})

function summary({ role, specification, separator }: Proposal): string {
  const endpoints = specification?.kind === 'number' ? JSON.stringify(specification.endpoints) : undefined
  return [role, specification?.kind, endpoints, separator].filter((part) => part !== undefined).join(' ')
}

function range(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => String(from + index))
}

function each(from: number, to: number, make: (number: number) => string): string[] {
  return range(from, to).map((text) => make(Number(text)))
}

function column(name: string, values: string[], rows: number): ProfiledColumn {
  return {
    name,
    values,
    counts: values.map(() => Math.max(1, Math.floor(rows / values.length))),
    missingCount: 0,
    rows,
  }
}
