import { describe, expect, test } from 'vitest'
import { type AdvisedJob, findRemedies } from './advice.ts'
import { tellingMetrics } from './judge/judge-table.ts'
import type { ColumnDetail, JudgedRelease } from './judge/judged-release.ts'
import { acceptedInWords, FLAT, judge, judgementInWords, worthLines } from './judgement.ts'

const keeps = (column: string): ColumnDetail => ({ column, labels: 5, kept: 0.6, says: 'something' })
const silent = (column: string): ColumnDetail => ({ column, labels: 1, kept: 0, says: 'nothing' })

const advised: AdvisedJob = {
  job: {
    version: 1,
    data: { source: 'people.csv' },
    columns: {
      age: { role: 'quasi-identifier', type: 'numeric' },
      zip: { role: 'quasi-identifier', type: 'prefix' },
      fnlwgt: { role: 'other' },
      id: { role: 'pseudonym', key: 'people.key' },
    },
    privacy: { k: 10, 'suppression-limit': 0.05 },
    output: { release: 'out.csv' },
  },
  accepts: () => true,
  k: { key: ['privacy', 'k'], value: 10 },
  suppressionLimit: 0.05,
  suppressed: 0.02,
  classSearches: ['boxes', 'mondrian'],
  hierarchies: new Map([['fnlwgt', { type: 'numeric', endpoints: 50 }]]),
  coarsenings: new Map(),
}

const plain: JudgedRelease = {
  k: 10,
  rows: 1000,
  suppressed: 20,
  classes: 60,
  smallestClass: 11,
  remedies: findRemedies(advised),
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

  const listRemedies = (change: Partial<JudgedRelease>, job: Partial<AdvisedJob> = {}) => {
    const judgement = judge({ ...plain, ...change, remedies: findRemedies({ ...advised, ...job }) })
    return [...judgement.cautions.map(({ remedy }) => remedy), ...worthLines(judgement).map(({ text }) => text)].join(
      '\n',
    )
  }

  test('a search that decides class by class is advised where the job accepts it', () => {
    const declines = (...names: string[]): Partial<AdvisedJob> => ({
      accepts: ({ value }) => !names.includes((value as { name?: string }).name ?? ''),
    })
    expect(listRemedies({})).toContain('algorithm boxes, which')
    expect(listRemedies({}, declines('boxes'))).toContain('algorithm mondrian, which')
    const without = listRemedies({}, declines('boxes', 'mondrian'))
    expect(without).not.toContain('algorithm')
    expect(without).toContain('fewer quasi-identifiers')
  })

  test('a larger suppression-limit is advised only where there is one, and never beside a smaller one', () => {
    const change = { detail: [keeps('age'), silent('zip')] }
    expect(listRemedies(change)).toContain('a suppression-limit above 5%')
    expect(listRemedies(change, { suppressionLimit: 1 })).not.toContain('suppression-limit')
    const many = listRemedies({ ...change, suppressed: 200 }, { suppressionLimit: 0.5, suppressed: 0.2 })
    expect(many).toContain('a suppression-limit below 20%')
    expect(many).not.toContain('above')
  })

  test('the smallest k is not lowered', () => {
    expect(listRemedies({})).toContain('a smaller k than 10')
    expect(listRemedies({}, { k: { key: ['privacy', 'k'], value: 2 } })).not.toContain('smaller k')
  })

  test('a column that singles out is advised with its type, and without keys of another role', () => {
    const exposure = [
      { column: 'fnlwgt', role: 'other', alone: 440 },
      { column: 'id', role: 'pseudonym', alone: 1000 },
    ]
    const said = listRemedies({ exposure })
    expect(said).toContain('columns.fnlwgt: { role: quasi-identifier, type: numeric, endpoints: 50 } to generalize it')
    expect(said).toContain('or columns.id: { role: identifier } to leave it out')
  })

  test('says no advice twice', () => {
    const judgement = judge({
      ...plain,
      detail: [keeps('age'), silent('zip')],
      metrics: { LM: 0.95 },
      smallestClass: 200,
    })
    const texts = [...judgement.cautions.flatMap(({ advice = [] }) => advice), ...(judgement.advice ?? [])].map(
      ({ text }) => text,
    )
    expect(judgement.cautions.length).toBe(3)
    expect(texts.length).toBeGreaterThan(0)
    expect(new Set(texts).size).toBe(texts.length)
    expect(judgement.cautions[2].remedy).toBeUndefined()
  })

  test('one person who is singled out is amber, and red beyond the limit unless the column is accepted by name', () => {
    const exposure = [{ column: 'job', role: 'other', alone: 9 }]
    const released = { ...plain, exposure, exposed: 9, unaccepted: 9 }
    expect(judge({ ...plain, exposure: [{ column: 'job', role: 'other', alone: 1 }] }).verdict).toBe('amber')
    expect(judge({ ...released, exposureLimit: 0.009 }).verdict).toBe('amber')
    const red = judge({ ...released, exposureLimit: 0.0089 })
    expect(red.verdict).toBe('exposed')
    expect(red.refusal?.reason).toContain('9 rows (0.9%)')
    const acceptedExposure = { accept: ['job'], reason: 'agreed' }
    const accepted = judge({ ...released, unaccepted: 0, exposureLimit: 0, acceptedExposure })
    expect(accepted.verdict).toBe('amber')
    expect(acceptedInWords(accepted)).toContain('job (0.9% of people are exposed). Reason: agreed')
    expect(judge({ ...released, exposureLimit: 0, acceptedExposure }).verdict).toBe('exposed')
  })

  test('rows with missing values count toward the suppression limit', () => {
    const lost = { suppressed: 20, missing: 80, suppressionLimit: 0.05 }
    expect(judge({ ...plain, ...lost }).cautions[0].message).toContain('100 rows (9.3%) are left out')
    expect(judge({ ...plain, ...lost, suppressionLimit: 0.1 }).verdict).toBe('green')
  })

  test('no information: a column that says something of people is left out, and only recoded columns remain', () => {
    const leftOut = [
      { column: 'name', why: 'identifier' as const },
      { column: 'diagnosis', why: 'identifier' as const, informs: true },
    ]
    const judgement = judge({ ...plain, exposure: [], leftOut })
    expect(judgement.verdict).toBe('no-information')
    expect(worthLines(judgement)).toContainEqual({ about: 'left', text: 'name, diagnosis (identifier)' })
    expect(judge({ ...plain, leftOut }).verdict).toBe('green')
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
      { ...silent('town'), why: 'no finer grouping met the requirements' },
      { ...keeps('job'), example: 'nurse → health' },
      keeps('sex'),
      keeps('height'),
      keeps('weight'),
    ]
    expect(worthLines(judge({ ...plain, detail }))).toEqual([
      {
        about: 'detail',
        text: 'age 60% (39 → [30,39]) · job 60% (nurse → health) · sex 60% · height 60% · weight 60%',
      },
      {
        about: 'hidden',
        text:
          'zip (its tree has no groups: it is kept whole or hidden whole) · town (no finer grouping met the ' +
          'requirements)',
      },
      {
        about: 'try',
        text:
          'groups in the tree of zip, or a smaller k than 10, or a suppression-limit above 5%, or algorithm ' +
          'boxes, which recodes class by class',
      },
    ])
  })

  test('nothing to try where all columns keep detail', () => {
    expect(worthLines(judge({ ...plain, detail: [keeps('age')] })).map(({ about }) => about)).toEqual(['detail'])
  })
})
