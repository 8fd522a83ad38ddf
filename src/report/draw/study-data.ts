/**
 * What the page of a study holds beside its pictures, so that its script can draw a map on other axes: for each axis its scale and values, for each pair of axes what was
 * computed (lines, front, knees, best, what is beaten). The script places things; it decides nothing.
 */

import { ABOUT } from '../../table/about.ts'
import { formatFigure } from '../format.ts'
import { type Axis, axesOf, axisValue } from '../study/axes.ts'
import { curvesOf, dataSetsOf, smallestOf } from '../study/curves.ts'
import { type RuMap, ruMap } from '../study/ru-map.ts'
import { csvLine, MAP_COLUMNS, mapCsvStart } from '../study/study-pictures.ts'
import type { StudyRow } from '../study/study-row.ts'
import { type RuMapSettings, runName } from '../study/study-settings.ts'
import { axisTitle, bestLabel, ceilingShown, labelled, lineOf, mapFrame } from './ru-map.ts'
import type { Frame } from './study-frame.ts'
import { searchLook } from './study-palette.ts'
import { linearScale, logScale, type Scale } from './study-scale.ts'

/** All that the script of the page reads. */
export interface PageData {
  /** Of the light page, by the names that pictures use. */
  readonly colours: Readonly<Record<string, string>>
  readonly maps: readonly MapData[]
  /** The files of pictures that are no maps. */
  readonly csv: Readonly<Record<string, string>>
}

export interface MapData {
  readonly ceiling: number
  readonly risks: readonly AxisData[]
  readonly utilities: readonly AxisData[]
  /** Places of the axes that are drawn at first. */
  readonly first: readonly [number, number]
  readonly runs: readonly RunData[]
  readonly looks: readonly { readonly shape: string; readonly ink: string }[]
  /** By places of risk and utility: `0 2`. */
  readonly pairs: Readonly<Record<string, PairData>>
  /** Of the wide and of the narrow picture. */
  readonly frames: readonly Frame[]
  readonly csv: string
  /** Points are drawn smaller where several runs are one vertex. */
  readonly small: boolean
}

export interface AxisData {
  readonly name: string
  readonly title: string
  readonly label: string
  readonly share: boolean
  readonly scales: { readonly linear: Scale; readonly log?: Scale }
  /** By run; null where it has none. */
  readonly values: readonly (number | null)[]
  readonly texts: readonly string[]
}

interface RunData {
  readonly run: string
  readonly curve: number
  /** What the box beside the point says, besides the axes. */
  readonly shown: readonly string[]
  readonly csv: string
}

type Place = readonly [number, number]

export interface PairData {
  readonly lines: readonly (readonly Place[])[]
  readonly front: readonly Place[]
  readonly angle: readonly (Place | null)[]
  readonly kneedle: readonly (Place | null)[]
  readonly best: readonly [number, number, string] | null
  /** A letter for each run: `-` not on the map, `1` beaten, `0` not. */
  readonly beaten: string
  readonly labels: readonly (readonly [number, number, string, number])[]
}

export function mapData(
  rows: readonly StudyRow[],
  map: RuMap,
  settings: RuMapSettings,
  widths: readonly number[],
): MapData {
  const own = (dataSetsOf(rows).find(({ data }) => data === map.data)?.rows ?? []) as readonly StudyRow[]
  const curves = curvesOf(own)
  const placed = curves.flatMap((curve, place) => curve.rows.map((row) => ({ row, curve: place })))
  const axes = { risk: axesOf(own, 'risk'), utility: axesOf(own, 'utility') }
  const data = (axis: Axis): AxisData => {
    const values = placed.map(({ row }) => axisValue(axis, row) ?? null)
    const known = values.filter((value) => value !== null)
    const log = logScale(known)
    const reach = axis.family === 'risk' ? ceilingShown(map.ceiling, known, axis.share) : []
    return {
      name: axis.name,
      title: axisTitle(axis),
      label: axis.label,
      share: axis.share,
      scales: { linear: linearScale([...known, ...reach]), log },
      values,
      texts: values.map((value) => (value === null ? '' : formatFigure(value))),
    }
  }
  const pairs: Record<string, PairData> = {}
  axes.risk.forEach((risk, r) => {
    axes.utility.forEach((utility, u) => {
      const drawn = ruMap(own, { ...settings, risk: risk.name, utility: utility.name })
      pairs[`${r} ${u}`] = pairData(
        drawn,
        placed.map(({ row }) => runName(row)),
      )
    })
  })
  return {
    ceiling: map.ceiling,
    risks: axes.risk.map(data),
    utilities: axes.utility.map(data),
    first: [
      axes.risk.findIndex(({ name }) => name === map.risk.name),
      axes.utility.findIndex(({ name }) => name === map.utility.name),
    ],
    runs: placed.map(({ row, curve }) => ({
      run: runName(row),
      curve,
      shown: runInLines(row, curves[curve].name),
      csv: mapCsvStart(map, { ...row, smallestClass: smallestOf(row), run: runName(row), curve }),
    })),
    looks: curves.map((_, place) => {
      const { shape, ink } = searchLook(place)
      return { shape, ink: `var(--${ink})` }
    }),
    pairs,
    frames: widths.map(mapFrame),
    csv: csvLine(MAP_COLUMNS),
    small: map.curves.some(({ vertices }) => vertices.some(({ runs }) => runs.length > 1)),
  }
}

function pairData(map: RuMap, runs: readonly string[]): PairData {
  const at = ({ utility, risk }: { readonly utility: number; readonly risk: number }): Place => [
    short(utility),
    short(risk),
  ]
  const byRun = new Map(map.points.map((point) => [point.run, point]))
  const best = byRun.get(map.best ?? '')
  return {
    lines: map.curves.map((curve) => lineOf(curve).map(at)),
    front: map.front.flatMap((run) => byRun.get(run) ?? []).map(at),
    angle: map.curves.map(({ knees }) => (knees.angle ? at(knees.angle) : null)),
    kneedle: map.curves.map(({ knees }) => (knees.kneedle ? at(knees.kneedle) : null)),
    best: best === undefined ? null : [...at(best), bestLabel(map.curves[best.curve].name, best.k)],
    beaten: runs.map((run) => ({ true: '1', false: '0', undefined: '-' })[`${byRun.get(run)?.dominated}`]).join(''),
    labels: labelled(map).map(({ point, text, curve }) => [...at(point), text, curve] as const),
  }
}

/** Enough digits for a place on a screen. */
function short(value: number): number {
  return Number(value.toPrecision(7))
}

/** A run in lines: its search, its other settings, what came of it. */
function runInLines(row: StudyRow, search: string): string[] {
  const { k, seed, suppressed, kind, classes } = row
  const count = (words: string, value: number | undefined) =>
    value === undefined ? [] : [`${words} ${formatFigure(value)}`]
  return [
    search,
    [...count('k', k), ...count('seed', seed), `run ${runName(row)}`].join(' · '),
    ...count(ABOUT[kind].smallest, smallestOf(row)),
    [...count('suppressed', suppressed), ...count('classes', classes)].join(' · '),
  ].filter((line) => line !== '')
}
