import { expect, test } from 'vitest'
import { RULES } from '../../../src/plan/rules.ts'
import { jobSections } from '../../server/job-keys.ts'
import { noHierarchy } from '../hierarchies/settings.ts'
import { columnKeys, isAbout } from './column-keys.ts'

test('every key of a column has a control: its role, its hierarchy, or the window with more settings', () => {
  // `generalize` is read as the role quasi-identifier, which the page shows and sets.
  const controlled = new Set(['role', 'generalize', ...Object.keys(noHierarchy), ...Object.values(columnKeys).flat()])
  const keys =
    jobSections()
      .find(({ key }) => key === 'columns')
      ?.options.map(({ name }) => name) ?? []
  expect(keys.length).toBeGreaterThan(20)
  expect(keys.filter((key) => !controlled.has(key))).toEqual([])
})

test('a form shows the rules of the plan about the keys that are set', () => {
  const shown = (...keys: string[]) => RULES.columns.map(({ says }) => says).filter((says) => isAbout(says, keys))
  expect(shown('attack.control')).toEqual(['`attack.control` excludes `attack.share`.'])
  expect(shown('share').join()).toContain('exclude each other')
  // The share of a workload is another key, and so is that of an attack.
  expect(shown('share').join()).not.toMatch(/utility\.workload|attack\./)
  expect(shown('weight', 'data.quote')).toHaveLength(1)
  expect(shown()).toEqual([])
})
