/**
 * Compares searches over k: mean over seeds with the range, the best search per range of k, and the area under each
 * curve. A front counts with its best point in the figure. Cost: O(rows) per figure.
 */
import { areaOverK, meanOverK } from '../../learn/statistics/comparison.ts'
import { type Axis, listAxes, rowFigures } from './axes.ts'
import { groupCurves, groupDataSets } from './curves.ts'
import type { StudyRow } from './study-row.ts'

export interface Comparison {
  readonly data: string
  readonly searches: readonly string[]
  readonly metrics: readonly MetricComparison[]
}

export interface MetricComparison {
  readonly axis: Axis
  readonly curves: readonly MetricCurve[]
  readonly regions: readonly WinnersRegion[]
  /** Values of k with a figure for every search that has one at half of all k or more. Areas use these. */
  readonly shared: readonly number[]
}

export interface MetricCurve {
  readonly search: string
  readonly points: readonly MetricPoint[]
  /** Area over the shared k, by trapezoids; absent with fewer than two. */
  readonly area?: number
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
  readonly winners: readonly string[]
  readonly compared: number
}

/** Relative difference below which means tie: sums of equal figures differ by order. */
const TIE = 1e-12

export function compareSearches(rows: readonly StudyRow[]): readonly Comparison[] {
  return groupDataSets(rows).map(({ data, rows: dataRows }) => {
    const curves = groupCurves(dataRows)
    const axes = [...listAxes(dataRows, 'utility'), ...listAxes(dataRows, 'risk')]
    return {
      data,
      searches: curves.map(({ name }) => name),
      metrics: axes.map((axis) => compareMetric(dataRows, axis)),
    }
  })
}

function compareMetric(rows: readonly StudyRow[], axis: Axis): MetricComparison {
  const ks = valuesOfK(rows)
  const curves = groupCurves(rows).map(({ name, rows: searchRows }) => ({
    search: name,
    points: metricPoints(searchRows, ks, axis),
  }))
  const there = curves.filter(({ points }) => points.length > 0 && points.length >= ks.length / 2)
  const shared = ks.filter((k) => there.every(({ points }) => points.some((point) => point.k === k)))
  return {
    axis,
    curves: curves.map((curve) => ({ ...curve, ...computeArea(curve.points, shared) })),
    regions: winnersByRegion(curves, ks, axis.better),
    shared,
  }
}

function computeArea(
  points: readonly MetricPoint[],
  shared: readonly number[],
): Pick<MetricCurve, 'area' | 'meanOverK'> {
  const means = shared.flatMap((k) => points.find((point) => point.k === k)?.mean ?? [])
  if (shared.length < 2 || means.length < shared.length) return {}
  return { area: areaOverK(shared, means), meanOverK: meanOverK(shared, means) }
}

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

/** Of several rows of a seed (points of a front) the best counts; of a front without a k, points of k rows or more. */
export function figuresBySeed(rows: readonly StudyRow[], k: number, axis: Axis): Map<number, number> {
  const best = new Map<number, number>()
  for (const row of rows) {
    const fits = row.k === k || (row.k === undefined && row.point !== undefined && (row.smallestClass ?? 0) >= k)
    const figure = rowFigures(row, axis.family)[axis.name]
    if (!fits || figure === undefined || !Number.isFinite(figure)) continue
    const known = best.get(row.seed)
    if (known === undefined || (axis.better === 'lower' ? figure < known : figure > known)) best.set(row.seed, figure)
  }
  return best
}

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
