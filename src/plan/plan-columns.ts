/** Plans a column from its settings in a job: hierarchy, taxonomy and key. */
import { basename, resolve } from 'node:path'
import { within } from '../ground/errors.ts'
import { coarseningText, pickCoarsening } from '../hierarchy/coarsen.ts'
import { plainCategories } from '../hierarchy/plain-categories.ts'
import { hierarchySpecification } from '../hierarchy/specification.ts'
import type { TaxonomyNode } from '../hierarchy/taxonomy/taxonomy.ts'
import { readUsableTaxonomy } from '../hierarchy/taxonomy/taxonomy-problems.ts'
import { keyedText, planKeyed } from '../pseudonyms/plan-keyed.ts'
import type { TableSearchRecord } from '../search/classes-search.ts'
import { derivationText } from '../sql/derived.ts'
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

/**
 * Lets intervals of a quasi-identifier end on public bins with at least `people` each, unless the job wants them exact.
 */
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
  if (hierarchy.kind === 'tree' || hierarchy.kind === 'prefix') return column
  // Dates are an order where a search takes intervals, and a tree of levels otherwise.
  if (hierarchy.kind === 'date' && (!intervals || hierarchy.levels !== undefined)) return column
  const bins = { people: Math.max(2, people) }
  if (hierarchy.kind !== 'number') return { ...column, hierarchy: { ...hierarchy, ...bins } }
  return { ...column, hierarchy: { ...hierarchy, ...bins, pairs: intervals } }
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
