/**
 * A recoding is the decision of a search as versioned JSON. It names columns, values and labels, never codes, so that
 * people can read it and apply it to other data. It is private: it lists values of the source table.
 */
import * as z from 'zod'
import { UserError, userError, within } from '../ground/errors.ts'
import { firstPlace } from '../ground/sorted.ts'
import type { Caps, Coarsening, SharedRange } from '../hierarchy/coarsen.ts'
import { END_UNITS, type EndUnit } from '../hierarchy/ends/range-label.ts'
import { emptyGrouping, forEachGroup, type Grouping, type NumberRanges } from '../hierarchy/grouping.ts'
import { firstValues, groupLabel, type Hierarchy, type ShownValue } from '../hierarchy/hierarchy.ts'
import { PLACE_LEVELS } from '../hierarchy/place-grid.ts'
import type { DerivedColumn } from '../sql/scans.ts'
import { ROLES, type Role } from '../table/column.ts'
import { deriveKeys } from '../table/job-schema.ts'
import { checkShape, documentText, parseDocument } from './read-document.ts'

const wrongFile = userError('file')

export interface ColumnsRecoding {
  readonly halftone: 'recoding'
  readonly version: 1
  readonly kind: 'columns'
  readonly columns: readonly RecodedColumn[]
  /** Classes that break one of these are suppressed. */
  readonly requirements: readonly RecodedRequirement[]
  readonly suppressedRows: 'mask' | 'drop'
  /** `enforce`: while fewer than the smallest group are suppressed, the smallest class is suppressed with them. */
  readonly suppressedGroup: 'exempt' | 'enforce'
  readonly missing: 'drop' | 'category' | 'fail'
  readonly missingValues: readonly string[]
  readonly withoutColumns: readonly string[]
  /** Released unchanged. Other data must have exactly these columns, unless the user allows others. */
  readonly keptColumns: readonly KeptColumn[]
  /** Columns that are computed from others; again for other data. */
  readonly derived?: readonly DerivedColumn[] | undefined
}

export interface KeptColumn {
  readonly column: string
  readonly role: 'sensitive' | 'target' | 'other' | 'pseudonym'
  /** How a pseudonym is made or a date shifted. Identifies the key without its location. */
  readonly keyed?: KeptKeyed
  /** How its values are made coarser; again for other data. */
  readonly coarsening?: Coarsening | undefined
  /** The caps and groups of these data, for statements. */
  readonly caps?: Caps | undefined
  readonly shared?: readonly SharedRange[] | undefined
}

export type KeptKeyed = z.output<typeof keptKeyed>

export interface RecodedRequirement {
  readonly name: string
  readonly options: Readonly<Record<string, unknown>>
  readonly columns?: readonly { readonly name: string; readonly role: Role }[]
  readonly persons?: string
}

export type RecodedColumn = RecodedNumbers | RecodedCategories

export interface RecodedNumbers {
  readonly column: string
  readonly type: 'numeric'
  /** Each label is the median of the released values of its group, and new data keeps it; classes compute it again. */
  readonly shows?: ShownValue | undefined
  /** Ascending; `from` and `to` are the smallest and largest value inside. */
  readonly groups: readonly NumberGroup[]
  /** The unit of public ends (`from` and `to` are borders; months and weeks are counted in days since 1970). */
  readonly unit?: EndUnit | undefined
  /** First and last number of each public bin. */
  readonly bins?: readonly (readonly [number, number])[] | undefined
  /** The date pattern of the data, if not the standard form. */
  readonly format?: string | undefined
}

export interface NumberGroup {
  readonly label: string
  readonly from?: number
  readonly to?: number
  /** The labelled range, if narrower because outer values were only in suppressed rows; null if all were. */
  readonly shown?: readonly [number, number] | null
  readonly missing?: true
}

export interface RecodedCategories {
  readonly column: string
  readonly type: 'taxonomy' | 'order'
  /** The values of each public bin of an order. */
  readonly bins?: readonly (readonly string[])[] | undefined
  readonly format?: string | undefined
  readonly shows?: ShownValue | undefined
  readonly groups: readonly CategoryGroup[]
}

export interface CategoryGroup {
  readonly label: string
  readonly values: readonly string[]
  /** The labelled values if fewer than `values`, because the others were in suppressed rows only. */
  readonly shown?: readonly string[]
}

