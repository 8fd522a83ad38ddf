/**
 * Rule books as presets: the points of a rule, and those that a program can check. A preset adds its requirements to
 * the job; a page of the report lists each point as pass, fail or "not covered". This is not legal advice.
 */
import { prose } from '../ground/format.ts'
import { forEachGroup } from '../hierarchy/grouping.ts'
import { groupLabel, type Hierarchy } from '../hierarchy/hierarchy.ts'
import type { ClassRule } from '../requirements/requirement.ts'
import type { LookedAt, ReleaseToLookAt } from './look.ts'
import { AGES_IN, ageRule, birthRule, dateRule, identifiers, labels, postcodeRule } from './look.ts'

export interface Preset {
  readonly name: string
  readonly title: string
  readonly source: string
  readonly k?: number
  /** How k follows from the rule. */
  readonly why?: string
  /** Whether a release may show this label in this column. Default: all. */
  allows?(column: string, label: string): boolean
  readonly points: readonly PresetPoint[]
}

export interface PresetPoint {
  readonly name: string
  readonly text: string
  /** Undefined if a program cannot check it in the file. */
  look?(release: ReleaseToLookAt): LookedAt
}

/** ZIP areas of 20,000 people or fewer, 2020 census as used by HRSA. */
export const SMALL_ZIP3 = '036 059 102 202 203 204 205 369 556 692 753 772 821 823 878 879 884 893'.split(' ')

const atLeast =
  (k: number) =>
  ({ smallestClass, classes }: ReleaseToLookAt): LookedAt =>
    classes === 0 || smallestClass >= k
      ? { verdict: 'pass', found: classes === 0 ? 'no class is released' : `the smallest class has ${smallestClass}` }
      : { verdict: 'fail', found: `the smallest class has ${smallestClass}, fewer than ${k}` }

const safeHarborRules = [postcodeRule(SMALL_ZIP3), dateRule, ageRule, birthRule]

const safeHarbor: Preset = {
  name: 'hipaa-safe-harbor',
  title: 'HIPAA Safe Harbor',
  source: '45 CFR §164.514(b)(2), as of 2013; small ZIP areas by the 2020 census as used by HRSA (18 codes)',
  allows: (column, label) => safeHarborRules.every(({ name, allows }) => !name.test(column) || allows(label)),
  points: [
    { name: '(A)', text: 'Names', look: identifiers('name') },
    {
      name: '(B)',
      text: prose`Geographic subdivisions smaller than a state; the first three digits of a ZIP code may stay where the
        area has more than 20,000 people, else 000`,
      look: labels(postcodeRule(SMALL_ZIP3)),
    },
    { name: '(C) dates', text: 'Dates about a person, all but the year', look: labels(dateRule) },
    {
      name: '(C) ages',
      text: `Ages above 89 are one class, 90 or older, and no year tells them; birth years by ages in ${AGES_IN}`,
      look: labels(ageRule, birthRule),
    },
    { name: '(D), (E)', text: 'Telephone and fax numbers', look: identifiers('phone', 'contact') },
    { name: '(F)', text: 'E-mail addresses', look: identifiers('mail', 'contact') },
    { name: '(G)', text: 'Social security numbers', look: identifiers('social', 'national', 'identity', 'record-id') },
    {
      name: '(H)–(K)',
      text: 'Medical record, health plan, account and licence numbers',
      look: identifiers('record-id', 'account', 'card', 'iban', 'number'),
    },
    {
      name: '(L), (M)',
      text: 'Vehicle and device identifiers',
      look: identifiers('vehicle', 'device', 'mac', 'imei', 'vin'),
    },
    { name: '(N), (O)', text: 'Web addresses and IP addresses', look: identifiers('web', 'url', 'ip') },
    { name: '(P), (Q)', text: 'Biometric identifiers and photographs' },
    { name: '(R)', text: 'Any other unique identifying number, characteristic or code', look: identifiers('') },
    { name: '(ii)', text: 'No actual knowledge that what is left could identify a person' },
  ],
}

const ema: Preset = {
  name: 'ema-0070',
  title: 'EMA policy 0070 / Health Canada',
  source: prose`EMA/90915/2016, external guidance on policy 0070, version 1.4; Health Canada, public release of clinical
    information (2019)`,
  k: 12,
  why: prose`the highest risk must be at most 0.09: 1/11 is 0.0909 and above it, 1/12 is below. Guidance that rounds
    takes 11.`,
  points: [
    { name: 'threshold', text: 'The highest risk of re-identification is at most 0.09', look: atLeast(12) },
    { name: 'direct identifiers', text: 'No direct identifier is published', look: identifiers('') },
    { name: 'population', text: 'The risk is measured against the trial, or against similar trials in the same area' },
    { name: 'utility', text: 'The anonymization report says what is left for secondary analysis' },
    { name: 'narratives', text: 'Texts about single patients are treated too' },
  ],
}

const cms: Preset = {
  name: 'cms',
  title: 'CMS cell size suppression',
  source: 'CMS cell size suppression policy (ResDAC, 2020); PCORnet takes the same',
  k: 11,
  why: 'counts of 1 to 10 must not be shown.',
  points: [
    { name: 'cells', text: 'No count of 1 to 10 persons can be read off', look: atLeast(11) },
    { name: 'direct identifiers', text: 'No direct identifier is published', look: identifiers('') },
    { name: 'complements', text: 'No small count can be had as a difference of published totals' },
  ],
}

export const allPresets: readonly Preset[] = [safeHarbor, ema, cms]

export function findPreset(name: string): Preset | undefined {
  return allPresets.find((preset) => preset.name === name)
}

export interface RuleBookPage {
  readonly title: string
  readonly source: string
  readonly why?: string | undefined
  readonly points: readonly (LookedAt & { readonly name: string; readonly text: string })[]
}

export function ruleBookPage({ title, source, why, points }: Preset, release: ReleaseToLookAt): RuleBookPage {
  return {
    title,
    source,
    why,
    points: points.map(({ name, text, look }) => ({
      name,
      text,
      ...(look?.(release) ?? { verdict: 'not covered' as const, found: 'nothing that can be seen in the file' }),
    })),
  }
}

/**
 * A requirement that breaks each class with a label that a rule book forbids (a five-digit ZIP code, a day, an age of
 * 93), so that a search generalizes further or suppresses it. The report's page checks the file again. Cost: a label
 * per group of the affected columns.
 */
export function requireShown({ allows }: Preset, hierarchies: readonly Hierarchy[]): ClassRule[] {
  if (allows === undefined) return []
  const rule: ClassRule = {
    name: 'rule-book',
    options: {},
    columns: [],
    reads: 'codes',
    counts: [],
    minimumSize: 1,
    // Ages below 90 and above it are each allowed alone, but not merged.
    mergedHolds: false,
    mergedWithAnyHolds: false,
    mark(classes, frequencies, broken, groupings = []) {
      hierarchies.forEach((hierarchy, column) => {
        const grouping = groupings[column]
        if (grouping === undefined) return
        const forbidden: boolean[] = []
        forEachGroup(grouping, (group, from, to) => {
          forbidden[group] = !allows(hierarchy.column, groupLabel(hierarchy, from, to))
        })
        if (!forbidden.includes(true)) return
        const { codes } = frequencies.columns[column]
        for (let c = 0; c < classes.count; c++)
          if (forbidden[grouping.codeGroups[codes[classes.representatives[c]]]]) broken[c] = 1
      })
    },
  }
  return [rule]
}
