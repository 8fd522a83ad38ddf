/** Orders rows and groups them into curves: a search is all rows that agree in all settings except k and seed. */
import { groupBy } from '../../ground/maps.ts'
import { itemsSmallestSupport } from '../../metrics/items/risks.ts'
import type { StudyRow } from './study-row.ts'

/** Returns one curve per search of one data set, in the order of their first runs, including failed runs. */
export function groupCurves(rows: readonly StudyRow[]) {
  return [...groupBy(inOrder(rows), curveName)].map(([name, curveRows]) => ({ name, rows: curveRows }))
}

export function inOrder(rows: readonly StudyRow[]): StudyRow[] {
  return rows.toSorted((a, b) => compareRuns(a.run, b.run) || (a.point ?? 0) - (b.point ?? 0))
}

/** If each data set has its own job file, the job name is redundant and left out. */
export function groupDataSets(
  rows: readonly StudyRow[],
): { readonly data: string; readonly rows: readonly StudyRow[] }[] {
  return Array.from(groupBy(inOrder(rows), ({ data }) => data).values(), (dataRows) => {
    const oneJob = new Set(dataRows.map(({ settings }) => settings['job'])).size === 1
    return { data: dataRows[0].data, rows: oneJob ? dataRows.map(withoutJob) : dataRows }
  })
}

function withoutJob(row: StudyRow): StudyRow {
  if (!('job' in row.settings)) return row
  const { job: _, ...settings } = row.settings
  return { ...row, settings }
}

/** A named choice of the grid that includes the algorithm (`genetic for CM`) replaces it. */
export function curveName({ settings, algorithm }: Pick<StudyRow, 'settings' | 'algorithm'>): string {
  const tells = (key: string) => !key.includes('.') && String(settings[key]).startsWith(algorithm)
  const algorithmKey = 'algorithm' in settings ? 'algorithm' : Object.keys(settings).find(tells)
  const others = Object.entries(settings)
    .filter(([key]) => key !== algorithmKey && !isPlace(key))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${key.slice(key.lastIndexOf('.') + 1)} ${value}`)
  return [algorithmKey === undefined ? algorithm : String(settings[algorithmKey]), ...others].join(', ')
}

/** k and seed are positions on a curve; the data set selects the map. */
function isPlace(key: string): boolean {
  return /^(seed|data|data\.source)$/.test(key) || /^privacy\.(.+\.)?k$|^k$/.test(key)
}

/** The smallest class, or the smallest support, which rows of items have only as a risk. */
export function smallestSize({ smallestClass, risks }: StudyRow): number | undefined {
  const risk = risks[itemsSmallestSupport.name]
  return smallestClass ?? (risk > 0 ? Math.round(1 / risk) : undefined)
}

/** By length first: a longer number is larger. */
export function compareRuns(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)
}

export function compareNames(a: string, b: string): number {
  const [[runA, pointA], [runB, pointB]] = [a.split('.'), b.split('.')]
  return compareRuns(runA, runB) || Number(pointA ?? 0) - Number(pointB ?? 0)
}
