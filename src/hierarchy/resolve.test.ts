import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isCut } from '../../test/shown-ranges.ts'
import type { ColumnProfile } from './doctor.ts'
import { groupStarts } from './grouping.ts'
import type { Hierarchy } from './hierarchy.ts'
import { parseNumber } from './number.ts'
import { examineHierarchy, resolveHierarchy } from './resolve.ts'
import type { HierarchySpecification } from './specification.ts'

const NUMBER: HierarchySpecification = { kind: 'number', endpoints: 'all' }

describe('resolveHierarchy', () => {
  test('numbers: texts that say the same number share a code', () => {
    const { hierarchy, codes, findings } = resolveHierarchy(
      'age',
      NUMBER,
      profile(['7', '10', '07', '9', '7.0', ' 9 ']),
      { missing: 'none' },
    )
    expect(hierarchy.values).toEqual(['7', '9', '10'])
    expect(Array.from(codes)).toEqual([0, 2, 0, 1, 0, 1])
    expect(findings).toEqual([])
  })

  test('numbers: quantiles count the rows of all texts', () => {
    const specification: HierarchySpecification = { kind: 'number', endpoints: { quantiles: 1 } }
    const { hierarchy } = resolveHierarchy('x', specification, profile(['1', '1.0', '2', '3'], [3, 3, 1, 1]), {
      missing: 'none',
    })
    expect(hierarchy.values).toEqual(['1', '[2,3]'])
  })

  test('numbers: text is named with its rows and has no code', () => {
    const { codes, findings } = resolveHierarchy('age', NUMBER, profile(['7', 'old', 'n/a'], [1, 2, 30]), {
      missing: 'none',
    })
    expect(Array.from(codes)).toEqual([0, -1, -1])
    expect(findings).toEqual([
      {
        severity: 'error',
        kind: 'not-a-number',
        column: 'age',
        message:
          'column "age" must hold numbers only; got 2 values of another kind: "n…" (3 characters) in 30 rows, ' +
          '"o…" (3 characters) in 2 rows; fix them, list them under missing-values, or give the column an ' +
          'order or a taxonomy instead of type: numeric',
        values: [
          { value: 'n/a', count: 30 },
          { value: 'old', count: 2 },
        ],
      },
    ])
  })

  test('numbers: too many for an endpoint between every two', () => {
    const many = profile(Array.from({ length: 100_001 }, (_, index) => String(index)))
    const { hierarchy, findings } = examineHierarchy('x', NUMBER, many, { missing: 'none' })
    expect(hierarchy).toBeUndefined()
    expect(findings.map(({ kind }) => kind)).toEqual(['too-many-values'])
    expect(() => resolveHierarchy('x', NUMBER, many, { missing: 'none' })).toThrow(
      'column "x": an endpoint between every two values is possible for at most 100000 distinct numbers; got ' +
        '100001: set endpoints to a number of quantiles, a list or a width',
    )
    const quantiles: HierarchySpecification = { kind: 'number', endpoints: { quantiles: 9 } }
    expect(resolveHierarchy('x', quantiles, many, { missing: 'none' }).hierarchy.values.length).toBe(10)
  })

  test('numbers by width: levels are aligned to the origin, whatever values a bin happens to hold', () => {
    const specification: HierarchySpecification = { kind: 'number', endpoints: { width: 10, origin: 5 }, levels: [20] }
    const { hierarchy } = resolveHierarchy('x', specification, profile(['7', '21', '26', '44']), { missing: 'none' })
    expect(hierarchy.values).toEqual(['7', '21', '26', '44'])
    expect(Array.from(hierarchy.levels[1].grouping.codeGroups)).toEqual([0, 0, 1, 1])
  })

  test('dates: times of a day share its code, another precision is refused', () => {
    const texts = ['2004-03-17 08:00', '2004-03-17 09:00', '2003-01-01', '2004', 'soon']
    const { hierarchy, codes, findings } = resolveHierarchy('seen', { kind: 'date' }, profile(texts), {
      missing: 'none',
    })
    expect(hierarchy.values).toEqual(['2003-01-01', '2004-03-17'])
    expect(hierarchy.levels.map(({ name }) => name)).toEqual(['day', 'decade'])
    expect(Array.from(codes)).toEqual([1, 1, 0, -1, -1])
    expect(findings.map(({ kind, values }) => [kind, values?.map(({ value }) => value)])).toEqual([
      ['not-a-date', ['2004', 'soon']],
    ])
  })

  test('prefixes: padded digits share the code of the full ones', () => {
    const specification: HierarchySpecification = { kind: 'prefix', pad: true }
    const { hierarchy, codes } = resolveHierarchy('zip', specification, profile(['2139', '02139', '90210']), {
      missing: 'none',
    })
    expect(hierarchy.values).toEqual(['02139', '90210'])
    expect(Array.from(codes)).toEqual([0, 0, 1])
  })

  test('prefixes: a value that looks like a group is refused', () => {
    expect(() =>
      resolveHierarchy('zip', { kind: 'prefix' }, profile(['123', '12*', '124']), { missing: 'none' }),
    ).toThrow(/"12\*" is a value and also the name of a group/)
  })

  test('order and tree: uncovered values have no code', () => {
    const order = resolveHierarchy('size', { kind: 'order', order: ['S', 'M', 'L'] }, profile(['L', 'XL', 'S']), {
      missing: 'none',
    })
    expect(Array.from(order.codes)).toEqual([2, -1, 0])
    expect(order.findings.map(({ kind }) => kind)).toEqual(['uncovered', 'unused'])
    const root = { name: '*', children: [{ name: 'a', children: [{ name: 'x' }, { name: 'y' }] }, { name: 'z' }] }
    const tree = resolveHierarchy('t', { kind: 'tree', root }, profile(['z', 'a', 'x', 'y']), { missing: 'none' })
    expect(Array.from(tree.codes)).toEqual([2, -1, 0, 1])
    expect(tree.findings.map(({ kind }) => kind)).toEqual(['uncovered'])
  })

  test('missing values get the last code only when they are a category and there are some', () => {
    const some = { ...profile(['1', '2']), missingCount: 3 }
    expect(resolveHierarchy('x', NUMBER, some, { missing: 'category' }).hierarchy.missing).toBe(2)
    expect(resolveHierarchy('x', NUMBER, some, { missing: 'none' }).hierarchy.missing).toBeUndefined()
    expect(
      resolveHierarchy('x', NUMBER, profile(['1', '2']), { missing: 'category' }).hierarchy.missing,
    ).toBeUndefined()
  })

  test('a text that looks like the label of missing values is refused, not taken for it', () => {
    const some = { ...profile(['a', '(missing)']), missingCount: 3 }
    const root = { name: '*', children: [{ name: 'a' }, { name: '(missing)' }] }
    expect(() => resolveHierarchy('x', { kind: 'tree', root }, some, { missing: 'category' })).toThrow(
      /"\(missing\)" stands twice/,
    )
    const { codes } = resolveHierarchy('x', { kind: 'order', order: ['a'] }, some, { missing: 'category' })
    expect(Array.from(codes)).toEqual([0, -1])
  })

  test.each<[string, HierarchySpecification, string[], RegExp]>([
    ['a column without values', NUMBER, [], /"x" has no value in any row; give it the role other/],
    ['a numeric column of text', NUMBER, ['a'], /"x" must hold numbers only/],
    ['a date column of text', { kind: 'date' }, ['a'], /must hold dates of the form 2004-03-17 only/],
    [
      'settings that cannot be',
      { kind: 'number', endpoints: { width: -1 } },
      ['1'],
      /must be a number above 0; got -1/,
    ],
    [
      'a tree with a doubled leaf',
      { kind: 'tree', root: { name: '*', children: [{ name: 'x' }, { name: 'x' }] } },
      ['x'],
      /"x" stands twice under "\*"/,
    ],
  ])('%s is refused', (_, specification, values, message) => {
    expect(() => resolveHierarchy('x', specification, profile(values), { missing: 'none' })).toThrow(message)
    expect(examineHierarchy('x', specification, profile(values), { missing: 'none' }).hierarchy).toBeUndefined()
  })

  test('whatever it is made from: levels nest from single codes to one group; codes lead back to their texts', () => {
    fc.assert(
      fc.property(
        randomColumn(),
        fc.boolean(),
        fc.nat({ max: 2 }),
        ([specification, values, counts], category, missingCount) => {
          const column = { values, counts, missingCount }
          const { hierarchy, codes } = resolveHierarchy('x', specification, column, {
            missing: category ? 'category' : 'none',
          })
          expectLevelsNest(hierarchy)
          values.forEach((value, index) => {
            const code = codes[index]
            expect(code).toBeGreaterThanOrEqual(0)
            if (specification.kind === 'number') {
              expect(hierarchy.low![code]).toBeLessThanOrEqual(parseNumber(value))
              expect(hierarchy.high![code]).toBeGreaterThanOrEqual(parseNumber(value))
            } else {
              expect(hierarchy.values[code]).toBe(value)
            }
          })
          expect(hierarchy.missing).toBe(category && missingCount > 0 ? hierarchy.values.length - 1 : undefined)
          if (hierarchy.kind === 'number') {
            const known = hierarchy.missing ?? hierarchy.values.length
            for (let code = 1; code < known; code++)
              expect(hierarchy.high![code - 1]).toBeLessThan(hierarchy.low![code])
          }
        },
      ),
      { numRuns: 300 },
    )
  })
})

