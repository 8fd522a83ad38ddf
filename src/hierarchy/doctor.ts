/**
 * The doctor: what is wrong, doubtful or worth knowing about a hierarchy, alone and against the data, as plain findings.
 * An `error` stops a job, a `warning` is probably a slip, a `note` is for the curious. The checks of a tree's own shape are in
 * `taxonomy.ts`; here is what the data says. Cost: one pass over the distinct values.
 */
import { masked, UserError } from '../ground/errors.ts'

export type FindingKind =
  /** Values of the data that the hierarchy does not have. */
  | 'uncovered'
  /** Text in a numeric column. */
  | 'not-a-number'
  /** Something that is no date, or less precise than the others. */
  | 'not-a-date'
  /** An uncovered value that differs from a known one only by case or blanks. */
  | 'spelling'
  /** Values of the hierarchy that no row has. */
  | 'unused'
  /** A column with one value only. */
  | 'single-value'
  /** A column without any value. */
  | 'no-values'
  /** More distinct numbers than can each have an endpoint. */
  | 'too-many-values'
  /** The same value twice in a tree or an order. */
  | 'doubled-leaf'
  /** A group that has the name of a value. */
  | 'ambiguous-name'
  /** A group that stands under two parents. */
  | 'contradictory-parents'
  /** A name that stands below itself. */
  | 'cycle'
  | 'empty-name'
  /** A group of one: it says no more than its child. */
  | 'single-child'
  /** A tree without groups. */
  | 'flat'
  /** Settings that cannot be (a width of 0). */
  | 'settings'

export interface Finding {
  readonly severity: 'error' | 'warning' | 'note'
  readonly kind: FindingKind
  readonly column: string
  /** Of a tree: the name in question. */
  readonly name?: string
  /** A sentence with the thing, the rule, the value and the remedy. */
  readonly message: string
  /** The values in question with their rows, most rows first, at most `SHOWN_VALUES`. */
  readonly values?: readonly FoundValue[]
  /** How many more there are. */
  readonly more?: number
}

export interface FoundValue {
  readonly value: string
  readonly count: number
}

/** The distinct texts of a column, without missing ones, and how many rows have each. */
export interface ColumnProfile {
  readonly values: readonly string[]
  readonly counts: ArrayLike<number>
  /** Rows without a value. */
  readonly missingCount: number
}

/** At most so many values are named in a finding. */
const SHOWN_VALUES = 10

/** At most so many findings are printed at once; a file of another make can have thousands of the same kind. */
const SHOWN_FINDINGS = 10

/** Throws a UserError with the errors among the findings, one to a line; of very many the first of each kind. */
export function throwOnErrors(findings: readonly Finding[]): void {
  const errors = findings.filter((finding) => finding.severity === 'error')
  if (errors.length === 0) return
  const kinds = new Set(errors.map(({ kind }) => kind))
  const each = Math.max(1, Math.floor(SHOWN_FINDINGS / kinds.size))
  const shown =
    errors.length <= SHOWN_FINDINGS
      ? errors
      : [...kinds].flatMap((kind) => errors.filter((finding) => finding.kind === kind).slice(0, each))
  const more = errors.length - shown.length
  const faults = shown.map(({ message, column, values = [] }) => {
    const masks = values.flatMap(({ value, count }) => (count > 0 ? masked(value) : []))
    const about = { message, path: `columns.${column}`, rule: 'data' as const }
    return masks.length === 0 ? about : { ...about, values: masks }
  })
  throw new UserError([...faults, ...(more > 0 ? [{ message: `… and ${more} more like these` }] : [])])
}

/** Where the values of a column should have been found. */
interface Coverage {
  /** What they are not in: `its taxonomy`, `its order`. */
  readonly place: string
  readonly remedy: string
  /** The values it knows; code i is `known[i]`. */
  readonly known: readonly string[]
}

