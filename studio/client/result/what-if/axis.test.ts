import { describe, expect, it } from 'vitest'
import type { WhatIfColumn } from '../../../../src/tasks/what-if.ts'
import { axisPlaces, histogramBars, nearestPlace, placeOfNumber } from './axis.ts'

const age: WhatIfColumn = {
  name: 'age',
  kind: 'number',
  values: ['0', '10', '40', '(missing)'],
  counts: [3, 2, 1, 4],
  low: [0, 10, 40, null],
  high: [0, 10, 40, null],
  missing: 3,
  levels: [],
}
const grade: WhatIfColumn = {
  name: 'grade',
  kind: 'order',
  values: ['a', 'b', 'c', 'd'],
  counts: [1, 1, 1, 1],
  levels: [],
}

describe('axisPlaces(column, width)', () => {
  it('puts edges half-way between numbers, missing values beside them', () => {
    expect(axisPlaces(age, 456).edges).toEqual([0, 50, 250, 400, 456])
  })

  it('puts the edges of an order at equal distances', () => {
    expect(axisPlaces(grade, 400).edges).toEqual([0, 100, 200, 300, 400])
  })

  it('finds the nearest place that can be an endpoint', () => {
    const places = axisPlaces(age, 456)
    expect(nearestPlace(places, -20)).toBe(1)
    expect(nearestPlace(places, 160)).toBe(2)
    expect(nearestPlace(places, 456)).toBe(3)
  })

  it('keeps all rows in the bars, also where values share one', () => {
    const places = axisPlaces(age, 456)
    expect(histogramBars(age, places).map(({ rows }) => rows)).toEqual([3, 2, 1, 4])
    expect(histogramBars(age, places, 200).map(({ rows }) => rows)).toEqual([5, 5])
  })

  it('finds where a group begins that starts with a number', () => {
    expect(placeOfNumber(age, 10)).toBe(1)
    expect(placeOfNumber(age, 11)).toBe(2)
    expect(placeOfNumber(age, 41)).toBeUndefined()
  })
})
