/**
 * Collects the data of a study's page, from which its script draws maps on other axes: the runs and their figures on
 * each axis.
 */

import { formatFigure } from '../../../ground/format.ts'
import { ABOUT } from '../../../table/about.ts'
import { type Axis, axisValue, listAxes } from '../../study/axes.ts'
import { groupCurves, groupDataSets, smallestSize } from '../../study/curves.ts'
import type { MapGround, RuMap, RuPoint } from '../../study/map-of-points.ts'
import { mapSearches, runOnMap } from '../../study/ru-map.ts'
import type { StudyRow } from '../../study/study-row.ts'
import { type RuMapSettings, runName } from '../../study/study-settings.ts'

export interface PageData {
  /** The light colours by custom property. */
  readonly colours: Readonly<Record<string, string>>
  readonly maps: readonly MapData[]
  /** CSV files of pictures other than maps. */
  readonly csv: Readonly<Record<string, string>>
}

export interface MapData {
  readonly ground: Omit<MapGround, 'risk' | 'utility'>
  readonly settings: Pick<RuMapSettings, 'knee' | 'sensitivity'>
  readonly risk: readonly AxisData[]
  readonly utility: readonly AxisData[]
  /** Indices of the initial axes. */
  readonly first: { readonly risk: number; readonly utility: number }
  readonly runs: readonly RunData[]
}

export interface AxisData {
  readonly axis: Axis
  /** Per run; null if missing. */
  readonly values: readonly (number | null)[]
}

interface RunData extends Omit<RuPoint, 'dominated' | 'utility' | 'risk'> {
  /** Lines of the tooltip, besides the axes. */
  readonly shown: readonly string[]
}

export function mapData(rows: readonly StudyRow[], map: RuMap, { knee, sensitivity }: RuMapSettings): MapData {
  const { data, kind, ceiling } = map
  const dataRows = groupDataSets(rows).find((set) => set.data === data)?.rows ?? []
  const curves = groupCurves(dataRows)
  const placed = curves.flatMap((curve, place) => curve.rows.map((row) => ({ row, curve: place })))
  const axes = (family: Axis['family']): AxisData[] =>
    listAxes(dataRows, family).map((axis) => ({ axis, values: placed.map(({ row }) => axisValue(axis, row) ?? null) }))
  const [risk, utility] = [axes('risk'), axes('utility')]
  return {
    ground: { data, kind, ceiling, left: [], searches: mapSearches(curves) },
    settings: { knee, sensitivity },
    risk,
    utility,
    first: {
      risk: risk.findIndex(({ axis }) => axis.name === map.risk.name),
      utility: utility.findIndex(({ axis }) => axis.name === map.utility.name),
    },
    runs: placed.map(({ row, curve }) => ({ ...runOnMap(row, curve), shown: runInLines(row, curves[curve].name) })),
  }
}

function runInLines(row: StudyRow, search: string): string[] {
  const { k, seed, suppressed, kind, classes } = row
  const count = (words: string, value: number | undefined) =>
    value === undefined ? [] : [`${words} ${formatFigure(value)}`]
  return [
    search,
    [...count('k', k), ...count('seed', seed), `run ${runName(row)}`].join(' · '),
    ...count(ABOUT[kind].smallest, smallestSize(row)),
    [...count('suppressed', suppressed), ...count('classes', classes)].join(' · '),
  ].filter((line) => line !== '')
}
