import { describe, expect, it } from 'vitest'
import { rowsFromCsv } from '../../../test/study-rows.ts'
import { buildFrequencyTable } from '../../frequency/build-frequency-table.ts'
import { resolveHierarchy } from '../../hierarchy/resolve.ts'
import { makeRequirement } from '../../requirements/index.ts'
import { makeGoal } from '../../search/goal.ts'
import type { SearchProblem } from '../../search/search.ts'
import { writeFront } from './front-file.ts'

/** Ages 20 to 23 with two, one, three and two people. */
function problem(): SearchProblem {
  const profile = { values: ['20', '21', '22', '23'], counts: [2, 1, 3, 2], missingCount: 0 }
  const { hierarchy, codes } = resolveHierarchy('age, years', { kind: 'number', endpoints: 'all' }, profile, {
    missing: 'none',
  })
  const frequencies = buildFrequencyTable({
    columns: [{ name: 'age, years', size: 4, codes }],
    counts: profile.counts,
    targets: [],
  })
  const hierarchies = [hierarchy]
  return {
    frequencies,
    hierarchies,
    requirements: [makeRequirement('k-anonymity', 2)],
    suppressionLimit: 0,
    suppressedGroup: 'exempt',
    goal: makeGoal('general', { frequencies, hierarchies, weights: [1], k: 2 }),
  }
}

const plan = { search: { name: 'pareto' }, requirements: [makeRequirement('k-anonymity', 2)], seed: 7 }
const counted = { rowsRead: 9, rowsMissing: 1 }
const point = { value: 0.5, NWP: 0.5, NECD: 0.1, effectiveK: 3, suppressed: 0, classes: 2 }

describe('writeFront(plan, table, counted, problem, result)', () => {
  const front = [
    { ...point, objectives: { LM: 1 / 3, k: 3 }, endpoints: ['010'] },
    { ...point, objectives: { LM: 1, k: 8 }, endpoints: ['000'] },
  ]
  const text = writeFront(plan, { name: 'ages.csv' }, counted, problem(), {
    details: { front, chosen: 2 },
    evaluations: 12,
  }) as string

  it('is a list of rows of a study, every figure counted again', () => {
    const rows = rowsFromCsv(text)
    expect(rows).toHaveLength(2)
    expect(rows[0]).toMatchObject({
      run: '1',
      point: 1,
      data: 'ages.csv',
      kind: 'columns',
      algorithm: 'pareto',
      k: 2,
      seed: 7,
      outcome: 'found',
      rows: 9,
      missing: 1,
      suppressed: 0,
      classes: 2,
      smallestClass: 3,
      evaluations: 12,
    })
    expect(rows[0].metrics['LM']).toBeCloseTo(1 / 3, 12)
    expect(rows[1].metrics['LM']).toBe(1)
    expect(rows.map(({ risks }) => risks['prosecutor'])).toEqual([1 / 3, 1 / 8])
    expect(Object.keys(rows[0].metrics)).not.toContain('prosecutor')
  })

  it('marks the released point and tells objectives and endpoints', () => {
    const [head, first, second] = text.split('\n')
    expect(head).toMatch(/,released,objective LM,objective k,value,"endpoints age, years"$/)
    expect(first).toMatch(/,no,0\.333\d*,3,0\.5,010$/)
    expect(second).toMatch(/,yes,1,8,0\.5,000$/)
  })

  it('is absent where there is no front', () => {
    const none = writeFront(plan, { name: 'ages.csv' }, counted, problem(), { evaluations: 1 })
    expect(none).toBeUndefined()
  })
})
