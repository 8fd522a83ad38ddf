import { describe, expect, test } from 'vitest'
import { tellingMetrics } from './judge-table.ts'
import { type ColumnDetail, FLAT, type JudgedRelease, judge, judgementInWords, worthLines } from './judgement.ts'

const keeps = (column: string): ColumnDetail => ({ column, labels: 5, kept: 0.6, says: 'something' })
const silent = (column: string): ColumnDetail => ({ column, labels: 1, kept: 0, says: 'nothing' })

const plain: JudgedRelease = {
  k: 10,
  rows: 1000,
  suppressed: 20,
  classes: 60,
  smallestClass: 11,
  suppressionLimit: 0.05,
  metrics: { LM: 0.3, CM: 0.2 },
  telling: tellingMetrics,
  goal: 'general',
  guessing: [{ target: 'income', cost: 0.25 }],
  exposure: [{ column: 'income', role: 'sensitive', alone: 0 }],
  detail: [keeps('age'), keeps('zip'), silent('sex')],
}

describe('judge', () => {
  test('green: the promise holds, nothing else singles out, information is left', () => {
    expect(judge(plain)).toMatchObject({ verdict: 'green', cautions: [] })
    expect(judgementInWords(judge(plain))).toBeUndefined()
  })

  test.each<[string, Partial<JudgedRelease>, string]>([
    [
      'a column that singles out',
      { exposure: [{ column: 'fnlwgt', role: 'other', alone: 440 }] },
      'fnlwgt alone singles out 440 rows (44%)',
    ],
    [
      'columns that single out nobody alone and many together',
      { joint: { columns: ['m1', 'm2', 'm3', 'm4', 'm5'], rows: 990 } },
      '5 columns that are not recoded (m1, m2, m3, m4, …) together single out 990 rows (99%)',
    ],
    [
      'more than a third of the columns say nothing',
      { detail: [keeps('age'), silent('zip')] },
      '1 of 2 quasi-identifiers say nothing any more: zip',
    ],
    ['more than a tenth of the rows are suppressed', { suppressed: 101 }, '101 rows (10.1%) are suppressed'],
    ['no better than guessing', { goal: 'classification', metrics: { CM: 0.25 } }, 'no better than guessing'],
    ['nearly everything generalized', { metrics: { LM: 0.91 } }, 'LM 0.91'],
    [
      'classes far larger than asked for',
      { smallestClass: 100 },
      'the smallest class has 100 rows where 10 were asked for',
    ],
  ])('amber: %s', (_, change, message) => {
    const judgement = judge({ ...plain, ...change })
    expect(judgement.verdict).toBe('amber')
    expect(judgement.cautions.map((caution) => caution.message).join('\n')).toContain(message)
    expect(judgementInWords(judgement)).toContain('but ')
  })

  test('large classes are not worth a word where nothing was lost: none could have been divided', () => {
    const whole: ColumnDetail = { column: 'sex', labels: 2, kept: 1, says: 'all' }
    expect(judge({ ...plain, suppressed: 0, smallestClass: 100, detail: [whole] }).cautions).toEqual([])
    expect(judge({ ...plain, suppressed: 1, smallestClass: 100, detail: [whole] }).cautions).toHaveLength(1)
  })

  test('columns together are not worth a word where one of them does as much alone', () => {
    const exposure = [{ column: 'fnlwgt', role: 'other', alone: 440 }]
    const { cautions } = judge({ ...plain, exposure, joint: { columns: ['fnlwgt', 'class'], rows: 449 } })
    expect(cautions.map(({ columns }) => columns)).toEqual([['fnlwgt']])
  })

  test('boxes is not advised where each class was decided by itself', () => {
    const advised = (byClass?: boolean) =>
      worthLines(judge({ ...plain, byClass })).find(({ about }) => about === 'try')?.text
    expect(advised()).toContain('algorithm boxes')
    expect(advised(true)).toBe('a smaller k, or a larger suppression-limit, or fewer quasi-identifiers')
  })

  test('a few rows that a rare value singles out are no caution', () => {
    expect(judge({ ...plain, exposure: [{ column: 'job', role: 'other', alone: 9 }] }).verdict).toBe('green')
  })

  test('no information: everything suppressed, or every column silent', () => {
    expect(judge({ ...plain, suppressed: 1000 }).verdict).toBe('no-information')
    expect(judge({ ...plain, detail: [silent('age'), silent('zip')] }).verdict).toBe('no-information')
  })
})

describe('worthLines', () => {
  test('what keeps detail with an example, what says nothing and why, what to try', () => {
    const detail = [
      { ...keeps('age'), example: '39 → [30,39]' },
      { ...silent('zip'), why: FLAT },
      { ...silent('town'), why: 'no finer groups met what was asked' },
    ]
    expect(worthLines(judge({ ...plain, detail }))).toEqual([
      { about: 'detail', text: 'age 60% (39 → [30,39])' },
      {
        about: 'silent',
        text: 'zip (its tree has no groups: it is kept whole or hidden whole) · town (no finer groups met what was asked)',
      },
      {
        about: 'try',
        text: 'groups in the tree of zip, or give them finer trees, a smaller k than 10, a suppression-limit above 5%, or fewer quasi-identifiers',
      },
    ])
  })

  test('nothing to try where all columns keep detail', () => {
    expect(worthLines(judge({ ...plain, detail: [keeps('age')] })).map(({ about }) => about)).toEqual(['detail'])
  })
})
