/**
 * Builds a hierarchy, the code of each distinct text and the doctor's findings. Texts may share a code: "7", "07" and
 * "7.0" are one number. Cost: sorting the distinct values once.
 */
import { UserError, userError } from '../ground/errors.ts'
import { prose } from '../ground/format.ts'
import { type DatePrecision, dateParser, dateTaxonomy, dayOfLabel } from './date.ts'
import type { ColumnProfile, Finding } from './doctor.ts'
import { checkCoverage, checkVariety, foundValues, throwOnErrors, valuesFinding } from './doctor.ts'
import { orderedDates } from './ends/date-order.ts'
import { type Hierarchy, MISSING_LABEL, type ResolvedHierarchy } from './hierarchy.ts'
import { binNumbers, numberHierarchyFromBins, parseNumber, publicNumberBins } from './number.ts'
import { binnedOrder, orderHierarchy, publicOrderBins } from './order.ts'
import { codeLength, placeCell } from './place-grid.ts'
import { padWithZeros, prefixTaxonomy } from './prefix.ts'
import type { HierarchySpecification } from './specification.ts'
import { checkTaxonomy } from './taxonomy/taxonomy.ts'
import { treeHierarchy } from './tree.ts'

export interface ResolveOptions {
  /** `category`: missing values get the last code, if any row has one. `none`: they get no code. */
  readonly missing: 'category' | 'none'
}

export type ExaminedHierarchy = Omit<ResolvedHierarchy, 'hierarchy'> & { readonly hierarchy?: Hierarchy }

const MOST_ENDPOINTS = 100_000

/** Throws if it cannot build the hierarchy. Uncovered values are findings: `throwOnErrors(findings)` refuses them. */
export function resolveHierarchy(
  column: string,
  specification: HierarchySpecification,
  profile: ColumnProfile,
  options: ResolveOptions,
): ResolvedHierarchy {
  const { hierarchy, codes, findings } = examineHierarchy(column, specification, profile, options)
  if (hierarchy === undefined) {
    throwOnErrors(findings)
    throw userError('data', `columns.${column}`)`column "${column}" has no value that its hierarchy covers; check its
      type`
  }
  return { hierarchy, codes, findings }
}

export function examineHierarchy(
  column: string,
  specification: HierarchySpecification,
  profile: ColumnProfile,
  options: ResolveOptions,
): ExaminedHierarchy {
  const variety = checkVariety(column, profile)
  const uncovered = new Int32Array(profile.values.length).fill(-1)
  const missing = options.missing === 'category' && profile.missingCount > 0
  try {
    const examineOwn = examine[specification.kind] as (asked: Asked<Kind>) => ExaminedHierarchy
    const examined = examineOwn({ column, specification, profile, missing })
    return { ...examined, findings: [...examined.findings, ...variety] }
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    const finding: Finding = { severity: 'error', kind: 'settings', column, message: error.message }
    return { codes: uncovered, findings: [finding, ...variety] }
  }
}

type Kind = HierarchySpecification['kind']

interface Asked<Own extends Kind> {
  readonly column: string
  readonly specification: Extract<HierarchySpecification, { readonly kind: Own }>
  readonly profile: ColumnProfile
  readonly missing: boolean
}

const examine: { readonly [Own in Kind]: (asked: Asked<Own>) => ExaminedHierarchy } = {
  number: examineNumbers,
  date: examineDates,
  prefix: examinePrefixes,
  order: examineOrder,
  tree: examineTree,
}

