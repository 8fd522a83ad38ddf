import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Job } from '../../../src/table/job-schema.ts'
import { mergeJobs } from './merge-jobs.ts'

const read = {
  version: 1,
  data: { source: 'people.csv' },
  columns: { age: { role: 'quasi-identifier', type: 'numeric' }, town: { role: 'other' } },
  privacy: { k: 5 },
  seed: 1,
  output: { release: 'release.csv' },
} as Job

describe('mergeJobs', () => {
  it('keeps what either side has changed, added or removed', () => {
    const { seed: _, ...withoutSeed } = read
    const mine = { ...read, privacy: { k: 7 }, columns: { ...read.columns, town: { role: 'identifier' } } } as Job
    const theirs = {
      ...withoutSeed,
      goal: 'general',
      columns: { ...read.columns, __proto__x: { role: 'other' } },
    } as Job
    expect(mergeJobs(read, mine, theirs)).toEqual({
      job: {
        ...withoutSeed,
        goal: 'general',
        privacy: { k: 7 },
        columns: { ...read.columns, town: { role: 'identifier' }, __proto__x: { role: 'other' } },
      },
      conflicts: [],
    })
  })

  it('names the keys that both have changed to different values, and those alone', () => {
    const mine = { ...read, privacy: { k: 7 }, seed: 2 } as Job
    const theirs = { ...read, privacy: { k: 9 }, seed: 2 } as Job
    const { job, conflicts } = mergeJobs(read, mine, theirs)
    expect(conflicts).toEqual([{ path: ['privacy', 'k'], mine: 7, theirs: 9 }])
    expect(job).toEqual(mine)
  })

  it('is the file where the page has changed nothing, and the page where the file is as it was', () => {
    const value = fc.letrec((tie) => ({
      node: fc.oneof(
        { maxDepth: 3 },
        fc.integer({ min: 0, max: 2 }),
        fc.dictionary(fc.constantFrom('a', 'b', '__proto__', 'constructor'), tie('node'), { maxKeys: 3 }),
      ),
    })).node
    const mapping = fc.dictionary(fc.constantFrom('a', 'b', 'constructor'), value, {
      maxKeys: 3,
      noNullPrototype: true,
    })
    fc.assert(
      fc.property(mapping, mapping, (one, other) => {
        const [a, b] = [one, other] as unknown as [Job, Job]
        expect(mergeJobs(a, a, b)).toEqual({ job: b, conflicts: [] })
        expect(mergeJobs(a, b, a)).toEqual({ job: b, conflicts: [] })
        expect(mergeJobs(a, b, b)).toEqual({ job: b, conflicts: [] })
      }),
      { numRuns: 50 },
    )
  })
})