export function recodedColumn(
  hierarchy: Hierarchy,
  grouping: Grouping,
  labels: readonly string[],
  released?: NumberRanges,
  codes?: ArrayLike<number>,
): RecodedColumn {
  const { column, kind, values, low, high, missing, unseen, members } = hierarchy
  const named = (codes: readonly number[]) => codes.flatMap((code) => members?.[code] ?? [values[code]])
  if (kind !== 'number') {
    const groups: RecodedCategories['groups'][number][] = []
    forEachGroup(grouping, (group, from, to) => {
      if (unseen !== undefined && from >= unseen) return
      const all = Array.from({ length: to - from + 1 }, (_, i) => from + i)
      const names = named(all)
      const shown =
        labels[group] === groupLabel(hierarchy, from, to) ? names : named(all.filter((code) => codes?.[code]))
      groups.push({ label: labels[group], values: names, shown: shown.length < names.length ? shown : undefined })
    })
    const bins = kind === 'order' && hierarchy.publicEnds ? members : undefined
    return { column, type: kind === 'tree' ? 'taxonomy' : 'order', bins, groups }
  }
  const groups: NumberGroup[] = []
  forEachGroup(grouping, (group, from, to) => {
    const last = to === missing ? to - 1 : to
    groups.push({
      label: labels[group],
      ...(last < from ? {} : groupRange(low[from], high[last], group)),
      missing: to === missing ? true : undefined,
    })
  })
  const pairs = Array.from(low, (first, code) => [first, high[code]] as const)
  const bins = hierarchy.unit && pairs.filter((_, code) => code !== missing)
  return { column, type: 'numeric', unit: hierarchy.unit, bins, groups }

  function groupRange(from: number, to: number, group: number): Pick<NumberGroup, 'from' | 'to' | 'shown'> {
    if (released === undefined) return { from, to }
    const shown = [released.low[group], released.high[group]] as const
    if (Number.isNaN(shown[0])) return { from, to, shown: null }
    return shown[0] === from && shown[1] === to ? { from, to } : { from, to, shown }
  }
}

/** Converts a recoded category column to a grouping on another hierarchy. Unknown values form single groups. */
export function recodedGrouping(recoded: RecodedCategories, hierarchy: Hierarchy): Grouping {
  const grouping = emptyGrouping(hierarchy.values.length)
  const valueGroups = new Map(
    recoded.groups.flatMap(({ values }, group) => values.map((value) => [value, group] as const)),
  )
  let groups = 0
  const values = firstValues(hierarchy)
  values.forEach((value, code) => {
    const group = valueGroups.get(value)
    if (code > 0 && (group === undefined || group !== valueGroups.get(values[code - 1]))) groups++
    grouping.codeGroups[code] = groups
  })
  grouping.groups = groups + 1
  return grouping
}

export function groupOfNumber(
  groups: readonly { readonly from: number; readonly to: number }[],
  value: number,
): number {
  return firstPlace(groups.length - 1, (place) => {
    const next = groups[place + 1].from
    // Touching groups have no middle: half the sum of neighbouring doubles may be the next group's first number.
    return value < next && value <= (groups[place].to + next) / 2
  })
}

export function readColumnsRecodingFile(file: string): ColumnsRecoding {
  return readRecoding(documentText(file, 'recoding'), file)
}

export function readRecoding(text: string, name: string): ColumnsRecoding {
  const value = parseDocument<ColumnsRecoding>(text, name, 'recoding')
  if (value.kind !== 'columns')
    throw new UserError(
      (value as { kind?: string }).kind === 'mixed'
        ? `${name} is the recoding of a table with baskets: it publishes the items that enough of its own ` +
            'people share, so it says nothing safe about new people; run the job on the new data, or with ' +
            'privacy.k make releases whose classes share one vocabulary: algorithm: { vocabulary: one }'
        : `${name} is a recoding of kind "${value.kind}" without boxes; only "columns", and boxes, can be ` +
            'applied to a table',
      { path: name, rule: 'file' },
    )
  checkShape(value, shape, name)
  const recoding: ColumnsRecoding = { ...DEFAULTS, ...(value as ColumnsRecoding) }
  for (const column of recoding.columns) {
    const thing = `${name}: column "${column.column}"`
    within(name, () => (column.type === 'numeric' ? checkNumbers(column, thing) : checkCategories(column, thing)))
  }
  return recoding
}

