import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCoarsening } from '../../../test/random-problems.ts'
import { equalSettings } from '../../../test/small-tables.ts'
import { someOf } from '../../../test/thorough.ts'
import type { Classes } from '../../frequency/classes.ts'
import { plainCounter } from '../../frequency/kernel/plain-counter.ts'
import { findMetric } from '../../metrics/index.ts'
import { requireKAnonymity } from '../../requirements/k-anonymity/k-anonymity.ts'
import { createEvaluator } from '../evaluation.ts'
import { rollUp } from './roll-up.ts'

const sorted = ({ sizes, histograms, count }: Classes): string[] =>
  Array.from({ length: count }, (_, c) =>
    [sizes[c], ...histograms.map((histogram, t) => histogram.subarray(c * (t + 2), (c + 1) * (t + 2)).join())].join(
      '|',
    ),
  ).sort()

describe('rollUp(table, classes)', () => {
  test('counts every coarser recoding as the full table does, targets too', () => {
    fc.assert(
      fc.property(anyCoarsening(), ({ frequencies, hierarchies, finer, coarser }) => {
        const smaller = rollUp(frequencies, plainCounter(frequencies).count(finer))
        expect(smaller.rows).toBe(frequencies.rows)
        expect(sorted(plainCounter(smaller).count(coarser))).toEqual(sorted(plainCounter(frequencies).count(coarser)))
        for (const name of ['LM', 'CM', 'DM', 'RM', 'NECD', 'AECS']) {
          for (const deviation of ['variance', 'absolute'] as const) {
            const problem = (table: typeof frequencies) => ({
              frequencies: table,
              hierarchies,
              requirements: [requireKAnonymity(2)],
              suppressionLimit: 1,
              suppressedGroup: 'exempt' as const,
              goal: {
                name,
                terms: [
                  {
                    metric: findMetric(name),
                    settings: equalSettings(hierarchies, { options: { RM: { deviation } } }),
                    weight: 1,
                  },
                ],
              },
            })
            const rolledUp = createEvaluator(problem(smaller)).evaluate(coarser)
            expect(rolledUp.value).toBeCloseTo(createEvaluator(problem(frequencies)).evaluate(coarser).value, 12)
          }
        }
      }),
      { numRuns: someOf(60) },
    )
  })

  test('keeps combinations in ascending order of their codes', () => {
    fc.assert(
      fc.property(anyCoarsening(), ({ frequencies, finer }) => {
        const { columns, combinations } = rollUp(frequencies, plainCounter(frequencies).count(finer))
        for (let i = 1; i < combinations; i++) {
          const column = columns.findIndex(({ codes }) => codes[i] !== codes[i - 1])
          expect(columns[column].codes[i]).toBeGreaterThan(columns[column].codes[i - 1])
        }
      }),
    )
  })
})
