import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { UserError } from '../ground/errors.ts'
import { groupingFromStarts } from '../hierarchy/grouping.ts'
import { numberHierarchyFromBins } from '../hierarchy/number.ts'
import { orderHierarchy } from '../hierarchy/order.ts'
import { treeHierarchy } from '../hierarchy/tree.ts'
import { groupOfNumber, readRecoding, recodedColumn, recodedGrouping } from './recoding.ts'

describe('recodedColumn', () => {
  const ages = numberHierarchyFromBins('age', Float64Array.of(17, 20, 35), Float64Array.of(17, 20, 35), {
    missing: true,
  })
  it('numbers: from and to, what is shown where that is less, missing values', () => {
    const grouping = groupingFromStarts([0, 2], 4)
    const released = { low: Float64Array.of(20, Number.NaN), high: Float64Array.of(20, Number.NaN) }
    expect(recodedColumn(ages, grouping, ['20', '(missing)'], released)).toEqual({
      column: 'age',
      type: 'numeric',
      groups: [
        { label: '20', from: 17, to: 20, shown: [20, 20] },
        { label: '(missing)', from: 35, to: 35, shown: null, missing: true },
      ],
    })
    const whole = { low: Float64Array.of(17, 35), high: Float64Array.of(20, 35) }
    expect(recodedColumn(ages, grouping, ['a', 'b'], whole).groups[0]).toEqual({ label: 'a', from: 17, to: 20 })
  })

  it('categories: their values, without those that the recoding never knew', () => {
    const order = { ...orderHierarchy('size', ['S', 'M', 'L']), values: ['S', 'M', 'L', '(unseen)'], unseen: 3 }
    const recoded = recodedColumn(order, groupingFromStarts([0, 1, 3], 4), ['S', '[M,L]', '(unseen)'])
    expect(recoded).toEqual({
      column: 'size',
      type: 'order',
      groups: [
        { label: 'S', values: ['S'] },
        { label: '[M,L]', values: ['M', 'L'] },
      ],
    })
  })
})

describe('recodedGrouping', () => {
  it('is the grouping again, values that only the hierarchy knows alone', () => {
    const tree = treeHierarchy('t', {
      name: '*',
      children: [{ name: 'x', children: [{ name: 'a' }, { name: 'b' }] }, { name: 'c' }],
    })
    const grouping = groupingFromStarts([0, 2], 3)
    const recoded = recodedColumn(tree, grouping, ['x', 'c'])
    if (recoded.type === 'numeric') throw new Error('a tree is not numeric')
    expect(recodedGrouping(recoded, tree)).toEqual(grouping)
    expect(
      recodedGrouping({ ...recoded, groups: [recoded.groups[0]] }, { ...tree, values: [...tree.values, 'd'] })
        .codeGroups,
    ).toEqual(Int32Array.of(0, 0, 1, 2))
  })
})

describe('groupOfNumber', () => {
  it('is the group that holds the number, else the nearer one, the lower one half-way, the outer one outside', () => {
    const ends = fc
      .uniqueArray(fc.integer({ min: -50, max: 50 }), { minLength: 2, maxLength: 12 })
      .map((values) => values.sort((a, b) => a - b))
    fc.assert(
      fc.property(ends, fc.integer({ min: -60, max: 60 }), (values, value) => {
        const groups = Array.from({ length: values.length >> 1 }, (_, i) => ({
          from: values[2 * i],
          to: values[2 * i + 1],
        }))
        const distance = ({ from, to }: { from: number; to: number }) => Math.max(0, from - value, value - to)
        const nearest = groups.reduce((best, group, i) => (distance(group) < distance(groups[best]) ? i : best), 0)
        expect(groupOfNumber(groups, value)).toBe(nearest)
      }),
    )
  })
})

describe('readRecoding', () => {
  const recoding = {
    halftone: 'recoding',
    version: 1,
    kind: 'columns',
    columns: [
      {
        column: 'age',
        type: 'numeric',
        groups: [
          { label: '[1,5]', from: 1, to: 5 },
          { label: '9', from: 9, to: 9 },
        ],
      },
      { column: 'sex', type: 'order', groups: [{ label: '[F,M]', values: ['F', 'M'] }] },
    ],
    requirements: [{ name: 'k-anonymity', options: { k: 2 } }],
  }

  it('fills in what older files may lack', () => {
    expect(readRecoding(JSON.stringify(recoding), 'r.json')).toMatchObject({
      missing: 'fail',
      missingValues: ['?', ''],
      suppressedRows: 'mask',
      suppressedGroup: 'exempt',
      withoutColumns: [],
    })
  })

  const change = (more: object) => JSON.stringify({ ...recoding, ...more })
  it.each([
    ['{', 'r.json is not JSON'],
    ['null', 'r.json is not a recoding'],
    ['{"halftone": "manifest"}', 'r.json is not a recoding'],
    [change({ version: 2 }), 'a recoding of version 2; this Halftone reads version 1'],
    [change({ kind: 'items' }), 'kind "items"'],
    [change({ columns: [] }), 'r.json: columns: needs at least one; was it edited'],
    [change({ requirements: [] }), 'r.json: requirements: needs at least one'],
    [change({ suppressedRows: 'hide' }), 'r.json: suppressedRows: '],
    [change({ columns: [{ column: 'age', type: 'numeric', groups: [] }] }), 'columns.0.groups: '],
    [
      change({ columns: [{ column: 'age', type: 'numeric', groups: [{ from: 1, to: 5 }] }] }),
      'columns.0.groups.0.label: ',
    ],
    [change({ columns: [{ column: 'age', type: 'number', groups: [] }] }), 'columns.0.type: '],
    [
      change({ columns: [{ column: 'age', type: 'numeric', groups: [{ label: 'x', from: 5, to: 1 }] }] }),
      'group "x" must have numbers from ≤ to',
    ],
    [
      change({
        columns: [
          {
            column: 'age',
            type: 'numeric',
            groups: [
              { label: 'x', from: 1, to: 5 },
              { label: 'y', from: 5, to: 6 },
            ],
          },
        ],
      }),
      'group "y" must have numbers',
    ],
    [
      change({
        columns: [
          {
            column: 'sex',
            type: 'order',
            groups: [
              { label: 'x', values: ['F'] },
              { label: 'y', values: ['F'] },
            ],
          },
        ],
      }),
      'value "F" stands in two groups',
    ],
    [change({ columns: [{ column: 'sex', type: 'order', groups: [{ label: 'x' }] }] }), 'columns.0.groups.0.values: '],
    [
      change({ columns: [{ column: 'sex', type: 'order', groups: [{ label: 'x', values: [1] }] }] }),
      'columns.0.groups.0.values.0: ',
    ],
    [change({ columns: [{ type: 'order', groups: [{ label: 'x', values: ['F'] }] }] }), 'columns.0.column: '],
  ])('refuses %s', (text, message) => {
    expect(() => readRecoding(text, 'r.json')).toThrow(UserError)
    expect(() => readRecoding(text, 'r.json')).toThrow(message)
  })
})