const DEFAULTS = {
  withoutColumns: [],
  keptColumns: [],
  missing: 'fail',
  missingValues: ['?', ''],
  suppressedRows: 'mask',
  suppressedGroup: 'exempt',
} as const

const NONE = 'needs at least one'
const texts = z.array(z.string())
const numberGroup = z.looseObject({
  label: z.string(),
  from: z.number().optional(),
  to: z.number().optional(),
  shown: z.tuple([z.number(), z.number()]).nullable().optional(),
  missing: z.literal(true).optional(),
})
const keptKeyed = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('pseudonym'),
    scope: z.string(),
    format: z.enum(['hex', 'digits', 'words']),
    length: z.number().int().min(1),
    fingerprint: z.string().optional(),
  }),
  z.object({
    kind: z.literal('shift'),
    scope: z.string(),
    by: z.string(),
    days: z.number().int().min(1),
    format: z.string().optional(),
    fingerprint: z.string().optional(),
  }),
])
export const requirementsShape = z
  .array(
    z.looseObject({
      name: z.string(),
      options: z.looseObject({}),
      columns: z.array(z.looseObject({ name: z.string(), role: z.enum(ROLES) })).optional(),
      persons: z.string().optional(),
    }),
  )
  .min(1, NONE)
const pairs = z.array(z.tuple([z.string(), z.string()]))
export const derivedShape = z.array(
  z.looseObject({
    ...deriveKeys,
    column: z.string(),
    map: z.tuple([z.string(), pairs]).optional(),
    cell: z.enum(PLACE_LEVELS).optional(),
  }),
)
const cap = z.object({ at: z.number(), text: z.string() }).optional()
export const keptColumnsShape = z.array(
  z.looseObject({
    column: z.string(),
    role: z.enum(['sensitive', 'target', 'other', 'pseudonym']),
    keyed: keptKeyed.optional(),
    coarsening: z.custom<Coarsening>((value) => typeof value === 'object' && value !== null).optional(),
    caps: z.object({ top: cap, bottom: cap }).optional(),
    shared: z.array(z.tuple([z.number(), z.number(), z.string().nullable()])).optional(),
  }),
)
const shape = z.looseObject({
  columns: z
    .array(
      z.discriminatedUnion('type', [
        z.looseObject({
          column: z.string(),
          type: z.literal('numeric'),
          shows: z.literal('median').optional(),
          unit: z.enum(END_UNITS).optional(),
          bins: z
            .array(z.tuple([z.number(), z.number()]))
            .min(1)
            .optional(),
          format: z.string().optional(),
          groups: z.array(numberGroup).min(1, NONE),
        }),
        z.looseObject({
          column: z.string(),
          type: z.enum(['taxonomy', 'order']),
          bins: z.array(texts).min(1).optional(),
          format: z.string().optional(),
          groups: z.array(z.looseObject({ label: z.string(), values: texts, shown: texts.optional() })).min(1, NONE),
        }),
      ]),
    )
    .min(1, NONE),
  requirements: requirementsShape,
  suppressedRows: z.enum(['mask', 'drop']).optional(),
  suppressedGroup: z.enum(['exempt', 'enforce']).optional(),
  missing: z.enum(['drop', 'category', 'fail']).optional(),
  missingValues: texts.optional(),
  withoutColumns: texts.optional(),
  keptColumns: keptColumnsShape.optional(),
  derived: derivedShape.optional(),
})

function checkNumbers({ groups }: RecodedNumbers, thing: string): void {
  let last = Number.NEGATIVE_INFINITY
  for (const { label, from, to, missing } of groups) {
    if (from === undefined && missing) continue
    if (from === undefined || to === undefined || from > to || from <= last)
      throw wrongFile`${thing}: group "${label}" must have numbers from ≤ to, above the group before it; got ${from} to
        ${to}`
    last = to
  }
}

function checkCategories({ groups }: RecodedCategories, thing: string): void {
  const seen = new Set<string>()
  for (const { label, values } of groups) {
    for (const value of values) {
      if (seen.has(value))
        throw wrongFile`${thing}: value "${value}" stands in two groups, the second is "${label}"; keep it in one`
      seen.add(value)
    }
  }
}
