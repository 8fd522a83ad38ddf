/** What can be seen of a rule's points in the columns of a release. Values are never repeated, columns are named. */
import type { ProfiledColumn } from '../hierarchy/propose.ts'
import { proposeRoles } from '../init/roles/propose-roles.ts'

export interface LookedAt {
  readonly verdict: 'pass' | 'fail' | 'not covered'
  /** What was seen, in plain words. */
  readonly found: string
}

/** A column of the release with its different values, as they stand in the file. */
export interface ReleasedColumn extends ProfiledColumn {
  /** It is recoded: its values are labels. */
  readonly recoded: boolean
}

export interface ReleaseToLookAt {
  readonly columns: readonly ReleasedColumn[]
  /** As verification counted it; rows or persons. */
  readonly smallestClass: number
  readonly classes: number
}

type Look = (release: ReleaseToLookAt) => LookedAt

const isSuppressed = (value: string): boolean => value === '*' || value === '?'

/** Columns that look like identifiers of one of these kinds, by their names and values; `''` stands for any. */
export function identifiers(...kinds: readonly string[]): Look {
  return ({ columns }) => {
    const own = columns.filter(({ recoded }) => !recoded)
    const found = proposeRoles(own).flatMap(({ role, sure, reason, meaning }, i) => {
      if (role !== 'identifier' || sure === 'guess') return []
      const about = `${meaning ?? ''} ${reason}`.toLowerCase()
      return kinds.some((kind) => about.includes(kind)) ? [own[i].name] : []
    })
    return found.length === 0
      ? { verdict: 'pass', found: 'no released column looks like one' }
      : { verdict: 'fail', found: `looks like one: ${found.join(', ')}` }
  }
}

/** What a point says of the labels of columns that are named like this. */
interface LabelRule {
  readonly name: RegExp
  readonly what: string
  allows(label: string): boolean
}

/** ZIP codes show three digits at most, and none of a small area. */
export const postcodeRule = (small: readonly string[]): LabelRule => ({
  name: /zip|post(al)?.?code|plz/i,
  what: 'postcodes',
  allows(label) {
    const digits = label.replaceAll('*', '').trim()
    return isSuppressed(label) || digits === '' || (digits.length <= 3 && !small.includes(digits))
  },
})

/** Dates show the year at most. */
export const dateRule: LabelRule = {
  name: /date|birth|dob|admi(t|ssion)|discharge|death|visit/i,
  what: 'dates',
  allows: (label) => isSuppressed(label) || /^(\d{4}s?|\[\d{4},\d{4}\])$/.test(label),
}

/** Ages above 89 are in one class without an end: no label says a number above 90. */
export const ageRule: LabelRule = {
  name: /(^|[^a-z])age([^a-z]|$)/i,
  what: 'ages',
  allows: (label) =>
    isSuppressed(label) ||
    /^(90\+|≥ ?90|>89|\[90,\d+\])$/.test(label) ||
    (label.match(/\d+(\.\d+)?/g) ?? []).every((number) => Number(number) < 90),
}

/** The year in which ages are counted: of this version and not of the clock, so that the same job gives the same bytes. */
export const AGES_IN = 2026
/** Whoever was born in this year or before turns 90 in `AGES_IN`, or is older. */
const LAST_BIRTH_YEAR = AGES_IN - 90

/** Birth years tell ages: those of 90 or older are in one class that ends with the last of these years. */
export const birthRule: LabelRule = {
  name: /birth|born|dob|yob/i,
  what: 'birth years',
  allows: (label) =>
    isSuppressed(label) ||
    new RegExp(`^(≤ ?${LAST_BIRTH_YEAR}|\\[\\d{4},${LAST_BIRTH_YEAR}\\])$`).test(label) ||
    (label.match(/\d{4}/g) ?? []).every((year) => Number(year) > LAST_BIRTH_YEAR),
}

export function labels(...rules: readonly LabelRule[]): Look {
  return ({ columns }) => {
    const named = columns.filter((column) => rules.some(({ name }) => name.test(column.name)))
    const broken = named
      .filter((column) => rules.some(({ name, allows }) => name.test(column.name) && !column.values.every(allows)))
      .map((column) => column.name)
    if (broken.length > 0) return { verdict: 'fail', found: `says more than the rule allows: ${broken.join(', ')}` }
    const all = named.map((column) => column.name).join(', ')
    return {
      verdict: 'pass',
      found: all === '' ? `no released column is named like ${rules.map(({ what }) => what).join(' or ')}` : all,
    }
  }
}
