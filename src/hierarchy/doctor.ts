/** Checks a hierarchy against the data: an `error` stops a job, a `warning` may be a mistake, a `note` informs. */
import { masked, UserError } from '../ground/errors.ts'
import { many, prose } from '../ground/format.ts'

// biome-ignore format: a table
export type FindingKind =
  | 'uncovered' | 'not-a-number' | 'not-a-date' | 'not-a-place' | 'spelling' | 'unused' | 'single-value' | 'no-values'
  | 'too-many-values' | 'doubled-leaf' | 'ambiguous-name' | 'contradictory-parents' | 'cycle' | 'empty-name'
  | 'single-child' | 'flat' | 'settings'

export interface Finding {
  readonly severity: 'error' | 'warning' | 'note'
  readonly kind: FindingKind
  readonly column: string
  readonly name?: string
  readonly message: string
  /** The values concerned, most rows first, at most `SHOWN_VALUES`. */
  readonly values?: readonly FoundValue[]
  readonly more?: number
}

export interface FoundValue {
  readonly value: string
  readonly count: number
}

/** The distinct values of a column (without missing ones) and their row counts. */
export interface ColumnProfile {
  readonly values: readonly string[]
  readonly counts: ArrayLike<number>
  /** People of each value who are not counted with another one, where people may have several rows. */
  readonly people?: ArrayLike<number>
  readonly missingCount: number
}

const SHOWN_VALUES = 10

const SHOWN_FINDINGS = 10

/** Throws a UserError that lists the errors, one per line; with many errors, the first of each kind. */
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

/** Finds uncovered, misspelled and unused values. `codes` is −1 for uncovered profile values. */
export function checkCoverage(
  column: string,
  coverage: { readonly place: string; readonly remedy: string; readonly known: readonly string[] },
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
  if (unused.length > 0)
    findings.push(
      valuesFinding('note', 'unused', column, unused, (listed, noun) => {
        return prose`column "${column}": ${noun} of ${coverage.place} that no row has: ${listed}; they count as part of
          the domain`
      }),
    )
  return findings
}

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

export function foundValues(profile: ColumnProfile, wanted: (index: number) => boolean): FoundValue[] {
  const found: FoundValue[] = []
  for (let index = 0; index < profile.values.length; index++)
    if (wanted(index)) found.push({ value: profile.values[index], count: profile.counts[index] })
  return found.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
}

/** Builds a finding about some values. `sentence` gets their list (at most ten) and `3 values` or `a value`. */
export function valuesFinding(
  severity: Finding['severity'],
  kind: FindingKind,
  column: string,
  found: readonly FoundValue[],
  sentence: (listed: string, noun: string) => string,
): Finding {
  const values = found.slice(0, SHOWN_VALUES)
  const more = found.length - values.length
  // Values are masked because messages end up in logs; `values` has them in full for those who may see the data.
  const names = values.map(({ value, count }) =>
    count > 0 ? `${masked(value)} in ${many(count, 'row')}` : quote(value),
  )
  const listed = names.join(', ') + (more > 0 ? ` and ${more} more` : '')
  const message = sentence(listed, found.length === 1 ? 'a value' : `${found.length} values`)
  return more > 0 ? { severity, kind, column, message, values, more } : { severity, kind, column, message, values }
}

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
    return prose`column "${column}": ${noun} that differ from a known one only by case or blanks, those near
      ${pairs.join(', ')}; write them alike`
  })
}

function plainSpelling(value: string): string {
  return value.normalize('NFC').toLowerCase().replace(/\s+/g, '')
}
