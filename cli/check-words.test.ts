import { describe, expect, it } from 'vitest'
import { checkWords, verifiedLines, verifiedWords } from './check-words.ts'

const check = { name: 'k-anonymity', holds: true, witnesses: [] }

describe('checkWords(check)', () => {
  it('writes large counts as everywhere, and one of a thing as one', () => {
    const promise = 'whoever knows the items of one of 36882 constraints finds at least 5 baskets'
    expect(checkWords({ ...check, promise, found: '1234 of 12345678 classes; smallest support 1' })).toBe(
      'whoever knows the items of one of 36,882 constraints finds at least 5 baskets: 1,234 of 12,345,678 ' +
        'classes; smallest support 1',
    )
    expect(verifiedWords({ ...check, promise: 'looks like 1 rows', found: '3000 rows, as expected' })).toBe(
      'looks like 1 row (3,000 rows, as expected)',
    )
  })

  it('leaves names of columns alone', () => {
    const identifiers = { ...check, name: 'identifiers', promise: 'no identifier column is in the release' }
    expect(checkWords({ ...identifiers, found: '20041231' })).toContain(': 20041231')
  })
})

it('verifiedLines(checks, requirements): a line for each requirement, and none for what is always ' + 'checked', () => {
  const checks = ['k-anonymity', 'l-diversity', 'rows'].map((name) => ({
    ...check,
    name,
    promise: name,
    found: 'so',
  }))
  expect(verifiedLines(checks, [{ name: 'l-diversity' }, { name: 'k-anonymity' }])).toEqual([
    'verified  k-anonymity (so)',
    '          l-diversity (so)',
  ])
})
