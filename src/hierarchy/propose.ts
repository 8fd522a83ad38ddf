/** Proposes a hierarchy for a column from its values, with a reason. Cost: one pass over the distinct values. */
import { formatCount, prose } from '../ground/format.ts'
import { parseDate, parseTime } from './date.ts'
import { detectDateFormat, isDayFirst } from './date-format.ts'
import type { ColumnProfile } from './doctor.ts'
import { areNumbers } from './number.ts'
import { proposeTaxonomy } from './propose-taxonomy.ts'
import type { HierarchySpecification } from './specification.ts'

export interface ProfiledColumn extends ColumnProfile {
  readonly name: string
  readonly rows: number
  readonly distinct?: number
  /** Whether `distinct` is an estimate from a sample. */
  readonly estimated?: boolean | undefined
  /** Set if `values` are not actual values: shapes (`Xxx 11`), or the smallest and largest number. */
  readonly shown?: 'shapes' | 'range'
  readonly numbers?: { readonly count: number; readonly whole: number; readonly low: number; readonly high: number }
}

/** `197696`, or `about 198,000` for an estimate. */
export function distinctText({ values, distinct = values.length, estimated }: ProfiledColumn): string {
  return estimated ? `about ${formatCount(Number(distinct.toPrecision(3)))}` : String(distinct)
}

export interface HierarchyProposal {
  readonly specification?: HierarchySpecification
  readonly reason: string
  /** A decision that the values do not settle: "03/04/2004 may be March or April". */
  readonly question?: string
}

const MANY_NUMBERS = 200
const PROPOSED_QUANTILES = 50

export function proposeHierarchy(
  column: ProfiledColumn,
  hint: { readonly postcode?: boolean; readonly dates?: boolean; readonly dayFirst?: boolean | undefined } = {},
): HierarchyProposal {
  const { values } = column
  if (values.length === 0) return { reason: 'No row has a value here.' }
  // Digits alone (31121999) are dates only if the column's name says so.
  const named = hint.dates === true ? proposeDates(column, hint.dayFirst) : undefined
  if (named !== undefined) return named
  const distinct = column.distinct ?? values.length
  if (areCodes(column, hint.postcode ?? false)) {
    const reason = 'Its codes are generalized by leaving out characters from the right.'
    return { specification: { kind: 'prefix' }, reason }
  }
  if (areNumbers(values)) {
    if (distinct <= MANY_NUMBERS) {
      const reason = `All ${distinct} values are numbers: intervals may end between every two of them.`
      return { specification: { kind: 'number', endpoints: 'all' }, reason }
    }
    const known = `All values are numbers, ${distinctText(column)} distinct`
    const reason = `${known}: intervals end at about ${PROPOSED_QUANTILES} borders.`
    return { specification: { kind: 'number', endpoints: { quantiles: PROPOSED_QUANTILES } }, reason }
  }
  return proposeDates(column, hint.dayFirst) ?? proposeTree(column)
}

function proposeDates({ values }: ProfiledColumn, dayFirst?: boolean): HierarchyProposal | undefined {
  const reason = 'All values are dates: intervals of whole months or weeks, or levels such as year and decade.'
  if (values.every((value) => (parseDate(value)?.precision ?? 'year') !== 'year'))
    return { specification: { kind: 'date' }, reason }
  if (values.every((value) => parseTime(value) !== undefined))
    return { specification: { kind: 'date' }, reason: 'All values are times of day: intervals of whole hours.' }
  const found = detectDateFormat(values)
  if (found === undefined) return undefined
  const written = (format: string, more = ''): HierarchyProposal => ({
    specification: { kind: 'date', format },
    reason: `${reason} They are written ${format}${more}.`,
  })
  if (found.or === undefined) return written(found.format)
  if (dayFirst !== undefined) {
    const format = [found.format, found.or].find((one) => isDayFirst(one) === dayFirst) ?? found.format
    return written(format, ', as other dates of the table show')
  }
  return {
    specification: { kind: 'date', format: found.format, levels: ['year', 'decade'] },
    reason: prose`All values are dates, read as ${found.format}: generalized to year and decade, which are right in both
      readings.`,
    question: prose`is 03/04 March or April? Day and month cannot be distinguished here. Write format "${found.format}"
      or "${found.or}", and remove levels to have months and quarters.`,
  }
}

function proposeTree({ values, counts, rows }: ProfiledColumn): HierarchyProposal {
  const { root, grouped } = proposeTaxonomy(values, counts, rows)
  const start = {
    words: 'groups share their first words',
    rare: 'rare values are grouped, step by step',
    none: 'without groups so far',
  }[grouped]
  const reason = prose`${values.length} categories: a taxonomy to start from (${start}), to be edited by someone who
    knows them.`
  return { specification: { kind: 'tree', root }, reason }
}

/** Digits of one length that are named a postcode or have leading zeros; or codes of letters and digits. */
export function areCodes({ values }: ProfiledColumn, postcode: boolean): boolean {
  const { length } = values[0]
  const digits = values.every((value) => /^\d+$/.test(value))
  if (digits) {
    const alike = length >= 3 && values.every((value) => value.length === length)
    return alike && (postcode || values.some((value) => value.startsWith('0')))
  }
  return postcode && values.every((value) => value.length <= 12 && /\d/.test(value))
}