function examineNumbers({ column, specification, profile, missing }: Asked<'number'>): ExaminedHierarchy {
  const { endpoints: given, levels, domain, people, pairs, borders } = specification
  // Endpoints that separate a target need the counts; until then, an interval may end anywhere.
  const endpoints = typeof given === 'object' && 'target' in given ? 'all' : given
  const numbers = Float64Array.from(profile.values, parseNumber)
  const findings = strangers(column, profile, 'not-a-number', (index) => Number.isNaN(numbers[index]), {
    rule: 'numbers',
    remedy: numberRemedy(profile.values.filter((_, index) => Number.isNaN(numbers[index]))),
  })
  const valueRows = countNumbers(numbers, people === undefined ? profile : countingPeople(profile))
  const codes = new Int32Array(numbers.length).fill(-1)
  if (valueRows.size === 0) return { codes, findings }
  if (endpoints === 'all' && people === undefined && valueRows.size > MOST_ENDPOINTS) {
    const rule = `an endpoint between every two values is possible for at most ${MOST_ENDPOINTS} distinct numbers`
    const message = prose`column "${column}": ${rule}; got ${valueRows.size}: set endpoints to a number of quantiles, a
      list or a width`
    return { codes, findings: [...findings, { severity: 'error', kind: 'too-many-values', column, message }] }
  }
  const distinct = Float64Array.from(valueRows.keys()).sort()
  const counts = Float64Array.from(distinct, (value) => valueRows.get(value) as number)
  const exact = binNumbers(column, distinct, counts, endpoints)
  const bins =
    people === undefined
      ? exact
      : publicNumberBins(column, distinct, counts, { endpoints, levels, people, pairs, borders })
  const valueCodes = new Map<number, number>()
  for (let index = 0; index < distinct.length; index++) valueCodes.set(distinct[index], bins.valueBins[index])
  for (let index = 0; index < numbers.length; index++) codes[index] = valueCodes.get(numbers[index]) ?? -1
  const hierarchy = numberHierarchyFromBins(column, bins.low, bins.high, {
    levels: bins.widths ?? levels,
    missing,
    positions: bins.positions,
    domain,
    unit: bins.unit,
  })
  return { hierarchy, codes, findings }
}

/** The profile with people for rows. */
function countingPeople(profile: ColumnProfile): ColumnProfile {
  return { ...profile, counts: profile.people ?? profile.counts }
}

/** Rows of each distinct number. */
function countNumbers(numbers: Float64Array, { counts }: ColumnProfile): Map<number, number> {
  const rows = new Map<number, number>()
  for (let index = 0; index < numbers.length; index++) {
    if (Number.isNaN(numbers[index])) continue
    rows.set(numbers[index], (rows.get(numbers[index]) ?? 0) + counts[index])
  }
  return rows
}

function numberRemedy(strange: readonly string[]): string {
  if (strange.some((text) => /^\s*[+-]?\d+\s*$/.test(text)))
    return prose`whole numbers beyond ${Number.MAX_SAFE_INTEGER} cannot be held exactly: give the column type: prefix,
      or another role`
  const point = strange.some((text) => /^\s*[+-]?\d+,\d+\s*$/.test(text)) ? 'write decimals with a point, ' : ''
  return prose`${point}fix them, list them under missing-values, or give the column an order or a taxonomy instead of
    type: numeric`
}

function examineDates({ column, specification, profile, missing }: Asked<'date'>): ExaminedHierarchy {
  const { levels, format, people, borders } = specification
  const dates = profile.values.map(dateParser(column, format))
  const precisionRows: Record<DatePrecision, number> = { day: 0, month: 0, year: 0, time: 0 }
  dates.forEach((date, index) => {
    if (date !== undefined) precisionRows[date.precision] += profile.counts[index]
  })
  // Most rows decide the precision: a month among days would have the name of a group.
  const precisions = Object.keys(precisionRows) as DatePrecision[]
  const precision = precisions.reduce((a, b) => (precisionRows[b] > precisionRows[a] ? b : a))
  const example = { day: '2004-03-17', month: '2004-03', year: '2004', time: '08:15' }[precision]
  const labels = dates.map((date) => (date?.precision === precision ? date.label : undefined))
  const findings = strangers(column, profile, 'not-a-date', (index) => labels[index] === undefined, {
    rule: `${precision === 'time' ? 'times' : 'dates'} of the form ${format ?? example}`,
    remedy:
      format === undefined
        ? prose`write all dates alike (year first), give the column a format (such as "%m/%d/%Y"), or list the others
          under missing-values`
        : 'check the format of the column, or list the others under missing-values',
  })
  const distinct = [...new Set(labels.filter((label) => label !== undefined))]
  if (distinct.length === 0) return { codes: new Int32Array(labels.length).fill(-1), findings }
  if (people !== undefined && precision !== 'year') {
    const days = Float64Array.from(labels, (label) => (label === undefined ? Number.NaN : dayOfLabel(label)))
    const needs = { people, borders, missing, times: precision === 'time' }
    return { ...orderedDates(column, days, countNumbers(days, countingPeople(profile)), needs), findings }
  }
  const { root, levelNames } = dateTaxonomy(distinct, precision, levels)
  const hierarchy = treeHierarchy(column, root, { missing, levelNames })
  return { hierarchy, codes: findCodes(hierarchy, labels), findings }
}

