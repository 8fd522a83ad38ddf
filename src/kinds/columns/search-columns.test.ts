import fc from 'fast-check'
import { expect, test } from 'vitest'
import { searchProblem } from '../../../test/promises/search.ts'
import { anyProblem } from '../../../test/random-problems.ts'
import type { ColumnsPlan } from '../../plan/plan.ts'
import { preferenceFigures } from '../../report/build-report.ts'
import { createEvaluator } from '../../search/evaluation.ts'
import { searchPareto } from '../../search/index.ts'
import { groupingsOfPoint } from '../../search/methods/pareto/front.ts'
import type { FrontPoint } from '../../search/results.ts'
import { searchColumns } from './columns.ts'

const anyTable = anyProblem({ columns: 3, codes: 4, fewestRows: 30, rows: 60 })
const options = { population: 8, evaluations: 40 }

test('searchColumns: every figure of the front, and what became of the preference, is that of all rows', () =>
  fc.assert(
    fc.asyncProperty(anyTable, fc.boolean(), async (table, suppression) => {
      const problem = searchProblem(table, 'achievement', 3, { preference: { NWP: 0.2, NECD: 0.5 } })
      const plan = { search: searchPareto, options: { ...options, suppression }, seed: 1 } as unknown as ColumnsPlan
      const result = await searchColumns(plan, problem, {})
      const { front = [] } = result.details as { front?: FrontPoint[] }
      const evaluator = createEvaluator(problem)
      for (const point of front) {
        const { value, partition } = evaluator.evaluate(groupingsOfPoint(problem.hierarchies, point))
        expect(point).toMatchObject({ value, suppressed: partition.suppressedRows, classes: partition.keptClasses })
      }
      if (result.outcome !== 'found') return
      const { partition } = evaluator.evaluate(result.groupings)
      if (partition.keptClasses === 0) return
      expect(result.details).toMatchObject(preferenceFigures(partition, problem.goal.terms[0].settings))
      expect(result.details?.['effectiveK']).toBe(partition.smallestClass)
    }),
    { numRuns: 30 },
  ))
