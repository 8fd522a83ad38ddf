/**
 * Defines the axes of a risk-utility map. Losses are inverted, so that up and right is always more: 1 − x for a loss
 * from 0 to 1, 1/x for an unbounded one, −x if it may be negative (a logarithm).
 */
import { didYouMean, userError } from '../../ground/errors.ts'
import { allMetrics } from '../../metrics/index.ts'
import { itemLossOfTables, itemMetrics } from '../../metrics/items/index.ts'
import { itemRiskMetrics } from '../../metrics/items/risks.ts'
import type { MetricFacts } from '../../metrics/metric.ts'
import { metricOfFigure } from '../../metrics/targets.ts'
import { attackRiskNames } from '../attack-figures.ts'
import type { StudyRow } from './study-row.ts'

const notKnown = userError('known', 'map')

/** Its name is that in the rows: `LM`, `ARE`, `prosecutor`, `accuracy C4.5`. */
export interface Axis extends Omit<MetricFacts, 'range' | 'usual'> {
  readonly turned: 'as it is' | '1 − x' | '1/x' | '−x'
  /** The drawn figure: `1 − LM`, `1/ARE`, `prosecutor`. */
  readonly label: string
  readonly share: boolean
}

type Kind = StudyRow['kind']
type Family = Axis['family']

type Described = Omit<MetricFacts, 'family'>

/** All axes that at least one row has a figure for, in registration order, learners' figures last. */
export function listAxes(rows: readonly StudyRow[], family: Family): readonly Axis[] {
  const kind = rows[0]?.kind ?? 'columns'
  const there = new Set(rows.flatMap((row) => Object.keys(rowFigures(row, family))))
  const registered = listRecords(kind, family).map((record) => record.name)
  const known = registered.filter((name) => there.has(name))
  const others = [...there].filter((name) => !registered.includes(name)).sort()
  return [...known, ...others].map((name) => axisNamed(name, kind, family))
}

/** Returns the axis by name, or the default one; `accuracy` means the first accuracy of the rows. */
export function chooseAxis(rows: readonly StudyRow[], family: Family, name: string | undefined): Axis {
  const axes = listAxes(rows, family)
  const names = axes.map((axis) => axis.name)
  if (name === undefined) {
    const usual = listRecords(rows[0]?.kind ?? 'columns', family).find((record) => record.usual)?.name
    // A study without the default figure (such as no workload) uses the first one it has.
    const chosen = axes.find((axis) => axis.name === usual) ?? axes[0]
    if (chosen === undefined) throw notKnown`no run of this study has a ${family}; there is nothing to draw`
    return chosen
  }
  const found = axes.find((axis) => axis.name === name) ?? axes.find((axis) => axis.name.startsWith(`${name} `))
  if (found !== undefined) return found
  const here = names.length === 0 ? 'the rows have none' : `the rows have ${names.join(', ')}`
  throw notKnown`there is no ${family} "${name}" in this study${didYouMean(name, names) || `; ${here}`}`
}

/** Returns undefined if the row has no such figure, or for 1/x of a loss of 0. */
export function axisValue({ name, family, turned }: Axis, row: StudyRow): number | undefined {
  const figure = rowFigures(row, family)[name]
  if (figure === undefined || !Number.isFinite(figure)) return undefined
  if (turned === '1 − x') return 1 - figure
  if (turned === '1/x') return figure === 0 ? undefined : 1 / figure
  return turned === '−x' ? -figure : figure
}

/** Only for publishable releases: unpublished runs and violating points cannot be chosen. */
export function rowFigures({ outcome, risks, metrics }: StudyRow, family: Family): Readonly<Record<string, number>> {
  if (outcome !== 'found' && outcome !== 'out-of-budget') return {}
  return family === 'risk' ? risks : metrics
}

function axisNamed(name: string, kind: Kind, family: Family): Axis {
  const registered = listRecords(kind, family).find((one) => one.name === metricOfFigure(name))
  const { title, formula, reading, better, range } = registered ?? otherFigure(name)
  const turned = family === 'risk' || better === 'higher' ? 'as it is' : chooseTurn(range)
  const label = { 'as it is': name, '1 − x': `1 − ${name}`, '1/x': `1/${name}`, '−x': `−${name}` }[turned]
  return { name, family, title, formula, reading, better, turned, label, share: range[0] === 0 && range[1] === 1 }
}

function chooseTurn([low, high]: readonly [number, number]): Axis['turned'] {
  if (low < 0) return '−x'
  return high <= 1 ? '1 − x' : '1/x'
}

function listRecords(kind: Kind, family: Family): readonly Described[] {
  const records = {
    columns: allMetrics.filter((metric) => metric.family === family),
    items: family === 'risk' ? itemRiskMetrics : [...itemMetrics, itemLossOfTables],
  }
  // Some figures apply to the other kind too (ARE); the record of this kind comes first.
  const all: readonly Described[] = [...records[kind], ...records.columns, ...records.items]
  return all.filter(({ name }, i) => all.findIndex((record) => record.name === name) === i)
}

/** Describes unregistered figures: of attackers, errors by their name, otherwise shares where higher is better. */
function otherFigure(name: string): Described {
  if (attackRiskNames.includes(name))
    return {
      name,
      title: name.charAt(0).toUpperCase() + name.slice(1),
      better: 'lower',
      range: [0, 1],
      formula: 'the highest residual risk of the attacker, at least 0; of the worst person, the chance to be linked',
      reading: 'How much of what was left to learn the release gave a simulated attacker (docs/attacks.md).',
    }
  const lower = /error|loss|time|seconds/i.test(name)
  return {
    name,
    title: name.charAt(0).toUpperCase() + name.slice(1),
    better: lower ? 'lower' : 'higher',
    range: [0, /^(accuracy|AUC|F|precision|recall|error)\b/i.test(name) ? 1 : Number.POSITIVE_INFINITY],
    formula: `${name}, as measured on rows that were not learned from`,
    reading: lower ? 'Lower is better.' : 'Higher is better.',
  }
}
