/**
 * Proposals for `halftone init`: from a column's name and values to a role, a hierarchy and a sentence of reason. They are a
 * start for a person to edit, so the rules are few and plain, and what is in doubt becomes a quasi-identifier: to protect too
 * much can be seen and undone. Cost: one pass over the distinct values.
 */
import type { Role } from '../table/column.ts'
import { parseDate } from './date.ts'
import type { ColumnProfile } from './doctor.ts'
import { parseNumber } from './number.ts'
import { proposeTaxonomy } from './propose-taxonomy.ts'
import type { HierarchySpecification } from './specification.ts'

export interface ProfiledColumn extends ColumnProfile {
  readonly name: string
  /** Rows of the table. */
  readonly rows: number
  /** Distinct values in all, when `values` shows only some of them. */
  readonly distinct?: number
}

export interface Proposal {
  readonly role: Role
  /** For a quasi-identifier. */
  readonly specification?: HierarchySpecification
  /** For items: what stands between them. */
  readonly separator?: string
  /** One sentence: why. */
  readonly reason: string
}

/** Above so many distinct numbers, endpoints at quantiles are proposed … */
const MANY_NUMBERS = 200
/** … and so many of them. */
const PROPOSED_QUANTILES = 50
/** A column is taken for an identifier by its values when this share of them differ, in a table of at least so many rows. */
const IDENTIFYING_SHARE = 0.95
const ENOUGH_ROWS = 20

/** What the column probably is. */
export function proposeColumn(column: ProfiledColumn): Proposal {
  const words = nameWords(column.name)
  return (
    proposeEmpty(column) ??
    proposeByStrongName(column, words) ??
    proposeNested(column) ??
    proposeItems(column) ??
    proposeIdentifier(column, words) ??
    proposeByRole(words) ??
    proposeQuasiIdentifier(column, words)
  )
}

/** A hierarchy to start from, for a column that a person has called a quasi-identifier. */
export function proposeHierarchy(column: ProfiledColumn): Proposal {
  if (column.values.length === 0) return { role: 'quasi-identifier', reason: 'No row has a value here.' }
  return proposeQuasiIdentifier(column, nameWords(column.name))
}

const STRONG_IDENTIFIERS = new Set(
  'ssn email mail phone telephone mobile fax passport iban surname lastname firstname forename fullname username login ip uuid guid'.split(
    ' ',
  ),
)
const WEAK_IDENTIFIERS = new Set('id name number no nr key code identifier account card address street url'.split(' '))
const SENSITIVE = new Set(
  'disease diagnosis diagnoses illness condition icd treatment medication drug salary wage wages income religion orientation hiv debt conviction'.split(
    ' ',
  ),
)
const TARGETS = new Set('target class label outcome churn'.split(' '))
const POSTCODES = new Set('zip zipcode postcode postal plz postleitzahl pincode'.split(' '))

function proposeEmpty(column: ProfiledColumn): Proposal | undefined {
  if (column.values.length === 0) return { role: 'other', reason: 'No row has a value here.' }
  if (distinctOf(column) > 1 || column.missingCount > 0) return undefined
  return { role: 'other', reason: 'Every row has the same value, so it tells nobody apart.' }
}

function proposeByStrongName(column: ProfiledColumn, words: readonly string[]): Proposal | undefined {
  const joined = words.join('')
  const word = words.find((candidate) => STRONG_IDENTIFIERS.has(candidate))
  const named = word ?? (STRONG_IDENTIFIERS.has(joined) || joined === 'name' ? joined : undefined)
  if (named === undefined || (named === 'name' && distinctOf(column) < knownRows(column) / 10)) return undefined
  return { role: 'identifier', reason: `Its name says "${named}": such a value points at one person.` }
}

/** Records inside a cell, as JSON and Parquet can have them: no hierarchy reaches into them. */
function proposeNested({ values }: ProfiledColumn): Proposal | undefined {
  if (!values.every((value) => /^\{.*\}$/s.test(value))) return undefined
  const reason = 'It holds records of its own: give their parts columns of their own to release them, or leave it out.'
  return { role: 'identifier', reason }
}

function proposeIdentifier(column: ProfiledColumn, words: readonly string[]): Proposal | undefined {
  const rows = knownRows(column)
  const share = distinctOf(column) / rows
  const percent = `${Math.floor(share * 100)}% of its values differ`
  const weak = words.find((word) => WEAK_IDENTIFIERS.has(word))
  if (weak !== undefined && share >= 0.5) {
    return { role: 'identifier', reason: `Its name says "${weak}" and ${percent}.` }
  }
  if (rows < ENOUGH_ROWS || share < IDENTIFYING_SHARE) {
    const longTexts = meanLength(column) > 40 && share >= 0.5
    return longTexts
      ? { role: 'identifier', reason: `It holds free text (${percent}), which may name people.` }
      : undefined
  }
  if (areDates(column)) return undefined
  if (!areNumbers(column)) return { role: 'identifier', reason: `${percent}, so it points at single rows.` }
  return isRunningNumber(column) ? { role: 'identifier', reason: 'It numbers the rows.' } : undefined
}

