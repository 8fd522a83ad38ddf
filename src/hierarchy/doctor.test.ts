import { describe, expect, test } from 'vitest'
import { UserError } from '../ground/errors.ts'
import { type ColumnProfile, checkCoverage, checkVariety, type Finding, throwOnErrors } from './doctor.ts'

const COVERAGE = { place: 'its taxonomy', remedy: 'add them', known: ['Private', 'State-gov', 'Never-worked'] }

describe('checkCoverage', () => {
  test('nothing to say when every value has its place and every place a value', () => {
    expect(checkCoverage('work', COVERAGE, profile(['Private', 'State-gov', 'Never-worked']), [0, 1, 2])).toEqual([])
  })

  test(
    'uncovered values are named with their rows, most rows first; near misses get a hint; unused values a ' + 'note',
    () => {
      const findings = checkCoverage(
        'work',
        COVERAGE,
        profile(['Gov', ' private', 'Private', 'STATE-GOV'], [1, 5, 9, 5]),
        [-1, -1, 0, -1],
      )
      expect(findings).toEqual([
        {
          severity: 'error',
          kind: 'uncovered',
          column: 'work',
          message:
            'column "work": 3 values outside its taxonomy: " …" (8 characters) in 5 rows, "S…" (9 characters) ' +
            'in 5 rows, "G…" (3 characters) in 1 row; add them',
          values: [
            { value: ' private', count: 5 },
            { value: 'STATE-GOV', count: 5 },
            { value: 'Gov', count: 1 },
          ],
        },
        {
          severity: 'warning',
          kind: 'spelling',
          column: 'work',
          message:
            'column "work": 2 values that differ from a known one only by case or blanks, those near "Private", ' +
            '"State-gov"; write them alike',
          values: [
            { value: ' private', count: 5 },
            { value: 'STATE-GOV', count: 5 },
          ],
        },
        {
          severity: 'note',
          kind: 'unused',
          column: 'work',
          message:
            'column "work": 2 values of its taxonomy that no row has: "State-gov", "Never-worked"; they count ' +
            'as part of the domain',
          values: [
            { value: 'State-gov', count: 0 },
            { value: 'Never-worked', count: 0 },
          ],
        },
      ])
    },
  )

  test('at most ten are shown, the rest counted', () => {
    const values = Array.from({ length: 25 }, (_, index) => `v${index}`)
    const [finding] = checkCoverage('x', { ...COVERAGE, known: [] }, profile(values), new Int32Array(25).fill(-1))
    expect(finding.values).toHaveLength(10)
    expect(finding.more).toBe(15)
    expect(finding.message).toMatch(
      /^column "x": 25 values outside its taxonomy: "…" \(2 characters\) in 1 row, .* and 15 more; add them$/,
    )
  })
})

describe('checkVariety', () => {
  test.each<[string[], number, string[]]>([
    [['a', 'b'], 0, []],
    [['a'], 0, ['single-value']],
    [['a'], 3, []],
    [[], 3, ['no-values']],
  ])('values %j, %d missing: %j', (values, missingCount, kinds) => {
    expect(checkVariety('x', { ...profile(values), missingCount }).map(({ kind }) => kind)).toEqual(kinds)
  })
})

describe('throwOnErrors', () => {
  const finding = (severity: Finding['severity'], message: string): Finding => ({
    severity,
    kind: 'uncovered',
    column: 'x',
    message,
  })

  test('throws all errors at once, a line each', () => {
    const findings = [finding('error', 'one'), finding('warning', 'two'), finding('error', 'three')]
    expect(() => throwOnErrors(findings)).toThrow(
      new UserError([
        { message: 'one', path: 'columns.x', rule: 'data' },
        { message: 'three', path: 'columns.x', rule: 'data' },
      ]),
    )
  })

  test('warnings and notes pass', () => {
    expect(() => throwOnErrors([finding('warning', 'one'), finding('note', 'two')])).not.toThrow()
  })
})

function profile(values: string[], counts = values.map(() => 1)): ColumnProfile {
  return { values, counts, missingCount: 0 }
}
