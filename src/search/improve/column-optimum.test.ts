import fc from 'fast-check'
import { expect, test } from 'vitest'
import { searchProblem } from '../../../test/promises/search.ts'
import { anyGroupedProblem } from '../../../test/random-problems.ts'
import { t12 } from '../../../test/t12.ts'
import { someOf } from '../../../test/thorough.ts'
import { createCounter } from '../../frequency/kernel/counter.ts'
import { type Grouping, groupingFromStarts } from '../../hierarchy/grouping.ts'
import { createEvaluator } from '../evaluation.ts'
import { enumerateGroupings } from '../methods/exhaustive/exhaustive.ts'
import type { SearchProblem } from '../search.ts'
import { additiveGoal } from './additive-goal.ts'
import { createColumnOptimizer } from './column-optimum.ts'

function optimize(problem: SearchProblem, groupings: readonly Grouping[], column: number) {
  const { frequencies, hierarchies } = problem
  const optimizer = createColumnOptimizer(frequencies, hierarchies, additiveGoal(problem)!, createCounter(frequencies))
  const { cost, starts } = optimizer.optimize({ column, finest: groupings, coarsest: groupings })
  const grouping = groupingFromStarts(starts, hierarchies[column].values.length)
  return { value: cost / frequencies.rows, grouping }
}

test('optimize(work class of T12): the best of the 9 cuts for the given education intervals', () => {
  const problem = searchProblem(t12, 'LM', t12.k)
  const { value } = optimize(problem, t12.groupings, 0)
  const evaluator = createEvaluator(problem)
  const values = [...enumerateGroupings(t12.hierarchies[0])].map(
    (grouping) => evaluator.evaluate([grouping, t12.groupings[1]]).value,
  )
  expect(values.length).toBe(9)
  expect(value).toBeCloseTo(Math.min(...values), 12)
})

for (const metric of ['LM', 'CM', 'suppression']) {
  test(`optimize(column) is the best of all groupings of the column for ${metric}, and costs what it says`, () => {
    fc.assert(
      fc.property(anyGroupedProblem(), fc.integer({ min: 1, max: 6 }), fc.nat(3), ({ groupings, ...random }, k, at) => {
        const problem = searchProblem(random, metric, k)
        const column = at % groupings.length
        const evaluator = createEvaluator(problem)
        const valueWith = (grouping: Grouping) =>
          evaluator.evaluate(groupings.map((current, c) => (c === column ? grouping : current))).value
        let best = Number.POSITIVE_INFINITY
        for (const grouping of enumerateGroupings(problem.hierarchies[column])) {
          best = Math.min(best, valueWith(grouping))
        }
        const { value, grouping } = optimize(problem, groupings, column)
        expect(value).toBeCloseTo(best, 10)
        expect(valueWith(grouping)).toBeCloseTo(best, 10)
      }),
      { numRuns: someOf(150) },
    )
  })
}

test('optimize(column, starts) chooses among the starts it is given', () => {
  const problem = searchProblem(t12, 'LM', t12.k)
  const { frequencies, hierarchies } = problem
  const optimizer = createColumnOptimizer(frequencies, hierarchies, additiveGoal(problem)!, createCounter(frequencies))
  const starts = Int32Array.from([0, 5, 9])
  const { cost, starts: chosen } = optimizer.optimize({
    column: 1,
    finest: t12.groupings,
    coarsest: t12.groupings,
    starts,
  })
  const evaluator = createEvaluator(problem)
  const values = [[0], [0, 5], [0, 9], [0, 5, 9]].map(
    (some) => evaluator.evaluate([t12.groupings[0], groupingFromStarts(some, 16)]).value,
  )
  expect(cost / 12).toBeCloseTo(Math.min(...values), 12)
  expect(chosen.every((start) => starts.includes(start))).toBe(true)
})

test('additiveGoal: weights add up over terms; a goal of other metrics alone has none', () => {
  const one = searchProblem(t12, 'LM', 3)
  const two = searchProblem(t12, 'CM', 3)
  const dm = searchProblem(t12, 'DM', 3)
  const terms = [
    { ...one.goal.terms[0], weight: 2 },
    { ...two.goal.terms[0], weight: 3 },
  ]
  const goal = additiveGoal({ ...one, goal: { name: 'both', terms } })!
  expect(goal.cells.map(({ weights }) => Array.from(weights))).toEqual([[1, 1]])
  expect(goal.targets.map(({ weight }) => weight)).toEqual([3])
  expect(goal.suppressedCost).toBe(5)
  expect(goal.remainder).toBe(0)
  expect(additiveGoal(dm)).toBeUndefined()
})
