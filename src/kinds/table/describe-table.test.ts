import { expect, test } from 'vitest'
import { buildFrequencyTable } from '../../frequency/build-frequency-table.ts'
import { coarsestGrouping } from '../../hierarchy/grouping.ts'
import { resolveHierarchy } from '../../hierarchy/resolve.ts'
import { requireKAnonymity } from '../../requirements/k-anonymity/k-anonymity.ts'
import { createEvaluator } from '../../search/evaluation.ts'
import { makeGoal } from '../../search/goal.ts'
import type { SearchProblem } from '../../search/search.ts'
import { tableFigures } from './describe-table.ts'

const profile = { values: ['1', '2', '3', '4'], counts: [1, 1, 1, 1], missingCount: 0 }
const { hierarchy, codes } = resolveHierarchy('age', { kind: 'number', endpoints: 'all' }, profile, { missing: 'none' })
const frequencies = buildFrequencyTable({
  columns: [{ name: 'age', size: 4, codes }],
  counts: profile.counts,
  targets: [
    { kind: 'categories', name: 'even', values: ['no', 'yes'], codes: [0, 1, 0, 1] },
    { kind: 'categories', name: 'first', values: ['no', 'yes'], codes: [1, 0, 0, 0] },
    { kind: 'numbers', name: 'hours', values: Float64Array.of(10, 20), codes: [0, 0, 1, 1] },
    { kind: 'numbers', name: 'pay', values: Float64Array.of(1, 9), codes: [0, 0, 0, 1] },
  ],
})
const hierarchies = [hierarchy]
const context = { frequencies, hierarchies, weights: [1], k: 2 }
const terms = [
  { metric: 'LM' },
  { metric: 'CM', target: 'first' },
  { metric: 'RM', target: 'pay' },
  { metric: 'CM', target: 'even' },
] as const

test('figuresOf(problem, evaluation): every target has its figure, under its name', () => {
  const problem: SearchProblem = {
    frequencies,
    hierarchies,
    requirements: [requireKAnonymity(2)],
    suppressionLimit: 0,
    suppressedGroup: 'exempt',
    goal: makeGoal(terms, context),
  }
  const evaluation = createEvaluator(problem).evaluate([coarsestGrouping(4)])
  const { metrics } = tableFigures(problem, evaluation)
  for (const term of terms.slice(1) as { metric: string; target: string }[]) {
    const [{ metric, settings }] = makeGoal(term, context).terms
    expect(metrics[`${term.metric} (${term.target})`]).toBe(metric.compute(evaluation.partition, settings))
  }
  // One of four rows is outside the majority of `first`, two outside that of `even`.
  expect(metrics).toMatchObject({ 'CM (first)': 0.25, 'CM (even)': 0.5 })
  expect(Object.keys(metrics)).toContain('RM (hours)')
  expect(metrics).not.toHaveProperty('CM')
  const sum = problem.goal.terms.reduce(
    (total, { metric, settings, weight }) => total + weight * metric.compute(evaluation.partition, settings),
    0,
  )
  expect(evaluation.value).toBeCloseTo(sum, 12)
})