function examinePrefixes({ column, specification, profile, missing }: Asked<'prefix'>): ExaminedHierarchy {
  const { pad = false, cells } = specification
  const values = pad ? padWithZeros(profile.values) : profile.values
  const isCode = (value: string) =>
    cells === undefined || (value.length <= codeLength(cells[0]) && placeCell(value)?.code === value)
  const findings = strangers(column, profile, 'not-a-place', (index) => !isCode(values[index]), {
    rule: `cells of the public grid, of ${cells?.[0]} or larger,`,
    remedy: 'derive the column from latitude and longitude, name finer levels, or list the values under missing-values',
  })
  const codes = [...new Set(values)].filter(isCode)
  if (codes.length === 0) return { codes: new Int32Array(values.length).fill(-1), findings }
  const { root, levelNames } = prefixTaxonomy(column, codes, specification)
  const hierarchy = { ...treeHierarchy(column, root, { missing, levelNames }), filled: true }
  return { hierarchy, codes: findCodes(hierarchy, values), findings }
}

function examineOrder({ column, specification, profile, missing }: Asked<'order'>): ExaminedHierarchy {
  const { order, levels, people, borders } = specification
  const exact = orderHierarchy(column, order, { levels, missing })
  const places = findCodes(exact, profile.values)
  const { counts } = countingPeople(profile)
  const bins = people === undefined ? undefined : publicOrderBins(exact, places, counts, { people, borders })
  const hierarchy = bins === undefined ? exact : binnedOrder(exact, bins)
  const codes = bins === undefined ? places : places.map((place) => (place < 0 ? place : bins.codeGroups[place]))
  const remedy = 'add them to the order, or list them under missing-values'
  const findings = checkCoverage(column, { place: 'its order', remedy, known: order }, profile, places)
  return { hierarchy, codes, findings }
}

function examineTree({ column, specification, profile, missing }: Asked<'tree'>): ExaminedHierarchy {
  const { root } = specification
  const shape = checkTaxonomy(column, root)
  if (shape.some((finding) => finding.severity === 'error'))
    return { codes: new Int32Array(profile.values.length).fill(-1), findings: shape }
  const hierarchy = treeHierarchy(column, root, { missing })
  const codes = findCodes(hierarchy, profile.values)
  const known = missing ? hierarchy.values.slice(0, -1) : hierarchy.values
  const remedy = 'add them to the taxonomy, or list them under missing-values'
  const coverage = checkCoverage(column, { place: 'its taxonomy', remedy, known }, profile, codes)
  return { hierarchy, codes, findings: [...shape, ...coverage] }
}

function findCodes(hierarchy: Hierarchy, texts: readonly (string | undefined)[]): Int32Array {
  const valueCodes = new Map(hierarchy.values.map((value, code) => [value, code]))
  if (hierarchy.missing !== undefined) valueCodes.delete(MISSING_LABEL)
  return Int32Array.from(texts, (text) => (text === undefined ? -1 : (valueCodes.get(text) ?? -1)))
}

function strangers(
  column: string,
  profile: ColumnProfile,
  kind: 'not-a-number' | 'not-a-date' | 'not-a-place',
  strange: (index: number) => boolean,
  { rule, remedy }: { readonly rule: string; readonly remedy: string },
): Finding[] {
  const found = foundValues(profile, strange)
  if (found.length === 0) return []
  return [
    valuesFinding('error', kind, column, found, (listed, noun) => {
      return `column "${column}" must hold ${rule} only; got ${noun} of another kind: ${listed}; ${remedy}`
    }),
  ]
}
