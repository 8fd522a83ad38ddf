import { expect, test } from 'vitest'
import { groupValues } from './propose-taxonomy.ts'
import type { TaxonomyNode } from './taxonomy/taxonomy.ts'

const shown = ({ name, children }: TaxonomyNode): string =>
  children === undefined ? name : `${name}(${children.map(shown).join(' ')})`
const grouped = (values: readonly string[], by: 'name' | 'prefix' | 'frequency', counts = values.map(() => 1)) => {
  const tree = groupValues({ values, counts }, by)
  return tree && shown(tree)
}

test(
  'groupValues by prefix: codes that begin alike, groups inside of groups, and a value that is itself a ' + 'beginning',
  () => {
    expect(grouped(['E11.9', 'E11.0', 'E10', 'I10', 'E11'], 'prefix')).toBe(
      'ANY(E1*(E10 E11*(E11 E11.*(E11.0 E11.9))) I10)',
    )
  },
)

test('groupValues by name and by frequency', () => {
  expect(grouped(['Self-emp-inc', 'Private', 'Self-emp-not-inc'], 'name')).toBe(
    'ANY(Private Self-emp-*(Self-emp-inc Self-emp-not-inc))',
  )
  expect(grouped(['a', 'b', 'c', 'd'], 'frequency', [60, 34, 3, 3])).toBe('ANY(a b other (each under 5%)(c d))')
  expect(grouped(['x', 'y'], 'name')).toBeUndefined()
})
