import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type RequirementCase, requirementPromises } from '../../test/promises/requirement.ts'
import { anyGroupedProblem } from '../../test/random-problems.ts'
import { plainCounter } from '../frequency/kernel/plain-counter.ts'
import { UserError } from '../ground/errors.ts'
import { allRequirements, makeRequirement } from './index.ts'

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)

const definitions: Readonly<Record<string, readonly RequirementCase[]>> = {
  'k-anonymity': [{ title: 'k = 3', options: { k: 3 }, holds: (counts) => sum(counts) >= 3 }],
  'l-diversity': [
    { title: 'distinct', options: { column: 's', l: 3 }, holds: (counts) => occurring(counts).length >= 3 },
    {
      title: 'entropy',
      options: { column: 's', l: 2.5, kind: 'entropy' },
      holds: (counts) => -sum(sharesOf(occurring(counts)).map((q) => q * Math.log(q))) >= Math.log(2.5) - 1e-12,
    },
    {
      title: 'entropy of equal values',
      options: { column: 's', l: 3, kind: 'entropy' },
      values: ['a', 'b', 'c'],
      holds: (counts) => new Set(counts).size === 1,
    },
    {
      title: 'recursive',
      options: { column: 's', l: 2, kind: 'recursive', c: 1.5 },
      holds(counts) {
        const [most, ...tail] = [...counts].sort((a, b) => b - a)
        return occurring(counts).length >= 2 && most < 1.5 * sum(tail)
      },
    },
    {
      title: 'recursive with l = 3',
      options: { column: 's', l: 3, kind: 'recursive', c: 2 },
      holds(counts) {
        const [most, , ...tail] = [...counts].sort((a, b) => b - a)
        return occurring(counts).length >= 3 && most < 2 * sum(tail)
      },
    },
  ],
  't-closeness': [
    {
      title: 'equal',
      options: { column: 's', t: 0.31 },
      holds: (counts, overall) => sum(differences(counts, overall).map(Math.abs)) / 2 <= 0.31,
    },
    {
      title: 'ordered by number',
      options: { column: 's', t: 0.11, distance: 'ordered' },
      columns: [{ name: 's', role: 'sensitive', type: 'numeric' }],
      values: ['5', '9', '10', '100'],
      holds: (counts, overall) => orderedWork(counts, overall) <= 0.11,
    },
    {
      title: 'ordered by a list',
      options: { column: 's', t: 0.17, distance: 'ordered' },
      columns: [{ name: 's', role: 'sensitive', order: ['low', 'middle', 'high', 'never'] }],
      values: ['low', 'middle', 'high'],
      holds: (counts, overall) => orderedWork(counts, overall) <= 0.17,
    },
    {
      title: 'tree',
      options: { column: 's', t: 0.27, distance: 'tree' },
      columns: [
        {
          name: 's',
          role: 'sensitive',
          taxonomy: {
            name: 'any',
            children: [
              { name: 'lungs', children: [{ name: 'asthma' }, { name: 'cold' }] },
              { name: 'stomach', children: [{ name: 'ulcer' }, { name: 'reflux' }] },
            ],
          },
        },
      ],
      values: ['asthma', 'cold', 'ulcer', 'reflux'],
      holds(counts, overall) {
        const [a, b, c, d] = differences(counts, overall)
        const inPair = (one: number, other: number) =>
          Math.min(Math.max(one, 0) + Math.max(other, 0), Math.max(-one, 0) + Math.max(-other, 0))
        return inPair(a, b) / 2 + inPair(c, d) / 2 + Math.max(a + b, c + d, 0) <= 0.27
      },
    },
  ],
  'beta-likeness': [
    {
      title: 'basic',
      options: { column: 's', beta: 1.3, kind: 'basic' },
      holds: (counts, overall) =>
        sharesOf(counts).every((q, i) => q === 0 || (q - sharesOf(overall)[i]) / sharesOf(overall)[i] <= 1.3),
    },
    {
      title: 'enhanced',
      options: { column: 's', beta: 1.3 },
      holds: (counts, overall) =>
        sharesOf(counts).every((q, i) => {
          const p = sharesOf(overall)[i]
          return q === 0 || (q - p) / p <= Math.min(1.3, -Math.log(p)) + 1e-12
        }),
    },
  ],
  'delta-disclosure': [
    {
      title: 'all values',
      options: { column: 's', delta: 0.77 },
      values: ['a', 'b'],
      holds: (counts, overall) =>
        sharesOf(counts).every((q, i) => overall[i] === 0 || Math.abs(Math.log(q / sharesOf(overall)[i])) < 0.77),
    },
    {
      title: 'occurring values, base 2',
      options: { column: 's', delta: 0.77, values: 'occurring' },
      holds: (counts, overall) =>
        sharesOf(counts).every((q, i) => q === 0 || Math.abs(Math.log2(q / sharesOf(overall)[i])) < 0.77),
    },
  ],
  'k-map': [
    // 10 to 40 rows of 80 people: means of up to 2.
    {
      title: 'k = 4 of 80',
      options: { k: 4, population: 80, alpha: 0.2 },
      holds(counts, overall) {
        const mean = (4 * sum(overall)) / 80
        let below = 0
        for (let x = 0, chance = Math.exp(-mean); x < sum(counts); x++, chance *= mean / x) below += chance
        return below >= 0.8
      },
    },
  ],
  'alpha-k': [
    {
      title: 'every value',
      options: { column: 's', alpha: 0.6, k: 3 },
      holds: (counts) => sum(counts) >= 3 && Math.max(...sharesOf(counts)) <= 0.6 + 1e-12,
    },
    {
      title: 'listed values',
      options: { column: 's', alpha: 0.4, k: 2, values: ['ulcer'] },
      holds: (counts) => sum(counts) >= 2 && sharesOf(counts)[2] <= 0.4 + 1e-12,
    },
  ],
}

