import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anySearchProblem } from '../../test/promises/search.ts'
import { someOf } from '../../test/thorough.ts'
import { createEvaluator } from './evaluation.ts'
import { problemWithoutTargets } from './methods/lattice/lattice.ts'

describe('problemWithoutTargets(problem)', () => {
  test('gives every node the same value and the same suppressed rows', () =>
    fc.assert(
      fc.property(anySearchProblem({}, ['LM', 'CM', 'RM', 'DM', 'entropy']), fc.nat(99), (problem, choice) => {
        const groupings = problem.hierarchies.map(({ levels }) => levels[choice % levels.length].grouping)
        const whole = createEvaluator(problem).evaluate(groupings)
        const lean = createEvaluator(problemWithoutTargets(problem)).evaluate(groupings)
        expect(lean.value).toBe(whole.value)
        expect(lean.partition.suppressedRows).toBe(whole.partition.suppressedRows)
      }),
      { numRuns: someOf(100) },
    ))

  test('keeps the targets of the kind that the goal asks about, and no others', () =>
    fc.assert(
      fc.property(anySearchProblem({}, ['LM', 'CM', 'RM']), (problem) => {
        const kind = { LM: undefined, CM: 'categories', RM: 'numbers' }[problem.goal.name]
        const kept = problem.frequencies.targets.filter((target) => target.kind === kind)
        expect(problemWithoutTargets(problem).frequencies.targets).toEqual(kept)
      }),
      { numRuns: someOf(60) },
    ))

  test('keeps the sensitive columns that a requirement counts, and no others', () =>
    fc.assert(
      fc.property(anySearchProblem({}, ['LM']), (problem) => {
        const [requirement] = problem.requirements
        const asked = { ...problem, requirements: [requirement, { ...requirement, counts: ['illness'] }] }
        expect(problemWithoutTargets(asked).frequencies.sensitive).toEqual(problem.frequencies.sensitive)
        expect(problemWithoutTargets(problem).frequencies.sensitive).toEqual([])
      }),
      { numRuns: someOf(10) },
    ))
})
