import { describe, expect, test } from 'vitest'
import {
  type HierarchySettings,
  type HierarchySpecification,
  hierarchySettings,
  hierarchySpecification,
} from './specification.ts'

const ROOT = { name: '*', children: [{ name: 'a' }] }

describe('hierarchySpecification, and hierarchySettings back again', () => {
  test.each<[HierarchySettings, HierarchySpecification]>([
    [{ type: 'numeric' }, { kind: 'number', endpoints: 'all' }],
    [
      { type: 'numeric', endpoints: 'all', levels: [5, 10] },
      { kind: 'number', endpoints: 'all', levels: [5, 10] },
    ],
    [
      { type: 'numeric', endpoints: 20 },
      { kind: 'number', endpoints: { quantiles: 20 } },
    ],
    [
      { type: 'numeric', endpoints: [18, 65] },
      { kind: 'number', endpoints: { list: [18, 65] } },
    ],
    [
      { type: 'numeric', endpoints: { width: 5, origin: 2 } },
      { kind: 'number', endpoints: { width: 5, origin: 2 } },
    ],
    [{ order: ['low', 2, 'high'] }, { kind: 'order', order: ['low', '2', 'high'] }],
    [
      { order: ['a', 'b'], levels: [2] },
      { kind: 'order', order: ['a', 'b'], levels: [2] },
    ],
    [
      { type: 'category', order: ['a', 'b'] },
      { kind: 'order', order: ['a', 'b'] },
    ],
    [{ taxonomy: 't.json' }, { kind: 'tree', root: ROOT }],
    [{ type: 'date' }, { kind: 'date' }],
    [
      { type: 'date', levels: ['month', 'year'] },
      { kind: 'date', levels: ['month', 'year'] },
    ],
    [
      { type: 'prefix', levels: [3, 2] },
      { kind: 'prefix', levels: [3, 2] },
    ],
    [
      { type: 'place', levels: ['1km', '100km'] },
      { kind: 'prefix', levels: [8, 4], cells: ['1km', '100km'] },
    ],
  ])('%j', (settings, specification) => {
    expect(hierarchySpecification('x', settings, settings.taxonomy === undefined ? undefined : ROOT)).toEqual(
      specification,
    )
    const root = specification.kind === 'tree' ? ROOT : undefined
    expect(hierarchySpecification('x', hierarchySettings(specification), root)).toEqual(specification)
  })

  test.each<[HierarchySettings, RegExp]>([
    [
      {},
      /column "x" is a quasi-identifier without a hierarchy; add type: .*, prefix or place, an order, or a taxonomy/,
    ],
    [{ type: 'category' }, /without a hierarchy/],
    [{ type: 'numeric', order: ['a'] }, /must have one hierarchy; got type: numeric and order: remove one of them/],
    [{ taxonomy: 't.json', order: ['a'] }, /got taxonomy and order/],
    [{ type: 'date', endpoints: 5 }, /has endpoints, which need type: numeric; got type: date/],
    [{ taxonomy: 't.json', levels: [1] }, /levels of a taxonomy are in its file/],
    [{ type: 'date', levels: ['months'] }, /must be among day, month, .*; got "months"; did you mean "month"\?/],
    [{ type: 'numeric', levels: ['five'] }, /must be numbers; got "five"/],
  ])('%j is refused', (settings, message) => {
    expect(() => hierarchySpecification('x', settings, settings.taxonomy === undefined ? undefined : ROOT)).toThrow(
      message,
    )
  })
})
