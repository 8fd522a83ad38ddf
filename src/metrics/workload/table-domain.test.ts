import { expect, test } from 'vitest'
import { orderHierarchy } from '../../hierarchy/order.ts'
import { prefixTaxonomy } from '../../hierarchy/prefix.ts'
import { treeHierarchy } from '../../hierarchy/tree.ts'
import { queryDomain } from './table-domain.ts'

const codes = ['1011', '1012', '1020', '10195555']
const prefixes = { ...treeHierarchy('code', prefixTaxonomy('code', codes).root), filled: true }
const towns = treeHierarchy('town', {
  name: '*',
  children: ['Bonn', 'Rome, Italy', 'Ulm', 'a', 'a,b', 'c'].map((name) => ({ name })),
})
const sizes = orderHierarchy('size', ['S', 'M, long', 'L', 'XL'])

test.each([
  [prefixes, '10******', [0, 3]],
  [prefixes, '10**', [0, 3]],
  [prefixes, '101*', [0, 2]],
  [prefixes, '1012', [1, 1]],
  [prefixes, '11**', undefined],
  // Only suppressed rows have Rome.
  [towns, '{Bonn,Ulm}', [0, 2]],
  [towns, '{Bonn,Rome, Italy,Ulm}', [0, 2]],
  [towns, '{a,b,c}', [4, 5]],
  [towns, '{Ulm,Bonn}', undefined],
  [towns, '{Bonn,Paris}', undefined],
  [towns, 'Bon', undefined],
  [sizes, '[S,M, long]', [0, 1]],
  [sizes, '[M, long,XL]', [1, 3]],
  [sizes, '[L,S]', undefined],
])('queryDomain: the codes of a label, %#: %2$s', (hierarchy, label, span) => {
  expect(queryDomain(hierarchy).spanOfLabel(label)).toEqual(span)
})
