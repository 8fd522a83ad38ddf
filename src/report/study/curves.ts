/** The searches of a study: rows that agree in all settings but k and seed belong to one, and one curve is drawn through them. */
import { itemsSmallestSupport } from '../../metrics/items/risks.ts'
import { compareRuns, grouped } from './run-order.ts'
import type { StudyRow } from './study-row.ts'

export interface Curve {
  /** `pcta merge=literal, suppression-limit 0.05` */
  readonly name: string
  /** By run. */
  readonly rows: readonly StudyRow[]
}

/** One for each search of these rows (of one data set), in the order of their first runs. Failed runs are among the rows. */
export function curvesOf(rows: readonly StudyRow[]): Curve[] {
  const curves = new Map<string, StudyRow[]>()
  for (const row of inOrder(rows)) {
    const name = curveName(row)
    const own = curves.get(name)
    if (own === undefined) curves.set(name, [row])
    else own.push(row)
  }
  return [...curves].map(([name, own]) => ({ name, rows: own }))
}

/** Rows by run and point, whatever order they were written in. */
export function inOrder(rows: readonly StudyRow[]): StudyRow[] {
  return rows.toSorted((a, b) => compareRuns(a.run, b.run) || (a.point ?? 0) - (b.point ?? 0))
}

/** Data sets by their first run. Where each data set has a job file of its own, the job's name tells no more than the data's, and is left out. */
export function dataSetsOf(rows: readonly StudyRow[]): { readonly data: string; readonly rows: readonly StudyRow[] }[] {
  return grouped(inOrder(rows), ({ data }) => data).map((own) => {
    const oneJob = new Set(own.map(({ settings }) => settings['job'])).size === 1
    return { data: own[0].data, rows: oneJob ? own.map(withoutJob) : own }
  })
}

function withoutJob(row: StudyRow): StudyRow {
  if (!('job' in row.settings)) return row
  const { job: _, ...settings } = row.settings
  return { ...row, settings }
}

/**
 * The algorithm with its options, then whatever else was varied. Where a choice of the grid has a name that tells the algorithm already (`genetic for CM`), that name
 * stands for it.
 */
export function curveName({ settings, algorithm }: Pick<StudyRow, 'settings' | 'algorithm'>): string {
  const tells = (key: string) => !key.includes('.') && String(settings[key]).startsWith(algorithm)
  const own = 'algorithm' in settings ? 'algorithm' : Object.keys(settings).find(tells)
  const others = Object.entries(settings)
    .filter(([key]) => key !== own && !isPlace(key))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${key.slice(key.lastIndexOf('.') + 1)} ${value}`)
  return [own === undefined ? algorithm : String(settings[own]), ...others].join(', ')
}

/** k and seed say where on a curve a run stands, the data set on which map. */
function isPlace(key: string): boolean {
  return /^(seed|data|data\.source)$/.test(key) || /^privacy\.(.+\.)?k$|^k$/.test(key)
}

/** Rows of the smallest class, or baskets of the smallest support, which a row of items tells as a risk only. */
export function smallestOf({ smallestClass, risks }: StudyRow): number | undefined {
  const risk = risks[itemsSmallestSupport.name]
  return smallestClass ?? (risk > 0 ? Math.round(1 / risk) : undefined)
}
