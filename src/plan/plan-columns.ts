/** Plans the columns of a job: hierarchy, taxonomy and key, and columns derived from others. */
import { basename, resolve } from 'node:path'
import { csvRecords } from '../ground/csv.ts'
import { UserError, within } from '../ground/errors.ts'
import { coarseningText, pickCoarsening } from '../hierarchy/coarsen.ts'
import { dateReader } from '../hierarchy/date-format.ts'
import { plainCategories } from '../hierarchy/plain-categories.ts'
import { hierarchySpecification, placeLevels, withPublicBins } from '../hierarchy/specification.ts'
import { readUsableTaxonomy } from '../hierarchy/taxonomy/read-taxonomy.ts'
import type { TaxonomyNode } from '../hierarchy/taxonomy/taxonomy.ts'
import { keyedText, planKeyed } from '../pseudonyms/plan-keyed.ts'
import type { TableSearchRecord } from '../search/classes-search.ts'
import { derivationText, derivedFrom, withDerivedType } from '../sql/derived.ts'
import type { DerivedColumn } from '../sql/scans.ts'
import type { Job, JobColumn } from '../table/job-schema.ts'
import type { PlannedColumn } from './plan.ts'
import { makesBoxes } from './rule.ts'
import { readText } from './shared-plan.ts'

export function planColumn(name: string, settings: JobColumn, base: string, search: TableSearchRecord): PlannedColumn {
  const { role, taxonomy, type, weight = 1 } = settings
  const planned = { name, role, weight, type }
  if (role !== 'quasi-identifier') {
    // Distances between sensitive values follow their order or tree.
    const root = planTaxonomy(name, taxonomy, base)
    const coarsening = pickCoarsening(settings)
    const hierarchyText = [derivedText(settings), coarsening && coarseningText(coarsening)].filter(Boolean).join(', ')
    return { ...planned, hierarchyText, order: settings.order?.map(String), taxonomy: root, coarsening }
  }
  const plain = type === 'category' && taxonomy === undefined && settings.order === undefined
  if (plain && search.withoutHierarchies !== undefined) {
    const hides = makesBoxes(search)
    const hierarchyText = hides ? 'each category kept or hidden' : 'categories as they are'
    return { ...planned, hierarchy: plainCategories(name, hides), hierarchyText }
  }
  const root = planTaxonomy(name, taxonomy, base)
  return {
    ...planned,
    hierarchy: hierarchySpecification(name, settings, root),
    hierarchyText: hierarchyText(settings),
    median: settings.shows === 'median' && !makesBoxes(search) ? true : undefined,
    shows: settings.shows === 'interval' || !makesBoxes(search) ? undefined : settings.shows,
  }
}

/** Lets intervals of a quasi-identifier end on public bins of at least `people`, unless the job wants them exact. */
export function withPublicEnds(
  column: PlannedColumn,
  { columns, privacy }: Job,
  { intervals }: TableSearchRecord,
  people: number,
): PlannedColumn {
  const { hierarchy } = column
  const ends = columns[column.name]?.ends ?? privacy.ends
  // A mean needs the values themselves.
  if (ends === 'exact' || typeof hierarchy !== 'object' || column.shows !== undefined) return column
  return { ...column, hierarchy: withPublicBins(hierarchy, people, intervals) }
}

export function planColumnKey(
  column: string,
  { columns }: Job,
  base: string,
): Partial<Pick<PlannedColumn, 'keyed' | 'hierarchyText'>> {
  const keyed = planKeyed(column, columns, base)
  return keyed === undefined ? {} : { keyed, hierarchyText: keyedText(keyed) }
}

export function planTaxonomy(column: string, file: string | undefined, base: string): TaxonomyNode | undefined {
  if (file === undefined) return undefined
  return within(`columns.${column}.taxonomy`, () =>
    readUsableTaxonomy(readText(resolve(base, file), file, `taxonomy of column "${column}"`), file, column),
  )
}

function hierarchyText(column: JobColumn): string {
  const { shows = 'interval' } = column
  const words = hierarchyWords(column) + (shows === 'interval' ? '' : `, shown as ${shows}s`)
  const derived = derivedText(column)
  return derived === undefined ? words : `${derived}, ${words}`
}

function derivedText({ derive }: JobColumn): string | undefined {
  return derive && derivationText(derive)
}

function hierarchyWords({ type, endpoints, order, taxonomy }: JobColumn): string {
  if (taxonomy !== undefined) return `taxonomy ${basename(taxonomy)}`
  if (order !== undefined) return `order of ${order.length} values`
  if (type !== 'numeric' || endpoints === undefined || endpoints === 'all')
    return type === 'numeric' ? 'numeric, an endpoint between every two values' : `${type}`
  if (typeof endpoints === 'number') return `numeric, ${endpoints} quantile endpoints`
  if (Array.isArray(endpoints)) return `numeric, ${endpoints.length} endpoints`
  return 'target' in endpoints
    ? `numeric, endpoints by ${endpoints.target}`
    : `numeric, endpoints every ${endpoints.width}`
}

const DERIVE_RULES = ['years', 'days', 'part', 'map', 'bin', 'place'] as const

type JobDerivation = NonNullable<JobColumn['derive']>

export function planDerived(columns: Job['columns'], base: string): DerivedColumn[] {
  return Object.entries(columns).flatMap(([column, settings]) => {
    const { derive } = settings
    if (derive === undefined) return []
    return [{ column, ...checkRule(column, derive), ...readMap(column, derive, base), ...planCell(column, settings) }]
  })
}

export function derivedSources(columns: Job['columns']): string[] {
  const rules = Object.values(columns).flatMap(({ derive }) => (derive === undefined ? [] : [derive]))
  return [...new Set(rules.flatMap(derivedFrom))]
}

export function withDerivedTypes(job: Job): Job {
  const columns = Object.entries(job.columns).map(([name, settings]) => [name, withDerivedType(settings)] as const)
  return { ...job, columns: Object.fromEntries(columns) }
}

function planCell(column: string, { derive, type = 'place', levels }: JobColumn): Pick<DerivedColumn, 'cell'> {
  if (derive?.place === undefined) return {}
  if (type === 'place') return { cell: placeLevels(column, levels)[0] }
  throw new UserError(`column "${column}" is derived as a place, whose type is place; got type: ${type}: remove it`, {
    path: `columns.${column}.type`,
    rule: 'together',
  })
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
