import { describe, expect, it } from 'vitest'
import type { WhatIfColumn } from '../../../../src/tasks/what-if.ts'
import { addPlace, cutAtNode, groupAt, movePlace, openNode, removePlace, standing } from './cuts.ts'

/** Europe: Germany (Berlin, Bonn), France (North (Lille, Rouen), Paris). */
const city: WhatIfColumn = {
  name: 'city',
  kind: 'tree',
  values: ['Berlin', 'Bonn', 'Lille', 'Rouen', 'Paris'],
  counts: [1, 1, 1, 1, 1],
  tree: [
    { name: 'Europe', parent: -1, first: 0, last: 4 },
    { name: 'Germany', parent: 0, first: 0, last: 1 },
    { name: 'Berlin', parent: 1, first: 0, last: 0 },
    { name: 'Bonn', parent: 1, first: 1, last: 1 },
    { name: 'France', parent: 0, first: 2, last: 4 },
    { name: 'North', parent: 4, first: 2, last: 3 },
    { name: 'Lille', parent: 5, first: 2, last: 2 },
    { name: 'Rouen', parent: 5, first: 3, last: 3 },
    { name: 'Paris', parent: 4, first: 4, last: 4 },
  ],
  levels: [],
}

describe('cuts', () => {
  it('groupAt(cut, place) is the range of the group around it', () => {
    expect(groupAt([2, 4], 3, 5)).toEqual({ first: 2, last: 3 })
    expect(groupAt([], 3, 5)).toEqual({ first: 0, last: 4 })
  })

  it('standing(node, cut) tells above, group and below', () => {
    const [europe, germany, , , france, north] = city.tree as NonNullable<WhatIfColumn['tree']>
    expect(standing(europe, [2], 5)).toBe('above')
    expect(standing(germany, [2], 5)).toBe('group')
    expect(standing(france, [2], 5)).toBe('group')
    expect(standing(north, [2], 5)).toBe('below')
  })

  it('cutAtNode generalizes to a node', () => {
    expect(cutAtNode(city, [1, 2, 3, 4], 4)).toEqual([1, 2])
    expect(cutAtNode(city, [1, 2, 3, 4], 0)).toEqual([])
  })

  it('cutAtNode opens what stands above a node just so far', () => {
    expect(cutAtNode(city, [], 5)).toEqual([2, 4])
    expect(cutAtNode(city, [], 6)).toEqual([2, 3, 4])
    expect(cutAtNode(city, [2], 8)).toEqual([2, 4])
  })

  it('openNode replaces a group by the children of its node', () => {
    expect(openNode(city, [], 0)).toEqual([2])
    expect(openNode(city, [2], 4)).toEqual([2, 4])
    expect(openNode(city, [2], 2)).toEqual([2])
  })

  it('endpoints are added, removed, and moved between their neighbours', () => {
    expect(addPlace([2, 4], 3, 5)).toEqual([2, 3, 4])
    expect(addPlace([2], 5, 5)).toEqual([2])
    expect(removePlace([2, 4], 2)).toEqual([4])
    expect(movePlace([2, 4], 0, 9, 8)).toEqual([3, 4])
    expect(movePlace([2, 4], 1, 9, 8)).toEqual([2, 7])
    expect(movePlace([2, 4], 0, -1, 8)).toEqual([1, 4])
  })
})
