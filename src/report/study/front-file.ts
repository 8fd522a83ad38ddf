/**
 * Writes the front of a multi-objective search as a table: one study row per point, with recounted figures, so that any
 * study chart can draw it. Extra columns: whether the point is released, its objectives, and its endpoints by column
 * (no values). `algorithm: { point: … }` releases another point.
 */
import type { CountedTable } from '../../frequency/counted-table.ts'
import { allMetrics } from '../../metrics/index.ts'
import { type Requirement, smallestAllowedClass } from '../../requirements/requirement.ts'
import { createEvaluator } from '../../search/evaluation.ts'
import { metricApplies } from '../../search/goal.ts'
import { groupingsOfPoint } from '../../search/methods/pareto/front.ts'
import type { FrontPoint } from '../../search/results.ts'
import type { SearchProblem, SearchResult } from '../../search/search.ts'
import { metricFigures } from '../build-report.ts'
import { rowsToCsv } from './row-table.ts'
import type { StudyRow } from './study-row.ts'

interface FrontPlan {
  readonly requirements: readonly Requirement[]
  readonly seed: number
  readonly search: { readonly name: string }
}

export function writeFront(
  plan: FrontPlan,
  { name }: { readonly name: string },
  counted: Pick<CountedTable, 'rowsRead' | 'rowsMissing'>,
  problem: SearchProblem,
  { details, evaluations }: Pick<SearchResult, 'details' | 'evaluations'>,
): string | undefined {
  const front = details?.front
  if (front === undefined || front.length === 0) return undefined
  const figures = pointFigures(problem)
  const head = {
    run: '1',
    settings: {},
    data: name,
    kind: 'columns' as const,
    algorithm: plan.search.name,
    k: smallestAllowedClass(plan.requirements),
    seed: plan.seed,
    rows: counted.rowsRead,
    missing: counted.rowsMissing,
    combinations: problem.frequencies.combinations,
    evaluations,
  }
  const rows = front.map((point, i): StudyRow => ({ ...head, point: i + 1, ...figures(point) }))
  return rowsToCsv(rows, [
    { name: 'released', cells: front.map((_, i) => (i + 1 === details?.chosen ? 'yes' : 'no')) },
    ...Object.keys(front[0].objectives).map((objective) => ({
      name: `objective ${objective}`,
      cells: front.map(({ objectives }) => objectives[objective]),
    })),
    { name: 'value', cells: front.map(({ value }) => value) },
    ...problem.hierarchies.map(({ column }, i) => ({
      name: `endpoints ${column}`,
      cells: front.map(({ endpoints }) => endpoints[i]),
    })),
  ])
}

type PointFigures = Pick<StudyRow, 'outcome' | 'suppressed' | 'classes' | 'smallestClass' | 'metrics' | 'risks'>

function pointFigures(problem: SearchProblem): (point: FrontPoint) => PointFigures {
  const evaluator = createEvaluator(problem)
  const { settings } = problem.goal.terms[0]
  const risky = new Set(allMetrics.filter(({ family }) => family === 'risk').map(({ name }) => name))
  return (point) => {
    const { partition, acceptable } = evaluator.evaluate(groupingsOfPoint(problem.hierarchies, point))
    const all = Object.entries(
      metricFigures(partition, settings, (metric) => metricApplies(metric, problem.frequencies, settings)),
    )
    return {
      outcome: acceptable ? 'found' : 'none-exists',
      suppressed: partition.suppressedRows,
      classes: partition.keptClasses,
      smallestClass: partition.smallestClass,
      metrics: Object.fromEntries(all.filter(([name]) => !risky.has(name))),
      risks: Object.fromEntries(all.filter(([name]) => risky.has(name))),
    }
  }
}
