import { expect, test } from 'vitest'
import { intervalsOverlap, midpoint } from './value-labels.ts'

test('intervalsOverlap(labels) tells labels of a local recoding from those of groups', () => {
  expect(intervalsOverlap(['[20,29]', '[30,39]', '40', '[20,29]', '*'])).toBe(false)
  expect(intervalsOverlap(['[20,29]', '[25,31]'])).toBe(true)
  expect(intervalsOverlap(['[20,29]', '25'])).toBe(true)
  expect(intervalsOverlap(['[-5,-1.5]', '[-2,3]'])).toBe(true)
  expect(intervalsOverlap(['West', '*', ''])).toBe(false)
})

test('middleOf(label) is the middle of an interval, a number itself, and any other text', () => {
  expect(midpoint('[20,29]')).toBe('24.5')
  expect(midpoint('30')).toBe('30')
  expect(midpoint('[-5,-2]')).toBe('-3.5')
  expect(midpoint('West')).toBe('West')
})
