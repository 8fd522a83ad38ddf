/**
 * Searches side by side: each figure as a curve over k for each search (mean over seeds, with the range), which search is best in which range of k, and
 * the area under each curve. Figures are as measured, not turned: for a loss, lower is better.
 *
 * A front stands for its best point in the figure at hand. Cost: O(rows) for each figure.
 */
import { areaOverK, meanOverK } from '../../learn/statistics/area.ts'
import { type Axis, axesOf, figuresOf } from './axes.ts'
import { curvesOf, dataSetsOf } from './curves.ts'
import type { StudyRow } from './study-row.ts'

export interface Comparison {
  readonly data: string
  readonly kind: StudyRow['kind']
  /** Names of the searches, in the order of the map's curves. */
  readonly searches: readonly string[]
  readonly metrics: readonly MetricComparison[]
}

export interface MetricComparison {
  readonly axis: Axis
  /** One for each search; without points where it has no figures. */
  readonly curves: readonly MetricCurve[]
  /** Ranges of k, ascending, in each of which the same searches are best. */
  readonly regions: readonly WinnersRegion[]
  /** The values of k at which every search has a figure, those apart that have one at fewer than half of all k: areas are taken over these. */
  readonly shared: readonly number[]
}

export interface MetricCurve {
  readonly search: string
  readonly points: readonly MetricPoint[]
  /** Area over the shared k, by trapezoids; absent with fewer than two. */
  readonly area?: number
  /** The area divided by the range of k: the figure's mean over k. */
  readonly meanOverK?: number
}

export interface MetricPoint {
  readonly k: number
  readonly mean: number
  readonly low: number
  readonly high: number
  readonly repeats: number
}

export interface WinnersRegion {
  readonly from: number
  readonly to: number
  /** More than one where they tie. */
  readonly winners: readonly string[]
  /** The least number of searches that have a figure at one of these k. */
  readonly compared: number
}

/** Means that differ by less than this share are a tie: they are sums of the same figures in another order. */
const TIE = 1e-12

/** One comparison for each data set. */
export function compareSearches(rows: readonly StudyRow[]): readonly Comparison[] {
  return dataSetsOf(rows).map(({ data, rows: own }) => {
    const curves = curvesOf(own)
    const axes = [...axesOf(own, 'utility'), ...axesOf(own, 'risk')]
    return {
      data,
      kind: own[0].kind,
      searches: curves.map(({ name }) => name),
      metrics: axes.map((axis) => compareMetric(own, axis)),
    }
  })
}

function compareMetric(rows: readonly StudyRow[], axis: Axis): MetricComparison {
  const ks = valuesOfK(rows)
  const curves = curvesOf(rows).map(({ name, rows: own }) => ({ search: name, points: metricPoints(own, ks, axis) }))
  const there = curves.filter(({ points }) => points.length > 0 && points.length >= ks.length / 2)
  const shared = ks.filter((k) => there.every(({ points }) => points.some((point) => point.k === k)))
  return {
    axis,
    curves: curves.map((curve) => ({ ...curve, ...areaOf(curve.points, shared) })),
    regions: winnersByRegion(curves, ks, axis.better),
    shared,
  }
}

function areaOf(points: readonly MetricPoint[], shared: readonly number[]): Pick<MetricCurve, 'area' | 'meanOverK'> {
  const means = shared.flatMap((k) => points.find((point) => point.k === k)?.mean ?? [])
  if (shared.length < 2 || means.length < shared.length) return {}
  return { area: areaOverK(shared, means), meanOverK: meanOverK(shared, means) }
}

/** All k that were asked for, ascending. */
export function valuesOfK(rows: readonly StudyRow[]): number[] {
  return [...new Set(rows.flatMap(({ k }) => (k === undefined ? [] : [k])))].sort((a, b) => a - b)
}

function metricPoints(rows: readonly StudyRow[], ks: readonly number[], axis: Axis): MetricPoint[] {
  return ks.flatMap((k) => {
    const values = [...figuresBySeed(rows, k, axis).values()]
    if (values.length === 0) return []
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length
    return [{ k, mean, low: Math.min(...values), high: Math.max(...values), repeats: values.length }]
  })
}

/**
 * A search's figure at k for each seed that has one. Of several rows of a seed, which are points of a front, the best counts; where a front was not asked for a k, its
 * points with classes of at least k rows do.
 */
export function figuresBySeed(rows: readonly StudyRow[], k: number, axis: Axis): Map<number, number> {
  const best = new Map<number, number>()
  for (const row of rows) {
    const fits = row.k === k || (row.k === undefined && row.point !== undefined && (row.smallestClass ?? 0) >= k)
    const figure = figuresOf(row, axis.family)[axis.name]
    if (!fits || figure === undefined || !Number.isFinite(figure)) continue
    const known = best.get(row.seed)
    if (known === undefined || (axis.better === 'lower' ? figure < known : figure > known)) best.set(row.seed, figure)
  }
  return best
}

/** Neighbouring k with the same winners are one region. */
function winnersByRegion(
  curves: readonly Pick<MetricCurve, 'search' | 'points'>[],
  ks: readonly number[],
  better: Axis['better'],
): WinnersRegion[] {
  const regions: WinnersRegion[] = []
  for (const k of ks) {
    const means = curves.flatMap(({ search, points }) => {
      const point = points.find((one) => one.k === k)
      return point === undefined ? [] : [{ search, mean: point.mean }]
    })
    if (means.length === 0) continue
    const values = means.map(({ mean }) => mean)
    const best = better === 'lower' ? Math.min(...values) : Math.max(...values)
    const winners = means
      .filter(({ mean }) => Math.abs(mean - best) <= TIE * Math.abs(best))
      .map(({ search }) => search)
    const last = regions.at(-1)
    if (last !== undefined && last.winners.join('\n') === winners.join('\n')) {
      regions[regions.length - 1] = { ...last, to: k, compared: Math.min(last.compared, means.length) }
    } else {
      regions.push({ from: k, to: k, winners, compared: means.length })
    }
  }
  return regions
}
