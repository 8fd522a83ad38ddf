/**
 * The axes of a risk-utility map: any risk and any utility that rows have, with the registered record's title, formula and direction. Risk stands as it
 * is. A utility that is a loss is turned, so that up and to the right is always more: 1 − x for a loss from 0 to 1, 1/x for one without bound,
 * −x where it may be negative (a logarithm).
 */
import { didYouMean, userError } from '../../ground/errors.ts'
import { allMetrics } from '../../metrics/index.ts'
import { itemMetrics } from '../../metrics/items/index.ts'
import { itemRiskMetrics } from '../../metrics/items/risks.ts'
import type { Metric } from '../../metrics/metric.ts'
import { metricOfFigure } from '../../metrics/targets.ts'
import type { StudyRow } from './study-row.ts'

const notKnown = userError('known', 'map')

export interface Axis {
  /** As in the rows: `LM`, `ARE`, `prosecutor`, `accuracy C4.5`. */
  readonly name: string
  readonly family: 'risk' | 'utility'
  /** Of the figure itself. */
  readonly title: string
  readonly formula: string
  readonly reading: string
  /** Which way the figure itself is better. */
  readonly better: 'lower' | 'higher'
  readonly turned: 'as it is' | '1 − x' | '1/x' | '−x'
  /** What is drawn: `1 − LM`, `1/ARE`, `prosecutor`. */
  readonly label: string
  /** Whether what is drawn is a share from 0 to 1. */
  readonly share: boolean
}

type Kind = StudyRow['kind']
type Family = Axis['family']

interface Described {
  readonly name: string
  readonly title: string
  readonly better: 'lower' | 'higher'
  readonly range: readonly [number, number]
  readonly rangeUnder?: Metric['rangeUnder']
  readonly formula: string
  readonly reading: string
  readonly usual?: true
}

/** All axes that at least one of the rows has a figure for, in the order of the registered lists, learners' figures last. */
export function axesOf(rows: readonly StudyRow[], family: Family): readonly Axis[] {
  const kind = rows[0]?.kind ?? 'columns'
  const there = new Set(rows.flatMap((row) => Object.keys(figuresOf(row, family))))
  const registered = recordsOf(kind, family).map((record) => record.name)
  const known = registered.filter((name) => there.has(name))
  const others = [...there].filter((name) => !registered.includes(name)).sort()
  return [...known, ...others].map((name) => axisNamed(name, kind, family))
}

/** The axis by its name, or the usual one; `accuracy` alone is the first accuracy that the rows have. */
export function chooseAxis(rows: readonly StudyRow[], family: Family, name: string | undefined): Axis {
  const axes = axesOf(rows, family)
  const names = axes.map((axis) => axis.name)
  if (name === undefined) {
    const usual = recordsOf(rows[0]?.kind ?? 'columns', family).find((record) => record.usual)?.name
    // A study without the usual figure (no workload, say) still has a map, of the first figure it has.
    const chosen = axes.find((axis) => axis.name === usual) ?? axes[0]
    if (chosen === undefined) throw notKnown`no run of this study has a ${family}; there is nothing to draw`
    return chosen
  }
  const found = axes.find((axis) => axis.name === name) ?? axes.find((axis) => axis.name.startsWith(`${name} `))
  if (found !== undefined) return found
  const here = names.length === 0 ? 'the rows have none' : `the rows have ${names.join(', ')}`
  throw notKnown`there is no ${family} "${name}" in this study${didYouMean(name, names) || `; ${here}`}`
}

/** What is drawn for a row; undefined where the row has no such figure, or 1/x of a loss of 0 would be asked for. */
export function axisValue({ name, family, turned }: Axis, row: StudyRow): number | undefined {
  const figure = figuresOf(row, family)[name]
  if (figure === undefined || !Number.isFinite(figure)) return undefined
  if (turned === '1 − x') return 1 - figure
  if (turned === '1/x') return figure === 0 ? undefined : 1 / figure
  return turned === '−x' ? -figure : figure
}

/** Those of a release: a run whose release was not published, or a point that does not keep to the requirements, has figures too, but nothing that could be chosen. */
export function figuresOf({ outcome, risks, metrics }: StudyRow, family: Family): Readonly<Record<string, number>> {
  if (outcome !== 'found' && outcome !== 'out-of-budget') return {}
  return family === 'risk' ? risks : metrics
}

/** What the figure itself can be. */
export function rangeOf(name: string, kind: Kind, family: Family): readonly [number, number] {
  const { range, rangeUnder } = recordNamed(name, kind, family)
  // Settings that widen it (costs of CM) are not known here.
  return rangeUnder === undefined ? range : [0, Number.POSITIVE_INFINITY]
}

function axisNamed(name: string, kind: Kind, family: Family): Axis {
  const { title, formula, reading, better, range } = recordNamed(name, kind, family)
  const turned = family === 'risk' || better === 'higher' ? 'as it is' : turnOf(range)
  const label = { 'as it is': name, '1 − x': `1 − ${name}`, '1/x': `1/${name}`, '−x': `−${name}` }[turned]
  return { name, family, title, formula, reading, better, turned, label, share: range[0] === 0 && range[1] === 1 }
}

function recordNamed(name: string, kind: Kind, family: Family): Described {
  return recordsOf(kind, family).find((one) => one.name === metricOfFigure(name)) ?? learnersFigure(name)
}

function turnOf([low, high]: readonly [number, number]): Axis['turned'] {
  if (low < 0) return '−x'
  return high <= 1 ? '1 − x' : '1/x'
}

function recordsOf(kind: Kind, family: Family): readonly Described[] {
  const records = {
    columns: allMetrics.filter((metric) => metric.family === family),
    items: family === 'risk' ? itemRiskMetrics : itemMetrics,
  }
  // Some figures of one kind are asked for of the other too (ARE); the own record comes first.
  const all: readonly Described[] = [...records[kind], ...records.columns, ...records.items]
  return all.filter(({ name }, i) => all.findIndex((own) => own.name === name) === i)
}

/** `accuracy C4.5` and whatever else rows carry beyond the registered figures: shares of right answers, where more is better, or errors. */
function learnersFigure(name: string): Described {
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
