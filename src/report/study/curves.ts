/** The searches of a study: rows that agree in all settings but k and seed belong to one, and one curve is drawn through them. */
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

/** Data sets by their first run. */
export function dataSetsOf(rows: readonly StudyRow[]): { readonly data: string; readonly rows: readonly StudyRow[] }[] {
  const ordered = inOrder(rows)
  const names = [...new Set(ordered.map((row) => row.data))]
  return names.map((data) => ({ data, rows: ordered.filter((row) => row.data === data) }))
}

/** The algorithm with its options, then whatever else was varied; a name that tells the algorithm already (`genetic for CM`) stands alone. */
export function curveName({ settings, algorithm }: StudyRow): string {
  const telling = Object.entries(settings).find(
    ([key, value]) => !key.includes('.') && key !== 'algorithm' && String(value).startsWith(algorithm),
  )
  if (telling !== undefined && settings['algorithm'] === undefined) {
    const { [telling[0]]: name, ...rest } = settings
    return curveName({ settings: { ...rest, algorithm: name }, algorithm } as StudyRow)
  }
  const others = Object.entries(settings)
    .filter(([key]) => key !== 'algorithm' && !isPlace(key))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${key.slice(key.lastIndexOf('.') + 1)} ${value}`)
  return [String(settings['algorithm'] ?? algorithm), ...others].join(', ')
}

/** k and seed say where on a curve a run stands, the data set on which map. */
function isPlace(key: string): boolean {
  return /^(seed|data|data\.source)$/.test(key) || /^privacy\.(.+\.)?k$|^k$/.test(key)
}

/** By length first: numbers of equal length are in order as text, and a longer one is larger. */
function compareRuns(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)
}

export function compareNames(a: string, b: string): number {
  const [[runA, pointA], [runB, pointB]] = [a.split('.'), b.split('.')]
  return compareRuns(runA, runB) || Number(pointA ?? 0) - Number(pointB ?? 0)
}

/** Rows in groups by a key, in the order of their first members. */
export function grouped<T>(values: readonly T[], key: (value: T) => string | number): readonly (readonly T[])[] {
  const groups = new Map<string | number, T[]>()
  for (const value of values) {
    const own = groups.get(key(value))
    if (own === undefined) groups.set(key(value), [value])
    else own.push(value)
  }
  return [...groups.values()]
}
