import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type RequirementCase, requirementPromises } from '../../test/promises/requirement.ts'
import { anyGroupedProblem } from '../../test/random-problems.ts'
import { UserError } from '../errors.ts'
import { plainCounter } from '../frequency/plain-counter.ts'
import { allRequirements, makeRequirement } from './index.ts'

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)

/** Every requirement by its definition, in the plainest words. */
const definitions: Readonly<Record<string, readonly RequirementCase[]>> = {
  'k-anonymity': [{ title: 'k = 3', options: { k: 3 }, holds: (counts) => sum(counts) >= 3 }],
}

for (const record of allRequirements) requirementPromises(record, definitions[record.name])

describe('makeRequirement(name, value)', () => {
  it('takes a number for the first option, or an object', () => {
    expect(makeRequirement('k-anonymity', 5)).toMatchObject({ name: 'k-anonymity', options: { k: 5 }, minimumSize: 5 })
    expect(makeRequirement('k-anonymity', { k: 5 })).toMatchObject({ options: { k: 5 }, minimumSize: 5 })
  })

  it.each([
    [{}, 'requirement k-anonymity needs k, the fewest rows that may look alike'],
    [undefined, 'requirement k-anonymity needs k'],
    [1, 'k must be a whole number of at least 2; got 1'],
    [{ k: 5, l: 2 }, 'has no option "l"'],
  ])('refuses %j: nothing would be promised', (value, message) => {
    expect(() => makeRequirement('k-anonymity', value)).toThrow(UserError)
    expect(() => makeRequirement('k-anonymity', value)).toThrow(message)
  })

  it('names the nearest of an unknown name', () => {
    expect(() => makeRequirement('k-anonimity', 5)).toThrow('did you mean "k-anonymity"?')
    expect(allRequirements.map(({ name }) => name)).toEqual(['k-anonymity'])
  })
})

describe('requireKAnonymity(k).mark', () => {
  it('marks exactly the classes whose rows, counted one by one, are fewer than k, and clears nothing', () =>
    fc.assert(
      fc.property(anyGroupedProblem(), fc.integer({ min: 2, max: 6 }), ({ frequencies, groupings, rows }, k) => {
        const signature = (codes: readonly number[]) => codes.map((code, c) => groupings[c].groupOf[code]).join()
        const classes = plainCounter(frequencies).count(groupings)
        const broken = new Uint8Array(frequencies.combinations)
        broken[0] = 1
        makeRequirement('k-anonymity', k).mark(classes, frequencies, broken)
        for (let c = 0; c < classes.count; c++) {
          const own = frequencies.columns.map(({ codes }) => codes[classes.representatives[c]])
          const alike = rows.filter(({ codes }) => signature(codes) === signature(own)).length
          expect(broken[c] === 1).toBe(c === 0 || alike < k)
        }
      }),
    ))
})
