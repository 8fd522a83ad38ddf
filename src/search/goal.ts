/** From what the job calls its goal to the weighted sum of metrics that a search minimises. */
import { didYouMean, UserError } from '../errors.ts'
import type { FrequencyTable, Target } from '../frequency/frequency-table.ts'
import type { Hierarchy } from '../hierarchy/hierarchy.ts'
import { findGoalMetric, findMetric } from '../metrics/index.ts'
import type { Metric, MetricSettings, Preference } from '../metrics/metric.ts'
import { ownValue } from '../names.ts'
import type { Goal, GoalTerm } from './search.ts'

/** A term as the job writes it. */
export interface GoalTermRequest {
  readonly metric: string
  readonly target?: string
  readonly weight?: number
  readonly costs?: Readonly<Record<string, Readonly<Record<string, number>>>>
  readonly assign?: 'majority' | 'minimum-cost'
  readonly deviation?: 'variance' | 'absolute'
}

export type GoalRequest = string | GoalTermRequest | readonly GoalTermRequest[]

export interface GoalContext {
  readonly frequencies: FrequencyTable
  readonly hierarchies: readonly Hierarchy[]
  /** Weight of each quasi-identifier; any positive numbers. */
  readonly weights: readonly number[]
  readonly k: number
  /** What is accepted of loss and unevenness, for `goal: preference`. */
  readonly preference?: Preference
}

/** Goals with a name, and the metric each stands for. */
export const namedGoals: Readonly<Record<string, string>> = {
  general: 'LM',
  classification: 'CM',
  regression: 'RM',
  preference: 'achievement',
}

/** The terms of a goal, before there is data. Refuses unknown names. */
export function goalTerms(goal: GoalRequest): readonly GoalTermRequest[] {
  if (typeof goal !== 'string') {
    const terms = 'metric' in goal ? [goal] : goal
    for (const { metric } of terms) findGoalMetric(metric)
    return terms
  }
  const metric = ownValue(namedGoals, goal)
  if (metric === undefined) {
    const names = Object.keys(namedGoals)
    throw new UserError(`goal must be ${names.join(', ')} or { metric: … }; got "${goal}"${didYouMean(goal, names)}`, {
      path: 'goal',
      rule: 'known',
    })
  }
  return [{ metric }]
}

export function makeGoal(goal: GoalRequest, context: GoalContext): Goal {
  const requests = goalTerms(goal).flatMap((term) => spreadOverTargets(term, context))
  const total = requests.reduce((sum, term) => sum + (term.weight ?? 1), 0)
  const terms: GoalTerm[] = requests.map((term) => ({
    metric: findMetric(term.metric),
    settings: metricSettings(term, context),
    weight: (term.weight ?? 1) / total,
  }))
  return { name: typeof goal === 'string' ? goal : terms.map(({ metric }) => metric.name).join(' + '), terms }
}

/** Settings for a metric outside of a goal: first fitting target, no costs. */
export function plainSettings(context: GoalContext): MetricSettings {
  const total = context.weights.reduce((sum, weight) => sum + weight, 0)
  return {
    hierarchies: context.hierarchies,
    weights: Float64Array.from(context.weights, (weight) => weight / total),
    k: context.k,
    ...(context.preference === undefined ? {} : { preference: context.preference }),
  }
}

/** Whether a table has what a metric needs. A preference is none of the table's: its achievement is a goal, not a figure of every release. */
export function metricApplies(metric: Metric, frequencies: FrequencyTable): boolean {
  return metric.needs === undefined || frequencies.targets.some((target) => fits(metric, target))
}

function fits(metric: Metric, target: Target): boolean {
  return metric.needs === (target.kind === 'categories' ? 'category-target' : 'number-target')
}

/** A metric about a target, with none named, speaks of all fitting targets alike. */
function spreadOverTargets(term: GoalTermRequest, { frequencies }: GoalContext): readonly GoalTermRequest[] {
  const metric = findMetric(term.metric)
  if (metric.needs === undefined || metric.needs === 'preference') return [term]
  const kind = metric.needs === 'category-target' ? 'categories' : 'numbers'
  const fitting = frequencies.targets.filter((target) => target.kind === kind).map((target) => target.name)
  const remedy = kind === 'numbers' ? 'give a column role: target and type: numeric' : 'give a column role: target'
  if (fitting.length === 0)
    throw new UserError(
      `${metric.name} needs a ${kind === 'numbers' ? 'numeric ' : ''}target column and the job has none; ${remedy}, or choose another goal`,
      { path: 'goal', rule: 'data' },
    )
  if (term.target !== undefined) {
    if (!fitting.includes(term.target)) {
      throw new UserError(
        `goal: ${metric.name} names the target "${term.target}", which is not a fitting target column${didYouMean(term.target, fitting) || `; fitting are ${fitting.join(', ')}`}`,
        { path: 'goal', rule: 'known' },
      )
    }
    return [term]
  }
  return fitting.map((target) => ({ ...term, target, weight: (term.weight ?? 1) / fitting.length }))
}

function metricSettings(term: GoalTermRequest, context: GoalContext): MetricSettings {
  const target = context.frequencies.targets.find((own) => own.name === term.target)
  return {
    ...plainSettings(context),
    ...(term.target === undefined ? {} : { target: term.target }),
    ...(term.costs === undefined || target?.kind !== 'categories'
      ? {}
      : { costs: costMatrix(term.costs, target.name, target.values) }),
    ...(term.assign === undefined ? {} : { assign: term.assign }),
    ...(term.deviation === undefined ? {} : { deviation: term.deviation }),
  }
}

/** `costs[own][released as]`; 0 on the diagonal and 1 elsewhere where nothing is said. */
function costMatrix(
  costs: NonNullable<GoalTermRequest['costs']>,
  column: string,
  values: readonly string[],
): number[][] {
  for (const name of [...Object.keys(costs), ...Object.values(costs).flatMap((row) => Object.keys(row))]) {
    if (!values.includes(name)) {
      throw new UserError(
        `goal costs name a class "${name}" that column "${column}" does not have${didYouMean(name, values) || `; it has ${values.join(', ')}`}`,
        { path: 'goal', rule: 'known' },
      )
    }
  }
  return values.map((own) => values.map((as) => ownValue(ownValue(costs, own) ?? {}, as) ?? (own === as ? 0 : 1)))
}
