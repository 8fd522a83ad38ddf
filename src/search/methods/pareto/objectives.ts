/**
 * Scores a chromosome: objectives, goal and violation. Objectives are `goal` (for `goal: preference` the achievement
 * function, f1 of Dewri et al. 2009), `k` (requested k − smallest class, f2), and any registered metric; all are
 * minimized. Cost: one count of the classes, and each metric once.
 */
import type { Partition } from '../../../frequency/classes.ts'
import { emptyGrouping, type Grouping } from '../../../hierarchy/grouping.ts'
import { findMetric } from '../../../metrics/index.ts'
import type { Metric, MetricSettings } from '../../../metrics/metric.ts'
import { effectiveK } from '../../../metrics/utility/achievement.ts'
import { smallestAllowedClass } from '../../../requirements/requirement.ts'
import { chromosomeLayout, fillGroupings } from '../../chromosome/chromosome.ts'
import { allowedSuppression, createEvaluator } from '../../evaluation.ts'
import { metricApplies } from '../../goal.ts'
import { wrongOption } from '../../refusals.ts'
import type { Goal, SearchProblem } from '../../search.ts'
import type { Score } from './solution.ts'

export function checkObjectives(problem: SearchProblem, names: readonly string[]): void {
  for (const name of names) {
    if (name === 'goal' || name === 'k') continue
    const metric = findMetric(name)
    if (metric.needs !== 'preference' && !metricApplies(metric, problem.frequencies))
      throw wrongOption`algorithm pareto: objective ${name} needs a
        ${metric.needs === 'number-target' ? 'numeric ' : ''}target column and the job has none; give a column role:
        target, or choose another objective`
  }
}

export function createScore(problem: SearchProblem, objectives: readonly string[], suppression: boolean) {
  const layout = chromosomeLayout(problem.hierarchies)
  const groupings: Grouping[] = problem.hierarchies.map((hierarchy) => emptyGrouping(hierarchy.values.length))
  // Without suppression, classes that are too small are kept and add to the violation.
  const judged = suppression ? problem : { ...problem, requirements: [], suppressionLimit: 0 }
  // The goal is computed here; the evaluator would compute it twice.
  const evaluator = createEvaluator({ ...judged, goal: { ...problem.goal, terms: [] } })
  const figures = rememberedFigures()
  const limit = allowedSuppression(problem)
  const excess = ({ suppressedRows }: Partition) => Math.max(0, suppressedRows - limit)
  const measureViolation = suppression ? excess : shortfall(problem)
  const { terms } = problem.goal
  const k = smallestAllowedClass(problem.requirements)
  const measures = objectives.map((name): ((partition: Partition) => number) => {
    if (name === 'goal') return sumGoal
    if (name === 'k') return (partition) => k - effectiveK(partition)
    const metric = findMetric(name)
    const settings = findSettings(metric, problem.goal)
    const sign = metric.better === 'lower' ? 1 : -1
    return (partition) => sign * figures.of(metric, partition, settings)
  })
  // The sum of a composed goal's parts breaks ties.
  const parts = terms.find(({ metric }) => metric.parts !== undefined)?.metric.parts ?? []

  /** Equals `goalValue` to the last bit, but reuses figures that objectives need too. */
  function sumGoal(partition: Partition): number {
    let value = 0
    for (const { metric, settings, weight } of terms) {
      const figure = figures.of(metric, partition, settings)
      value += metric.better === 'lower' ? weight * figure : -weight * figure
    }
    return value
  }

  function score(bits: Uint8Array): Score {
    fillGroupings(layout, bits, groupings)
    const { partition } = evaluator.evaluate(groupings)
    figures.forget()
    const value = sumGoal(partition)
    return {
      objectives: Float64Array.from(measures, (measure) => measure(partition)),
      value,
      deviation: parts.reduce((sum, part) => sum + figures.of(part, partition, terms[0].settings), 0),
      violation: measureViolation(partition),
      suppressed: partition.suppressedRows,
    }
  }
  return Object.assign(score, { evaluator })
}

export function findSettings(metric: Metric, { terms }: Goal): MetricSettings {
  return (terms.find((term) => term.metric === metric) ?? terms[0]).settings
}

/** f2 = k − smallest class; for other requirements, the rows of the classes that break them. */
function shortfall(problem: SearchProblem): (partition: Partition) => number {
  const k = smallestAllowedClass(problem.requirements)
  const others = problem.requirements.filter(({ reads }) => reads !== 'sizes')
  const broken = new Uint8Array(others.length === 0 ? 0 : problem.frequencies.combinations)
  return (partition) => {
    const bySize = k - effectiveK(partition)
    if (others.length === 0) return bySize
    const { classes, frequencies } = partition
    broken.fill(0, 0, classes.count)
    const groupings = 'groupings' in partition ? partition.groupings : undefined
    for (const requirement of others) requirement.mark(classes, frequencies, broken, groupings)
    let rows = 0
    for (let c = 0; c < classes.count; c++) if (broken[c] === 1) rows += classes.sizes[c]
    return rows > 0 ? Math.max(rows, bySize) : bySize
  }
}

/** Memoizes the figures of one evaluation. A composed metric is assembled from its parts. */
function rememberedFigures() {
  let known: { metric: Metric; settings: MetricSettings; value: number }[] = []
  function of(metric: Metric, partition: Partition, settings: MetricSettings): number {
    const found = known.find((figure) => figure.metric === metric && figure.settings === settings)
    if (found !== undefined) return found.value
    const figures = metric.parts?.map((part) => of(part, partition, settings))
    const value = (figures && metric.combine?.(figures, settings)) ?? metric.compute(partition, settings)
    known.push({ metric, settings, value })
    return value
  }
  return {
    of,
    forget() {
      known = []
    },
  }
}
