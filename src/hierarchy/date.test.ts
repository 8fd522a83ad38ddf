import { describe, expect, test } from 'vitest'
import { dateTaxonomy, parseDate } from './date.ts'
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

describe('dateTaxonomy', () => {
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