function occurring(counts: readonly number[]): number[] {
  return counts.filter((count) => count > 0)
}

function sharesOf(counts: readonly number[]): number[] {
  return counts.map((count) => count / sum(counts))
}

function differences(counts: readonly number[], overall: readonly number[]): number[] {
  return sharesOf(counts).map((q, i) => q - sharesOf(overall)[i])
}

function orderedWork(counts: readonly number[], overall: readonly number[]): number {
  let moved = 0
  let work = 0
  // Only values that occur have places: a listed value without rows is no step.
  differences(counts, overall).forEach((difference, value) => {
    if (overall[value] > 0) work += Math.abs((moved += difference))
  })
  const values = overall.filter((rows) => rows > 0).length
  return values < 2 ? 0 : work / (values - 1)
}

/** About the whole release or a register: tested in `of-release.test.ts` and `of-register.test.ts`. */
const ofRelease = ['average-risk', 'lkc', 'delta-presence', 'quasi-identifier-sets']

for (const record of allRequirements)
  if (!ofRelease.includes(record.name)) requirementPromises(record, definitions[record.name])

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
    expect(allRequirements.map(({ name }) => name).sort()).toEqual([...Object.keys(definitions), ...ofRelease].sort())
  })
})

describe('requireKAnonymity(k).mark', () => {
  it('marks exactly the classes whose rows, counted one by one, are fewer than k, and clears nothing', () =>
    fc.assert(
      fc.property(anyGroupedProblem(), fc.integer({ min: 2, max: 6 }), ({ frequencies, groupings, rows }, k) => {
        const signature = (codes: readonly number[]) => codes.map((code, c) => groupings[c].codeGroups[code]).join()
        const classes = plainCounter(frequencies).count(groupings)
        const broken = new Uint8Array(frequencies.combinations)
        broken[0] = 1
        makeRequirement('k-anonymity', k).mark(classes, frequencies, broken)
        for (let c = 0; c < classes.count; c++) {
          const classCodes = frequencies.columns.map(({ codes }) => codes[classes.representatives[c]])
          const alike = rows.filter(({ codes }) => signature(codes) === signature(classCodes)).length
          expect(broken[c] === 1).toBe(c === 0 || alike < k)
        }
      }),
    ))
})
