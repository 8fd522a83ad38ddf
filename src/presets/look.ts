/** Checks a rule's points in the columns of a release. Messages name columns, never values. */
import type { ProfiledColumn } from '../hierarchy/propose.ts'
import { proposeRoles } from '../init/roles/propose-roles.ts'

export interface LookedAt {
  readonly verdict: 'pass' | 'fail' | 'not covered'
  readonly found: string
}

export interface ReleasedColumn extends ProfiledColumn {
  readonly recoded: boolean
}

export interface ReleaseToLookAt {
  readonly columns: readonly ReleasedColumn[]
  /** As verification counted it, in rows or persons. */
  readonly smallestClass: number
  readonly classes: number
}

type Look = (release: ReleaseToLookAt) => LookedAt

const isSuppressed = (value: string): boolean => value === '*' || value === '?'

/** Finds columns that look like identifiers of these kinds, by name and values; `''` means any. */
export function identifiers(...kinds: readonly string[]): Look {
  return ({ columns }) => {
    const unchanged = columns.filter(({ recoded }) => !recoded)
    const found = proposeRoles(unchanged).flatMap(({ role, sure, reason, meaning }, i) => {
      if (role !== 'identifier' || sure === 'guess') return []
      const about = `${meaning ?? ''} ${reason}`.toLowerCase()
      return kinds.some((kind) => about.includes(kind)) ? [unchanged[i].name] : []
    })
    return found.length === 0
      ? { verdict: 'pass', found: 'no released column looks like one' }
      : { verdict: 'fail', found: `looks like one: ${found.join(', ')}` }
  }
}

interface LabelRule {
  readonly name: RegExp
  readonly what: string
  allows(label: string): boolean
}

/** ZIP codes show at most three digits, and none of a small area. */
export const postcodeRule = (small: readonly string[]): LabelRule => ({
  name: /zip|post(al)?.?code|plz/i,
  what: 'postcodes',
  allows(label) {
    const digits = label.replaceAll('*', '').trim()
    return isSuppressed(label) || digits === '' || (digits.length <= 3 && !small.includes(digits))
  },
})

export const dateRule: LabelRule = {
  name: /date|birth|dob|admi(t|ssion)|discharge|death|visit/i,
  what: 'dates',
  allows: (label) => isSuppressed(label) || /^(\d{4}s?|\[\d{4},\d{4}\])$/.test(label),
}

/** Ages above 89 are in one open class: no label has a number above 90. */
export const ageRule: LabelRule = {
  name: /(^|[^a-z])age([^a-z]|$)/i,
  what: 'ages',
  allows: (label) =>
    isSuppressed(label) ||
    /^(90\+|≥ ?90|>89|\[90,\d+\])$/.test(label) ||
    (label.match(/\d+(\.\d+)?/g) ?? []).every((number) => Number(number) < 90),
}

/** Year for computing ages: fixed per version instead of the clock, so that equal jobs give equal bytes. */
export const AGES_IN = 2026
/** Birth years up to this one mean an age of 90 or more in `AGES_IN`. */
const LAST_BIRTH_YEAR = AGES_IN - 90

/** Birth years reveal ages: those of 90 or more are in one class that ends with the last of these years. */
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
