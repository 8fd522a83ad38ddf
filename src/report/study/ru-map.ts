/**
 * Builds a risk-utility confidentiality map (Duncan et al.; Loukides, Gkoulalas-Divanis and Shao 2011). The curve of a
 * search connects the means over seeds at each k; points of a front are not averaged. Cost: O(n log n).
 */
import { userError } from '../../ground/errors.ts'
import { itemsSuppressed } from '../../metrics/items/suppressed-items.ts'
import { type Axis, axisValue, chooseAxis, listAxes, rowFigures } from './axes.ts'
import { type Curve, groupCurves, groupDataSets, smallestSize } from './curves.ts'
import {
  type Knee,
  type MapGround,
  mapOfPoints,
  type RuCurve,
  type RuLeft,
  type RuMap,
  type RuPoint,
} from './map-of-points.ts'
import { compareNames } from './run-order.ts'
import { type RuMapSettings, runName, type StudyRow } from './study-row.ts'

const CEILING = 0.2

/** A named axis must exist for at least one data set; the others use their default. */
export function ruMaps(rows: readonly StudyRow[], settings: RuMapSettings = {}): readonly RuMap[] {
  const sets = groupDataSets(rows).filter((set) => hasAxes(set.rows))
  const named = (dataRows: readonly StudyRow[], family: 'risk' | 'utility') => {
    const name = settings[family]
    const there = (some: readonly StudyRow[]) => hasAxis(some, family, name)
    return name !== undefined && !there(dataRows) && sets.some((set) => there(set.rows)) ? undefined : name
  }
  return sets.map((set) =>
    ruMap(set.rows, { ...settings, risk: named(set.rows, 'risk'), utility: named(set.rows, 'utility') }),
  )
}

function hasAxes(rows: readonly StudyRow[]): boolean {
  return listAxes(rows, 'risk').length > 0 && listAxes(rows, 'utility').length > 0
}

function hasAxis(rows: readonly StudyRow[], family: 'risk' | 'utility', name: string | undefined): boolean {
  return listAxes(rows, family).some((axis) => axis.name === name || axis.name.startsWith(`${name} `))
}

export function ruMap(rows: readonly StudyRow[], settings: RuMapSettings = {}): RuMap {
  const { ceiling = CEILING } = settings
  if (!(ceiling >= 0 && ceiling <= 1))
    throw userError('value', 'map.ceiling')`the risk ceiling must be a number from 0 to 1; got ${ceiling}`
  const data = [...new Set(rows.map((row) => row.data))]
  if (data.length !== 1)
    throw userError('data', '--data')`a map is of one data set; got ${data.length === 0 ? 'no rows' : data.join(', ')}`
  const risk = chooseAxis(rows, 'risk', settings.risk)
  const utility = chooseAxis(rows, 'utility', settings.utility)
  const curves = groupCurves(rows)
  const left: RuLeft[] = []
  const placed = curves.flatMap(({ rows: curveRows }, curve) =>
    curveRows.flatMap((row) => {
      const run = runName(row)
      const [r, u] = [axisValue(risk, row), axisValue(utility, row)]
      if (r !== undefined && u !== undefined) return [{ ...runOnMap(row, curve), utility: u, risk: r }]
      if (r === undefined) left.push({ run, why: whyNot(row, risk) })
      else left.push({ run, why: whyNot(row, utility), losslessRisk: isLossless(row, utility) ? r : undefined })
      return []
    }),
  )
  left.sort((a, b) => compareNames(a.run, b.run))
  const ground = { data: data[0], kind: rows[0].kind, risk, utility, ceiling, left, searches: mapSearches(curves) }
  return mapOfPoints(ground, placed, settings)
}

export function mapSearches(curves: readonly Curve[]): MapGround['searches'] {
  return curves.map(({ name, rows }) => ({ name, fromFront: rows.some((row) => row.point !== undefined) }))
}

export function runOnMap(row: StudyRow, curve: number): Omit<RuPoint, 'dominated' | 'utility' | 'risk'> {
  const { k, seed, suppressed } = row
  return {
    run: runName(row),
    curve,
    k,
    seed,
    smallestClass: smallestSize(row),
    suppressed,
    suppressedShare: suppressedShare(row),
  }
}

/** For baskets, `suppressed` counts entries; the share of items is more informative. */
function suppressedShare({ metrics, suppressed, rows, missing = 0 }: StudyRow): number | undefined {
  const ofItems = metrics[itemsSuppressed.name]
  if (ofItems !== undefined) return ofItems
  return suppressed === undefined || rows === undefined || rows <= missing ? undefined : suppressed / (rows - missing)
}

function whyNot(row: StudyRow, { name, family, turned }: Axis): string {
  if (row.outcome !== 'found') return row.error ?? `outcome: ${row.outcome}`
  const figure = rowFigures(row, family)[name]
  if (figure === undefined) return `it has no ${name}`
  return isLossless(row, { name, family, turned }) ? `${name} is 0, and 1/${name} has no value` : `${name} is ${figure}`
}

function isLossless(row: StudyRow, { name, family, turned }: Pick<Axis, 'name' | 'family' | 'turned'>): boolean {
  return row.outcome === 'found' && turned === '1/x' && rowFigures(row, family)[name] === 0
}

/** The undominated angle knee with the highest utility; dominated ones only if all are dominated. */
export function kneeToRelease(
  { points, curves: all }: Pick<RuMap, 'points' | 'curves'>,
  curves: readonly RuCurve[] = all,
): (Knee & { readonly search: string }) | undefined {
  const knees = curves.flatMap(({ name, knees: { angle } }) =>
    angle === undefined ? [] : [{ search: name, ...angle }],
  )
  const beaten = new Set(points.filter(({ dominated }) => dominated).map(({ run }) => run))
  const unbeaten = knees.filter(({ run }) => !beaten.has(run))
  const candidates = unbeaten.length > 0 ? unbeaten : knees
  return candidates.length === 0
    ? undefined
    : candidates.reduce((best, knee) => (knee.utility > best.utility ? knee : best))
}
