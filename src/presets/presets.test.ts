import { describe, expect, it } from 'vitest'
import type { ReleasedColumn } from './look.ts'
import { allPresets, findPreset, type Preset, ruleBookPage, SMALL_ZIP3 } from './presets.ts'

const column = (name: string, values: readonly string[], recoded = true): ReleasedColumn => ({
  name,
  values,
  counts: Float64Array.from(values, () => 1),
  missingCount: 0,
  rows: values.length,
  recoded,
})

function verdicts(preset: string, columns: readonly ReleasedColumn[], smallestClass = 20): Record<string, string> {
  const page = ruleBookPage(findPreset(preset) as Preset, { columns, smallestClass, classes: 3 })
  return Object.fromEntries(page.points.map(({ name, verdict }) => [name, verdict]))
}

describe('hipaa-safe-harbor', () => {
  it('passes ZIP3, years and 90+', () => {
    const columns = [
      column('zip', ['100**', '941**', '*']),
      column('birth_date', ['[1900,1936]', '1950', '1960s', '*']),
      column('age', ['[40,49]', '90+']),
    ]
    expect(verdicts('hipaa-safe-harbor', columns)).toMatchObject({
      '(B)': 'pass',
      '(C) dates': 'pass',
      '(C) ages': 'pass',
    })
  })
  it.each([
    ['a ZIP of five digits', column('zip', ['10012']), '(B)'],
    ['a ZIP area of few people', column('zip', [`${SMALL_ZIP3[0]}**`]), '(B)'],
    ['a month', column('admission date', ['1950-03']), '(C) dates'],
    ['an age of 93', column('age', ['93']), '(C) ages'],
    ['an age group across 90', column('age', ['[85,94]']), '(C) ages'],
    ['a birth year of somebody above 89', column('birth_year', ['1925', '1926', '1950']), '(C) ages'],
    ['birth years across 90', column('born', ['1930s']), '(C) ages'],
  ])('fails %s', (_, changes, point) => {
    expect(verdicts('hipaa-safe-harbor', [changes])[point]).toBe('fail')
  })
  it('fails an e-mail address that is released as it is, and says what a file cannot show', () => {
    const mails = Array.from({ length: 30 }, (_, i) => `person${i}@example.org`)
    const found = verdicts('hipaa-safe-harbor', [column('contact', mails, false)])
    expect(found).toMatchObject({ '(R)': 'fail', '(P), (Q)': 'not covered', '(ii)': 'not covered' })
  })
  it('lists the 18 small areas of the 2020 census', () => {
    expect(SMALL_ZIP3).toHaveLength(18)
  })
})

it.each([
  ['ema-0070', 12, 'threshold', 11],
  ['cms', 11, 'cells', 10],
])('%s asks for k = %d', (name, k, point, tooSmall) => {
  expect(findPreset(name)?.k).toBe(k)
  expect(verdicts(name, [], k)[point]).toBe('pass')
  expect(verdicts(name, [], tooSmall)[point]).toBe('fail')
})

it('every preset states its source and has a point that it does not cover', () => {
  for (const { source, points } of allPresets) {
    expect(source).toMatch(/\d{4}/)
    expect(points.some(({ look }) => look === undefined)).toBe(true)
  }
})
