import { expect, test } from 'vitest'
import { jobSections } from '../../server/job-keys.ts'
import { noHierarchy } from '../hierarchies/settings.ts'
import { columnKeys } from './column-keys.ts'

test('every key of a column has a control: its role, its hierarchy, or the window with more settings', () => {
  const controlled = new Set(['role', ...Object.keys(noHierarchy), ...Object.values(columnKeys).flat()])
  const keys =
    jobSections()
      .find(({ key }) => key === 'columns')
      ?.options.map(({ name }) => name) ?? []
  expect(keys.length).toBeGreaterThan(20)
  expect(keys.filter((key) => !controlled.has(key))).toEqual([])
})
