/** The hierarchy settings of a quasi-identifier, with the files they name already read. */
import { didYouMean, userError } from '../ground/errors.ts'
import type { JobColumn } from '../table/job-schema.ts'
import { DATE_LEVELS, type DateLevel, TIME_LEVELS } from './date.ts'
import { dateReader } from './date-format.ts'
import { codeLength, PLACE_LEVELS, type PlaceLevel } from './place-grid.ts'
import type { TaxonomyNode } from './taxonomy/taxonomy.ts'

export type HierarchySpecification =
  | {
      readonly kind: 'number'
      readonly endpoints: Endpoints
      readonly levels?: readonly number[]
      readonly domain?: readonly [number, number]
      /** Intervals end on borders of public bins with at least so many people; at values when absent. */
      readonly people?: number
      /** The borders of these bins in an earlier release, which stay. */
      readonly borders?: readonly number[]
      /** Bins of a search that takes any interval may pair neighbours; others keep to round steps, for their levels. */
      readonly pairs?: boolean
    }
  | {
      readonly kind: 'order'
      readonly order: readonly string[]
      readonly levels?: readonly number[]
      readonly people?: number
      readonly borders?: readonly number[]
    }
  | { readonly kind: 'tree'; readonly root: TaxonomyNode }
  | {
      readonly kind: 'date'
      readonly levels?: readonly DateLevel[]
      readonly format?: string
      /** Dates are an order, in public bins with at least so many people; a tree when absent. */
      readonly people?: number
      readonly borders?: readonly number[]
    }
  | {
      readonly kind: 'prefix'
      readonly levels?: readonly number[]
      readonly pad?: boolean
      /** Values are cells of the public grid, whose levels stand for their lengths. */
      readonly cells?: readonly PlaceLevel[]
    }

/** The fewest people of a public bin; undefined if intervals end at values. */
export function peoplePerBin(specification: unknown): number | undefined {
  return (specification as { readonly people?: number } | undefined)?.people
}

/** Changes the people of public bins; undefined removes the bins, for values whose people are not counted. */
export function withPeople<S>(specification: S, people: number | undefined): S {
  return peoplePerBin(specification) === undefined ? specification : { ...specification, people }
}

/**
 * Lets intervals end on public bins of at least so many people. With `intervals`, for a search that takes any interval,
 * dates are an order; otherwise they are a tree of levels.
 */
export function withPublicBins(
  given: HierarchySpecification,
  people: number,
  intervals: boolean | undefined,
): HierarchySpecification {
  if (given.kind === 'tree' || given.kind === 'prefix') return given
  if (given.kind === 'date' && (!intervals || given.levels !== undefined)) return given
  const bins = { people: Math.max(2, people) }
  return given.kind === 'number' ? { ...given, ...bins, pairs: intervals } : { ...given, ...bins }
}

export type Endpoints =
  | 'all'
  /** Separates values below an endpoint from those at or above it. */
  | { readonly list: readonly number[] }
  /** This many, with about equal numbers of rows between them. */
  | { readonly quantiles: number }
  /** Endpoints that separate the target's values best; become a list when the data is read. */
  | { readonly target: string }
  /** At origin + i · width. A declared range, `low` to `high`, has bins without data too. */
  | { readonly width: number; readonly origin?: number; readonly low?: number; readonly high?: number }

export type HierarchySettings = Pick<
  JobColumn,
  'type' | 'endpoints' | 'domain' | 'order' | 'taxonomy' | 'levels' | 'format'
>

