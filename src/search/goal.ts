/** Turns the goal of a job into the weighted sum of metrics that a search minimizes. */

import type { FrequencyTable, Target } from '../frequency/frequency-table.ts'
import { didYouMean, userError } from '../ground/errors.ts'
import { ownValue } from '../ground/names.ts'
import { type OptionValues, readOptions } from '../ground/options.ts'
import { showsNumber } from '../hierarchy/hierarchy.ts'
import { allMetrics, findGoalMetric, findMetric } from '../metrics/index.ts'
import type { Metric, MetricSettings } from '../metrics/metric.ts'
import { targetOption } from '../metrics/targets.ts'
import { utilitySquaredError } from '../metrics/utility/squared-error.ts'
import type { Goal, GoalTerm } from './search.ts'

const notKnown = userError('known', 'goal')
const noTarget = userError('data', 'goal')
const lacking = userError('present', 'goal')

export interface GoalTermRequest {
  readonly metric: string
  readonly weight?: number | undefined
  readonly [option: string]: unknown
}

export type GoalRequest = string | GoalTermRequest | readonly GoalTermRequest[]

export interface GoalContext
  extends Pick<MetricSettings, 'hierarchies' | 'k' | 'preference' | 'people' | 'population'> {
  readonly frequencies: FrequencyTable
  readonly weights: readonly number[]
}

export const namedGoals: Readonly<Record<string, string>> = Object.fromEntries(
  allMetrics.flatMap(({ goal, name }) => (goal === undefined ? [] : [[goal, name]])),
)

export function goalTerms(goal: GoalRequest): readonly GoalTermRequest[] {
  if (typeof goal !== 'string') {
    const terms = 'metric' in goal ? [goal] : goal
    for (const term of terms) {
      const metric = findGoalMetric(term.metric)
      readOptions(`goal ${metric.name}`, metric.options, termOptions(term))
    }
    return terms
  }
  const metric = ownValue(namedGoals, goal)
  if (metric === undefined) {
    const names = Object.keys(namedGoals)
    throw notKnown`goal must be ${names.join(', ')} or { metric: … }; got "${goal}"${didYouMean(goal, names)}`
  }
  return [{ metric }]
}

export function makeGoal(goal: GoalRequest, context: GoalContext): Goal {
  // Means are compared by squares.
  const request =
    goal === 'general' && context.hierarchies.some(showsNumber) ? { metric: utilitySquaredError.name } : goal
  const requests = goalTerms(request).flatMap((term) => spreadOverTargets(term, context))
  const total = requests.reduce((sum, term) => sum + (term.weight ?? 1), 0)
  const metrics = requests.map((term) => findMetric(term.metric))
  const settings = requests.map((term, i) => {
    const options = readOptions(`goal ${term.metric}`, metrics[i].options, termOptions(term))
    return { [term.metric]: metrics[i].settle?.(options, context.frequencies) ?? options }
  })
  const options = Object.assign({}, ...settings.toReversed())
  const plain = plainSettings(context)
  const terms: GoalTerm[] = requests.map((term, i) => ({
    metric: metrics[i],
    settings: { ...plain, options: { ...options, ...settings[i] } },
    weight: (term.weight ?? 1) / total,
  }))
  return { name: typeof goal === 'string' ? goal : terms.map(({ metric }) => metric.name).join(' + '), terms }
}

/** Settings for a metric outside a goal: first fitting target, no costs. */
export function plainSettings(context: GoalContext): MetricSettings {
  const { hierarchies, k, preference, people, population } = context
  const total = context.weights.reduce((sum, weight) => sum + weight, 0)
  const weights = Float64Array.from(context.weights, (weight) => weight / total)
  return { hierarchies, weights, k, preference, people, population }
}

/**
 * Whether the table has what the metric needs. Preferences are goals only, never figures of a release. With settings,
 * an opt-in metric must have an entry in them.
 */
export function metricApplies(
  metric: Metric,
  frequencies: FrequencyTable,
  settings?: Pick<MetricSettings, 'options'>,
): boolean {
  if (settings !== undefined && metric.onlyWhenAsked && settings.options?.[metric.name] === undefined) return false
  if (metric.needs === 'sensitive') return (frequencies.sensitive ?? []).length > 0
  return metric.needs === undefined || frequencies.targets.some((target) => fits(metric, target))
}

function fits(metric: Metric, target: Target): boolean {
  return metric.needs === (target.kind === 'categories' ? 'category-target' : 'number-target')
}

/** A target metric without a named target weighs all fitting targets equally. */
function spreadOverTargets(term: GoalTermRequest, { frequencies }: GoalContext): readonly GoalTermRequest[] {
  const metric = findMetric(term.metric)
  if (metric.needs === undefined || metric.needs === 'preference') return [term]
  if (metric.needs === 'sensitive') {
    if ((frequencies.sensitive ?? []).length > 0) return [term]
    throw lacking`goal ${metric.name} is about a sensitive column, and there is none; give a column role: sensitive`
  }
  const kind = metric.needs === 'category-target' ? 'categories' : 'numbers'
  const fitting = frequencies.targets.filter((target) => target.kind === kind).map((target) => target.name)
  const remedy = kind === 'numbers' ? 'give a column role: target and type: numeric' : 'give a column role: target'
  if (fitting.length === 0)
    throw noTarget`${metric.name} needs a ${kind === 'numbers' ? 'numeric ' : ''}target column and the job has none;
      ${remedy}, or choose another goal`
  const named = term[targetOption.name] as string | undefined
  if (named !== undefined) {
    if (!fitting.includes(named))
      throw notKnown`goal: ${metric.name} names the target "${named}", which is not a fitting target
        column${didYouMean(named, fitting) || `; fitting are ${fitting.join(', ')}`}`
    return [term]
  }
  const weight = (term.weight ?? 1) / fitting.length
  return fitting.map((target) => ({ ...term, [targetOption.name]: target, weight }))
}

function termOptions({ metric: _metric, weight: _weight, ...options }: GoalTermRequest): OptionValues {
  return options
}