function proposeByRole(words: readonly string[]): Proposal | undefined {
  const sensitive = words.find((word) => SENSITIVE.has(word))
  if (sensitive !== undefined) {
    return { role: 'sensitive', reason: `Its name says "${sensitive}": what others should not learn about a person.` }
  }
  const target = words.find((word) => TARGETS.has(word))
  if (target === undefined) return undefined
  return { role: 'target', reason: `Its name says "${target}": what the release is probably to be used for.` }
}

function proposeQuasiIdentifier(column: ProfiledColumn, words: readonly string[]): Proposal {
  const role = 'quasi-identifier'
  const distinct = distinctOf(column)
  if (areDigitStrings(column)) {
    const named = words.find((word) => POSTCODES.has(word))
    const zeros = column.values.some((value) => value.startsWith('0'))
    if (named !== undefined || zeros) {
      const why = named === undefined ? 'some with a leading zero' : `and its name says "${named}"`
      const reason = `All values are ${column.values[0].length} digits, ${why}: generalized by leaving out digits from the right.`
      return { role, specification: { kind: 'prefix' }, reason }
    }
  }
  if (areNumbers(column)) {
    if (distinct <= MANY_NUMBERS) {
      const reason = `All ${distinct} values are numbers: intervals may end between every two of them.`
      return { role, specification: { kind: 'number', endpoints: 'all' }, reason }
    }
    const reason = `All values are numbers, ${distinct} distinct: intervals may end at ${PROPOSED_QUANTILES} quantiles.`
    return { role, specification: { kind: 'number', endpoints: { quantiles: PROPOSED_QUANTILES } }, reason }
  }
  if (areDates(column)) {
    const reason = 'All values are dates: generalized to month, quarter, year and decade.'
    return { role, specification: { kind: 'date' }, reason }
  }
  const { root, grouped } = proposeTaxonomy(column.values)
  if (haveDecimalCommas(column)) {
    const reason = `${distinct} numbers with a decimal comma, which are taken for categories: write them with a point to get intervals.`
    return { role, specification: { kind: 'tree', root }, reason }
  }
  const start = grouped ? 'groups share their first words' : 'without groups so far'
  const reason = `${distinct} categories: a taxonomy to start from (${start}), to be edited by someone who knows them.`
  return { role, specification: { kind: 'tree', root }, reason }
}

/** A list of items: most rows have several parts, and parts recur across different lists. */
function proposeItems(column: ProfiledColumn): Proposal | undefined {
  if (column.values.length < 10 || areNumbers(column) || haveDecimalCommas(column) || areDates(column)) return undefined
  for (const separator of ['|', ';', ',', ' ']) {
    const parts = new Set<string>()
    let all = 0
    let lists = 0
    let codes = 0
    for (const value of column.values) {
      const items = value.split(separator).filter((item) => item.trim() !== '')
      if (items.length > 1) lists++
      all += items.length
      for (const item of items) {
        parts.add(item.trim())
        if (/\d/.test(item)) codes++
      }
    }
    // Blanks also part the words of any text; only codes with digits are taken for items there.
    if (separator === ' ' && codes * 2 < all) continue
    if (lists * 2 < column.values.length || parts.size * 2 > all || parts.size > column.values.length * 2) continue
    const named = separator === ' ' ? 'a blank' : `"${separator}"`
    return { role: 'items', separator, reason: `Its values look like lists whose items are parted by ${named}.` }
  }
  return undefined
}

function areNumbers(column: ProfiledColumn): boolean {
  return column.values.every((value) => !Number.isNaN(parseNumber(value)))
}

function haveDecimalCommas({ values }: ProfiledColumn): boolean {
  return values.every((value) => /^\s*[+-]?\d+(?:,\d+)?\s*$/.test(value)) && values.some((value) => value.includes(','))
}

/** All dates, at least to the month: bare years are numbers. */
function areDates(column: ProfiledColumn): boolean {
  return column.values.every((value) => (parseDate(value)?.precision ?? 'year') !== 'year')
}

function areDigitStrings(column: ProfiledColumn): boolean {
  const { length } = column.values[0]
  return length >= 3 && column.values.every((value) => value.length === length && /^\d+$/.test(value))
}

/** Whole numbers, all different, without gaps. */
function isRunningNumber(column: ProfiledColumn): boolean {
  if (distinctOf(column) !== knownRows(column)) return false
  let smallest = Number.POSITIVE_INFINITY
  let largest = Number.NEGATIVE_INFINITY
  for (const value of column.values) {
    const number = parseNumber(value)
    if (!Number.isInteger(number)) return false
    smallest = Math.min(smallest, number)
    largest = Math.max(largest, number)
  }
  return largest - smallest + 1 === column.values.length
}

function distinctOf(column: ProfiledColumn): number {
  return column.distinct ?? column.values.length
}

function knownRows(column: ProfiledColumn): number {
  return Math.max(1, column.rows - column.missingCount)
}

function meanLength(column: ProfiledColumn): number {
  let characters = 0
  for (const value of column.values) characters += value.length
  return characters / column.values.length
}

/** `firstName`, `FIRST_NAME` and `first-name` are first, name. */
function nameWords(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '')
}
