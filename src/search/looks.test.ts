import { expect, test } from 'vitest'
import { groupingFromStarts } from '../hierarchy/grouping.ts'
import { sampleLooks } from './looks.ts'

test('sampleLooks(10) keeps at most ten looks, evenly over all that were seen', () => {
  const sample = sampleLooks(10)
  for (let i = 0; i < 1000; i++) sample.add({ value: i, suppressed: 0 })
  expect(sample.seen).toBe(1000)
  expect(sample.kept.map(({ value }) => value)).toEqual([0, 128, 256, 384, 512, 640, 768, 896])
})

test('sampleLooks() keeps cuts as places, fewer looks where cuts are long, and no value that was not worked out', () => {
  const sample = sampleLooks(100, 6)
  const grouping = groupingFromStarts([0, 2, 3], 5)
  for (let i = 0; i < 8; i++) sample.add({ value: Number.POSITIVE_INFINITY, groupings: () => [grouping] })
  expect(sample.kept).toEqual([
    { number: 0, value: undefined, suppressed: undefined, cuts: [[2, 3]] },
    { number: 4, value: undefined, suppressed: undefined, cuts: [[2, 3]] },
  ])
})
