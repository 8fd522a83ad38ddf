/** Collects the data from which the script of a study's page draws maps on other axes. */

import { formatFigure } from '../../../ground/format.ts'
import { ABOUT } from '../../../table/about.ts'
import { type Axis, axisValue, listAxes } from '../../study/axes.ts'
import { groupCurves, groupDataSets, smallestSize } from '../../study/curves.ts'
import type { MapGround, RuMap, RuPoint } from '../../study/map-of-points.ts'
import { mapSearches, runOnMap } from '../../study/ru-map.ts'
import type { StudyRow } from '../../study/study-row.ts'
import { type RuMapSettings, runName } from '../../study/study-settings.ts'

export interface PageData {
  readonly colours: Readonly<Record<string, string>>
  readonly maps: readonly MapData[]
  readonly csv: Readonly<Record<string, string>>
}

export interface MapData {
  readonly ground: Omit<MapGround, 'risk' | 'utility'>
  readonly settings: Pick<RuMapSettings, 'knee' | 'sensitivity'>
  readonly risk: readonly AxisData[]
  readonly utility: readonly AxisData[]
  readonly first: { readonly risk: number; readonly utility: number }
  readonly runs: readonly RunData[]
}

export interface AxisData {
  readonly axis: Axis
  readonly values: readonly (number | null)[]
}

interface RunData extends Omit<RuPoint, 'dominated' | 'utility' | 'risk'> {
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
