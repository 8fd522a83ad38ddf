/** Which target column a metric speaks of: the one the settings name, else the first of the right kind. */
import { didYouMean, UserError } from '../errors.ts'
import type { CategoryTarget, FrequencyTable, NumberTarget } from '../frequency/frequency-table.ts'
import type { Metric, MetricSettings } from './metric.ts'

/** The category target, and its place among the category targets (the index of its histograms). */
export function categoryTargetOf(
  metric: Pick<Metric, 'name'>,
  table: FrequencyTable,
  settings: Pick<MetricSettings, 'target'>,
): { readonly target: CategoryTarget; readonly index: number } {
  let index = 0
  for (const target of table.targets) {
    if (target.kind !== 'categories') continue
    if (settings.target === undefined || target.name === settings.target) return { target, index }
    index++
  }
  throw missingTarget(metric, table, settings, 'categories')
}

export function numberTargetOf(
  metric: Pick<Metric, 'name'>,
  table: FrequencyTable,
  settings: Pick<MetricSettings, 'target'>,
): NumberTarget {
  for (const target of table.targets) {
    if (target.kind !== 'numbers') continue
    if (settings.target === undefined || target.name === settings.target) return target
  }
  throw missingTarget(metric, table, settings, 'numbers')
}

function missingTarget(
  metric: Pick<Metric, 'name'>,
  table: FrequencyTable,
  settings: Pick<MetricSettings, 'target'>,
  kind: 'categories' | 'numbers',
): UserError {
  const known = table.targets.filter((target) => target.kind === kind).map((target) => target.name)
  const rule = `metric ${metric.name} needs a target column of ${kind}`
  const other = kind === 'categories' ? 'LM' : 'LM or CM'
  const remedy =
    known.length === 0
      ? `give a column the role target, or use a metric without one such as ${other}`
      : `targets of ${kind} are ${known.join(', ')}`
  if (settings.target === undefined) return new UserError(`${rule}, and the table has none; ${remedy}`)
  const hint = didYouMean(settings.target, known)
  return new UserError(`${rule}, and "${settings.target}" is not one; ${remedy}${hint}`)
}
