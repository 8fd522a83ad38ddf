/** Plans derived columns: reads maps, checks rules, and gives numbers and bins their hierarchy. */
import { resolve } from 'node:path'
import { csvRecords } from '../ground/csv.ts'
import { UserError } from '../ground/errors.ts'
import { dateReader } from '../hierarchy/date-format.ts'
import { binLabels, type DerivedColumn, derivedFrom, isNumberRule } from '../sql/derived.ts'
import type { Job, JobColumn } from '../table/job-schema.ts'
import { readText } from './shared-plan.ts'

const DERIVE_RULES = ['years', 'days', 'part', 'map', 'bin', 'place'] as const

type JobDerivation = NonNullable<JobColumn['derive']>

export function planDerived(columns: Job['columns'], base: string): DerivedColumn[] {
  return Object.entries(columns).flatMap(([column, { derive }]) =>
    derive === undefined ? [] : [{ column, ...checkRule(column, derive), ...readMap(column, derive, base) }],
  )
}

export function derivedSources(columns: Job['columns']): string[] {
  const rules = Object.values(columns).flatMap(({ derive }) => (derive === undefined ? [] : [derive]))
  return [...new Set(rules.flatMap(derivedFrom))]
}

/** Derived numbers are numeric, bins have an order and places prefixes, unless the job says otherwise. */
export function withDerivedTypes(job: Job): Job {
  const columns = Object.entries(job.columns).map(([name, settings]): [string, JobColumn] => {
    const { derive, role, type, order, taxonomy } = settings
    if (derive === undefined || role !== 'quasi-identifier' || (type ?? order ?? taxonomy) !== undefined)
      return [name, settings]
    // The job names the edges, so that no end is a value of the data.
    if (derive.bin !== undefined)
      return [name, { ends: 'exact', ...settings, order: binLabels(derive.bin.slice(1) as number[]) }]
    if (derive.place !== undefined) return [name, { ...settings, type: 'prefix' }]
    return [name, isNumberRule(derive) ? { ...settings, type: 'numeric' } : settings]
  })
  return { ...job, columns: Object.fromEntries(columns) }
}

function checkRule(column: string, derive: JobDerivation): Omit<JobDerivation, 'map'> {
  const refuse = (sentence: string) => {
    throw new UserError(`column "${column}" ${sentence}`, { path: `columns.${column}.derive`, rule: 'value' })
  }
  const { map: _, ...others } = derive
  const { bin, format } = others
  const rules = DERIVE_RULES.filter((rule) => derive[rule] !== undefined)
  if (rules.length !== 1)
    refuse(`is derived by one of ${DERIVE_RULES.join(', ')}; got ${rules.join(' and ') || 'none'}`)
  const edges = (bin?.slice(1) ?? []) as number[]
  if (bin !== undefined && (edges.length === 0 || edges.some((edge, i) => edge <= edges[i - 1])))
    refuse(`needs ascending edges of its bins, such as [income, 1000, 5000]; got ${JSON.stringify(bin)}`)
  if (format === undefined) return others
  dateReader(column, format)
  if (/%b/.test(format) || !format.includes('%d'))
    refuse(`needs a format with day, month and year as numbers, such as "%d/%m/%Y"; got "${format}"`)
  return others
}

function readMap(column: string, { map }: JobDerivation, base: string): Pick<DerivedColumn, 'map'> {
  if (map === undefined) return {}
  const [source, file] = map
  const refuse = (line: number, sentence: string) => {
    throw new UserError(`${file}, line ${line}: ${sentence}`, { path: `columns.${column}.derive.map`, rule: 'file' })
  }
  const twoColumns = 'a map has two columns, a value and what replaces it'
  const text = readText(resolve(base, file), file, `map of column "${column}"`)
  const pairs = new Map<string, string>()
  for (const [i, record] of csvRecords(text, file).entries()) {
    const [value, shown] = record
    if (record.length !== 2) refuse(i + 1, `${twoColumns}; got ${record.length}`)
    if ((pairs.get(value) ?? shown) !== shown) refuse(i + 1, 'a value has two replacements; keep one of its lines')
    pairs.set(value, shown)
  }
  if (pairs.size === 0) refuse(1, `${twoColumns}; the file is empty`)
  return { map: [source, [...pairs]] }
}
