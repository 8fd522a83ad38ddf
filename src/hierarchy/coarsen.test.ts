import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Coarsening, coarsenTexts, isCoarse, roundestBetween } from './coarsen.ts'

const counted = (texts: readonly string[], missing = 0) => {
  const distinct = [...new Set(texts)]
  const rows = Float64Array.from(distinct, (text) => texts.filter((one) => one === text).length)
  return { texts: distinct, rows, people: rows, missing }
}

const shownBy = (texts: readonly string[], coarsening: Coarsening, k = 2, missing = 0) => {
  const table = counted(texts, missing)
  const { shown, ...rest } = coarsenTexts('c', table, coarsening, k)
  return { shown: texts.map((text) => shown[table.texts.indexOf(text)]), ...rest }
}

describe('coarsenTexts', () => {
  test.each<[readonly string[], Coarsening, readonly string[]]>([
    [['149', '150', '-150', '-20', '1e3'], { round: 100 }, ['100', '200', '-200', '0', '1000']],
    [['0.14', '0.15', '7'], { round: 0.1 }, ['0.1', '0.2', '7.0']],
    [['1234', '0.05678', '-9', '1e308'], { digits: 2 }, ['1200', '0.057', '-9', '1e+308']],
    [['12', '90', '104', '89.5'], { top: 90 }, ['12', '≥ 90', '≥ 90', '89.5']],
    [['12', '90', '104', '1'], { top: 90, bottom: 5, round: 10 }, ['10', '≥ 90', '≥ 90', '≤ 5']],
    [['90', '100', '3'], { top: 90, shows: 'mean' }, ['95', '95', '3']],
    // A mean of fewer than k people would be somebody's value.
    [['97', '12', '3'], { top: 90, bottom: 5, shows: 'mean' }, ['≥ 90', '12', '≤ 5']],
    [['1.115', '-2.675', '9.995', '0'], { digits: 3 }, ['1.12', '-2.68', '10', '0']],
    [['0.0000003', '0.00000024'], { round: 1e-7 }, ['0.0000003', '0.0000002']],
    [['2004-02-29', '0001-12-31'], { keep: 'quarter' }, ['2004-Q1', '0001-Q4']],
    [['2004-02-29 23:59:01', '2004-02-29T08:05:00Z'], { keep: 'hour' }, ['2004-02-29 23:00', '2004-02-29 08:00']],
    [['7:45', '23:10:05'], { keep: 'hour' }, ['07:00', '23:00']],
    [['8:15 PM', '12:30 am', '12:05 p.m.'], { keep: 'hour' }, ['20:00', '00:00', '12:00']],
    [['3/4/1999', '1/12/2001'], { keep: 'year', format: '%d/%m/%Y' }, ['1999', '2001']],
    [['1', '2', '4', '5', '100'], { share: 2 }, ['2', '2', '2', '53', '53']],
    [['1', '3', '4', '5', '100', '102'], { share: 3, shows: 'median' }, ['3', '3', '3', '100', '100', '100']],
    [
      ['1.5', '2', '47', '52', '300', '310'],
      { share: 2, shows: 'interval' },
      ['< 40', '< 40', '[40,300)', '[40,300)', '≥ 300', '≥ 300'],
    ],
  ])('%j by %j', (texts, coarsening, expected) => {
    expect(shownBy(texts, coarsening).shown).toEqual(expected)
  })

  test('a quantile is published with two digits, and k people are at or beyond it', () => {
    const texts = Array.from({ length: 100 }, (_, i) => String(1000 + i * 13))
    const { shown } = shownBy(texts, { top: '99%' }, 10)
    expect(shown.filter((text) => text === '≥ 2100').length).toBeGreaterThanOrEqual(10)
  })

  test('few missing values take the smallest group with them', () => {
    const texts = ['1', '1', '1', '5', '5', '9', '9', '9']
    expect(shownBy(texts, { share: 2 }, 2, 1).shown).toEqual(['1', '1', '1', undefined, undefined, '9', '9', '9'])
    expect(shownBy(texts, { share: 2 }, 2, 2).shown).toEqual(texts)
  })

  test('groups with too few people left are merged, and show what the rows that are left have', () => {
    const texts = ['1', '3', '5', '7', '9', '13']
    const show = (rows: readonly number[], shows?: Coarsening['shows']) => {
      const released = { rows: Float64Array.from(rows), people: Float64Array.from(rows), missing: 0 }
      const { shown, totals } = coarsenTexts('c', { ...counted(texts), released }, { share: 2, shows }, 2)
      return { shown: [...new Set(shown)], sum: totals?.sum }
    }
    expect(show([1, 1, 1, 1, 1, 1])).toEqual({ shown: ['2', '6', '11'], sum: [38, 38] })
    expect(show([4, 1, 2, 2, 0, 2])).toEqual({ shown: ['1', '6', '13'], sum: [57, 55] })
    expect(show([4, 0, 2, 2, 2, 0], 'interval').shown).toEqual(['< 5', '[5,9)', '≥ 9'])
    expect(show([2, 0, 1, 0, 2, 2], 'median').shown).toHaveLength(2)
  })

  test.each<[readonly string[], Coarsening, RegExp]>([
    [['1', 'many'], { round: 10 }, /1 of 2 values of column "c" are no numbers/],
    [['31.02.2004'], { keep: 'month' }, /no dates/],
    [['1', '2'], { share: 3 }, /fewer than 3 people/],
  ])('refuses %j by %j', (texts, coarsening, message) => {
    expect(() => shownBy(texts, coarsening)).toThrow(message)
  })

  test('every promise holds for any numbers, and means keep sums', () => {
    const number = fc.oneof(
      fc.integer({ min: -50, max: 50 }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constantFrom(1e308, -1e308, 5e-324, 0, -0),
    )
    const settings = fc.constantFrom<Coarsening>(
      { share: 3 },
      { share: 3, shows: 'median' },
      { share: 3, shows: 'interval' },
      { round: 0.5 },
      { digits: 3 },
      { top: 10, bottom: '5%' },
      { top: '90%', round: 7, shows: 'mean' },
    )
    fc.assert(
      fc.property(fc.array(number, { minLength: 3, maxLength: 40 }), settings, (numbers, coarsening) => {
        const { shown, caps } = shownBy(numbers.map(String), coarsening)
        for (const text of shown) expect(isCoarse(text as string, coarsening, caps), text).toBe(true)
        if (coarsening.share === undefined) return
        const counts = shown.map((text) => shown.filter((other) => other === text).length)
        expect(Math.min(...counts)).toBeGreaterThanOrEqual(3)
      }),
    )
    const { totals } = shownBy(['1', '2', '3', '10', '12', '14'], { share: 3 })
    expect(totals?.sum).toEqual([42, 42])
  })

  test('the roundest number between two', () => {
    const known: [number, number, number][] = [
      [52, 300, 300],
      [99, 100, 100],
      [-20, -3, -10],
      [-1, 1, 0],
      [0, 7, 7],
      [1.24, 1.31, 1.3],
    ]
    for (const [low, high, found] of known) expect(roundestBetween(low, high)).toBe(found)
  })
})
