import { describe, expect, it } from 'vitest'
import type { Job } from '../table/job-schema.ts'
import { pathOfKey, withValue } from './dotted-key.ts'

const job: Job = {
  version: 1,
  data: { source: 'people.csv' },
  columns: {
    age: { role: 'quasi-identifier', type: 'numeric' },
    'capital.gain': { role: 'quasi-identifier', type: 'numeric' },
    capital: { role: 'other' },
  },
  privacy: { requirements: [{ 'k-anonymity': 5 }] },
  algorithm: 'genetic',
  output: { release: 'out.csv' },
}

describe('pathOfKey(key, job, thing)', () => {
  it.each([
    ['privacy.k', ['privacy', 'k']],
    ['privacy.km.k', ['privacy', 'km', 'k']],
    ['privacy.suppression-limit', ['privacy', 'suppression-limit']],
    ['algorithm', ['algorithm']],
    ['algorithm.population', ['algorithm', 'population']],
    ['columns.age.weight', ['columns', 'age', 'weight']],
    ['columns.capital.gain.weight', ['columns', 'capital.gain', 'weight']],
    ['columns.age.endpoints.width', ['columns', 'age', 'endpoints', 'width']],
    ['privacy.requirements.0.k-anonymity', ['privacy', 'requirements', '0', 'k-anonymity']],
    ['goal.metric', ['goal', 'metric']],
    ['utility.workload.count', ['utility', 'workload', 'count']],
    ['preference.NECD', ['preference', 'NECD']],
  ])('%s', (key, path) => expect(pathOfKey(key, job, 'grid')).toEqual(path))

  it.each([
    ['privacy.kk', 'did you mean "privacy.k"?'],
    ['privcy.k', 'did you mean "privacy.k"?'],
    ['goalkeeper.k', 'known are version, purpose, data, columns, persons'],
    ['privcy', 'did you mean "privacy"?'],
    ['columns.agee.weight', 'did you mean "columns.age.weight"?'],
    ['columns.postcode.weight', 'known are columns.age, columns.capital.gain, columns.capital'],
    ['columns.age.wieght', 'did you mean "columns.age.weight"?'],
    ['seed.x', 'seed is a single value'],
    ['privacy.requirements.1.k-anonymity', 'known are privacy.requirements.0'],
    ['output.release', 'which a study sets itself'],
    ['version', 'which a study sets itself'],
  ])('refuses %s', (key, message) => expect(() => pathOfKey(key, job, 'grid')).toThrow(message))
})

describe('withValue(job, path, value)', () => {
  it('sets on a copy, makes mappings on the way, and leaves the rest', () => {
    const changed = withValue(job, ['privacy', 'km', 'k'], 5) as Job
    expect(changed.privacy).toEqual({ requirements: [{ 'k-anonymity': 5 }], km: { k: 5 } })
    expect(job.privacy).not.toHaveProperty('km')
    expect(changed.columns).toBe(job.columns)
  })

  it('opens the short form of an algorithm', () => {
    expect(withValue(job, ['algorithm', 'population'], 50)).toMatchObject({
      algorithm: { name: 'genetic', population: 50 },
    })
  })

  it('reaches into lists', () => {
    expect(withValue(job, ['privacy', 'requirements', '0', 'k-anonymity'], 9)).toMatchObject({
      privacy: { requirements: [{ 'k-anonymity': 9 }] },
    })
  })

  it('takes a key out for null', () => {
    expect(withValue(job, ['privacy', 'requirements'], null)).toMatchObject({ privacy: {} })
    expect((withValue(job, ['algorithm'], null) as Job).algorithm).toBeUndefined()
  })

  it('refuses to write into a single value', () => {
    const named = { ...job, privacy: { k: 5, constraints: 'policy.txt' } }
    expect(() => withValue(named, ['privacy', 'constraints', 'size'], 2)).toThrow(
      '"privacy.constraints.size" cannot be set: privacy.constraints is "policy.txt"',
    )
  })
})