/** Uncovered values, near misses and values nobody has. `codes` gives the code of each profile value, −1 when uncovered. */
export function checkCoverage(
  column: string,
  coverage: Coverage,
  profile: ColumnProfile,
  codes: ArrayLike<number>,
): Finding[] {
  const findings: Finding[] = []
  const uncovered = foundValues(profile, (index) => codes[index] < 0)
  if (uncovered.length > 0) {
    findings.push(
      valuesFinding('error', 'uncovered', column, uncovered, (listed, noun) => {
        return `column "${column}": ${noun} outside ${coverage.place}: ${listed}; ${coverage.remedy}`
      }),
    )
    const nearMiss = nearMisses(column, coverage.known, uncovered)
    if (nearMiss !== undefined) findings.push(nearMiss)
  }
  const used = new Uint8Array(coverage.known.length)
  for (let index = 0; index < codes.length; index++) if (codes[index] >= 0) used[codes[index]] = 1
  const unused = coverage.known.filter((_, code) => used[code] === 0).map((value) => ({ value, count: 0 }))
  if (unused.length > 0) {
    findings.push(
      valuesFinding('note', 'unused', column, unused, (listed, noun) => {
        return `column "${column}": ${noun} of ${coverage.place} that no row has: ${listed}; they count as part of the domain`
      }),
    )
  }
  return findings
}

/** A column whose rows all say the same, or say nothing at all. */
export function checkVariety(column: string, profile: ColumnProfile): Finding[] {
  if (profile.values.length === 0) {
    const message = `column "${column}" has no value in any row; give it the role other, or leave it out`
    return [{ severity: 'error', kind: 'no-values', column, message }]
  }
  if (profile.values.length > 1 || profile.missingCount > 0) return []
  const message = `column "${column}" has the same value in every row; there is nothing to generalize`
  const values = [{ value: profile.values[0], count: profile.counts[0] }]
  return [{ severity: 'note', kind: 'single-value', column, message, values }]
}

/** The profile's values that `wanted` picks, most rows first, then by text. */
export function foundValues(profile: ColumnProfile, wanted: (index: number) => boolean): FoundValue[] {
  const found: FoundValue[] = []
  for (let index = 0; index < profile.values.length; index++) {
    if (wanted(index)) found.push({ value: profile.values[index], count: profile.counts[index] })
  }
  return found.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
}

/** A finding about some values. `sentence` gets their list, cut to the first ten, and `3 values` or `a value`. */
export function valuesFinding(
  severity: Finding['severity'],
  kind: FindingKind,
  column: string,
  found: readonly FoundValue[],
  sentence: (listed: string, noun: string) => string,
): Finding {
  const values = found.slice(0, SHOWN_VALUES)
  const more = found.length - values.length
  // Values of rows are masked: messages end up in logs. `values` has them for who may see the data.
  const names = values.map(({ value, count }) => (count > 0 ? `${masked(value)} in ${rowsText(count)}` : quote(value)))
  const listed = names.join(', ') + (more > 0 ? ` and ${more} more` : '')
  const message = sentence(listed, found.length === 1 ? 'a value' : `${found.length} values`)
  return more > 0 ? { severity, kind, column, message, values, more } : { severity, kind, column, message, values }
}

/** A value as it stands in a message. */
export function quote(value: string): string {
  return JSON.stringify(value.length > 60 ? `${value.slice(0, 59)}…` : value)
}

function nearMisses(column: string, known: readonly string[], uncovered: readonly FoundValue[]): Finding | undefined {
  const bySpelling = new Map<string, string>()
  for (const value of known) bySpelling.set(plainSpelling(value), value)
  const near = uncovered.filter(({ value }) => bySpelling.has(plainSpelling(value)))
  if (near.length === 0) return undefined
  const pairs = near.slice(0, SHOWN_VALUES).map(({ value }) => quote(bySpelling.get(plainSpelling(value)) as string))
  return valuesFinding('warning', 'spelling', column, near, (_, noun) => {
    return `column "${column}": ${noun} that differ from a known one only by case or blanks, those near ${pairs.join(', ')}; write them alike`
  })
}

/** Case and blanks taken away. */
function plainSpelling(value: string): string {
  return value.normalize('NFC').toLowerCase().replace(/\s+/g, '')
}

function rowsText(count: number): string {
  return count === 1 ? '1 row' : `${count} rows`
}
