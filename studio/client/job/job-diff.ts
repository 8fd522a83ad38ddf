/** Says in words what differs between two jobs: names of runs, tried changes, two results beside each other. */
import { coarseningText, pickCoarsening } from '../../../src/hierarchy/coarsen.ts'
import type { Job, JobColumn } from '../../../src/table/job-schema.ts'

export interface JobDifference {
  readonly about: string
  readonly one: string
  readonly two: string
}

/** Without the places of files, which every run numbers. Columns differ as a whole, other keys one by one. */
export function jobDifferences(one: Job, two: Job): JobDifference[] {
  const columns = [...new Set([...Object.keys(one.columns), ...Object.keys(two.columns)])]
  const inColumns = columns.flatMap((name): JobDifference[] => {
    const [before, after] = [one, two].map(({ columns }) => (Object.hasOwn(columns, name) ? columns[name] : undefined))
    return isSame(before, after) ? [] : [{ about: name, one: columnInWords(before), two: columnInWords(after) }]
  })
  return [...keyDifferences({ ...one, columns: 0, output: 0 }, { ...two, columns: 0, output: 0 }, ''), ...inColumns]
}

/** `k 10 → 5`, `costs: left out`. */
export function differenceInWords({ about, one, two }: JobDifference): string {
  return /^(none|[\d.,"]+)$/.test(one) && one !== 'none' ? `${about} ${one} → ${two}` : `${about}: ${two}`
}

/** `zip, town: left out; k 10 → 5`: what becomes of several columns is said once. */
export function differencesInWords(one: Job, two: Job): string {
  const about = new Map<string, string[]>()
  for (const difference of jobDifferences(one, two)) {
    const { two: becomes } = difference
    const isColumn = difference.about in one.columns
    const key = isColumn ? becomes : differenceInWords(difference)
    about.set(key, [...(about.get(key) ?? []), ...(isColumn ? [difference.about] : [])])
  }
  return [...about]
    .map(([said, columns]) => [...(columns.length === 0 ? [] : [columns.join(', ')]), said].join(': '))
    .join('; ')
}

function keyDifferences(one: unknown, two: unknown, about: string): JobDifference[] {
  if (isSame(one, two)) return []
  if (!isMapping(one) || !isMapping(two)) return [{ about, one: inWords(one), two: inWords(two) }]
  return [...new Set([...Object.keys(one), ...Object.keys(two)])].flatMap((key) =>
    keyDifferences(one[key], two[key], about === '' || about === 'privacy' ? key : `${about} ${key}`),
  )
}

function columnInWords(column: JobColumn | undefined): string {
  if (column === undefined) return 'not named'
  const { role, ...settings } = column
  if (role === 'identifier') return 'left out'
  const coarsening = pickCoarsening(settings)
  if (role !== 'quasi-identifier') return coarsening === undefined ? role : `${role}, ${coarseningText(coarsening)}`
  const { taxonomy, type, order, weight, ...rest } = settings
  const kind = taxonomy === undefined ? (order === undefined ? (type ?? 'categories') : 'an order') : `tree ${taxonomy}`
  const others = Object.entries(rest).map(([key, value]) => `${key} ${inWords(value)}`)
  return [`${role}, ${kind}`, ...others, ...(weight === undefined ? [] : [`weight ${weight}`])].join(', ')
}

function inWords(value: unknown): string {
  if (value === undefined) return 'none'
  return typeof value === 'string'
    ? value
    : JSON.stringify(value)
        .replace(/[{}"]/g, '')
        .replaceAll(/([:,])/g, '$1 ')
}

type Mapping = Readonly<Record<string, unknown>>

function isMapping(value: unknown): value is Mapping {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

function isSame(one: unknown, two: unknown): boolean {
  return one === two || sorted(one) === sorted(two)
}

function sorted(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    isMapping(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  )
}
