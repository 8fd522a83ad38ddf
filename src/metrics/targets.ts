/** Finds the target column of a metric: the one that the settings name, else the first of the right kind. */
import type { CategoryTarget, FrequencyTable, NumberTarget } from '../frequency/frequency-table.ts'
import { didYouMean, userError } from '../ground/errors.ts'
import { type Metric, type MetricSettings, metricOptions } from './metric.ts'

const notTogether = userError('together', 'goal')

export const targetOption = {
  name: 'target',
  type: 'text',
  meaning: 'the target column; default all that fit, each for itself',
} as const

type Named = Pick<Metric, 'name'>
type Options = Pick<MetricSettings, 'options'>

export function namedTarget(metric: Named, settings: Options): string | undefined {
  return metricOptions(metric, settings)[targetOption.name] as string | undefined
}

export function isMeant(target: string, metric: Named, settings: Options): boolean {
  const named = namedTarget(metric, settings)
  return named === undefined || named === target
}

export interface TableFigure {
  /** `LM`, `CM`; with the target if several fit: `CM (income)`. */
  readonly name: string
  readonly metric: Metric
  readonly settings: MetricSettings
  readonly target?: string
}

type Targets = Pick<FrequencyTable, 'targets'>

/**
 * The figures of a metric: one, or one per fitting target. Options for another target are ignored. `all` are the
 * table's targets, which determine the names, if some are not counted in classes.
 */
export function figuresOfMetric(
  metric: Metric,
  known: Targets,
  settings: MetricSettings,
  all: Targets = known,
): readonly TableFigure[] {
  const kind = TARGET_KINDS[metric.needs ?? '']
  if (kind === undefined) return [{ name: metric.name, metric, settings }]
  const fitting = ({ targets }: Targets) =>
    targets.filter((target) => target.kind === kind).map((target) => target.name)
  if (fitting(all).length <= 1) return [{ name: metric.name, metric, settings, target: fitting(known)[0] }]
  return fitting(known).map((target) => {
    const chosenOptions =
      namedTarget(metric, settings) === target ? metricOptions(metric, settings) : { [targetOption.name]: target }
    const options = { ...settings.options, [metric.name]: chosenOptions }
    return { name: `${metric.name} (${target})`, metric, settings: { ...settings, options }, target }
  })
}

const TARGET_KINDS: Readonly<Record<string, 'categories' | 'numbers'>> = {
  'category-target': 'categories',
  'number-target': 'numbers',
}

export function metricOfFigure(figure: string): string {
  return figure.replace(/ \(.*\)$/s, '')
}

/** The category target, and its index among the category targets (that of its histograms). */
export function findCategoryTarget(
  metric: Named,
  table: FrequencyTable,
  settings: Options,
): { readonly target: CategoryTarget; readonly index: number } {
  let index = 0
  for (const target of table.targets) {
    if (target.kind !== 'categories') continue
    if (isMeant(target.name, metric, settings)) return { target, index }
    index++
  }
  throw missingTarget(metric, table, settings, 'categories')
}

export function findNumberTarget(metric: Named, table: FrequencyTable, settings: Options): NumberTarget {
  for (const target of table.targets) {
    if (target.kind !== 'numbers') continue
    if (isMeant(target.name, metric, settings)) return target
  }
  throw missingTarget(metric, table, settings, 'numbers')
}

function missingTarget(metric: Named, table: FrequencyTable, settings: Options, kind: 'categories' | 'numbers') {
  const known = table.targets.filter((target) => target.kind === kind).map((target) => target.name)
  const rule = `metric ${metric.name} needs a target column of ${kind}`
  const remedy =
    known.length === 0
      ? 'give a column the role target, or take another metric: halftone list metric shows what each needs'
      : `targets of ${kind} are ${known.join(', ')}`
  const named = namedTarget(metric, settings)
  if (named === undefined) return notTogether`${rule}, and the table has none; ${remedy}`
  return notTogether`${rule}, and "${named}" is not one; ${remedy}${didYouMean(named, known)}`
}
