import { describe, expect, test } from 'vitest'
import { dateTaxonomy, parseDate, parseTime } from './date.ts'
import { writeTaxonomyLines } from './taxonomy/write-taxonomy.ts'

describe('parseDate', () => {
  test.each([
    ['2004-03-17', 'day', '2004-03-17'],
    ['2004/03/17', 'day', '2004-03-17'],
    ['2004-03-17 08:15:00', 'day', '2004-03-17'],
    ['2004-03-17T08:15:00.123Z', 'day', '2004-03-17'],
    ['2004-03-17 08:15:00+02', 'day', '2004-03-17'],
    ['2000-02-29', 'day', '2000-02-29'],
    ['17.03.2004', 'day', '2004-03-17'],
    [' 7.3.2004 08:15', 'day', '2004-03-07'],
    ['2004-03', 'month', '2004-03'],
    ['2004', 'year', '2004'],
  ])('%s is a %s', (text, precision, label) => {
    expect(parseDate(text)).toEqual({ precision, label })
  })

  test.each([
    '',
    '17.13.2004',
    '31.04.2004',
    '17.03.04',
    '17.03.20041',
    '17.03.2004-05',
    '03/17/2004',
    '2004-13-01',
    '2004-00-01',
    '2003-02-29',
    '1900-02-29',
    '2004-04-31',
    '2004-3-7',
    '2004-03/17',
    '20040317',
    '2004-03-17x',
  ])('%j is none', (text) => {
    expect(parseDate(text)).toBeUndefined()
  })
})

describe('parseTime', () => {
  test.each([
    ['08:15', '08:15'],
    ['8:15:00', '08:15'],
    [' 23:59:59.999', '23:59:59'],
    ['12:00 AM', '00:00'],
    ['12:30pm', '12:30'],
    ['1:05 p.m.', '13:05'],
  ])('%s is %s', (text, label) => {
    expect(parseTime(text)).toEqual({ precision: 'time', label })
  })

  test.each(['', '24:00', '8', '08:60', '08:15:60', '13:00 pm', '0:30 am', '2004-03-17 08:15'])(
    '%j is none',
    (text) => {
      expect(parseTime(text)).toBeUndefined()
    },
  )
})

describe('dateTaxonomy', () => {
  test('times of day: hours, quarters and halves of a day', () => {
    const { root, levelNames } = dateTaxonomy(['20:05:30', '00:00', '20:05'], 'time')
    expect(writeTaxonomyLines(root)).toBe(
      [
        '00:00;00:00…00:59;00:00…05:59;00:00…11:59;*',
        '20:05;20:00…20:59;18:00…23:59;12:00…23:59;*',
        '20:05:30;20:00…20:59;18:00…23:59;12:00…23:59;*',
        '',
      ].join('\n'),
    )
    expect(levelNames).toEqual(['time', 'hour', 'quarter-day', 'half-day', 'all'])
  })

  test('day, month, quarter, year, decade, all; in order of time', () => {
    const { root, levelNames } = dateTaxonomy(['2011-12-31', '2004-03-17', '2004-04-01'], 'day')
    expect(writeTaxonomyLines(root)).toBe(
      [
        '2004-03-17;2004-03;2004-Q1;2004;2000s;*',
        '2004-04-01;2004-04;2004-Q2;2004;2000s;*',
        '2011-12-31;2011-12;2011-Q4;2011;2010s;*',
        '',
      ].join('\n'),
    )
    expect(levelNames).toEqual(['day', 'month', 'quarter', 'year', 'decade', 'all'])
  })

  test('months begin at the month; levels leave out the others', () => {
    const { root, levelNames } = dateTaxonomy(['2004-03', '2005-01'], 'month', ['decade', 'day', 'year'])
    expect(writeTaxonomyLines(root)).toBe('2004-03;2004;2000s;*\n2005-01;2005;2000s;*\n')
    expect(levelNames).toEqual(['month', 'year', 'decade', 'all'])
  })
})
