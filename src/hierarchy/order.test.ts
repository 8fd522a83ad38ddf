import { describe, expect, test } from 'vitest'
import { forEachGroup } from './grouping.ts'
import { groupLabel, groupLoss } from './hierarchy.ts'
import { orderHierarchy } from './order.ts'

const GRADES = Array.from({ length: 16 }, (_, index) => `grade ${index + 1}`)

describe('orderHierarchy', () => {
  test('a ladder of 1, 5, 10, all in positions', () => {
    const { levels } = orderHierarchy('education', GRADES)
    expect(levels.map(({ name, grouping }) => [name, grouping.groups])).toEqual([
      ['values', 16],
      ['width 5', 4],
      ['width 10', 2],
      ['all', 1],
    ])
  })

  test('levels that the job names; missing values stand alone up to the last', () => {
    const hierarchy = orderHierarchy('size', ['S', 'M', 'L'], { levels: [2], missing: true })
    const labels = hierarchy.levels.map(({ grouping }) => {
      const found: string[] = []
      forEachGroup(grouping, (_, from, to) => found.push(groupLabel(hierarchy, from, to)))
      return found.join(' ')
    })
    expect(labels).toEqual(['S M L (missing)', '[S,M] L (missing)', '[S,L] (missing)', '[S,(missing)]'])
  })

  test('the first three of sixteen lose 2/15', () => {
    expect(groupLoss(orderHierarchy('education', GRADES), 0, 2)).toBeCloseTo(2 / 15, 12)
  })

  test.each<[string[], number[] | undefined, RegExp]>([
    [['a', 'b', 'a'], undefined, /must name each value once; got "a" twice/],
    [[], undefined, /at least one value/],
    [['a', ''], undefined, /got an empty one/],
    [['a', 'b'], [1.5], /whole numbers of at least 1; got 1.5/],
    [['a', 'b'], [2, 3], /multiple of the one before/],
  ])('%j with levels %j is refused', (order, levels, message) => {
    expect(() => orderHierarchy('x', order, { levels })).toThrow(message)
  })
})
