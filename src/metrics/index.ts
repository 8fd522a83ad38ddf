/** All metrics by name, in display order. */
import { didYouMean, userError } from '../ground/errors.ts'
import type { Metric } from './metric.ts'
import { riskAttribute, riskInference } from './risk/attribute.ts'
import { riskJournalist } from './risk/journalist.ts'
import { riskMarketer } from './risk/marketer.ts'
import { riskProsecutor } from './risk/prosecutor.ts'
import { riskUniques } from './risk/uniques.ts'
import { metricOfFigure } from './targets.ts'
import { utilityAchievement } from './utility/achievement.ts'
import { utilityAverageClassSize } from './utility/average-class-size.ts'
import { utilityClassDispersion } from './utility/class-dispersion.ts'
import { utilityClassification } from './utility/classification.ts'
import { utilityDiscernibility } from './utility/discernibility.ts'
import { utilityEntropy } from './utility/entropy.ts'
import { utilityLoss } from './utility/loss.ts'
import { utilityPairwise } from './utility/pairwise.ts'
import { utilityRegression } from './utility/regression.ts'
import { utilityRelativeError } from './utility/relative-error.ts'
import { utilitySquaredError } from './utility/squared-error.ts'
import { utilitySuppression } from './utility/suppression.ts'
import { utilityWeightedPenalty } from './utility/weighted-penalty.ts'

const notKnown = userError('known', 'goal')

export const allMetrics: readonly Metric[] = [
  utilityLoss,
  utilityClassification,
  utilityRegression,
  utilityPairwise,
  utilitySquaredError,
  utilityWeightedPenalty,
  utilityClassDispersion,
  utilityAchievement,
  utilityDiscernibility,
  utilityAverageClassSize,
  utilityEntropy,
  utilityRelativeError,
  utilitySuppression,
  riskProsecutor,
  riskJournalist,
  riskMarketer,
  riskUniques,
  riskAttribute,
  riskInference,
]

export function findMetric(name: string): Metric {
  const found = allMetrics.find((metric) => metric.name === name)
  if (found !== undefined) return found
  const names = allMetrics.map((metric) => metric.name)
  throw notKnown`there is no metric "${name}"${didYouMean(name, names) || `; metrics are ${names.join(', ')}`}`
}

/** Whether a figure (`CM`, `CM (income)`) is about a target column. */
export function isAboutTarget(figure: string): boolean {
  const needs = allMetrics.find(({ name }) => name === metricOfFigure(figure))?.needs
  return needs === 'category-target' || needs === 'number-target'
}

export function findGoalMetric(name: string): Metric {
  const metric = findMetric(name)
  if (metric.needs !== 'workload') return metric
  throw notKnown`${name} cannot be what a search looks for: it asks the whole workload of each recoding; choose LM or
    another metric, and utility.workload tells the ${name} of the release`
}
