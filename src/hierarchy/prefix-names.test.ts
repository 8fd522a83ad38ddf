import { expect, test } from 'vitest'
import { longestLabel, longestReleased, prefixTaxonomy, shownName } from './prefix.ts'
import { treeHierarchy } from './tree.ts'

const prefixes = (values: readonly string[], name = '*', missing = false) => ({
  ...treeHierarchy('code', { ...prefixTaxonomy('code', values).root, name }, { missing }),
  filled: true,
})

test('shownName: stars end at the longest released value; the root and the values stay', () => {
  const hierarchy = prefixes(['1011', '1012', '10195555'], 'ANY', true)
  const longest = longestReleased(hierarchy, [3, 2, 0, 4])
  expect(longest).toBe(4)
  const names = hierarchy.tree.names.map((_, node) => shownName(hierarchy, node, longest))
  expect(names.slice(0, 4)).toEqual(['ANY', '1***', '10**', '101*'])
  expect(names).toEqual(expect.arrayContaining(['1011', '10195555', '(missing)']))
  expect(names).toContain('101955*')
  expect(hierarchy.tree.names.map((_, node) => shownName(hierarchy, node, 1)).slice(0, 3)).toEqual(['ANY', '1*', '10*'])
})

test.each([
  [['ANY', '(missing)', '10**', '1011'], 4],
  [['ANY', '{1011,1012}', '1*'], 2],
  [['ANY'], 1],
])('longestLabel of %j is %i', (labels, longest) => {
  expect(longestLabel(prefixes(['1011', '1012', '10195555'], 'ANY', true), labels)).toBe(longest)
})
