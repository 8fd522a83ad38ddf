import { describe, expect, it } from 'vitest'
import type { WhatIfColumn } from '../../../../src/tasks/what-if.ts'
import { addPlace, findPlace, groupAt, joinGroup, splitGroup } from './cuts.ts'

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

const age: WhatIfColumn = {
  name: 'age',
  kind: 'number',
  values: ['20', '30', '40', '50'],
  counts: [1, 1, 1, 5],
  low: [20, 30, 40, 50],
  levels: [],
}

describe('cuts', () => {
  it('groupAt(cut, place) is the range of the group around it', () => {
    expect(groupAt([2, 4], 3, 5)).toEqual({ first: 2, last: 3 })
    expect(groupAt([], 3, 5)).toEqual({ first: 0, last: 4 })
  })

  it('splitGroup of a tree has the children of the node as groups', () => {
    expect(splitGroup(city, [], { first: 0, last: 4 })).toEqual([2])
    expect(splitGroup(city, [2], { first: 2, last: 4 })).toEqual([2, 4])
    expect(splitGroup(city, [1, 2], { first: 1, last: 1 })).toEqual([1, 2])
  })

  it('joinGroup of a tree joins all groups below the same node', () => {
    expect(joinGroup(city, [1, 2, 3, 4], { first: 3, last: 3 })).toEqual([1, 2, 4])
    expect(joinGroup(city, [1, 2, 4], { first: 4, last: 4 })).toEqual([1, 2])
    expect(joinGroup(city, [2], { first: 0, last: 1 })).toEqual([])
    expect(joinGroup(city, [], { first: 0, last: 4 })).toEqual([])
  })

  it('numbers are split where half of the rows are, and joined with the next group', () => {
    expect(splitGroup(age, [], { first: 0, last: 3 })).toEqual([3])
    expect(splitGroup(age, [3], { first: 0, last: 2 })).toEqual([2, 3])
    expect(joinGroup(age, [1, 3], { first: 0, last: 0 })).toEqual([3])
    expect(joinGroup(age, [1, 3], { first: 1, last: 2 })).toEqual([1])
  })

  it('findPlace finds numbers that are not smaller, and values of an order by their names', () => {
    expect(['30', '31', '20', '51', '', 'x'].map((text) => findPlace(age, text))).toEqual([
      1,
      2,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    expect(findPlace({ ...age, kind: 'order', values: ['low', 'mid', 'high'] }, 'high')).toBe(2)
  })

  it('addPlace keeps places in order, inside of the domain', () => {
    expect(addPlace([2, 4], 3, 5)).toEqual([2, 3, 4])
    expect(addPlace([2], 5, 5)).toEqual([2])
  })
})