function expectLevelsNest({ levels, values, tree }: Hierarchy): void {
  expect(levels[0].grouping.groups).toBe(values.length)
  expect(levels.at(-1)!.grouping.groups).toBe(1)
  levels.forEach(({ grouping }, index) => {
    expect(grouping.codeGroups.length).toBe(values.length)
    if (tree !== undefined) expect(isCut(tree, grouping)).toBe(true)
    if (index === 0) return
    const finer = new Set(groupStarts(levels[index - 1].grouping))
    const starts = groupStarts(grouping)
    expect(starts.length).toBeLessThan(finer.size)
    for (const start of starts) expect(finer.has(start)).toBe(true)
  })
}

type RandomColumn = [HierarchySpecification, string[], number[]]

function randomColumn(): fc.Arbitrary<RandomColumn> {
  const number = fc.oneof(
    fc.integer({ min: -50, max: 300 }).map(String),
    fc.integer({ min: -5000, max: 5000 }).map((value) => String(value / 100)),
    fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }).map(String),
  )
  const endpoints = fc.oneof(
    fc.constant('all' as const),
    fc.array(fc.integer({ min: -60, max: 310 }), { minLength: 1 }).map((list) => ({ list })),
    fc.integer({ min: 1, max: 20 }).map((quantiles) => ({ quantiles })),
    fc.record({ width: fc.constantFrom(0.1, 0.5, 1, 7, 25), origin: fc.constantFrom(0, 3, -0.3) }),
  )
  const levels = fc.option(fc.constantFrom([5, 10], [2, 4, 8], [3], [10, 100]), { nil: undefined })
  const day = fc
    .date({ min: new Date('1890-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10))
  const code = fc.string({ unit: fc.constantFrom('0', '1', 'a', 'é'), minLength: 1, maxLength: 5 })
  return fc.oneof(
    column(
      number,
      fc.tuple(endpoints, levels).map(([ends, widths]) => () => ({ kind: 'number', endpoints: ends, levels: widths })),
    ),
    column(
      day,
      fc.constant(() => ({ kind: 'date' })),
    ),
    column(
      code,
      fc.constant(() => ({ kind: 'prefix' })),
    ),
    column(
      code,
      levels.map((widths) => (values) => ({ kind: 'order', order: values.toReversed(), levels: widths })),
    ),
  )
}

function column(
  value: fc.Arbitrary<string>,
  specification: fc.Arbitrary<(values: string[]) => HierarchySpecification>,
): fc.Arbitrary<RandomColumn> {
  const values = fc.uniqueArray(value, { minLength: 1, maxLength: 40 })
  return fc
    .tuple(specification, values, fc.infiniteStream(fc.integer({ min: 1, max: 9 })))
    .map(([make, texts, counts]): RandomColumn => [make(texts), texts, texts.map(() => counts.next().value as number)])
}

function profile(values: string[], counts = values.map(() => 1)): ColumnProfile {
  return { values, counts, missingCount: 0 }
}
