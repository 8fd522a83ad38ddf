import { describe, expect, test } from 'vitest'
import { type ProfiledColumn, proposeHierarchy } from './propose.ts'
import { naturalCompare, proposeTaxonomy } from './propose-taxonomy.ts'
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

describe('proposeHierarchy', () => {
  test.each<[string, ProfiledColumn, string]>([
    ['few numbers', column('age', range(17, 90), 30_000), 'number "all"'],
    ['many numbers', column('weight', range(1, 500), 30_000), 'number {"quantiles":50}'],
    ['years', column('built', range(1990, 2020), 900), 'number "all"'],
    ['dates', column('born', ['1990-01-02', '1991-03-04'], 900), 'date'],
    ['dates with the day first', column('born', ['2.1.1990', '04.03.1991'], 900), 'date'],
    ['American dates', column('born', ['2/1/1990', '04/23/1991'], 900), 'date %m/%d/%Y'],
    ['American dates of two figures', column('born', ['2/1/90', '4/23/91'], 900), 'date %m/%d/%y'],
    ['French dates', column('born', ['21/1/1990', '04/03/1991'], 900), 'date %d/%m/%Y'],
    ['dates with a time', column('born', ['04/23/1991 03:15:00 PM', '04/02/1991 11:00 AM'], 900), 'date %m/%d/%Y'],
    ['dates with the name of the month', column('born', ['17-Mar-1990', '02-Dez-1991'], 900), 'date %d-%b-%Y'],
    ['times of day', column('seen', ['08:15', '7:05 PM', '23:10:59'], 900), 'date'],
    ['codes by leading zero', column('area', ['02139', '90210'], 900), 'prefix'],
    ['five digits of no known meaning', column('pay', ['12139', '90210'], 900), 'number "all"'],
    ['categories', column('workclass', WORK_CLASS, 900), 'tree'],
  ])('%s', (_, given, expected) => {
    const { specification, reason } = proposeHierarchy(given)
    const endpoints = specification?.kind === 'number' ? JSON.stringify(specification.endpoints) : undefined
    const format = specification?.kind === 'date' ? specification.format : undefined
    expect([specification?.kind, endpoints, format].filter((part) => part !== undefined).join(' ')).toBe(expected)
    expect(reason).toMatch(/^\S.*\.$/)
  })

  test('a date that could be two is a question', () => {
    const { question, specification } = proposeHierarchy(column('born', ['2/1/1990', '04/03/1991'], 900))
    expect(specification).toEqual({ kind: 'date', format: '%m/%d/%Y', levels: ['year', 'decade'] })
    expect(question).toContain('%d/%m/%Y')
  })

  test('other dates of the table decide', () => {
    const born = column('born', ['2/1/1990', '04/03/1991'], 900)
    expect(proposeHierarchy(born, { dayFirst: true }).specification).toEqual({ kind: 'date', format: '%d/%m/%Y' })
    expect(proposeHierarchy(born, { dayFirst: false }).question).toBeUndefined()
  })

  test('postcodes by their meaning', () => {
    expect(proposeHierarchy(column('zip', ['12139', '90210'], 900), { postcode: true }).specification).toEqual({
      kind: 'prefix',
    })
  })

  test('a proposed hierarchy covers the column it was proposed for', () => {
    for (const given of [
      column('age', range(17, 90), 900),
      column('zip', ['02139', '90210'], 900),
      column('work', WORK_CLASS, 900),
      column('seen', ['1/13/04', '12/1/99'], 900),
    ]) {
      const { specification } = proposeHierarchy(given)
      const { codes, findings } = resolveHierarchy(given.name, specification!, given, { missing: 'none' })
      expect(findings).toEqual([])
      expect(Math.min(...codes)).toBeGreaterThanOrEqual(0)
    }
  })
})

describe('proposeTaxonomy', () => {
  test('values in order, grouped where they share their first words', () => {
    expect(proposeTaxonomy(WORK_CLASS)).toEqual({
      grouped: 'words',
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
    expect(proposeTaxonomy(['Red wine', 'Red beet']).grouped).toBe('none')
    expect(proposeTaxonomy(['1-2', '1-3', '2-4']).grouped).toBe('none')
    expect(proposeTaxonomy(['Ab-*', 'Ab-c', 'x']).grouped).toBe('none')
    expect(proposeTaxonomy(['ANY', '*', 'x']).root.name).toBe('ANY (all)')
  })
})

describe('proposeTaxonomy with counts', () => {
  test('rare values are grouped by how rare they are, common ones stay', () => {
    const counts = [500, 300, 150, 30, 15, 4, 1]
    const { root, grouped } = proposeTaxonomy(['a', 'b', 'c', 'd', 'e', 'f', 'g'], counts, 1000)
    expect(grouped).toBe('rare')
    expect(root.children).toEqual([
      { name: 'a' },
      { name: 'b' },
      { name: 'c' },
      {
        name: 'other (each under 5%)',
        children: [
          { name: 'd' },
          {
            name: 'other (each under 2%)',
            children: [{ name: 'e' }, { name: 'other (each under 0.5%)', children: [{ name: 'f' }, { name: 'g' }] }],
          },
        ],
      },
    ])
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

function range(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => String(from + index))
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
