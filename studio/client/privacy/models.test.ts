import { describe, expect, it } from 'vitest'
import type { Job } from '../../../src/table/job-schema.ts'
import { columnsWithRole } from '../data/roles.ts'
import { findModels, largestShare } from './models.ts'
import { findAsked } from './requirements.ts'

const job = {
  columns: { ill: { role: 'sensitive' }, pay: { role: 'sensitive' }, age: { role: 'quasi-identifier' } },
  privacy: {
    k: 5,
    't-closeness': [
      { column: 'ill', t: 0.2 },
      { column: 'pay', t: 0.3 },
    ],
    requirements: [{ 'alpha-k': { column: 'ill', alpha: 0.5, k: 5 } }],
  },
} as unknown as Job

describe('modelsOf(job, column)', () => {
  it('finds models among the keys, in lists of them and among the requirements', () => {
    expect(columnsWithRole(job, 'sensitive')).toEqual(['ill', 'pay'])
    expect(findModels(job, 'ill').map(({ name }) => name)).toEqual(['t-closeness', 'alpha-k'])
    expect(findModels(job, 'pay')).toHaveLength(1)
    expect(findModels({ ...job, privacy: { k: 5 } }, 'ill')).toEqual([])
  })
})

describe('findAsked(job)', () => {
  it('changes or removes one of several, whether they are keys or listed', () => {
    const l = (column: string) => ({ column, l: 2 })
    const listed = [{ 't-closeness': { column: 'ill', t: 0.2 } }]
    const given: Job = { ...job, privacy: { k: 5, 'l-diversity': [l('ill'), l('pay')], requirements: listed } }
    const asked = findAsked(given)
    expect(asked.map(({ name, field }) => [name, field])).toEqual([
      ['k', 'privacy.k'],
      ['l-diversity', 'privacy.l-diversity'],
      ['l-diversity', 'privacy.l-diversity'],
      ['t-closeness', 'privacy.requirements.0'],
    ])
    const changed = asked[2].withValue(given, { column: 'pay', l: 3 })
    expect(changed.privacy['l-diversity']).toEqual([l('ill'), { column: 'pay', l: 3 }])
    const none = asked.slice(1).reduceRight<Job>((next, one) => one.withValue(next, undefined), given)
    expect(none.privacy).toEqual({ k: 5 })
  })
})

describe('largestShare(models, share)', () => {
  it('is the least of what each model leaves', () => {
    expect(largestShare([], 0.1)).toBe(1)
    expect(largestShare(findModels(job, 'ill'), 0.1)).toBeCloseTo(0.3, 12)
    expect(largestShare(findModels(job, 'ill'), 0.4)).toBe(0.5)
    const of = (options: object) => largestShare([{ name: 'any', field: '', options: { ...options } }], 0.1)
    expect(of({ beta: 2, kind: 'basic' })).toBeCloseTo(0.3, 12)
    expect(of({ delta: Math.log(3) })).toBeCloseTo(0.3, 12)
    expect(of({ l: 2, c: 3, kind: 'recursive' })).toBe(0.75)
  })
})