/** `taxonomy` is the content of the file named there. Throws if there is no hierarchy or several. */
export function hierarchySpecification(
  column: string,
  settings: HierarchySettings,
  taxonomy?: TaxonomyNode,
): HierarchySpecification {
  const notTogether = userError('together', `columns.${column}`)
  const wrongValue = userError('value', `columns.${column}`)
  const { type, endpoints, order, levels } = settings
  const given = [
    type === undefined || type === 'category' ? undefined : `type: ${type}`,
    settings.taxonomy === undefined ? undefined : 'taxonomy',
    order === undefined ? undefined : 'order',
  ].filter((name) => name !== undefined)
  if (given.length > 1)
    throw notTogether`column "${column}" must have one hierarchy; got ${given.join(' and ')}: remove one of them`
  for (const key of ['endpoints', 'domain'] as const)
    if (settings[key] !== undefined && type !== 'numeric') {
      const needs = key === 'endpoints' ? 'need' : 'needs'
      throw notTogether`column "${column}" has ${key}, which ${needs} type: numeric; got ${given[0] ?? 'no type'}`
    }
  if (settings.format !== undefined && type !== 'date')
    throw wrongValue`column "${column}" has a format, which needs type: date; got ${given[0] ?? 'no type'}`
  if (taxonomy !== undefined) {
    if (levels !== undefined)
      throw notTogether`column "${column}": levels of a taxonomy are in its file; remove the key levels`
    return { kind: 'tree', root: taxonomy }
  }
  if (order !== undefined) return { kind: 'order', order: order.map(String), ...numericLevels(column, levels) }
  switch (type) {
    case 'numeric':
      return {
        kind: 'number',
        endpoints: readEndpoints(endpoints),
        ...numericLevels(column, levels),
        domain: settings.domain === undefined ? undefined : checkedDomain(column, settings.domain),
      }
    case 'prefix':
      return { kind: 'prefix', ...numericLevels(column, levels) }
    case 'place': {
      const cells = placeLevels(column, levels)
      return { kind: 'prefix', levels: cells.map(codeLength), cells }
    }
    case 'date':
      if (settings.format !== undefined) dateReader(column, settings.format)
      return {
        kind: 'date',
        levels: levels === undefined ? undefined : namedLevels(column, levels, ALL_DATE_LEVELS),
        format: settings.format,
      }
    default: {
      const ways = 'type: numeric, date, prefix or place, an order, or a taxonomy'
      throw notTogether`column "${column}" is a quasi-identifier without a hierarchy; add ${ways}, or change its role`
    }
  }
}

export function hierarchySettings(specification: HierarchySpecification): HierarchySettings {
  if (specification.kind === 'tree') return {}
  if (specification.kind === 'prefix' && specification.cells !== undefined)
    return { type: 'place', levels: [...specification.cells] }
  const levels = specification.levels && [...specification.levels]
  if (specification.kind === 'order') return { order: [...specification.order], levels }
  if (specification.kind === 'date') return { type: 'date', format: specification.format, levels }
  if (specification.kind === 'prefix') return { type: 'prefix', levels }
  const { endpoints: given, domain } = specification
  const endpoints =
    given === 'all' ? undefined : 'quantiles' in given ? given.quantiles : 'list' in given ? [...given.list] : given
  return { type: 'numeric', endpoints, levels, domain: domain && [...domain] }
}

function checkedDomain(column: string, [low, high]: readonly [number, number]): readonly [number, number] {
  const wrongValue = userError('value', `columns.${column}.domain`)
  if (low < high) return [low, high]
  throw wrongValue`domain of column "${column}" must go from a number to a larger one, such as [0, 120]; got [${low},
    ${high}]`
}

function readEndpoints(endpoints: HierarchySettings['endpoints']): Endpoints {
  if (endpoints === undefined || endpoints === 'all') return 'all'
  if (typeof endpoints === 'number') return { quantiles: endpoints }
  return Array.isArray(endpoints) ? { list: endpoints } : endpoints
}

function numericLevels(column: string, levels: HierarchySettings['levels']): { levels?: readonly number[] } {
  if (levels === undefined) return {}
  const notTogether = userError('together', `columns.${column}`)
  const numbers = levels.map((level) => {
    if (typeof level === 'number') return level
    throw notTogether`levels of column "${column}" must be numbers; got ${JSON.stringify(level)}`
  })
  return { levels: numbers }
}

const ALL_DATE_LEVELS = [...DATE_LEVELS, ...(Object.keys(TIME_LEVELS) as (keyof typeof TIME_LEVELS)[])]

/** Levels of a place, finest first. */
export function placeLevels(column: string, levels: HierarchySettings['levels']): readonly PlaceLevel[] {
  const named = levels === undefined ? PLACE_LEVELS : namedLevels(column, levels, PLACE_LEVELS)
  return PLACE_LEVELS.filter((level) => named.includes(level))
}

function namedLevels<Level extends string>(
  column: string,
  levels: readonly (number | string)[],
  names: readonly Level[],
): Level[] {
  const notTogether = userError('together', `columns.${column}`)
  return levels.map((level) => {
    const known = names.find((name) => name === level)
    if (known !== undefined) return known
    const hint = didYouMean(String(level), names)
    throw notTogether`levels of column "${column}" must be among ${names.join(', ')}; got
      ${JSON.stringify(level)}${hint}`
  })
}
